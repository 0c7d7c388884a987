"""How much may be said: sliding windows over Telegram's limits.

A bucket that refills would allow a burst on top of a full minute, which is what gets a bot
locked out; a window counts what really went out.
"""

from __future__ import annotations

import asyncio
from collections import deque
from enum import IntEnum

from bot.config import Config
from bot.timing import Time

ALIKE = 1.5
"""Seconds. Telegram's waits are whole ones, so two that end less than that apart are one wait."""


class Kind(IntEnum):
    """What an operation costs, in the order of importance within a chat."""

    CLOSING = 0            # an edit that takes buttons away: neither counted as an edit nor spaced
    SEND = 1
    EDIT = 2


class Window:
    """At most `limit` in any `span` seconds."""

    __slots__ = ("limit", "span", "times")

    def __init__(self, limit: int, span: float) -> None:
        self.limit = limit
        self.span = span
        self.times: deque[float] = deque(maxlen=limit)

    def wait(self, now: float) -> float:
        if len(self.times) < self.limit:
            return 0.0
        return self.times[0] + self.span - now

    def idle(self, now: float) -> bool:
        return not self.times or self.times[-1] + self.span <= now


class Budget:
    """Counts what goes out and says how long to wait. Chats below 0 are groups.

    `wait` and `spend` must not be parted by an await, or two may take the same place.
    """

    def __init__(self, config: Config, time: Time) -> None:
        self._config = config
        self._time = time
        self._all = Window(config.overall, 1.0)
        self._chats: dict[int, dict[str, Window]] = {}
        self._until: dict[int | None, float] = {}          # None: anywhere
        self._queues: dict[int, asyncio.Lock] = {}

    def wait(self, chat: int, kind: Kind) -> float:
        """Seconds until an operation of this kind may go out in this chat; 0.0 means now."""
        now = self._time.monotonic()
        paused = max(self._until.get(None, now), self._until.get(chat, now)) - now
        return max(0.0, paused, *(window.wait(now) for window in self._windows(chat, kind)))

    def spend(self, chat: int, kind: Kind) -> None:
        """Count one operation as gone out now."""
        now = self._time.monotonic()
        for window in self._windows(chat, kind):
            window.times.append(now)

    def pause(self, chat: int, seconds: float) -> None:
        """Nothing goes out in this chat for so long: Telegram's `retry_after`.

        It does not say whether the chat is meant or the whole bot: of the bot, others hear the same moment.
        """
        until = self._time.monotonic() + seconds
        alike = any(other != chat and abs(end - until) <= ALIKE for other, end in self._until.items())
        for place in (chat, None) if alike else (chat,):
            self._until[place] = max(self._until.get(place, until), until)

    async def turn(self, chat: int, kind: Kind) -> None:
        """Wait for a place and take it; first come, first served, so that answers keep their order."""
        async with self._queues.setdefault(chat, asyncio.Lock()):
            while (seconds := self.wait(chat, kind)) > 0:
                await self._time.sleep(seconds)
            self.spend(chat, kind)

    def forget_idle(self) -> None:
        """Drop what no longer limits anything, so that memory does not grow with every chat ever met."""
        now = self._time.monotonic()
        self._chats = {chat: windows for chat, windows in self._chats.items()
                       if not all(window.idle(now) for window in windows.values())}
        self._until = {chat: until for chat, until in self._until.items() if until > now}
        self._queues = {chat: queue for chat, queue in self._queues.items() if queue.locked()}

    def _windows(self, chat: int, kind: Kind) -> list[Window]:
        config = self._config
        windows = self._chats.get(chat)
        if windows is None:
            windows = self._chats[chat] = {"chat": Window(config.chat_burst, float(config.chat_burst))}
            if chat < 0:
                windows["group"] = Window(config.group, 60.0)
                windows["edits"] = Window(config.group_edits, 60.0)
                windows["gap"] = Window(1, config.edit_gap)
        counted = [windows["chat"]]
        if chat < 0:
            counted.append(windows["group"])
            if kind is Kind.EDIT:
                counted += [windows["edits"], windows["gap"]]
        return [self._all, *counted]
