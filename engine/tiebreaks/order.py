"""The order of a table (C.07 4.1; tiebreaks.md 11.2): one criterion after the other in each group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.model import Scoring
from engine.tiebreaks.codes import Code
from engine.tiebreaks.direct import Group, direct
from engine.tiebreaks.opponents import ROBIN, Records, as_games

LOWER_FIRST = frozenset({"TPN", "DE"})
"""Where the smaller value stands first."""


@dataclass(frozen=True, slots=True)
class Line:
    """A place and what led to it: a value for each criterion, None where it says nothing of this player.

    The value of DE is the place inside the group that it split, from 1 on.
    """

    place: int
    number: int
    values: tuple[Fraction | None, ...]


Figures = Mapping[int, Fraction]


def ordered(
    records: Records, criteria: Sequence[tuple[Code, Figures | None]], policy: str, scoring: Scoring
) -> list[Line]:
    """The table, those who share a place by start number. `criteria` are codes with figures, None for DE.

    Points come first of themselves. Whoever has no figure comes after those who have one (7.17).
    """
    groups = _split(tuple(records), {n: Fraction(record.score()) for n, record in records.items()}, lower=False)
    values: dict[int, list[Fraction | None]] = {n: [] for n in records}
    for code, known in criteria:
        figures = _encounters(code, groups, records, policy, scoring) if known is None else known
        for number, shown in values.items():
            shown.append(figures.get(number))
        lower = (code.name in LOWER_FIRST) is not code.reverse
        groups = [part for group in groups for part in _split(group, figures, lower=lower)]
    lines: list[Line] = []
    for group in groups:
        place = len(lines) + 1
        lines += [Line(place, number, tuple(values[number])) for number in sorted(group)]
    return lines


def _split(group: Group, figures: Figures, *, lower: bool) -> list[Group]:
    """The group in parts of equal figures, best first, those without one last."""
    parts: dict[Fraction | None, list[int]] = {}
    for number in group:
        parts.setdefault(figures.get(number), []).append(number)
    known = sorted((value for value in parts if value is not None), reverse=not lower)
    return [tuple(parts[value]) for value in (*known, *([None] if None in parts else []))]


def _encounters(
    code: Code, groups: Sequence[Group], records: Records, policy: str, scoring: Scoring
) -> dict[int, Fraction]:
    """Places inside each group that DE splits; forfeits count in round robins and with `/P`."""
    games = as_games(records) if policy == ROBIN or code.forfeits else records
    found: dict[int, Fraction] = {}
    for group in groups:
        parts = direct(group, games, scoring.win)
        place = 1
        for part in parts if len(parts) > 1 else []:
            found |= dict.fromkeys(part, Fraction(place))
            place += len(part)
    return found
