"""What a tie-break is made of: a term a round, cut or counted. A figure is nothing but its terms added up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

Exact = int | Fraction
"""Halves, squares of halves, counts or ratings: whole wherever it can be."""


class Why(StrEnum):
    """Where the value of a term comes from."""

    GAME = "game"                # the opponent as he stands
    ADJUSTED = "adjusted"        # an opponent whose unplayed rounds are seen otherwise (C.07 16.3; D28)
    DUMMY = "dummy"              # the own score instead of an opponent (C.07 16.4)
    CAPPED = "capped"            # the same, held down by its cap
    VIRTUAL = "virtual"          # the virtual opponent (before September 2023)
    LOWEST = "lowest"            # the lowest score of the event (draughts.md section 7)
    SCHEDULED = "scheduled"      # a forfeit, valued by who should have played
    NOTHING = "nothing"          # no opponent, no value
    OWN = "own"                  # the player's own round, rating or number


class Cut(StrEnum):
    """Whether a term counts, and if not, which cut took it."""

    NO = ""
    LOW = "low"
    HIGH = "high"
    MISSED = "missed"            # a low cut, taken from a round given up (C.07 16.5)


@dataclass(frozen=True, slots=True)
class Term:
    """One round's part of a figure.

    `score` is what the opponent is worth (points in halves, or his rating), `value` what the round
    adds; in SB that is `score` times the halves made. `missed`: the player gave the round up himself
    (a VUR, C.07 16.5). A term without a round, such as a rating, has round 0.
    """

    round: int
    opponent: int | None
    score: Exact
    value: Exact
    why: Why
    missed: bool = False
    cut: Cut = Cut.NO

    @property
    def counted(self) -> bool:
        return self.cut is Cut.NO


Terms = tuple[Term, ...]


def _least(term: Term) -> tuple[Exact, Exact]:
    return term.score, term.value


def shorten(
    terms: Sequence[Term], low: int, high: int, *, exception: bool = False,
    least: Callable[[Term], tuple[Exact, Exact]] = _least,
) -> Terms:
    """The same terms with the `low` least and then the `high` greatest marked as cut.

    Of several equal opponents the one who adds least goes (7.14), for a high cut the one who adds
    most. With `exception` each low cut takes the least value of a round given up if that is not less
    than what it would take otherwise (16.5). A cut of more terms than there are takes all.
    """
    marks: dict[int, Cut] = {}

    def left(missed: bool = False) -> list[int]:
        return [at for at, term in enumerate(terms) if at not in marks and (term.missed or not missed)]

    for _ in range(low):
        at = min(left(), key=lambda i: least(terms[i]), default=None)
        if at is None:
            break
        given_up = min(left(missed=exception), key=lambda i: (terms[i].value, terms[i].score), default=None)
        if exception and given_up is not None and terms[given_up].value >= terms[at].value:
            marks[given_up] = Cut.MISSED
        else:
            marks[at] = Cut.LOW
    for at in sorted(left(), key=lambda i: least(terms[i]), reverse=True)[:high]:
        marks[at] = Cut.HIGH
    return tuple(replace(term, cut=marks[at]) if at in marks else term for at, term in enumerate(terms))


def total(terms: Iterable[Term]) -> Fraction:
    """What is counted, added up."""
    return Fraction(sum(term.value for term in terms if term.counted))


def mean(terms: Iterable[Term]) -> Fraction | None:
    """The average of what is counted; None if nothing is."""
    values = [term.value for term in terms if term.counted]
    return Fraction(sum(values), len(values)) if values else None
