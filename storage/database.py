"""The database behind a small face: a whole transaction is one generator of statements.

A `Work` is a function that returns a fresh generator: it yields `ask("SELECT …", value)` and is sent
the rows. A driver runs it from begin to commit: `storage.sqlite`, `storage.postgres`. It may run it again from
the first statement when nothing of it has been kept, so what a work does besides must not mind being done twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T")

AT_ONCE = 500
"""Values in one statement: every database takes so many."""


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


def portions(values: Sequence[T], each: int = 1) -> Iterator[Sequence[T]]:
    """Them in order, so many at a time as a statement takes when every one of them is `each` values in it."""
    size = AT_ONCE // each
    return (values[begin:begin + size] for begin in range(0, len(values), size))


def places(values: Sequence[object], row: str = "?") -> str:
    """A place for each of them, as `IN (…)` and `VALUES …` want them."""
    return ", ".join([row] * len(values))


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


async def to_the_end(doing: Awaitable[T]) -> T:
    """Await a transaction. A caller who is cancelled, however often, waits until it has ended.

    So what was begun is either committed or not when the caller is gone, and nothing runs on after `close`.
    """
    task = asyncio.ensure_future(doing)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled():
            task.exception()              # whoever would have been told is gone
        raise
