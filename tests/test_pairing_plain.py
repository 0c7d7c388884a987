"""The quick answers of a matching: kinds that are alike, edges without slack alone, exchanges in their order."""

from __future__ import annotations

import os
import random
from datetime import date
from itertools import combinations

from engine.pairing.bits import bits
from engine.pairing.dutch_exchanges import halves
from engine.pairing.kinds import prices
from engine.pairing.matching import Matching

SEED = os.environ.get("CASES_SEED", date.today().isoformat())

Rows = list[dict[int, int]]


def graph(chance: random.Random, size: int, most: int) -> Rows:
    """Edges with costs from 0 to `most`."""
    rows: Rows = [{} for _ in range(size)]
    density = chance.choice((0.2, 0.4, 1))
    for pair in combinations(range(size), 2):
        if chance.random() < density:
            cost = chance.randint(0, most)
            for u, v in (pair, pair[::-1]):
                rows[u][cost] = rows[u].get(cost, 0) | 1 << v
    return rows


def without(rows: Rows, u: int, others: int) -> Rows:
    return [
        {cost: mask & ~(others if v == u else others >> v & 1 and 1 << u) for cost, mask in row.items()}
        for v, row in enumerate(rows)
    ]


def cheapest(rows: Rows, live: int) -> int | None:
    matching = Matching(rows, live)
    return matching.cost if matching.solve() else None


def test_whatever_is_asked_about_a_few_is_answered_as_if_matched_afresh() -> None:
    chance = random.Random(SEED)
    asked_about = 0
    for _ in range(1500):
        size = 2 * chance.randint(1, 7)
        rows, live = graph(chance, size, chance.choice((0, 1, 2, 5))), (1 << size) - 1
        asked, cut = chance.randrange(1, 1 << size), (1 << chance.randrange(size)) - 1
        matching = Matching(rows, kinds=[kind for kind in (cut, live ^ cut) if kind], asked=asked)
        total = cheapest(rows, live)
        assert matching.solve() == (total is not None)
        if total is None:
            continue
        assert matching.cost == total
        for _ in range(8):
            left = list(bits(asked & live))
            if len(left) < 2:
                break
            u, v = chance.sample(left, 2)
            asked_about += 1
            if chance.random() < 0.5:
                others = chance.randrange(1 << size) & asked & ~(1 << u)
                barred = without(rows, u, others)
                assert matching.bar(u, others) == (cheapest(barred, live) == total)
                rows = barred if cheapest(barred, live) == total else rows
            else:
                cost = next((cost for cost, mask in rows[u].items() if mask >> v & 1), None)
                rest = live & ~(1 << u | 1 << v)
                serves = cost is not None and cheapest(rows, rest) == total - cost
                assert matching.keep(u, v) == serves
                if serves and cost is not None:
                    live, total = rest, total - cost
    assert asked_about > 1000


def test_prices_of_kinds_are_never_above_what_a_pair_costs() -> None:
    chance = random.Random(SEED)
    best = 0
    for _ in range(500):
        size = 2 * chance.randint(1, 6)
        rows = graph(chance, size, 4)
        kinds = [1 << v for v in range(size)]
        found, least = prices(rows, kinds), cheapest(rows, (1 << size) - 1)
        if found is None:
            assert least is None
            continue
        assert all(
            found[u] + found[v] <= 2 * cost for u, row in enumerate(rows) for cost, mask in row.items() for v in bits(mask)
        )
        assert least is None or sum(found) <= 2 * least
        best += least is not None and sum(found) == 2 * least
    assert best > 50


def test_exchanges_come_in_the_order_of_the_law() -> None:
    for size in range(2, 8):
        for count in range(1, size // 2 + 1):
            one, two = range(count), range(count, size)
            for number in range(1, count + 1):
                law = sorted(
                    (sum(into) - sum(out), [-each for each in sorted(out, reverse=True)], into, out)
                    for out in combinations(one, number) for into in combinations(two, number)
                )
                expected = [[*(each for each in one if each not in out), *into] for _, _, into, out in law]
                assert list(halves(range(size), count, number)) == expected
