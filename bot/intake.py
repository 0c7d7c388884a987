"""Fetch, handle, commit, and only then confirm.

Telegram forgets an update once `getUpdates` is called with a higher offset. So the offset moves
only when every update of the batch has a *receipt* from the desk, and a receipt is given only
after the commit. A receipt that is missing keeps the whole batch in Telegram's queue.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import warnings
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot import logs
from bot.config import Config
from bot.outcome import seconds_of
from bot.timing import Time
from storage.inbox import Inbox, UpdateRef

log = logging.getLogger(__name__)

# `bot.get_updates` parses the whole list and fails as a whole if one update makes no sense
warnings.filterwarnings("ignore", message="Please use 'Bot.getUpdates'")

_T = TypeVar("_T")

WANTED = ("message", "callback_query", "my_chat_member", "chat_member")
"""The kinds of updates Telegram is asked for; edited messages count for nothing."""

KILLS = 3
"""So many times an update may be in hand when the process dies; then it is set aside."""

_CODE = re.compile(r"\w+:([A-Z0-9]{4})(?::|$)", re.ASCII)


class Receipt(StrEnum):
    """What became of an update; without one it is not done."""

    COMMITTED = "committed"
    NOTHING = "nothing to write"
    SET_ASIDE = "set aside"


@dataclass(frozen=True, slots=True)
class Delivery:
    """One raw update: its id for the offset, its cause, and what it must stay in order with."""

    raw: dict[str, Any]
    id: int
    cause: str
    lanes: frozenset[str]

    @classmethod
    def read(cls, raw: dict[str, Any]) -> Delivery:
        """Never fails: what has no sense gets a cause of its own and is set aside later."""
        lanes: set[str] = set()
        for kind in WANTED:
            body = raw.get(kind)
            if isinstance(body, dict):
                holder = body.get("message") if kind == "callback_query" else body
                chat = holder.get("chat") if isinstance(holder, dict) else None
                if isinstance(chat, dict):
                    lanes.add(str(chat.get("id")))
                found = _CODE.match(str(body.get("data", "")))
                if found:
                    lanes.add(found[1])
        return cls(raw, raw["update_id"], cause_of(raw), frozenset(lanes))


def cause_of(raw: dict[str, Any]) -> str:
    """What really happened once. Never the update id: Telegram restarts those."""
    tap, message = raw.get("callback_query"), raw.get("message")
    if isinstance(tap, dict) and tap.get("id"):
        return f"tap:{tap['id']}"
    if isinstance(message, dict) and isinstance(message.get("chat"), dict):
        return f"msg:{message['chat'].get('id')}:{message.get('message_id')}"
    rest = {key: value for key, value in raw.items() if key != "update_id"}
    return "raw:" + hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()[:24]


class Intake:
    """The loop. `handle` gets an update and its cause and returns the receipt; no receipt if it raises."""

    def __init__(self, bot: Bot, inbox: Inbox, handle: Callable[[Update, str], Awaitable[Receipt]],
                 config: Config, time: Time) -> None:
        self._bot = bot
        self._inbox = inbox
        self._handle = handle
        self._config = config
        self._time = time
        self._offset: int | None = None
        self._polling: asyncio.Task[list[dict[str, Any]]] | None = None
        self._stopping = False

    async def run(self) -> None:
        """Until `stop`, or until Telegram says that the token is wrong (InvalidToken)."""
        suspects = {ref.cause for ref in await self._patiently(self._inbox.unclean)}
        if suspects:
            logs.say(log, logging.WARNING, "stopped within a batch: now one by one", updates=len(suspects))
        while not self._stopping:
            self._polling = asyncio.create_task(self._fetch(1 if suspects else 100))
            await asyncio.wait([self._polling])
            if self._stopping:
                break
            batch = [Delivery.read(raw) for raw in self._polling.result()]
            if not any(one.cause in suspects for one in batch):
                suspects = set()
            if batch:
                await self._work(batch, alone=bool(suspects))
                self._offset = batch[-1].id + 1
        await self._confirm()

    def stop(self) -> None:
        """Take no more updates; `run` ends when those in hand are done."""
        self._stopping = True
        if self._polling is not None:
            self._polling.cancel()

    async def _confirm(self) -> None:
        """Tell Telegram at a stop what is done, so that nothing of it is delivered again."""
        if self._offset is not None:
            try:
                await self._request(1, 0)
            except TelegramError as error:
                logs.say(log, logging.INFO, "the last batch was not confirmed", error=type(error).__name__)

    async def _request(self, limit: int, timeout: float) -> list[dict[str, Any]]:
        asked: dict[str, Any] = {"limit": limit, "timeout": int(timeout), "allowed_updates": list(WANTED)}
        if self._offset is not None:
            asked["offset"] = self._offset
        got = await self._bot.do_api_request(
            "getUpdates", api_kwargs=asked,
            read_timeout=timeout + self._config.request, connect_timeout=self._config.request,
            pool_timeout=self._config.request)
        return [raw for raw in got if isinstance(raw, dict) and isinstance(raw.get("update_id"), int)]

    async def _fetch(self, limit: int) -> list[dict[str, Any]]:
        """The next updates, however long the network or another poller stands in the way."""
        pause = self._config.retry
        last: type[BaseException] | None = None
        while True:
            try:
                async with asyncio.timeout(self._config.poll + self._config.poll_grace):
                    got = await self._request(limit, self._config.poll)
                if last is not None:
                    logs.say(log, logging.INFO, "polling again")
                return got
            except InvalidToken:
                raise
            except (TelegramError, TimeoutError) as error:
                if type(error) is not last:
                    logs.say(log, logging.WARNING, _trouble(error), error=type(error).__name__)
                last = type(error)
                wait = seconds_of(error) if isinstance(error, RetryAfter) else pause
            await self._time.sleep(wait)
            pause = min(pause * 2, self._config.retry_most)

    async def _work(self, batch: list[Delivery], *, alone: bool) -> None:
        """Handle a batch until every update has its receipt; the offset stays as long as one has not."""
        refs = list({one.cause: UpdateRef(one.id, one.cause) for one in batch}.values())
        begun = await self._patiently(lambda: self._inbox.begin(refs, alone=alone))
        todo = [one for one in batch if begun[one.cause] <= KILLS]
        for one in batch:
            if one not in todo:
                logs.say(log, logging.ERROR, "stopped the bot three times: set aside", cause=one.cause)
        pause = self._config.retry
        while todo := await self._side_by_side(todo):
            logs.say(log, logging.ERROR, "not done: stays in Telegram's queue", updates=len(todo))
            await self._time.sleep(pause)
            pause = min(pause * 2, self._config.retry_most)
        await self._patiently(self._inbox.done)

    async def _side_by_side(self, batch: list[Delivery]) -> list[Delivery]:
        """Chats side by side, one chat and one tournament in order; returns what got no receipt."""
        newest: dict[str, asyncio.Task[bool]] = {}
        tasks: list[asyncio.Task[bool]] = []
        try:
            for one in batch:
                before = {newest[lane] for lane in one.lanes if lane in newest}
                task = asyncio.create_task(self._after(before, one))
                tasks.append(task)
                newest.update(dict.fromkeys(one.lanes, task))
            done = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        return [one for one, fine in zip(batch, done, strict=True) if not fine]

    async def _after(self, before: set[asyncio.Task[bool]], one: Delivery) -> bool:
        """Handle one update after those it must follow; what follows an undone one is not done either."""
        if before and not all(await asyncio.gather(*before)):
            return False
        try:
            update = Update.de_json(one.raw, self._bot)
        except Exception:
            logs.say(log, logging.ERROR, "makes no sense: set aside", cause=one.cause, update=one.id)
            return True
        started = self._time.monotonic()
        try:
            receipt = await self._handle(update, one.cause)
        except Exception:
            log.exception("no receipt", extra={"values": {"cause": one.cause, "update": one.id}})
            return False
        took = round(1000 * (self._time.monotonic() - started))
        logs.say(log, logging.INFO, "update", cause=one.cause, update=one.id, receipt=receipt.value, ms=took)
        return True

    async def _patiently(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """A call to the storage, again and again while it fails: without it nothing may go on."""
        pause = self._config.retry
        while True:
            try:
                return await call()
            except Exception:
                log.exception("the database does not answer; trying again")
            await self._time.sleep(pause)
            pause = min(pause * 2, self._config.retry_most)


def _trouble(error: BaseException) -> str:
    if isinstance(error, Conflict):
        return "another program polls with this token: waiting until it stops"
    if isinstance(error, TimeoutError):
        return "polling was silently dead: started anew"
    return "Telegram can not be reached: trying again"
