"""The tie-breaks made of opponents' ratings (tiebreaks.md 7.16-7.19; tables of FIDE B.02).

Only games played count, in round robins too (2026). Opponents without a rating are left out, and a
player who has met nobody with a rating has no such figure. Scores count 1, ½, 0 whatever the event gives.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction

from engine.model import Scoring
from engine.tiebreaks.codes import Code
from engine.tiebreaks.opponents import Records, as_games
from engine.tiebreaks.terms import Term, Terms, Why, mean, shorten

EXPECTED = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188,
    197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517,
    559, 619, 735,
)
"""B.02 (ratings.md 1.5): the greatest difference for which the higher rated is expected to make .50, .51 … .99."""

DIFFERENCE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184,
    193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501,
    538, 589, 677, 800,
)
"""B.02 (ratings.md 1.6): what a score of .50, .51 … 1.00 is worth in rating; below .50 mirrored."""


def expected(difference: int) -> int:
    """Hundredths of a point expected of the player rated so much higher; no 400 limit."""
    higher = 50 + bisect_left(EXPECTED, abs(difference))
    return higher if difference >= 0 else 100 - higher


def rounded(value: Fraction) -> int:
    """The nearest whole number, exact .5 up."""
    return (value + Fraction(1, 2)).__floor__()


def average_rating(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """The terms of ARO, TPR and PTP (7.16–7.18): each rated opponent met, his rating as the value."""
    met = as_games(records) if code.forfeits else records
    return {
        number: shorten([
            Term(round, past.opponent, rating, rating, Why.GAME)
            for round, past in enumerate(record.past, 1)
            if past.played and past.opponent is not None
            and (rating := records[past.opponent].rating) is not None
        ], code.low, code.high)
        for number, record in met.items()
    }


def opponents_performance(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """The terms of APRO and APPO (7.19): the TPR or PTP of everybody met."""
    made: Callable[[Sequence[Term], Sequence[Fraction]], int | None]
    made = tournament_performance if code.name == "APRO" else perfect_performance
    met = as_games(records) if code.forfeits else records
    figures = {
        number: made(terms, results(terms, met, number, scoring))
        for number, terms in average_rating(Code("ARO", forfeits=code.forfeits), records, policy, scoring).items()
    }
    return {
        number: shorten([
            Term(round, past.opponent, figure, figure, Why.GAME)
            for round, past in enumerate(record.past, 1)
            if past.played and past.opponent is not None and (figure := figures[past.opponent]) is not None
        ], code.low, code.high)
        for number, record in met.items()
    }


def results(terms: Sequence[Term], records: Records, number: int, scoring: Scoring) -> list[Fraction]:
    """1, ½ or 0 for the game of each term."""
    points = (records[number].past[term.round - 1].points for term in terms)
    return [Fraction((made >= scoring.draw) + (made >= scoring.win), 2) for made in points]


def tournament_performance(terms: Sequence[Term], made: Sequence[Fraction]) -> int | None:
    """TPR: the rounded average and what the score, in hundredths with .005 up, is worth."""
    average = mean(terms)
    if average is None:
        return None
    share = rounded(100 * sum(made, Fraction(0)) / len(made))
    return rounded(average) + (DIFFERENCE[share - 50] if share >= 50 else -DIFFERENCE[50 - share])


def perfect_performance(terms: Sequence[Term], made: Sequence[Fraction]) -> int | None:
    """PTP: the lowest rating of which at least this score is expected; no points: the lowest opponent - 800."""
    ratings = [int(term.score) for term in terms]
    if not ratings:
        return None
    score = int(100 * sum(made, Fraction(0)))
    if not score:
        return min(ratings) - 800
    span = range(min(ratings) - 736, max(ratings) + 737)
    return span[bisect_left(span, score, key=lambda rating: sum(expected(rating - each) for each in ratings))]
