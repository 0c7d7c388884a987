"""A copy of a SQLite database as it was at one moment, made while it is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.database import StorageError
from storage.sqlite import BUSY_SECONDS


def backup(source: Path, to: Path) -> None:
    """Copy `source` into the one file `to`, which is replaced only by a whole and sound copy.

    Writers are not held up. Raises `StorageError` if there is no sound copy.
    """
    part = to.with_name(f"{to.name}.part")
    part.unlink(missing_ok=True)
    try:
        with (closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as live,
              closing(sqlite3.connect(part)) as copy):
            live.backup(copy)             # all pages in one read: a step at a time would start again at each write
            copy.execute("PRAGMA journal_mode=DELETE")       # nothing beside the one file
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise StorageError(f"the copy of {source} is not sound: {verdict}")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(to)
    except sqlite3.Error as error:        # it does not say of which of the two files it speaks
        raise StorageError(f"{source} can not be copied to {to}: {error}") from error
    finally:
        part.unlink(missing_ok=True)
