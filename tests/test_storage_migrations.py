"""Does an empty database become the one this release knows, once, and only whole steps at a time?"""

import asyncio
import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import aiosqlite
import pytest

import storage
from engine import due, judging
from engine.facts import Finished, Joined
from engine.model import CLOCK, Actor, MemberId, Result, Role, Stage, Tournament
from engine.standings import standings
from storage import audit, database, migrations, sqlite
from storage.__main__ import main
from storage.address import path_of
from tests.memory import behind, hall, url
from tests.table import START

DATA = Path(__file__).parent / "data"


async def test_from_empty_and_twice(tmp_path: Path) -> None:
    async with sqlite.on_file(str(tmp_path / "club.db")) as db:
        assert await migrations.migrate(db) == list(migrations.known())
        assert await migrations.migrate(db) == []


def test_numbers_begin_at_one_without_gaps() -> None:
    assert list(migrations.known()) == list(range(1, len(migrations.known()) + 1))


def test_no_two_steps_have_one_number() -> None:
    folder = Path(migrations.__file__).parent
    assert len(list(folder.glob("*.sql"))) == len(migrations.known()), "one of two would be lost in silence"


async def test_a_step_that_fails_leaves_nothing_and_is_tried_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = migrations.known()
    broken = {1: [*real[1], "CREATE TABLE half (a INTEGER)", "CREATE TABLE half (a INTEGER)"]}
    async with sqlite.on_file(str(tmp_path / "club.db")) as db:
        monkeypatch.setattr(migrations, "known", lambda: broken)
        with pytest.raises(sqlite3.OperationalError, match="half"):
            await migrations.migrate(db)
        monkeypatch.setattr(migrations, "known", lambda: real)
        assert await migrations.migrate(db) == list(real)


async def first_release(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory as the first release left it."""
    first = {1: migrations.known()[1]}
    with monkeypatch.context() as then:
        then.setattr(migrations, "known", lambda: first)
        async with storage.connected(where) as db:
            assert await migrations.migrate(db) == [1]
    text = re.sub(r"^--.*\n", "", (DATA / "first_release.sql").read_text("utf-8"), flags=re.MULTILINE)
    behind(where, *text.strip().removesuffix(";").split(";\n"))


async def plays_on(store: storage.Store) -> Tournament:
    """The event that was running goes on to its end: draws everywhere, the second round is the last."""
    row, = [row for row in await store.ledger.running() if row.stage is Stage.PLAYING]
    judge = Actor(MemberId(1), Role.CHIEF, "private")
    t = await store.ledger.tournament(row.code)
    assert t.rounds[0].games[0].reports, "what was reported is known"
    for game in t.rounds[0].games:
        ruled = partial(judging.rule, who=judge, round=1, player=game.white,
                        result=Result.DRAW)
        t = (await store.ledger.record(row.code, ruled, judge, f"tap:{game.board}", START)).tournament
    draws = partial(due.tick, now=START + timedelta(days=30), fresh_seed="0" * 32, keys={})
    t = (await store.ledger.record(row.code, draws, CLOCK, "clock:1", START, thread=True)).tournament
    assert t.draft is not None
    return (await store.ledger.record(row.code, lambda t: [Finished(early=True)], judge, "tap:end", START)).tournament


@pytest.mark.usefixtures("databases")
async def test_a_memory_of_the_first_release_is_brought_up_and_goes_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = url(tmp_path / "club.db")
    await first_release(where, monkeypatch)
    async with storage.open(where) as store:
        assert await audit.check(store.database) == []
        rated = await store.leaderboards.history(1)
        assert {change.title for change in rated} == {"Thursday"} and len(rated) == 5, "told again for ratings"
        t = await plays_on(store)
        assert t.stage is Stage.FINISHED and standings(t)
        assert {change.title for change in await store.leaderboards.history(1)} == {"Thursday", "Next week"}
        assert await audit.check(store.database) == [] == await audit.rebuild(store.database)


async def test_an_upgrade_can_be_tried_on_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, copy = tmp_path / "club.db", tmp_path / "copy.db"
    await first_release(url(old), monkeypatch)
    assert await asyncio.to_thread(main, ["backup", str(copy)], url(old)) == 0
    assert await asyncio.to_thread(main, ["check"], url(copy)) == 0
    for path, newest in ((old, 1), (copy, max(migrations.known()))):
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT MAX(number) FROM migration").fetchone() == (newest,)


@pytest.mark.usefixtures("databases")
async def test_the_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")):
        pass
    behind(url(tmp_path / "club.db"), "INSERT INTO migration (number) VALUES (9999)")
    with pytest.raises(storage.StorageError, match="newer release"):
        async with storage.open(url(tmp_path / "club.db")):
            pass


async def test_the_file_is_kept_as_promised(tmp_path: Path) -> None:
    asked = {}

    def look():
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            asked[pragma] = (yield database.ask(f"PRAGMA {pragma}"))[0][0]

    async with sqlite.on_file(str(tmp_path / "club.db")) as db:
        await db.write(look)
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30000}


async def test_a_sqlite_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(storage.StorageError, match=r"3\.35 or newer"):
        async with storage.open("sqlite:///:memory:"):
            pass


def test_the_private_call_that_one_adapter_uses_is_there() -> None:
    assert aiosqlite.__version__ == "0.22.1"
    assert callable(aiosqlite.Connection._execute)
    assert isinstance(aiosqlite.Connection._conn, property)


@pytest.mark.parametrize("bad", ["club.db", "mysql://x", "sqlite:///", "sqlite://club.db", ""])
def test_an_address_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(storage.StorageError, match="sqlite:///FILE"):
        path_of(bad)


async def test_a_reader_sees_one_moment_while_somebody_writes(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, storage.open(url(tmp_path / "club.db")) as other:
        seen = await other.database.read(lambda: storage.entries.entries_after(room.code, 0))
        await room.does(Joined(room.players[0].member))
        assert len(seen) == 1
        assert len(await other.ledger.entries(room.code)) == 2
