"""What opens by itself every week: every beat of the clock asks which week of which series is due.

Nothing is scheduled. Which week is due follows from the hours of its series and from what is said
about it, so a restart loses none; the ledger opens a day once, however often it is tried.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from bot import logs, template
from bot.noticeboard import Noticeboard
from bot.notices.series import TOLD, owner
from bot.timing import Time
from engine import due
from engine import weeks as rounds
from engine.calendar import Occurrence
from engine.facts import Fact
from engine.model import CLOCK, Actor, Refused, Stage, Tournament
from engine.weeks import Regular
from storage import Club, Member, Series, Store
from storage.series import Fate, Week

log = logging.getLogger(__name__)

STILL_USEFUL = timedelta(minutes=60)
"""So long after its moment a week is opened although its start has come."""

GIVEN_UP = timedelta(hours=24)
"""So long after its start an evening that nobody has begun is called off."""

LONGEST_PAUSE = timedelta(days=120)
"""After so long without a round a weekly tournament is not gone on with."""

AGAIN = timedelta(seconds=10)
REST = timedelta(minutes=10)
"""How soon what could not be opened is tried again, and how long nobody looks without cause."""


class Weekly:
    """Opens and calls what is due. Who says something about a week does it inside `alone`, and nudges."""

    def __init__(self, store: Store, board: Noticeboard, time: Time,
                 spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._store = store
        self._board = board
        self._time = time
        self._spawn = spawn
        self._next: datetime | None = None
        self._looking = False
        self._nudged = False
        self._first = True
        self.alone = asyncio.Lock()            # a week can not be opened while a judge is skipping it

    def look(self) -> None:
        """Set going whatever is due, and wait for nothing. The clock calls this at every beat."""
        now = self._time.now()
        if not self._looking and (self._next is None or not self._next - REST <= now < self._next):
            self._looking = True
            self._spawn(self._look())

    def nudge(self, series: int) -> None:
        """Something is said about this series: look now, and show it."""
        self._next, self._nudged = None, True
        self._board.touch(owner(series))
        self.look()

    async def _look(self) -> None:
        try:
            async with self.alone:
                self._nudged = False
                then = await self.catch_up()
                self._next = None if self._nudged else then
        finally:
            self._looking = False

    async def catch_up(self) -> datetime:
        """Do all that is due; when something will be due next. One club's accident is not the others'."""
        now = self._time.now()
        moments = [now + REST]
        for series in await self._store.series.running():
            try:
                moments.append(await self._serve(series, now))
            except Exception:
                log.exception("a week that could not be opened", extra={"values": {"series": series.id}})
                moments.append(now + AGAIN)
            if self._first:
                self._board.touch(owner(series.id))
        self._first = False
        return min(moments)

    async def _serve(self, series: Series, now: datetime) -> datetime:
        club = await self._store.clubs.club(series.club)
        assert club is not None, "a series has a club"
        said = await self._store.series.weeks(series.id, (now - 3 * TOLD).date())
        coming = series.coming(said, club.zone, now - TOLD)
        for week, found in takewhile(lambda it: it[1].opens <= now + TOLD, coming):
            if week.fate not in (Fate.USUAL, Fate.WAITING):
                await self._settle(series, week, found, now)
                continue
            if found.opens > now:
                return found.opens
            if not await self._due(series, club, week, found):
                return now + AGAIN
        return now + REST

    async def _due(self, series: Series, club: Club, week: Week, found: Occurrence) -> bool:
        """Open this week or call its round, or note that it is too late; False: another one still runs there."""
        now = self._time.now()
        if now >= found.starts and (series.pace == "weekly" or now >= found.opens + STILL_USEFUL):
            logs.say(log, logging.WARNING, "a week was missed", series=series.id, day=week.day.isoformat())
            await self._say(series, replace(week, fate=Fate.MISSED))
            return True
        try:
            await self.open(series, club, week, found)
        except Refused as refused:
            if refused.code != "already_here":
                raise
            if week.fate is not Fate.WAITING:
                await self._say(series, replace(week, fate=Fate.WAITING))
            return False
        return True

    async def _settle(self, series: Series, week: Week, found: Occurrence, now: datetime) -> None:
        """The week says what its evening has come to: called off somewhere else, or that taken back with /undo.

        One that nobody has begun is called off here.
        """
        if week.tournament is None or series.pace == "weekly":
            return
        t = await self._store.ledger.tournament(week.tournament)
        if week.fate is Fate.SKIPPED and t.stage in (Stage.ENTRY, Stage.PLAYING):
            await self._say(series, replace(week, fate=Fate.OPENED))
        elif week.fate is Fate.OPENED and t.stage is Stage.CANCELLED:
            await self._say(series, replace(week, fate=Fate.SKIPPED))
        start = max(found.starts, t.settings.start or found.starts)
        if week.fate is Fate.OPENED and t.stage is Stage.ENTRY and now >= start + GIVEN_UP:
            await self._store.ledger.record(t.code, due.not_held, CLOCK, f"{series.cause(week)}:off", now)
            self._board.touch(t.code)

    async def _say(self, series: Series, week: Week) -> None:
        await self._store.series.say(series.id, week)
        self._board.touch(owner(series.id))

    async def open(self, series: Series, club: Club, week: Week, found: Occurrence, by: Actor = CLOCK
                   ) -> Tournament:
        """Open the tournament of this week, or call the next round of the one that goes on; again is once.

        Raises `Refused("already_here", tournament, title)` while another tournament runs in that place.
        """
        now = self._time.now()
        cause, regulars = series.cause(week), await self._regulars(series)
        t = await self._going_on(series, now) if series.pace == "weekly" else None
        if t is None:
            settings = template.of_week(series, club, found, now)
            t = await self._store.ledger.create(settings, club.id, club.chat, series.topic, by, cause, now)
            cause = f"{cause}:in"              # opening was the step of that cause
        until = await self.until(series, club, found)

        def enter(t: Tournament) -> list[Fact]:
            if not t.settings.weekly:
                return rounds.bring_regulars(t, by, regulars)
            closes = found.closes if found.closes > now else found.starts
            return rounds.call_round(t, by, closes=closes, starts=found.starts, until=until, regulars=regulars)

        await self._store.ledger.record(t.code, enter, by, cause, now)
        logs.say(log, logging.INFO, "a week is open", series=series.id, day=week.day.isoformat(), tournament=t.code)
        self._board.touch(t.code)
        await self._say(series, replace(week, fate=Fate.OPENED, tournament=t.code))
        return t

    async def _going_on(self, series: Series, now: datetime) -> Tournament | None:
        """The tournament of a round a week that still has a round to call."""
        said = await self._store.series.weeks(series.id, (now - LONGEST_PAUSE).date())
        for code in {week.tournament: None for week in reversed(said.values()) if week.tournament is not None}:
            t = await self._store.ledger.tournament(code)
            live = t.stage in (Stage.ENTRY, Stage.PLAYING)
            return t if live and t.settings.weekly and t.next_round <= t.settings.rounds else None
        return None

    async def until(self, series: Series, club: Club, found: Occurrence) -> datetime:
        """By when a round drawn at this start is to be played: the start after it that is not skipped."""
        said = await self._store.series.weeks(series.id, found.day)
        return next(later.starts for week, later in series.coming(said, club.zone, found.starts)
                    if week.fate is not Fate.SKIPPED)

    async def _regulars(self, series: Series) -> list[Regular]:
        members = await self._store.members.members(series.club)
        return [regular(members[id]) for id in await self._store.series.regulars(series.id)]


def regular(member: Member) -> Regular:
    """Who is always in, as the rules know him."""
    return Regular(member.id, member.rating, member.title, member.estimated, member.guest)
