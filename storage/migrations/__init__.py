"""The steps that make an empty database the one this release knows, in the order of their numbers.

A step and the record of it commit together, so a process killed half way leaves no half a step.
A number that has been released is never changed.
"""

from __future__ import annotations

import re
from importlib.resources import files

from storage.database import Database, Steps, StorageError, ask

_NAME = re.compile(r"(\d{4})_\w+\.sql")


def known() -> dict[int, list[str]]:
    """Number -> statements of every step of this release."""
    found = {}
    for file in files(__name__).iterdir():
        if match := _NAME.fullmatch(file.name):
            found[int(match[1])] = _statements(file.read_text("utf-8"))
    return dict(sorted(found.items()))


async def migrate(database: Database) -> list[int]:
    """Bring the database up to this release; the numbers of the steps that were taken now.

    Raises `StorageError` if a newer release has been here: its memory must not be written by an older one.
    """
    taken = []
    for number, statements in known().items():
        def step(number: int = number, statements: list[str] = statements) -> Steps[bool]:
            yield ask("CREATE TABLE IF NOT EXISTS migration (number INTEGER NOT NULL PRIMARY KEY)")
            if (yield ask("SELECT 1 FROM migration WHERE number = ?", number)):
                return False
            for statement in statements:
                yield ask(statement)
            yield ask("INSERT INTO migration (number) VALUES (?)", number)
            return True

        if await database.write(step):
            taken.append(number)
    newest = (await database.read(_newest))
    if newest > max(known()):
        raise StorageError(f"the database is of a newer release (step {newest}): update the program")
    return taken


def _newest() -> Steps[int]:
    rows = yield ask("SELECT MAX(number) FROM migration")
    newest: int = rows[0][0]
    return newest


def _statements(text: str) -> list[str]:
    """The statements of a step, without comments; no text value in a step may hold `--` or `;`."""
    bare = re.sub(r"--[^\n]*", "", text)
    return [statement.strip() for statement in bare.split(";") if statement.strip()]
