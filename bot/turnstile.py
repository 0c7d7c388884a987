"""The turnstile before the desk: how much of one person is looked at in a short time.

Nobody who plays or judges comes near the limit. What comes beyond it costs the others next to nothing: it is
not looked at, and who floods is told so once.
"""

from __future__ import annotations

from enum import Enum

from bot.budget import Window

SPAN = 10.0
"""Seconds in which `limit` updates of one person are looked at."""

MANY = 1000
"""With so many people known those who are quiet are forgotten."""


class Pass(Enum):
    """Open; shut for the first time since it was open; shut."""

    OPEN = "open"
    SHUT = "shut"
    STILL_SHUT = "still shut"


class Turnstile:
    """Counts updates by person; `limit` in any SPAN seconds."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._windows: dict[int, Window] = {}
        self._shut: set[int] = set()
        self._swept = 0.0

    def passes(self, who: int, now: float) -> Pass:
        """Whether the next update of this person is looked at; `now` is monotonic."""
        if len(self._windows) >= MANY and now >= self._swept + SPAN:
            self._swept = now
            self._windows = {one: window for one, window in self._windows.items() if not window.idle(now)}
            self._shut &= self._windows.keys()
        window = self._windows.setdefault(who, Window(self._limit, SPAN))
        if window.wait(now) > 0:
            known = who in self._shut
            self._shut.add(who)
            return Pass.STILL_SHUT if known else Pass.SHUT
        self._shut.discard(who)
        window.times.append(now)
        return Pass.OPEN
