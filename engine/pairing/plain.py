"""A perfect matching in a graph without costs, kept while choices narrow the graph.

Where a cheapest matching is known and no blossom has width, the cheapest matchings are just the perfect ones on
the edges without slack. Then every question is one alternating tree on bits, or none: often the two who
are left by a choice may meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.pairing.bits import bits, mask_of
from engine.pairing.blossoms import FREE


class Plain:
    """A matching of the vertices in `live` (bits) on the edges `near`, a mask of neighbours for each vertex.

    `mate` may be any matching to begin with; after a `complete` that says True it is perfect, and `bar` and
    `first` leave it so: they change something only if they serve.
    """

    def __init__(self, near: Sequence[int], live: int, mate: Sequence[int]) -> None:
        self.live = live
        self.single = 0
        """Whom `complete` could not pair (bits): as few as can be."""
        self.blocked = (0, 0)
        """After a failed `complete`: (crowd, few) as in `Matching.blocked`."""
        self.near = [mask & live if live >> v & 1 else 0 for v, mask in enumerate(near)]
        self.mate = [FREE] * len(near)
        for v in bits(live):
            w = mate[v] if v < len(mate) else FREE
            if w != FREE and self.near[v] >> w & 1 and mate[w] == v:
                self.mate[v] = w

    def complete(self) -> bool:
        """Pair everybody; False if that cannot be."""
        single = mask_of(v for v in bits(self.live) if self.mate[v] == FREE)
        for v in bits(single):
            if single >> v & 1 and (hit := self.near[v] & single):
                w = next(bits(hit))
                self.mate[v], self.mate[w] = w, v
                single ^= 1 << v | 1 << w
        stuck: list[_Tree] = []
        while single:
            root = next(bits(single))
            single ^= 1 << root
            goals = 0
            for v in bits(single):
                goals |= self.near[v]
            tree = _Tree(self, root, single, goals)
            if tree.outer & goals:
                end = next(v for v in bits(single) if self.near[v] & tree.outer)
                tree.augment(next(bits(self.near[end] & tree.outer)), end)
                single ^= 1 << end
            else:
                stuck.append(tree)
        if stuck:
            self.single = mask_of(tree.root for tree in stuck)
            self.blocked = min(((tree.outer, tree.inner) for tree in stuck), key=lambda each: each[0].bit_count())
        return not stuck

    def first(self, u: int, others: int) -> int | None:
        """Take u out with the lowest of `others` (bits) if the rest can then be paired; None if with nobody."""
        able = self.near[u] & others
        if not able:
            return None
        v, partner = next(bits(able)), self.mate[u]
        if v != partner:
            other = self.mate[v]
            if self.near[partner] >> other & 1:
                self.mate[partner], self.mate[other] = other, partner
                self.mate[u], self.mate[v] = v, u
            else:
                self.mate[u] = self.mate[partner] = FREE
                tree = _Tree(self, partner, 1 << u, 1 << v)
                able &= tree.outer
                v = next(bits(able), FREE)
                if v == FREE:
                    self.mate[u], self.mate[partner] = partner, u
                    return None
                tree.augment(v, u)
        self._remove(u)
        self._remove(v)
        return v

    def bar(self, u: int, others: int) -> bool:
        """Forbid u the partners in `others` (bits), if there is then still a perfect matching."""
        left, partner = self.near[u] & ~others, self.mate[u]
        if not left >> partner & 1:
            self.mate[u] = self.mate[partner] = FREE
            tree = _Tree(self, partner, 1 << u, left)
            if not tree.outer & left:
                self.mate[u], self.mate[partner] = partner, u
                return False
            tree.augment(next(bits(tree.outer & left)), u)
        for v in bits(self.near[u] & others):
            self.near[v] &= ~(1 << u)
        self.near[u] = left
        return True

    def _remove(self, v: int) -> None:
        self.mate[v] = FREE
        self.live &= ~(1 << v)
        for w in bits(self.near[v]):
            self.near[w] &= ~(1 << v)
        self.near[v] = 0


class _Tree:
    """An alternating tree from the unpaired `root`, grown until somebody in `goals` is outer or it is whole.

    Whoever is outer (bits) is left over by some other matching of as many. `ends` are unpaired too. A circle of
    odd length becomes one node, named after its vertex nearest to the root, and all of it is outer.
    """

    def __init__(self, graph: Plain, root: int, ends: int, goals: int) -> None:
        self.mate = graph.mate
        self.outer = 1 << root
        self.root = root
        self.came: dict[int, int] = {}                          # the next step towards the root, after the mate
        self.parent: dict[int, int] = {}                        # union of circles
        self.circle: dict[int, int] = {}                        # head -> all vertices of its circle
        near, mate, came = graph.near, graph.mate, self.came
        new = graph.live & ~ends & ~self.outer
        queue = [root]
        for x in queue:
            while hit := near[x] & new:
                w = (hit & -hit).bit_length() - 1
                y = mate[w]
                came[w] = x
                new &= ~(1 << w | 1 << y)
                self.outer |= 1 << y
                queue.append(y)
            if self.outer & goals:
                return
            while hit := near[x] & self.outer & ~self._circle(x):
                queue += self._shrink(x, (hit & -hit).bit_length() - 1)
            if self.outer & goals:
                return

    def augment(self, v: int, end: int) -> None:
        """Pair the unpaired `end` with the outer v and turn the pairs from v to the root."""
        mate = self.mate
        self.came[end] = v
        while True:
            v = self.came[end]
            following = mate[v]
            mate[v], mate[end] = end, v
            if v == self.root:
                return
            end = following

    @property
    def inner(self) -> int:
        """Those between outer ones (bits)."""
        return mask_of(self.came) & ~self.outer

    def _head(self, v: int) -> int:
        parent = self.parent
        while (above := parent.get(v, v)) != v:
            parent[v] = parent.get(above, above)
            v = parent[v]
        return v

    def _circle(self, v: int) -> int:
        head = self._head(v)
        return self.circle.get(head, 1 << head)

    def _to_root(self, v: int) -> Iterator[int]:
        v = self._head(v)
        yield v
        while self.mate[v] != FREE:
            v = self._head(self.came[self.mate[v]])
            yield v

    def _shrink(self, u: int, v: int) -> list[int]:
        """Two outer vertices meet: all between them are one node now. Returns who was inner."""
        left = set(self._to_root(u))
        meet = next(node for node in self._to_root(v) if node in left)
        fresh = []
        whole = self._circle(meet)
        for end, child in ((u, v), (v, u)):
            while self._head(end) != meet:
                inner = self.mate[end]
                for part in (self._head(end), self._head(inner)):
                    if not whole >> part & 1:
                        whole |= self._circle(part)
                self.came[end] = child
                if not self.outer >> inner & 1:
                    self.outer |= 1 << inner
                    fresh.append(inner)
                child, end = inner, self.came[inner]
        for part in bits(whole):
            self.parent[part] = meet
        self.circle[meet] = whole
        return fresh
