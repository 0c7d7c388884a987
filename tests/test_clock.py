"""Does what is due happen by itself, once, also when the time passed while the bot was down?"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

import pytest
from apscheduler.schedulers import base  # type: ignore[import-untyped]

from engine import entry, judging, play
from engine.model import Actor, Claim, MemberId, Result, Role, Stage
from storage import Recorded
from tests.evening import Evening


class Ledgered(Evening):
    """An evening whose people act straight through the ledger: only the clock is asked here."""

    acts_done = 0

    async def prepares(self) -> None:
        self.code = await self.open_quietly(**self.settings)
        ledger, members = self.app.store.ledger, self.app.store.members
        club = (await ledger.row(self.code)).club
        self.judge = Actor((await members.member(club, self.olga.id, "Olga")).id, Role.CHIEF)
        self.actors = [Actor((await members.member(club, p.id, p.name)).id, Role.PERSON) for p in self.players]
        for actor in self.actors:
            await self.does(partial(entry.join, who=actor))

    async def does(self, action: object) -> None:
        self.acts_done += 1
        await self.app.store.ledger.record(self.code, action, self.judge, f"test:{self.acts_done}",   # type: ignore[arg-type]
                                           self.time.now())
        self.app.clock.nudge(self.code)

    async def plays_on(self) -> None:
        """Begin, and approve the draft that the clock makes."""
        await self.does(partial(judging.begin, who=self.judge, sure=True))
        await self.rests()
        await self.approves_quietly()

    async def approves_quietly(self) -> None:
        draft = (await self.tournament()).draft
        assert draft is not None, "nothing was drafted"
        self.time.jump(3)                       # a judge looks at it
        await self.does(partial(judging.approve, who=self.judge, draft=draft.seq, now=self.time.now()))
        await self.rests()

    def actor(self, member: MemberId) -> Actor:
        return Actor(member, Role.PERSON)

    async def kinds(self) -> list[str]:
        return [type(e.fact).__name__ for e in await self.app.store.ledger.entries(self.code)]


@asynccontextmanager
async def opened(players: int = 4, **settings: object) -> AsyncIterator[Ledgered]:
    async with Ledgered(players, **settings) as evening:             # type: ignore[arg-type]
        await evening.prepares()
        yield evening


async def test_a_lone_report_settles_by_time_and_not_before() -> None:
    async with opened() as evening:
        await evening.plays_on()
        game = await evening.game(1)
        await evening.does(partial(play.report, who=evening.actor(game.white), claim=Claim.WON))
        evening.time.jump(500)
        await evening.app.clock.beat()
        await evening.rests()
        assert (await evening.game(1)).result is None
        evening.time.jump(110)
        await evening.app.clock.beat()
        await evening.rests()
        assert (await evening.game(1)).how == "time"


async def test_the_last_result_brings_the_next_draft_at_once_and_the_last_round_the_end() -> None:
    async with opened(rounds=2) as evening:
        await evening.plays_on()
        for round in (1, 2):
            posted = (await evening.tournament()).rounds[round - 1]
            for game in posted.games:
                await evening.does(partial(judging.rule, who=evening.judge, round=round, player=game.white,
                                           result=Result.DRAW, reason="test"))
            await evening.rests()
            if round == 1:
                await evening.approves_quietly()
        t = await evening.tournament()
        assert t.stage is Stage.FINISHED
        assert (await evening.kinds()).count("Finished") == 1


async def test_what_came_due_while_the_bot_was_down_happens_once_after_the_start() -> None:
    async with Ledgered(4, start=None) as evening:
        evening.settings["start"] = evening.time.now() + timedelta(hours=1)
        await evening.prepares()
        await evening.stops()
        evening.time.jump(3600 + 240)
        await evening.starts()
        await evening.sandbox.until(lambda: evening.app.clock.acts >= 2)
        await evening.rests()
        kinds = await evening.kinds()
        assert (kinds.count("Begun"), kinds.count("Drafted")) == (1, 1)


async def test_nudges_come_in_any_number_and_an_act_is_done_once() -> None:
    async with opened() as evening:
        await evening.does(partial(judging.begin, who=evening.judge, sure=True))
        for _ in range(50):
            evening.app.clock.nudge(evening.code)
            await evening.app.clock.beat()
        await evening.rests()
        assert (await evening.kinds()).count("Drafted") == 1


async def test_who_knows_how_it_stands_and_that_nothing_is_due_makes_nobody_look_again() -> None:
    async with opened() as evening:
        clock = evening.app.clock
        await evening.rests()
        clock.follow(Recorded(await evening.tournament(), ()))
        assert clock.idle, "nothing was written"
        record = partial(evening.app.store.ledger.record, evening.code, by=evening.judge, at=evening.time.now())
        clock.follow(await record(partial(judging.change, who=evening.judge, key="title", value="Cup"), cause="test:a"))
        assert clock.idle, "nothing is due after that"
        done = await record(partial(judging.begin, who=evening.judge, sure=True), cause="test:b")
        clock.follow(replace(done, repeated=True))
        assert not clock.idle, "a life that has died may have written it: nobody has looked since"
        await evening.rests()
        clock.follow(done)
        assert not clock.idle
        await evening.rests()
        assert (await evening.kinds()).count("Drafted") == 1


async def test_a_beat_that_comes_late_is_not_dropped() -> None:
    async with opened() as evening:
        before = evening.app.clock.beats
        await evening.sandbox.until(lambda: evening.app.clock.beats > before + 2)


async def test_it_beats_on_whatever_the_clock_on_the_wall_is_set_to(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wall(datetime):
        wrong = timedelta(0)

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:            # type: ignore[override]
            return datetime.now(tz) + cls.wrong

    monkeypatch.setattr(base, "datetime", Wall)
    async with Evening(0) as evening:
        clock = evening.app.clock
        for Wall.wrong in (timedelta(hours=1), timedelta(hours=-1), timedelta(0), timedelta(days=9999), timedelta(0)):
            beats = clock.beats
            await evening.sandbox.until(lambda: clock.beats > beats + 2)     # noqa: B023 - waited for here
        job, = clock._scheduler.get_jobs()
        assert len(job._get_run_times(datetime.now(UTC) + timedelta(days=9))) <= 1, "or each of them is counted"


async def test_a_clock_that_stumbles_over_one_tournament_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async with opened() as evening:
        evening.app.clock.nudge("NONE")
        await evening.does(partial(judging.begin, who=evening.judge, sure=True))
        await evening.rests()
        assert "the clock stumbled" in caplog.text
        assert (await evening.kinds()).count("Drafted") == 1
