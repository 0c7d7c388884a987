"""The database behind a small face: a whole transaction is one generator of statements.

A `Work` is a function that returns a fresh generator: it yields `ask("SELECT …", value)` and is sent
the rows. A driver runs it from begin to commit; here, for SQLite, in one hop to the connection's
thread, so that writers stand in one queue and the event loop never waits with a transaction open.
`storage.postgres` awaits each statement of the same generator.

The adapter around aiosqlite's private `_execute` is `_hop`, and nothing else may call it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol, TypeVar

import aiosqlite

T = TypeVar("T")

BUSY_SECONDS = 30.0
"""How long a writer waits for another process (a backup, an import) before "database is locked"."""

FAILURES = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY})
"""What SQLite says when the file or the disk fails; anything else is a mistake of whoever asks."""

OLDEST = (3, 35, 0)                       # the first SQLite with RETURNING


class StorageError(Exception):
    """The memory can not do what was asked; the message is for people."""


class Down(StorageError):
    """The memory does not answer now: what was asked is worth trying again. What is written already counts once."""


class Overtaken(Down):
    """Another process leads now; this one can write nothing any more."""


class Sql(NamedTuple):
    """One statement with its values, `?` for each."""

    text: str
    values: tuple[Any, ...] = ()


Rows = list[tuple[Any, ...]]
Steps = Generator[Sql, Rows, T]
"""Statements out, rows in, a value at the end. Parts are put together with `yield from`."""

Work = Callable[[], Steps[T]]


def nothing() -> Steps[None]:
    """No work."""
    yield from ()


def ask(text: str, *values: Any) -> Sql:
    return Sql(text, values)


def written(at: datetime) -> str:
    """A moment as it is kept: UTC, always with microseconds, so that text sorts as time does."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


class Database(Protocol):
    """What storage needs of a database. Both calls may raise what the work raises; then nothing is written."""

    async def write(self, work: Work[T]) -> T:
        """Run the work as one transaction; when this returns the commit is on disk."""

    async def read(self, work: Work[T]) -> T:
        """Run the work on one unchanging view of what is committed."""

    async def scrub(self) -> None:
        """What was deleted is now gone from the files too, as soon as nobody reads it any more."""


class Framed:
    """A database whose every writing transaction begins and ends with a piece of work of its own."""

    def __init__(self, database: Database, first: Work[None], last: Work[None]) -> None:
        self._database = database
        self._first = first
        self._last = last

    async def write(self, work: Work[T]) -> T:
        def framed() -> Steps[T]:
            yield from self._first()
            value = yield from work()
            yield from self._last()
            return value

        return await self._database.write(framed)

    async def read(self, work: Work[T]) -> T:
        return await self._database.read(work)

    async def scrub(self) -> None:
        await self._database.scrub()


class Sqlite:
    """SQLite: one connection that writes and one that reads, each with its own thread."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._reader = reader

    async def write(self, work: Work[T]) -> T:
        return await _hop(self._writer, lambda c: _transact(c, work, "BEGIN IMMEDIATE"))

    async def read(self, work: Work[T]) -> T:
        return await _hop(self._reader, lambda c: _transact(c, work, "BEGIN"))

    async def scrub(self) -> None:
        """`secure_delete` (off in some builds) has overwritten it; the log has the pages as they were before."""
        await _hop(self._writer, lambda c: c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())


@asynccontextmanager
async def sqlite(path: str) -> AsyncIterator[Sqlite]:
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
async def _connection(path: str, prepare: Callable[[sqlite3.Connection], None] = lambda connection: None
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
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN IMMEDIATE")
    ((found,),) = connection.execute("PRAGMA quick_check(1)")
    connection.rollback()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the file is damaged ({found}); put a copy in its place")


def _transact(connection: sqlite3.Connection, work: Work[T], begin: str) -> T:
    try:
        connection.execute(begin)
        try:
            value = _run(connection, work())
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in FAILURES:
            raise Down(str(error)) from error
        raise
    return value


def _run(connection: sqlite3.Connection, steps: Steps[T]) -> T:
    try:
        statement = next(steps)
        while True:
            statement = steps.send(connection.execute(*statement).fetchall())
    except StopIteration as stop:
        value: T = stop.value
        return value


async def _hop(connection: aiosqlite.Connection, call: Callable[[sqlite3.Connection], T]) -> T:
    """Run the call in the connection's thread."""
    hop: Awaitable[T] = connection._execute(lambda: call(connection._conn))      # type: ignore[no-untyped-call]
    return await to_the_end(hop)


async def to_the_end(doing: Awaitable[T]) -> T:
    """Await a transaction. A caller who is cancelled waits until it has ended.

    So what was begun is either committed or not when the caller is gone, and nothing runs on after `close`.
    """
    task = asyncio.ensure_future(doing)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
