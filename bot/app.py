"""The one place where everything meets."""

from __future__ import annotations

import asyncio
import importlib
import logging
import pkgutil
import secrets
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from importlib.util import find_spec
from typing import Any, Self

from telegram import Bot, Update
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, TypeHandler

import bot.handlers
import storage
from bot import logs, membership, menus
from bot.administrators import Administrators
from bot.answers import Answers
from bot.budget import Budget
from bot.clock import Clock
from bot.config import Config
from bot.desk import Desk
from bot.figures import Figures
from bot.health import Health
from bot.home import CLUB
from bot.intake import Intake, Receipt, Source
from bot.line import Line
from bot.listener import Listener
from bot.noticeboard import Noticeboard
from bot.notices.series import SERIES
from bot.office import Office
from bot.outcome import kind_of
from bot.polling import Polling
from bot.surroundings import Surroundings
from bot.telling import Telling
from bot.timing import Time
from bot.voice import Voice
from bot.webhook import Webhook
from bot.weekly import Weekly
from storage import leases
from storage.database import Down, Work, nothing
from storage.ledger import AFTERWARDS

log = logging.getLogger(__name__)

POOL, POLLING_POOL = 24, 4
"""Connections to Telegram. getUpdates has its own, or a busy evening would leave none for it."""


def fresh_seed() -> str:
    """128 random bits: the only chance in a tournament, handed to the first draft of a tournament."""
    return secrets.token_hex(16)


def load_handlers() -> None:
    """Import every module of `bot.handlers`: they register themselves at the desk."""
    for module in pkgutil.iter_modules(bot.handlers.__path__):
        importlib.import_module(f"bot.handlers.{module.name}")


