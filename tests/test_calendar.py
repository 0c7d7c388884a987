"""Do weekly moments fall where the clock on the wall says? (engine/calendar.py; complaint C35)"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest

from engine.calendar import DAY, Rhythm, moment

THURSDAY = 3
EVENING = Rhythm(THURSDAY, 19 * 60, DAY, 60)
ZONES = ("Europe/Berlin", "Europe/Moscow", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Cairo")


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize("zone", ZONES)
def test_for_five_years_it_is_seven_in_the_evening_every_thursday(zone: str) -> None:
    days = list(islice(EVENING.days(date(2026, 1, 1)), 261))
    assert {later - earlier for earlier, later in pairwise(days)} == {timedelta(days=7)}
    for day in days:
        found = EVENING.on(day, ZoneInfo(zone))
        shown = [at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) for at in (found.opens, found.closes, found.starts)]
        start = datetime(day.year, day.month, day.day, 19)
        assert shown == [start - timedelta(days=1), start - timedelta(hours=1), start]
        assert day.weekday() == THURSDAY


@pytest.mark.parametrize(("zone", "winter", "summer"), [
    ("Europe/Berlin", "18:00", "17:00"), ("America/New_York", "00:00", "23:00"),
    ("Europe/Moscow", "16:00", "16:00"), ("Asia/Kathmandu", "13:15", "13:15"),
])
def test_the_moment_in_utc_follows_the_zone(zone: str, winter: str, summer: str) -> None:
    assert f"{EVENING.on(date(2026, 1, 15), ZoneInfo(zone)).starts:%H:%M}" == winter
    assert f"{EVENING.on(date(2026, 7, 16), ZoneInfo(zone)).starts:%H:%M}" == summer


@pytest.mark.parametrize(("wall", "zone", "at"), [
    ("2026-03-29 01:59", "Europe/Berlin", "2026-03-29 00:59"),
    ("2026-03-29 02:00", "Europe/Berlin", "2026-03-29 01:00"),       # left out: 03:00 comes next
    ("2026-03-29 02:30", "Europe/Berlin", "2026-03-29 01:00"),
    ("2026-03-29 03:00", "Europe/Berlin", "2026-03-29 01:00"),
    ("2026-10-25 02:30", "Europe/Berlin", "2026-10-25 00:30"),       # shown twice: the first
    ("2026-10-25 03:00", "Europe/Berlin", "2026-10-25 02:00"),
    ("2026-03-08 02:30", "America/New_York", "2026-03-08 07:00"),
    ("2026-11-01 01:30", "America/New_York", "2026-11-01 05:30"),
    ("2026-10-04 02:15", "Australia/Lord_Howe", "2026-10-03 15:30"),  # half an hour only
    ("2026-04-24 00:10", "Africa/Cairo", "2026-04-23 22:00"),        # at midnight
    ("2026-06-01 02:30", "Asia/Kathmandu", "2026-05-31 20:45"),
])
def test_minutes_that_are_not_there_and_minutes_that_are_there_twice(wall: str, zone: str, at: str) -> None:
    assert moment(datetime.fromisoformat(wall), ZoneInfo(zone)) == utc(at)


@pytest.mark.parametrize("zone", ZONES)
def test_what_comes_later_on_the_wall_never_comes_earlier(zone: str) -> None:
    """The order of opening, closing and start holds through both nights of a year."""
    for night in (date(2026, 3, 8), date(2026, 3, 29), date(2026, 4, 24), date(2026, 10, 4), date(2026, 10, 25),
                  date(2026, 10, 29), date(2026, 11, 1)):
        begin = datetime(night.year, night.month, night.day) - timedelta(hours=1)
        moments = [moment(begin + timedelta(minutes=step), ZoneInfo(zone)) for step in range(0, 300, 5)]
        assert moments == sorted(moments)


def test_a_moved_week_keeps_its_day_and_its_spans() -> None:
    found = EVENING.on(date(2026, 12, 3), ZoneInfo("Europe/Berlin"), datetime(2026, 12, 4, 20))
    assert found.day == date(2026, 12, 3)
    assert (found.opens, found.closes, found.starts) == (
        utc("2026-12-03 19:00"), utc("2026-12-04 18:00"), utc("2026-12-04 19:00"))


def test_entry_never_closes_before_it_opens() -> None:
    found = Rhythm(THURSDAY, 0, 30, 60).on(date(2026, 12, 3), UTC)
    assert found.opens == found.closes == utc("2026-12-02 23:00")
