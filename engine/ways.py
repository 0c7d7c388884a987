"""Ways out when no legal pairing exists: limits to lift (5.2), bans to strike (5.3), rematches (section 11).

Only what helps: every way has been tried. It is asked once, when the answer of a round is "no legal
pairing exists", and kept with that answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from engine.model import MemberId, Way
from engine.pairing import Field, Forced, Limit, NoLegalDraw, pair_field, remedies, roundrobin
from engine.pairing.field import Pair
from engine.pairing.legality import breaches, opponents
from engine.pairing.machine import MACHINE
from engine.pairing.matching import Matching

MOST, SETS = 6, 3
"""Forbidden pairs, and sets of rematches, that are offered: a judge chooses among few."""

TRIED = 24
"""Sets of rematches that are tried where the law of the system asks for more than that everybody is paired."""

Rematches = tuple[Pair, ...]


def ways_out(field: Field, system: str, order: Sequence[MemberId]) -> tuple[Way, ...]:
    """What a judge can do, the mildest first; `order` are ids by start number, as in the field.

    Where several rematches are needed, each way is a whole set of them, and no smaller one would do.
    """
    found = [Way("strike", _ids(pair, order)) for pair in sorted(map(sorted, field.never))
             if _helps(replace(field, never=field.never - {frozenset(pair)}), system)][:MOST]
    robin = [Way("robin")] if roundrobin.can_follow(field) else []
    if system == "roundrobin":
        return (*found, *robin)
    limits = {limit for remedy in remedies(field, system) for limit in remedy}
    rematches = list(islice(_rematches(field), SETS)) if system in MACHINE else _orders(field, system)
    if system in MACHINE and not limits and not rematches:                     # a limit first, and then a rematch
        limits = set(next((more for more in ({Limit.PLUS}, {Limit.COLOUR}, set(Limit))
                           if any(_rematches(replace(field, lifted=field.lifted | more)))), set()))
    return (*found, *(Way(limit.value) for limit in Limit if limit in limits),
            *(Way("rematch", tuple(player for pair in pairs for player in _ids(pair, order)))
              for pairs in rematches), *robin)


def _helps(field: Field, system: str) -> bool:
    try:
        pair_field(field, system)
    except NoLegalDraw:
        return False
    return True


def _orders(field: Field, system: str) -> list[Rematches]:
    """Sets with each of which, ordered by the arbiter, the round can be paired: one pair, if that is enough."""
    players = _free(field)
    met: Iterator[Rematches] = (
        ((a, b),) for a, b in combinations(players, 2)
        if b in field.records[a].met and frozenset((a, b)) not in field.never)
    alone = list(islice((pairs for pairs in met if _ordered(field, pairs, system)), SETS))
    several = (pairs for pairs in islice(_rematches(field), TRIED) if len(pairs) > 1)
    return alone or list(islice((pairs for pairs in several if _ordered(field, pairs, system)), SETS))


def _ordered(field: Field, pairs: Rematches, system: str) -> bool:
    orders = (Forced(*pair, coloured=False) for pair in pairs)
    return _helps(replace(field, forced=(*field.forced, *orders)), system)


def _free(field: Field) -> list[int]:
    """Who is not in an ordered pair already, from the bottom of the table."""
    taken = {number for pair in field.standing_pairs for number in pair.players}
    return sorted((number for number in field.playing if number not in taken),
                  key=lambda number: (field.records[number].score(), -number))


def _rematches(field: Field) -> Iterator[Rematches]:
    """The smallest sets of pairs that have met with which everybody can be paired; the lowest first."""
    players = _free(field)
    edges = _graph(field, players)
    again = [(a, b) for a, b in combinations(range(len(players)), 2) if edges[a].get(1, 0) >> b & 1]

    def sets(live: int, left: int, first: int) -> Iterator[Rematches]:
        if not left:
            yield ()
            return
        for place in range(first, len(again)):
            a, b = again[place]
            rest = live & ~(1 << a | 1 << b)
            if live >> a & live >> b & 1 and _cost(edges, rest) == left - 1:
                yield from (((players[a], players[b]), *others) for others in sets(rest, left - 1, place + 1))

    everybody = (1 << len(edges)) - 1
    fewest = _cost(edges, everybody)
    return sets(everybody, fewest, 0) if fewest else iter(())


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
