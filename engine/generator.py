"""Random tournaments as case files or as report files, the same ones for the same seed.

Every round is drawn by the engine itself and played by chance, so a file of them is a picture of what
the engine says today: `python -m engine draw` (cases) and `check` (reports) must give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine import trf
from engine.cases import SPELLING, Round, Tournament, answer
from engine.checker import KINDS
from engine.history import Kind, Past, Record
from engine.model import Colour, Scoring
from engine.pairing import Draw, Field, NoLegalDraw, pair_field
from engine.pairing.lots import Entry, first_colour, start_order
from engine.report import Cell, Player, worth
from engine.settings import FIDE_SYSTEMS
from engine.trf_editions import scoring_162

FORFEITS = ("+-", "-+", "--")
GAMES = ("1-0", "1/2", "0-1")


@dataclass(frozen=True, slots=True)
class Habits:
    """How often things happen, in percent: per player (unrated, late), per player and round, per board.

    Late entries, unrated players and absences are for cases; drawn games and half-point byes for reports.
    """

    unrated: int = 20
    late: int = 5
    absent: int = 4
    withdrawn: int = 2
    forfeit: int = 3
    draws: int = 30
    byes: int = 0


def generate(
    system: str, players: int, rounds: int, seed: str, number: int = 1, habits: Habits | None = None
) -> Tournament:
    """One tournament of so many players; a round without a legal draw ends it. `number` tells several apart.

    Raises ValueError for fewer than two players or no rounds.
    """
    if players < 2 or rounds < 1:
        raise ValueError("a tournament needs two players and one round")
    habits = habits or Habits()
    name = f"{system}-{seed}-{number}"
    chance = Random(f"{name}-{players}-{rounds}")

    def happens(percent: int) -> bool:
        return chance.randrange(100) < percent

    entries = tuple(
        Entry(
            entry,
            None if happens(habits.unrated) else chance.randrange(1000, 2500),
            chance.randint(2, max(2, rounds // 2)) if entry > 2 and rounds > 1 and happens(habits.late) else 1,
        )
        for entry in range(1, players + 1)
    )
    case = Tournament(name, system, name, entries, tuple(start_order(entries, name, system)), ())
    first = {number: entries[entry - 1].first_round for number, entry in enumerate(case.order, 1)}
    gone: set[int] = set()
    for round in range(1, rounds + 1):
        here = [n for n in first if n not in gone and first[n] <= round]
        leave = {n for n in here if round > 1 and happens(habits.withdrawn)}
        absent = {n for n in here if n not in leave and happens(habits.absent)}
        gone |= leave
        asked = Round(round, frozenset(absent), frozenset(leave))
        try:
            draw = pair_field(case.field_of(asked), system)
        except NoLegalDraw:
            return replace(case, rounds=(*case.rounds, asked))
        results = tuple(chance.choice(FORFEITS if happens(habits.forfeit) else GAMES) for _ in draw.boards)
        case = replace(case, rounds=(*case.rounds, _played(asked, draw, results)))
    return case


def _played(asked: Round, draw: Draw, results: tuple[str, ...]) -> Round:
    return replace(asked, pairs=draw.boards, bye=draw.bye, results=results)


def as_case(case: Tournament) -> dict[str, Any]:
    """A generated tournament as a line of a case file, with the expected answers."""
    spelling = {ours: theirs for theirs, ours in SPELLING.items()}
    said: Mapping[str, Any] = answer(case)
    entries = [
        entry.rating if entry.first_round == 1 else {"rating": entry.rating, "from_round": entry.first_round}
        for entry in case.entries
    ]
    rounds = []
    for round, told in zip(case.rounds, said["rounds"], strict=True):
        field = {"round": round.number, "absent": sorted(round.absent), "withdrawn": sorted(round.withdrawn)}
        rounds.append({**field, **told, **({"results": round.results} if round.results is not None else {})})
    return {
        "id": case.id, "system": spelling.get(case.system, case.system), "seed": case.seed, "entries": entries,
        "start_order": case.order, "rounds": rounds, "final": said["final"],
    }


CODES = {"dutch": "FIDE_DUTCH", "roundrobin": "FIDE_ROUNDROBIN"}
"""Record 192 of the systems that have a code of their own."""

DRAUGHTS = Scoring(4, 2, 0, 4)
"""2-1-0 in halves of a point, as a report file has it."""


def report(
    system: str, players: int, rounds: int, seed: str, number: int = 1, habits: Habits | None = None
) -> str:
    """One tournament as TRF16 with all its rounds, results by rating; without a legal pairing it ends early.

    The draughts systems have 2-1-0, and the file says so. A bye asked for is worth half a point in FIDE's
    systems, else nothing; who withdraws does so after round 1. Raises ValueError for fewer than two players
    or no rounds.
    """
    if players < 2 or rounds < 1:
        raise ValueError("a tournament needs two players and one round")
    habits = habits or Habits()
    name = f"{system}-{seed}-{number}"
    chance = Random(f"{name}-{players}-{rounds}")
    scoring = Scoring() if system in (*CODES, "simple") else DRAUGHTS
    absence = "H" if system in FIDE_SYSTEMS else "Z"
    ratings = sorted((chance.randrange(1000, 2500) for _ in range(players)), reverse=True)
    records = {n: Record(n, rating=rating) for n, rating in enumerate(ratings, 1)}
    cells: dict[int, list[Cell]] = {n: [] for n in records}
    for round in range(1, rounds + 1):
        records = {n: _appears(record, round, chance, habits) for n, record in records.items()}
        try:
            draw = pair_field(
                Field(round, records, name, rounds, first_colour=first_colour(name), scoring=scoring), system)
        except NoLegalDraw:
            break
        news = _results(draw, ratings, chance, habits)
        for n, record in records.items():
            asked = Cell(None, None, "Z" if record.withdrawn else absence)
            cells[n].append(news.get(n, asked))
            records[n] = replace(record, past=(*record.past, _past(cells[n][-1], scoring)))
    kind = {"dutch": "Individual: Swiss-System", "roundrobin": "Individual: Round-Robin"}
    head = [
        ("012", name), ("062", str(players)), ("072", str(players)), ("092", kind.get(system, f"Swiss: {system}")),
        ("142", str(rounds)), ("152", "W" if first_colour(name) is Colour.WHITE else "B"),
        *([] if scoring == Scoring() else [("162", scoring_162(scoring))]),
        ("192", CODES.get(system, "CUSTOM_SWISS")), ("XXR", str(rounds)),
    ]
    order = sorted(records.values(), key=lambda record: (-record.score(), record.number))
    rank = {record.number: place for place, record in enumerate(order, 1)}
    return trf.write((
        Player(n, f"Test{n:04}, Player", record.rating, tuple(cells[n]), record.score(), rank[n])
        for n, record in records.items()
    ), head)


def _appears(record: Record, round: int, chance: Random, habits: Habits) -> Record:
    """Whether he is there for the round, or has gone for good."""
    gone = record.withdrawn or (round > 1 and chance.randrange(100) < habits.withdrawn)
    return replace(record, withdrawn=gone, present=chance.randrange(100) >= habits.byes)


def _results(draw: Draw, ratings: list[int], chance: Random, habits: Habits) -> dict[int, Cell]:
    """A round played by chance: the stronger wins more often."""
    cells = {} if draw.bye is None else {draw.bye: Cell(None, None, "U")}
    for white, black in draw.boards:
        expected = 1 / (1 + 10 ** ((ratings[black - 1] - ratings[white - 1]) / 400))
        if chance.randrange(100) < habits.forfeit:
            result = chance.choice(FORFEITS)
        elif chance.randrange(100) < habits.draws:
            result = "=="
        else:
            result = "10" if chance.random() < expected else "01"
        cells[white], cells[black] = Cell(black, Colour.WHITE, result[0]), Cell(white, Colour.BLACK, result[1])
    return cells


def _past(cell: Cell, scoring: Scoring) -> Past:
    kind = KINDS.get(cell.code, Kind.ABSENT)
    return Past(kind, worth(cell, scoring), cell.opponent, cell.colour)
