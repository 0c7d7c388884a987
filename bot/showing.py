"""One operation of the notice board: claim, send or edit, and what Telegram's answer means for the post."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Protocol

from telegram.error import ChatMigrated, RetryAfter, TelegramError

from bot import logs
from bot.budget import Budget
from bot.config import Config
from bot.notices.notice import Notice
from bot.operation import Operation, Picture
from bot.outcome import Outcome, outcome_of, seconds_of
from bot.timing import Time
from bot.voice import Voice
from storage.posts import Posts

log = logging.getLogger(__name__)

AGAIN = "↻ "
"""Marks a message that may be there twice."""


class Surroundings(Protocol):
    """What the board asks and tells the rest of the bot."""

    async def picture(self, owner: str) -> Picture:
        """What this owner wants to show now."""

    async def shown(self, owner: str, version: int) -> None:
        """Everything is as this version wants it."""

    async def unreachable(self, chat: int) -> None:
        """Nothing can be written to this chat."""

    async def migrated(self, old: int, new: int) -> None:
        """A group has a new id: everything of it moves there."""

    async def topic_gone(self, owner: str, topic: int) -> None:
        """The topic of this owner was deleted."""

    async def trouble(self, owner: str, what: str, notice: Notice) -> None:
        """Judges should know: `what` is `unpinned`, `unshown` or `silenced`."""


class Showing:
    """Does operations, one request each.

    Telegram tells a bot of its own rights, but not when a group lets its members write again: `refused`
    says when to look.
    """

    def __init__(self, voice: Voice, posts: Posts, around: Surroundings, budget: Budget, config: Config,
                 time: Time, epoch: int) -> None:
        self._voice = voice
        self._posts = posts
        self._around = around
        self._budget = budget
        self._config = config
        self._time = time
        self._epoch = epoch
        self.refused: dict[int, float] = {}          # groups that take nothing, and when by `monotonic` to try them
        self._doubts: dict[tuple[str, str], tuple[float, float]] = {}     # seconds to the next try, and since when

    def doubt(self, owner: str, key: str) -> timedelta:
        """How long a claim of unknown outcome rests: each time twice as long, for each time it may have arrived."""
        seconds, _ = self._doubts.get((owner, key), (self._config.claim_retry, 0.0))
        return timedelta(seconds=seconds)

    def certain(self, owner: str, key: str) -> None:
        """It is known what became of it, or nobody wants to know any more."""
        self._doubts.pop((owner, key), None)

    def _doubted(self, owner: str, key: str) -> None:
        """A claim of unknown outcome, once more perhaps. What was not tried again when it could be is forgotten."""
        config, now = self._config, self._time.monotonic()
        waited, _ = self._doubts.pop((owner, key), (config.claim_retry / 2, now))
        self._doubts = {claim: it for claim, it in self._doubts.items() if it[1] > now - 2 * config.refused}
        self._doubts[owner, key] = min(2 * waited, config.refused), now

    async def attempt(self, operation: Operation) -> float | None:
        """Do it; None if that is that, 0 to plan anew, else the seconds until the same is tried again."""
        owner, key, notice = operation.owner, operation.key, operation.notice
        if operation.message is None and not await self._posts.claim(
                owner, key, notice.chat, notice.topic, operation.digest, self._time.now(), self._epoch,
                instead=operation.post if operation.again else None):
            return 0
        try:
            if operation.message is None:
                text = notice.text if notice.first is None else notice.first
                message = await self._voice.send(
                    notice.chat, AGAIN + text if operation.again else text, notice.buttons, topic=notice.topic,
                    silent=notice.silent)
            else:
                if notice.unpin:
                    await self._unpin(operation.chat, operation.message)
                await self._voice.edit(operation.chat, operation.message, notice.text, notice.buttons)
        except TelegramError as error:
            return await self._failed(operation, error)
        if operation.message is None:
            self.certain(owner, key)
            await self._posts.sent(owner, key, message)
            if notice.pin:
                await self._pin(operation, message)
        elif operation.last:
            await self._posts.close(owner, key, operation.digest)
        else:
            await self._posts.changed(owner, key, operation.digest)
        return None

    async def _failed(self, operation: Operation, error: TelegramError) -> float | None:
        owner, key, outcome = operation.owner, operation.key, outcome_of(error)
        sending = operation.message is None
        logs.say(log, logging.INFO, "not shown", owner=owner, key=key, outcome=outcome.name,
                 error=type(error).__name__)
        if outcome is Outcome.SAME:
            await (self._posts.close(owner, key) if operation.last
                   else self._posts.changed(owner, key, operation.digest))
            return None
        if outcome is Outcome.UNKNOWN:
            # An edit is simply made again. A message may be there: the plan sends it again, marked.
            if sending:
                self._doubted(owner, key)
            return 0 if sending else self._config.retry
        if outcome is Outcome.GONE:
            await (self._posts.close(owner, key) if operation.last else self._posts.gone(owner, key))
            return 0
        if sending and outcome in (Outcome.LATER, Outcome.MIGRATED, Outcome.NO_TOPIC):
            await self._posts.release(owner, key)
        if outcome is Outcome.LATER:
            seconds = seconds_of(error) if isinstance(error, RetryAfter) else self._config.retry
            self._budget.pause(operation.chat, seconds)
            return seconds
        if isinstance(error, ChatMigrated):
            await self._around.migrated(operation.chat, error.new_chat_id)
            return 0
        if outcome is Outcome.NO_TOPIC and operation.notice.topic is not None:
            await self._around.topic_gone(owner, operation.notice.topic)
            return 0
        await self._refused(operation, outcome)
        return 0 if outcome is Outcome.FORBIDDEN else None         # others may be told instead

    async def _refused(self, operation: Operation, outcome: Outcome) -> None:
        """Telegram will not take it: noted, and not tried again before it looks different."""
        notice = operation.notice
        await self._posts.failed(operation.owner, notice.key, operation.digest)
        if outcome is Outcome.FORBIDDEN and operation.chat < 0:
            logs.say(log, logging.WARNING, "may not write to a group", owner=operation.owner, chat=operation.chat)
            self.refused.setdefault(operation.chat, self._time.monotonic() + self._config.refused)
            await self._around.trouble(operation.owner, "silenced", notice)
        elif outcome is Outcome.FORBIDDEN:
            await self._around.unreachable(operation.chat)
        else:
            logs.say(log, logging.ERROR, "Telegram will not take this", owner=operation.owner, key=notice.key)
            if notice.weighty:
                await self._around.trouble(operation.owner, "unshown", notice)

    async def _unpin(self, chat: int, message: int) -> None:
        """Before the edit that closes the post: after a crash or a fault both are made again.

        Raises `TelegramError` for what may go well later; what Telegram will not unpin stays where it is.
        """
        try:
            await self._voice.unpin(chat, message)
        except TelegramError as error:
            if outcome_of(error) not in (Outcome.NEVER, Outcome.FORBIDDEN):
                raise

    async def _pin(self, operation: Operation, message: int) -> None:
        try:
            await self._voice.pin(operation.chat, message)
        except TelegramError as error:
            logs.say(log, logging.INFO, "not pinned", owner=operation.owner, error=type(error).__name__)
            if outcome_of(error) in (Outcome.NEVER, Outcome.FORBIDDEN):
                await self._around.trouble(operation.owner, "unpinned", operation.notice)
