"""A transaction of SQLite that several works share: each as if it were alone, and the disk waited for once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from storage.database import Down, Work

WHILE = 0.1
"""Seconds a transaction may have lasted for one more work to begin in it."""

FAILURES = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY})
"""What SQLite says when the file or the disk fails; anything else is a mistake of whoever asks."""

Outcome = tuple[Any] | BaseException
"""Of a work: its value, or what it raised."""


class _Torn(Exception):
    """A work has written something and then raised this error."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


def transact(connection: sqlite3.Connection, works: Sequence[Work[Any]], begin: str) -> list[Outcome]:
    """One transaction for as many of them as come in time, in this order: of each what became of it.

    What a work raises undoes that work and no other: as that is rare, only then all is undone, and done again
    with a savepoint for each. If the database itself fails, or the commit does, nothing of any of them is
    written. Raises `Down` then.
    """
    try:
        try:
            return _committed(connection, works, begin, _tried)
        except _Torn as torn:
            if len(works) == 1:
                return [torn.error]
        return _committed(connection, works, begin, _apart)
    except sqlite3.Error as error:        # of no work: what is theirs is among the outcomes
        raise Down(str(error)) from error


def _committed(connection: sqlite3.Connection, works: Sequence[Work[Any]], begin: str,
               one: Callable[[sqlite3.Connection, Work[Any]], Outcome]) -> list[Outcome]:
    connection.execute(begin)
    try:
        ends = monotonic() + WHILE
        outcomes = [one(connection, works[0])]
        for work in works[1:]:
            if monotonic() >= ends:
                break
            outcomes.append(one(connection, work))
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return outcomes


def _apart(connection: sqlite3.Connection, work: Work[Any]) -> Outcome:
    connection.execute("SAVEPOINT work")
    try:
        outcome = _tried(connection, work)
    except _Torn as torn:
        connection.execute("ROLLBACK TO work")
        outcome = torn.error
    connection.execute("RELEASE work")
    return outcome


def _tried(connection: sqlite3.Connection, work: Work[Any]) -> Outcome:
    """Whatever a work raises is for him who asked, and for nobody else. Raises `_Torn` if it has written before."""
    steps, rows, wrote = work(), None, False
    try:
        while True:
            statement = next(steps) if rows is None else steps.send(rows)
            wrote = wrote or not statement.text.startswith("SELECT")
            rows = connection.execute(*statement).fetchall()
    except StopIteration as stop:
        return (stop.value,)
    except BaseException as error:
        if isinstance(error, sqlite3.Error) and _failed(error):
            raise
        if wrote:
            raise _Torn(error) from error
        return error


def _failed(error: sqlite3.Error) -> bool:
    """Whether it is the file or the disk."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in FAILURES


