"""PostgreSQL behind the same small face (extra `postgres`: asyncpg).

The writers of all replicas stand in one queue, as on SQLite: each transaction begins with a lock that is
free when the one before has ended, and sees what that one wrote. So nobody is ever in the way and has to
try again, however many write. If the connection broke before the commit, the whole work is done again
from its first statement; a single statement never is.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any, TypeVar, cast

import asyncpg  # type: ignore[import-untyped]

from storage.address import shown
from storage.codes import TRIES, Crowded
from storage.database import Down, Rows, Sql, Steps, StorageError, Work, ask, to_the_end

T = TypeVar("T")

OLDEST = 12
"""The oldest PostgreSQL that is still looked after in Debian's and Ubuntu's oldest supported releases."""

READERS = 4
CONNECT, ANSWER = 10.0, 30.0
"""Seconds: for a connection, and for the answer to one statement."""

_SETTINGS = {"application_name": "swissclub", "tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5",
             "tcp_keepalives_count": "3"}
_FROZEN = {"idle_in_transaction_session_timeout": "10000", "tcp_user_timeout": "10000"}
"""A replica that was frozen in the middle of a transaction, or of a long answer, must not keep the queue waiting.

(The second not over a socket of the same machine, which has no such limit.)
"""

_QUEUE = "CREATE TABLE IF NOT EXISTS turn ()"
_WRITING = "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE turn IN SHARE ROW EXCLUSIVE MODE"
"""The lock takes no snapshot: what the transaction sees is what is there when its turn has come."""

_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

_IN_THE_WAY = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, asyncpg.UniqueViolationError)
"""Somebody has written without standing in the queue: what the work has seen is not so any more."""

_AWAY = (OSError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError,
         asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError, asyncpg.ReadOnlySQLTransactionError,
         asyncpg.IdleInTransactionSessionTimeoutError, asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
"""The server is not there, is starting or stopping, has no room, has become somebody's copy, or its disk fails."""

_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
"""All that a statement can end with."""


class _Broken(Exception):
    """The connection was lost before the commit was asked for, so nothing of the work was done."""


class Postgres:
    """One connection that writes and some that read. `queue`: whether its writers stand in it."""

    def __init__(self, url: str, queue: bool) -> None:
        self._writers = _Lines(url, 1, _SETTINGS | _FROZEN)
        self._readers = _Lines(url, READERS, _SETTINGS)
        self._queue = queue
        self._made = False

    async def write(self, work: Work[T]) -> T:
        return await to_the_end(self._in_turn(work))

    async def read(self, work: Work[T]) -> T:
        return await to_the_end(self._done(self._readers, _READING, work))

    async def scrub(self) -> None:
        """The server overwrites what was deleted in its own time (VACUUM)."""

    async def close(self) -> None:
        await self._writers.close()
        await self._readers.close()

    async def _in_turn(self, work: Work[T]) -> T:
        if not self._queue:
            return await self._done(self._writers, "BEGIN", work)
        if not self._made:                # by who writes: who only looks leaves no trace
            await self._done(self._writers, "BEGIN", _make_queue)
            self._made = True
        return await self._done(self._writers, _WRITING, work)

    async def _done(self, lines: _Lines, begin: str, work: Work[T]) -> T:
        lost: Exception
        for _ in range(TRIES):
            try:
                async with lines.one() as connection:
                    return await _transact(connection, begin, work)
            except (_Broken, *_IN_THE_WAY) as error:
                lost = error
        if isinstance(lost, asyncpg.UniqueViolationError):
            raise lost                    # nobody was in the way: it is the work that breaks a rule
        raise Crowded(f"not done in {TRIES} tries: the connection broke, or somebody was first") from lost


