"""Do the quick ways of the Dutch engine say what the long way says, and does none of them ever hang?"""

from __future__ import annotations

import os
import random
from datetime import date
from itertools import combinations

import pytest

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Field, NoLegalDraw, pair_set
from engine.pairing.completion import Completion
from engine.pairing.dutch import Descent
from engine.pairing.dutch_bracket import best, solve
from engine.pairing.dutch_direct import first_matching

SEED = os.environ.get("CASES_SEED", date.today().isoformat())


def sparse(chance: random.Random, size: int, rounds: int, partners: int) -> Field:
    """A field with scattered scores and colours in which everybody may meet only a few."""
    pairs = list(combinations(range(1, size + 1), 2))
    open_pairs = set(chance.sample(pairs, min(len(pairs), size * partners // 2)))
    records = {}
    for n in range(1, size + 1):
        past = []
        for _ in range(rounds):
            colour, points = chance.choice(list(Colour)), chance.choice((0, 1, 2, 2))
            if chance.random() < 0.2:
                past.append(Past(Kind.HALF_BYE, 1))
            else:
                past.append(Past(Kind.GAME, points, chance.randint(1, size), colour))
        records[n] = Record(n, tuple(past))
    return Field(
        rounds + 1, records, rounds=rounds + chance.randint(1, 2), first_colour=Colour.WHITE,
        never=pair_set(pair for pair in pairs if pair not in open_pairs),
    )


@pytest.mark.parametrize(("size", "rounds"), [(12, 3), (25, 2), (40, 1), (40, 5), (61, 3), (80, 1)])
def test_every_bracket_is_paired_as_by_the_long_way(size: int, rounds: int) -> None:
    chance = random.Random(f"{SEED} {size} {rounds}")
    drawn = 0
    for _ in range(25):
        field = sparse(chance, size, rounds, chance.choice((4, 6, 10, 20)))
        try:
            descent = Descent(field, field.playing, avoid=False)
        except NoLegalDraw:
            continue
        drawn += 1
        for bracket, made in descent.steps:
            solved = solve(descent.players, descent.completion.legal, bracket, ())
            assert solved is not None
            for quick in (made, best(descent.players, descent.completion, bracket)):
                assert (set(quick.pairs), quick.leaving) == (set(solved.pairs), solved.leaving)
    assert drawn > 3


def test_forty_players_who_have_nearly_all_met_are_answered() -> None:
    chance = random.Random(SEED)
    answers = {"drawn": 0, "none": 0}
    for partners in (2, 3, 3, 4, 4, 5) * 4:
        field = sparse(chance, 40, 0, partners)
        try:
            Descent(field, field.playing, avoid=False)
            answers["drawn"] += 1
        except NoLegalDraw as none:
            answers["none"] += 1
            assert none.code == "no_pairing" and len(none.crowd) > len(none.few)
    assert all(answers.values())


def test_the_first_matching_is_the_first_of_all() -> None:
    chance = random.Random(SEED)
    for _ in range(500):
        size = chance.randint(1, 5)
        rows = [chance.randrange(1, 1 << size + 1) for _ in range(size)]

        def every(left: int, taken: int, rows: list[int] = rows) -> list[list[int]]:
            if left == len(rows):
                return [[]]
            return [
                [right, *rest] for right in range(len(rows) + 1) if rows[left] >> right & 1 and not taken >> right & 1
                for rest in every(left + 1, taken | 1 << right)
            ]

        assert first_matching(rows, (1 << size + 1) - 1) == min(every(0, 0), default=None)


def test_a_repaired_matching_is_right_about_everybody() -> None:
    """Asked again and again with other players, it says the same as when asked afresh."""
    chance = random.Random(SEED)
    for _ in range(100):
        size = chance.randint(2, 12)
        legal = [0] * size
        for a, b in combinations(range(size), 2):
            if chance.random() < 0.3:
                legal[a] |= 1 << b
                legal[b] |= 1 << a
        kept = Completion(legal)
        for _ in range(12):
            live = chance.randrange(1 << size)
            answer = kept.perfect(live)
            assert answer == Completion(legal).perfect(live)
            if answer:
                assert all(legal[v] >> kept.mate[v] & 1 and live >> kept.mate[v] & 1 and kept.mate[kept.mate[v]] == v
                           for v in range(size) if live >> v & 1)
