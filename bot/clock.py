"""The clock: a metronome that asks whose time has come.

Deadlines are fields of the tournaments, not jobs: a restart loses none. A beat only sets work
going, a task for each tournament, and waits for nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]
from apscheduler.triggers.base import BaseTrigger  # type: ignore[import-untyped]

from bot import logs
from bot.config import Config
from bot.noticeboard import Noticeboard
from bot.timing import Time
from engine import due
from engine.facts import Fact
from engine.model import CLOCK, Tournament
from storage import Recorded, Store

log = logging.getLogger(__name__)


MISSED = 4
"""So many beats that do not come are no accident: somebody has set the clock on the wall back."""


class _Beat(BaseTrigger):                 # type: ignore[misc]
    """Every so many seconds. APScheduler's own interval would count all that were missed, one by one."""

    def __init__(self, seconds: float) -> None:
        self._span = timedelta(seconds=seconds)

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        return now if previous_fire_time is None else now + self._span


class Clock:
    """One job of APScheduler, and a nudge after every record.

    `fresh_seed` gives 128 random bits as text; the first draft of a tournament keeps them. `beside` is
    called at every beat too: it sets going what is no tournament yet.
    """

    def __init__(self, store: Store, board: Noticeboard, config: Config, time: Time,
                 fresh_seed: Callable[[], str], beside: Callable[[], None]) -> None:
        self._store = store
        self._board = board
        self._config = config
        self._time = time
        self._fresh_seed = fresh_seed
        self._beside = beside
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._beating: asyncio.Task[None] | None = None
        self._stopping = False
        self._scheduler = AsyncIOScheduler(timezone="UTC")
        self._alarm: asyncio.TimerHandle | None = None
        self.beats = 0
        self.acts = 0
        self._beaten = time.monotonic()

    def start(self) -> None:
        """Begin to beat, at once for the first time."""
        # APScheduler's defaults would drop a beat that comes late, in silence.
        self._job = self._scheduler.add_job(self._strike, _Beat(self._config.beat),
                                            misfire_grace_time=None, coalesce=True, max_instances=1)
        self._scheduler.start()
        self._set_alarm()
        self._beating = asyncio.create_task(self.beat())

    async def _strike(self) -> None:
        """What APScheduler calls: it would cancel a beat that is still at work when it is shut down."""
        if not self._stopping:
            self._set_alarm()
            if self._beating is None or self._beating.done():
                self._beating = asyncio.create_task(self.beat())

    def _set_alarm(self) -> None:
        """APScheduler goes by the clock on the wall, and would wait until it shows again what it has shown."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(MISSED * self._config.beat, self._start_anew)

    def _start_anew(self) -> None:
        self._job.reschedule(_Beat(self._config.beat))
        self._set_alarm()

    async def stop(self) -> None:
        """Beat no more, and let what is being written end."""
        self._stopping = True
        if self._alarm is not None:
            self._alarm.cancel()
        self._scheduler.remove_all_jobs()
        await self._time.sleep(0.01)                  # a job that has just begun would be cancelled with noise
        self._scheduler.shutdown(wait=False)
        tasks = [*self._tasks.values(), *([self._beating] if self._beating else [])]
        if tasks:
            await asyncio.wait(tasks, timeout=self._config.drain)
        for task in tasks:
            task.cancel()

    async def beat(self) -> None:
        """Set going whatever is due."""
        self.beats += 1
        now = self._time.now()
        try:
            rows = await self._store.ledger.running(now)
        except Exception:
            log.exception("a beat that could not read")
            return
        for row in rows:
            if row.due_at is not None and row.due_at <= now:
                self.nudge(row.code)
        self._beside()
        self._board.due(now, {row.code for row in rows})
        self._beaten = self._time.monotonic()

    def follow(self, done: Recorded) -> None:
        """Somebody has just written this: mostly nothing is due, and then that is all."""
        if done.repeated or (done.due_at is not None and done.due_at <= self._time.now()):
            self.nudge(done.tournament.code)

    def nudge(self, code: str) -> None:
        """Look at this tournament now. One task for each; a nudge while it runs makes it look again."""
        if code in self._tasks:
            self._again.add(code)
        elif not self._stopping:
            self._look(code)

    def _look(self, code: str) -> None:
        task = self._tasks[code] = asyncio.create_task(self._catch_up(code))
        task.add_done_callback(partial(self._ended, code))

    @property
    def silence(self) -> float:
        """Seconds since it has last beaten and could read what is due."""
        return self._time.monotonic() - self._beaten

    @property
    def idle(self) -> bool:
        return not self._tasks

    def _ended(self, code: str, task: asyncio.Task[None]) -> None:
        del self._tasks[code]
        if code in self._again:
            self._again.discard(code)
            self.nudge(code)

    async def _catch_up(self, code: str) -> None:
        """Every due act is a step of its own; again until nothing is due."""
        try:
            t = await self._store.ledger.tournament(code)
            while (at := due.due_at(t)) is not None and at <= self._time.now():
                after = await self._act(t)
                if after.version == t.version:
                    logs.say(log, logging.WARNING, "due, but nothing to do", tournament=code, version=t.version)
                    return
                t = after
                self.acts += 1
                self._board.touch(code)
        except Exception:
            log.exception("the clock stumbled", extra={"values": {"tournament": code}})

    async def _act(self, t: Tournament) -> Tournament:
        row = await self._store.ledger.row(t.code)
        keys = {id: member.name.casefold() for id, member in (await self._store.members.members(row.club)).items()}
        now, seed = self._time.now(), self._fresh_seed()

        def tick(t: Tournament) -> list[Fact]:
            return due.tick(t, now, fresh_seed=seed, keys=keys)

        drawing = t.draft is None          # pairing a large field takes seconds: not in the event loop
        done = await self._store.ledger.record(t.code, tick, CLOCK, f"clock:{t.code}:{t.version}", now,
                                               thread=drawing)
        return done.tournament
