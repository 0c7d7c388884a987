"""Does what opens by itself stand accidents, clocks that go back, and weeks that are played on?"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from engine import judging
from engine.calendar import DAY, Rhythm
from engine.model import Actor, Result, Role, Settings, Stage
from storage import Club, Series
from storage.series import Fate, Week
from tests.weeks import Life, Told, alive

THURSDAYS = Rhythm(3, 19 * 60, DAY, 30)
WEDNESDAY = datetime(2026, 11, 4, 18, 0, 1, tzinfo=UTC)          # 19:00 in Berlin, entry is due
FIRST, SECOND = date(2026, 11, 5), date(2026, 11, 12)


@asynccontextmanager
async def living(path: Path, now: datetime = WEDNESDAY) -> AsyncIterator[tuple[Life, Told]]:
    time = Told(now)
    async with alive(path / "club.db", time) as life:
        yield life, time


async def club_of(life: Life, number: int, *, members: int = 4, **settings: str) -> tuple[Club, Series, list[Actor]]:
    """A club in Berlin with a series on Thursdays, whose members are always in; the judge is the first actor."""
    store = life.store
    club = await store.clubs.make_club(-1000 - number, f"Club {number}", "en", "Europe/Berlin")
    made = await store.series.draft(club.id, None, THURSDAYS, {"system": "individual", "rounds": "2", **settings})
    series = await store.series.change(made.id, lambda it: replace(it, since=WEDNESDAY - timedelta(days=3)))
    judge = Actor((await store.members.guest(club.id, "Judge")).id, Role.CHIEF)
    actors = [judge]
    for each in range(members):
        person = 100 * number + each
        await store.people.seen(person, f"Player {person}", None, "en")
        member = await store.members.member(club.id, person, f"Player {person}")
        await store.series.set_regular(series.id, member.id, True)
        actors.append(Actor(member.id, Role.PERSON))
    return club, series, actors


async def test_one_clubs_accident_is_not_the_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with living(tmp_path) as (life, _):
        _, broken, _ = await club_of(life, 1)
        club, _, _ = await club_of(life, 2)
        await life.store.series.set_regular(broken.id, (await life.store.members.guest(club.id, "Alien")).id, True)
        await life.beat()
        row, = await life.store.ledger.running()
        assert row.club == club.id
        assert "a week that could not be opened" in caplog.text and "Alien" not in caplog.text


async def test_a_clock_that_goes_back_opens_nothing_twice(tmp_path: Path) -> None:
    async with living(tmp_path) as (life, time):
        await club_of(life, 1)
        await life.beat()
        for hours in (-3, 2, -200, 210):
            time.moment += timedelta(hours=hours)
            await life.beat()
        rows = await life.store.ledger.running()
        assert [row.title for row in rows] == ["Thursday, 5 November"]


async def test_without_cause_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living(tmp_path) as (life, time):
        await club_of(life, 1)
        await life.beat()
        looks = 0
        real = life.weekly.catch_up

        async def counted() -> datetime:
            nonlocal looks
            looks += 1
            return await real()

        monkeypatch.setattr(life.weekly, "catch_up", counted)
        for _ in range(90):
            time.moment += timedelta(seconds=2)
            await life.beat()
        assert looks == 0
        life.weekly.nudge(1)
        await life.beat()
        assert looks == 1


async def test_a_week_waits_for_the_end_of_what_runs_there_and_is_given_up_when_it_is_too_late(tmp_path: Path) -> None:
    async with living(tmp_path, WEDNESDAY - timedelta(hours=1)) as (life, time):
        club, series, (judge, *_) = await club_of(life, 1)
        old = await life.store.ledger.create(Settings(title="Long night"), club.id, club.chat, None, judge, "test:old", time.now())

        async def week() -> Week:
            return (await life.store.series.weeks(series.id, FIRST))[FIRST]

        time.moment = WEDNESDAY
        await life.beat()
        assert (await week()).fate is Fate.WAITING
        time.moment = datetime(2026, 11, 5, 18, 30, tzinfo=UTC)
        await life.beat()
        assert (await week()).fate is Fate.MISSED
        await life.store.series.say(series.id, Week(FIRST))
        time.moment = datetime(2026, 11, 5, 17, 50, tzinfo=UTC)
        await life.store.ledger.record(old.code, partial(judging.cancel, who=judge), judge, "test:off", time.now())
        life.weekly.nudge(series.id)
        await life.beat()
        assert (await week()).fate is Fate.OPENED
        row = await life.store.ledger.row((await week()).tournament or "")
        t = await life.store.ledger.tournament(row.code)
        assert t.settings.start == datetime(2026, 11, 5, 18, tzinfo=UTC)
        assert t.settings.closes is None, "its hour was over before it opened"


async def test_an_evening_called_off_by_any_card_and_taken_back_is_open_again(tmp_path: Path) -> None:
    async with living(tmp_path) as (life, time):
        _, series, (judge, *_) = await club_of(life, 1)
        await life.beat()
        row, = await life.store.ledger.running()
        ledger = life.store.ledger
        done = await ledger.record(row.code, partial(judging.cancel, who=judge), judge, "test:off", time.now())
        life.weekly.nudge(series.id)
        await life.beat()
        off = (await life.store.series.weeks(series.id, FIRST))[FIRST]
        assert off == Week(FIRST, Fate.SKIPPED, None, row.code)
        entries = await ledger.entries(row.code)
        undo = partial(judging.undo, who=judge, entries=entries, step=done.entries[0].seq, along=())
        await ledger.record(row.code, undo, judge, "test:undo", time.now())
        life.weekly.nudge(series.id)
        await life.beat()
        assert (await life.store.series.weeks(series.id, FIRST))[FIRST].fate is Fate.OPENED
        assert (await ledger.row(row.code)).stage is Stage.ENTRY


async def test_an_evening_nobody_began_is_called_off_a_day_later_and_the_next_one_opens(tmp_path: Path) -> None:
    async with living(tmp_path) as (life, time):
        await club_of(life, 1, members=2)
        await life.beat()
        row, = await life.store.ledger.running()
        time.moment = datetime(2026, 11, 6, 17, 50, tzinfo=UTC)
        await life.beat()
        assert (await life.store.ledger.row(row.code)).stage is Stage.ENTRY
        time.moment += timedelta(minutes=20)
        await life.beat()
        assert (await life.store.ledger.row(row.code)).stage is Stage.CANCELLED
        time.moment = WEDNESDAY + timedelta(weeks=1)
        await life.beat()
        titles = [it.title for it in await life.store.ledger.running() if it.stage is Stage.ENTRY]
        assert titles == ["Thursday, 12 November"]


async def test_round_after_round_is_called_in_one_tournament_and_then_there_is_another(tmp_path: Path) -> None:
    async with living(tmp_path) as (life, time):
        _, series, (judge, *players) = await club_of(life, 1, pace="weekly")
        ledger, codes = life.store.ledger, []
        for week in range(3):
            time.moment = WEDNESDAY + timedelta(weeks=week)
            await life.beat()
            said = await life.store.series.weeks(series.id, FIRST)
            code = said[FIRST + timedelta(weeks=week)].tournament
            assert code is not None
            codes.append(code)
            t = await ledger.tournament(code)
            assert t.calls[t.next_round].starts == datetime(2026, 11, 5, 18, tzinfo=UTC) + timedelta(weeks=week)
            assert t.calls[t.next_round].until == datetime(2026, 11, 12, 18, tzinfo=UTC) + timedelta(weeks=week)
            assert {who.member for who in players} <= set(t.players)
            time.moment += timedelta(days=1, seconds=5)
            await life.beat()
            t = await ledger.tournament(code)
            assert t.draft is not None, "everybody is always in: the round is drawn at its hour"
            draft = t.draft.seq
            await ledger.record(code, lambda t, draft=draft: judging.approve(t, judge, draft, now=time.now()),
                                judge, f"test:approve{week}", time.now())
            t = await ledger.tournament(code)
            await ledger.record(code, lambda t: [fact for game in t.open_games() for fact in judging.rule(
                t, judge, game.round, game.white, Result.WHITE_WON)], judge, f"test:rule{week}", time.now())
            await life.beat()
        assert codes[0] == codes[1] != codes[2]
        assert (await ledger.row(codes[0])).stage is Stage.FINISHED


async def test_a_missed_vote_of_a_week_is_not_held_afterwards(tmp_path: Path) -> None:
    async with living(tmp_path, datetime(2026, 11, 5, 18, 20, tzinfo=UTC)) as (life, _):
        _, series, _ = await club_of(life, 1, pace="weekly")
        await life.beat()
        assert (await life.store.series.weeks(series.id, FIRST))[FIRST].fate is Fate.MISSED
        assert await life.store.ledger.running() == []


async def test_guests_can_be_always_in(tmp_path: Path) -> None:
    async with living(tmp_path) as (life, _):
        club, series, _ = await club_of(life, 1, members=1)
        guest = await life.store.members.guest(club.id, "Uncle Boris")
        await life.store.series.set_regular(series.id, guest.id, True)
        await life.beat()
        row, = await life.store.ledger.running()
        t = await life.store.ledger.tournament(row.code)
        assert t.players[guest.id].guest and not t.players[min(set(t.players) - {guest.id})].guest
