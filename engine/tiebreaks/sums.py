"""The tie-breaks made of opponents' scores: Buchholz, Sonneborn-Berger, Koya (tiebreaks.md 7.11-7.15)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.model import Scoring
from engine.tiebreaks.codes import Code
from engine.tiebreaks.opponents import DUMMIES, ROBIN, Records, as_drawn, as_games, contributions
from engine.tiebreaks.terms import Term, Terms, Why, shorten, total


def buchholz(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """BH and FB (7.11, 7.12): the scores of the opponents, as the policy sees them."""
    seen = contributions(_seen(code, records, scoring), policy, scoring)
    return {number: _cut(code, terms, policy) for number, terms in seen.items()}


def sonneborn_berger(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """SB (7.14): those scores times the halves made. The cut asks for the lowest *opponent*, not product."""
    seen = _seen(code, records, scoring)
    return {
        number: _cut(code, tuple(
            replace(term, value=term.score * seen[number].past[term.round - 1].points) for term in terms
        ), policy)
        for number, terms in contributions(seen, policy, scoring).items()
    }


def opponents_buchholz(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """AOB (7.13): the uncut BH, with `/F` the FB, of everybody met over the board. Their mean is the figure."""
    seen = _seen(code, records, scoring)
    figures = {number: total(terms) for number, terms in contributions(seen, policy, scoring).items()}
    met = as_games(seen) if policy == ROBIN else seen
    return {
        number: shorten([
            Term(round, past.opponent, figures[past.opponent], figures[past.opponent], Why.GAME)
            for round, past in enumerate(record.past, 1) if past.played and past.opponent is not None
        ], code.low, code.high)
        for number, record in met.items()
    }


def koya(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """KS (7.15): points made against those with half of what could be made, the limit moved by `/L`.

    The scores that qualify are the real ones, no policy asked. In a round robin a free round is not
    one in which anything could be made.
    """
    met = as_games(records) if policy == ROBIN or code.forfeits else records
    rounds = max((
        sum(past.opponent is not None or policy != ROBIN for past in record.past) for record in met.values()
    ), default=0)
    limit = Fraction(scoring.win * rounds, 2) + Fraction(code.limit * scoring.unit, 2)
    return {
        number: tuple(
            Term(round, past.opponent, met[past.opponent].score(), past.points, Why.GAME)
            for round, past in enumerate(record.past, 1)
            if past.played and past.opponent is not None and met[past.opponent].score() >= limit
        )
        for number, record in met.items()
    }


def _seen(code: Code, records: Records, scoring: Scoring) -> Records:
    seen = as_games(records) if code.forfeits else records
    return as_drawn(seen, scoring) if code.fore or code.name == "FB" else seen


def _cut(code: Code, terms: Terms, policy: str) -> Terms:
    return shorten(terms, code.low, code.high, exception=policy in DUMMIES)
