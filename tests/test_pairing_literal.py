"""Does the fast engine agree with the referee who tries one choice after another (8.3), word for word?

The slow engine below is section 5 to 8 of the law taken literally: depth-first search over the
choices of steps A, B and C, and trying everything to see whether a set of players can be paired.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from itertools import groupby

import pytest

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Field, Forced, Limit, NoLegalDraw, pair_field, pair_set
from engine.pairing.classification import classify
from engine.pairing.machine import MACHINE

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
SYSTEMS = ["blind", "individual", "solkoff", "buchholz", "simple"]


# ---- the slow engine


class Nothing(Exception):
    """No legal pairing exists."""


def last_three(record: Record) -> set[Colour]:
    games = [past.colour for past in record.past if past.kind is Kind.GAME and past.colour]
    return set(games[-3:]) if len(games) >= 3 else set(Colour)


def lawful(field: Field, a: int, b: int, avoid: bool) -> bool:
    if any(past.kind is Kind.GAME and past.opponent == b for past in field.records[a].past):
        return False
    if {a, b} in field.never or (avoid and {a, b} in field.avoid):
        return False
    if Limit.COLOUR in field.lifted:
        return True
    one, two = last_three(field.records[a]), last_three(field.records[b])
    return len(one) != 1 or len(two) != 1 or one != two


def whole(players: frozenset[int], legal: Callable[[int, int], bool], known: dict[frozenset[int], bool]) -> bool:
    """Whether the players can be divided completely into legal pairs."""
    if not players:
        return True
    if players not in known:
        a = min(players)
        known[players] = any(legal(a, b) and whole(players - {a, b}, legal, known) for b in players - {a})
    return known[players]


def step_c(system: str, upper: list[int], lower: list[int], x: int) -> list[int]:
    everybody = [y for y in upper + lower if y != x]
    if system == "blind":
        return everybody
    if system == "buchholz":
        return everybody[::-1]
    return [y for y in lower if y != x] + [y for y in reversed(upper) if y != x]


Pairing = tuple[set[frozenset[int]], int | None]
"""Who meets whom, and the bye."""

Outcome = tuple[list[tuple[int, int]], list[int]]


def outcomes(
    system: str, down: list[int], own: list[int], following: list[int], leaving: int,
    legal: Callable[[int, int], bool],
) -> Iterator[Outcome]:
    """All outcomes of a group with exactly so many leavers, in the order in which the referee meets them."""

    def floaters(waiting: list[int], left: list[int], done: Outcome) -> Iterator[Outcome]:
        pairs, leavers = done
        if len(leavers) > leaving:
            return
        if not waiting:
            yield from odd(left, done)
            return
        f, *rest = waiting
        for g in reversed(left) if system == "buchholz" else left:
            if legal(f, g):
                yield from floaters(rest, [y for y in left if y != g], ([*pairs, (f, g)], leavers))
        yield from floaters(rest, left, (pairs, [*leavers, f]))

    def odd(left: list[int], done: Outcome) -> Iterator[Outcome]:
        pairs, leavers = done
        if len(left) % 2 == 0:
            half = len(left) // 2
            yield from inside(left[:half], left[half:], done)
            return
        candidates = left if system == "buchholz" else left[::-1]
        able = [y for y in candidates if any(legal(y, z) for z in following)]
        for y in [*able, *(z for z in candidates if z not in able)]:
            stay = [z for z in left if z != y]
            half = len(stay) // 2
            yield from inside(stay[:half], stay[half:], (pairs, [*leavers, y]))

    def inside(upper: list[int], lower: list[int], done: Outcome) -> Iterator[Outcome]:
        pairs, leavers = done
        if len(leavers) > leaving:
            return
        if not upper and not lower:
            if len(leavers) == leaving:
                yield done
            return
        x = (upper + lower)[0]
        for y in step_c(system, upper, lower, x):
            if legal(x, y):
                yield from inside(
                    [z for z in upper if z not in (x, y)], [z for z in lower if z not in (x, y)],
                    ([*pairs, (x, y)], leavers),
                )
        yield from inside([z for z in upper if z != x], [z for z in lower if z != x], (pairs, [*leavers, x]))

    yield from floaters(down, own, ([], []))


def slow_attempt(field: Field, system: str, order: list[int], avoid: bool) -> Pairing:
    def legal(a: int, b: int) -> bool:
        return lawful(field, a, b, avoid)

    known: dict[frozenset[int], bool] = {}
    won = {n for n in order if any(p.kind in (Kind.BYE, Kind.FORFEIT_WIN) for p in field.records[n].past)}
    bye = None
    if len(order) % 2:
        tried = [n for n in reversed(order) if n not in won]
        if Limit.PLUS in field.lifted:
            tried += [n for n in reversed(order) if n in won]
        bye = next((n for n in tried if whole(frozenset(order) - {n}, legal, known)), None)
        if bye is None:
            raise Nothing
    left = [n for n in order if n != bye]
    if not whole(frozenset(left), legal, known):
        raise Nothing
    groups = [list(g) for _, g in groupby(left, key=lambda n: (field.pot(n), field.records[n].score()))]
    pairs: list[tuple[int, int]] = []
    down: list[int] = []
    for at, own in enumerate(groups):
        below = frozenset(n for group in groups[at + 1:] for n in group)
        following = groups[at + 1] if below else []
        made, leavers = next(
            outcome
            for leaving in range(len(own) + len(down) + 1)
            for outcome in outcomes(system, down, own, following, leaving, legal)
            if whole(below | set(outcome[1]), legal, known)
        )
        pairs += made
        down = sorted(leavers, key=order.index)
    return {frozenset(pair) for pair in pairs}, bye


def slow(field: Field, system: str, order: list[int]) -> Pairing:
    try:
        return slow_attempt(field, system, order, True)
    except Nothing:
        return slow_attempt(field, system, order, False)


# ---- random rounds


def some_field(chance: random.Random, most: int) -> Field:
    """A round after rounds played anyhow: the engine must cope with every past."""
    size = chance.randint(2, most)
    rounds = chance.randint(0, min(6, size))
    past: dict[int, list[Past]] = {n: [] for n in range(1, size + 1)}
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        numbers = list(past)
        chance.shuffle(numbers)
        while numbers:
            a = numbers.pop()
            b = next((n for n in numbers if {a, n} not in met), None)
            if b is None or chance.random() < 0.08:
                past[a].append(Past(Kind.BYE, 2) if chance.random() < 0.5 else Past(Kind.ABSENT))
                continue
            numbers.remove(b)
            if chance.random() < 0.1:
                past[a].append(Past(Kind.FORFEIT_WIN, 2, b, Colour.WHITE))
                past[b].append(Past(Kind.FORFEIT_LOSS, 0, a, Colour.BLACK))
                continue
            met.add(frozenset((a, b)))
            points = chance.choice((0, 1, 2))
            past[a].append(Past(Kind.GAME, points, b, Colour.WHITE))
            past[b].append(Past(Kind.GAME, 2 - points, a, Colour.BLACK))

    def pairs(most: int) -> frozenset[frozenset[int]]:
        return pair_set(chance.sample(range(1, size + 1), 2) for _ in range(chance.randint(0, most)))

    records = {
        n: Record(
            n, tuple(items), withdrawn=chance.random() < 0.04, present=chance.random() > 0.04,
            penalties=((1, chance.randint(1, 2)),) if chance.random() < 0.05 else (),
        )
        for n, items in past.items()
    }
    numbers = chance.sample(range(1, size + 1), size)
    pots = (tuple(numbers[: size // 3]), tuple(numbers[size // 3: size // 2])) if chance.random() < 0.15 else ()
    lifted = frozenset(limit for limit in Limit if chance.random() < 0.2)
    return Field(
        rounds + 1, records, str(chance.random()), never=pairs(size // 2) if chance.random() < 0.3 else frozenset(),
        avoid=pairs(size * 2) if chance.random() < 0.3 else frozenset(), pots=pots, lifted=lifted,
    )


def same_answer(field: Field, system: str) -> str:
    """Compare the engines; says what the answer was."""
    order = list(classify(field, MACHINE[system]).order)
    try:
        pairs, bye = slow(field, system, order)
    except Nothing:
        with pytest.raises(NoLegalDraw):
            pair_field(field, system)
        return "none"
    draw = pair_field(field, system)
    assert ({frozenset(pair) for pair in draw.boards}, draw.bye) == (pairs, bye)
    assert len(draw.boards) == len(pairs)
    return "drawn"


@pytest.mark.parametrize("system", SYSTEMS)
def test_both_engines_draw_the_same(system: str) -> None:
    print(f"seed {SEED}")
    chance = random.Random(f"{SEED} {system}")
    answers = [same_answer(some_field(chance, 10), system) for _ in range(250)]
    assert answers.count("drawn") > 50
    assert answers.count("none") > 5


@pytest.mark.parametrize("system", SYSTEMS)
def test_forced_pairs_leave_the_rest_to_the_rules(system: str) -> None:
    chance = random.Random(f"{SEED} forced {system}")
    seen = 0
    for _ in range(60):
        field = some_field(chance, 9)
        playing = list(field.playing)
        if len(playing) < 4:
            continue
        a, b = chance.sample(playing, 2)
        if {a, b} in field.never:
            continue
        forced = replace(field, forced=(Forced(a, b),))
        order = [n for n in classify(field, MACHINE[system]).order if n not in (a, b)]
        try:
            pairs, bye = slow(forced, system, order)
        except Nothing:
            with pytest.raises(NoLegalDraw):
                pair_field(forced, system)
            continue
        draw = pair_field(forced, system)
        assert (a, b) in draw.boards
        assert ({frozenset(pair) for pair in draw.boards} - {frozenset((a, b))}, draw.bye) == (pairs, bye)
        seen += 1
    assert seen > 10
