"""Do those who wait share a transaction, and still stand each for himself?"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from storage import sqlite, transaction
from storage.database import Down, Steps, Work, ask
from storage.sqlite import TOGETHER, Sqlite, on_file


@asynccontextmanager
async def notebook(path: Path) -> AsyncIterator[tuple[Sqlite, list[str]]]:
    """A file with an empty table, and what is said to its writing connection."""
    async with on_file(str(path / "notes.db")) as db:
        said: list[str] = []
        await db.write(lambda: made())
        await db._writer.set_trace_callback(said.append)
        yield db, said


def made() -> Steps[None]:
    yield ask("CREATE TABLE note (number INTEGER NOT NULL PRIMARY KEY, body TEXT NOT NULL DEFAULT '')")


def notes(number: int) -> Work[int]:
    def work() -> Steps[int]:
        yield ask("INSERT INTO note (number) VALUES (?)", number)
        ((count,),) = yield ask("SELECT COUNT(*) FROM note")
        return int(count)
    return work


def fails(number: int) -> Work[int]:
    def work() -> Steps[int]:
        yield ask("INSERT INTO note (number) VALUES (?)", number)
        raise LookupError(f"{number} would rather not")
    return work


def numbers() -> Steps[list[int]]:
    return [number for (number,) in (yield ask("SELECT number FROM note ORDER BY number"))]


@asynccontextmanager
async def busy(db: Sqlite) -> AsyncIterator[None]:
    """The connection is at work for the block: whoever comes has to wait."""
    begun, go_on = threading.Event(), threading.Event()

    def work() -> Steps[None]:
        yield ask("SELECT 1")
        begun.set()
        assert go_on.wait(20)

    task = asyncio.create_task(db.write(work))
    assert await asyncio.to_thread(begun.wait, 20)
    yield
    go_on.set()
    await task


async def test_those_who_wait_share_one_commit_and_see_each_other_in_the_order_they_came(tmp_path: Path) -> None:
    async with notebook(tmp_path) as (db, said):
        async with busy(db):
            tasks = [asyncio.create_task(db.write(notes(n))) for n in range(20)]
            await asyncio.sleep(0)
            said.clear()
        assert await asyncio.gather(*tasks) == [*range(1, 21)]
        assert said.count("COMMIT") == 2, "the one who kept them waiting, and all of them"


async def test_more_than_may_share_one_go_in_several(tmp_path: Path) -> None:
    async with notebook(tmp_path) as (db, said):
        async with busy(db):
            tasks = [asyncio.create_task(db.write(notes(n))) for n in range(2 * TOGETHER + 1)]
            await asyncio.sleep(0)
            said.clear()
        assert await asyncio.gather(*tasks) == [*range(1, 2 * TOGETHER + 2)]
        assert said.count("COMMIT") == 4


async def test_who_fails_takes_back_his_own_and_nobody_elses(tmp_path: Path) -> None:
    async with notebook(tmp_path) as (db, _):
        async with busy(db):
            tasks = [asyncio.create_task(db.write((fails if n in (0, 3, 9) else notes)(n))) for n in range(10)]
            tasks.append(asyncio.create_task(db.write(notes(1))))            # which is there already
            await asyncio.sleep(0)
        *found, twice = await asyncio.gather(*tasks, return_exceptions=True)
        assert [n for n, one in enumerate(found) if isinstance(one, LookupError)] == [0, 3, 9]
        assert "UNIQUE" in str(twice)
        assert await db.read(numbers) == [1, 2, 4, 5, 6, 7, 8]


async def test_a_full_disk_leaves_nothing_of_any_of_them_and_all_of_them_hear_it(tmp_path: Path) -> None:
    def writes_much(number: int) -> Work[None]:
        def work() -> Steps[None]:
            yield ask("INSERT INTO note VALUES (?, ?)", number, "much " * 20_000)
        return work

    async with notebook(tmp_path) as (db, _):
        await db._writer.execute("PRAGMA max_page_count = 16")
        async with busy(db):
            tasks: list[asyncio.Task[object]] = [asyncio.create_task(db.write(notes(1)))]
            tasks += [asyncio.create_task(db.write(writes_much(2))), asyncio.create_task(db.write(notes(3)))]
            await asyncio.sleep(0)
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(one) for one in found] == [Down] * 3
        assert await db.read(numbers) == []
        assert await db.write(notes(1)) == 1, "and it goes on"


async def test_when_the_database_gives_the_transaction_up_all_may_try_again(tmp_path: Path) -> None:
    """As it does when there is no memory: nobody is told that his work was wrong."""
    def gives_up() -> Steps[None]:
        yield ask("ROLLBACK")
        raise MemoryError

    async with notebook(tmp_path) as (db, _):
        async with busy(db):
            tasks = [asyncio.create_task(db.write(work)) for work in (notes(1), gives_up, notes(3))]
            await asyncio.sleep(0)
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(one) for one in found] == [Down] * 3
        assert await db.read(numbers) == []


async def test_what_was_erased_is_gone_from_the_files_as_soon_as_nobody_reads_them(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup or a replicator keeps nobody waiting, and keeps nothing from being erased for good."""
    monkeypatch.setattr(sqlite, "SCRUB_SECONDS", 0.0)
    monkeypatch.setattr(sqlite, "SCRUB_AGAIN", 0.0)

    def says(statement: str) -> Work[None]:
        def work() -> Steps[None]:
            yield ask(statement)
        return work

    def found() -> list[str]:
        return [file.name for file in tmp_path.iterdir() if b"Zebulon" in file.read_bytes()]

    async with notebook(tmp_path) as (db, said):
        await db.write(says("INSERT INTO note VALUES (1, 'Zebulon')"))
        with closing(sqlite3.connect(tmp_path / "notes.db", isolation_level=None)) as replicator:
            replicator.execute("BEGIN")
            replicator.execute("SELECT * FROM note").fetchall()
            await db.write(says("DELETE FROM note"))
            await db.scrub()
            await db.write(says("INSERT INTO note VALUES (2, '')"))
            assert found(), "it is still read"
        await db.write(says("INSERT INTO note VALUES (3, '')"))
        assert not found()
        said.clear()
        await db.write(says("INSERT INTO note VALUES (4, '')"))
        assert not [line for line in said if "PRAGMA" in line], "once is enough"


