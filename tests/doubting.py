"""Whoever doubts what is remembered: beside every answer from memory the database is asked once more.

    with Doubts() as doubts:
        ...
    assert doubts.compared and not doubts.wrong

What is remembered never grows too old here, so that only a write can have made it old.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Hashable
from types import TracebackType
from typing import Any, Self

from storage import lookups
from storage.database import Work
from storage.lookups import Lookups


class Doubts:
    """`wrong`: the lookups whose answer was not what the database said. Nothing is compared beside a write."""

    def __init__(self) -> None:
        self.compared = 0
        self.wrong: list[str] = []
        self._writing = self._written = 0
        self._made, self._write, self._lasts = Lookups.made, Lookups.write, lookups.LASTS

    def __enter__(self) -> Self:
        doubts = self

        async def made(self: Lookups, make: Callable[[], Awaitable[Any]], key: Hashable, tables: Collection[str]) -> Any:
            return await doubts._compare(self, make, key, tables)

        async def write(self: Lookups, work: Work[Any]) -> Any:
            doubts._writing += 1
            try:
                return await doubts._write(self, work)
            finally:
                doubts._writing -= 1
                doubts._written += 1

        Lookups.made, Lookups.write, lookups.LASTS = made, write, 1e9      # type: ignore[method-assign]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        Lookups.made, Lookups.write, lookups.LASTS = self._made, self._write, self._lasts  # type: ignore[method-assign]

    async def _compare(self, known: Lookups, make: Callable[[], Awaitable[Any]], key: Hashable,
                       tables: Collection[str]) -> Any:
        remembered, quiet, written = key in known._found, not self._writing, self._written
        value = await self._made(known, make, key, tables)
        if remembered and quiet:
            fresh = await make()
            if not self._writing and written == self._written:
                self.compared += 1
                if fresh != value:
                    self.wrong.append(f"{key}: {value!r}, but it is {fresh!r}")
        return value
