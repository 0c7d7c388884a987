"""What each round adds to a Buchholz, under each policy for unplayed rounds (tiebreaks.md 1.3 and 3–6).

| policy             | own unplayed round                      | unplayed rounds of an opponent           |
| fide2026           | own score, capped (C.07 16.4)           | given up for good: a draw (16.3)         |
| fide2023           | own score                               | the same                                 |
| virtual            | virtual opponent (until August 2023)    | each a draw                              |
| ru_draughts        | lowest score of the event (section 7)   | as awarded                               |
| ru_draughts_manual | the same                                | who left gets an average (5.4.10.11)     |
| raw                | forfeit: the scheduled opponent; else 0 | as awarded                               |
| played             | nothing                                 | as awarded                               |
| none               | nothing; forfeits are games (15.2)      | as awarded: a round robin                |

Scores are those after all the rounds of the records, penalties taken off: present ones while the event
runs, final ones at its end. An open board counts as awarded so far, and is not given up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from engine.history import WITHOUT_PLAY, Kind, Past, Record, lowest_score
from engine.model import Scoring
from engine.tiebreaks.terms import Exact, Term, Terms, Why

POLICIES = ("fide2026", "fide2023", "virtual", "ru_draughts", "ru_draughts_manual", "raw", "played")
"""What an event may choose."""

ROBIN = "none"
"""What holds in a round robin, and only there: nothing is to be chosen (C.07 15.2)."""

DUMMIES = ("fide2026", "fide2023")
"""The policies with dummies and, with them, the cut exception (C.07 16.5)."""

FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
_GIVEN_UP = frozenset({Kind.HALF_BYE, Kind.ABSENT, Kind.FORFEIT_LOSS})

Records = Mapping[int, Record]


def given_up(past: Past) -> bool:
    """Whether it is a voluntary unplayed round (VUR): a bye asked for, an absence, a forfeit loss (16.2)."""
    return past.kind in _GIVEN_UP and not awaited(past)


def awaited(past: Past) -> bool:
    """A board without a result so far."""
    return past.kind is Kind.ABSENT and past.opponent is not None


def as_games(records: Records, kinds: frozenset[Kind] = FORFEITS) -> dict[int, Record]:
    """Forfeits as games against the scheduled opponent: round robins (C.07 15.2) and the modifier `/P`."""
    return {
        number: replace(record, past=tuple(
            replace(past, kind=Kind.GAME) if past.kind in kinds and past.opponent is not None else past
            for past in record.past
        ))
        for number, record in records.items()
    }


def as_drawn(records: Records, scoring: Scoring) -> dict[int, Record]:
    """The last round's games as draws, also open ones; forfeits and byes stay as awarded (tiebreaks.md 7.12)."""
    last = max((len(record.past) for record in records.values()), default=0)
    return {
        number: replace(record, past=tuple(
            replace(past, kind=Kind.GAME, points=scoring.draw)
            if round == last and (past.played or awaited(past)) else past
            for round, past in enumerate(record.past, 1)
        ))
        for number, record in records.items()
    }


def contributions(records: Records, policy: str, scoring: Scoring) -> dict[int, Terms]:
    """The terms of an uncut Buchholz by start number; rounds that give no value have no term.

    `records` is everybody entered up to now, the withdrawn and absent included (D29); every opponent
    must be among them. Raises ValueError for an unknown policy.
    """
    if policy not in (*POLICIES, ROBIN):
        raise ValueError(f"unknown policy {policy!r}")
    seen = as_games(records) if policy == ROBIN else records
    worth = _worth(seen, policy, scoring)
    lowest = lowest_score(seen)                          # without the credit of D28 (section 13)
    also_open = policy in ("virtual", ROBIN, *DUMMIES)

    def term(record: Record, round: int, past: Past) -> Term | None:
        if past.opponent is not None and (past.played or (also_open and awaited(past))):
            value = worth[past.opponent]
            why = Why.GAME if value == seen[past.opponent].score() else Why.ADJUSTED
            return Term(round, past.opponent, value, value, why)
        match policy:
            case "played" | "none":
                return None
            case "ru_draughts" | "ru_draughts_manual":
                value, why = lowest, Why.LOWEST
            case "raw" if past.kind in FORFEITS and past.opponent is not None:
                value, why = worth[past.opponent], Why.SCHEDULED
            case "raw":
                value, why = 0, Why.NOTHING
            case "virtual":
                value, why = _virtual(record, round, past, scoring), Why.VIRTUAL
            case _:
                value, why = record.score(), Why.DUMMY
                cap = scoring.draw * len(record.past) if past.opponent is None else worth[past.opponent]
                if policy == "fide2026" and cap < value:
                    value, why = cap, Why.CAPPED
        return Term(round, past.opponent, value, value, why, given_up(past))

    return {
        number: tuple(
            found for round, past in enumerate(record.past, 1)
            if (found := term(record, round, past)) is not None
        )
        for number, record in seen.items()
    }


def _worth(records: Records, policy: str, scoring: Scoring) -> dict[int, Exact]:
    """What everybody is worth to his opponents."""

    def extra(record: Record) -> Exact:
        match policy:
            case "fide2026" | "fide2023":
                tail = _given_up_for_good(record)
                return sum(scoring.draw - past.points for past in tail if past.kind is not Kind.FORFEIT_LOSS)
            case "virtual":
                return sum(
                    scoring.draw - past.points for past in record.past if not past.played and not awaited(past)
                )
            case "ru_draughts_manual" if record.withdrawn:
                return _credit(records, record)
            case _:
                return 0

    return {number: record.score() + extra(record) for number, record in records.items()}


def _given_up_for_good(record: Record) -> tuple[Past, ...]:
    """The rounds after the last one not given up: byes among them are category 5 (C.07 16.2.5)."""
    kept = max((round for round, past in enumerate(record.past, 1) if not given_up(past)), default=0)
    return record.past[kept:]


def _virtual(record: Record, round: int, past: Past, scoring: Scoring) -> int:
    """The virtual opponent: the score before the round, the other side of its result, then draws."""
    before = record.score(round - 1)
    return before + scoring.win - past.points + scoring.draw * (len(record.past) - round)


def _credit(records: Records, gone: Record) -> Exact:
    """What a withdrawn opponent might still have made (D28): the average of those who stood with him."""
    stopped = max(
        (round for round, past in enumerate(gone.past, 1) if past.played or past.kind in WITHOUT_PLAY), default=0
    )
    if not stopped:
        return 0                                         # nobody has played him
    stayed = [r for r in records.values() if r.first_round <= stopped and not r.withdrawn]
    equal = [r for r in stayed if r.score(stopped) == gone.score(stopped)]
    later = [r.score() - r.score(stopped) for r in equal or stayed]
    return Fraction(sum(later), len(later)) if later else 0
