"""The notice board makes the chats show what the tournaments say.

Nothing is queued: what is still to be done is the difference between what should be shown and what
is shown, worked out anew whenever something changes, so the latest state wins. A planner for each
owner works out the difference; one worker for each chat does it, one request after another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.budget import Budget, Kind
from bot.config import Config
from bot.operation import Operation, moot, operations
from bot.shelf import HELD, Shelf, following
from bot.showing import Showing, Surroundings
from bot.timing import Time
from bot.voice import Voice
from storage.posts import Posts

log = logging.getLogger(__name__)

PLANNERS = 4
"""So many pictures are worked out side by side: after a start with 200 events updates need not wait for all."""

REST, REST_MOST = 10.0, 2.0
"""After a look its owner is left alone so many times as long as it took, at most so many seconds.

A busy bot thanks for a whole volley of results before it works out what the chat should show after them.
There is no rest where something is to be sent soon: people may already answer what they have not got for certain.
"""

RESENT = 5.0
"""Seconds at a start in which what is in doubt is sent again before anything else is looked at."""


class Noticeboard:
    """See the module. `epoch` is the life of this program, so that it knows the claims of an earlier one."""

    def __init__(self, voice: Voice, posts: Posts, around: Surroundings, budget: Budget, config: Config,
                 time: Time, epoch: int) -> None:
        self._showing = Showing(voice, posts, around, budget, config, time, epoch)
        self._posts = posts
        self._around = around
        self._budget = budget
        self._config = config
        self._time = time
        self._epoch = epoch
        self._shelves: dict[str, Shelf] = {}
        self._workers: dict[int, asyncio.Event] = {}      # chat -> what wakes its worker
        self._planned: dict[int, dict[Shelf, None]] = {}   # chat -> who may have a plan for it, in their order
        self._tasks: set[asyncio.Task[None]] = set()
        self._planners = asyncio.Semaphore(PLANNERS)
        self._end = asyncio.Event()

    def touch(self, owner: str, *, pressed: tuple[int, int] | None = None) -> None:
        """Something may have changed: look again. The card just `pressed` (chat, message) goes first."""
        shelf = self._shelves.setdefault(owner, Shelf(owner))
        shelf.dirty = True
        if shelf.since is None:
            shelf.since = self._time.monotonic()
        shelf.pressed = pressed or shelf.pressed
        if not shelf.planning and not self._stopping:
            shelf.planning = True
            self._spawn(self._plan(shelf))

    def due(self, now: datetime, running: Collection[str]) -> None:
        """Touch every owner whose picture changes by time alone. The clock calls this at every beat.

        Of a tournament that is not `running`, and is shown as it should be, nothing is remembered: after a restart
        nobody would know of it either.
        """
        self._budget.forget_idle()
        self._shelves = {owner: shelf for owner, shelf in self._shelves.items()
                         if ":" in owner or owner in running or not shelf.rests}
        for shelf in self._shelves.values():
            if shelf.moment is not None and shelf.moment <= now:
                shelf.moment = None
                self.touch(shelf.owner)
        ticks = self._time.monotonic()
        for chat in [chat for chat, when in self._showing.refused.items() if when <= ticks]:
            self._showing.refused[chat] = ticks + self._config.retry_most      # if this fails
            self._spawn(self._once_more(chat))

    async def _once_more(self, chat: int) -> None:
        """What this chat has refused is tried again: it may take it now."""
        await self._posts.retry(chat)
        self._showing.refused.pop(chat, None)
        for owner in list(self._shelves):
            self.touch(owner)

    @property
    def _stopping(self) -> bool:
        return self._end.is_set()

    @property
    def idle(self) -> bool:
        """Whether everything is shown that can be."""
        return not self._tasks

    @property
    def waiting(self) -> int:
        """How many sends and edits are known to be still to do."""
        return sum(len(shelf.todo) + len(shelf.busy) for shelf in self._shelves.values())

    async def resent(self, owners: Collection[str]) -> None:
        """Wait until what may have arrived in an earlier life is sent again, but not if Telegram does not take it.

        Who has got it may have answered already. Handled first, his answer would leave a card that nobody knows.
        """
        until = self._time.monotonic() + RESENT
        shelves = [self._shelves[owner] for owner in owners if owner in self._shelves]
        while self._time.monotonic() < until and any(
                shelf.planning or shelf.busy or any(it.again for it in shelf.todo) for shelf in shelves):
            await self._time.sleep(0.02)

    async def stop(self) -> None:
        """Finish the requests that are out, begin no more."""
        self._end.set()
        self._wake(self._workers)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self._config.drain)
        for task in self._tasks:
            task.cancel()

    # planning

    async def _plan(self, shelf: Shelf) -> None:
        try:
            while shelf.dirty and not self._stopping:
                if (left := shelf.rested - self._time.monotonic()) > 0:
                    await self._nap(self._end, min(left, REST_MOST))
                async with self._planners:
                    if self._stopping:
                        break
                    began = self._time.monotonic()
                    await self._look(shelf)
                    ended = self._time.monotonic()
                    sends = any(operation.kind is Kind.SEND and self._budget.wait(operation.chat, Kind.SEND) < HELD
                                for operation in shelf.todo)
                    shelf.rested = ended + (0.0 if sends else min(REST * (ended - began), REST_MOST))
                if not shelf.dirty:
                    shelf.since = None
                for chat in {operation.chat for operation in shelf.todo}:
                    self._work(chat)
        except Exception:
            shelf.todo, shelf.since = [], None
            self._stumbled(shelf, "no plan")
            return
        finally:
            shelf.planning = False
        await self._settle(shelf)

    async def _look(self, shelf: Shelf) -> None:
        shelf.dirty, shelf.stirred = False, set(shelf.busy)     # of these the posts may be read just too early
        picture = await self._around.picture(shelf.owner)
        posts = await self._posts.of(shelf.owner)
        for key in moot(picture, posts, shelf.stirred):
            await self._posts.close(shelf.owner, key)
            self._showing.certain(shelf.owner, key)
        shelf.todo = operations(shelf.owner, picture, posts, shelf.stirred, epoch=self._epoch,
                                claim_retry=partial(self._showing.doubt, shelf.owner))
        for operation in shelf.todo:
            self._planned.setdefault(operation.chat, {})[shelf] = None
        shelf.version, shelf.moment = picture.version, picture.moment

    async def _settle(self, shelf: Shelf) -> None:
        if not (shelf.todo or shelf.busy or shelf.dirty or self._stopping):
            try:
                await self._around.shown(shelf.owner, shelf.version)
            except Exception:                      # its worker goes on with what others want shown
                self._stumbled(shelf, "not noted as shown")

    def _stumbled(self, shelf: Shelf, what: str) -> None:
        """Called where an exception is caught: it is looked at again a little later."""
        log.exception(what, extra={"values": {"owner": shelf.owner}})
        shelf.moment = self._time.now() + timedelta(seconds=self._config.retry_most)

    # working

    def _work(self, chat: int) -> None:
        if chat in self._workers:
            self._workers[chat].set()
        elif not self._stopping:
            self._workers[chat] = asyncio.Event()
            self._spawn(self._worker(chat))

    async def _worker(self, chat: int) -> None:
        wake = self._workers[chat]
        try:
            while not self._stopping:
                wake.clear()
                shelves = self._planned.get(chat, ())
                operation, wait = following(chat, shelves, self._budget, self._config, self._time)
                if operation is None:
                    self._planned.pop(chat, None)
                    return
                if wait > 0:
                    await self._nap(wake, wait)
                else:
                    self._budget.spend(chat, operation.kind)
                    await self._do(self._shelves[operation.owner], operation)
        finally:
            del self._workers[chat]

    async def _do(self, shelf: Shelf, operation: Operation) -> None:
        plan = shelf.todo
        plan.remove(operation)
        shelf.busy.add(operation.key)
        shelf.stirred.add(operation.key)
        if shelf.pressed == (operation.chat, operation.message):
            shelf.pressed = None
        try:
            later = await self._showing.attempt(operation)
        except Exception:
            log.exception("not shown", extra={"values": {"owner": shelf.owner, "key": operation.key}})
            await self._time.sleep(self._config.retry)
            later = 0
        finally:
            shelf.busy.discard(operation.key)
        if shelf.todo is not plan or shelf.planning or later == 0:
            self.touch(shelf.owner)
        elif later is not None:
            plan.append(replace(operation, not_before=self._time.now() + timedelta(seconds=later)))
        self._wake({other.chat for other in shelf.todo})
        await self._settle(shelf)

    # tasks

    async def _nap(self, wake: asyncio.Event, seconds: float) -> None:
        tasks = [asyncio.ensure_future(self._time.sleep(seconds)), asyncio.ensure_future(wake.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    def _wake(self, chats: Iterable[int]) -> None:
        for chat in chats:
            if chat in self._workers:
                self._workers[chat].set()

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
