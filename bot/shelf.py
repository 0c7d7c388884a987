"""A shelf has the plan of one owner: what is still to be done until the chats show what it wants.

Of the shelves that have something for a chat, `following` says what it should see next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from bot.budget import Budget, Kind
from bot.config import Config
from bot.operation import Operation
from bot.timing import Time

HELD = 2.0
"""Seconds a plan waits for a newer one. Then it is done as it is, or a volley without end would show nothing."""

AWHILE = 0.5
"""Seconds until it is asked again what a chat should see; earlier with the plan, or when the first one is done."""


@dataclass(slots=True, eq=False)
class Shelf:
    """`moment` is when its picture changes by time alone. Other times are by `Time.monotonic`."""

    owner: str
    dirty: bool = False
    since: float | None = None                    # when it became dirty, and no plan was the latest since
    planning: bool = False
    todo: list[Operation] = field(default_factory=list)
    busy: set[str] = field(default_factory=set)
    stirred: set[str] = field(default_factory=set)    # keys that were busy at any time since a look began
    version: int = 0
    moment: datetime | None = None
    rested: float = 0.0                           # not looked at again before
    pressed: tuple[int, int] | None = None        # chat and message of the card just pressed

    @property
    def rests(self) -> bool:
        """Whether there is nothing to do for it, now or at any time that is known."""
        return not (self.dirty or self.planning or self.todo or self.busy or self.moment)

    def first(self, budget: Budget) -> Operation | None:
        """The card just pressed loses its buttons before anything else of its tournament is shown."""
        if self.pressed is None:
            return None
        first = next((operation for operation in self.todo if operation.kind is Kind.CLOSING
                      and (operation.chat, operation.message) == self.pressed), None)
        if first is None and not self.dirty and not self.planning:
            self.pressed = None
        return first if first and budget.wait(first.chat, first.kind) <= 1 else None


def following(chat: int, shelves: Iterable[Shelf], budget: Budget, config: Config,
              time: Time) -> tuple[Operation | None, float]:
    """The operation this chat should see next, and in how many seconds it may go out."""
    now, held = time.now(), time.monotonic() - HELD
    best: tuple[float, Kind, Operation] | None = None
    for shelf in shelves:
        first, newer = shelf.first(budget), shelf.since is not None and shelf.since > held
        for operation in shelf.todo:
            if operation.chat != chat:
                continue
            wait = budget.wait(chat, operation.kind)
            if operation.not_before is not None:
                left = (operation.not_before - now).total_seconds()
                wait = max(wait, min(left, config.refused))            # a clock may have been put back
            if newer or (first is not None and operation is not first):
                wait = max(wait, AWHILE)
            if best is None or (wait, operation.kind) < best[:2]:
                best = (wait, operation.kind, operation)
    return (best[2], best[0]) if best else (None, 0.0)
