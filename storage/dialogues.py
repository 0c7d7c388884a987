"""Half-finished steps: what a person was asked last in a chat, so that a restart loses no card."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from storage.database import Database, Rows, Steps, ask, moment, written


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
        return _read(person, chat, *await self._database.read(partial(_open, person, chat)))

    async def answered(self, person: int, chat: int, cause: str) -> Dialogue | None:
        """The question that this update answers: what was open when it came first, even if it is given again."""
        def work() -> Steps[Dialogue | None]:
            for (kept,) in (yield ask("SELECT question FROM in_hand WHERE cause = ?", cause)):
                if kept is not None:
                    return _read(person, chat, *json.loads(kept))
            rows = yield from _open(person, chat)
            yield ask("UPDATE in_hand SET question = ? WHERE cause = ?", json.dumps(rows), cause)
            return _read(person, chat, *rows)

        return await self._database.write(work)

    async def put(self, person: int, chat: int, kind: str, body: dict[str, Any], at: datetime) -> None:
        await self.change(person, chat, kind, lambda _: body, at)

    async def change(self, person: int, chat: int, kind: str, how: Callable[[dict[str, Any]], dict[str, Any]],
                     at: datetime) -> None:
        """Keep what `how` makes of the body as it is now ({} if nothing is open): what others add meanwhile stays.

        `how` may be asked more than once.
        """
        def work() -> Steps[None]:
            found = _read(person, chat, *(yield from _open(person, chat)))
            body = how(found.body if found else {})
            yield ask(
                "INSERT INTO dialogue (person, chat, kind, body, at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (person, chat) DO UPDATE SET kind = excluded.kind, body = excluded.body,"
                " at = excluded.at", person, chat, kind, json.dumps(body, ensure_ascii=False), written(at))

        await self._database.write(work)

    async def drop(self, person: int, chat: int, *, asked: datetime | None = None) -> None:
        """Nothing is open any more; with `asked` only the question of that moment is closed, not a newer one."""
        def work() -> Steps[None]:
            yield ask("DELETE FROM dialogue WHERE person = ? AND chat = ? AND at = COALESCE(?, at)",
                      person, chat, asked and written(asked))

        await self._database.write(work)


def _open(person: int, chat: int) -> Steps[Rows]:
    return (yield ask("SELECT kind, body, at FROM dialogue WHERE person = ? AND chat = ?", person, chat))


def _read(person: int, chat: int, *rows: Sequence[str]) -> Dialogue | None:
    for kind, body, at in rows:
        return Dialogue(person, chat, kind, json.loads(body), moment(at))
    return None
