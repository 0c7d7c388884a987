"""Lookups: what is asked at every tap and seldom changes – names, languages, rights – is remembered.

A lookup is remembered until this process writes to one of the tables it was made from, and never longer
than LASTS: `python -m storage` may write beside it, and another replica before its lease was lost.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from contextvars import ContextVar
from functools import cache, partial
from time import monotonic
from typing import Any, TypeVar, cast

from storage.database import Database, Steps, Work

T = TypeVar("T")

LASTS = 3.0
"""Seconds."""

KEPT = 4096
"""So many are remembered; the one that was not asked for longest goes first."""

ANY = ""
"""Instead of a table: whichever."""

_until: ContextVar[list[float] | None] = ContextVar("_until", default=None)
"""Until when what is being made is remembered: no longer than what it rests on. A list, for tasks to share."""

_CHANGE = re.compile(r"\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|ALTER\s+TABLE|DROP\s+TABLE)\s+(\w+)", re.IGNORECASE)
_NO_CHANGE = re.compile(r"\s*SELECT\b", re.IGNORECASE)


class Lookups:
    """A database that knows which of its tables it has written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writes: Counter[str] = Counter()          # by table: transactions that may have changed it
        self._found: OrderedDict[Hashable, tuple[float, tuple[int, ...], Any]] = OrderedDict()

    async def look(self, work: Work[T], key: Hashable, tables: Collection[str]) -> T:
        """What the work reads from these tables and no other. What comes back is shared: it must not be changed."""
        return await self.made(partial(self.read, work), key, tables)

    async def made(self, make: Callable[[], Awaitable[T]], key: Hashable, tables: Collection[str]) -> T:
        """The same for what is made of several works, or takes long to make."""
        state = tuple(self._writes[table] for table in (ANY, *tables))
        found, outer = self._found.get(key), _until.get()
        if found is None or found[0] <= monotonic() or found[1] != state:
            until = [monotonic() + LASTS]
            token = _until.set(until)
            try:
                value = await make()                    # what is written meanwhile makes it old at once
            finally:
                _until.reset(token)
            found = self._found[key] = until[0], state, value
        self._found.move_to_end(key)
        if outer is not None:
            outer[0] = min(outer[0], found[0])
        self._clear()
        return cast(T, found[2])

    def _clear(self) -> None:
        """Nobody's name stays in memory long after it was asked for."""
        while len(self._found) > KEPT or (self._found and next(iter(self._found.values()))[0] <= monotonic()):
            self._found.popitem(last=False)

    async def write(self, work: Work[T]) -> T:
        touched: set[str] = set()

        def watched() -> Steps[T]:
            steps, rows = work(), None
            while True:
                try:
                    statement = next(steps) if rows is None else steps.send(rows)
                except StopIteration as end:
                    return cast(T, end.value)
                if (table := _changed(statement.text)) is not None:
                    touched.add(table)
                rows = yield statement

        try:
            return await self._database.write(watched)
        finally:
            self._writes.update(touched)                # before anybody is told, also if the commit is in doubt

    async def read(self, work: Work[T]) -> T:
        return await self._database.read(work)

    async def scrub(self) -> None:
        await self._database.scrub()


@cache
def _changed(statement: str) -> str | None:
    """The table that a statement writes; ANY if it is none of the usual ones."""
    if (found := _CHANGE.match(statement)) is not None:
        return found[1].lower()
    return None if _NO_CHANGE.match(statement) else ANY
