"""One search of Edmonds' algorithm: an alternating tree grown from one unpaired vertex.

A node is a vertex or an outermost blossom. Nodes at an even distance from the root are outer, those at
an odd distance inner; the search ends when an outer vertex reaches another unpaired one.
"""

from __future__ import annotations

from heapq import heappop, heappush

from engine.pairing.bits import bits, mask_of
from engine.pairing.blossoms import FREE, Blossoms


class Tree:
    """One alternating tree. During the search duals move by `delta` without being written:

    an outer vertex has dual `_dual + delta`, an inner one `_dual - delta`, and so have the widths
    of outer and inner outermost blossoms; `settle` writes them down.
    """

    def __init__(self, graph: Blossoms, root: int) -> None:
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
        self.exposed = mask_of(v for v in bits(graph.live) if graph.mate[v] == FREE)
        dual = graph.dual
        for v in bits(graph.live):
            self.free_levels[dual[v]] = self.free_levels.get(dual[v], 0) | 1 << v

    # events -----------------------------------------------------------------

    def push(self, when: int, u: int, mask: int, cost: int) -> None:
        """Note an event. At one moment, reaching another exposed vertex comes first, shrinking last."""
        rank = 0 if mask & self.exposed & ~self.outer else 2 if mask & self.outer else 1
        self.order += 1
        heappush(self.events, (when, rank, self.order, u, mask, cost))

    def grow(self, room: int | None) -> bool:
        g = self.g
        self.make_outer(g.top[self.root])
        while self.events:
            when, _, _, u, mask, cost = heappop(self.events)
            if room is not None and when > room:
                return False
            if mask == 0:                                   # the width of inner blossom u has run out
                if u in self.via and u in g.kids:
                    self.delta = when
                    self.expand(u)
                continue
            mask &= ~(self.inner | g.members[g.top[u]])
            while mask:
                v = (mask & -mask).bit_length() - 1
                outer = self.outer >> v & 1
                due = cost - g.dual[u] - g.dual[v]
                if outer:
                    due //= 2
                if due > when:                              # it has moved since: it comes again later
                    mask &= mask - 1
                    self.push(due, u, 1 << v, cost)
                    continue
                self.delta = when
                if outer:
                    self.shrink(u, v)
                elif g.mate[g.base[g.top[v]]] == FREE:
                    self.augment(u, v)
                    return True
                else:
                    self.make_inner(g.top[v], u, v)
                    self.make_outer(g.top[g.mate[g.base[g.top[v]]]])
                mask &= ~(self.inner | g.members[g.top[u]])
        return False

    # labels -----------------------------------------------------------------

    def make_outer(self, node: int) -> None:
        """Label a node outer (from the free ones) and look at the edges of its vertices."""
        g, members = self.g, self.g.members[node]
        self.leave_free(members)
        self.outer_nodes.add(node)
        for v in bits(members):
            g.dual[v] -= self.delta
        if node in g.width:
            g.width[node] -= self.delta
        self.scan(members)

    def scan(self, members: int) -> None:
        """Note when the edges of new outer vertices become tight."""
        g = self.g
        for v in bits(members):
            self.outer_levels[g.dual[v]] = self.outer_levels.get(g.dual[v], 0) | 1 << v
        self.outer |= members
        blind = ~(self.inner | g.members[g.top[(members & -members).bit_length() - 1]])
        for u in bits(members):
            own = g.dual[u]
            for cost, row in g.rows[u]:
                rest = row & g.live & ~g.barred[u] & blind
                new = rest & ~self.outer
                while new:
                    dual = g.dual[(new & -new).bit_length() - 1]
                    hit = new & self.free_levels[dual]
                    new ^= hit
                    for part in (hit & self.exposed, hit & ~self.exposed):
                        if part:
                            self.push(cost - own - dual, u, part, cost)
                old = rest & self.outer
                while old:
                    dual = g.dual[(old & -old).bit_length() - 1]
                    hit = old & self.outer_levels[dual]
                    old ^= hit
                    self.push((cost - own - dual) // 2, u, hit, cost)

    def make_inner(self, node: int, u: int, v: int) -> None:
        g, members = self.g, self.g.members[node]
        self.leave_free(members)
        self.via[node] = (u, v)
        self.inner |= members
        for w in bits(members):
            g.dual[w] += self.delta
        if node in g.width:
            g.width[node] += self.delta
            self.push(g.width[node], node, 0, 0)

    def leave_free(self, members: int) -> None:
        for v in bits(members):
            level = self.g.dual[v]
            left = self.free_levels.get(level, 0) & ~(1 << v)
            if left:
                self.free_levels[level] = left
            else:
                self.free_levels.pop(level, None)

    def unlabel_inner(self, node: int) -> None:
        """Take the label of an inner node away and write its dual down."""
        g, members = self.g, self.g.members[node]
        del self.via[node]
        self.inner &= ~members
        for v in bits(members):
            g.dual[v] -= self.delta
        if node in g.width:
            g.width[node] -= self.delta

    # steps ------------------------------------------------------------------

    def path(self, node: int) -> list[int]:
        """The nodes from an outer node up to the root."""
        g = self.g
        nodes = [node]
        while g.mate[g.base[node]] != FREE:
            inner = g.top[g.mate[g.base[node]]]
            node = g.top[self.via[inner][0]]
            nodes += (inner, node)
        return nodes

    def up(self, nodes: list[int]) -> list[tuple[int, int]]:
        """The edges between consecutive nodes of a path towards the root."""
        g = self.g
        edges = []
        for i in range(len(nodes) - 1):
            if i % 2 == 0:
                base = g.base[nodes[i]]
                edges.append((base, g.mate[base]))
            else:
                outer, inner = self.via[nodes[i]]
                edges.append((inner, outer))
        return edges

    def shrink(self, u: int, v: int) -> None:
        """Two outer nodes meet: with the tree between them they form a new outer blossom."""
        g = self.g
        left, right = self.path(g.top[u]), self.path(g.top[v])
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
                if node in g.width:
                    g.width[node] += self.delta
            else:
                self.unlabel_inner(node)
                fresh |= g.members[node]
        blossom = g.new_blossom(kids, links)
        g.width[blossom] = -self.delta
        self.outer_nodes.add(blossom)
        for w in bits(fresh):
            g.dual[w] -= self.delta
        self.scan(fresh)

    def expand(self, b: int) -> None:
        """An inner blossom has lost its width: the even half of its cycle stays in the tree."""
        g = self.g
        u, v = self.via[b]
        self.unlabel_inner(b)
        links = g.links[b]
        kids = g.open(b)
        for w in bits(g.members[b]):
            self.free_levels[g.dual[w]] = self.free_levels.get(g.dual[w], 0) | 1 << w
        at = next(i for i, kid in enumerate(kids) if g.members[kid] >> v & 1)
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
        still = g.members[b] & ~(self.inner | self.outer)
        for w in bits(still):
            for cost, row in g.rows[w]:
                near = row & self.outer & ~g.barred[w]
                reach = ((level, near & there) for level, there in self.outer_levels.items() if near & there)
                if near:                                    # the highest level is tight first
                    level, hit = max(reach)
                    self.push(cost - level - g.dual[w], hit.bit_length() - 1, 1 << w, cost)

    def augment(self, u: int, v: int) -> None:
        """Match u with the free node of v and turn the pairs on the way from u to the root."""
        g = self.g
        g.rebase(g.top[v], v)
        while True:
            node = g.top[u]
            partner = g.mate[g.base[node]]
            g.rebase(node, u)
            g.mate[u], g.mate[v] = v, u
            if partner == FREE:
                return
            inner = g.top[partner]
            u, v = self.via[inner]
            g.rebase(inner, v)

    def settle(self) -> None:
        """Write the duals of the tree down."""
        g = self.g
        for node in self.outer_nodes:
            for v in bits(g.members[node]):
                g.dual[v] += self.delta
            if node in g.width:
                g.width[node] += self.delta
        for node in list(self.via):
            self.unlabel_inner(node)
