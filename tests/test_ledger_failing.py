"""While the disk fails now and then, is what was acknowledged there once, and is nothing else taken for answered?"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import storage
from engine.facts import Cancelled, Fact, Joined, Left
from engine.fold import replay
from engine.model import Refused, Settings, Standing, Tournament
from storage import UpdateRef, sqlite
from storage.database import Steps, Work, ask
from tests.memory import CHAT, Hall, hall, url
from tests.table import START

TAPS = [UpdateRef(100 + n, f"tap:{n}") for n in range(90)]


class Failing:
    """A connection whose commits fail now and then."""

    def __init__(self, real: sqlite3.Connection, chance: Random, often: float = 0.4) -> None:
        self._real = real
        self._chance = chance
        self._often = often

    def commit(self) -> None:
        if self._chance.random() < self._often:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL                     # type: ignore[misc]
            raise error
        self._real.commit()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def wish(n: int, room: Hall, t: Tournament) -> list[Fact]:
    """To join, to leave, or nothing: it depends on what those before have done."""
    player = room.players[n % 4].member
    there = player in t.players and t.players[player].standing is Standing.IN
    if n % 3 == 0:
        return [] if there else [Joined(player)]
    if n % 3 == 1 and not there:
        raise Refused("not_in")
    return [Left(player)] if n % 3 == 1 else []


def looks() -> Steps[None]:
    """What a preview does: it writes, and takes that back."""
    yield ask("UPDATE member SET name = ''")
    raise LookupError


async def until_it_can(do: Callable[[], Awaitable[object]]) -> None:
    while True:
        try:
            await do()
            return
        except storage.Down:
            continue


@pytest.mark.parametrize("seed", range(8))
async def test_what_was_acknowledged_is_there_once_and_nothing_else_counts_as_answered(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance, true = Random(seed), sqlite.transact

    def transact(connection: sqlite3.Connection, works: Sequence[Work[Any]], begin: str) -> Any:
        return true(Failing(connection, chance), works, begin)               # type: ignore[arg-type]

    async with hall(url(tmp_path / "club.db")) as room:
        ledger, inbox = room.ledger, room.store.inbox
        monkeypatch.setattr(sqlite, "TOGETHER", 8)
        monkeypatch.setattr(sqlite, "transact", transact)
        written, answered, waiting = set[str](), set[str](), [*range(len(TAPS))]

        async def taps(n: int) -> int | None:
            """The number again if nobody can say what became of it."""
            cause = TAPS[n].cause
            assert not inbox.was_answered(cause), "nobody was told"
            try:
                done = await ledger.record(room.code, partial(wish, n, room), room.players[n % 4], cause, START)
            except Refused:
                answered.add(cause)
            except storage.Down:
                return n
            else:
                assert not done.repeated
                (written if done.entries else answered).add(cause)
            return None

        async def preview() -> None:
            with pytest.raises((LookupError, storage.Down)):
                await room.store.database.write(looks)

        waves = 0
        while waiting:
            waves += 1
            await until_it_can(partial(inbox.begin, [TAPS[n] for n in waiting], alone=True))
            crowd = [one for n in waiting for one in ((taps(n), preview()) if n % 5 == 0 else (taps(n),))]
            waiting = [n for n in await asyncio.gather(*crowd) if n is not None]
        await until_it_can(inbox.done)
        monkeypatch.undo()
        entries = await ledger.entries(room.code)
        assert {e.cause for e in entries} - {entries[0].cause} == written
        assert await ledger.tournament(room.code) == replay(room.code, entries)
        await inbox.begin(TAPS)
        assert {tap.cause for tap in TAPS if inbox.was_answered(tap.cause)} == answered
        assert waves > 1 and written and answered
        assert all(member.name for member in (await room.store.members.members(1)).values())


async def test_an_opening_that_could_not_be_answered_is_evaluated_anew(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open entry beside a running event, and the disk fails: nobody has said no, and the other event may be over."""
    def transact(connection: sqlite3.Connection, works: Sequence[Work[Any]], begin: str) -> Any:
        return true(Failing(connection, Random(0), 1.0), works, begin)       # type: ignore[arg-type]

    true, opening = sqlite.transact, TAPS[0]
    async with hall(url(tmp_path / "club.db")) as room:
        await room.store.inbox.begin([opening])
        with monkeypatch.context() as failing:
            failing.setattr(sqlite, "transact", transact)
            with pytest.raises(storage.Down):
                await room.ledger.create(Settings(), 1, CHAT, None, room.judge, opening.cause, START)
        await room.does(Cancelled())
        await room.store.inbox.begin([opening])
        t = await room.ledger.create(Settings(), 1, CHAT, None, room.judge, opening.cause, START)
        assert [row.code for row in await room.ledger.in_chat(CHAT, None)] == [t.code]
