"""Who may run: one life of the program at a time.

On SQLite the lease is a lock of the operating system on a file beside the database. It dies with
the process, so nothing is waited for after a crash, and a second process is stopped at once.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from storage.database import Database, Steps, StorageError, ask


class Held(StorageError):
    """Another process has this database in use."""


@contextmanager
def sole(path: str) -> Iterator[None]:
    """Hold the lock beside the database file for as long as the block runs. Raises `Held`.

    The file stays: removing it would let a third process lock another file of the same name.
    """
    if path == ":memory:":
        yield
        return
    with open(f"{path}.lock", "a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise Held(f"{path} is in use by process {file.read().strip() or 'unknown'}") from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


async def new_epoch(database: Database) -> int:
    """The number of this life: greater than that of every life before it. Claims of posts carry it."""
    def work() -> Steps[int]:
        rows = yield ask("UPDATE lease SET epoch = epoch + 1 WHERE name = 'bot' RETURNING epoch")
        epoch: int = rows[0][0]
        return epoch

    return await database.write(work)
