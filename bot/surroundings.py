"""What the notice board asks the rest of the bot: what is wanted, and what to do when Telegram says no."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial

from bot import claims, notices, upcoming
from bot.home import CLUB, home_of
from bot.noticeboard import Noticeboard
from bot.notices.claims import last_words
from bot.notices.notice import Button, Home, Notice
from bot.notices.reminders import softened
from bot.notices.series import SERIES
from bot.operation import Picture
from bot.texts import words
from bot.timing import Time
from engine import summary
from engine.model import Stage, Tournament
from engine.summary import Remark
from storage import Announcement, Store, past
from storage.seasons import Seasonal


class Surroundings:
    """Tournaments show what `bot.notices` wants, series their weeks, clubs announcements, which stay as they are.

    `board` and `on_moved` are set by `bot.app` when they exist.
    """

    board: Noticeboard
    on_moved: Callable[[int, int], Awaitable[None]]

    def __init__(self, store: Store, time: Time, username: str) -> None:
        self._store = store
        self._time = time
        self._username = username
        self._gone: set[tuple[int, int]] = set()          # chat and topic; known anew after a restart

    async def picture(self, owner: str) -> Picture:
        if owner.startswith(CLUB):
            return await self._club(int(owner.removeprefix(CLUB)))
        if owner.startswith(SERIES):
            return await upcoming.picture(self._store, _series(owner), self._time.now(), self._username)
        ledger, boards = self._store.ledger, self._store.leaderboards
        t = await ledger.tournament(owner)                # first: nothing else may be older, see `Home.authors`
        home, authors, history, rated, season, remarks = await asyncio.gather(       # asked together, read together
            self._home(owner), ledger.authors(owner), boards.met(t), boards.changes(owner), self._season(owner),
            self._remarks(t))
        home = replace(home, authors=authors, history=history, rated=rated, season=season, remarks=remarks)
        now = self._time.now()
        wanted = notices.wanted(t, home, now, words)
        last_words = partial(notices.last_words, t=t, home=home, now=now, say=words)
        return Picture(tuple(self._rehomed(wanted)), last_words, t.version, notices.next_moment(t, home, now))

    async def _club(self, id: int) -> Picture:
        club = await self._store.clubs.club(id)
        if club is None:                                  # it has given way to another one
            return Picture(())
        now = self._time.now()
        asked, moment = await claims.notices(self._store, club, now, self._username)
        return Picture((*map(_said, await self._store.announcements.of(id, now)), *asked),
                       partial(last_words, s=words(club.language)), moment=moment)

    async def _season(self, owner: str) -> Seasonal | None:
        seasons = self._store.seasons
        season = await seasons.counting(owner)
        return await seasons.table(season, after=owner) if season is not None else None

    async def _remarks(self, t: Tournament) -> tuple[Remark, ...]:
        if t.stage is not Stage.FINISHED:
            return ()

        async def made() -> tuple[Remark, ...]:
            rated = await self._store.leaderboards.changes(t.code)
            earlier = await past.before(self._store.database, t)
            return await asyncio.to_thread(summary.remarks, t, rated, earlier)      # ten years take some 200 ms

        return await self._store.database.made(
            made, ("remarks", t.code, t.version), ("finished", "played", "standing", "rating", "member"))

    async def shown(self, owner: str, version: int) -> None:
        if ":" not in owner and (await self._store.ledger.row(owner)).shown != version:
            await self._store.ledger.set_shown(owner, version)

    async def unreachable(self, chat: int) -> None:
        if chat > 0:
            await self._store.people.set_reachable(chat, False)

    async def migrated(self, old: int, new: int) -> None:
        await self.on_moved(old, new)

    async def topic_gone(self, owner: str, topic: int) -> None:
        """Everything goes to the group itself from now on, and the judges are told once."""
        home = await self._home(owner)
        self._gone.add((home.chat, topic))
        await self._store.clubs.leave(home.club, topic)
        await self._store.series.leave(home.club, topic)
        await self._tell_judges(home, f"topic/{owner}", "trouble.topic", title=home.title)

    async def trouble(self, owner: str, what: str, notice: Notice) -> None:
        if not owner.startswith(CLUB):
            home = await self._home(owner)
            key = f"{what}/{owner}/{notice.key}" if what == "unshown" else f"{what}/{owner}"
            if notice.chat == home.judges_chat:
                home = replace(home, judges_chat=None)                # that is where nobody would read it
            await self._tell_judges(home, key, f"trouble.{what}", title=home.title)

    async def announce(self, club: int, notice: Notice) -> None:
        """Show this once, however often the bot is restarted; the same key again shows nothing new."""
        body = {"text": notice.text, "silent": notice.silent,
                "buttons": [[(one.text, one.data) for one in row] for row in notice.buttons]}
        await self._store.announcements.keep(club, Announcement(notice.key, notice.chat, body), self._time.now())
        self.board.touch(f"{CLUB}{club}")

    async def _tell_judges(self, home: Home, key: str, text: str, **values: object) -> None:
        if home.judges_chat is not None:
            await self.announce(home.club, Notice(key, home.judges_chat, words(home.language)(text, **values)))
            return
        told = (Notice(f"{key}@{judge}", home.accounts[judge],
                       words(home.languages.get(judge, home.language))(text, **values))
                for judge in home.judges if judge in home.reachable)
        for notice in softened(home, self._time.now(), told):
            await self.announce(home.club, notice)

    def _rehomed(self, wanted: list[Notice]) -> Iterator[Notice]:
        for notice in wanted:
            gone = notice.topic is not None and (notice.chat, notice.topic) in self._gone
            yield replace(notice, topic=None) if gone else notice

    async def _home(self, owner: str) -> Home:
        place = (await upcoming.place(self._store, _series(owner)) if owner.startswith(SERIES)
                 else await self._store.ledger.row(owner))
        return await home_of(self._store, place, self._username)


def _said(it: Announcement) -> Notice:
    buttons = tuple(tuple(Button(*one) for one in row) for row in it.body["buttons"])
    return Notice(it.key, it.chat, it.body["text"], buttons, silent=it.body["silent"])


def _series(owner: str) -> int:
    return int(owner.removeprefix(SERIES))
