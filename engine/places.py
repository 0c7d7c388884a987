"""Why a place: the points round by round, each criterion as a sum, and what decides against the neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.history import Kind, Record
from engine.model import MemberId, Tournament
from engine.standings import Row, criteria, standings
from engine.tiebreaks import contributions

_SUMS = {"BH": 0, "BH/C1": 1, "BH/C2": 2}
"""Criteria that are the sum of what each round contributes, and how many of the smallest are left out."""


@dataclass(frozen=True, slots=True)
class Term:
    """What one round adds, in halves; `cut`: left out of the sum.

    `opponent` is whom he met or should have met, `kind` says which. `credited`: the opponent withdrew and
    counts more than he has (5.4.10.11).
    """

    round: int
    value: Fraction
    kind: Kind
    opponent: MemberId | None = None
    cut: bool = False
    credited: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A criterion of the table. `terms` are empty where it is no sum over the rounds."""

    code: str
    value: Fraction
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Against:
    """The first criterion in which a neighbour differs: `mine` and `other`, in halves."""

    row: Row
    code: str
    mine: Fraction
    other: Fraction


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a line of the table comes about. `equal` share the place; `above` and `below` are the nearest others."""

    row: Row
    points: tuple[Term, ...]
    penalty: int
    sums: tuple[Sum, ...]
    policy: str
    above: Against | None
    below: Against | None
    equal: tuple[Row, ...]


def reckon(t: Tournament, player: MemberId, *, after: int | None = None) -> Reckoning:
    """The player's line after round `after`, or now. Raises KeyError if he is not in the table."""
    rows = standings(t, after=after)
    row = next((row for row in rows if row.player == player), None)
    if row is None:
        raise KeyError(player)
    book = {each.number: each.record for each in rows}
    people = {each.number: each.player for each in rows}
    codes, policy = criteria(t)
    points = tuple(
        Term(round, Fraction(past.points), past.kind, None if past.opponent is None else people[past.opponent])
        for round, past in enumerate(row.record.past, 1)
    )
    sums = tuple(Sum(code, value, _terms(code, value, row.record, book, people, policy))
                 for code, value in zip(codes, row.values, strict=True))
    others = [each for each in rows if each.place != row.place]
    above = [each for each in others if each.place < row.place]
    below = [each for each in others if each.place > row.place]
    return Reckoning(
        row, points, sum(int(term.value) for term in points) - row.points, sums, policy,
        _against(row, above[-1], codes) if above else None, _against(row, below[0], codes) if below else None,
        tuple(each for each in rows if each.place == row.place and each is not row),
    )


def _terms(code: str, value: Fraction, record: Record, book: Mapping[int, Record],
           people: Mapping[int, MemberId], policy: str) -> tuple[Term, ...]:
    """The contributions round by round; nothing unless they make up the value to the last fraction."""
    if code not in _SUMS:
        return ()
    values = contributions(book, policy)[record.number]
    rounds = [(round, past) for round, past in enumerate(record.past, 1) if past.played or policy != "played"]
    cut = sorted(range(len(values)), key=lambda place: values[place])[:_SUMS[code]]
    if len(rounds) != len(values) or sum(values) - sum(values[place] for place in cut) != value:
        return ()
    return tuple(
        Term(round, values[place], past.kind, None if past.opponent is None else people[past.opponent],
             place in cut,
             past.played and past.opponent is not None and values[place] != book[past.opponent].score())
        for place, (round, past) in enumerate(rounds)
    )


def _against(row: Row, other: Row, codes: tuple[str, ...]) -> Against:
    mine, his = (Fraction(row.points), *row.values), (Fraction(other.points), *other.values)
    place = next(place for place, (a, b) in enumerate(zip(mine, his, strict=True)) if a != b)
    return Against(other, ("PTS", *codes)[place], mine[place], his[place])
