"""Random tournaments in the format of the case files, the same ones for the same seed.

Every round is drawn by the engine itself and played by chance, so a file of them is a picture of what
the engine says today: drawing it again with `python -m engine draw` must give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine.cases import SPELLING, Round, Tournament, answer
from engine.pairing import Draw, NoLegalDraw, pair_field
from engine.pairing.lots import Entry, start_order

FORFEITS = ("+-", "-+", "--")
GAMES = ("1-0", "1/2", "0-1")


@dataclass(frozen=True, slots=True)
class Habits:
    """How often things happen, in percent: per player (unrated, late), per player and round, per board."""

    unrated: int = 20
    late: int = 5
    absent: int = 4
    withdrawn: int = 2
    forfeit: int = 3


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
