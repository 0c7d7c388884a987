"""Whether the bot is at work: asked by whoever restarts it, or sends it Telegram's posts."""

from __future__ import annotations

import asyncio

from bot.clock import Clock
from bot.config import Config
from bot.intake import Source
from storage.database import Database, Steps, ask


class Health:
    """Nobody is at work until `watch` is told who."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._watched: tuple[Database, Clock, Source] | None = None

    def watch(self, database: Database, clock: Clock, source: Source) -> None:
        self._watched = database, clock, source

    async def troubles(self) -> list[str]:
        """Why it is not at work, a line each; none if it is."""
        if self._watched is None:
            return ["not started yet, or standing by"]
        database, clock, source = self._watched
        found = [source.trouble] if source.trouble else []
        if clock.silence > 10 * self._config.beat + self._config.request:
            found.append(f"the clock has not beaten for {clock.silence:.0f} s")
        try:
            async with asyncio.timeout(self._config.request):
                await database.read(_anything)
        except Exception as error:
            found.append(f"the database does not answer: {type(error).__name__}")
        return found


def _anything() -> Steps[None]:
    yield ask("SELECT 1")
