"""Does the memory keep what a club has every week, and what is said about single weeks?"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.calendar import DAY, Rhythm
from engine.model import Refused, Settings
from storage import audit, diary, personal
from storage.database import Steps, ask
from storage.diary import Author
from storage.series import Fate, Series, Week
from tests.memory import CHAT, START, Hall, claims, hall, seated

THURSDAYS = Rhythm(3, 19 * 60, DAY, 60)
DAY_1 = date(2026, 11, 12)
BEGUN = datetime(2026, 11, 8, 12, tzinfo=UTC)

pytestmark = pytest.mark.usefixtures("databases")


async def made(room: Hall, since: datetime | None = START) -> Series:
    series = await room.store.series.draft(1, 7, THURSDAYS, {"rounds": "4", "system": "dutch"})
    return await room.store.series.change(series.id, lambda it: replace(it, title="Четверг", since=since))


async def test_a_club_sets_up_one_series_at_a_time() -> None:
    async with hall(players=0) as room:
        first = await room.store.series.draft(1, 7, THURSDAYS, {"rounds": "4"})
        assert await room.store.series.draft(1, None, replace(THURSDAYS, weekday=1), {}) == first
        assert await room.store.series.running() == []
        begun = await room.store.series.change(first.id, lambda it: replace(it, title="Thursday", since=START))
        second = await room.store.series.draft(1, None, replace(THURSDAYS, weekday=1), {})
        assert second.id != first.id and second.since is None
        assert await room.store.series.of_club(1) == [begun, second]
        assert await room.store.series.running() == [begun] == [await room.store.series.series(first.id)]
        for ended in (begun, second):
            await room.store.series.change(ended.id, lambda it: replace(it, ended=START))
        assert await room.store.series.of_club(1) == await room.store.series.running() == []
        with pytest.raises(Refused, match="no_series"):
            await room.store.series.change(first.id, lambda it: replace(it, title="Friday"))


async def test_what_is_said_of_a_series_is_said_of_what_it_is_by_then() -> None:
    async with hall(players=0) as room:
        series = await made(room)
        await room.store.series.leave(1, 7)
        await room.store.series.change(series.id, lambda it: replace(it, title="Friday"))
        then = await room.store.series.change(
            series.id, lambda it: replace(it, rhythm=replace(it.rhythm, weekday=it.rhythm.weekday + 1)))
        assert then == replace(series, topic=None, title="Friday", rhythm=replace(THURSDAYS, weekday=4))
        assert await room.store.series.series(series.id) == then


async def test_what_was_in_a_topic_that_is_gone_leaves_it_and_keeps_the_rest() -> None:
    async with hall(players=0) as room:
        series = await made(room)
        other = await room.store.series.draft(1, 8, THURSDAYS, {})
        await room.store.series.leave(1, 7)
        assert await room.store.series.of_club(1) == [replace(series, topic=None), other]


async def test_the_last_word_about_a_week_is_kept() -> None:
    async with hall(players=0) as room:
        series = await made(room)
        moved = Week(DAY_1, moved=datetime(2026, 11, 13, 20))
        for week in (Week(DAY_1, Fate.SKIPPED), moved, Week(DAY_1 + timedelta(7), Fate.OPENED, None, room.code)):
            await room.store.series.say(series.id, week)
        assert await room.store.series.weeks(series.id, DAY_1) == {
            DAY_1: moved, DAY_1 + timedelta(7): Week(DAY_1 + timedelta(7), Fate.OPENED, None, room.code)}
        assert list(await room.store.series.weeks(series.id, DAY_1 + timedelta(1))) == [DAY_1 + timedelta(7)]


def test_weeks_to_come_begin_with_the_first_whose_entry_can_still_close() -> None:
    series = Series(1, 1, None, "", THURSDAYS, {}, since=datetime(2026, 11, 12, 14, 59, tzinfo=UTC))
    days = [week.day for week, _ in islice(series.coming({}, "Europe/Moscow", BEGUN), 3)]
    assert days == [DAY_1, DAY_1 + timedelta(7), DAY_1 + timedelta(14)]
    late = replace(series, since=datetime(2026, 11, 12, 15, 1, tzinfo=UTC))
    assert next(late.coming({}, "Europe/Moscow", BEGUN))[0].day == DAY_1 + timedelta(7)
    opened = {DAY_1: Week(DAY_1, Fate.OPENED, None, "ABCD")}
    assert next(late.coming(opened, "Europe/Moscow", BEGUN))[0] == opened[DAY_1]


def test_a_week_moved_past_its_day_is_still_to_come() -> None:
    series = Series(1, 1, None, "", THURSDAYS, {}, since=BEGUN)
    moved = {DAY_1: Week(DAY_1, moved=datetime(2026, 11, 14, 20))}
    after = datetime(2026, 11, 13, 12, tzinfo=UTC)
    week, found = next(series.coming(moved, "Europe/Moscow", after))
    assert week == moved[DAY_1]
    assert found.starts == datetime(2026, 11, 14, 17, tzinfo=UTC)


async def test_who_is_always_in_is_one_person_whatever_his_records() -> None:
    async with hall(players=2) as room:
        series, (anna, boris) = await made(room), room.players
        guest = await room.store.members.guest(1, "Anna before")
        for member in (anna.member, anna.member, boris.member, guest.id):
            await room.store.series.set_regular(series.id, member, True)
        await claims(room.store, guest.id, 9001)
        assert await room.store.series.regulars(series.id) == sorted([anna.member, boris.member])
        await room.store.series.set_regular(series.id, anna.member, False)
        assert await room.store.series.regulars(series.id) == [boris.member]


def _regulars() -> Steps[list[tuple[Any, ...]]]:
    return (yield ask("SELECT series, member FROM regular"))


async def test_the_person_is_told_and_forgotten() -> None:
    async with hall(players=1) as room:
        series, (anna,) = await made(room), room.players
        await room.store.series.set_regular(series.id, anna.member, True)
        guest = await room.store.members.guest(1, "Anna before")
        await claims(room.store, guest.id, 9001)
        await room.store.series.set_regular(series.id, guest.id, True)
        told = await personal.about(room.store.database, 9001)
        assert told["always_in"] == [{"series": series.id, "member": it} for it in (anna.member, guest.id)]
        await room.store.people.forget(9001)
        assert await room.store.series.regulars(series.id) == []
        assert await room.store.database.read(_regulars) == []


async def test_a_group_that_moves_takes_its_series_along(tmp_path: Path) -> None:
    async with hall(players=0) as room:
        series = await made(room)
        early = await room.store.clubs.make_club(-5, "too early", "en")
        other = await room.store.series.draft(early.id, None, THURSDAYS, {})
        await room.store.series.say(other.id, Week(DAY_1, Fate.SKIPPED))
        guest = await room.store.members.guest(early.id, "Guest")
        await room.store.series.set_regular(other.id, guest.id, True)
        await room.store.series.change(other.id, lambda it: replace(it, since=START), Author(guest.id, START))
        await room.store.rehome(CHAT, -5)
        assert await diary.newest(room.store.database, other.id) == []
        assert await room.store.series.of_club(1) == [replace(series, topic=None)]
        assert await room.store.series.series(other.id) is None


async def test_check_sees_a_week_with_the_tournament_of_another_club() -> None:
    async with hall(players=0) as room:
        series = await made(room)
        await room.store.series.say(series.id, Week(DAY_1, Fate.OPENED, None, room.code))
        assert await audit.check(room.store.database) == []
        other = await seated(room.store, 0, -77, Settings(title="elsewhere"))
        await room.store.series.say(series.id, Week(DAY_1, Fate.OPENED, None, other.code))
        found, = await audit.check(room.store.database)
        assert other.code in found and "another club" in found


async def test_who_has_said_what_of_a_series_is_kept_once_and_told_to_him_as_his() -> None:
    async with hall() as room:
        stored, (anna, boris, *_) = room.store.series, room.players
        drafted = await stored.draft(1, 7, THURSDAYS, {"rounds": "4"})
        later = Author(boris.member, START + timedelta(days=1))
        await stored.change(drafted.id, lambda it: replace(it, title="Set up"), later)
        await stored.change(drafted.id, lambda it: replace(it, since=START), Author(anna.member, START))
        off = Week(DAY_1, Fate.SKIPPED)
        for _ in range(2):                                             # done again after a crash it tells nothing
            await stored.change(drafted.id, lambda it: replace(it, title="Friday", settings={"rounds": "5"}), later)
            await stored.say(drafted.id, off, later)
            await stored.set_regular(drafted.id, anna.member, True, later)
        await stored.say(drafted.id, Week(DAY_1, Fate.OPENED))         # the clock
        await stored.say(drafted.id, Week(DAY_1, Fate.OPENED, datetime(2026, 11, 13, 20)), later)
        await stored.say(drafted.id, Week(DAY_1, Fate.OPENED), later)
        await stored.set_regular(drafted.id, anna.member, False, later)
        await stored.change(drafted.id, lambda it: replace(it, ended=START), later)
        lines = await diary.newest(room.store.database, drafted.id)
        assert [line.number for line in lines] == [*range(1, len(lines) + 1)]
        assert (lines[0].by, lines[0].at, lines[0].what) == (anna.member, START, "begun")
        assert {line.by for line in lines[1:]} == {boris.member} and {line.at for line in lines[1:]} == {later.at}
        day = DAY_1.isoformat()
        assert [(line.what, line.was, line.became) for line in lines[1:]] == [
            ("title", "Set up", "Friday"), ("rounds", "4", "5"), ("off", "", day), ("always", "", str(anna.member)),
            ("moved", day, "2026-11-13T20:00:00"), ("moved", day, ""), ("never", "", str(anna.member)), ("ended", "", "yes")]
        his = (await personal.about(room.store.database, 9001))["said_of_series"]
        assert [it["what"] for it in his] == ["begun", "always", "never"]
        await room.store.people.forget(9001)
        assert await diary.newest(room.store.database, drafted.id) == lines and await audit.check(room.store.database) == []


async def test_only_the_newest_lines_are_shown() -> None:
    async with hall() as room:
        series = await made(room)
        for number in range(diary.NEWEST + 3):
            await room.store.series.change(series.id, partial(_called, str(number)), Author(room.players[0].member, START))
        lines = await diary.newest(room.store.database, series.id)
        assert [line.number for line in lines] == [*range(4, diary.NEWEST + 4)]


def _called(title: str, it: Series) -> Series:
    return replace(it, title=title)
