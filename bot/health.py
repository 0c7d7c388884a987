"""Whether the bot is at work: asked by whoever restarts it, or sends it Telegram's posts."""

from __future__ import annotations

import asyncio

from bot.clock import Clock
from bot.config import Config
from bot.intake import Source
from storage.database import Database, Steps, ask

STANDING_BY = "standing by"
"""All that is said while another process leads: deploy/compose.yaml takes it for well."""


class Health:
    """Nobody is at work until `watch` is told who."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._until_then = "not started yet"
        self._watched: tuple[Database, Clock, Source] | None = None
        self._look: asyncio.Task[None] | None = None

    def stand_by(self, leader: str) -> None:
        """Another process leads; "": the database does not answer who does."""
        self._until_then = STANDING_BY if leader else "the database does not answer"

    def lead(self) -> None:
        """Nobody else does any more."""
        self._until_then = "not started yet"

    def watch(self, database: Database, clock: Clock, source: Source) -> None:
        self._watched = database, clock, source

    async def troubles(self) -> list[str]:
        """Why it is not at work, a line each; none if it is."""
        if self._watched is None:
            return [self._until_then]
        database, clock, source = self._watched
        found = [source.trouble] if source.trouble else []
        if clock.silence > 10 * self._config.beat + self._config.request:
            found.append(f"the clock has not beaten for {clock.silence:.0f} s")
        look = self._looking(database)
        await asyncio.wait([look], timeout=self._config.request)
        error = TimeoutError() if not look.done() else look.exception()
        if error is not None:
            found.append(f"the database does not answer: {type(error).__name__}")
        return found

    def _looking(self, database: Database) -> asyncio.Task[None]:
        """One look at a time: of a server that is frozen it ends much later than anybody here waits for it."""
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(database.read(_anything))
            self._look.add_done_callback(lambda look: look.cancelled() or look.exception())
        return self._look


def _anything() -> Steps[None]:
    yield ask("SELECT 1")