class App:
    """`async with App(config) as app: await app.run()`; leaving the block stops it in good order.

    On PostgreSQL entering it waits while another process leads. Raises `storage.StorageError` if the database
    is in use by another process or of a newer release, `telegram.error.InvalidToken` for a wrong token,
    `config.Misconfigured` if it can not listen where it should, or not use the proxy of the environment.
    `before_commit` is for tests: work that fails.
    """

    def __init__(self, config: Config, *, time: Time | None = None, seeds: Callable[[], str] = fresh_seed,
                 before_commit: Work[None] = nothing) -> None:
        self.config = config
        self.time = time or Time()
        self._seeds = seeds
        self._before_commit = before_commit
        self.figures = Figures()
        self.listener: Listener | None = None
        self._health = Health(config)
        self._exit = AsyncExitStack()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._receiving: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self._exit.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._exit.aclose()

    async def run(self) -> None:
        """Until the task is cancelled (then leave the block); raises what ended the coming of updates.

        Raises `leases.Lost` when another process has taken over: leave the block, and enter a new one to stand by.
        """
        assert self._receiving is not None, "not started"
        await asyncio.wait([self._receiving, self._lease.lost], return_when=asyncio.FIRST_COMPLETED)
        if self._lease.lost.done():
            self._lease.lost.result()
            raise leases.Lost("another process has taken over")
        await self._receiving

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do before something new happens."""
        return self.board.idle and self.clock.idle and not self._tasks

    async def _start(self) -> None:
        load_handlers()
        config, time = self.config, self.time
        if config.webhook_url or config.metrics_listen:
            self.listener = await self._exit.enter_async_context(
                Listener(config, time, self.figures, self._health))
        self._lease = await self._exit.enter_async_context(
            leases.held(config.database_url, config.lease, time.sleep, self._stand_by))
        self._health.lead()
        self.store = store = await self._exit.enter_async_context(
            storage.open(config.database_url, fence=self._lease.fence, before_commit=self._before_commit))
        epoch = await leases.new_epoch(store.database)
        application = await self._telegram()
        username = application.bot.username

        voice, budget = Voice(application.bot), Budget(config, time)
        around = Surroundings(store, time, username)
        self.board = around.board = Noticeboard(voice, store.posts, around, budget, config, time, epoch)
        self.weekly = Weekly(store, self.board, time, self._spawn)
        self.clock = Clock(store, self.board, config, time, self._seeds, self.weekly.look)
        self.office = Office(
            store=store, board=self.board, clock=self.clock, weekly=self.weekly, config=config, time=time,
            username=username, answers=Answers(voice, store.posts, budget, config, time, epoch),
            administrators=Administrators(application.bot, store, config, time),
            announce=around.announce, spawn=self._spawn, telling=Telling(self._spawn),
            menu=lambda chat, language: self._spawn(menus.set_up_chat(application.bot, chat, language)))

        async def moved(old: int, new: int) -> None:
            await membership.moved(self.office, old, new)

        around.on_moved = moved
        desk, causes, receipts = Desk(self.office), dict[int, str](), dict[int, Receipt]()

        async def receive(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
            receipts[update.update_id] = await desk.handle(update, causes.pop(update.update_id))

        async def handle(update: Update, cause: str) -> Receipt:
            # `process_update` swallows what a handler raises: only the receipt tells that it did not.
            causes[update.update_id] = cause
            await application.process_update(update)
            return receipts.pop(update.update_id)

        application.add_handler(TypeHandler(Update, receive))
        intake = Intake(application.bot, store.inbox, handle, config, time, self.figures,
                        told=self.office.telling.all_out)
        self._source = self._source_of(application.bot, intake)
        await self._open_shop(application)

    def _source_of(self, bot: Bot, intake: Intake) -> Source:
        """Polling, or the webhook behind the listener."""
        if self.listener is None or not self.config.webhook_url:
            return Polling(bot, intake, self.config, self.time)
        webhook = Webhook(bot, intake, self.config, self.time, self.figures, self.listener.secret)
        self.listener.take = webhook.take
        return webhook

    async def _telegram(self) -> Application[Any, Any, Any, Any, Any, Any]:
        """The Bot API: one pool for calls and one for polling, no job queue, no persistence."""
        calls, polls = (Line(size, self.config, self.figures) for size in (POOL, POLLING_POOL))
        for line in (calls, polls):
            self._exit.push_async_callback(line.shutdown)     # the application does not, if it was never known
        application = (ApplicationBuilder().token(self.config.token)
                       .base_url(self.config.api_url).base_file_url(self.config.file_url)
                       .request(calls).get_updates_request(polls)
                       .updater(None).job_queue(None).build())
        application.add_error_handler(_swallowed)
        self._exit.push_async_callback(application.shutdown)
        await self._reach(application)
        return application

    async def _reach(self, application: Application[Any, Any, Any, Any, Any, Any]) -> None:
        """Be known to Telegram, however long the network takes; only a wrong token is the end."""
        pause = self.config.retry
        while True:
            try:
                await application.initialize()
                await application.bot.get_me()            # initialize asks only the first time
                if not self.config.webhook_url:
                    await application.bot.delete_webhook()    # with one, polling is refused for ever
                return
            except InvalidToken:
                raise
            except TelegramError as error:
                logs.say(log, logging.WARNING, "Telegram can not be reached: trying again", error=kind_of(error))
            await self.time.sleep(pause)
            pause = min(pause * 2, self.config.retry_most)

    async def _open_shop(self, application: Application[Any, Any, Any, Any, Any, Any]) -> None:
        """Beat, take updates, and put the chats right. What is stopped first stands last."""
        self._exit.push_async_callback(self._drain)
        self._exit.push_async_callback(self.board.stop)
        self.clock.start()
        self._exit.push_async_callback(self.clock.stop)
        for row in await self.store.ledger.running(self.time.now()):
            self.board.touch(row.code)
        for club in {*await self.store.claims.clubs(self.time.now() - AFTERWARDS),
                     *await self.store.announcements.clubs(self.time.now())}:
            self.board.touch(f"{CLUB}{club}")
        doubtful = await self.store.posts.in_doubt()
        for owner in doubtful:
            if owner.startswith(SERIES):                  # the clock has not come to the others of them yet
                self.board.touch(owner)
        await self.board.resent(doubtful)
        for left in await self.store.unsaid.take(self.time.now()):
            self._spawn(self.office.answers.go_on(left))
        self._receiving = asyncio.create_task(self._source.run())
        self._exit.push_async_callback(self._stop_receiving)
        self._watch()
        self._spawn(menus.set_up(application.bot))
        self._spawn(self.office.answers.clear())
        logs.say(log, logging.INFO, "started", bot=application.bot.id)

    def _stand_by(self, leader: str) -> None:
        self._health.stand_by(leader)
        logs.say(log, logging.INFO, "standing by: another process leads", leader=leader or "unknown")

    def _watch(self) -> None:
        """From now on whoever asks is told how the bot is."""
        self._health.watch(self.store.database, self.clock, self._source)
        if self.listener is None:
            return
        if find_spec("prometheus_client"):
            from bot.metrics import Metrics

            self.listener.page = Metrics(self.figures, self.store.ledger.tally, lambda: self.board.waiting).page
        else:
            logs.say(log, logging.INFO, "no /metrics: pip install '.[metrics]'")

    async def _stop_receiving(self) -> None:
        """What is in hand is brought to an end and confirmed; what takes too long comes again."""
        assert self._receiving is not None
        self._source.stop()
        await asyncio.wait([self._receiving], timeout=self.config.drain)
        self._receiving.cancel()
        logs.say(log, logging.INFO, "stopped")

    async def _drain(self) -> None:
        """Wait for what is still on its way; what has to be cut off of answers is kept for the next life."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self.config.drain)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)               # at once, or when what they write is written
        if unsaid := self.office.answers.unsaid:
            try:
                await self.store.unsaid.keep(unsaid, self.time.now())
            except Down:
                logs.say(log, logging.WARNING, "what was still to be answered is lost", answers=len(unsaid))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that is waited for at a stop and whose error is not lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())


async def _swallowed(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    """What the desk let through: the storage failed, and there is no receipt."""
    if not isinstance(context.error, TelegramError):
        log.error("no receipt", exc_info=context.error)
