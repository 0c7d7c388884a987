"""Answers to a person: the one way to speak in a group beside the notice board.

They keep to the budget and mind Telegram's errors, and never raise one: what was committed is
committed, whether or not the person can be told.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from telegram.error import BadRequest, ChatMigrated, RetryAfter, TelegramError

from bot import logs
from bot.budget import Budget, Kind
from bot.config import Config
from bot.notices.notice import Button, Buttons
from bot.outcome import Outcome, outcome_of, seconds_of
from bot.showing import AGAIN
from bot.timing import Time
from bot.voice import Voice, fitting
from storage.posts import Posts
from storage.unsaid import Unsaid

log = logging.getLogger(__name__)

TRIES = 4

MOST = 60
"""So many answers wait for their turn in one chat; who asks for more than Telegram carries gets no more."""

_T = TypeVar("_T")


class Answers:
    """Toasts, messages and edits, each as one try of its own. What is longer than a message is cut.

    `unsaid` is what a stop has cut off of messages and edits that answer the update of a `cause`.
    """

    def __init__(self, voice: Voice, posts: Posts, budget: Budget, config: Config, time: Time, epoch: int) -> None:
        self._voice = voice
        self._posts = posts
        self._budget = budget
        self._config = config
        self._time = time
        self._epoch = epoch
        self._waiting: Counter[int] = Counter()
        self.unsaid: list[Unsaid] = []

    async def toast(self, tap: str, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
        """Answer a tap, again if it may not have arrived: only the first answer counts at Telegram.

        One that is too old is answered by nobody any more.
        """
        wait, reason = 0.0, ""
        for _ in range(TRIES):
            await self._time.sleep(wait)
            try:
                await self._voice.toast(tap, text, alert=alert, url=url)
                return
            except TelegramError as error:
                if isinstance(error, BadRequest) and "query is too old" in error.message.lower():
                    return
                reason = type(error).__name__
                if outcome_of(error) not in (Outcome.LATER, Outcome.UNKNOWN):
                    break
                wait = seconds_of(error) if isinstance(error, RetryAfter) else self._config.retry
        logs.say(log, logging.WARNING, "a tap was not answered", error=reason)

    async def say(self, chat: int, text: str, buttons: Buttons = (), *, topic: int | None = None,
                  reply_to: int | None = None, replace: str = "", cause: str = "", again: bool = False) -> bool:
        """Write a message; False if this chat can not be written to.

        One that may not have arrived is sent once more, with a mark; if it is sent `again`, at once. With `replace`
        it takes the place of the previous message of that kind in this chat, which is deleted: lookups must not
        fill a group.
        """
        where = chat

        async def send(now: int) -> int:
            nonlocal again, where
            mark, again = AGAIN if again else "", True
            where, here = now, now == chat                    # in a group that has moved the numbers are others'
            try:
                return await self._voice.send(now, fitting(mark + text), buttons, topic=topic if here else None,
                                              reply_to=reply_to if here else None)
            except TelegramError as error:
                again = bool(mark) or outcome_of(error) is Outcome.UNKNOWN
                raise

        try:
            message, outcome = await self._through(chat, Kind.SEND, send)
            if outcome is Outcome.UNKNOWN:
                await self._time.sleep(self._config.retry)
                message, outcome = await self._through(chat, Kind.SEND, send)
        except asyncio.CancelledError:
            self._cut_off(cause, buttons, chat=chat, text=text, topic=topic, reply_to=reply_to, replace=replace,
                          again=again)
            raise
        if message is not None and replace:
            await self._replaced(where, topic if where == chat else None, replace, message)
        return outcome is not Outcome.FORBIDDEN

    async def file(self, chat: int, name: str, data: bytes, caption: str = "", *, picture: bool = False) -> bool:
        """Hand over a file; False if this chat can not be written to."""
        async def send(chat: int) -> int:
            return await self._voice.file(chat, name, data, caption, picture=picture)

        _, outcome = await self._through(chat, Kind.SEND, send)
        return outcome is not Outcome.FORBIDDEN

    async def pin(self, chat: int, message: int) -> None:
        """Pin a message that stands there already; without the right it stays unpinned."""
        async def pin(chat: int) -> bool:
            await self._voice.pin(chat, message)
            return True

        await self._through(chat, Kind.CLOSING, pin)

    async def fetch(self, file: str) -> bytes | None:
        """A file that somebody has sent; None if Telegram does not give it."""
        try:
            return await self._voice.fetch(file)
        except TelegramError as error:
            logs.say(log, logging.WARNING, "a file was not given", error=type(error).__name__)
            return None

    async def edit(self, chat: int, message: int, text: str, buttons: Buttons = (), *, cause: str = "") -> bool:
        """Change a card; False if it is there no more, and has to be sent anew."""
        async def change(chat: int) -> bool:
            await self._voice.edit(chat, message, fitting(text), buttons)
            return True

        try:
            _, outcome = await self._through(chat, Kind.EDIT if buttons else Kind.CLOSING, change)
        except asyncio.CancelledError:
            self._cut_off(cause, buttons, chat=chat, message=message, text=text)
            raise
        return outcome not in (Outcome.GONE, Outcome.MIGRATED, Outcome.FORBIDDEN)

    async def go_on(self, left: Unsaid) -> None:
        """Say what was cut off in an earlier life."""
        body = dict(left.body)
        rows = tuple(tuple(Button(*one) for one in row) for row in body.pop("buttons"))
        await (self.edit if "message" in body else self.say)(**body, buttons=rows, cause=left.cause)

    async def clear(self) -> None:
        """Delete what is unwanted, in whatever chat; what Telegram does not do now is owed to the next life."""
        async def cleared(chat: int, messages: list[int]) -> None:
            for message in messages:
                await self._delete(chat, message)

        await asyncio.gather(*(cleared(*one) for one in (await self._posts.unwanted()).items()))

    def _cut_off(self, cause: str, buttons: Buttons, **body: Any) -> None:
        if cause:
            rows = [[(one.text, one.data, one.url) for one in row] for row in buttons]
            self.unsaid.append(Unsaid(cause, {**body, "buttons": rows}))

    async def _replaced(self, chat: int, topic: int | None, kind: str, message: int) -> None:
        before = await self._posts.replace(
            f"chat:{chat}", kind, chat, topic, message, self._time.now(), self._epoch)
        if before is not None:
            await self._delete(chat, before)

    async def _delete(self, chat: int, message: int) -> None:
        async def delete(chat: int) -> bool:
            await self._voice.delete(chat, message)
            return True

        done, outcome = await self._through(chat, Kind.CLOSING, delete)
        if done or outcome in (Outcome.GONE, Outcome.MIGRATED, Outcome.FORBIDDEN, Outcome.NEVER):
            await self._posts.rid_of(chat, message)

    async def _through(self, chat: int, kind: Kind, call: Callable[[int], Awaitable[_T]]
                       ) -> tuple[_T | None, Outcome | None]:
        """The call in its turn, again while it certainly had no effect; what it gave, or why nothing.

        If the group has moved only what is new is sent there: a number is another message's in the new chat.
        """
        if self._waiting[chat] >= MOST:
            logs.say(log, logging.INFO, "too many answers wait for a chat: one is not shown",
                     chat=chat if chat < 0 else "private")
            return None, None
        asked = chat
        self._waiting[asked] += 1
        try:
            return await self._tried(chat, kind, call)
        finally:
            self._waiting[asked] -= 1
            if not self._waiting[asked]:
                del self._waiting[asked]

    async def _tried(self, chat: int, kind: Kind, call: Callable[[int], Awaitable[_T]]
                     ) -> tuple[_T | None, Outcome | None]:
        for _ in range(TRIES):
            await self._budget.turn(chat, kind)
            try:
                return await call(chat), None
            except TelegramError as error:
                outcome = outcome_of(error)
                if isinstance(error, ChatMigrated) and kind is Kind.SEND:
                    chat = error.new_chat_id
                elif outcome is Outcome.LATER or (outcome is Outcome.UNKNOWN and kind is not Kind.SEND):
                    wait = seconds_of(error) if isinstance(error, RetryAfter) else self._config.retry
                    self._budget.pause(chat, wait)
                else:
                    break
        logs.say(log, logging.INFO, "an answer was not shown", outcome=outcome.name)
        return None, outcome
