"""Do the reasons chosen for one board, for the bye and for a whole draw say what the law says of them?

The rounds are those of the law's worked examples (draughts.md section 18), and random ones.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import checker, trf
from engine.generator import Habits, generate, report
from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Draw, Field, Forced, Limit, pair_field, pair_set
from engine.pairing.explain import (
    Avoided,
    Chosen,
    Classified,
    Coefficients,
    History,
    InGroup,
    Met,
    Pairs,
    Passed,
    Stayed,
    Told,
    Tried,
    about_board,
    about_bye,
    overview,
)
from engine.pairing.fide_reasons import Allotted, Alternative, Given
from engine.pairing.machine import MACHINE
from engine.pairing.reasons import ByeGiven, Coloured, Paired, WentDown
from tests.test_pairing_examples import read


def example(name: str, round: int) -> tuple[Field, Draw]:
    field = read(name)[0].field(round)
    return field, pair_field(field, name)


def board(name: str, round: int, a: int, b: int) -> list[Told]:
    field, draw = example(name, round)
    told = about_board(field, draw, name, a, b)
    assert told == about_board(field, draw, name, b, a)
    return list(told)


# ---- one board


def test_the_upper_half_meets_the_lower_and_a_broken_pair_is_named() -> None:
    told = board("individual", 3, 2, 8)                  # 2-5 is legal, but then the rest could not be paired
    assert InGroup(3, (2, 3, 5, 8, 9), ()) in told
    assert Tried(2, (5,), "unkept", article="5.4.10.8") in told
    assert Chosen(2, 8, "lower") in told
    assert Coloured(8, 2, "alternation") not in told and Coloured(2, 8, "alternation") in told
    assert told[-1] == History(2, 8, (Colour.WHITE, Colour.BLACK), (Colour.WHITE,))


def test_round_one_needs_no_group() -> None:
    told = board("individual", 1, 1, 6)
    assert told == [Chosen(1, 6, "lower", article="5.4.10.5.2"), Coloured(6, 1, "round 1", article="5.4.10.5.2")]
    assert board("blind", 1, 1, 2)[-1] == Coloured(1, 2, "round 1 numbers", article="5.4.10.4")
    field, draw = example("buchholz", 1)
    last = max(field.playing) - (draw.bye is not None)
    assert about_board(field, draw, "buchholz", 1, last)[0] == Chosen(1, last, "last", article="5.4.10.7.2")


def test_the_way_down_through_two_groups_is_told_in_order() -> None:
    told = board("blind", 5, 8, 4)
    assert told[:6] == [
        Tried(8, (5,), "unkept", article="5.4.10.8"),
        WentDown(8, 4, 3, "left over", article="D15"),
        Met(8, 1, 3),
        WentDown(8, 3, 1, "floater", article="D13"),
        InGroup(1, (4,), (8,)),
        Chosen(8, 4, "floater first", article="5.4.10.4"),
    ]


def test_the_halves_among_themselves() -> None:
    games = [{1: 3, 4: 2}, {4: 1, 2: 3}]                 # all drawn: one group, in which the halves have met
    past: dict[int, list[Past]] = {n: [] for n in range(1, 5)}
    for round in games:
        for white, black in round.items():
            past[white].append(Past(Kind.GAME, 1, black, Colour.WHITE))
            past[black].append(Past(Kind.GAME, 1, white, Colour.BLACK))
    field, draw = _drawn(Field(3, {n: Record(n, tuple(items)) for n, items in past.items()}))
    assert Chosen(1, 2, "upper") in about_board(field, draw, "individual", 1, 2)
    assert Tried(1, (3, 4), "met", (1, 2)) in about_board(field, draw, "individual", 1, 2)
    assert Chosen(3, 4, "rest") in about_board(field, draw, "individual", 3, 4)


def test_who_stayed_though_it_was_his_turn() -> None:
    assert Stayed((7,), "no opponent", article="D12") in board("solkoff", 3, 4, 3)
    told = board("solkoff", 5, 4, 5)
    assert Stayed((7,), "rest", article="5.4.10.8") in told
    assert WentDown(4, 5, 4, "odd", article="5.4.10.5.4") in told
    assert Coefficients(4, 5, 10, 15, article="5.4.10.6.2") in told


def test_in_buchholz_the_first_goes_down_and_meets_the_last() -> None:
    case = read("buchholz")[0]
    found = []
    for round in range(2, 6):
        field = case.field(round)
        draw = pair_field(field, "buchholz")
        for pair in draw.boards:
            found += about_board(field, draw, "buchholz", *pair)
    assert any(isinstance(each, WentDown) and (each.why, each.article) == ("odd from top", "5.4.10.7.4")
               for each in found)
    assert {each.order for each in found if isinstance(each, Chosen)} == {"last", "floater last"}


def test_the_leaders_have_met() -> None:                                                     # complaint C16
    games = [{1: 3, 2: 4}, {2: 1, 4: 3}]                 # round 1, round 2: White -> Black, White wins
    past: dict[int, list[Past]] = {n: [] for n in range(1, 5)}
    for round in games:
        for white, black in round.items():
            past[white].append(Past(Kind.GAME, 2, black, Colour.WHITE))
            past[black].append(Past(Kind.GAME, 0, white, Colour.BLACK))
    field = Field(3, {n: Record(n, tuple(items)) for n, items in past.items()})
    draw = pair_field(field, "individual")
    assert draw.order[:2] == (2, 1) and draw.boards == ((3, 2), (1, 4))
    assert overview(field, draw, "individual")[0] == Met(2, 1, 2, leaders=True)
    assert Tried(2, (1, 4), "met", (2, 1)) in about_board(field, draw, "individual", 2, 3)
    assert Met(1, 2, 2) in about_board(field, draw, "individual", 1, 4)


def test_a_forced_pair_is_an_order_and_no_choice() -> None:
    field, _ = example("individual", 3)
    field = replace(field, forced=(Forced(2, 7, coloured=False),))
    told = about_board(field, pair_field(field, "individual"), "individual", 2, 7)
    assert told[0] == Paired(2, 7, "forced", article="5.4.10.9")
    assert not [each for each in told if isinstance(each, Chosen | Tried | InGroup)]
    assert isinstance(told[1], Coloured) and told[1].rule != "given"


def test_forbidden_avoided_and_pots() -> None:
    records = {n: Record(n) for n in range(1, 5)}
    told = about_board(*_drawn(Field(1, records, never=pair_set([(1, 3)]))), "individual", 1, 4)
    assert Tried(1, (3,), "forbidden", article="D35") in told
    everybody = pair_set([(1, 2), (1, 3), (1, 4)])
    field, draw = _drawn(Field(1, records, avoid=everybody))
    assert overview(field, draw, "individual")[0] == Avoided(((1, 3),)) or overview(
        field, draw, "individual")[0] == Avoided(((3, 1),))
    played = {n: Record(n, (Past(Kind.ABSENT),)) for n in range(1, 5)}
    field, draw = _drawn(Field(2, played, pots=((1, 2),)))
    assert InGroup(0, (2, 1), (), article="D25") in about_board(field, draw, "individual", 1, 2)


def _drawn(field: Field) -> tuple[Field, Draw]:
    return field, pair_field(field, "individual")


def test_two_who_are_no_pair_have_no_reasons() -> None:
    assert board("individual", 3, 2, 5) == []


# ---- the bye, the whole


def test_who_was_passed_over_for_the_bye() -> None:
    field, draw = example("individual", 5)
    assert about_bye(field, draw, "individual") == (
        Passed((6, 7), "won without play"), ByeGiven(9), Classified("number", article="5.4.10.5.3"))
    field, draw = example("individual", 4)
    assert about_bye(field, draw, "individual")[-1] == Classified("number down", article="5.4.10.5.6")
    assert about_bye(*example("blind", 5), "blind") == ()


def test_a_second_bye_is_one_by_a_lifted_limit() -> None:
    field = Field(2, {n: Record(n, (Past(Kind.BYE, 2),)) for n in (1, 2, 3)}, lifted=frozenset({Limit.PLUS}))
    assert ByeGiven(1, lifted=True) in about_bye(field, pair_field(field, "individual"), "individual")


def test_the_whole_draw_in_a_few_reasons() -> None:
    told = overview(*example("solkoff", 5), "solkoff")
    assert Stayed((7,), "rest", article="5.4.10.8") in told and told[-1] == Classified(
        "BH/C1", article="5.4.10.6.2")
    told = overview(*example("blind", 5), "blind")
    assert Pairs(((5, 8),), "unkept", article="5.4.10.8") in told
    assert Pairs(((1, 8),), "met", (3,)) in told
    assert [each.player for each in told if isinstance(each, WentDown)] == [9, 8, 5, 8]
    assert told[-1] == Classified("lot", article="5.4.10.4")


HALVES = {"lower", "rest", "upper"}
ORDERS = {"blind": {"next"}, "buchholz": {"last"}, "individual": HALVES, "solkoff": HALVES, "simple": HALVES}


@pytest.mark.parametrize("system", MACHINE)
def test_every_board_of_random_rounds_has_its_choice_and_its_colours(system: str) -> None:
    chance = random.Random(f"why {system}")
    seen = set()
    for number in range(60):
        case = generate(system, chance.randint(4, 12), chance.randint(3, 9), "why", number,
                        Habits(absent=10, withdrawn=3, late=20, forfeit=5))
        for round in case.rounds:
            if round.pairs is None:
                continue
            field = case.field(round.number)
            draw = pair_field(field, system)
            for pair in draw.boards:
                told = about_board(field, draw, system, *pair)
                chosen, = (each for each in told if isinstance(each, Chosen))
                colours, = (each for each in told if isinstance(each, Coloured))
                assert {chosen.player, chosen.opponent} == {*pair} and (colours.white, colours.black) == pair
                seen.add(chosen.order)
                for each in told:
                    if isinstance(each, Met | Tried):
                        sound(field, each)
                    elif isinstance(each, WentDown):
                        assert each.player in pair and each.from_points > each.to_points
            assert len(about_bye(field, draw, system)) >= 2 * (draw.bye is not None)
            assert overview(field, draw, system)
    floater = "floater last" if system == "buchholz" else "floater first"
    assert {floater, sorted(ORDERS[system])[0]} <= seen <= ORDERS[system] | {floater}


def sound(field: Field, each: Met | Tried) -> None:
    """What is said of two is so."""
    opponents = each.opponents if isinstance(each, Tried) else (each.opponent,)
    rounds = each.rounds if isinstance(each, Tried) else (each.round,)
    why = each.why if isinstance(each, Tried) else "met"
    assert bool(rounds) == (why == "met") and len(set(opponents)) == len(opponents)
    for opponent, round in zip(opponents, rounds, strict=False):
        past = field.records[each.player].past[round - 1]
        assert past.played and past.opponent == opponent
    if why == "colours":
        assert all(field.records[each.player].colours[-3:] == field.records[other].colours[-3:]
                   for other in opponents)


# ---- the Dutch system


def dutch_rounds() -> list[tuple[Field, Draw]]:
    """The rounds of random tournaments with byes asked for."""
    found = []
    for number in range(6):
        file = trf.read(report("dutch", 13, 7, "why", number, Habits(byes=5, withdrawn=0, forfeit=4)))
        for round in range(1, file.paired + 1):
            field = checker.past_field(file, round, "")
            found.append((field, pair_field(field, "dutch")))
    return found


def test_every_dutch_board_has_an_alternative_and_an_article_of_colours() -> None:
    kinds: set[str] = set()
    for field, draw in dutch_rounds():
        for pair in draw.boards:
            told = about_board(field, draw, "dutch", *pair)
            assert next(each for each in told if isinstance(each, Alternative)).players == tuple(sorted(pair))
            allotted, = (each for each in told if isinstance(each, Allotted))
            assert (allotted.white, allotted.black) == pair
            kinds |= {type(each).__name__ for each in told}
        if draw.bye is not None:
            assert [type(each).__name__ for each in about_bye(field, draw, "dutch")] == ["ByeScore", "Bye",
                                                                                          "Alternative"]
        kinds |= {type(each).__name__ for each in overview(field, draw, "dutch")}
    assert {"Tried", "Downfloat", "Scoregroup", "History", "Failures", "Bye", "Met"} <= kinds


def test_a_dutch_forced_pair_is_an_order() -> None:
    field = Field(1, {n: Record(n) for n in range(1, 7)}, forced=(Forced(1, 2, coloured=False),), rounds=3)
    told = about_board(field, pair_field(field, "dutch"), "dutch", 1, 2)
    assert [type(each) for each in told] == [Given, Allotted]
