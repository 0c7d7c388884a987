"""Time, handed to everything that needs it, so that a test can make it run fast or jump."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime


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
