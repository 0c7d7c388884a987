"""The tie-breaks made of a player's own rounds (tiebreaks.md 7.2-7.10), whatever the policy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from engine.history import Kind, Past
from engine.model import Colour, Scoring
from engine.tiebreaks.codes import Code
from engine.tiebreaks.opponents import ROBIN, Records, as_games, awaited, given_up
from engine.tiebreaks.terms import Cut, Exact, Term, Terms, Why


def rounds_counted(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """WIN, WON, BPG, BWG, REP (7.2–7.7): a term of 1 for each round that counts.

    In a round robin a forfeit win is a game, a forfeit loss is not (C.07 15.2, 2026).
    """
    seen: Records = records
    if code.forfeits:
        seen = as_games(records)
    elif policy == ROBIN:
        seen = as_games(records, frozenset({Kind.FORFEIT_WIN}))
    counts = _COUNTS[code.name]
    return {
        number: tuple(
            Term(round, past.opponent, 1, 1, Why.OWN)
            for round, past in enumerate(record.past, 1) if counts(past, scoring)
        )
        for number, record in seen.items()
    }


_COUNTS: dict[str, Callable[[Past, Scoring], bool]] = {
    "WIN": lambda past, scoring: past.points == scoring.win,
    "WON": lambda past, scoring: past.played and past.points == scoring.win,
    "BPG": lambda past, scoring: past.played and past.colour is Colour.BLACK,
    "BWG": lambda past, scoring: past.played and past.colour is Colour.BLACK and past.points == scoring.win,
    "REP": lambda past, scoring: not given_up(past),
}


def progressive(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """PS (7.6): the running totals. A cut leaves out the first rounds, not the least totals."""
    return {
        number: tuple(
            Term(round, past.opponent, past.points, record.score(round), Why.OWN,
                 cut=Cut.LOW if round <= code.low else Cut.NO)
            for round, past in enumerate(record.past, 1)
        )
        for number, record in records.items()
    }


def standard(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """STD (7.8): 1 for more than the opponent made in the round, ½ for as much, whatever points are given.

    Without play it is 1 for more than a draw and ½ for a draw. Nobody gets a half for staying away:
    a double forfeit is 0 for both.
    """

    def value(round: int, past: Past) -> Exact:
        other = scoring.draw
        if past.played and past.opponent is not None:
            other = records[past.opponent].past[round - 1].points
        return 0 if past.points < other else 1 if past.points > other else Fraction(1, 2)

    return {
        number: tuple(
            Term(round, past.opponent, past.points, value(round, past), Why.OWN)
            for round, past in enumerate(record.past, 1) if not awaited(past)
        )
        for number, record in records.items()
    }


def given(code: Code, records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """PTS, TPN and RTNG: what is known of the player himself. Without a rating there is no term."""
    what: dict[str, Callable[[int], Exact | None]] = {
        "PTS": lambda number: records[number].score(),
        "TPN": lambda number: number,
        "RTNG": lambda number: records[number].rating,
    }
    found = {number: what[code.name](number) for number in records}
    return {
        number: () if value is None else (Term(0, None, value, value, Why.OWN),) for number, value in found.items()
    }
