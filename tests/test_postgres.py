"""Is a server as good a memory as a file: nothing half written, nothing lost while it is away?"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import asyncpg
import pytest

import storage
from engine.facts import Joined, Reported
from storage.__main__ import main
from storage.address import shown
from storage.database import Steps, ask
from storage.postgres import _spoken
from tests import server
from tests.evening import Evening
from tests.memory import failing, hall, url

pytestmark = pytest.mark.usefixtures("postgres")


@pytest.fixture
def own() -> Iterator[server.Server]:
    """A server that can be stopped without disturbing anybody."""
    found = server.Server(server.shared().folder / "own")
    found.make()
    yield found
    found.remove()


def test_statements_as_the_server_wants_them() -> None:
    assert _spoken("SELECT ? FROM a WHERE b = ? AND c = ?") == "SELECT $1 FROM a WHERE b = $2 AND c = $3"
    assert _spoken("CREATE TABLE a (b TEXT NOT NULL)") == 'CREATE TABLE a (b TEXT COLLATE "C" NOT NULL)'
    assert _spoken("INSERT INTO a (text) VALUES ('TEXT')") == "INSERT INTO a (text) VALUES ('TEXT')"


async def test_texts_sort_by_their_characters_as_in_a_file(tmp_path: Path) -> None:
    def work() -> Steps[dict[str, int]]:
        return dict((yield ask("SELECT collation_name, COUNT(*) FROM information_schema.columns"
                               " WHERE table_schema = current_schema() AND data_type = 'text' GROUP BY 1")))

    async with hall(url(tmp_path / "club.db"), 0) as room:
        found = await room.store.database.read(work)
    assert set(found) == {"C"} and found["C"] > 40


async def test_all_who_write_stand_in_one_queue_and_nobody_has_to_try_again(tmp_path: Path) -> None:
    """Each reads before it writes, two replicas do forty at once: each sees what the one before has written."""
    async with hall(url(tmp_path / "club.db")) as room, storage.open(url(tmp_path / "club.db")) as other:
        seen: list[int] = []

        def work() -> Steps[int]:
            ((count,),) = yield ask("SELECT COUNT(*) FROM club")
            seen.append(count)
            yield ask("INSERT INTO club (id, chat, title, language, zone, defaults)"
                      " SELECT MAX(id) + 1, ?, '', 'en', 'UTC', '{}' FROM club", -count)
            return int(count)

        found = await asyncio.gather(*(store.database.write(work) for store in (room.store, other) * 20))
        assert sorted(found) == [*range(1, 41)] == seen


async def test_work_that_breaks_a_rule_of_the_database_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room:
        def work() -> Steps[None]:
            yield ask("UPDATE club SET title = 'spoilt'")
            yield ask("INSERT INTO club (id, chat, title, language, zone, defaults) SELECT id, chat, '', '', '', ''"
                      " FROM club")

        with pytest.raises(asyncpg.UniqueViolationError):
            await room.store.database.write(work)
        club = await room.store.clubs.club(1)
        assert club is not None and club.title != "spoilt"


@pytest.mark.parametrize("state", ["53100", "53200", "58030", "XX001", "XX002"])
async def test_a_server_whose_disk_or_memory_fails_is_away(tmp_path: Path, state: str) -> None:
    """Full, no memory, an error of the disk, a damaged table, a damaged index: worth trying again, as with a file."""
    async with hall(url(tmp_path / "club.db")) as room:
        for call in (room.store.database.read, room.store.database.write):
            with pytest.raises(storage.Down, match="the disk has failed"):
                await call(partial(failing, state))


async def test_a_connection_that_was_cut_between_two_transactions_is_not_noticed(own: server.Server) -> None:
    where = own.fresh()
    async with hall(where) as room:
        own.stop()
        with pytest.raises(storage.Down, match="does not answer"):
            await room.does(Joined(room.players[0].member), cause="tap:1")
        with pytest.raises(storage.Down):
            await room.ledger.entries(room.code)
        own.start()
        assert not (await room.does(Joined(room.players[0].member), cause="tap:1")).repeated
        server.asks(where, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert len((await room.does(Joined(room.players[1].member), cause="tap:2")).entries) == 1
        assert len(await room.ledger.entries(room.code)) == 3


async def test_a_connection_that_is_cut_in_the_middle_of_a_work_leaves_nothing_of_it(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room:
        cuts = 2

        def work() -> Steps[int]:
            nonlocal cuts
            yield ask("UPDATE club SET title = title || '!'")
            if cuts:
                cuts -= 1
                yield ask("SELECT pg_terminate_backend(pg_backend_pid())")
            return cuts

        assert await room.store.database.write(work) == 0
        club = await room.store.clubs.club(1)
        assert club is not None and club.title == "Клуб «Ладья»!", "not once"


async def test_while_the_server_is_away_nothing_is_thanked_for_and_then_nothing_is_lost(
        own: server.Server, caplog: pytest.LogCaptureFixture) -> None:
    async with Evening(4, speed=20, where=own.fresh()) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        white = await evening.person(game.white)
        own.stop()
        tap = white.tap(post, "I won")
        await evening.sandbox.until(lambda: "no receipt" in caplog.text or "does not answer" in caplog.text, 20)
        await asyncio.sleep(1)
        assert not tap.query.answer.done(), "thanked for what is not on disk"
        own.start()
        assert (await tap.toast(40)).text.startswith(f"Reported: {white.name} won")
        assert (await (await evening.person(game.black)).taps(post, "I lost")).text.startswith("Settled")
        await evening.rests()
        entries = await evening.store.ledger.entries((await evening.row()).code)
        assert sum(isinstance(e.fact, Reported) for e in entries) == 2
        assert "set aside" not in caplog.text


# python -m storage

def test_who_looks_for_a_database_makes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = url(tmp_path / "no.db")
    for command in (["check"], ["export", "KX4T"], ["rebuild"], ["forget", "1"]):
        assert main(command, where) == 3
        assert "there is no such database" in capsys.readouterr().err
    assert main(["migrate"], where) == 0 and main(["check"], where) == 0
    assert capsys.readouterr().out == "fine; tournaments: 0\n"


def test_a_backup_is_left_to_the_program_that_can_make_one(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = url(tmp_path / "club.db")
    assert main(["migrate"], where) == 0
    assert main(["backup", str(tmp_path / "copy")], where) == 3
    assert "pg_dump" in capsys.readouterr().err and not (tmp_path / "copy").exists()


def test_no_password_is_ever_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown("postgresql://club:se/cr@et@db.example:5433/club?ssl=1") == "postgresql://db.example:5433/club"
    assert shown("postgresql://club:se?cr@et@db.example/club") == "postgresql://db.example/club"
    for wrong in (f"postgresql://club:secret@/nowhere?host={server.shared().folder}",
                  "postgresql://club:secret@/club?host=/nowhere", "postgresql://club:secret@[::1/club", "postgresql://club:secret/@db/club",
                  "postgresql://club:secret?@db/club", "postgresql://club:secret"):
        assert main(["check"], wrong) == 3
        told = capsys.readouterr().err
        assert told and "secret" not in told and "Traceback" not in told


def test_an_old_server_and_a_missing_driver_are_named(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    where = url(tmp_path / "club.db")
    monkeypatch.setattr("storage.postgres.OLDEST", 1000)
    assert main(["migrate"], where) == 3 and "is too old: 1000 or newer" in capsys.readouterr().err
    monkeypatch.delitem(sys.modules, "storage.postgres")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert main(["migrate"], where) == 3 and "pip install -e '.[postgres]'" in capsys.readouterr().err