async def test_who_goes_away_while_he_waits_has_waited_to_the_end(tmp_path: Path) -> None:
    async with notebook(tmp_path) as (db, _):
        async with busy(db):
            task = asyncio.create_task(db.write(notes(1)))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.sleep(0)
            assert not task.done()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await db.read(numbers) == [1]


async def test_who_is_told_twice_to_go_has_waited_to_the_end_all_the_same(tmp_path: Path) -> None:
    async with notebook(tmp_path) as (db, _):
        async with busy(db):
            task = asyncio.create_task(db.write(notes(1)))
            for _ in range(3):
                await asyncio.sleep(0)
                task.cancel()
            await asyncio.sleep(0)
            assert not task.done()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await db.read(numbers) == [1]


async def test_what_is_no_common_error_is_his_who_raised_it_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    class Odd(BaseException):
        pass

    def odd() -> Steps[None]:
        yield ask("INSERT INTO note (number) VALUES (2)")
        raise Odd

    async with notebook(tmp_path) as (db, _), asyncio.timeout(20):
        async with busy(db):
            tasks = [asyncio.create_task(db.write(work)) for work in (notes(1), odd, notes(3))]
            await asyncio.sleep(0)
        one, two, three = await asyncio.gather(*tasks, return_exceptions=True)
        assert (one, type(two), three) == (1, Odd, 2)
        assert await db.read(numbers) == [1, 3]


async def test_when_all_are_sent_away_nobody_waits_for_ever(tmp_path: Path) -> None:
    """So ends `asyncio.run` for those who are still there: all tasks are cancelled, the serving one too."""
    async with notebook(tmp_path) as (db, _), asyncio.timeout(20):
        before = asyncio.all_tasks()
        try:
            async with busy(db):
                first = asyncio.create_task(db.write(notes(1)))
                await asyncio.sleep(0)
                for task in asyncio.all_tasks() - before:
                    task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await first
        except asyncio.CancelledError:
            pass
        assert await db.write(notes(2)) >= 1, "and whoever comes later is served"


async def test_a_transaction_that_has_lasted_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(transaction, "monotonic", lambda: now)

    def slow(number: int) -> Work[int]:
        def work() -> Steps[int]:
            nonlocal now
            found = yield from notes(number)()
            now += transaction.WHILE / 2
            return found
        return work

    async with notebook(tmp_path) as (db, said):
        async with busy(db):
            tasks = [asyncio.create_task(db.write(slow(n))) for n in range(6)]
            await asyncio.sleep(0)
            said.clear()
        assert await asyncio.gather(*tasks) == [*range(1, 7)]
        assert said.count("COMMIT") == 4, "the one who kept them waiting, and two at a time"
