"""Series: what a club has every week, what is said about single weeks, and who is always in.

Whoever says something of one that has begun is the author of a line in its diary.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from engine import settings as spelling
from engine.calendar import Occurrence, Rhythm
from engine.model import MemberId, Refused
from storage.database import Database, Steps, ask, moment, written
from storage.diary import Author, Change, note


class Fate(Enum):
    """What has become of one week. Waiting: it is due, but another tournament still runs in its place."""

    USUAL = ""
    SKIPPED = "skipped"
    WAITING = "waiting"
    OPENED = "opened"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Week:
    """What is said about one day of a series. `moved` is what the wall shows at the start, if not the usual.

    `tournament` is the one that was opened, or whose next round was called.
    """

    day: date
    fate: Fate = Fate.USUAL
    moved: datetime | None = None
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """`settings` are the template as in `/new`; without `since` it is still being set up.

    The zone is the club's, so that all its hours are those of one wall.
    """

    id: int
    club: int
    topic: int | None
    title: str
    rhythm: Rhythm
    settings: Mapping[str, str]
    since: datetime | None = None
    ended: datetime | None = None

    @property
    def pace(self) -> str:
        """`evening`: a tournament a week; `weekly`: a round a week."""
        return self.settings.get("pace", "evening")

    def cause(self, week: Week) -> str:
        """What opens a week or calls its round; the ledger does it once.

        Once more for a week that was called off and is held after all.
        """
        again = f":after:{week.tournament}" if week.tournament is not None else ""
        return f"series:{self.id}:{week.day}{again}"

    def coming(self, weeks: Mapping[date, Week], zone: str, after: datetime) -> Iterator[tuple[Week, Occurrence]]:
        """The weeks that start after this moment, in the order of their days, skipped ones too; without end.

        What had closed when the series began, or before its hours were last changed, is none of them.
        """
        there = ZoneInfo(zone)
        for day in self.rhythm.days(after.astimezone(there).date() - timedelta(days=7)):
            week = weeks.get(day, Week(day))
            found = self.rhythm.on(day, there, week.moved)
            began = self.since is None or week.tournament is not None or found.closes > self.since
            if began and found.starts > after:
                yield week, found


class AllSeries:
    """The series of all clubs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def series(self, id: int) -> Series | None:
        found = await self._find("id = ?", id)
        return found[0] if found else None

    async def running(self) -> list[Series]:
        """Those that have begun and not ended."""
        return await self._find("since IS NOT NULL AND ended IS NULL")

    async def of_club(self, club: int) -> list[Series]:
        """Those of a club that have not ended; what is being set up too, as the last."""
        found = await self._find("club = ? AND ended IS NULL", club)
        return sorted(found, key=lambda it: (it.since is None, it.id))

    async def last_ended(self, club: int) -> Series | None:
        """The newest of those that have begun and ended."""
        found = await self._find("club = ? AND since IS NOT NULL AND ended IS NOT NULL", club)
        return found[-1] if found else None

    async def draft(self, club: int, topic: int | None, rhythm: Rhythm, settings: Mapping[str, str]) -> Series:
        """What is being set up in the club, made now if nothing is; what exists stays as it is."""
        def work() -> Steps[Series]:
            yield ask(
                "INSERT INTO series (id, club, topic, title, weekday, minute, opens, closes, settings)"
                " SELECT COALESCE(MAX(id), 0) + 1, ?, ?, '', ?, ?, ?, ?, ? FROM series WHERE TRUE"
                " ON CONFLICT DO NOTHING", club, topic, *_hours(rhythm), json.dumps(dict(settings)))
            return (yield from _series("club = ? AND since IS NULL AND ended IS NULL", club))[0]

        return await self._database.write(work)

    async def change(self, id: int, how: Callable[[Series], Series], by: Author | None = None) -> Series:
        """Make of it what `how` says of the series as it stands now, so that what others say meanwhile stays.

        Refused("no_series") for one that has ended; what `how` raises ends it too, and nothing is changed.
        `how` may be asked more than once.
        """
        def work() -> Steps[Series]:
            found = yield from _series("id = ? AND ended IS NULL", id)
            if not found:
                raise Refused("no_series")
            it = how(found[0])
            yield ask("UPDATE series SET topic = ?, title = ?, weekday = ?, minute = ?, opens = ?, closes = ?,"
                      " settings = ?, since = ?, ended = ? WHERE id = ?",
                      it.topic, it.title, *_hours(it.rhythm), json.dumps(dict(it.settings)),
                      it.since and written(it.since), it.ended and written(it.ended), id)
            yield from note(id, by, _changes(found[0], it))
            return it

        return await self._database.write(work)

    async def leave(self, club: int, topic: int) -> None:
        """The topic is gone: what was in it is in the group itself. Nothing else that is said meanwhile is lost."""
        def work() -> Steps[None]:
            yield ask("UPDATE series SET topic = NULL WHERE club = ? AND topic = ?", club, topic)

        await self._database.write(work)

    async def weeks(self, id: int, since: date) -> dict[date, Week]:
        """What is said about the days from `since` on."""
        def work() -> Steps[dict[date, Week]]:
            rows = yield ask("SELECT day, state, moved_to, tournament FROM occurrence"
                             " WHERE series = ? AND day >= ? ORDER BY day", id, since.isoformat())
            found = [Week(date.fromisoformat(day), Fate(state), moved and datetime.fromisoformat(moved), code)
                     for day, state, moved, code in rows]
            return {week.day: week for week in found}

        return await self._database.read(work)

    async def say(self, id: int, week: Week, by: Author | None = None) -> None:
        """Keep this about one day."""
        def work() -> Steps[None]:
            rows = yield ask("SELECT state, moved_to FROM occurrence WHERE series = ? AND day = ?", id,
                             week.day.isoformat())
            state, moved = rows[0] if rows else ("", None)
            before = Week(week.day, Fate(state), moved and datetime.fromisoformat(moved))
            yield from note(id, by, _said(before, week))
            yield ask("INSERT INTO occurrence (series, day, state, moved_to, tournament) VALUES (?, ?, ?, ?, ?)"
                      " ON CONFLICT (series, day) DO UPDATE SET state = excluded.state,"
                      " moved_to = excluded.moved_to, tournament = excluded.tournament",
                      id, week.day.isoformat(), week.fate.value, week.moved and week.moved.isoformat(),
                      week.tournament)

        await self._database.write(work)

    async def regulars(self, id: int) -> list[MemberId]:
        """Who is always in; a guest who has been claimed is who claimed him, and who was erased is nobody."""
        def work() -> Steps[list[MemberId]]:
            rows = yield ask("SELECT DISTINCT real.id FROM regular AS r JOIN member AS m ON m.id = r.member"
                             " JOIN member AS real ON real.id = COALESCE(m.same_as, m.id)"
                             " WHERE r.series = ? AND real.name <> '' ORDER BY real.id", id)
            return [MemberId(member) for (member,) in rows]

        return await self._database.read(work)

    async def set_regular(self, id: int, member: MemberId, always: bool, by: Author | None = None) -> None:
        """This member is always in from now on, or answers every week himself."""
        def work() -> Steps[None]:
            if always:
                rows = yield ask("INSERT INTO regular (series, member) VALUES (?, ?) ON CONFLICT DO NOTHING"
                                 " RETURNING member", id, member)
            else:
                rows = yield ask("DELETE FROM regular WHERE series = ? AND member IN"
                                 " (SELECT id FROM member WHERE id = ? OR same_as = ?) RETURNING member",
                                 id, member, member)
            yield from note(id, by, [("always" if always else "never", "", str(member))] if rows else ())

        await self._database.write(work)

    async def _find(self, condition: str, *values: object) -> list[Series]:
        return await self._database.read(partial(_series, condition, *values))


