"""Does a minimal re-draw touch as few as possible, and keep the top boards (section 12)?"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from engine.generator import Habits, generate
from engine.model import Colour
from engine.pairing import Field, NoLegalDraw, pair_field, pair_set
from engine.pairing.legality import legal_pair, streak
from engine.pairing.machine import MACHINE
from engine.pairing.redraw import redraw

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
Pairing = tuple[set[frozenset[int]], int | None]
Pairs = tuple[tuple[int, int], ...]


def completions(field: Field, players: list[int], bye_done: bool) -> Iterator[Pairing]:
    """Every full legal pairing, with a bye for one who may have it if the number is odd."""
    if not players:
        yield set(), None
        return
    first, *rest = players
    if len(players) % 2 and not bye_done and not field.records[first].won_without_play:
        for pairs, _ in completions(field, rest, True):
            yield pairs, first
    for other in rest:
        if legal_pair(field, first, other):
            for pairs, bye in completions(field, [n for n in rest if n != other], bye_done):
                yield pairs | {frozenset((first, other))}, bye


def fewest(field: Field, published: Pairs, bye: int | None) -> tuple[int, list[bool]] | None:
    """How few can be affected, and which published boards are then kept, by trying everything."""
    stay = [
        frozenset((w, b)) for w, b in published
        if field.takes_part(w) and field.takes_part(b) and legal_pair(field, w, b)
        and streak(field.records[w]) is not Colour.WHITE and streak(field.records[b]) is not Colour.BLACK
    ]
    found = []
    for pairs, new_bye in completions(field, list(field.playing), False):
        kept = [pair in pairs for pair in stay]
        same = bye is not None and new_bye == bye
        found.append((len(field.playing) - 2 * sum(kept) - same, [not k for k in kept]))
    if not found:
        return None
    affected, broken = min(found)
    boards = dict(zip(stay, broken, strict=True))
    return affected, [not boards.get(frozenset(pair), True) for pair in published]


def changed(field: Field, chance: random.Random) -> Field:
    """The field after somebody has left, come, or may not meet somebody any more."""
    records = dict(field.records)
    for number in chance.sample(sorted(records), min(2, len(records))):
        records[number] = replace(records[number], present=not records[number].present)
    numbers = sorted(records)
    never = pair_set(chance.sample(numbers, 2) for _ in range(chance.randint(0, 3)))
    return replace(field, records=records, never=never)


@pytest.mark.parametrize("system", MACHINE)
def test_as_few_as_possible_are_affected(system: str) -> None:
    print(f"seed {SEED}")
    chance = random.Random(f"{SEED} {system}")
    seen = impossible = 0
    for number in range(60):
        case = generate(system, chance.randint(4, 9), 4, SEED, number, Habits(absent=8, forfeit=8))
        for round in case.rounds:
            if round.pairs is None:
                continue
            field = changed(case.field(round.number), chance)
            best = fewest(field, round.pairs, round.bye)
            if best is None:
                with pytest.raises(NoLegalDraw):
                    redraw(field, MACHINE[system], round.pairs, round.bye)
                impossible += 1
                continue
            again = redraw(field, MACHINE[system], round.pairs, round.bye)
            kept = [pair in again.draw.boards and not again.affected & set(pair) for pair in round.pairs]
            assert (len(again.affected), kept) == best
            seated = {n for pair in again.draw.boards for n in pair} | {again.draw.bye} - {None}
            assert seated == set(field.playing) and len(again.draw.boards) == len(seated) // 2
            seen += 1
    assert seen > 50 and impossible > 3


@pytest.mark.parametrize("system", MACHINE)
def test_nothing_changes_when_nothing_has_changed(system: str) -> None:
    case = generate(system, 12, 5, SEED, 1)
    for round in case.rounds:
        field = case.field(round.number)
        draw = pair_field(field, system)
        again = redraw(field, MACHINE[system], draw.boards, draw.bye)
        assert not again.affected
        assert (again.draw.boards, again.draw.bye) == (draw.boards, draw.bye)
