"""Does each switch between the two editions of the handling rules change a tournament as the texts say?

Two are asked in `test_dutch_rules`: the bar to the bye, where only a full-point bye tells the editions
apart, and the order of boards under an acceleration; no tournament here has either.
"""

from __future__ import annotations

import pytest

from engine import entry, judging, scorebook
from engine import settings as spelling
from engine.cards import free_for
from engine.drafting import field_of
from engine.history import Kind, Past, Record
from engine.model import Colour, MemberId, Refused, Result, Settings, Standing
from engine.pairing import Field, Limit, NoLegalDraw, pair_field, remedies
from engine.pairing.fide import float_of, may_have_bye
from engine.pairing.handling import HANDLINGS
from engine.standings import criteria
from tests.table import Table

EDITIONS = ("fide-2026", "fide-2017")
W, B = Colour.WHITE, Colour.BLACK


def evening(players: int, handling: str, **more: object) -> Table:
    """A Dutch evening whose ratings fall with the number, White for number 1."""
    settings = {"system": "dutch", "rounds": 5, "colour": "white", "handling": handling, **more}
    return Table(players, {n: 2400 - n for n in range(1, players + 1)}, **settings)


def field(table: Table) -> Field:
    return field_of(table.t, scorebook.start_list(table.t), "demo")[0]


@pytest.mark.parametrize(("handling", "floats"), list(zip(EDITIONS, (0, 1), strict=True)))
def test_a_round_without_points_is_a_downfloat_in_the_old_edition_only(handling: str, floats: int) -> None:
    table = evening(8, handling)
    table.judge(entry.excuse, MemberId(8))
    table.begins()
    table.plays_round()
    assert float_of(field(table), 8, 1) == floats
    assert field(table).handling is HANDLINGS[handling]


@pytest.mark.parametrize("handling", EDITIONS)
def test_bye_and_forfeit_win_bar_from_the_bye_in_both(handling: str) -> None:
    table = evening(7, handling)
    table.begins()
    table.judge(judging.rule, 1, MemberId(1), Result.WHITE_BY_FORFEIT)
    table.plays_round(lambda game: Result.DRAW)
    barred = [n for n in range(1, 8) if not may_have_bye(field(table), n)]
    assert barred == [1, 7]


@pytest.mark.parametrize(("handling", "standing"), list(zip(EDITIONS, (Standing.OUT, Standing.REMOVED), strict=True)))
def test_who_does_not_come_is_withdrawn_by_the_old_edition(handling: str, standing: Standing) -> None:
    chosen = spelling.parse(spelling.NEW, "handling", handling)
    table = evening(6, handling, noshow_policy=chosen.noshow_policy)
    table.begins()
    table.judge(judging.no_show, 1, MemberId(4), out=True)
    assert table.t.players[MemberId(4)].standing is standing


def test_a_policy_that_was_chosen_stays_whatever_the_edition() -> None:
    keeps = spelling.parse(Settings(), "noshow_policy", "keep")
    assert spelling.parse(keeps, "handling", "fide-2017").noshow_policy == "keep"
    older = spelling.parse(Settings(), "handling", "fide-2017")
    assert spelling.parse(older, "handling", "fide-2026") == Settings()


def test_a_late_arrival_is_seated_in_a_published_round_by_the_new_edition_only() -> None:
    for handling in EDITIONS:
        table = evening(5, handling)
        table.begins()
        table.joins(6)
        if handling == "fide-2026":
            assert free_for(table.t, MemberId(6)) == [MemberId(5)]
            table.judge(judging.seat, MemberId(6), MemberId(5))
            assert table.t.rounds[0].pab is None and len(table.t.rounds[0].games) == 3
        else:
            assert free_for(table.t, MemberId(6)) == []
            with pytest.raises(Refused, match="published_is_final"):
                table.judge(judging.seat, MemberId(6), MemberId(5))


@pytest.mark.parametrize("handling", EDITIONS)
def test_a_correction_counts_for_the_next_pairing_and_changes_none_that_is_made(handling: str) -> None:
    table = evening(8, handling)
    table.begins()
    table.plays_round()                                       # 1, 3, 6, 8 win
    table.approves()
    posted = table.t.rounds[1]
    first = table.t.rounds[0].games[0]
    table.judge(judging.rule, 1, first.white, Result.BLACK_WON)
    assert table.t.rounds[1] == posted
    assert field(table).records[1].past[0].points == 0


@pytest.mark.parametrize("handling", EDITIONS)
def test_the_colour_limit_falls_for_topscorers_of_the_last_round_only(handling: str) -> None:
    """The two who are left are due the same colour, absolutely, and have more than half of the points."""
    past = {1: (Past(Kind.GAME, 2, 3, W), Past(Kind.GAME, 2, 4, W)),
            2: (Past(Kind.GAME, 2, 4, W), Past(Kind.GAME, 2, 3, W))}
    records = {n: Record(n, rounds) for n, rounds in past.items()} | {
        n: Record(n, (Past(Kind.GAME, 0, 1, B), Past(Kind.GAME, 0, 2, B)), withdrawn=True) for n in (3, 4)}

    def made(rounds: int, **more: object) -> Field:
        return Field(3, records, rounds=rounds, first_colour=W, handling=HANDLINGS[handling],
                     **more)  # type: ignore[arg-type]

    assert len(pair_field(made(3), "dutch").boards) == 1
    with pytest.raises(NoLegalDraw):
        pair_field(made(4), "dutch")
    lifted = made(4, lifted=frozenset({Limit.COLOUR}))
    if handling == "fide-2026":
        assert len(pair_field(lifted, "dutch").boards) == 1
    else:
        with pytest.raises(NoLegalDraw):
            pair_field(lifted, "dutch")
    assert remedies(made(4), "dutch") == ((frozenset({Limit.COLOUR}),) if handling == "fide-2026" else ())


@pytest.mark.parametrize("rounds", [2, 3])
@pytest.mark.parametrize("handling", EDITIONS)
def test_the_chief_lifts_the_colour_limits_of_the_last_round_only_in_the_old_edition(handling: str, rounds: int) -> None:
    """Round 2 is stuck by bans, whatever is lifted."""
    table = evening(4, handling, rounds=rounds)
    table.begins()
    for other in (2, 3, 4):
        table.judge(judging.forbid, MemberId(1), MemberId(other), "never", reason="one club")
    table.plays_round()
    table.passes()
    assert table.t.stuck is not None and table.t.stuck.round == 2
    assert table.judge(judging.lift, "plus")
    table.passes()
    if (handling, rounds) == ("fide-2017", 3):
        with pytest.raises(Refused, match="colours_of_last_round"):
            table.judge(judging.lift, "colour")
    else:
        assert table.judge(judging.lift, "colour")


@pytest.mark.parametrize(("handling", "policy"), list(zip(EDITIONS, ("fide2026", "virtual"), strict=True)))
def test_rounds_without_a_game_have_a_virtual_opponent_in_the_old_edition(handling: str, policy: str) -> None:
    assert criteria(evening(4, handling).t)[1] == policy


def test_the_edition_is_fixed_with_round_1_and_a_draft_is_made_again() -> None:
    table = evening(6, "fide-2026")
    table.judge(judging.begin)
    table.passes()
    draft = table.t.draft
    table.judge(judging.change, "handling", "fide-2017")
    assert draft is not None and table.t.draft is None
    table.approves()
    with pytest.raises(Refused, match="fixed_setting"):
        table.judge(judging.change, "handling", "fide-2026")
