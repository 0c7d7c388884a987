"""A year of weeks by the clock on the wall: is each opened, closed and begun once, at the hour that is shown?

The clock and what opens by itself run against a real file; at bad moments the process dies, before a commit
or right after it, and a new one goes on. The weeks around the nights in which the clocks change in every run, the year with LONG_SEARCHES=1.
"""

from __future__ import annotations

import os
import random
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import storage
from engine import judging
from engine.calendar import DAY, Rhythm
from engine.facts import Begun, Closed, Opened
from engine.model import Actor, MemberId, Role, Stage
from storage import audit
from tests.memory import url
from tests.weeks import Life, Told, alive

LONG = bool(os.environ.get("LONG_SEARCHES"))
WEEKS = 53 if LONG else 5
SEED = int(os.environ.get("CASES_SEED", date.today().strftime("%Y%m%d")))
JUDGE = Actor(MemberId(1), Role.CHIEF)


class Year:
    """A club of six who are always in, with one series, on a file."""

    def __init__(self, path: Path, zone: str, rhythm: Rhythm, begin: datetime) -> None:
        self.path, self.zone, self.rhythm = path, zone, rhythm
        self.time = Told(begin)
        self.dice = random.Random(f"{SEED} {zone}")
        self.life: Life | None = None
        self.exit = AsyncExitStack()

    async def begins(self) -> None:
        async with storage.open(url(self.path)) as store:
            club = await store.clubs.make_club(-1001, "Club", "en", self.zone)
            judge = await store.members.guest(club.id, "Judge")
            assert judge.id == JUDGE.member
            series = await store.series.draft(club.id, None, self.rhythm, {"rounds": "3", "system": "individual"})
            await store.series.change(series.id, lambda it: replace(it, since=self.time.now()))
            for number in range(6):
                await store.people.seen(100 + number, f"Player {number}", None, "en")
                member = await store.members.member(club.id, 100 + number, f"Player {number}")
                await store.series.set_regular(series.id, member.id, True)

    async def at(self, moment: datetime, *, dying: bool) -> None:
        """The program at this moment; it may die at any of its writes, and then another one goes on."""
        self.time.moment = moment
        if self.life is None:
            self.life = await self.exit.enter_async_context(alive(self.path, self.time))
        if dying:
            self.life.database.doom, self.life.database.after = self.dice.randrange(5), self.dice.random() < 0.5
        await self.life.beat()
        if self.life.database.dead:
            await self.stops()
            await self.at(moment, dying=False)
        self.life.database.doom = None

    async def stops(self) -> None:
        await self.exit.aclose()
        self.life = None

    async def calls_off(self) -> None:
        """The evening is over, somehow."""
        await self.stops()
        async with storage.open(url(self.path)) as store:
            for row in await store.ledger.running():
                if row.stage in (Stage.ENTRY, Stage.PLAYING):
                    await store.ledger.record(row.code, partial(judging.cancel, who=JUDGE), JUDGE, "test:off",
                                              self.time.now())

    async def happened(self) -> list[dict[type, list[datetime]]]:
        """Of every tournament, in order, when it was opened, closed and begun."""
        async with storage.open(url(self.path)) as store:
            assert await audit.check(store.database) == []
            found = []
            for row in await store.database.read(lambda: storage.entries.rows_where("TRUE")):
                entries = await store.ledger.entries(row.code)
                found.append({kind: [e.at for e in entries if isinstance(e.fact, kind)]
                              for kind in (Opened, Closed, Begun)})
            return sorted(found, key=lambda it: it[Opened])


ZONES = [("Europe/Berlin", Rhythm(3, 19 * 60, DAY, 60)), ("Europe/Moscow", Rhythm(3, 19 * 60, DAY, 60)),
         ("America/New_York", Rhythm(3, 19 * 60, DAY, 60)), ("Asia/Kathmandu", Rhythm(3, 19 * 60, DAY, 60)),
         ("Europe/Berlin", Rhythm(6, 2 * 60 + 30, DAY, 30))]
BEGINS = [datetime(2026, 1, 2, tzinfo=UTC)] if LONG else [
    datetime(2026, 2, 27, tzinfo=UTC), datetime(2026, 10, 9, tzinfo=UTC)]
"""In the short form the weeks around the nights in which the clocks change."""


def on_the_wall(wall: datetime, zone: ZoneInfo) -> tuple[datetime, str]:
    """When the wall shows this, and what it shows then: by the calendar of the zone, minute by minute."""
    before = wall.replace(tzinfo=UTC) - timedelta(hours=15)
    for minute in range(30 * 60):
        at = before + timedelta(minutes=minute)
        shows = at.astimezone(zone).replace(tzinfo=None)
        if shows >= wall:
            return at, f"{shows:%Y-%m-%d %H:%M}"
    raise AssertionError(f"{wall} never comes in {zone}")


@pytest.mark.parametrize(("zone", "rhythm"), ZONES, ids=[f"{z}-{r.minute // 60}" for z, r in ZONES])
@pytest.mark.parametrize("begin", BEGINS, ids=lambda at: f"{at:%B}")
async def test_every_week_once_at_the_hour_on_the_wall(zone: str, rhythm: Rhythm, begin: datetime, tmp_path: Path
                                                       ) -> None:
    year = Year(tmp_path / "club.db", zone, rhythm, begin)
    await year.begins()
    days = [day for n in range(2, 2 + 7 * WEEKS)
            if (day := begin.date() + timedelta(n)).weekday() == rhythm.weekday]
    expected = []
    for day in days:
        start = datetime(day.year, day.month, day.day) + timedelta(minutes=rhythm.minute)
        moments = [on_the_wall(start - timedelta(minutes=before), ZoneInfo(zone))
                   for before in (rhythm.opens, rhythm.closes, 0)]
        expected.append([text for _, text in moments])
        for at in sorted({at for at, _ in moments}):
            await year.at(at - timedelta(seconds=2), dying=True)
            await year.at(at, dying=True)
            await year.at(at + timedelta(seconds=2), dying=True)
        await year.calls_off()
    happened = await year.happened()
    assert len(happened) == len(days)
    for found, (opens, closes, starts) in zip(happened, expected, strict=True):
        local = {kind: [f"{at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}" for at in times]
                 for kind, times in found.items()}
        apart = [closes] if closes != starts else []       # an entry that ends with the start needs no closing
        assert local == {Opened: [opens], Closed: apart, Begun: [starts]}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("write", range(7))
async def test_killed_at_each_write_of_an_opening_it_is_opened_once(write: int, after: bool, tmp_path: Path) -> None:
    begin = datetime(2026, 11, 1, tzinfo=UTC)
    year = Year(tmp_path / "club.db", "Europe/Berlin", Rhythm(3, 19 * 60, DAY, 60), begin)
    await year.begins()
    year.time.moment = datetime(2026, 11, 4, 18, tzinfo=UTC)
    async with alive(year.path, year.time) as life:
        life.database.doom, life.database.after = write, after
        await life.beat()
    async with alive(year.path, year.time) as life:
        await life.beat()
        row, = await life.store.ledger.running()
        t = await life.store.ledger.tournament(row.code)
        assert len(t.entered()) == 6
        causes = [e.cause for e in await life.store.ledger.entries(row.code)]
        assert len(set(causes)) == 2 and len(causes) == 7
        week, = (await life.store.series.weeks(1, date(2026, 11, 1))).values()
        assert (week.day, week.tournament) == (date(2026, 11, 5), row.code)
