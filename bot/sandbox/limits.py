"""Telegram's limits on messages: always counted, enforced when `enforce` is set.

20 sends and edits a minute in a group; one a second with a burst of five in every chat; 30 a second in
all. A limited call is not counted again; without enforcement it goes through, and is listed in
`exceeded`, so that a test can say "would have been limited: never".
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .refusal import too_many


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `most` in any `within`."""

    name: str
    most: int
    within: timedelta

    def wait(self, past: deque[datetime], now: datetime, slack: timedelta) -> float:
        """Seconds until one more is allowed; old entries are forgotten."""
        within = self.within - slack
        while past and now - past[0] >= within:
            past.popleft()
        if len(past) < self.most:
            return 0.0
        return (past[-self.most] + within - now).total_seconds()


GROUP = Rule("20 a minute in a group", 20, timedelta(minutes=1))
CHAT = Rule("1 a second in a chat, 5 at once", 5, timedelta(seconds=5))
ALL = Rule("30 a second in all", 30, timedelta(seconds=1))


@dataclass(frozen=True, slots=True)
class Exceeded:
    """A call that was limited, or would have been."""

    rule: str
    chat: int
    at: datetime


class Limits:
    """The windows of all chats.

    They are shorter by `slack`, because a bot counts when it sends and this counts when calls arrive: two
    that were sent a second apart may arrive in less. A clock that runs fast needs more of it.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.enforce = False
        self.slack = timedelta(milliseconds=200)
        self.exceeded: list[Exceeded] = []
        self._now = now
        self._past: dict[tuple[str, int], deque[datetime]] = {}

    def count(self, chat: int) -> None:
        """One more message or edit in a chat; raises 429 with `retry_after` if enforced and too many."""
        now = self._now()
        rules = [(ALL, 0), (CHAT, chat)] + ([(GROUP, chat)] if chat < 0 else [])
        windows = [(rule, self._past.setdefault((rule.name, of), deque())) for rule, of in rules]
        waits = {rule.name: rule.wait(past, now, self.slack) for rule, past in windows}
        self.exceeded += [Exceeded(name, chat, now) for name, wait in waits.items() if wait > 0]
        if self.enforce and (longest := max(waits.values())) > 0:
            raise too_many(math.ceil(longest))
        for _, past in windows:
            past.append(now)
