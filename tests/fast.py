"""Time for tests: it runs many times faster than the wall clock, from an evening of its own."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.timing import Leaping

BEGIN = datetime(2026, 11, 5, 19, 0, tzinfo=UTC)


class FastTime(Leaping):
    """`speed` seconds for each real one."""

    def __init__(self, speed: float = 20.0, begin: datetime = BEGIN) -> None:
        super().__init__(speed, begin)
