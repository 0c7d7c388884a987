"""Is every round of whole random tournaments legal, complete, fair about the bye, and the same again?

2,000 tournaments of each system with LONG_SEARCHES=1, else a tenth of them with the seed of the day.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from datetime import date

import pytest

from engine.cases import Tournament
from engine.generator import Habits, generate
from engine.model import Colour
from engine.pairing import Draw, Field, pair_field
from engine.pairing.legality import legal_pair
from engine.pairing.machine import MACHINE
from engine.pairing.reasons import ByeGiven, ByePassed, Coloured, Group, Paired, WentDown

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
PARTS = 4
COUNT = (2000 if os.environ.get("LONG_SEARCHES") else 200) // PARTS


def tournaments(system: str, part: int = 0, count: int = COUNT, sizes: tuple[int, int] = (4, 40)
                ) -> Iterator[Tournament]:
    """Small fields are the hard ones: half of the fields have at most twelve players."""
    chance = random.Random(f"{SEED} {system} {part}")
    least, most = sizes
    for number in range(count):
        yield generate(
            system, chance.randint(least, chance.choice((min(12, most), most))), chance.randint(1, 9), SEED,
            part * count + number,
            Habits(absent=chance.choice((0, 5, 15)), withdrawn=chance.choice((0, 3)), late=chance.choice((0, 20)),
                   forfeit=chance.choice((0, 5))),
        )


def check(field: Field, draw: Draw) -> None:
    seated = [n for pair in draw.boards for n in pair] + ([] if draw.bye is None else [draw.bye])
    assert sorted(seated) == list(field.playing) == sorted(draw.order)
    assert (draw.bye is None) == (len(field.playing) % 2 == 0)
    assert all(legal_pair(field, a, b) for a, b in draw.boards)
    if draw.bye is not None:
        assert not field.records[draw.bye].won_without_play
    for white, black in draw.boards:
        for number, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            assert [*field.records[number].colours[-3:], colour].count(colour) < 4
    points = {n: field.records[n].score() for n in field.playing}
    assert dict(draw.points) == points
    assert [points[n] for n in draw.order] == sorted(points.values(), reverse=True)
    best = [max(points[a], points[b]) for a, b in draw.boards]
    assert best == sorted(best, reverse=True)


def explained(draw: Draw) -> None:
    """Every board has its pair and its colours among the reasons, the bye and every float too."""
    paired = {frozenset((r.player, r.opponent)) for r in draw.reasons if isinstance(r, Paired)}
    assert paired == {frozenset(pair) for pair in draw.boards}
    assert [(r.white, r.black) for r in draw.reasons if isinstance(r, Coloured)] == list(draw.boards)
    assert [r.player for r in draw.reasons if isinstance(r, ByeGiven)] == [draw.bye] * (draw.bye is not None)
    passed = [r.player for r in draw.reasons if isinstance(r, ByePassed)]
    if draw.bye is not None:
        assert passed == list(reversed(draw.order))[: len(passed)]
        assert draw.order[len(draw.order) - 1 - len(passed)] == draw.bye
    groups = [r for r in draw.reasons if isinstance(r, Group)]
    floats = [r for r in draw.reasons if isinstance(r, WentDown)]
    assert sum(group.leaving for group in groups) == len(floats)
    assert all(r.from_points > r.to_points for r in floats)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("system", MACHINE)
def test_every_round_is_legal_complete_and_explained(system: str, part: int) -> None:
    drawn = 0
    for case in tournaments(system, part):
        for round in case.rounds:
            if round.pairs is None:
                continue
            field = case.field(round.number)
            draw = pair_field(field, system)
            assert (draw.boards, draw.bye) == (round.pairs, round.bye)
            check(field, draw)
            explained(draw)
            drawn += 1
    print(f"seed {SEED}: {drawn} rounds of {system}")
    assert drawn > 2 * COUNT


def possible(field: Field, players: tuple[int, ...], bye: bool) -> bool:
    """Whether these can be paired, by listing: the first has the bye, or meets one of the others."""
    if not players:
        return True
    first, *rest = players
    if bye and not field.records[first].won_without_play and possible(field, tuple(rest), False):
        return True
    return any(legal_pair(field, first, other) and possible(field, tuple(n for n in rest if n != other), bye)
               for other in rest)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("system", MACHINE)
def test_there_is_no_draw_only_where_a_listing_finds_none(system: str) -> None:
    answers = {True: 0, False: 0}
    for case in tournaments(system, count=PARTS * COUNT, sizes=(2, 8)):
        for round in case.rounds:
            field = case.field(round.number)
            found = possible(field, field.playing, len(field.playing) % 2 == 1)
            assert found == (round.pairs is not None), f"{case.id}, round {round.number}"
            answers[found] += 1
    print(f"seed {SEED}: {answers[True]} rounds of {system} with a draw, {answers[False]} without")
    assert min(answers.values()) > 20


@pytest.mark.parametrize("system", MACHINE)
def test_the_order_in_which_players_are_listed_changes_nothing(system: str) -> None:
    chance = random.Random(SEED)
    for case in tournaments(system, count=20):
        for round in case.rounds:
            if round.pairs is None:
                continue
            field = case.field(round.number)
            mixed = list(field.records.items())
            chance.shuffle(mixed)
            again = pair_field(Field(field.round, dict(mixed), field.seed), system)
            assert (again.boards, again.bye) == (round.pairs, round.bye)


def test_the_same_seed_makes_the_same_tournament() -> None:
    for system in MACHINE:
        assert generate(system, 9, 5, "x") == generate(system, 9, 5, "x")
        assert generate(system, 9, 5, "x") != generate(system, 9, 5, "y")
    with pytest.raises(ValueError, match="two players"):
        generate("blind", 1, 5, "x")
