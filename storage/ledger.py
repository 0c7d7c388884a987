"""The ledger: facts in order, once for each cause, on disk before anybody is told."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from time import perf_counter

from engine.entry import open_entry
from engine.facts import Entry, Fact, Undone
from engine.fold import replay
from engine.model import Actor, MemberId, Refused, Settings, Stage, Tournament
from storage import entries as rows
from storage import transfer
from storage.clubs import ARCHIVE
from storage.codes import TRIES, Crowded, new_code
from storage.database import Database, Steps, StorageError, T, Work, ask, written
from storage.entries import TournamentRow
from storage.inbox import Inbox
from storage.leaderboards import project
from storage.members import make
from storage.tally import Tally

Action = Callable[[Tournament], list[Fact]]

KEPT = 256
"""Folded tournaments held in memory."""

AFTERWARDS = timedelta(hours=48)


class Unknown(StorageError, KeyError):
    """There is no tournament with this code."""

    def __str__(self) -> str:
        return f"no tournament {self.args[0]}"


class _Moved(Exception):
    """Somebody else has written since the action looked."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What has happened elsewhere before the tournament was opened here, a step with a `cause` of its own.

    `newcomers` are the names of guests who are new in the club; `facts` gets their ids and the version before.
    """

    cause: str
    newcomers: Sequence[str]
    facts: Callable[[Sequence[MemberId], int], Sequence[Fact]]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The tournament now, and the entries of the cause; `repeated` if they were written at an earlier time.

    `due_at` is when the clock has something to do since these were written, if it has at all.
    """

    tournament: Tournament
    entries: tuple[Entry, ...]
    repeated: bool = False
    due_at: datetime | None = None


