"""Is what is remembered of people and clubs never older than what was written?"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest

from bot.surroundings import Surroundings
from bot.timing import Time
from engine.facts import Finished
from storage import lookups
from storage.database import Database, Steps, Work, ask
from storage.lookups import LASTS, Lookups
from tests.memory import Hall, hall, url

pytestmark = pytest.mark.usefixtures("databases")


class Counted:
    """A database that counts how often it is read."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.reads = 0

    async def read(self, work: Work[Any]) -> Any:
        self.reads += 1
        return await self._database.read(work)

    async def write(self, work: Work[Any]) -> Any:
        return await self._database.write(work)

    async def scrub(self) -> None:
        await self._database.scrub()


@asynccontextmanager
async def counted(room: Hall) -> AsyncIterator[tuple[Lookups, Counted]]:
    database = Counted(room.store.database)
    yield Lookups(database), database


def title() -> Steps[str]:
    ((found,),) = yield ask("SELECT title FROM club WHERE id = 1")
    return str(found)


def sets(statement: str, *values: object) -> Work[None]:
    def work() -> Steps[None]:
        yield ask(statement, *values)
    return work


async def test_it_is_read_once_until_its_table_is_written(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, database):
        first = await known.look(title, "title", ("club",))
        assert await known.look(title, "title", ("club",)) == first and database.reads == 1
        await known.write(sets("UPDATE member SET name = 'Other'"))
        assert await known.look(title, "title", ("club",)) == first and database.reads == 1
        await known.write(sets("UPDATE club SET title = 'New' WHERE id = ?", 1))
        assert await known.look(title, "title", ("club",)) == "New" and database.reads == 2


async def test_what_did_not_come_to_a_commit_is_looked_up_again_all_the_same(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, database):
        before = await known.look(title, "title", ("club",))

        def torn() -> Steps[None]:
            yield ask("UPDATE club SET title = 'Never'")
            raise LookupError("no")

        with pytest.raises(LookupError):
            await known.write(torn)
        assert await known.look(title, "title", ("club",)) == before and database.reads == 2


async def test_what_another_process_writes_is_seen_a_little_later(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(lookups, "monotonic", lambda: now)
    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, _):
        before = await known.look(title, "title", ("club",))
        await room.store.database.write(sets("UPDATE club SET title = 'Beside'"))
        assert await known.look(title, "title", ("club",)) == before
        now += LASTS
        assert await known.look(title, "title", ("club",)) == "Beside"


async def test_it_is_not_remembered_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookups, "KEPT", 3)
    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, database):
        for key in (1, 2, 3, 1, 4, 1, 2):             # 2 has to go when 4 comes
            await known.look(title, key, ("club",))
        assert database.reads == 5


async def test_what_nobody_asks_for_any_more_does_not_stay_in_memory(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(lookups, "monotonic", lambda: now)
    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, _):
        for key in (1, 2, 3):
            await known.look(title, key, ("club",))
        now += LASTS / 2
        await known.look(title, 4, ("club",))
        assert len(known._found) == 4
        now += LASTS / 2
        await known.look(title, 5, ("club",))
        assert [*known._found] == [4, 5]


async def test_what_takes_long_to_look_up_is_as_old_as_when_it_was_asked_for(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(lookups, "monotonic", lambda: now)

    def slow() -> Steps[str]:
        nonlocal now
        found = yield from title()
        now += LASTS / 2
        return found

    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, _):
        await known.look(slow, "title", ("club",))
        await room.store.database.write(sets("UPDATE club SET title = 'Beside'"))
        now += LASTS / 2
        assert await known.look(title, "title", ("club",)) == "Beside"


async def test_what_is_made_of_lookups_is_as_old_as_the_oldest_of_them(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(lookups, "monotonic", lambda: now)
    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, _):
        async def made() -> list[str]:
            return await asyncio.gather(*(known.look(title, key, ("club",)) for key in ("old", "new")))

        before = await known.look(title, "old", ("club",))
        await room.store.database.write(sets("UPDATE club SET title = 'Beside'"))
        now += LASTS / 2
        assert await known.made(made, "made", ("club",)) == [before, "Beside"]
        now += LASTS / 2
        assert await known.made(made, "made", ("club",)) == ["Beside", "Beside"]


async def test_a_statement_of_an_unusual_kind_makes_everything_old(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, counted(room) as (known, database):
        await known.look(title, "title", ("club",))
        await known.write(sets("WITH new (title) AS (SELECT 'New') UPDATE club SET title = (SELECT title FROM new)"))
        assert await known.look(title, "title", ("club",)) == "New" and database.reads == 2
        await known.write(sets("SELECT title FROM club"))
        assert await known.look(title, "title", ("club",)) == "New" and database.reads == 2


async def test_every_lookup_names_the_tables_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the tournament's line, which changes with every fact: its club and its end never do alone."""
    looked: dict[str, tuple[set[str], set[str]]] = {}
    asking = ContextVar[tuple[set[str], ...]]("asking", default=())
    made, read = Lookups.made, Lookups.read

    async def remembered(self: Lookups, make: Any, key: Any, tables: Collection[str]) -> Any:
        found, _ = looked.setdefault(str(key[0]), (set(), set(tables)))
        token = asking.set((*asking.get(), found))
        try:
            return await made(self, make, key, tables)
        finally:
            asking.reset(token)

    async def watched(self: Lookups, work: Work[Any]) -> Any:
        askers = asking.get()

        def steps() -> Steps[Any]:
            inner, rows = work(), None
            while True:
                try:
                    statement = next(inner) if rows is None else inner.send(rows)
                except StopIteration as end:
                    return end.value
                for one in askers:
                    one.update(re.findall(r"(?:FROM|JOIN) (\w+)", statement.text))
                rows = yield statement

        return await read(self, steps)

    monkeypatch.setattr(Lookups, "made", remembered)
    monkeypatch.setattr(Lookups, "read", watched)
    async with hall(url(tmp_path / "club.db"), rounds=1) as room:
        store, t = room.store, await room.posts_round()
        club = await store.clubs.club(1)
        assert club is not None
        await store.clubs.club_of_chat(club.chat)
        await store.clubs.administrators(1)
        await store.members.members(1)
        await store.members.memberships(1)
        await store.people.persons([1, 2])
        await store.leaderboards.met(t)
        await store.seasons.counting(room.code)
        await room.does(Finished())
        await Surroundings(store, Time(), "club_bot").picture(room.code)
    assert {*looked} == {"club", "administrators", "member", "persons", "home", "changes", "met", "counting", "remarks"}
    for key, (found, named) in looked.items():
        assert found and found - named <= {"tournament", "pair"}, key        # pairs are what is asked about