class _Lines:
    """So many connections to the server, each opened when it is needed and again when it was lost."""

    def __init__(self, url: str, count: int, settings: dict[str, str]) -> None:
        self._url = url
        self._count = count
        self._settings = settings
        self._free: asyncio.Queue[Any] = asyncio.LifoQueue()
        for _ in range(count):
            self._free.put_nowait(None)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Any]:
        """A connection for the block. Raises `Down`."""
        connection = await self._free.get()
        try:
            if connection is None or connection.is_closed():
                connection = await _connect(self._url, self._settings)
            yield connection
        finally:
            self._free.put_nowait(connection)

    async def close(self) -> None:
        """When the last one is free."""
        for _ in range(self._count):
            connection = await self._free.get()
            if connection is not None:
                with suppress(*_ERRORS):
                    await connection.close(timeout=CONNECT)


def _make_queue() -> Steps[None]:
    yield ask(_QUEUE)


@asynccontextmanager
async def postgres(url: str, queue: bool = True) -> AsyncIterator[Postgres]:
    """The database at this address; raises `StorageError` if it can not be used."""
    database = Postgres(url, queue)
    try:
        async with database._readers.one() as connection:
            version = connection.get_server_version()
        if version.major < OLDEST:
            raise StorageError(f"PostgreSQL {version.major} is too old: {OLDEST} or newer is needed")
        yield database
    finally:
        await database.close()


async def _connect(url: str, settings: dict[str, str]) -> Any:
    try:
        return await asyncpg.connect(url, timeout=CONNECT, command_timeout=ANSWER, server_settings=settings)
    except _AWAY as error:
        raise _down(error) from error
    except ValueError:                    # its words may quote the password, and who knows where it is in this one
        raise StorageError("no address of a database: one is like postgresql://user:password@host/club") from None
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise Down(f"{shown(url)}: {error}") from error


async def _transact(connection: Any, begin: str, work: Work[T]) -> T:
    try:
        await connection.execute(begin)
        value = await _run(connection, work())
    except BaseException as error:
        await _roll_back(connection)
        if connection.is_closed() and isinstance(error, _ERRORS):
            raise _Broken from error
        if isinstance(error, _AWAY):
            raise _down(error) from error
        raise
    try:
        await connection.execute("COMMIT")
    except _IN_THE_WAY:
        raise
    except _ERRORS as error:
        connection.terminate()            # whether it is written, the next look will tell
        raise _down(error) from error
    return value


async def _roll_back(connection: Any) -> None:
    try:
        await connection.execute("ROLLBACK")
    except _ERRORS:
        connection.terminate()            # then the server does it


async def _run(connection: Any, steps: Steps[T]) -> T:
    """Each piece of the work between two statements in a thread, as on SQLite: it may fold a long evening."""
    rows: Rows | None = None
    while True:
        statement, value = await asyncio.to_thread(_onward, steps, rows)
        if statement is None:
            return cast(T, value)
        rows = await _asked(connection, statement)


def _onward(steps: Steps[T], rows: Rows | None) -> tuple[Sql | None, T | None]:
    """The next statement, or None and the value. (A StopIteration can not be handed to another thread.)"""
    try:
        return (next(steps) if rows is None else steps.send(rows)), None
    except StopIteration as stop:
        return None, stop.value


async def _asked(connection: Any, statement: Sql) -> Rows:
    return [tuple(row) for row in await connection.fetch(_spoken(statement.text), *statement.values)]


@cache
def _spoken(text: str) -> str:
    """The statement as PostgreSQL says it: `$1` for `?`; a text sorts by its characters, in no language."""
    pieces = text.split("?")
    numbered = pieces[0] + "".join(f"${number}{piece}" for number, piece in enumerate(pieces[1:], 1))
    if re.match(r"(CREATE|ALTER) TABLE", numbered):
        numbered = re.sub(r"\bTEXT\b", 'TEXT COLLATE "C"', numbered)
    return numbered


def _down(error: BaseException) -> Down:
    return Down(f"PostgreSQL does not answer ({type(error).__name__}: {error})")
