"""Do single articles of C.04.3 work as worked examples and commentary say?"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Field, Forced, Limit, NoLegalDraw, pair_field, pair_set
from engine.pairing.dutch_colours import allocate
from engine.pairing.dutch_explain import alternative, explain
from engine.pairing.fide import Entrant, Strength, float_of, may_have_bye, preference
from engine.pairing.fide_reasons import Bye, ByeScore, Downfloat, Given
from engine.pairing.handling import HANDLINGS
from engine.pairing.reasons import AvoidedAnyway

W, B = Colour.WHITE, Colour.BLACK
RESULTS = {"1": (2, 0), "=": (1, 1), "0": (0, 2)}


def field(players: int, *rounds: str, absent: tuple[int, ...] = (), total: int = 9, **more: object) -> Field:
    """Rounds as "1-2 1, 3-4 =, 5 U": White first; + and - are forfeits, a letter alone a bye of that code."""
    past: dict[int, list[Past]] = {n: [] for n in range(1, players + 1)}
    for text in rounds:
        news: dict[int, Past] = {}
        for item in filter(None, map(str.strip, text.split(","))):
            who, what = item.split()
            if "-" not in who:
                news[int(who)] = {
                    "U": Past(Kind.BYE, 2), "H": Past(Kind.HALF_BYE, 1), "F": Past(Kind.FULL_BYE, 2),
                }[what]
                continue
            white, black = map(int, who.split("-"))
            if what == "+":
                news[white] = Past(Kind.FORFEIT_WIN, 2, black, W)
                news[black] = Past(Kind.FORFEIT_LOSS, 0, white, B)
            else:
                mine, his = RESULTS[what]
                news[white], news[black] = Past(Kind.GAME, mine, black, W), Past(Kind.GAME, his, white, B)
        for n, items in past.items():
            items.append(news.get(n, Past(Kind.ABSENT)))
    records = {n: Record(n, tuple(items), present=n not in absent) for n, items in past.items()}
    return Field(len(rounds) + 1, records, rounds=total, first_colour=W, **more)  # type: ignore[arg-type]


def paired(field: Field) -> tuple[set[frozenset[int]], int | None]:
    draw = pair_field(field, "dutch")
    return {frozenset(pair) for pair in draw.boards}, draw.bye


def sets(*pairs: tuple[int, int]) -> set[frozenset[int]]:
    return set(map(frozenset, pairs))


def test_round_1_pairs_halves_and_alternates_colours() -> None:
    draw = pair_field(field(7), "dutch")
    assert draw.boards == ((1, 4), (5, 2), (3, 6))
    assert draw.bye == 7


def test_somebody_absent_in_round_1_has_no_pairing_number() -> None:
    """The parity of 5.2.5 counts who is there (C.04.2 2.4): player 2 is TPN 1."""
    draw = pair_field(field(5, absent=(1,)), "dutch")
    assert draw.boards == ((2, 4), (5, 3))
    later = field(5, "2-4 1, 5-3 1, 1 H", absent=())
    assert Kind.HALF_BYE is later.records[1].past[0].kind
    assert paired(later)[1] == 4


def test_the_bye_goes_to_the_lowest_score_at_the_price_of_the_top_bracket() -> None:
    """2.3.1: 1-3 could meet, but then the bye would go to a player with a point."""
    played = field(6, "5-6 1, 1-2 1, 3-4 1", "2-5 1, 3-6 1, 1-4 1", absent=(4,))
    assert {n: played.records[n].score() for n in (1, 2, 3, 5, 6)} == {1: 4, 2: 2, 3: 4, 5: 2, 6: 0}
    assert paired(played) == (sets((1, 5), (3, 2)), 6)


def test_fewer_unplayed_games_go_before_the_first_transposition() -> None:
    """2.4.4: 3-4 with the bye for 5 comes first, but 5 has already missed a round."""
    assert paired(field(5, "1-3 1, 2-4 1")) == (sets((1, 2), (3, 5)), 4)


def test_three_equals_leave_the_last_one_over() -> None:
    assert paired(field(3)) == (sets((1, 2)), 3)


@pytest.mark.parametrize(("before", "colour", "strength"), [
    ("", None, Strength.NONE), ("W", B, Strength.STRONG), ("WB", W, Strength.MILD), ("WBB", W, Strength.ABSOLUTE),
    ("BWW", B, Strength.ABSOLUTE), ("BWBWB", W, Strength.STRONG), ("WWBW", B, Strength.ABSOLUTE),
])
def test_preferences_are_due_by_article_1_7(before: str, colour: Colour | None, strength: Strength) -> None:
    due = preference([Colour(letter.lower()) for letter in before])
    assert (due.colour, due.strength) == (colour, strength)


@pytest.mark.parametrize(("hi", "lo", "white", "article"), [
    ("B", "W", "hi", "5.2.1"), ("", "W", "hi", "5.2.1"), ("B", "", "hi", "5.2.1"), ("B", "BWWB", "hi", "5.2.2"),
    ("WB", "WB", "hi", "5.2.4"), ("BWWB", "WBWB", "lo", "5.2.3"), ("", "", "hi", "5.2.5"),
    ("WBB", "BB", "lo", "5.2.2"),
])
def test_colours_are_allotted_by_article_5_2(hi: str, lo: str, white: str, article: str) -> None:
    one, two = (
        Entrant(n, n, 0, games, preference(games))
        for n, games in ((3, tuple(Colour(c.lower()) for c in hi)), (8, tuple(Colour(c.lower()) for c in lo)))
    )
    allotted = allocate(one, two, W)
    assert (allotted.white, allotted.article) == (3 if white == "hi" else 8, article)


def test_topscorers_of_the_last_round_may_meet_against_their_colours() -> None:
    """2.1.3: two absolute preferences for one colour are a pair only if one of them is a topscorer."""
    history = ("1-3 =, 2-4 1", "1-4 1, 2-3 0")                 # 1 and 3 have more than half
    assert paired(field(4, *history, total=3))[0] == sets((1, 2), (3, 4))
    with pytest.raises(NoLegalDraw):
        pair_field(field(4, *history, total=4), "dutch")


def test_a_known_error_of_an_approved_program_is_not_repeated() -> None:
    """Seven scores, one player each; 1, 2 and 3 had the bye. Only 7 may have it now (2.1.2)."""
    met = pair_set(
        (a, b) for a in (1, 2, 3, 5, 7, 8, 9) for b in (1, 2, 3, 5, 7, 8, 9)
        if a < b and (a, b) not in {
            (1, 5), (5, 7), (8, 9), (1, 8), (2, 8), (1, 9), (2, 9), (3, 9), (3, 7), (1, 2), (1, 3),
        }
    )
    scores = {5: 9, 8: 8, 9: 7, 7: 6, 1: 5, 2: 4, 3: 3}
    had = {n: Past(Kind.BYE, 2) if n in (1, 2, 3) else Past(Kind.ABSENT) for n in scores}
    records = {n: Record(n, (had[n],)) for n in scores}
    virtual = {n: (0, score - had[n].points) for n, score in scores.items()}
    found = paired(Field(2, records, rounds=9, first_colour=W, never=met, virtual=virtual))
    assert found == (sets((5, 1), (8, 2), (3, 9)), 7)


def test_forced_pairs_are_taken_out_first_and_keep_their_colours() -> None:
    draw = pair_field(field(6, forced=(Forced(6, 1), Forced(5, 2, coloured=False))), "dutch")
    assert set(draw.boards) == {(6, 1), (5, 2), (3, 4)}
    assert Given(6, 1) in draw.reasons


def test_pairs_to_avoid_are_avoided_if_the_round_allows_it() -> None:
    assert paired(field(4, avoid=pair_set([(1, 3)])))[0] == sets((1, 4), (2, 3))
    all_pairs = pair_set((a, b) for a in range(1, 5) for b in range(a + 1, 5))
    draw = pair_field(field(4, avoid=all_pairs), "dutch")
    assert set(draw.boards) == {(1, 3), (4, 2)}
    assert AvoidedAnyway() in draw.reasons
    with pytest.raises(NoLegalDraw):
        pair_field(field(4, never=all_pairs), "dutch")


def test_no_legal_pairing_says_who_is_blocked() -> None:
    with pytest.raises(NoLegalDraw) as none:
        pair_field(field(4, never=pair_set([(1, 2), (1, 3), (1, 4)])), "dutch")
    assert (none.value.code, none.value.crowd, none.value.few) == ("no_pairing", (1,), ())
    with pytest.raises(NoLegalDraw) as none:
        pair_field(field(3, "1 U", "2 U", "3 U"), "dutch")
    assert none.value.code == "no_bye"
    assert paired(field(3, "1 U", "2 U", "3 U", lifted=frozenset({Limit.PLUS}))) == (sets((2, 3)), 1)


def test_virtual_points_count_as_score_and_decide_floats() -> None:
    virtual: Mapping[int, tuple[int, ...]] = {1: (2, 2), 2: (2, 2), 3: (2, 2), 4: (2, 2)}
    assert paired(field(8, virtual=virtual))[0] == sets((1, 3), (2, 4), (5, 7), (6, 8))
    played = field(8, "1-3 1, 4-2 =, 5-7 1, 8-6 1", virtual=virtual)
    assert pair_field(played, "dutch").points[1] == 4


# ---- the two editions of the handling rules


def test_only_the_new_edition_bars_a_full_point_bye_from_the_bye() -> None:
    editions = [field(4, "1-2 1, 3 F, 4 H", "1-4 +, 2 U", handling=each) for each in HANDLINGS.values()]
    assert [[may_have_bye(each, n) for n in (1, 2, 3, 4)] for each in editions] == [
        [False, False, False, True], [False, False, True, True],
    ]


def test_only_the_old_edition_makes_every_unplayed_round_a_downfloat() -> None:
    editions = [field(4, "1-2 1, 3 H", handling=each) for each in HANDLINGS.values()]
    assert [[float_of(each, n, 1) for n in (1, 2, 3, 4)] for each in editions] == [[0, 0, 1, 0], [0, 0, 1, 1]]


def test_only_the_old_edition_orders_boards_by_real_points() -> None:
    virtual = {1: (4, 4), 2: (4, 4)}
    editions = [field(4, "1-4 0, 3-2 1", virtual=virtual, handling=each) for each in HANDLINGS.values()]
    boards = [pair_field(each, "dutch").boards for each in editions]
    assert [set(pair) for pair in boards[0]] == [{1, 2}, {3, 4}]
    assert boards[1] == boards[0][::-1]


@pytest.mark.parametrize(("switch", "new", "old"), [
    ("no_show", "arbiter_asks", "withdraw"), ("published_change", "five_cases", "rematch_only"),
    ("colour_exceptions", "per_system", "last_round"), ("unplayed_tiebreaks", "dummy", "virtual"),
])
def test_the_presets_hold_what_the_editions_say(switch: str, new: str, old: str) -> None:
    assert [getattr(each, switch) for each in HANDLINGS.values()] == [new, old]


# ---- why


def test_reasons_name_bye_floaters_and_articles() -> None:
    draw = pair_field(field(5, "1-3 1, 2-4 1"), "dutch")
    assert ByeScore(0, ()) in draw.reasons
    assert Bye(4, 0, 0) in draw.reasons
    draw = pair_field(field(6, "1-4 1, 5-2 0, 3-6 1"), "dutch")
    assert [(each.player, each.why) for each in draw.reasons if isinstance(each, Downfloat)] == [(3, "odd")]


def test_alternatives_say_which_criterion_they_would_break() -> None:
    start = field(5, "1-3 1, 2-4 1")
    draw = pair_field(start, "dutch")
    found = {each.players: each for each in explain(start, draw) if each.code == "alternative"}  # type: ignore[union-attr]
    assert found[(4,)].broken == "order"  # type: ignore[union-attr]
    assert alternative(start, (1, 2)).broken == "C6"
    assert alternative(field(2), (1, 2)).broken == "C4"
    assert alternative(field(4), (1, 3)).opponents == (4, 2)
    assert alternative(field(5, "1-3 1, 2-4 1"), (3, 5)).broken == "order"
