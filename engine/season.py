"""The table of a season: the best results of everybody over several tournaments.

    table([by_place({7: 1, 8: 2}), by_place({8: 1, 7: 2, 9: 2})], best=8)

No law rules a season; what is done here is said in the chat with every table. A season is always
reckoned from its tournaments as they stand, so a correction needs no special case. Who has withdrawn
keeps what the tournament gives him; guests are in the table like anybody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.model import MemberId

WAYS = ("score", "place")
"""What a tournament gives: its points, a game won being 1; or 1 for the last, one more for each one left behind."""

Points = Mapping[MemberId, Fraction]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: `counted` are the results that count, best first, `left` those that do not."""

    place: int
    member: MemberId
    counted: tuple[Fraction, ...]
    left: tuple[Fraction, ...] = ()

    @property
    def total(self) -> Fraction:
        return sum(self.counted, Fraction(0))

    @property
    def played(self) -> int:
        """Tournaments taken part in."""
        return len(self.counted) + len(self.left)


def by_score(scores: Mapping[MemberId, tuple[int, int]]) -> Points:
    """From the halves of everybody and of a win there: 2½ for 1-½-0 and 5 of 2-1-0 are the same."""
    return {member: Fraction(halves, win) for member, (halves, win) in scores.items()}


def by_place(places: Mapping[MemberId, int]) -> Points:
    """The last of n gets 1, the first n; who share a place share what their places give."""
    n, sharing = len(places), Counter(places.values())
    return {member: n + 1 - place - Fraction(sharing[place] - 1, 2) for member, place in places.items()}


def table(results: Sequence[Points], best: int | None) -> list[Line]:
    """Everybody who played in one of the tournaments, by the sum of his `best` results; None: of all.

    Equal sums: the better best result, then the second best and so on, then more tournaments played.
    Who are equal in that too share a place.
    """
    made: defaultdict[MemberId, list[Fraction]] = defaultdict(list)
    for points in results:
        for member, gained in points.items():
            made[member].append(gained)
    lines = []
    for member, all_of_his in made.items():
        ordered = tuple(sorted(all_of_his, reverse=True))
        counting = len(ordered) if best is None else best
        lines.append(Line(0, member, ordered[:counting], ordered[counting:]))
    lines.sort(key=lambda line: (_order(line), -line.member), reverse=True)
    orders = [_order(line) for line in lines]
    return [Line(1 + orders.index(order), line.member, line.counted, line.left)
            for line, order in zip(lines, orders, strict=True)]


def _order(line: Line) -> tuple[Fraction, tuple[Fraction, ...], int]:
    return line.total, line.counted, line.played
