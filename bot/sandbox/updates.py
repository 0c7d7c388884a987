"""The queue of updates: kept until confirmed, handed out by long polling, to one at a time, or brought.

The queue lives as long as the sandbox, so a bot may be killed and find everything again. Whether a kind
is delivered is decided when it happens, by the `allowed_updates` of the last poll, as in Telegram. A tap
waits 150 seconds, everything else 24 hours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from .refusal import conflict

TAP_LIFE = timedelta(seconds=150)
LIFE = timedelta(hours=24)
MUST_ASK = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds that come only to those who name them."""

_OTHER = "terminated by other getUpdates request; make sure that only one bot instance is running"
_HOOK = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"


@dataclass(slots=True, eq=False)
class Queued:
    """An update that has not been confirmed."""

    id: int
    body: dict[str, Any]
    until: datetime
    stubborn: bool = False  # a repeated one survives the confirmation it had already


class Updates:
    """The queue of one bot."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.allowed: frozenset[str] | None = None  # None: all but those one must ask for
        self.webhook = ""
        self.secret = ""
        self.connections = 40
        self.trouble = ""               # what was wrong with the last answer of the webhook
        self.bell = asyncio.Event()     # something may be ready to be brought
        self.conflicts = 0
        self.last: dict[str, Any] | None = None
        self._now = now
        self._last_id = 414_000_000
        self._queue: list[Queued] = []
        self._poll: asyncio.Future[None] | None = None
        self._held = False

    def __len__(self) -> int:
        """How many wait for their confirmation."""
        return len(self._queue)

    def wanted(self, kind: str) -> bool:
        return kind in self.allowed if self.allowed else kind not in MUST_ASK

    def push(self, kind: str, body: dict[str, Any]) -> None:
        """Something has happened; kinds nobody asked for are lost."""
        if self.wanted(kind):
            self.push_raw({kind: body}, TAP_LIFE if kind == "callback_query" else LIFE)

    def push_raw(self, body: dict[str, Any], life: timedelta = LIFE) -> int:
        """Delivers whatever it is, sense or nonsense, under the next id; returns the id."""
        self._last_id += 1
        self.last = {"update_id": self._last_id} | body
        self._queue.append(Queued(self._last_id, self.last, self._now() + life))
        self._ring()
        return self._last_id

    def repeat(self, *, renumbered: bool = False) -> None:
        """The last update once more, under its own id even if that was confirmed, or under a new one."""
        assert self.last is not None, "nothing has happened yet"
        if renumbered:
            self.push_raw({key: value for key, value in self.last.items() if key != "update_id"})
        else:
            self._queue.append(Queued(self.last["update_id"], self.last, self._now() + LIFE, stubborn=True))
            self._ring()

    def hold(self) -> None:
        """Keeps everything back until `release`: a slow network."""
        self._held = True

    def release(self) -> None:
        self._held = False
        self._ring()

    def hook(self, url: str, secret: str = "", connections: int = 40, allowed: list[str] | None = None) -> None:
        """`setWebhook`; with an empty url it is gone."""
        self.webhook, self.secret, self.connections, self.trouble = url, secret, connections, ""
        if allowed is not None:
            self.allowed = frozenset(allowed) or None
        self._ring()

    def ready(self, limit: int) -> list[Queued]:
        """The first that may be handed out now."""
        self._queue = [update for update in self._queue if update.until > self._now()]
        return [] if self._held else self._queue[:limit]

    def brought(self, update: Queued) -> None:
        """The webhook has answered 200."""
        if update in self._queue:
            self._queue.remove(update)

    def forget(self) -> None:
        """What `drop_pending_updates` does."""
        self._queue.clear()

    async def fetch(
        self, offset: int = 0, limit: int = 100, timeout: int = 0, allowed: list[str] | None = None
    ) -> list[dict[str, Any]]:
        """`getUpdates`; raises 409 in the poll that waits when another one comes, or under a webhook."""
        if self.webhook:
            raise conflict(_HOOK)
        if allowed is not None:
            self.allowed = frozenset(allowed) or None
        self._confirm(offset)
        if self._poll is not None and not self._poll.done():
            self.conflicts += 1
            self._poll.set_exception(conflict(_OTHER))
        batch = self._ready(limit)
        if batch or timeout <= 0:
            return batch
        self._poll = poll = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait([poll], timeout=timeout)
        finally:
            if self._poll is poll:
                self._poll = None
        if poll.done():
            poll.result()
        return self._ready(limit)

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            offset = self._queue[offset].id if len(self._queue) >= -offset else 0
        kept = []
        for update in self._queue:
            if update.id >= offset:
                kept.append(update)
            elif update.stubborn:
                update.stubborn = False
                kept.append(update)
        self._queue = kept

    def _ready(self, limit: int) -> list[dict[str, Any]]:
        return [update.body for update in self.ready(min(max(limit, 1), 100))]

    def _ring(self) -> None:
        self.bell.set()
        if self._poll is not None and not self._poll.done() and not self._held:
            self._poll.set_result(None)
