"""A database that can not be used: is it said in words at the start?"""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import storage
from storage.__main__ import main
from storage.backup import backup
from storage.database import Down, Steps, ask
from storage.sqlite import _prepare as prepared
from storage.sqlite import on_file
from tests.evening import ROOT
from tests.memory import behind, hall

PAGE = 4096


async def played(path: Path) -> None:
    async with hall(f"sqlite:///{path}", 12) as room:
        await room.posts_round()


def spoil(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def refused(url: str) -> str:
    """What the bot says when it does not start."""
    done = subprocess.run([sys.executable, "-m", "bot"], cwd=ROOT, text=True, capture_output=True, timeout=60,
                          env={"BOT_TOKEN": "1:x", "BOT_API_URL": "http://127.0.0.1:9/bot", "DATABASE_URL": url})
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    return done.stderr


async def test_a_file_that_is_no_database_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.write_bytes(b"shopping list\n" * 1000)
    assert f"DATABASE_URL: {path}: file is not a database" in refused(f"sqlite:///{path}")
    assert path.read_bytes() == b"shopping list\n" * 1000


async def test_a_damaged_file_is_found_out_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    await played(path)
    spoil(path, path.stat().st_size // PAGE // 2 * PAGE, b"\xff" * PAGE)
    assert f"DATABASE_URL: {path}: " in refused(f"sqlite:///{path}")
    with pytest.raises(storage.StorageError, match=r"damaged|malformed"):
        async with storage.open(f"sqlite:///{path}"):
            pass


async def test_damage_where_nobody_looks_at_the_start_is_found_out_then_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    await played(path)
    with closing(sqlite3.connect(path)) as db:
        (page,), = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'dialogue'")
    spoil(path, (page - 1) * PAGE, b"\xff" * PAGE)
    said = refused(f"sqlite:///{path}")
    assert f"DATABASE_URL: {path}: " in said and "put a copy in its place" in said
    copy = tmp_path / "copy.db"
    copy.write_text("the last good one")
    with pytest.raises(storage.StorageError, match=r"club\.db (is not sound|can not be copied)"):
        backup(path, copy)
    assert copy.read_text() == "the last good one" and len(list(tmp_path.glob("copy*"))) == 1


async def test_a_file_that_can_only_be_read_is_named_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    await played(path)
    spoil(path, 18, b"\x03\x03")                  # of a format that this SQLite may read at most: root may write anything
    assert f"DATABASE_URL: {path}: " in refused(f"sqlite:///{path}")


async def test_a_file_that_somebody_else_owns_is_found_out_although_it_can_be_locked(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    await played(path)
    with (closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)) as connection,
          pytest.raises(sqlite3.OperationalError, match="readonly")):
        prepared(connection)


async def test_a_place_where_nothing_can_be_written_is_named() -> None:
    assert "DATABASE_URL: /proc/club.db can not be written: " in refused("sqlite:////proc/club.db")


async def test_a_mistake_in_a_statement_is_no_failure_of_the_disk(tmp_path: Path) -> None:
    def mistaken() -> storage.database.Steps[None]:
        yield ask("SELECT one FROM nowhere")

    async with on_file(str(tmp_path / "club.db")) as db:
        with pytest.raises(Exception, match="nowhere") as caught:
            await db.read(mistaken)
        assert not isinstance(caught.value, Down)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_READONLY,
                                  sqlite3.SQLITE_BUSY, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_NOMEM])
async def test_what_the_disk_does_in_the_middle_of_a_work_is_tried_again_and_not_set_aside(tmp_path: Path, code: int) -> None:
    """An update whose handler raises anything but `Down` is set aside."""
    error = sqlite3.OperationalError("made up")
    error.sqlite_errorcode = code

    def work() -> Steps[None]:
        yield ask("CREATE TABLE t (x INTEGER)")
        raise error

    async with on_file(str(tmp_path / "club.db")) as database:
        with pytest.raises(Down):
            await database.write(work)


@pytest.mark.parametrize(("statement", "said"), [
    ("UPDATE fact SET at = '2026-11-05T19:00:00' WHERE seq = 4", " 4: a time without zone"),
    ("UPDATE fact SET cause = '' WHERE seq = 4", " 4: no cause"),
    ("UPDATE fact SET by_member = 0 WHERE seq = 4", " 4: of member 0 as PERSON"),
    (f"UPDATE fact SET body = '{'[' * 5000}' WHERE seq = 4", ": a fact can not be read (Joined: not JSON"),
    ("UPDATE tournament SET stage = 'tea'", ": its line differs from its facts"),
    ("UPDATE tournament SET due_at = 'soon'", ": its line differs from its facts"),
    ("DELETE FROM club", "tournament: 1 of a club that is not there (club)"),
    ("DELETE FROM member", " is not in the club"),
    ("UPDATE member SET same_as = 77 WHERE id = 2", "member: 1 of a member that is not there (same_as)"),
    ("DELETE FROM person WHERE id = (SELECT person FROM member WHERE id = 2)", "member: 1 of a person that is not there (person)"),
    ("INSERT INTO regular VALUES (7, 2)", "regular: 1 of a series that is not there (series)"),
    ("DELETE FROM lease", "lease: the number of the program's lives is not there"),
    ("UPDATE club SET zone = 'Europe/../Nowhere'", "club 1: its zone can not be read"),
    ("UPDATE club SET defaults = '[1]'", "club 1: its defaults can not be read"),
    ("INSERT INTO post (owner, key, chat, digest, state, claimed_at, epoch) VALUES ('club:1', 'hello', 1, '', 'claimed', 'then', 1)",
     "post hello of club:1: its time can not be read"),
    ("INSERT INTO post (owner, key, chat, digest, state, message, claimed_at, epoch)"
     " VALUES ('club:1', 'hello', 1, '', 'lost', 5, '2026-12-03', 1)", "post hello of club:1 is lost without a message"),
    ("UPDATE fact SET kind = 'Begun', body = '{}' WHERE seq = 1", " 1: does not fit what was before"),
    ("DELETE FROM tournament", ": facts without a tournament"),
])
def test_what_was_changed_by_hand_is_found_and_named(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, said: str) -> None:
    path = tmp_path / "club.db"
    asyncio.run(played(path))
    assert main(["check"], f"sqlite:///{path}") == 0
    behind(f"sqlite:///{path}", statement)
    assert main(["check"], f"sqlite:///{path}") == 1
    assert said in capsys.readouterr().out
    if "line differs" in said:
        assert main(["rebuild"], f"sqlite:///{path}") == 0 == main(["check"], f"sqlite:///{path}")


@pytest.mark.parametrize("statement", [
    "UPDATE fact SET kind = 'Begun', body = '{}' WHERE seq = 1", "UPDATE fact SET body = 'odd' WHERE seq = 2"])
def test_facts_of_which_nothing_can_be_made_again_are_named(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str) -> None:
    path = tmp_path / "club.db"
    asyncio.run(played(path))
    behind(f"sqlite:///{path}", statement)
    assert main(["rebuild"], f"sqlite:///{path}") == 3
    assert ": its facts can not be told (" in capsys.readouterr().err
