"""Whom somebody may be paired with in some cheapest matching: all of them at once, by one search a blossom.

Two cheapest matchings differ by alternating circles of edges without slack, and by as many edges as ever
(one) across the border of every blossom with width. So who can be reached is found level by level: outside
the blossom, where it is as one vertex, and inside it, where somebody stands for all outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from engine.pairing.bits import bits
from engine.pairing.blossoms import Blossoms


def partners(graph: Blossoms, u: int) -> int:
    """Those v (bits) with whom u is paired in some cheapest perfect matching; `graph` holds one of them."""
    graph.flatten()
    node = graph.top[u]
    levels = graph.levels()
    reached = _reached(graph, node, levels)
    found = graph.tight(u, levels) & reached
    if node == u:
        return found
    exits = _exits(graph, node, reached, levels)
    return found | partners(graph.inside(node, exits), u) & graph.members[node]


def focus(graph: Blossoms, asked: int) -> Blossoms | None:
    """The same for those `asked` about (bits), without blossoms: one vertex stands for all on the far side of each.

    None if one of the blossoms parts those asked about.
    """
    graph.flatten()
    def parts(b: int) -> bool:
        return bool(asked & graph.members[b] and asked & graph.live & ~graph.members[b])

    while outermost := {graph.top[v] for v in bits(graph.live) if graph.top[v] != v}:
        b = next((b for b in outermost if (graph.live & ~graph.members[b]).bit_count() == 1 or not parts(b)), None)
        if b is None:
            return None
        if asked & graph.members[b]:
            levels = graph.levels()
            graph = graph.inside(b, _exits(graph, b, _reached(graph, b, levels), levels))
        else:
            graph = graph.copy()
            graph.collapse(b)
        graph.flatten()
    return graph


def _exits(graph: Blossoms, node: int, reached: int, levels: Mapping[int, int]) -> int:
    """Who in the blossom may be paired with whom outside (bits), if those `reached` may."""
    exits = 0
    for v in bits(graph.members[node]):
        if graph.tight(v, levels) & reached:
            exits |= 1 << v
    return exits


def _reached(graph: Blossoms, removed: int, levels: Mapping[int, int]) -> int:
    """Who could be left over if the node `removed` were taken out, as the partner of its base is then (bits).

    An alternating tree from that partner, of edges without slack only. A circle of odd length becomes one
    node; `head` is its node nearest to the root.
    """
    top, members = graph.top, graph.members
    root = top[graph.mate[graph.base[removed]]]
    new = graph.live & ~members[removed] & ~members[root]
    outer = members[root]
    above: dict[int, int] = {}                                  # inner node -> the outer one it was reached from
    parent = {root: root}                                       # outer node -> a step towards its head
    circle = {root: members[root]}                              # head -> all vertices of its circle
    queue = [root]

    def partner(node: int) -> int:
        return top[graph.mate[graph.base[node]]]

    def head(node: int) -> int:
        while parent[node] != node:
            parent[node] = node = parent[parent[node]]
        return node

    def to_root(node: int) -> Iterator[int]:
        yield node
        while node != head(root):
            node = head(above[partner(node)])
            yield node

    for x in queue:
        near = 0
        for v in bits(members[x]):
            near |= graph.tight(v, levels)
        while hit := near & new:
            inner = top[next(bits(hit))]
            y = partner(inner)
            above[inner], parent[y], circle[y] = x, y, members[y]
            new &= ~(members[inner] | members[y])
            outer |= members[y]
            queue.append(y)
        while hit := near & outer & ~circle[head(x)]:
            ends = head(x), head(top[next(bits(hit))])
            left = set(to_root(ends[0]))
            meet = next(node for node in to_root(ends[1]) if node in left)
            for end in ends:
                for node in list(takewhile(meet.__ne__, to_root(end))):
                    inner = partner(node)
                    parent[node] = parent[inner] = meet
                    circle[meet] |= circle[node] | members[inner]
                    outer |= members[inner]
                    queue.append(inner)
    return outer
