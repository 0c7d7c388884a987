"""Resident exchanges: which halves of a homogeneous bracket or remainder come first (4.3 of C.04.3).

S1 is the higher of every pair, so a pair within one half is an exchange.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from engine.pairing.bits import bits, mask_of
from engine.pairing.dutch_costs import Row
from engine.pairing.matching import Matching

_TRIES = 20
"""How many exchanges are tried before the first one is searched for."""


def halved(solved: Matching, one: int, remainder: int) -> Matching | None:
    """The matching if all of S1 can be the higher in their pairs, and only others leave."""
    rows, cost = solved.rest()
    live = solved.live
    matching = Matching(_without_exchange(rows, one, remainder ^ one, live), live, solved.mate, asked=remainder)
    return matching if matching.solve() and matching.cost == cost else None


def exchange(solved: Matching, members: Sequence[int], count: int) -> tuple[Matching, int]:
    """S1 after the first exchange that serves (4.3.2), and the matching with it.

    First their number is made as small as can be, then the first ones of so many are tried; else
    a pair within one half costs as much as it takes those exchanged apart.
    """
    one, two = mask_of(members[:count]), mask_of(members[count:])
    remainder = one | two
    fewest = _priced(solved, one, two, dict.fromkeys(members, 1))                            # 4.3.2 (1)
    number = sum(not remainder >> fewest.mate[u] & 1 or fewest.mate[u] < u for u in bits(one))
    for half in islice(halves(members, count, number), _TRIES):
        matching = halved(fewest, mask_of(half), remainder)
        if matching is not None:
            return matching, mask_of(half)
    size = len(members)
    apart = {u: size - place if place < count else place for place, u in enumerate(members)}
    matching = _priced(fewest, one, two, apart)                                              # 4.3.2 (2)
    live = matching.live
    out = into = 0
    for u in reversed(list(bits(one))):                                                      # 4.3.2 (3)
        if out.bit_count() < number and matching.bar(u, remainder & -(2 << u)):
            out |= 1 << u
    for v in bits(two):                                                                      # 4.3.2 (4)
        if into.bit_count() < number and matching.bar(v, live & ~(remainder & -(2 << v))):
            into |= 1 << v
    return matching, one & ~out | into


def _priced(solved: Matching, one: int, two: int, prices: Mapping[int, int]) -> Matching:
    """The cheapest of the matchings if every one exchanged has a price."""
    rows, _ = solved.rest()
    live = solved.live
    kinds = [part for kind in solved.kinds for half in (one, two, ~(one | two)) if (part := kind & half & live)]
    if len(set(prices.values())) > 1:                        # nobody is like anybody
        kinds = []
    matching = Matching(_with_exchanges(rows, one, two, prices, live), live, solved.mate, kinds, one | two)
    matching.solve()
    return matching


def _without_exchange(rows: Sequence[Row], one: int, two: int, live: int) -> list[Row]:
    """The costs of pairs that need no exchange: S1 meets S2, and only S2 may leave."""
    result: list[Row] = [{} for _ in rows]
    for u in bits(live):
        partners = two if one >> u & 1 else live & ~two if two >> u & 1 else live & ~one
        result[u] = {cost: mask & partners for cost, mask in rows[u].items() if mask & partners}
    return result


def _with_exchanges(rows: Sequence[Row], one: int, two: int, prices: Mapping[int, int], live: int) -> list[Row]:
    """The costs with a last digit: the prices of those of S1 not the higher of their pair, and of S2 who are."""
    shift = (2 * sum(prices.values())).bit_length()
    levels: dict[int, int] = {}
    for u, price in prices.items():
        levels[price] = levels.get(price, 0) | 1 << u
    result: list[Row] = [{} for _ in rows]

    def put(u: int, cost: int, partners: int) -> None:
        if partners:
            result[u][cost] = result[u].get(cost, 0) | partners

    for u in bits(live):
        lower = -(2 << u)
        for old, mask in rows[u].items():
            cost, partners = old << shift, mask & live
            if one >> u & 1:
                put(u, cost, partners & two)
                put(u, cost + prices[u], partners & (one & ~lower | ~(one | two)))
                theirs = partners & one & lower
            elif two >> u & 1:
                put(u, cost, partners & ~two)
                put(u, cost + prices[u], partners & two & lower)
                theirs = partners & two & ~lower
            else:
                put(u, cost, partners & ~one)
                theirs = partners & one
            for price, those in levels.items() if theirs else ():
                put(u, cost + price, theirs & those)
    return result


def halves(members: Sequence[int], count: int, number: int) -> Iterator[list[int]]:
    """S1 after every exchange of so many residents; the original one is the first `count` of the members.

    The first exchange is that of the last of S1 for the first of S2; every other one takes somebody further
    from the middle, and the order is by how much further, all steps together.
    """
    most = number * (len(members) - 2 * number)
    for apart in range(most + 1):
        outs = sorted(
            steps for each in range(apart + 1) for steps in _steps(number, count - number, each)
        )
        for out in outs:
            gone = {count - 1 - place - step for place, step in enumerate(out)}
            kept = [member for place, member in enumerate(members[:count]) if place not in gone]
            for into in _steps(number, len(members) - count - number, apart - sum(out)):
                yield kept + [members[count + place + step] for place, step in enumerate(into)]


def _steps(parts: int, most: int, total: int) -> Iterator[tuple[int, ...]]:
    """So many never falling numbers of 0 to `most` with a total, the lexicographically first of them first."""
    if not total:
        yield (0,) * parts
        return
    for zeros in range(parts - 1, max(parts - 1 - total, -1), -1):
        left = parts - zeros
        for low in range(1, min(most, total // left) + 1):
            for rest in _steps(left - 1, most - low, total - low * left):
                yield ((0,) * zeros + (low, *(low + each for each in rest)))
