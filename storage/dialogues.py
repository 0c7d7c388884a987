"""Half-finished steps: what a person was asked last in a chat, so that a restart loses no card."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from storage.database import Database, Steps, ask, moment, written


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One question that is open; `body` is what it needs to go on, as JSON has it."""

    person: int
    chat: int
    kind: str
    body: dict[str, Any]
    at: datetime


class Dialogues:
    """At most one for each person in each chat: a new one takes the place of the old."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, person: int, chat: int) -> Dialogue | None:
        def work() -> Steps[Dialogue | None]:
            rows = yield ask("SELECT kind, body, at FROM dialogue WHERE person = ? AND chat = ?", person, chat)
            for kind, body, at in rows:
                return Dialogue(person, chat, kind, json.loads(body), moment(at))
            return None

        return await self._database.read(work)

    async def put(self, person: int, chat: int, kind: str, body: dict[str, Any], at: datetime) -> None:
        text = json.dumps(body, ensure_ascii=False)

        def work() -> Steps[None]:
            yield ask(
                "INSERT INTO dialogue (person, chat, kind, body, at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (person, chat) DO UPDATE SET kind = excluded.kind, body = excluded.body,"
                " at = excluded.at", person, chat, kind, text, written(at))

        await self._database.write(work)

    async def drop(self, person: int, chat: int) -> None:
        """Nothing is open any more."""
        def work() -> Steps[None]:
            yield ask("DELETE FROM dialogue WHERE person = ? AND chat = ?", person, chat)

        await self._database.write(work)
