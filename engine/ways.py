"""Ways out when no legal pairing exists: limits to lift (5.2), bans to strike (5.3), rematches (section 11).

Only what helps: every way has been tried. It is asked once, when the answer of a round is "no legal
pairing exists", and kept with that answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, islice

from engine.model import MemberId, Way
from engine.pairing import Field, Forced, Limit, NoLegalDraw, pair_field, remedies, roundrobin
from engine.pairing.field import Pair
from engine.pairing.legality import breaches, opponents
from engine.pairing.machine import MACHINE
from engine.pairing.matching import Matching

MOST = 6
"""Ways of one kind that are offered: a judge chooses among few."""


def ways_out(field: Field, system: str, order: Sequence[MemberId]) -> tuple[Way, ...]:
    """What a judge can do, the mildest first; `order` are ids by start number, as in the field.

    Where several rematches are needed, each that is offered is one of a smallest number of them; in FIDE
    systems only a rematch that helps alone is offered.
    """
    found = [Way("strike", _ids(pair, order)) for pair in sorted(map(sorted, field.never))
             if _helps(replace(field, never=field.never - {frozenset(pair)}), system)][:MOST]
    robin = [Way("robin")] if roundrobin.can_follow(field) else []
    if system == "roundrobin":
        return (*found, *robin)
    limits = {limit for remedy in remedies(field, system) for limit in remedy}
    rematches = _rematches(field) if system in MACHINE else _orders(field, system)
    if system in MACHINE and not limits and not rematches:                     # a limit first, and then a rematch
        limits = set(next((more for more in ({Limit.PLUS}, {Limit.COLOUR}, set(Limit))
                           if _rematches(replace(field, lifted=field.lifted | more))), set()))
    return (*found, *(Way(limit.value) for limit in Limit if limit in limits),
            *(Way("rematch", _ids(pair, order)) for pair in rematches), *robin)


def _helps(field: Field, system: str) -> bool:
    try:
        pair_field(field, system)
    except NoLegalDraw:
        return False
    return True


def _orders(field: Field, system: str) -> list[Pair]:
    """Pairs that have met with each of which, ordered by the arbiter, the round can be paired; the lowest first."""
    taken = {number for pair in field.standing_pairs for number in pair.players}
    players = [number for number in field.playing if number not in taken]
    players.sort(key=lambda number: (field.records[number].score(), -number))
    met = (pair for pair in combinations(players, 2)
           if pair[1] in field.records[pair[0]].met and frozenset(pair) not in field.never)
    helping = (pair for pair in met
               if _helps(replace(field, forced=(*field.forced, Forced(*pair, coloured=False))), system))
    return list(islice(helping, MOST))


def _rematches(field: Field) -> list[Pair]:
    """Pairs that have met and belong to a full pairing with the fewest such pairs; the lowest first."""
    taken = {number for pair in field.standing_pairs for number in pair.players}
    players = [number for number in field.playing if number not in taken]
    players.sort(key=lambda number: (field.records[number].score(), -number))
    edges = _graph(field, players)
    fewest = _cost(edges, (1 << len(edges)) - 1)
    if not fewest:
        return []
    found: list[Pair] = []
    for a, b in combinations(range(len(players)), 2):
        if len(found) < MOST and edges[a].get(1, 0) >> b & 1:
            rest = (1 << len(edges)) - 1 & ~(1 << a | 1 << b)
            if _cost(edges, rest) == fewest - 1:
                found.append((players[a], players[b]))
    return found


def _graph(field: Field, players: Sequence[int]) -> list[dict[int, int]]:
    """Who may meet whom at no cost, and who again at cost 1; in an odd field the bye is the last vertex."""
    count = len(players)
    edges: list[dict[int, int]] = [{0: mask, 1: 0} for mask in opponents(field, players, avoid=False)]
    for a, b in combinations(range(count), 2):
        if breaches(field, players[a], players[b]) == ("met",):
            edges[a][1] |= 1 << b
            edges[b][1] |= 1 << a
    if count % 2:
        may = [i for i, number in enumerate(players)
               if Limit.PLUS in field.lifted or not field.records[number].won_without_play]
        for i in may:
            edges[i][0] |= 1 << count
        edges.append({0: sum(1 << i for i in may), 1: 0})
    return [{cost: mask for cost, mask in by_cost.items() if mask} for by_cost in edges]


def _cost(edges: Sequence[dict[int, int]], live: int) -> int | None:
    """The fewest rematches in a full pairing of the `live` vertices; None if there is none."""
    matching = Matching([{cost: mask & live for cost, mask in by_cost.items()} for by_cost in edges], live)
    return matching.cost if matching.solve() else None


def _ids(numbers: Sequence[int], order: Sequence[MemberId]) -> tuple[MemberId, ...]:
    return tuple(order[number - 1] for number in sorted(numbers))