class Ledger:
    """What has happened in every tournament. Whatever it returns as written is on disk."""

    def __init__(self, database: Database, inbox: Inbox) -> None:
        self._database = database
        self._inbox = inbox
        self._folded: OrderedDict[str, Tournament] = OrderedDict()
        self.tally = Tally()

    async def record(self, code: str, action: Action, by: Actor, cause: str, at: datetime, *,
                     thread: bool = False) -> Recorded:
        """Let the action decide on the tournament as it stands and write the facts it gives, as one step.

        A cause that has been seen is not evaluated again: its entries of that time come back, `repeated`.
        An action that adds nothing or is refused writes nothing, and its cause is noted as answered.
        The action runs in the database's thread, inside the transaction: it only looks at the tournament,
        and must not mind being called more than once. With `thread` it runs outside the transaction (a large
        draw) and again if somebody else has written meanwhile. Raises what the action raises (`Refused`),
        `Unknown`, `Crowded`, or the database's error: then nothing is written.
        """
        for _ in range(TRIES):
            known = self._folded.get(code)
            if known is None or thread:
                known = await self.tournament(code)
            deciding = await self._apart(known, action, cause) if thread else action
            try:
                recorded = await self._write(partial(self._record, code, known, deciding, by, cause, at), cause)
            except _Moved:
                continue
            return self._keep(recorded)
        raise Crowded(f"{code}: others were first {TRIES} times")

    async def create(self, settings: Settings, club: int, chat: int, topic: int | None, by: Actor, cause: str,
                     at: datetime, brought: Brought | None = None) -> Tournament:
        """Open a tournament under a new code; the one made then if the cause has been seen.

        What is `brought` from elsewhere is written in the same transaction: all of it, or not even the opening.
        Raises `Refused("already_here", tournament, title)` while another one is running in this chat and topic,
        and "out_of_date" for a cause that was answered so in an earlier life, even if the other has ended since.
        """
        def work() -> Steps[Recorded]:
            return (yield from self._create(settings, club, chat, topic, by, cause, at, brought))

        return self._keep(await self._write(work, cause)).tournament

    async def tournament(self, code: str) -> Tournament:
        """As it stands now. Raises `Unknown`."""
        known, began = self._folded.get(code), perf_counter()
        t = await self._database.read(partial(rows.fold, code, known))
        if known is None:
            self.tally.replayed(perf_counter() - began)
        if t is None:
            raise Unknown(code)
        return self._keep(Recorded(t, ())).tournament

    async def entries(self, code: str) -> tuple[Entry, ...]:
        """Everything that happened, undone steps too."""
        return await self._database.read(partial(rows.entries_after, code, 0))

    async def step(self, code: str, cause: str) -> tuple[Entry, ...]:
        """What this cause has written here; empty if nothing."""
        return await self._database.read(partial(rows.entries_of, code, cause))

    async def authors(self, code: str) -> dict[int, MemberId]:
        """Who wrote each entry, by its seq: cards say who decided. 0 is the clock."""
        return await self._database.read(partial(rows.authors, code))

    async def row(self, code: str) -> TournamentRow:
        """Where it is at home, its stage, and what is shown. Raises `Unknown`."""
        found = await self._rows("code = ?", code)
        if not found:
            raise Unknown(code)
        return found[0]

    async def running(self, now: datetime | None = None) -> list[TournamentRow]:
        """Those that still need the clock or the notice board.

        In entry or play, or with a deadline, or not shown as they are, or (if `now` is given) ended less
        than 48 hours ago. What was imported without a chat is an archive and never among them.
        """
        since = written(now - AFTERWARDS) if now else "9999"
        return await self._rows(
            "chat <> 0 AND"
            " (stage IN ('entry', 'playing') OR due_at IS NOT NULL OR shown < version OR ended_at > ?)", since)

    async def in_chat(self, chat: int, topic: int | None) -> list[TournamentRow]:
        """Those in entry or play in this chat and topic: one, or none."""
        return await self._rows(rows.HERE, chat, topic or 0)

    async def set_shown(self, code: str, version: int) -> None:
        """The chat shows the tournament as it was at this version."""
        def work() -> Steps[None]:
            yield ask("UPDATE tournament SET shown = ? WHERE code = ?", version, code)

        await self._database.write(work)

    async def export(self, code: str) -> list[str]:
        """The tournament as lines of JSON, see `storage.transfer`. Raises `Unknown`."""
        lines = await self._database.read(partial(transfer.exported, code))
        if lines is None:
            raise Unknown(code)
        return lines

    async def import_(self, lines: Iterable[str], *, chat: int = ARCHIVE) -> str:
        """Write an exported tournament, with members of its own, into the club of this chat; its code here.

        The same lines twice are one tournament. Without a chat it goes to the archive, which nobody is
        told of. Raises `transfer.BadImport` with the line, or `StorageError` while another tournament
        is running there; then nothing is written.
        """
        found = await asyncio.to_thread(transfer.read, list(lines))
        return await self._database.write(partial(transfer.imported, found, chat))

    def _keep(self, recorded: Recorded) -> Recorded:
        """Count what was written, and hold the folded state in memory, unless a newer one is held already."""
        if not recorded.repeated:
            self.tally.facts.update(type(e.fact).__name__ for e in recorded.entries)
        t = recorded.tournament
        held = self._folded.get(t.code)
        if held is None or held.version <= t.version:
            self._folded[t.code] = t
        self._folded.move_to_end(t.code)
        if len(self._folded) > KEPT:
            self._folded.popitem(last=False)
        return recorded

    async def _write(self, work: Work[T], cause: str) -> T:
        """What came of the work. What was noted on the way counts only if there was a commit."""
        try:
            return await self._database.write(work)
        except (Refused, _Moved):
            raise
        except BaseException:
            self._inbox.take_back(cause)
            raise

    def _record(self, code: str, known: Tournament, action: Action, by: Actor, cause: str,
                at: datetime) -> Steps[Recorded]:
        # in a crowd others have been kept since this one queued; what is held is committed, never ahead
        t, then = yield from rows.fold_and_step(code, self._folded.get(code, known), cause)
        if then or self._inbox.was_answered(cause):
            return Recorded(t, then, repeated=True)
        try:
            facts = action(t)
        except Refused:
            self._inbox.note(cause)
            raise
        if not facts:
            self._inbox.note(cause)
            return Recorded(t, ())
        before, step = t, rows.step(facts, t.version, by, cause, at)
        if not (yield from rows.append(code, step)):
            raise _Moved
        if any(isinstance(fact, Undone) for fact in facts):
            t = replay(code, (yield from rows.entries_after(code, 0)))
        else:
            t = rows.onward(t, step, code)
        due_at = yield from rows.save_line(t)
        if Stage.FINISHED in (before.stage, t.stage):
            yield from project(t, before.ended_at)
        yield from self._inbox.write_notes()
        return Recorded(t, step, due_at=due_at)

    async def _apart(self, t: Tournament, action: Action, cause: str) -> Action:
        """Decide in a worker thread; the action that comes back only asks whether that still holds."""
        if await self._database.read(partial(rows.entries_of, t.code, cause)):
            return action                 # seen: it will not be called
        facts: list[Fact] = []
        refusal: Refused | None = None
        try:
            facts = await asyncio.to_thread(action, t)
        except Refused as refused:
            refusal = refused

        def decided(now: Tournament) -> list[Fact]:
            if now.version != t.version:
                raise _Moved
            if refusal is not None:
                raise refusal
            return facts

        return decided

    def _create(self, settings: Settings, club: int, chat: int, topic: int | None, by: Actor, cause: str,
                at: datetime, brought: Brought | None) -> Steps[Recorded]:
        for (code,) in (yield ask("SELECT code FROM tournament WHERE cause = ?", cause)):
            t = yield from rows.fold(code, None)
            assert t is not None, "a tournament and its first fact are written together"
            return Recorded(t, (), repeated=True)
        for here in (yield from rows.rows_where(rows.HERE, chat, topic or 0)):
            self._inbox.note(cause)
            raise Refused("already_here", tournament=here.code, title=here.title)
        if self._inbox.was_answered(cause):
            raise Refused("out_of_date")
        code = yield from new_code()
        step = rows.step(open_entry(settings), 0, by, cause, at)
        if brought is not None:
            guests = []
            for name in brought.newcomers:
                guests.append((yield from make(club, None, name)).id)
            step += rows.step(brought.facts(guests, len(step)), len(step), by, brought.cause, at)
        t = replay(code, step)
        yield ask(
            f"INSERT INTO tournament (cause, {rows.LINE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
            cause, code, club, chat, topic, *rows.line(t))
        if not (yield from rows.append(code, step)):
            raise Crowded(f"{code}: somebody else has opened it")
        yield from self._inbox.write_notes()
        return Recorded(t, step)

    async def _rows(self, condition: str, *values: object) -> list[TournamentRow]:
        return await self._database.read(partial(rows.rows_where, condition, *values))
