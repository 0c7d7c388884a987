"""What is to be said once beside all events: kept until it is old, so that no restart swallows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from storage.database import Database, Steps, ask, written

KEPT = timedelta(hours=48)
"""So long it is tried to say it; whether it has been said, its post knows."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """`body` is as JSON has it; `chat` follows a group that moves."""

    key: str
    chat: int
    body: Mapping[str, Any]


class Announcements:
    """Those of all clubs. The same key again is the same announcement, as it was first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, club: int, said: Announcement, at: datetime) -> None:
        """Say this from now on; what is old is forgotten."""
        def work() -> Steps[None]:
            yield ask("DELETE FROM announcement WHERE at < ?", _oldest(at))
            yield ask("INSERT INTO announcement (club, key, chat, body, at) VALUES (?, ?, ?, ?, ?)"
                      " ON CONFLICT (club, key) DO NOTHING",
                      club, said.key, said.chat, json.dumps(said.body, ensure_ascii=False), written(at))

        await self._database.write(work)

    async def of(self, club: int, at: datetime) -> list[Announcement]:
        """In the order in which they came up; at this moment, without those that are old."""
        def work() -> Steps[list[Announcement]]:
            rows = yield ask("SELECT key, chat, body FROM announcement WHERE club = ? AND at >= ? ORDER BY at, key",
                             club, _oldest(at))
            return [Announcement(key, chat, json.loads(body)) for key, chat, body in rows]

        return await self._database.read(work)

    async def clubs(self, at: datetime) -> list[int]:
        """The clubs that have any which are not old."""
        def work() -> Steps[list[int]]:
            rows = yield ask("SELECT DISTINCT club FROM announcement WHERE at >= ? ORDER BY club", _oldest(at))
            return [club for (club,) in rows]

        return await self._database.read(work)


def _oldest(at: datetime) -> str:
    return written(at - KEPT)
