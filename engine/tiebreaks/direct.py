"""DE, direct encounter (C.07 6; tiebreaks.md 9): the games among those still tied, and nobody else's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.tiebreaks.opponents import Records

Group = tuple[int, ...]


def meetings(group: Sequence[int], records: Records) -> dict[int, dict[int, Fraction]]:
    """Halves each made against each other he met in the group; the average if they met more than once."""
    inside = frozenset(group)
    made: dict[int, dict[int, Fraction]] = {}
    for number in group:
        games: dict[int, list[int]] = {}
        for past in records[number].past:
            if past.played and past.opponent is not None and past.opponent in inside:
                games.setdefault(past.opponent, []).append(past.points)
        made[number] = {other: Fraction(sum(points), len(points)) for other, points in games.items()}
    return made


def direct(group: Sequence[int], records: Records, win: int) -> list[Group]:
    """The group in order, split as far as it can be; one group if its games decide nothing.

    `records` are those in which every game that counts is a game: forfeits too in a round robin and with
    `/P`. `win` is what a game not played might still bring (9.3).
    """
    if len(group) < 2:
        return [tuple(group)]
    made = meetings(group, records)
    scores = {number: sum(made[number].values(), Fraction(0)) for number in group}
    if all(len(made[number]) == len(group) - 1 for number in group):
        parts = [tuple(n for n in group if scores[n] == score)
                 for score in sorted(set(scores.values()), reverse=True)]
    else:
        most = {n: scores[n] + win * (len(group) - 1 - len(made[n])) for n in group}
        first = _safe(group, scores, most)
        rest = tuple(n for n in group if n not in first)
        parts = [*((n,) for n in first), *([rest] if rest else [])]
    if len(parts) == 1:
        return parts
    return [smaller for part in parts for smaller in direct(part, records, win)]


def _safe(group: Sequence[int], scores: dict[int, Fraction], most: dict[int, Fraction]) -> list[int]:
    """Those who stay alone at the top whatever the games not played would bring, one after the other."""
    first: list[int] = []
    left = set(group)
    while left:
        best = max(left, key=lambda n: (scores[n], -n))
        left.discard(best)
        if any(most[n] >= scores[best] for n in left):
            break
        first.append(best)
    return first
