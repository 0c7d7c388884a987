"""Does the matching agree with trying everything, also after choices have narrowed the graph?"""

from __future__ import annotations

import random
from functools import cache

import pytest

from engine.pairing.bits import bits, mask_of
from engine.pairing.matching import Matching

Costs = dict[tuple[int, int], int]


def rows(size: int, costs: Costs) -> list[dict[int, int]]:
    """Costs of edges as the matching wants them."""
    table: list[dict[int, int]] = [{} for _ in range(size)]
    for (u, v), cost in costs.items():
        for a, b in ((u, v), (v, u)):
            table[a][cost] = table[a].get(cost, 0) | 1 << b
    return table


def cheapest(size: int, costs: Costs, left: int | None = None) -> int | None:
    """The least cost of a perfect matching of the vertices `left`, by trying everything."""

    @cache
    def best(mask: int) -> int | None:
        if not mask:
            return 0
        u = (mask & -mask).bit_length() - 1
        found = [
            costs[u, v] + rest
            for v in bits(mask & ~(1 << u))
            if (u, v) in costs and (rest := best(mask & ~(1 << u) & ~(1 << v))) is not None
        ]
        return min(found, default=None)

    return best((1 << size) - 1 if left is None else left)


def graph(chance: random.Random, size: int, top: int) -> Costs:
    density = chance.choice((0.25, 0.4, 0.6, 0.9))
    return {
        (u, v): chance.randint(0, top)
        for u in range(size)
        for v in range(u + 1, size)
        if chance.random() < density
    }


@pytest.mark.parametrize("top", [0, 1, 3, 10**30])
def test_the_cheapest_matching_is_found(top: int) -> None:
    chance = random.Random(top)
    for _ in range(400):
        size = chance.randrange(2, 13, 2)
        costs = graph(chance, size, top)
        matching = Matching(rows(size, costs))
        expected = cheapest(size, costs)
        assert matching.solve() == (expected is not None)
        if expected is not None:
            assert matching.cost == expected
            assert sum(costs[u, matching.mate[u]] for u in range(size) if u < matching.mate[u]) == expected


@pytest.mark.parametrize("top", [0, 1, 2, 5])
def test_choices_are_kept_exactly_when_the_cost_survives(top: int) -> None:
    chance = random.Random(100 + top)
    for _ in range(400):
        size = chance.randrange(4, 13, 2)
        costs = graph(chance, size, top)
        matching = Matching(rows(size, costs))
        best = cheapest(size, costs)
        if not matching.solve() or best is None:
            continue
        left = (1 << size) - 1
        for _ in range(25):
            live = list(bits(left))
            if len(live) < 2:
                break
            u, v = sorted(chance.sample(live, 2))
            if chance.random() < 0.4:
                others = {w for w in live if w != u and chance.random() < 0.3}
                fewer = {e: c for e, c in costs.items() if not (u in e and (set(e) - {u}) & others)}
                kept = cheapest(size, fewer, left) == best
                assert matching.bar(u, mask_of(others)) == kept
                if kept:
                    costs = fewer
            else:
                rest = left & ~(1 << u) & ~(1 << v)
                after = cheapest(size, costs, rest)
                kept = (u, v) in costs and after is not None and after + costs[u, v] == best
                assert matching.keep(u, v) == kept
                if kept:
                    left, best = rest, after
            assert matching.cost == best
            pairs = [(w, matching.mate[w]) for w in bits(left) if w < matching.mate[w]]
            assert mask_of([w for pair in pairs for w in pair]) == left
            assert sum(costs[pair] for pair in pairs) == best


def odd_parts(crowd: int, neighbours: list[int]) -> int:
    """How many connected parts of odd size a set of vertices falls into."""
    odd = 0
    while crowd:
        part = new = crowd & -crowd
        while new:
            reached = 0
            for v in bits(new):
                reached |= neighbours[v]
            new = reached & crowd & ~part
            part |= new
        odd += part.bit_count() % 2
        crowd &= ~part
    return odd


def test_the_witness_proves_that_nothing_fits() -> None:
    chance = random.Random(5)
    seen = 0
    for _ in range(500):
        size = chance.randrange(2, 15, 2)
        costs = graph(chance, size, 0)
        table = rows(size, costs)
        matching = Matching(table)
        if matching.solve():
            continue
        seen += 1
        crowd, few = matching.blocked
        neighbours = [row.get(0, 0) for row in table]
        outside = mask_of([w for v in bits(crowd) for w in bits(neighbours[v])]) & ~crowd
        assert outside & ~few == 0
        assert odd_parts(crowd, neighbours) > few.bit_count()
    assert seen > 50


@pytest.mark.parametrize("top", [0, 1, 1000])
def test_a_repaired_matching_is_as_cheap_as_a_new_one(top: int) -> None:
    chance = random.Random(200 + top)
    for _ in range(12):
        size = chance.randrange(20, 61, 2)
        costs = graph(chance, size, top)
        matching = Matching(rows(size, costs))
        if not matching.solve():
            continue
        left = (1 << size) - 1
        for _ in range(20):
            u, v = chance.sample(list(bits(left)), 2)
            others = mask_of(w for w in bits(left) if chance.random() < 0.3)
            if chance.random() < 0.5:
                if matching.keep(u, v):
                    left &= ~(1 << u | 1 << v)
            elif matching.bar(u, others):
                costs = {e: c for e, c in costs.items() if not (u in e and mask_of(e) & others & ~(1 << u))}
            again = Matching(rows(size, costs), left)
            assert again.solve() and again.cost == matching.cost
            if left.bit_count() <= 2:
                break


@pytest.mark.parametrize("top", [0, 1, 2, 5])
def test_all_possible_partners_are_found_at_once(top: int) -> None:
    """Of them the first is taken, until nobody is left; mostly it is not who he was paired with."""
    chance = random.Random(300 + top)
    others = 0
    for _ in range(250):
        size = chance.randrange(4, 13, 2)
        costs = graph(chance, size, top)
        matching = Matching(rows(size, costs))
        if not matching.solve():
            continue
        left = (1 << size) - 1
        while left:
            u = chance.choice(list(bits(left)))
            best = cheapest(size, costs, left)
            pairs = {v: (min(u, v), max(u, v)) for v in bits(left & ~(1 << u))}
            fits = [v for v, pair in pairs.items() if pair in costs
                    and (rest := cheapest(size, costs, left & ~(1 << u | 1 << v))) is not None
                    and rest + costs[pair] == best]
            others += matching.mate[u] != fits[0]
            assert matching.first(u, left) == fits[0]
            left &= ~(1 << u | 1 << fits[0])
    assert others > 20
