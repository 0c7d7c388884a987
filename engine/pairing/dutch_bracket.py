"""One bracket of the Dutch system, exactly: articles 3 and 4 of C.04.3 on a cheapest perfect matching.

`dutch_costs` makes the best candidates the cheapest matchings; the first of them in the order of
article 4 is found choice by choice: is the matching still as cheap with this one?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import or_

from engine.pairing.bits import bits, mask_of
from engine.pairing.completion import Completion
from engine.pairing.dutch_costs import Bracket, Candidate, Costs
from engine.pairing.dutch_direct import completes
from engine.pairing.dutch_exchanges import exchange, halved
from engine.pairing.dutch_players import Players
from engine.pairing.matching import Matching
from engine.pairing.plain import Plain


def best(players: Players, completion: Completion, bracket: Bracket) -> Candidate:
    """The first of the best candidates (3.8.1) of a bracket that leaves the round completable (C4)."""
    candidate = None if bracket.bye_here else _by_itself(players, completion, bracket)
    if candidate is not None:
        return candidate
    solved = solve(players, completion.legal, bracket, completion.mate)
    assert solved is not None, "every bracket leaves the round completable (C4)"
    return solved


def _by_itself(players: Players, completion: Completion, bracket: Bracket) -> Candidate | None:
    """The best candidate if the following bracket and all below can do their best with it (C4, C8).

    Whoever has to leave (C6) meets one of as many stand-ins for all below, whom anybody may meet.
    """
    inside, moved, lower = bracket.inside, bracket.moved, bracket.following | bracket.below
    near = [mask & inside & (~moved if moved >> u & 1 else -1) for u, mask in enumerate(completion.legal)]
    alone = Plain(near, inside, ())
    stand_ins = 0 if alone.complete() else mask_of(islice(bits(lower), alone.single.bit_count()))
    if stand_ins.bit_count() < alone.single.bit_count():
        return None
    rows = [0] * len(near)
    for u in bits(inside):
        rows[u] = near[u] | stand_ins
    for u in bits(stand_ins):
        rows[u] = inside
    apart = replace(bracket, following=stand_ins, below=0)
    matching = _cheapest(players, rows, apart, alone.mate)
    if matching is None or not _completable(completion, apart, lower, matching):
        return None
    made = _first(matching, apart)
    return made if completes(completion, bracket, made.leaving) else None


def _completable(completion: Completion, apart: Bracket, lower: int, matching: Matching) -> bool:
    """Whether all below can be paired with anybody who may leave a bracket that is as good as can be (C4)."""
    rows, _ = matching.rest()
    near = [mask & lower for mask in completion.legal]
    for u in bits(apart.inside):
        close = reduce(or_, rows[u].values(), 0)
        if not close & apart.following:
            near[u] = 0
        for v in bits(near[u]):
            near[v] |= 1 << u
        near[u] |= close & apart.inside
    return Plain(near, apart.inside | lower, completion.mate).complete()


def solve(players: Players, legal: Sequence[int], bracket: Bracket, hint: Sequence[int]) -> Candidate | None:
    """The best candidate by one matching of all; None if not all can be paired."""
    matching = _cheapest(players, legal, bracket, hint)
    return _first(matching, bracket) if matching else None


def _cheapest(players: Players, legal: Sequence[int], bracket: Bracket, hint: Sequence[int]) -> Matching | None:
    """The best candidates as the cheapest matchings; None if not all can be paired."""
    live = bracket.inside | bracket.following | bracket.below
    costs = Costs(players, legal, bracket, fewest_unplayed=False)
    matching = Matching(costs.rows(), live, hint, costs.kinds(), bracket.inside)
    if not matching.solve():
        return None
    if bracket.bye_here and _leaving(bracket, matching.mate).bit_count() == 1:               # C9
        costs = Costs(players, legal, bracket, fewest_unplayed=True)
        matching = Matching(costs.rows(), live, hint, costs.kinds(), bracket.inside)
        matching.solve()
    return matching


def _first(matching: Matching, bracket: Bracket) -> Candidate:
    """The first in the order of article 4 of the candidates that are as good."""
    pairs = _pair_moved(matching, bracket)
    seated = 0
    for a, b in pairs:
        seated |= 1 << a | 1 << b
    made, left = _pair_remainder(matching, bracket.residents & ~seated)
    return Candidate((*pairs, *made), bracket.moved & ~seated | left)


def _leaving(bracket: Bracket, mate: Sequence[int]) -> int:
    gone = 0
    for u in bits(bracket.inside):
        if not bracket.inside >> mate[u] & 1 or (bracket.moved >> u & bracket.moved >> mate[u] & 1):
            gone |= 1 << u
    return gone


def _pair_moved(matching: Matching, bracket: Bracket) -> list[tuple[int, int]]:
    """The MDP-pairing: 4.4 for the set S1, then 4.2 for the opponents."""
    elsewhere = matching.live & ~bracket.residents
    paired = [u for u in bits(bracket.moved) if matching.bar(u, elsewhere)]                  # 4.4.2
    pairs = []
    residents = bracket.residents
    for u in paired:                                                                         # 4.2.2
        v = matching.first(u, residents)
        pairs.append((u, v))
        residents ^= 1 << v
    return pairs


def _pair_remainder(solved: Matching, remainder: int) -> tuple[list[tuple[int, int]], int]:
    """A homogeneous bracket or remainder: the pairs, and who is left over.

    Where many more are outside than leave, stand-ins take their place: as many as leave, whom everybody may
    meet who may leave at all. What is first with them is first if those who leave can be paired in truth.
    """
    members = list(bits(remainder))
    rows, _ = solved.rest()
    outside = solved.live & ~remainder
    gone = sum(not remainder >> solved.mate[u] & 1 for u in members)
    stand_ins = mask_of(islice(bits(outside), gone))
    if outside.bit_count() > 2 * gone and not any(cost for row in rows for cost in row):
        near = [row.get(0, 0) for row in rows]
        may_leave = mask_of(u for u in members if near[u] & outside)
        for u in bits(may_leave):
            rows[u] = {0: near[u] & remainder | stand_ins}
        for u in bits(stand_ins):
            rows[u] = {0: may_leave}
        apart = Matching(rows, remainder | stand_ins, (), solved.kinds, remainder)
        if apart.solve():
            pairs, left = _pair_halves(apart, members, gone)
            for u in bits(left):
                near[u] &= outside
            if Plain(near, outside | left, solved.mate).complete():
                return pairs, left
    return _pair_halves(solved, members, gone)


def _pair_halves(solved: Matching, members: Sequence[int], floating: int) -> tuple[list[tuple[int, int]], int]:
    """4.3 for the exchange, then 4.2 for the opponents."""
    remainder = mask_of(members)
    count = (len(members) - floating) // 2
    if not count:
        return [], remainder
    one = mask_of(members[:count])                                                           # 3.2.2, 3.3.3
    matching = halved(solved, one, remainder)
    if matching is None:
        matching, one = exchange(solved, members, count)
    two = remainder ^ one
    pairs = []
    for u in bits(one):                                                                      # 4.2.2
        v = matching.first(u, two & -(2 << u))
        pairs.append((u, v))
        two ^= 1 << v
    return pairs, two
