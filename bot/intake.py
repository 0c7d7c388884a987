"""Handle, commit, and only then say that it is done.

An update is done when it has a *receipt* from the desk, and a receipt is given only after the commit.
Where updates come from – `bot.polling`, `bot.webhook` – only what has one is confirmed to Telegram.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from telegram import Bot, Update

from bot import logs
from bot.alias import alias
from bot.config import Config
from bot.figures import Figures
from bot.timing import Time
from storage.inbox import Inbox, UpdateRef

log = logging.getLogger(__name__)

_T = TypeVar("_T")

WANTED = ("message", "callback_query", "my_chat_member", "chat_member")
"""The kinds of updates Telegram is asked for; edited messages count for nothing."""

KILLS = 3
"""So many times an update may be in hand when the process dies; then it is set aside."""

_CODE = re.compile(r"\w+:([A-Z0-9]{4})(?::|$)", re.ASCII)

_PRESSED = ("message_id", "date", "chat", "message_thread_id", "is_topic_message")

_CAUSE = re.compile(r"[!-~]{1,120}")
"""What every database takes; Telegram's own ids are shorter."""


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
    kind: str
    cause: str
    lanes: frozenset[str]
    came: float                        # by `Time.monotonic`

    @classmethod
    def read(cls, raw: object, now: float, key: str) -> Delivery | None:
        """None for what is no update at all; an update that has no sense gets a cause, and is set aside later.

        `key` as in `cause_of`.
        """
        number = raw.get("update_id") if isinstance(raw, dict) else None
        if not isinstance(raw, dict) or type(number) is not int or not 0 <= number < 2**63:
            return None
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
        kind = next((kind for kind in WANTED if kind in raw), "other")
        return cls(raw, number, kind, cause_of(raw, key), frozenset(lanes), now)


def cause_of(raw: dict[str, Any], key: str) -> str:
    """What really happened once. Never the update id: Telegram restarts those.

    A chat in private has an alias made with `key`: its number is the person's, and a cause stays in the facts, in
    files and logs when his name has gone.
    """
    tap, message, cause = raw.get("callback_query"), raw.get("message"), ""
    if isinstance(tap, dict) and tap.get("id"):
        cause = f"tap:{tap['id']}"
    elif isinstance(message, dict) and isinstance(message.get("chat"), dict):
        chat = message["chat"].get("id")
        private = isinstance(chat, int) and chat > 0
        cause = f"msg:{alias(chat, key) if private else chat}:{message.get('message_id')}"
    if _CAUSE.fullmatch(cause):
        return cause
    rest = {key: value for key, value in raw.items() if key != "update_id"}
    return "raw:" + hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()[:24]


def _light(raw: dict[str, Any]) -> dict[str, Any]:
    """Of the message whose button was pressed only what nobody else can tell: a round of 300 has 600 buttons."""
    tap = raw.get("callback_query")
    if not isinstance(tap, dict) or not isinstance(tap.get("message"), dict):
        return raw
    message = {key: value for key, value in tap["message"].items() if key in _PRESSED}
    return {**raw, "callback_query": {**tap, "message": message}}


def _sound(value: Any) -> Any:
    """With half characters and NUL as "?": databases do not take them, nor does Telegram in an answer."""
    if isinstance(value, str):
        whole = value if value.isascii() else value.encode(errors="replace").decode()
        return whole.replace("\0", "?")
    if isinstance(value, dict):
        return {_sound(key): _sound(one) for key, one in value.items()}
    return [_sound(one) for one in value] if isinstance(value, list) else value


class Source(Protocol):
    """Where updates come from."""

    async def run(self) -> None:
        """Until `stop`; raises `telegram.error.InvalidToken`."""

    def stop(self) -> None:
        """Take no more; `run` ends when those in hand are done."""

    @property
    def trouble(self) -> str:
        """Why nothing may be coming; empty if all is well."""


async def _at_once() -> bool:
    """Nobody is told anything beside the handling."""
    return True


