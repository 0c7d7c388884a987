"""The diary of a series: what judges, and who is always in, have said of it.

A line is written in the transaction of what it tells, and only where something has become other than it was:
what is done again after a crash tells nothing. What the clock does with a week is told by its tournament.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from engine.model import MemberId
from storage.database import Database, Steps, ask, moment, written

NEWEST = 24
"""So many lines are shown."""

Change = tuple[str, str, str]
"""What, and how it was and is now, as it is kept: see `storage.series` for the words."""


class Author(NamedTuple):
    """Who says something, and when."""

    member: MemberId
    at: datetime


@dataclass(frozen=True, slots=True)
class Line:
    """One change; lines count from 1."""

    number: int
    at: datetime
    by: MemberId
    what: str
    was: str
    became: str


def note(series: int, author: Author | None, changes: Iterable[Change]) -> Steps[None]:
    """Keep these; of nobody nothing is kept."""
    for what, was, became in changes:
        if was != became and author is not None:
            yield ask("INSERT INTO diary (series, number, at, by_member, what, was, became)"
                      " SELECT ?, COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ? FROM diary WHERE series = ?",
                      series, written(author.at), author.member, what, was, became, series)


async def newest(database: Database, series: int) -> list[Line]:
    """The last lines, in order."""
    return await database.read(partial(_newest, series))


def _newest(series: int) -> Steps[list[Line]]:
    rows = yield ask("SELECT number, at, by_member, what, was, became FROM diary WHERE series = ?"
                     f" ORDER BY number DESC LIMIT {NEWEST}", series)
    return [Line(number, moment(at), MemberId(by), *said) for number, at, by, *said in reversed(rows)]
