"""Whom somebody may be paired with in some cheapest matching: all of them at once, by one search a blossom.

Two cheapest matchings differ by alternating circles of edges without slack, and by as many edges as ever
(one) across the border of every blossom with width. So who can be reached is found level by level: outside
the blossom, where it is as one vertex, and inside it, where somebody stands for all outside.
"""

from __future__ import annotations

from engine.pairing.bits import bits
from engine.pairing.blossoms import FREE, Blossoms
from engine.pairing.tree import Tree


def partners(graph: Blossoms, u: int) -> int:
    """Those v (bits) with whom u is paired in some cheapest perfect matching; `graph` holds one of them."""
    graph.flatten()
    node = graph.top[u]
    reached = _reached(graph, node)
    levels = graph.levels()
    found = graph.tight(u, levels) & reached
    if node == u:
        return found
    members = graph.members[node]
    exits = 0
    for v in bits(members):
        if graph.tight(v, levels) & reached:
            exits |= 1 << v
    return found | partners(graph.inside(node, exits), u) & members


def _reached(graph: Blossoms, node: int) -> int:
    """Who could be the one left over if `node` were taken out, as the partner of its base is now (bits)."""
    mate = graph.mate[graph.base[node]]
    members = graph.members[node]
    graph.live ^= members
    graph.mate[mate] = FREE
    tree = Tree(graph, mate)
    tree.grow(0)
    found = tree.outer
    tree.settle()
    graph.flatten()
    graph.live ^= members
    graph.mate[mate] = graph.base[node]
    return found
