"""Time for tests: it runs many times faster than the wall clock, and jumps when told to."""

from __future__ import annotations

import asyncio
import contextlib
import time
from datetime import UTC, datetime, timedelta

from bot.timing import Time

BEGIN = datetime(2026, 11, 5, 19, 0, tzinfo=UTC)


class FastTime(Time):
    """`speed` seconds for each real one; `jump` wakes everybody who sleeps less than that."""

    def __init__(self, speed: float = 20.0, begin: datetime = BEGIN) -> None:
        self.speed = speed
        self._begin = begin
        self._zero = time.monotonic()
        self._jumped = 0.0
        self._jump = asyncio.Event()

    def monotonic(self) -> float:
        return (time.monotonic() - self._zero) * self.speed + self._jumped

    def now(self) -> datetime:
        return self._begin + timedelta(seconds=self.monotonic())

    async def sleep(self, seconds: float) -> None:
        until = self.monotonic() + seconds
        while (left := until - self.monotonic()) > 0:
            jump = self._jump
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(jump.wait(), left / self.speed)

    def jump(self, seconds: float) -> None:
        """So many seconds pass at once."""
        self._jumped += seconds
        jump, self._jump = self._jump, asyncio.Event()
        jump.set()
