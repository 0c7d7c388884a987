"""What Telegram does for a bot with a webhook: it brings every update, and again until the answer is 200.

The updates of one chat come one after the other, so do the taps of one person; the rest side by side, on at
most `max_connections` connections. Telegram calls a public address, behind which stands a proxy that ends
TLS: `ways` says where each address really is. Nothing else is ever called.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Any

import aiohttp

from .updates import Queued, Updates

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Real seconds between two tries; Telegram's are longer."""

PATIENCE = 10.0


class Bringing:
    """From `open` to `close`, idle while there is no webhook. `refused` counts the answers that were not 200."""

    def __init__(self, updates: Updates) -> None:
        self.ways: dict[str, str] = {}
        self.refused = 0
        self._updates = updates
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._going: asyncio.Task[None] | None = None
        self._session: aiohttp.ClientSession | None = None

    def open(self) -> None:
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE))
        self._going = asyncio.create_task(self._go())

    async def close(self) -> None:
        tasks = [*self._busy.values(), *([self._going] if self._going else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _go(self) -> None:
        while True:
            self._updates.bell.clear()
            for update in self._updates.ready(100) if self._updates.webhook else []:
                lane = _lane(update.body)
                if lane not in self._busy and len(self._busy) < self._updates.connections:
                    task = self._busy[lane] = asyncio.create_task(self._bring(update))
                    task.add_done_callback(partial(self._over, lane))
            await self._updates.bell.wait()

    def _over(self, lane: str, _: asyncio.Task[None]) -> None:
        del self._busy[lane]
        self._updates.bell.set()

    async def _bring(self, update: Queued) -> None:
        pause = FIRST_PAUSE
        while self._updates.webhook and update in self._updates.ready(100):
            trouble = await self._post(update.body)
            if not trouble:
                self._updates.brought(update)
                return
            self.refused += 1
            self._updates.trouble = trouble
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _post(self, body: dict[str, Any]) -> str:
        """What was wrong with the answer; empty for 200."""
        assert self._session is not None
        url, secret = self._updates.webhook, self._updates.secret
        if url not in self.ways:
            return "Connection refused"
        shown = {"X-Telegram-Bot-Api-Secret-Token": secret} if secret else {}
        with contextlib.suppress(aiohttp.ClientError, TimeoutError):
            async with self._session.post(self.ways[url], json=body, headers=shown) as answer:
                fine = answer.status == 200
                return "" if fine else f"Wrong response from the webhook: {answer.status} {answer.reason}"
        return "Connection reset by peer"


def _lane(body: dict[str, Any]) -> str:
    """What is brought one after the other: a person's taps, a chat's everything else."""
    tap = body.get("callback_query")
    if isinstance(tap, dict):
        return f"tap:{_id(tap.get('from'))}"
    return f"chat:{next((_id(it.get('chat')) for it in body.values() if isinstance(it, dict)), None)}"


def _id(it: object) -> object:
    return it.get("id") if isinstance(it, dict) else None