_COLUMNS = "id, club, topic, title, weekday, minute, opens, closes, settings, since, ended"


def _series(condition: str, *values: object) -> Steps[list[Series]]:
    rows = yield ask(f"SELECT {_COLUMNS} FROM series WHERE {condition} ORDER BY id", *values)
    return [_one(row) for row in rows]


def _one(row: tuple[Any, ...]) -> Series:
    id, club, topic, title, weekday, minute, opens, closes, settings, since, ended = row
    return Series(id, club, topic, title, Rhythm(weekday, minute, opens, closes), json.loads(settings),
                  since and moment(since), ended and moment(ended))


def _changes(old: Series, new: Series) -> Iterator[Change]:
    """Nothing of what is being set up but that it begins; then its settings by their keys, hours as minutes."""
    if old.since is None:
        yield "begun", "", "yes" if new.since is not None else ""
        return
    yield "ended", "", "yes" if new.ended is not None else ""
    yield "title", old.title, new.title
    keys = ("day", "hour", "opens", "closes")
    for key, was, became in zip(keys, _hours(old.rhythm), _hours(new.rhythm), strict=True):
        yield key, str(was), str(became)
    for key in sorted({*old.settings, *new.settings}):
        yield key, _setting(old, key), _setting(new, key)


def _setting(series: Series, key: str) -> str:
    """As it is where nothing was said of it, too; a release that knows no such setting says nothing."""
    usual = spelling.spell(spelling.NEW, key) if key in spelling.KEYS else ""
    return series.settings.get(key, usual)


def _said(old: Week, new: Week) -> Iterator[Change]:
    """That a week is off, or on after all; that it starts when the wall shows that, or as usual."""
    day, off = new.day.isoformat(), Fate.SKIPPED
    if (old.fate is off) is not (new.fate is off):
        yield "off" if new.fate is off else "on", "", day
    if old.moved != new.moved and new.fate is not off:
        yield "moved", day, new.moved.isoformat() if new.moved is not None else ""


def _hours(rhythm: Rhythm) -> tuple[int, int, int, int]:
    return rhythm.weekday, rhythm.minute, rhythm.opens, rhythm.closes
