"""Prices of whole kinds of vertices: what a cheapest matching must cost wherever many are alike.

Vertices of one kind cost the same to pair with one another kind, but for a few pairs that are missing. With
the missing pairs added and halves of pairs allowed, the cheapest matching of kinds is a problem of transport: from
each kind to each, as much as it has members. Its dual values, as those of the vertices, are allowed whatever pairs
are missing; and mostly they are the best ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.pairing.bits import bits

Costs = list[dict[int, int]]
"""For each kind the cost of a pair with one of another (or the same) kind, where there may be one."""


def prices(edges: Sequence[Mapping[int, int]], kinds: Sequence[int]) -> list[int] | None:
    """A dual for each kind (a set of vertices as bits), in doubled costs; None if the kinds cannot be paired."""
    costs = [_between(edges, kind, kinds) for kind in kinds]
    transport = _Transport(costs, [kind.bit_count() for kind in kinds])
    if not transport.solve():
        return None
    return [source + target for source, target in zip(transport.source, transport.target, strict=True)]


def _between(edges: Sequence[Mapping[int, int]], kind: int, kinds: Sequence[int]) -> dict[int, int]:
    levels: dict[int, int] = {}
    for u in bits(kind):
        for cost, mask in edges[u].items():
            levels[cost] = levels.get(cost, 0) | mask
    found: dict[int, int] = {}
    for cost in sorted(levels):
        for other, members in enumerate(kinds):
            if levels[cost] & members:
                found.setdefault(other, cost)
    return found


class _Transport:
    """The cheapest way to bring `amounts` from the sources to as much asked for by the targets.

    `source[p] + target[q]` is never above the cost from p to q, and equal where something is sent.
    """

    def __init__(self, costs: Costs, amounts: Sequence[int]) -> None:
        self.costs = costs
        self.stock, self.wanted = list(amounts), list(amounts)
        self.source = [min(row.values(), default=0) for row in costs]
        self.target = [0] * len(costs)
        self.sent: list[dict[int, int]] = [{} for _ in costs]   # by target: from which source how much

    def solve(self) -> bool:
        return all(self._empty(p) for p in range(len(self.costs)))

    def _empty(self, p: int) -> bool:
        while self.stock[p]:
            if not self._send(p):
                return False
        return True

    def _send(self, root: int) -> bool:
        """Send some of the root's stock by the cheapest path: Dijkstra's algorithm on what is left of the costs."""
        best: dict[int, int] = {}
        came: dict[int, int] = {}
        done: dict[int, int] = {}                               # target -> distance
        reached = {root: 0}                                     # source -> distance
        gave: dict[int, int] = {}                               # source -> the target that it may serve less
        newest = [root]
        while True:
            for p in newest:
                base = reached[p] - self.source[p]
                for q, cost in self.costs[p].items():
                    if q not in done:
                        distance = base + cost - self.target[q]
                        if q not in best or distance < best[q]:
                            best[q], came[q] = distance, p
            if not best:
                return False
            q = min(best, key=best.__getitem__)
            distance = done[q] = best.pop(q)
            if self.wanted[q]:
                break
            newest = [p for p in self.sent[q] if p not in reached]
            for p in newest:
                reached[p], gave[p] = distance, q
        for p, far in reached.items():
            self.source[p] += distance - far
        for t, far in done.items():
            self.target[t] -= distance - far
        steps = [(came[q], q)]
        while steps[-1][0] != root:
            q = gave[steps[-1][0]]
            steps.append((came[q], q))
        last = steps[0][1]
        amount = min(
            self.stock[root], self.wanted[last], *(self.sent[gave[p]][p] for p, _ in steps[:-1]),
        )
        self.stock[root] -= amount
        self.wanted[last] -= amount
        for p, q in steps:
            self.sent[q][p] = self.sent[q].get(p, 0) + amount
        for p, _ in steps[:-1]:
            less = self.sent[gave[p]]
            less[p] -= amount
            if not less[p]:
                del less[p]
        return True
