"""The clock and what opens by itself, without Telegram: on a real file, by a time that is told, dying when it should."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Coroutine, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import storage
from bot.clock import Clock
from bot.config import Config
from bot.timing import Time
from bot.weekly import Weekly
from storage import Store
from storage.database import T, Work
from storage.lookups import Lookups
from tests.memory import url


class Killed(Exception):
    """The process is dead; whatever it still tries does not happen."""


class Doomed:
    """A database whose process dies at its nth write from now on, before the commit or just after it."""

    def __init__(self, real: Lookups) -> None:
        self.real = real
        self.doom: int | None = None
        self.after = False
        self.dead = False

    async def write(self, work: Work[T]) -> T:
        if self.doom is not None:
            self.doom -= 1
            self.dead = self.dead or (self.doom < 0 and not self.after)
        if self.dead:
            raise Killed
        done = await self.real.write(work)
        if self.doom is not None and self.doom < 0:
            self.dead = True
            raise Killed
        return done

    async def scrub(self) -> None:
        await self.real.scrub()

    async def read(self, work: Work[T]) -> T:
        if self.dead:
            raise Killed
        return await self.real.read(work)

    async def look(self, work: Work[T], key: Hashable, tables: Collection[str]) -> T:
        if self.dead:
            raise Killed
        return await self.real.look(work, key, tables)


class Silent:
    """A notice board that shows nothing."""

    def touch(self, owner: str, **_: object) -> None:
        """Nothing to show."""

    def due(self, now: datetime, running: Collection[str]) -> None:
        """Nothing to show."""


class Told(Time):
    """Time that stands still until it is told otherwise."""

    def __init__(self, now: datetime) -> None:
        self.moment = now

    def now(self) -> datetime:
        return self.moment


@dataclass
class Life:
    """One process: what it opened of the program, on the file of the club."""

    store: Store
    database: Doomed
    clock: Clock
    weekly: Weekly
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def beat(self) -> None:
        """One beat of the clock, and all it has set going."""
        await self.clock.beat()
        while self.tasks or not self.clock.idle:
            await asyncio.sleep(0)


@asynccontextmanager
async def alive(path: Path, time: Time) -> AsyncIterator[Life]:
    async with storage.open(url(path)) as opened:
        doomed = Doomed(opened.database)
        for part in ("ledger", "posts", "people", "clubs", "members", "dialogues", "series"):
            getattr(opened, part)._database = doomed
        store = replace(opened, database=doomed)
        tasks: set[asyncio.Task[Any]] = set()

        def spawn(work: Coroutine[Any, Any, None]) -> None:
            task = asyncio.create_task(work)
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        weekly = Weekly(store, Silent(), time, spawn)                                      # type: ignore[arg-type]
        clock = Clock(store, Silent(), Config(token="1:x"), time, lambda: "seed", weekly.look)  # type: ignore[arg-type]
        yield Life(store, doomed, clock, weekly, tasks)
