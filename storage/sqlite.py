"""SQLite behind the same small face: one connection that writes and one that reads, each with its thread.

Whoever comes while a transaction is at work waits in line, and all who wait are served by the next one
together: the disk is waited for once, not once for each. Nobody is told before the commit is on disk.
Nobody waits long for those behind him: a transaction that has lasted for a while takes no more.

The adapter around aiosqlite's private `_execute` is `_hop`, and nothing else may call it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import aiosqlite

from storage.database import StorageError, Work, to_the_end
from storage.transaction import transact

T = TypeVar("T")

TOGETHER = 64
"""So many works at most share a transaction."""

BUSY_SECONDS = 30.0
"""How long a writer waits for another process (a backup, an import) before "database is locked"."""

SCRUB_SECONDS, SCRUB_AGAIN = 0.5, 10.0
"""How long a scrub waits for who reads (everybody who writes waits too, and a replicator reads all day), and until
when it is not tried again.
"""

OLDEST = (3, 35, 0)                       # the first SQLite with RETURNING


class _Waiting(NamedTuple):
    work: Work[Any]
    told: asyncio.Future[Any]


class _Line:
    """The line before one connection."""

    def __init__(self, connection: aiosqlite.Connection, begin: str) -> None:
        self._connection = connection
        self._begin = begin
        self._waiting: list[_Waiting] = []
        self._serving: asyncio.Task[None] | None = None

    async def done(self, work: Work[T]) -> T:
        """Raises what the work raises, or `Down`; then nothing of it is written."""
        told: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, told))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        return await to_the_end(told)

    async def _serve(self) -> None:
        while self._waiting:
            served, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
            works = [one.work for one in served]
            try:
                outcomes = await _hop(self._connection, partial(transact, works=works, begin=self._begin))
            except asyncio.CancelledError:            # the event loop is being closed: all who wait go too
                for one in (*served, *self._waiting):
                    one.told.cancel()
                self._waiting.clear()
                raise
            except Exception as error:
                outcomes = [error] * len(served)
            self._waiting[:0] = served[len(outcomes):]
            for one, outcome in zip(served, outcomes, strict=False):
                if isinstance(outcome, BaseException):
                    one.told.set_exception(outcome)
                else:
                    one.told.set_result(outcome[0])


class Sqlite:
    """A file, or `:memory:`."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._writers = _Line(writer, "BEGIN IMMEDIATE")
        self._readers = _Line(reader, "BEGIN")
        self._unclean: float | None = None     # the log has something that should be gone: when that is tried again

    async def write(self, work: Work[T]) -> T:
        done = await self._writers.done(work)
        if self._unclean is not None and self._unclean <= monotonic():
            await self._clean(0.0)
        return done

    async def read(self, work: Work[T]) -> T:
        return await self._readers.done(work)

    async def scrub(self) -> None:
        """`secure_delete` (off in some builds) has overwritten it; the log has the pages as they were before.

        While somebody reads those it can not be emptied: then it is tried again, after a later write.
        """
        await self._clean(SCRUB_SECONDS)

    async def _clean(self, seconds: float) -> None:
        in_use = await _hop(self._writer, partial(_in_use, seconds=seconds))
        self._unclean = monotonic() + SCRUB_AGAIN if in_use else None


def _set(connection: sqlite3.Connection) -> None:
    """What SQLite needs beside the database is in memory: a folder for such files may be missing, or full."""
    connection.execute("PRAGMA temp_store=MEMORY")


@asynccontextmanager
async def on_file(path: str) -> AsyncIterator[Sqlite]:
    """Open the file (or `:memory:`) and close it again: an unclosed connection hangs the interpreter at exit."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise StorageError(f"SQLite {sqlite3.sqlite_version} is too old: 3.35 or newer is needed")
    async with _connection(path, _prepare) as writer:
        if path == ":memory:":            # nobody else can see it: it reads and writes by itself
            yield Sqlite(writer, writer)
            return
        async with _connection(path) as reader:
            yield Sqlite(writer, reader)


@asynccontextmanager
async def _connection(path: str, prepare: Callable[[sqlite3.Connection], None] = _set
                      ) -> AsyncIterator[aiosqlite.Connection]:
    """A connection that `prepare` has found fit. Raises `StorageError` with the name of the file."""
    connection = aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        try:
            await connection
            await _hop(connection, prepare)
        except sqlite3.Error as error:
            raise StorageError(f"{path}: {error}") from error
        yield connection
    finally:
        await connection.close()


def _prepare(connection: sqlite3.Connection) -> None:
    """A file that is damaged, or that can not be written, is found out here and not in the middle of an evening."""
    _set(connection)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("PRAGMA user_version = 0")             # only now a file that may not be written says so
    ((found,),) = connection.execute("PRAGMA quick_check(1)")
    connection.rollback()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the file is damaged ({found}); put a copy in its place")


def _in_use(connection: sqlite3.Connection, seconds: float) -> bool:
    """Empty the log. Whether it is as it was: somebody still reads it when the time is over, or the disk fails."""
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")
    try:
        ((busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError:      # a write that is committed must not fail by this
        return True
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")
    return bool(busy)


async def _hop(connection: aiosqlite.Connection, call: Callable[[sqlite3.Connection], T]) -> T:
    """Run the call in the connection's thread."""
    hop: Awaitable[T] = connection._execute(lambda: call(connection._conn))      # type: ignore[no-untyped-call]
    return await to_the_end(hop)
