"""The cheapest perfect matching of a general graph, kept while choices narrow the graph.

Every pairing system asks the same question over and over: can this pair be kept, and can all the
others still be paired at the same cost? `Matching` is Edmonds' blossom algorithm with dual values,
arranged so that such a question costs one search instead of a new matching: the pair is taken out,
its former partners are left unpaired, and one alternating path between them repairs the rest. The dual
objective is a lower bound on the cost of every perfect matching, so the search stops, exactly, as soon
as every repair is known to be dearer. Where the duals alone tell which matchings are cheapest, no dual is needed
any more: `Plain` answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.pairing.bits import bits, mask_of
from engine.pairing.blossoms import FREE, Blossoms
from engine.pairing.kinds import prices
from engine.pairing.partners import focus, partners
from engine.pairing.plain import Plain
from engine.pairing.tree import Tree

__all__ = ["Matching", "bits", "mask_of"]


class Matching:
    """A cheapest perfect matching of the vertices in `live` (bits; all of 0 … size-1 if not said).

    `edges[v]` maps a cost (an integer of at least 0) to the set (bits) of neighbours of v at that
    cost; it must be symmetric and a pair may have one cost only. `hint` may name a matching (the mate
    of each vertex, -1 for none) to start from. Call `solve` first; if it says True, `keep` and `bar`
    answer whether the cheapest cost survives a choice, and leave everything unchanged if it does not.
    `kinds` may name sets (bits) of vertices that are alike but for a few missing edges, which saves much.
    Only of those in `asked` (all if not said) may anything be asked or taken out afterwards.
    """

    def __init__(
        self, edges: Sequence[Mapping[int, int]], live: int | None = None, hint: Sequence[int] = (),
        kinds: Sequence[int] = (), asked: int | None = None,
    ) -> None:
        self._graph = graph = Blossoms(edges, live)
        self._plain: Plain | None = None                 # the edges without slack, if they tell all
        self._budget = 0                                 # the doubled cost of what is left
        self.blocked = (0, 0)
        """After a failed `solve`: (crowd, few). Without `few`, `crowd` falls into more parts of odd
        size than `few` has members, and no two parts may be paired with each other."""
        self.kinds = kinds
        found = prices(edges, kinds) if kinds else None
        if found is None:
            graph.lift()
        else:
            graph.set(zip(kinds, found, strict=True))
        self._hint = hint
        self._asked = graph.live if asked is None else asked

    @property
    def mate(self) -> Sequence[int]:
        """The partner of every vertex, -1 for those taken out."""
        return self._plain.mate if self._plain else self._graph.mate

    @property
    def cost(self) -> int:
        """The cost of what is left to be matched. Only meaningful after a `solve` that said True."""
        return self._budget // 2

    def solve(self) -> bool:
        """Find a cheapest perfect matching; False if there is no perfect matching at all."""
        graph = self._graph
        plain = Plain(graph.near(), graph.live, self._hint)
        if plain.complete():
            self._plain = plain
        elif graph.free_of_charge():
            self.blocked = plain.blocked
            return False
        else:
            graph.mate = plain.mate
            stuck = [blocked for v in bits(graph.live) if (blocked := self._search(v, None))]
            if stuck:
                self.blocked = min(stuck, key=lambda blocked: blocked[0].bit_count())
                return False
            focused = focus(graph, self._asked)
            if focused is None:
                graph.narrow()
            else:
                self._plain = Plain(focused.near(), focused.live, focused.mate)
        self._budget = graph.objective()
        return True

    def rest(self) -> tuple[list[dict[int, int]], int]:
        """What is left: rows whose cheapest perfect matchings are the same, and what these cost there."""
        if self._plain:
            return [{0: mask} if mask else {} for mask in self._plain.near], 0
        return [{cost // 2: mask for cost, mask in row} for row in self._graph.rows], self.cost

    @property
    def live(self) -> int:
        """Who is left (bits)."""
        return self._plain.live if self._plain else self._graph.live

    def first(self, u: int, others: int) -> int:
        """Take u out for good with the lowest of `others` (bits) with whom the whole keeps its cost.

        There must be one.
        """
        if self._plain:
            v = self._plain.first(u, others)
            assert v is not None, "some cheapest matching has a pair"
            self._budget -= self._graph.edge_cost(u, v) or 0
            return v
        v = next(bits(partners(self._graph, u) & others))
        kept = self.keep(u, v)
        assert kept, "some cheapest matching has the pair"
        return v

    def keep(self, u: int, v: int) -> bool:
        """Take the pair u-v out for good, if the whole then still has the same cost."""
        graph = self._graph
        cost = graph.edge_cost(u, v)
        if cost is None:
            return False
        if self._plain:
            if self._plain.first(u, 1 << v) is None:
                return False
            self._budget -= cost
            return True
        if graph.top[u] == u and graph.top[v] == v and cost > graph.dual[u] + graph.dual[v]:
            return False                                 # no cheapest matching has an edge with slack
        saved = graph.copy()
        graph.remove(u, v)
        return self._repair(saved, self._budget - cost)

    def bar(self, u: int, others: int) -> bool:
        """Forbid u the partners in `others` (bits) for good, if the whole then still has the same cost."""
        if self._plain:
            return self._plain.bar(u, others)
        saved = self._graph.copy()
        self._graph.bar(u, others)
        return self._repair(saved, self._budget)

    def _repair(self, saved: Blossoms, budget: int) -> bool:
        """Pair whoever is unpaired within the budget, or go back to what was saved."""
        if any(self._search(v, budget) for v in bits(self._graph.live)):
            self._graph = saved
            return False
        self._budget = budget
        return True

    def _search(self, root: int, budget: int | None) -> tuple[int, int] | None:
        """See that `root` is paired. If that cannot be done within the budget: what blocks it."""
        graph = self._graph
        if graph.mate[root] != FREE:
            return None
        tree = Tree(graph, root)
        grown = tree.grow(None if budget is None else budget - graph.objective())
        blocked = None if grown else (tree.outer, tree.inner)
        tree.settle()
        graph.flatten()
        return blocked
