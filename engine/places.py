"""Why a place: the points round by round, each criterion as a sum, and what decides against the neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.history import Kind, Record
from engine.model import MemberId, Scoring, Tournament
from engine.standings import Row, criteria, standings
from engine.tiebreaks import FIGURES, Why, explain, parse


@dataclass(frozen=True, slots=True)
class Term:
    """What one round adds, in the unit of the criterion (points in halves); `cut`: left out of the sum.

    `opponent` is whom he met or should have met, `kind` says which. `credited`: the opponent counts
    with other points than he has: he withdrew (5.4.10.11), or did not play to the end (C.07 16.3).
    `replaced`: no opponent counts here, but what the policy for unplayed rounds puts in his place.
    """

    round: int
    value: Fraction
    kind: Kind
    opponent: MemberId | None = None
    cut: bool = False
    credited: bool = False
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A criterion of the table. `terms` are empty where it is no sum over the rounds.

    With `mean` it is their average; a rating is rounded then.
    """

    code: str
    value: Fraction | None
    terms: tuple[Term, ...] = ()
    mean: bool = False


@dataclass(frozen=True, slots=True)
class Against:
    """The first criterion in which a neighbour differs: `mine` and `other`, in its unit."""

    row: Row
    code: str
    mine: Fraction | None
    other: Fraction | None


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
    sums = tuple(
        Sum(code, value, _terms(code, row.record, book, people, policy, t.settings.scoring),
            FIGURES[parse(code).name].how in ("mean", "rating"))
        for code, value in zip(codes, row.values, strict=True)
    )
    others = [each for each in rows if each.place != row.place]
    above = [each for each in others if each.place < row.place]
    below = [each for each in others if each.place > row.place]
    return Reckoning(
        row, points, sum(int(term.value) for term in points) - row.points, sums, policy,
        _against(row, above[-1], codes) if above else None, _against(row, below[0], codes) if below else None,
        tuple(each for each in rows if each.place == row.place and each is not row),
    )


def _terms(code: str, record: Record, book: Mapping[int, Record], people: Mapping[int, MemberId], policy: str,
           scoring: Scoring) -> tuple[Term, ...]:
    """The terms of a figure round by round; none of what is no sum over the rounds."""
    if FIGURES[parse(code).name].how not in ("sum", "mean", "rating"):
        return ()
    return tuple(
        Term(term.round, Fraction(term.value), record.past[term.round - 1].kind,
             None if term.opponent is None else people[term.opponent], not term.counted,
             term.why is Why.ADJUSTED, term.why not in (Why.GAME, Why.ADJUSTED, Why.OWN))
        for term in explain(code, book, record.number, policy, scoring) if term.round
    )


def _against(row: Row, other: Row, codes: tuple[str, ...]) -> Against:
    mine, his = (Fraction(row.points), *row.values), (Fraction(other.points), *other.values)
    place = next(place for place, (a, b) in enumerate(zip(mine, his, strict=True)) if a != b)
    return Against(other, ("PTS", *codes)[place], mine[place], his[place])
