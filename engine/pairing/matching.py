"""The cheapest perfect matching of a general graph, kept while choices narrow the graph.

Every pairing system asks the same question over and over: can this pair be kept, and can all the
others still be paired at the same cost? `Matching` is Edmonds' blossom algorithm with dual values
(a primal-dual search from one free vertex at a time), arranged so that such a question costs one
search instead of a new matching: the pair is taken out, its former partners are left free, and one
alternating path between them repairs the rest. If the duals show that every repair is dearer, the
search stops at once. Sets of vertices are bits of a Python integer.

Dual values. For a vertex v, `_dual[v]` holds its own dual plus those of all blossoms around it, so
an edge between two different outermost blossoms has slack cost - dual[u] - dual[v] (never negative,
0 in the matching). `_width[b]` is the dual of blossom b, never negative. The dual objective is a
lower bound on the cost of every perfect matching; that is what makes early refusal exact.
Costs are doubled inside, which keeps every dual an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from heapq import heappop, heappush

_FREE = -1
_STATE = (
    "_live", "_barred", "mate", "_dual", "_top", "_kids", "_links", "_width", "_base", "_members", "_spare",
    "_budget",
)   # lists inside these are replaced, never changed, so a shallow copy restores them


def bits(mask: int) -> Iterator[int]:
    """The members of a set of small integers, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    """A set of small integers as one integer."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


class Matching:
    """A cheapest perfect matching of the vertices in `live` (bits; all of 0 … size-1 if not said).

    `edges[v]` maps a cost (an integer of at least 0) to the set (bits) of neighbours of v at that
    cost; it must be symmetric and a pair may have one cost only. `hint` may name a matching (the mate
    of each vertex, -1 for none) to start from. Call `solve` first; if it says True, `keep` and `bar`
    answer whether the cheapest cost survives a choice, and leave everything unchanged if it does not.
    """

    def __init__(
        self, edges: Sequence[Mapping[int, int]], live: int | None = None, hint: Sequence[int] = ()
    ) -> None:
        self.size = size = len(edges)
        self._rows = [[(2 * cost, mask) for cost, mask in sorted(row.items()) if mask] for row in edges]
        self._live = (1 << size) - 1 if live is None else live
        self._barred = [0] * size
        self.mate = [_FREE] * size
        self._dual = [0] * size
        self._top = list(range(size))                        # vertex -> its outermost blossom or itself
        self._kids: dict[int, list[int]] = {}                # blossom -> its cycle, base first
        self._links: dict[int, list[tuple[int, int]]] = {}   # blossom -> edge from each kid to the next
        self._width: dict[int, int] = {}
        self._base = list(range(size))
        self._members = [1 << v for v in range(size)]
        self._spare: list[int] = []                          # numbers of dissolved blossoms
        self._budget = 0
        self.blocked = (0, 0)
        """After a failed `solve`: (crowd, few). Without `few`, `crowd` falls into more parts of odd
        size than `few` has members, and no two parts may be paired with each other."""
        self._start(hint)

    # ---- questions

    @property
    def cost(self) -> int:
        """The cost of what is left to be matched. Only meaningful while `solve` was True."""
        return self._budget // 2

    def solve(self) -> bool:
        """Find a cheapest perfect matching; False if there is no perfect matching at all."""
        stuck = []
        for v in bits(self._live):
            if self.mate[v] == _FREE and not self._search(v, None):
                stuck.append(self.blocked)
        if stuck:
            self.blocked = min(stuck, key=lambda blocked: blocked[0].bit_count())
            return False
        self._budget = self._objective()
        return True

    def keep(self, u: int, v: int) -> bool:
        """Take the pair u-v out for good, if the whole then still has the same cost."""
        cost = self._edge_cost(u, v)
        if cost is None:
            return False
        if self.mate[u] == v:
            self._dissolve_around(u)
            self._dissolve_around(v)
            self._remove(u, v)
            self._budget -= cost
            return self._repair(None)
        if cost > self._dual[u] + self._dual[v] and self._top[u] == u and self._top[v] == v:
            return False
        saved = self._save()
        self._dissolve_around(u)
        self._dissolve_around(v)
        self._remove(u, v)
        self._budget -= cost
        return self._repair(saved)

    def bar(self, u: int, others: int) -> bool:
        """Forbid u the partners in `others` (bits) for good, if the whole then still has the same cost."""
        others &= self._live & ~(1 << u)
        saved = self._save()
        self._dissolve_around(u)
        mate = self.mate[u]
        if mate != _FREE and others >> mate & 1:
            self.mate[u] = self.mate[mate] = _FREE
        self._barred[u] |= others
        for v in bits(others):
            self._barred[v] |= 1 << u
        return self._repair(saved)

    # ---- the graph

    def _start(self, hint: Sequence[int]) -> None:
        """Match free edges greedily: those hinted at first, then each vertex with its lowest neighbour."""
        left = self._live
        for wanted in (hint, None):
            for u in bits(left):
                cost, near = self._rows[u][0] if self._rows[u] else (0, 0)
                near &= left
                if wanted is not None:
                    near &= 1 << wanted[u] if u < len(wanted) and wanted[u] != _FREE else 0
                if left >> u & 1 and cost == 0 and near:
                    v = (near & -near).bit_length() - 1
                    self.mate[u], self.mate[v] = v, u
                    left &= ~(1 << u | 1 << v)

    def _edge_cost(self, u: int, v: int) -> int | None:
        """The doubled cost of an edge, None if there is none (any more)."""
        if not (self._live >> u & 1 and self._live & ~self._barred[u]) >> v & 1:
            return None
        return next((cost for cost, mask in self._rows[u] if mask >> v & 1), None)

    def _objective(self) -> int:
        widths = sum(
            (self._members[b].bit_count() - 1) * width for b, width in self._width.items()
        )
        return sum(self._dual[v] for v in bits(self._live)) - widths

    def _remove(self, u: int, v: int) -> None:
        for gone in (u, v):
            mate = self.mate[gone]
            self.mate[gone] = _FREE
            if mate != _FREE:
                self.mate[mate] = _FREE
            self._live &= ~(1 << gone)

    def _repair(self, saved: Mapping[str, object] | None) -> bool:
        for v in bits(self._live):
            if self.mate[v] == _FREE and not self._search(v, self._budget):
                if saved is not None:
                    self._restore(saved)
                return False
        return True

    def _save(self) -> dict[str, object]:
        return {name: copy(getattr(self, name)) for name in _STATE}

    def _restore(self, saved: Mapping[str, object]) -> None:
        for name, value in saved.items():
            setattr(self, name, value)

    # ---- blossoms

    def _new_blossom(self, kids: list[int], links: list[tuple[int, int]]) -> int:
        if self._spare:
            b = self._spare.pop()
        else:
            b = len(self._base)
            self._base.append(0)
            self._members.append(0)
        self._kids[b], self._links[b], self._width[b] = kids, links, 0
        self._base[b] = self._base[kids[0]]
        members = 0
        for kid in kids:
            members |= self._members[kid]
        self._members[b] = members
        for v in bits(members):
            self._top[v] = b
        return b

    def _open(self, b: int) -> list[int]:
        """Forget the blossom b; its kids become outermost."""
        kids = self._kids.pop(b)
        del self._links[b], self._width[b]
        for kid in kids:
            for v in bits(self._members[kid]):
                self._top[v] = kid
        self._spare.append(b)
        return kids

    def _dissolve(self, b: int) -> list[int]:
        """Open b outside a search. Its width goes, so its pair with the outside may no longer be tight."""
        width = self._width[b]
        if width:
            for v in bits(self._members[b]):
                self._dual[v] -= width
            base = self._base[b]
            mate = self.mate[base]
            if mate != _FREE:
                self.mate[base] = self.mate[mate] = _FREE
        return self._open(b)

    def _dissolve_around(self, v: int) -> None:
        while self._top[v] != v:
            self._dissolve(self._top[v])

    def _dissolve_flat(self, b: int) -> None:
        """Open b and all outermost blossoms inside it that have no width: they mean nothing any more."""
        if b >= self.size and self._width[b] == 0:
            for kid in self._open(b):
                self._dissolve_flat(kid)

    def _rebase(self, b: int, v: int) -> None:
        """Turn the pairs inside b so that v is the one left for a partner outside."""
        if b < self.size:
            return
        kids, links = self._kids[b], self._links[b]
        at = next(i for i, kid in enumerate(kids) if self._members[kid] >> v & 1)
        self._rebase(kids[at], v)
        for i in range(at + 1, len(kids), 2) if at % 2 else range(0, at, 2):
            p, q = links[i]
            self._rebase(kids[i], p)
            self._rebase(kids[(i + 1) % len(kids)], q)
            self.mate[p], self.mate[q] = q, p
        self._kids[b] = kids[at:] + kids[:at]
        self._links[b] = links[at:] + links[:at]
        self._base[b] = v

    # ---- the search

    def _search(self, root: int, budget: int | None) -> bool:
        """Grow one alternating tree from the free vertex `root` and augment; False if it cannot be done.

        With a budget the search gives up as soon as every perfect matching is known to cost more.
        """
        tree = _Tree(self, root)
        room = None if budget is None else budget - self._objective()
        grown = tree.grow(room)
        if not grown:
            self.blocked = (tree.outer, tree.inner)
        tree.settle()
        for b in [b for b in self._kids if self._is_outermost(b)]:
            if b in self._kids:
                self._dissolve_flat(b)
        return grown

    def _is_outermost(self, b: int) -> bool:
        return self._top[self._base[b]] == b


class _Tree:
    """One alternating tree. During the search duals move by `delta` without being written:

    an outer vertex has dual `_dual + delta`, an inner one `_dual - delta`, and so have the widths
    of outer and inner outermost blossoms; `settle` writes them down.
    """

    def __init__(self, graph: Matching, root: int) -> None:
        self.g = graph
        self.root = root
        self.delta = 0
        self.outer = self.inner = 0
        self.via: dict[int, tuple[int, int]] = {}     # inner node -> (outer vertex, vertex in it)
        self.outer_nodes: set[int] = set()
        self.free_levels: dict[int, int] = {}         # dual -> free vertices
        self.outer_levels: dict[int, int] = {}        # dual at delta 0 -> outer vertices
        self.events: list[tuple[int, int, int, int, int, int]] = []   # delta, rank, order, u, mask, cost
        self.order = 0
        self.exposed = mask_of(v for v in bits(graph._live) if graph.mate[v] == _FREE)
        dual = graph._dual
        for v in bits(graph._live):
            self.free_levels[dual[v]] = self.free_levels.get(dual[v], 0) | 1 << v

    # events -----------------------------------------------------------------

    def push(self, when: int, u: int, mask: int, cost: int) -> None:
        """Note an event. At one moment, reaching another exposed vertex comes first, shrinking last."""
        rank = 0 if mask & self.exposed & ~self.outer else 2 if mask & self.outer else 1
        self.order += 1
        heappush(self.events, (when, rank, self.order, u, mask, cost))

    def grow(self, room: int | None) -> bool:
        g = self.g
        self.make_outer(g._top[self.root])
        while self.events:
            when, _, _, u, mask, cost = heappop(self.events)
            if room is not None and when > room:
                return False
            if mask == 0:                                   # the width of inner blossom u has run out
                if u in self.via and u in g._kids:
                    self.delta = when
                    self.expand(u)
                continue
            mask &= ~(self.inner | g._members[g._top[u]])
            while mask:
                v = (mask & -mask).bit_length() - 1
                outer = self.outer >> v & 1
                due = cost - g._dual[u] - g._dual[v]
                if outer:
                    due //= 2
                if due > when:                              # it has moved since: it comes again later
                    mask &= mask - 1
                    self.push(due, u, 1 << v, cost)
                    continue
                self.delta = when
                if outer:
                    self.shrink(u, v)
                elif g.mate[g._base[g._top[v]]] == _FREE:
                    self.augment(u, v)
                    return True
                else:
                    self.make_inner(g._top[v], u, v)
                    self.make_outer(g._top[g.mate[g._base[g._top[v]]]])
                mask &= ~(self.inner | g._members[g._top[u]])
        return False

    # labels -----------------------------------------------------------------

    def make_outer(self, node: int) -> None:
        """Label a node outer (from the free ones) and look at the edges of its vertices."""
        g, members = self.g, self.g._members[node]
        self.leave_free(members)
        self.outer_nodes.add(node)
        for v in bits(members):
            g._dual[v] -= self.delta
        if node in g._width:
            g._width[node] -= self.delta
        self.scan(members)

    def scan(self, members: int) -> None:
        """Note when the edges of new outer vertices become tight."""
        g = self.g
        for v in bits(members):
            self.outer_levels[g._dual[v]] = self.outer_levels.get(g._dual[v], 0) | 1 << v
        self.outer |= members
        blind = ~(self.inner | g._members[g._top[(members & -members).bit_length() - 1]])
        for u in bits(members):
            own = g._dual[u]
            for cost, row in g._rows[u]:
                rest = row & g._live & ~g._barred[u] & blind
                new = rest & ~self.outer
                while new:
                    dual = g._dual[(new & -new).bit_length() - 1]
                    hit = new & self.free_levels[dual]
                    new ^= hit
                    for part in (hit & self.exposed, hit & ~self.exposed):
                        if part:
                            self.push(cost - own - dual, u, part, cost)
                old = rest & self.outer
                while old:
                    dual = g._dual[(old & -old).bit_length() - 1]
                    hit = old & self.outer_levels[dual]
                    old ^= hit
                    self.push((cost - own - dual) // 2, u, hit, cost)

    def make_inner(self, node: int, u: int, v: int) -> None:
        g, members = self.g, self.g._members[node]
        self.leave_free(members)
        self.via[node] = (u, v)
        self.inner |= members
        for w in bits(members):
            g._dual[w] += self.delta
        if node in g._width:
            g._width[node] += self.delta
            self.push(g._width[node], node, 0, 0)

    def leave_free(self, members: int) -> None:
        for v in bits(members):
            level = self.g._dual[v]
            left = self.free_levels.get(level, 0) & ~(1 << v)
            if left:
                self.free_levels[level] = left
            else:
                self.free_levels.pop(level, None)

    def unlabel_inner(self, node: int) -> None:
        """Take the label of an inner node away and write its dual down."""
        g, members = self.g, self.g._members[node]
        del self.via[node]
        self.inner &= ~members
        for v in bits(members):
            g._dual[v] -= self.delta
        if node in g._width:
            g._width[node] -= self.delta

    # steps ------------------------------------------------------------------

    def path(self, node: int) -> list[int]:
        """The nodes from an outer node up to the root."""
        g = self.g
        nodes = [node]
        while g.mate[g._base[node]] != _FREE:
            inner = g._top[g.mate[g._base[node]]]
            node = g._top[self.via[inner][0]]
            nodes += (inner, node)
        return nodes

    def up(self, nodes: list[int]) -> list[tuple[int, int]]:
        """The edges between consecutive nodes of a path towards the root."""
        g = self.g
        edges = []
        for i in range(len(nodes) - 1):
            if i % 2 == 0:
                base = g._base[nodes[i]]
                edges.append((base, g.mate[base]))
            else:
                outer, inner = self.via[nodes[i]]
                edges.append((inner, outer))
        return edges

    def shrink(self, u: int, v: int) -> None:
        """Two outer nodes meet: with the tree between them they form a new outer blossom."""
        g = self.g
        left, right = self.path(g._top[u]), self.path(g._top[v])
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        down = [(q, p) for p, q in reversed(self.up(left))]
        kids = left[::-1] + right[:-1]
        links = [*down, (u, v), *self.up(right)]
        fresh = 0
        for node in kids:
            if node in self.outer_nodes:
                self.outer_nodes.discard(node)
                if node in g._width:
                    g._width[node] += self.delta
            else:
                self.unlabel_inner(node)
                fresh |= g._members[node]
        blossom = g._new_blossom(kids, links)
        g._width[blossom] = -self.delta
        self.outer_nodes.add(blossom)
        for w in bits(fresh):
            g._dual[w] -= self.delta
        self.scan(fresh)

    def expand(self, b: int) -> None:
        """An inner blossom has lost its width: the even half of its cycle stays in the tree."""
        g = self.g
        u, v = self.via[b]
        self.unlabel_inner(b)
        links = g._links[b]
        kids = g._open(b)
        for w in bits(g._members[b]):
            self.free_levels[g._dual[w]] = self.free_levels.get(g._dual[w], 0) | 1 << w
        at = next(i for i, kid in enumerate(kids) if g._members[kid] >> v & 1)
        if at % 2:
            walk = [(i % len(kids), links[i - 1]) for i in range(at, len(kids) + 1)]
        else:
            walk = [(i, (links[i][1], links[i][0])) for i in range(at, -1, -1)]
        outer = []
        for step, (i, link) in enumerate(walk):
            if step % 2:
                outer.append(kids[i])
            else:
                self.make_inner(kids[i], *((u, v) if step == 0 else link))
        for node in outer:
            self.make_outer(node)
        still = g._members[b] & ~(self.inner | self.outer)
        for w in bits(still):
            for cost, row in g._rows[w]:
                for x in bits(row & self.outer & ~g._barred[w]):
                    self.push(cost - g._dual[x] - g._dual[w], x, 1 << w, cost)

    def augment(self, u: int, v: int) -> None:
        """Match u with the free node of v and turn the pairs on the way from u to the root."""
        g = self.g
        g._rebase(g._top[v], v)
        while True:
            node = g._top[u]
            partner = g.mate[g._base[node]]
            g._rebase(node, u)
            g.mate[u], g.mate[v] = v, u
            if partner == _FREE:
                return
            inner = g._top[partner]
            u, v = self.via[inner]
            g._rebase(inner, v)

    def settle(self) -> None:
        """Write the duals of the tree down."""
        g = self.g
        for node in self.outer_nodes:
            for v in bits(g._members[node]):
                g._dual[v] += self.delta
            if node in g._width:
                g._width[node] += self.delta
        for node in list(self.via):
            self.unlabel_inner(node)
