"""Entries as rows, the tournament's line beside them, and the fold of what is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.codec import decode, encode
from engine.facts import Entry, Fact, Undone
from engine.fold import evolve, replay
from engine.model import Actor, MemberId, Role, Stage, Tournament
from storage.database import Steps, StorageError, ask, moment, places, portions, written

_COLUMNS = "seq, kind, body, at, by_member, by_role, cause, part, place"
LINE = "code, club, chat, topic, title, stage, version, due_at, ended_at, shown"


class Untold(StorageError):
    """Facts that make no tournament: the index of the entry that does not fit, and why."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index = index
        self.reason = reason


HERE = "chat = ? AND COALESCE(topic, 0) = ? AND stage IN ('entry', 'playing')"
"""A condition on tournament: running in this place."""


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """Where a tournament is at home, and what its facts said at `version`; `shown` is the version in the chat."""

    code: str
    club: int
    chat: int
    topic: int | None
    title: str
    stage: Stage
    version: int
    due_at: datetime | None
    ended_at: datetime | None
    shown: int


def step(facts: Iterable[Fact], after: int, by: Actor, cause: str, at: datetime) -> tuple[Entry, ...]:
    """The entries of one cause, which follow that number."""
    return tuple(Entry(after + part + 1, fact, at, by.member, by.role, cause, part, by.place)
                 for part, fact in enumerate(facts))


def entries_after(code: str, seq: int) -> Steps[tuple[Entry, ...]]:
    rows = yield ask(f"SELECT {_COLUMNS} FROM fact WHERE tournament = ? AND seq > ? ORDER BY seq", code, seq)
    return tuple(entry(row) for row in rows)


def authors(code: str) -> Steps[dict[int, MemberId]]:
    """Who wrote each entry, by seq; 0 is the clock."""
    rows = yield ask("SELECT seq, by_member FROM fact WHERE tournament = ?", code)
    return {seq: MemberId(by) for seq, by in rows}


def entries_of(code: str, cause: str) -> Steps[tuple[Entry, ...]]:
    """The step with this cause; empty if it has not happened."""
    rows = yield ask(f"SELECT {_COLUMNS} FROM fact WHERE tournament = ? AND cause = ? ORDER BY part", code, cause)
    return tuple(entry(row) for row in rows)


def append(code: str, entries: Iterable[Entry]) -> Steps[bool]:
    """Write the entries; False if another writer was there first, then nothing of this may be committed."""
    for some in portions([_row(code, e) for e in entries], 10):
        written_now = yield ask(
            f"INSERT INTO fact (tournament, {_COLUMNS}) VALUES {places(some, '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')}"
            " ON CONFLICT DO NOTHING RETURNING seq", *(value for row in some for value in row))
        if len(written_now) < len(some):
            return False
    return True


def fold(code: str, known: Tournament | None) -> Steps[Tournament | None]:
    """The tournament as it stands, from a state that was folded earlier; None if there is no such tournament."""
    return (yield from _folded(code, known, (yield from entries_after(code, known.version if known else 0))))


def fold_and_step(code: str, known: Tournament, cause: str) -> Steps[tuple[Tournament, tuple[Entry, ...]]]:
    """The tournament as it stands, and the step with this cause, as `entries_of` gives it: asked together."""
    rows = yield ask(
        f"SELECT {_COLUMNS} FROM fact WHERE tournament = ? AND seq > ? UNION"
        f" SELECT {_COLUMNS} FROM fact WHERE tournament = ? AND cause = ? ORDER BY seq",
        code, known.version, code, cause)
    found = [entry(row) for row in rows]
    t = yield from _folded(code, known, [e for e in found if e.seq > known.version])
    assert t is not None, "facts are never deleted"
    return t, tuple(e for e in found if e.cause == cause)


def _folded(code: str, known: Tournament | None, newer: Sequence[Entry]) -> Steps[Tournament | None]:
    if known is not None and any(isinstance(e.fact, Undone) for e in newer):
        known, newer = None, (yield from entries_after(code, 0))
    if known is None:
        return replay(code, newer) if newer else None
    return onward(known, newer, code)


def onward(t: Tournament, newer: Iterable[Entry], code: str) -> Tournament:
    for e in newer:
        t = evolve(t, e, code)
    return t


def save_line(t: Tournament) -> Steps[datetime | None]:
    """Bring the tournament's line up to what its facts say. When the clock has something to do then."""
    due = _due_at(t)
    yield ask(
        "UPDATE tournament SET title = ?, stage = ?, version = ?, due_at = ?, ended_at = ? WHERE code = ?",
        *_line(t, due), t.code)
    return due


def line(t: Tournament) -> tuple[Any, ...]:
    """title, stage, version, due_at and ended_at as they are kept."""
    return _line(t, _due_at(t))


def _due_at(t: Tournament) -> datetime | None:
    from engine.due import due_at  # at the first use: it brings the pairing systems along

    return due_at(t)


def _line(t: Tournament, due: datetime | None) -> tuple[Any, ...]:
    return (t.settings.title, t.stage.value, t.version, due and written(due), t.ended_at and written(t.ended_at))


def rows_where(condition: str, *values: Any) -> Steps[list[TournamentRow]]:
    rows = yield ask(f"SELECT {LINE} FROM tournament WHERE {condition} ORDER BY code", *values)
    return [
        TournamentRow(code, club, chat, topic, title, Stage(stage), version, due and moment(due),
                      ended and moment(ended), shown)
        for code, club, chat, topic, title, stage, version, due, ended, shown in rows
    ]


def faults(entries: Iterable[Entry]) -> list[tuple[int, str]]:
    """What is wrong with the order: index and reason of every gap and every step that is torn."""
    found: list[tuple[int, str]] = []
    seen: set[str] = set()
    cause, part = "", 0
    for index, e in enumerate(entries):
        part = part + 1 if e.cause == cause else 0
        if e.seq != index + 1:
            found.append((index, f"seq {e.seq} where {index + 1} comes next"))
        if e.part != part or (part == 0 and e.cause in seen):
            found.append((index, f"part {e.part} of {e.cause} does not follow"))
        cause = e.cause
        seen.add(cause)
    return found


def told(code: str, entries: Sequence[Entry]) -> Tournament:
    """The tournament, told entry by entry (at least one) as it was lived. Raises `Untold` for what does not fit."""
    index = 0
    try:
        t = evolve(None, entries[0], code)
        for index, e in enumerate(entries[1:], 1):
            t = replay(code, entries[:index + 1]) if isinstance(e.fact, Undone) else evolve(t, e, code)
        line(t)
    except Exception as error:            # whatever the engine says of facts that no action would have written
        raise Untold(index, f"does not fit what was before ({error!r})") from error
    return t


def _row(code: str, e: Entry) -> tuple[Any, ...]:
    kind, body = encode(e.fact)
    return code, e.seq, kind, body, written(e.at), e.by, int(e.role), e.cause, e.part, e.place


def entry(row: tuple[Any, ...]) -> Entry:
    seq, kind, body, at, by, role, cause, part, place = row
    return Entry(seq, decode(kind, body), moment(at), MemberId(by), Role(role), cause, part, place)
