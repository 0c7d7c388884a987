"""One bracket of the Dutch system, exactly: articles 3 and 4 of C.04.3 on a cheapest perfect matching.

`dutch_costs` makes the best candidates the cheapest matchings; the first of them in the order of
article 4 is found choice by choice: is the matching still as cheap with this one?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.pairing.bits import bits, mask_of
from engine.pairing.completion import Completion
from engine.pairing.dutch_costs import Bracket, Candidate, Costs, Row
from engine.pairing.dutch_direct import completes
from engine.pairing.dutch_players import Players
from engine.pairing.matching import Matching


def best(players: Players, completion: Completion, bracket: Bracket) -> Candidate:
    """The first of the best candidates (3.8.1) of a bracket that leaves the round completable (C4)."""
    candidate = None if bracket.bye_here else (
        _by_itself(players, completion, bracket) or _narrowly(players, completion, bracket)
    )
    if candidate is not None:
        return candidate
    solved = solve(players, completion.legal, bracket, completion.mate)
    assert solved is not None, "every bracket leaves the round completable (C4)"
    return solved[0]


def _by_itself(players: Players, completion: Completion, bracket: Bracket) -> Candidate | None:
    """The best candidate if the following bracket and all below can do their best with it (C4, C8)."""
    relaxed = _Relaxed.of(completion.legal, bracket, bracket.inside, bracket.following)
    if relaxed is None:
        return None
    solved = relaxed.solve(players, replace(bracket, following=relaxed.stand_ins, below=0))
    return solved[0] if solved and completes(completion, bracket, solved[0].leaving) else None


def _narrowly(players: Players, completion: Completion, bracket: Bracket) -> Candidate | None:
    """The best candidate if the round can be completed with what is best for two brackets (C4)."""
    relaxed = _Relaxed.of(completion.legal, bracket, bracket.inside | bracket.following, bracket.below)
    if relaxed is None:
        return None
    solved = relaxed.solve(players, replace(bracket, below=relaxed.stand_ins))
    if solved is None:
        return None
    candidate, mate = solved
    alone = mask_of(u for u in bits(candidate.leaving | bracket.following) if relaxed.stand_ins >> mate[u] & 1)
    return candidate if completion.perfect(alone | bracket.below) else None


@dataclass(frozen=True, slots=True)
class _Relaxed:
    """A bracket with a few stand-ins for the players below, whom anybody may meet: quick to solve.

    No candidate is worse here than in truth, so the best one here is the true one if it is no better here.
    """

    legal: Sequence[int]
    stand_ins: int

    @classmethod
    def of(cls, legal: Sequence[int], bracket: Bracket, close: int, lower: int) -> _Relaxed | None:
        """None where the stand-ins would be no fewer than half of `lower`."""
        spare = bracket.moved.bit_count() + 4
        spare += (close.bit_count() + spare) & 1           # an even number may be left
        if lower.bit_count() <= 2 * spare:
            return None
        stand_ins = mask_of(islice(bits(lower), spare))
        rows = [0] * len(legal)
        for u in bits(close):
            rows[u] = legal[u] & close & (~bracket.moved if bracket.moved >> u & 1 else -1) | stand_ins
        for u in bits(stand_ins):
            rows[u] = (close | stand_ins) ^ 1 << u
        return cls(rows, stand_ins)

    def solve(self, players: Players, bracket: Bracket) -> tuple[Candidate, Sequence[int]] | None:
        """As `solve`; None unless a pair of stand-ins left over shows that there were enough of them."""
        solved = solve(players, self.legal, bracket, ())
        enough = solved and any(self.stand_ins >> solved[1][u] & 1 for u in bits(self.stand_ins))
        return solved if enough else None


def solve(
    players: Players, legal: Sequence[int], bracket: Bracket, hint: Sequence[int]
) -> tuple[Candidate, Sequence[int]] | None:
    """The best candidate and who is paired with whom in a matching of all the others."""
    live = bracket.inside | bracket.following | bracket.below
    rows = Costs(players, legal, bracket, fewest_unplayed=False).rows()
    matching = Matching(rows, live, hint)
    if not matching.solve():
        return None
    if bracket.bye_here and _leaving(bracket, matching.mate).bit_count() == 1:               # C9
        rows = Costs(players, legal, bracket, fewest_unplayed=True).rows()
        matching = Matching(rows, live, hint)
        matching.solve()
    pairs = _pair_moved(matching, legal, bracket, live)
    seated = 0
    for a, b in pairs:
        seated |= 1 << a | 1 << b
    made, left, mate = _pair_remainder(rows, matching, bracket.residents & ~seated, live & ~seated)
    return Candidate((*pairs, *made), bracket.moved & ~seated | left), mate


def _leaving(bracket: Bracket, mate: Sequence[int]) -> int:
    gone = 0
    for u in bits(bracket.inside):
        if not bracket.inside >> mate[u] & 1 or (bracket.moved >> u & bracket.moved >> mate[u] & 1):
            gone |= 1 << u
    return gone


def _pair_moved(matching: Matching, legal: Sequence[int], bracket: Bracket, live: int) -> list[tuple[int, int]]:
    """The MDP-pairing: 4.4 for the set S1, then 4.2 for the opponents."""
    elsewhere = live & ~bracket.residents
    paired = [u for u in bits(bracket.moved) if matching.bar(u, elsewhere)]                  # 4.4.2
    pairs = []
    residents = bracket.residents
    for u in paired:                                                                         # 4.2.2
        v = matching.first(u, legal[u] & residents)
        pairs.append((u, v))
        residents ^= 1 << v
    return pairs


def _pair_remainder(
    rows: Sequence[Row], solved: Matching, remainder: int, live: int
) -> tuple[list[tuple[int, int]], int, Sequence[int]]:
    """A homogeneous bracket or remainder: 4.3 for the exchange, then 4.2 for the opponents.

    Returns the pairs, who is left over, and the matching of the others. Pairs within one half cost an
    exchange, the more the later it comes in 4.3.2 (number, then difference of the sums).
    """
    members = list(bits(remainder))
    floating = sum(not remainder >> solved.mate[u] & 1 for u in members)
    count = (len(members) - floating) // 2
    if not count:
        return [], remainder, solved.mate
    upper = members[:count]                                                                  # 3.2.2, 3.3.3
    one = sum(1 << u for u in upper)
    two = remainder ^ one
    matching = Matching(_without_exchange(rows, one, two, live), live, solved.mate)
    if not matching.solve() or matching.cost > solved.cost:
        matching = Matching(_with_exchanges(rows, members, one, two, live), live, solved.mate)
        matching.solve()
        one, two = _exchange(matching, one, two, live)
    pairs = []
    for u in bits(one):                                                                      # 4.2.2
        v = matching.first(u, two & -(2 << u))
        pairs.append((u, v))
        two ^= 1 << v
    return pairs, two, matching.mate


def _exchange(matching: Matching, one: int, two: int, live: int) -> tuple[int, int]:
    """S1 and S2 after the first exchange that serves (4.3.2)."""
    remainder = one | two
    exchanged = sum(not remainder >> matching.mate[u] & 1 or matching.mate[u] < u for u in bits(one))
    out = into = 0
    for u in reversed(list(bits(one))):                                                      # 4.3.2 (3)
        if out.bit_count() < exchanged and matching.bar(u, remainder & -(2 << u)):
            out |= 1 << u
    for v in bits(two):                                                                      # 4.3.2 (4)
        if into.bit_count() < exchanged and matching.bar(v, live & ~(remainder & -(2 << v))):
            into |= 1 << v
    return one & ~out | into, two & ~into | out


def _without_exchange(rows: Sequence[Row], one: int, two: int, live: int) -> list[Row]:
    """The costs of pairs that need no exchange: S1 meets S2, and only S2 may leave."""
    result: list[Row] = [{} for _ in rows]
    for u in bits(live):
        partners = two if one >> u & 1 else live & ~two if two >> u & 1 else live & ~one
        result[u] = {cost: mask & partners for cost, mask in rows[u].items() if mask & partners}
    return result


def _with_exchanges(rows: Sequence[Row], members: Sequence[int], one: int, two: int, live: int) -> list[Row]:
    """The costs with a last digit: how many are exchanged, and how far apart they are."""
    size = len(members)
    single = size * size + 1
    shift = (2 * size * (single + size)).bit_length()
    leaves = {u: single + size - place for place, u in enumerate(members) if one >> u & 1}
    enters = {u: single + place for place, u in enumerate(members) if two >> u & 1}
    result: list[Row] = [{} for _ in rows]

    def put(u: int, cost: int, partners: int) -> None:
        if partners:
            result[u][cost] = result[u].get(cost, 0) | partners

    for u in bits(live):
        for old, mask in rows[u].items():
            cost, partners = old << shift, mask & live
            if one >> u & 1:
                for v in bits(partners & one):
                    put(u, cost + leaves[max(u, v)], 1 << v)
                put(u, cost, partners & two)
                put(u, cost + leaves[u], partners & ~(one | two))
            elif two >> u & 1:
                for v in bits(partners & two):
                    put(u, cost + enters[min(u, v)], 1 << v)
                put(u, cost, partners & ~two)
            else:
                for v in bits(partners & one):
                    put(u, cost + leaves[v], 1 << v)
                put(u, cost, partners & ~one)
    return result
