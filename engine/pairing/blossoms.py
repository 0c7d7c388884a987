"""The graph of a matching as Edmonds' algorithm sees it: pairs, dual values, nested blossoms.

A blossom is an odd cycle of vertices and smaller blossoms in which everybody but one is paired; it
stands for one vertex in the search. Vertices are 0 … size-1, blossoms have higher numbers.

Dual values. `dual[v]` holds the vertex's own dual plus those of all blossoms around it, so an edge
between two different outermost blossoms has slack cost - dual[u] - dual[v]: never negative, and 0 in
the matching. `width[b]` is the dual of blossom b, never negative. Costs are doubled, which keeps
every dual an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.pairing.bits import bits

FREE = -1


class Blossoms:
    """A graph with a matching in it. Lists inside the dictionaries are replaced, never changed."""

    def __init__(self, edges: Sequence[Mapping[int, int]], live: int | None) -> None:
        self.size = size = len(edges)
        self.rows = [[(2 * cost, mask) for cost, mask in sorted(row.items()) if mask] for row in edges]
        self.live = (1 << size) - 1 if live is None else live
        self.barred = [0] * size
        self.mate = [FREE] * size
        self.dual = [0] * size
        self.top = list(range(size))                        # vertex -> its outermost blossom or itself
        self.kids: dict[int, list[int]] = {}                # blossom -> its cycle, base first
        self.links: dict[int, list[tuple[int, int]]] = {}   # blossom -> edge from each kid to the next
        self.width: dict[int, int] = {}
        self.base = list(range(size))                       # the one left for a partner outside
        self.members = [1 << v for v in range(size)]
        self.spare: list[int] = []                          # numbers of dissolved blossoms

    def copy(self) -> Blossoms:
        """The same state, to go back to."""
        twin = object.__new__(Blossoms)
        twin.size, twin.rows, twin.live = self.size, self.rows[:], self.live
        twin.barred, twin.mate, twin.dual = self.barred[:], self.mate[:], self.dual[:]
        twin.top, twin.base, twin.members = self.top[:], self.base[:], self.members[:]
        twin.kids, twin.links, twin.width = dict(self.kids), dict(self.links), dict(self.width)
        twin.spare = self.spare[:]
        return twin

    def edge_cost(self, u: int, v: int) -> int | None:
        """The doubled cost of an edge, None if there is none (any more)."""
        if not (self.live >> u & 1 and self.live & ~self.barred[u]) >> v & 1:
            return None
        return next((cost for cost, mask in self.rows[u] if mask >> v & 1), None)

    def levels(self) -> dict[int, int]:
        """The live vertices by their dual."""
        found: dict[int, int] = {}
        for v in bits(self.live):
            found[self.dual[v]] = found.get(self.dual[v], 0) | 1 << v
        return found

    def tight(self, u: int, levels: Mapping[int, int]) -> int:
        """Whom u may be paired with without slack; means nothing within its own outermost blossom."""
        own, found = self.dual[u], 0
        for cost, mask in self.rows[u]:
            found |= mask & levels.get(cost - own, 0)
        return found & ~self.barred[u]

    def lift(self) -> None:
        """Before the first search: raise one dual after the other as far as its edges allow."""
        levels = {0: self.live}
        for u in bits(self.live):
            room = min((
                cost - max(level for level, there in levels.items() if mask & there)
                for cost, mask in self.rows[u] if mask & self.live
            ), default=0)
            if room:
                self.dual[u] = room
                levels[0] ^= 1 << u
                levels[room] = levels.get(room, 0) | 1 << u

    def set(self, duals: Iterable[tuple[int, int]]) -> None:
        """Before the first search: one dual for all members of a set (bits)."""
        for members, dual in duals:
            for v in bits(members):
                self.dual[v] = dual

    def near(self) -> list[int]:
        """Whom each may be paired with without slack."""
        levels = self.levels()
        return [self.tight(v, levels) & self.live if self.live >> v & 1 else 0 for v in range(self.size)]

    def free_of_charge(self) -> bool:
        """Whether no pair costs anything."""
        return not any(cost for row in self.rows for cost, _ in row)

    def narrow(self) -> None:
        """In a cheapest matching: forget the edges with slack, as no cheapest matching has one."""
        levels = self.levels()
        for u in bits(self.live):
            own, inside = self.dual[u], self.members[self.top[u]]
            self.rows[u] = [
                (cost, left) for cost, mask in self.rows[u] if (left := mask & (levels.get(cost - own, 0) | inside))
            ]

    def objective(self) -> int:
        """The dual objective: no perfect matching costs less (doubled)."""
        widths = sum((self.members[b].bit_count() - 1) * width for b, width in self.width.items())
        return sum(self.dual[v] for v in bits(self.live)) - widths

    def part(self, v: int) -> None:
        """Leave v and its partner, if it has one, unpaired."""
        mate = self.mate[v]
        if mate != FREE:
            self.mate[v] = self.mate[mate] = FREE

    def remove(self, u: int, v: int) -> None:
        """Take two vertices out of the graph."""
        for gone in (u, v):
            self.dissolve_around(gone)
        for gone in (u, v):
            self.part(gone)
            self.live &= ~(1 << gone)

    def bar(self, u: int, others: int) -> None:
        """Take the edges between u and the others out of the graph."""
        others &= self.live & ~(1 << u)
        self.dissolve_around(u)
        if self.mate[u] != FREE and others >> self.mate[u] & 1:
            self.part(u)
        self.barred[u] |= others
        for v in bits(others):
            self.barred[v] |= 1 << u

    def new_blossom(self, kids: list[int], links: list[tuple[int, int]]) -> int:
        """Make a blossom of outermost nodes; `links[i]` leads from kid i to the next, in a circle."""
        if self.spare:
            b = self.spare.pop()
        else:
            b = len(self.base)
            self.base.append(0)
            self.members.append(0)
        self.kids[b], self.links[b], self.width[b] = kids, links, 0
        self.base[b] = self.base[kids[0]]
        members = 0
        for kid in kids:
            members |= self.members[kid]
        self.members[b] = members
        for v in bits(members):
            self.top[v] = b
        return b

    def open(self, b: int) -> list[int]:
        """Forget the blossom b; its kids become outermost."""
        kids = self.kids.pop(b)
        del self.links[b], self.width[b]
        for kid in kids:
            for v in bits(self.members[kid]):
                self.top[v] = kid
        self.spare.append(b)
        return kids

    def dissolve(self, b: int) -> None:
        """Open b outside a search. Its width goes, so its pair with the outside may no longer be tight."""
        width = self.width[b]
        if width:
            for v in bits(self.members[b]):
                self.dual[v] -= width
            self.part(self.base[b])
        self.open(b)

    def dissolve_around(self, v: int) -> None:
        """Make v outermost."""
        while self.top[v] != v:
            self.dissolve(self.top[v])

    def dissolve_flat(self, b: int) -> None:
        """Open b and all outermost blossoms inside it that have no width: they mean nothing any more."""
        if b >= self.size and self.width[b] == 0:
            for kid in self.open(b):
                self.dissolve_flat(kid)

    def inside(self, b: int, exits: int) -> Blossoms:
        """The graph of b's members alone, with the partner of its base for all outside, whom `exits` may meet."""
        twin = self.copy()
        members, out = self.members[b], self.mate[self.base[b]]
        twin.live = members | 1 << out
        twin.top[out] = out
        twin.dual[out] = twin.barred[out] = 0
        leading: dict[int, int] = {}
        for v in bits(members):
            twin.dual[v] -= self.width[b]
            twin.barred[v] &= ~(1 << out)
            twin.rows[v] = [(cost, mask & ~(1 << out)) for cost, mask in self.rows[v]]
            if exits >> v & 1:
                twin.rows[v].append((twin.dual[v], 1 << out))
                leading[twin.dual[v]] = leading.get(twin.dual[v], 0) | 1 << v
        twin.rows[out] = list(leading.items())
        twin.open(b)
        return twin

    def collapse(self, b: int) -> None:
        """Let the base of the outermost blossom b stand for all its members."""
        v, members = self.base[b], self.members[b]
        leading: dict[int, int] = {}
        others = self.live & ~members
        levels = self.levels()
        near = 0
        for u in bits(members):
            near |= self.tight(u, levels) & others
        for w in bits(near):
            cost = self.dual[v] + self.dual[w]
            leading[cost] = leading.get(cost, 0) | 1 << w
            self.rows[w] = [(c, mask & ~(1 << v)) for c, mask in self.rows[w]] + [(cost, 1 << v)]
            self.barred[w] &= ~(1 << v)
        self.barred[v] = 0
        self.rows[v] = list(leading.items())
        self._forget(b)
        self.live = others | 1 << v
        self.top[v] = v

    def _forget(self, b: int) -> None:
        if b >= self.size:
            for kid in self.open(b):
                self._forget(kid)

    def rebase(self, b: int, v: int) -> None:
        """Turn the pairs inside b so that v is the one left for a partner outside."""
        if b < self.size:
            return
        kids, links = self.kids[b], self.links[b]
        at = next(i for i, kid in enumerate(kids) if self.members[kid] >> v & 1)
        self.rebase(kids[at], v)
        for i in range(at + 1, len(kids), 2) if at % 2 else range(0, at, 2):
            p, q = links[i]
            self.rebase(kids[i], p)
            self.rebase(kids[(i + 1) % len(kids)], q)
            self.mate[p], self.mate[q] = q, p
        self.kids[b] = kids[at:] + kids[:at]
        self.links[b] = links[at:] + links[:at]
        self.base[b] = v

    def flatten(self) -> None:
        """Open outermost blossoms without width."""
        for b in [b for b in self.kids if self.top[self.base[b]] == b]:
            self.dissolve_flat(b)
