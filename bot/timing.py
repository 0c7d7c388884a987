"""Time, handed to everything that needs it, so that a test or a demonstration can make it run fast or leap."""

from __future__ import annotations

import asyncio
import contextlib
import time
from datetime import UTC, datetime, timedelta


class Time:
    """The real time. Nothing else in the bot calls `datetime.now` or `asyncio.sleep`."""

    def now(self) -> datetime:
        """The moment, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that only grow, for spans; the zero means nothing."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of this time."""
        await asyncio.sleep(seconds)


class Leaping(Time):
    """Time that runs from `begin` on (None: from now), `speed` seconds for each real one, and leaps when told to.

    A leap wakes everybody who sleeps less long than that.
    """

    def __init__(self, speed: float = 1.0, begin: datetime | None = None) -> None:
        self.speed = speed
        self._begin = begin or super().now()
        self._zero = super().monotonic()
        self._leapt = 0.0
        self._leap = asyncio.Event()

    def now(self) -> datetime:
        return self._begin + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        return (super().monotonic() - self._zero) * self.speed + self._leapt

    async def sleep(self, seconds: float) -> None:
        until = self.monotonic() + seconds
        while (left := until - self.monotonic()) > 0:
            leap = self._leap
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(leap.wait(), left / self.speed)

    def jump(self, seconds: float) -> None:
        """So many seconds pass at once."""
        self._leapt += seconds
        leap, self._leap = self._leap, asyncio.Event()
        leap.set()