class Intake:
    """One batch after the other. `handle` gets an update and its cause; no receipt if it raises.

    A batch is at an end when what it has `told` is out, or late.
    """

    def __init__(self, bot: Bot, inbox: Inbox, handle: Callable[[Update, str], Awaitable[Receipt]],
                 config: Config, time: Time, figures: Figures,
                 told: Callable[[], Awaitable[bool]] = _at_once) -> None:
        self._bot = bot
        self._inbox = inbox
        self._handle = handle
        self._config = config
        self._time = time
        self._figures = figures
        self._told = told
        self._all_told = True                      # of the last batch
        self._unwritten = self._undone = ""        # why, since it last went well

    async def suspects(self) -> dict[str, int]:
        """The causes an earlier life had in hand when it died, with Telegram's numbers: one by one the one that
        kills is found.
        """
        causes = {ref.cause: ref.update for ref in await self.patiently(self._inbox.unclean)}
        if causes:
            logs.say(log, logging.WARNING, "stopped within a batch: now one by one", updates=len(causes))
        return causes

    async def take(self, batch: Sequence[Delivery], *, alone: bool = False, spare: int = 0) -> list[Delivery]:
        """Note the batch, see `Inbox.begin`; what is to be handled, once also if it is there twice: Telegram brings
        again what takes long. Raises what the storage raises.
        """
        first = {one.cause: one for one in reversed(batch)}
        batch = [one for one in batch if first[one.cause] is one]
        refs = [UpdateRef(one.id, one.cause) for one in batch]
        begun = await self._written(self._inbox.begin(refs, alone=alone, spare=spare))
        for one in batch:
            if begun[one.cause] > KILLS:
                logs.say(log, logging.ERROR, "stopped the bot three times: set aside", cause=one.cause)
            elif not begun[one.cause]:
                logs.say(log, logging.INFO, "done before: Telegram was not told", cause=one.cause)
        return [one for one in batch if 0 < begun[one.cause] <= KILLS]

    async def handle(self, batch: Collection[Delivery]) -> list[Delivery]:
        """Chats side by side, one chat and one tournament in order; returns what got no receipt."""
        newest: dict[str, asyncio.Task[bool]] = {}
        tasks: list[asyncio.Task[bool]] = []
        self._figures.in_hand = len(batch)
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
        self._all_told = await self._told()
        undone = [one for one, fine in zip(batch, done, strict=True) if not fine]
        if undone:
            logs.say(log, logging.ERROR, "not done: stays in Telegram's queue", updates=len(undone))
        self._figures.in_hand = len(undone)
        self._undone = f"updates can not be done, {len(undone)} of the newest: see the log" if undone else ""
        return undone

    async def done(self, undone: Collection[Delivery] = ()) -> None:
        """The batch is at an end, but for those: Telegram may be told. Raises what the storage raises."""
        await self._written(self._inbox.done({one.cause for one in undone}, told=self._all_told))

    @property
    def trouble(self) -> str:
        """Why what comes is not done; empty if it is."""
        return self._unwritten or self._undone

    async def _written(self, work: Awaitable[_T]) -> _T:
        try:
            value = await work
        except Exception as error:
            self._unwritten = f"what comes can not be written down: {type(error).__name__}"
            raise
        self._unwritten = ""
        return value

    async def _after(self, before: set[asyncio.Task[bool]], one: Delivery) -> bool:
        """Handle one update after those it must follow; what follows an undone one is not done either."""
        if before and not all(await asyncio.gather(*before)):
            return False
        receipt = await self._receipt(one)
        took = self._time.monotonic() - one.came
        self._figures.handled(receipt.value if receipt else "none", took)
        if receipt is not None:
            logs.say(log, logging.INFO, "update", cause=one.cause, update=one.id, kind=one.kind,
                     receipt=receipt.value, ms=round(1000 * took))
        return receipt is not None

    async def _receipt(self, one: Delivery) -> Receipt | None:
        try:
            update = Update.de_json(_sound(_light(one.raw)), self._bot)
        except Exception:
            logs.say(log, logging.ERROR, "makes no sense: set aside", cause=one.cause, update=one.id)
            return Receipt.SET_ASIDE
        try:
            return await self._handle(update, one.cause)
        except Exception:
            log.exception("no receipt", extra={"values": {"cause": one.cause, "update": one.id}})
            return None

    async def patiently(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """A call to the storage, again and again while it fails: without it nothing may go on."""
        pause = self._config.retry
        while True:
            try:
                return await call()
            except Exception:
                log.exception("the database does not answer; trying again")
            await self._time.sleep(pause)
            pause = min(pause * 2, self._config.retry_most)
