"""Test cases of the draughts systems: tournaments and re-draws, one JSON object a line.

A line is read (engine/casefile.py) into a `Tournament` or a `Redraw`; both make a `Field`. What a line
expects of a round (order, points, coefficients) is not looked at; pairs, bye and results of a round
are the history of the rounds after it. Points are 2 / 1 / 0, players are start numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.history import MISSED, Kind, Past, Record, entered
from engine.model import Colour
from engine.pairing import Field, Forced, Limit, NoLegalDraw, Pair, pair_field
from engine.pairing.classification import classify
from engine.pairing.lots import Entry
from engine.pairing.machine import MACHINE
from engine.pairing.redraw import redraw
from engine.tiebreaks import DEFAULTS, figure

SPELLING = {"chess": "simple"}
"""Systems whose name in case files is another than ours."""

RESULTS: dict[str, tuple[Past, Past]] = {
    text: (Past(*white), Past(*black))
    for text, white, black in (
        ("1-0", (Kind.GAME, 2), (Kind.GAME, 0)),
        ("1/2", (Kind.GAME, 1), (Kind.GAME, 1)),
        ("0-1", (Kind.GAME, 0), (Kind.GAME, 2)),
        ("0-0", (Kind.GAME, 0), (Kind.GAME, 0)),
        ("+-", (Kind.FORFEIT_WIN, 2), (Kind.FORFEIT_LOSS, 0)),
        ("-+", (Kind.FORFEIT_LOSS, 0), (Kind.FORFEIT_WIN, 2)),
        ("--", (Kind.FORFEIT_LOSS, 0), (Kind.FORFEIT_LOSS, 0)),
    )
}


class BadCase(ValueError):
    """The line does not follow the format; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a case: what is laid down for its draw, and what came of it.

    `pairs` is None if none are given; `results` too if the round has not been played.
    """

    number: int
    absent: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()
    fixed: tuple[Forced, ...] = ()
    pots: tuple[tuple[int, ...], ...] = ()
    waive: frozenset[Limit] = frozenset()
    never: frozenset[frozenset[int]] = frozenset()
    avoid: frozenset[frozenset[int]] = frozenset()
    pairs: tuple[Pair, ...] | None = None
    bye: int | None = None
    results: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole tournament. `order` holds entry numbers by start number, made from entries and seed."""

    id: str
    system: str
    seed: str
    entries: tuple[Entry, ...]
    order: tuple[int, ...]
    rounds: tuple[Round, ...]

    def field(self, round: int) -> Field:
        """What the draw of a round depends on. Raises BadCase if its settings contradict each other."""
        return self.field_of(self.rounds[round - 1])

    def field_of(self, asked: Round) -> Field:
        try:
            return Field(
                asked.number, self._records(asked.number - 1, asked), self.seed, forced=asked.fixed,
                never=asked.never, avoid=asked.avoid, pots=asked.pots, lifted=asked.waive,
            )
        except ValueError as error:
            raise BadCase(f"round {asked.number}: {error}") from error

    @property
    def played(self) -> int:
        """How many rounds have pairs and results."""
        return sum(1 for round in self.rounds if round.pairs is not None and round.results is not None)

    def table(self, rounds: int) -> dict[int, Record]:
        """The records of everybody entered by then, by start number, after so many rounds."""
        return entered(self._records(rounds, None).values(), max(rounds, 1))

    def final(self) -> dict[str, list[Fraction]]:
        """Points and coefficients after the last round played, by start number (section 13)."""
        records = self.table(self.played)
        policy = DEFAULTS[self.system][1]
        wanted = [("points", "PTS", policy), ("buchholz", "BH", policy)]
        if policy == "ru_draughts":
            wanted += [
                ("solkoff", "BH/C1", policy),
                ("buchholz_manual", "BH", "ru_draughts_manual"),
                ("solkoff_manual", "BH/C1", "ru_draughts_manual"),
            ]
        figures = {name: figure(code, records, policy) for name, code, policy in wanted}
        return {name: [values[number] for number in sorted(records)] for name, values in figures.items()}

    def _records(self, rounds: int, asked: Round | None) -> dict[int, Record]:
        """Everybody's record after so many rounds, and who is there for the round asked about."""
        past: dict[int, list[Past]] = {number: [] for number in range(1, len(self.order) + 1)}
        gone: set[int] = set()
        for round in self.rounds[:rounds]:
            gone |= round.withdrawn
            seen = {} if round.bye is None else {round.bye: Past(Kind.BYE, 2)}
            for (white, black), result in zip(round.pairs or (), round.results or (), strict=True):
                ours, theirs = RESULTS[result]
                seen[white] = Past(ours.kind, ours.points, black, Colour.WHITE)
                seen[black] = Past(theirs.kind, theirs.points, white, Colour.BLACK)
            for number, items in past.items():
                items.append(seen.get(number, MISSED))
        gone |= asked.withdrawn if asked else set()
        entries = [self.entries[entry - 1] for entry in self.order]
        return {
            number: Record(
                number, tuple(past[number]), entry.rating, entry.first_round, number in gone,
                asked is None or number not in asked.absent,
            )
            for number, entry in enumerate(entries, 1)
        }


@dataclass(frozen=True, slots=True)
class Redraw:
    """A published round to be drawn again with as little change as possible (section 12)."""

    id: str
    state: Tournament
    now: Round
    pairs: tuple[Pair, ...]
    bye: int | None

    def field(self) -> Field:
        return self.state.field_of(self.now)


def answer(case: Tournament | Redraw) -> dict[str, object]:
    """What the engine says to a case, as JSON can hold it; `pairs` is None where no legal draw exists."""
    if isinstance(case, Redraw):
        try:
            again = redraw(case.field(), MACHINE[case.state.system], case.pairs, case.bye)
        except NoLegalDraw:
            return {"id": case.id, "pairs": None, "bye": None, "affected": None}
        return {"id": case.id, "pairs": again.draw.boards, "bye": again.draw.bye, "affected": len(again.affected)}
    rounds: list[dict[str, object]] = []
    for round in case.rounds:
        field = case.field(round.number)
        order = classify(field, MACHINE[case.system]).order
        try:
            draw = pair_field(field, case.system)
        except NoLegalDraw:
            rounds.append({"round": round.number, "order": order, "pairs": None, "bye": None})
        else:
            rounds.append({"round": round.number, "order": order, "pairs": draw.boards, "bye": draw.bye})
    final = {name: [_number(value) for value in values] for name, values in case.final().items()}
    return {"id": case.id, "start_order": case.order, "rounds": rounds, "final": final}


def _number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def says_no(answer: Mapping[str, Any]) -> bool:
    """Whether some round of an `answer` has no legal draw."""
    return any(round["pairs"] is None for round in answer.get("rounds", [answer]))
