"""Damage that no release does: to a row that others name, to a text that has to be read.

PostgreSQL keeps its rows together; SQLite only while it is written to, and looks for nothing in a file that was
mended by hand, or put together from another one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

from engine.facts import Entry
from engine.model import Role
from storage.database import Steps, ask, moment
from storage.migrations import known


def damage() -> Steps[list[str]]:
    """What is wrong beside the facts, one line each."""
    return (yield from _loose()) + (yield from _unread())


def odd(e: Entry) -> list[str]:
    """What is wrong with an entry, whatever it says."""
    return [reason for reason, wrong in (
        ("a time without zone", e.at.tzinfo is None), ("no cause", not e.cause),
        (f"of member {e.by} as {e.role.name}", (e.by == 0) is not (e.role is Role.CLOCK))) if wrong]


def _loose() -> Steps[list[str]]:
    found = []
    for TABLE, COLUMN, OTHER, KEY in _ties():           # of the migrations, never of a value
        ((count,),) = yield ask(f"SELECT COUNT(*) FROM {TABLE} WHERE {COLUMN} IS NOT NULL"
                                f" AND {COLUMN} NOT IN (SELECT {KEY} FROM {OTHER})")
        if count:
            found.append(f"{TABLE}: {count} of a {OTHER} that is not there ({COLUMN})")
    if not (yield ask("SELECT 1 FROM lease WHERE name = 'bot'")):
        found.append("lease: the number of the program's lives is not there")
    return found


def _ties() -> Iterator[tuple[str, str, str, str]]:
    """Table and column, and the table and column of the row that it names: as the migrations have made them."""
    for statements in known().values():
        for statement in statements:
            if made := re.match(r"CREATE TABLE (\w+)", statement):
                for column, other, key in re.findall(r"(\w+) [^,(]*REFERENCES (\w+) \((\w+)\)", statement):
                    yield made[1], column, other, key


def _unread() -> Steps[list[str]]:
    found = []
    for id, zone, defaults in (yield ask("SELECT id, zone, defaults FROM club ORDER BY id")):
        for what, read, text in (("zone", ZoneInfo, zone), ("defaults", _settings, defaults)):
            if not _reads(read, text):
                found.append(f"club {id}: its {what} can not be read")
    for owner, key, at in (yield ask("SELECT owner, key, claimed_at FROM post ORDER BY owner, key")):
        if not _reads(moment, at):
            found.append(f"post {key} of {owner}: its time can not be read")
    return found


def _settings(text: str) -> dict[str, str]:
    return dict(json.loads(text))


def _reads(read: Callable[[Any], object], text: object) -> bool:
    try:
        read(text)
    except (ValueError, TypeError, OSError, LookupError, RecursionError):
        return False
    return True
