"""Does an empty database become the one this release knows, once, and only whole steps at a time?"""

import sqlite3
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

import storage
from engine.facts import Joined
from storage import database, migrations
from tests.memory import hall, url


async def test_from_empty_and_twice(tmp_path: Path) -> None:
    async with database.sqlite(str(tmp_path / "club.db")) as db:
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
    async with database.sqlite(str(tmp_path / "club.db")) as db:
        monkeypatch.setattr(migrations, "known", lambda: broken)
        with pytest.raises(sqlite3.OperationalError, match="half"):
            await migrations.migrate(db)
        monkeypatch.setattr(migrations, "known", lambda: real)
        assert await migrations.migrate(db) == list(real)


async def test_the_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")):
        pass
    with closing(sqlite3.connect(tmp_path / "club.db")) as db:
        db.execute("INSERT INTO migration (number) VALUES (9999)")
        db.commit()
    with pytest.raises(storage.StorageError, match="newer release"):
        async with storage.open(url(tmp_path / "club.db")):
            pass


async def test_the_file_is_kept_as_promised(tmp_path: Path) -> None:
    asked = {}

    def look():
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            asked[pragma] = (yield database.ask(f"PRAGMA {pragma}"))[0][0]

    async with database.sqlite(str(tmp_path / "club.db")) as db:
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
        storage.path_of(bad)


async def test_a_reader_sees_one_moment_while_somebody_writes(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, storage.open(url(tmp_path / "club.db")) as other:
        seen = await other.database.read(lambda: storage.entries.entries_after(room.code, 0))
        await room.does(Joined(room.players[0].member))
        assert len(seen) == 1
        assert len(await other.ledger.entries(room.code)) == 2
