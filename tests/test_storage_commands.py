"""Does `python -m storage` do what it says, with the exit codes it says, also while the bot is running?"""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import storage
from engine.facts import Joined, Left
from storage import audit, leases
from storage.__main__ import main
from storage.backup import backup
from tests.memory import behind, hall, url


def run(path: Path, *arguments: str) -> int:
    return main(list(arguments), url(path))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A database with a posted round in it."""
    async def fill() -> None:
        async with hall(url(tmp_path / "club.db")) as room:
            await room.posts_round()

    asyncio.run(fill())
    return tmp_path / "club.db"


def code_in(path: Path) -> str:
    async def look() -> str:
        async with storage.open(url(path)) as store:
            row, = await store.ledger.running()
            return row.code

    return asyncio.run(look())


@pytest.mark.usefixtures("databases")
def test_export_and_import_by_file(club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = code_in(club)
    assert run(club, "export", code.lower()) == 0
    (tmp_path / "t.jsonl").write_text(capsys.readouterr().out, "utf-8")
    for _ in range(2):
        assert run(tmp_path / "new.db", "import", str(tmp_path / "t.jsonl"), "--club", "-42") == 0
        assert capsys.readouterr().out == f"{code}\n"
    assert run(tmp_path / "new.db", "check") == 0
    assert run(tmp_path / "new.db", "export", "ZZZZ") == 1
    assert capsys.readouterr().err == "no tournament ZZZZ\n"


@pytest.mark.usefixtures("databases")
def test_a_bad_file_is_named_with_its_line(club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.jsonl").write_text("{}\n")
    assert run(club, "import", str(tmp_path / "t.jsonl")) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"{tmp_path / 't.jsonl'}: line 1: not a header")
    assert run(club, "import", str(tmp_path / "missing")) == 3
    (tmp_path / "t.jsonl").write_bytes(b"\xff\xfe")
    assert run(club, "import", str(tmp_path / "t.jsonl")) == 3


@pytest.mark.usefixtures("databases")
def test_check_and_rebuild(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(club, "check") == 0 and capsys.readouterr().out == "fine; tournaments: 1\n"
    behind(url(club), "UPDATE tournament SET version = 3")
    assert run(club, "check") == 1
    assert "differs from its facts" in capsys.readouterr().out
    assert run(club, "rebuild") == 0 and run(club, "check") == 0


@pytest.mark.usefixtures("databases")
def test_forget(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(club, "forget", "9001") == 0
    assert run(club, "forget", "9001") == 1
    capsys.readouterr()
    run(club, "export", code_in(club))
    assert "Player 1" not in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["fly"], ["export"], ["import", "f", "--club", "x"]])
def test_wrong_use_is_two(club: Path, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(club, *arguments)
    assert left.value.code == 2


def test_no_database_is_made_by_looking_for_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["check"], ["backup"], ["export", "KX4T"], ["rebuild"], ["forget", "1"]):
        assert run(tmp_path / "no.db", *command) == 3
        assert "there is no such database" in capsys.readouterr().err
    assert not (tmp_path / "no.db").exists()
    assert run(tmp_path / "no.db", "migrate") == 0 and (tmp_path / "no.db").exists()
    assert main(["check"], "mysql://somewhere") == 3
    (tmp_path / "text.db").write_text("this is no database at all, only text " * 200)
    assert run(tmp_path / "text.db", "check") == 3


@pytest.mark.usefixtures("databases")
def test_as_a_program(club: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "storage", "check"], env={"DATABASE_URL": url(club)}, timeout=60,
                          cwd=Path(__file__).parent.parent)
    assert done.returncode == 0


async def test_a_backup_made_during_writes_is_one_moment(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with hall(url(tmp_path / "club.db")) as room:
        going = True

        async def writes() -> int:
            count = 0
            while going:
                await room.does(Joined(room.judge.member), Left(room.judge.member))
                count += 1
            return count

        writing = asyncio.ensure_future(writes())
        versions = []
        for _ in range(5):
            await asyncio.to_thread(backup, tmp_path / "club.db", copy)
            async with storage.open(url(copy)) as then:
                assert await audit.check(then.database) == []
                versions.append((await then.ledger.row(room.code)).version)
            await asyncio.sleep(0)
        going = False
        assert versions == sorted(versions) and versions[-1] > versions[0]
        assert all(version % 2 == 1 for version in versions)
        written = await writing
        assert (await room.ledger.row(room.code)).version == 1 + 2 * written


def test_a_copy_that_can_not_be_made_names_both_files(
        club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("no database " * 1000)
    for source, to in ((club, tmp_path / "nowhere" / "copy.db"), (tmp_path / "text", tmp_path / "copy.db")):
        assert run(source, "backup", str(to)) == 3
        assert f"{source} can not be copied to {to}: " in capsys.readouterr().err and not to.exists()


def test_a_backup_does_not_replace_the_database(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(club, "backup", str(club)) == 3
    club.with_name("club.db.backup.part").write_text("of a copy that was killed")
    assert run(club, "backup") == 0
    assert club.with_name("club.db.backup").read_bytes()[18:20] == b"\1\1", "it would make files beside itself (2: WAL)"
    assert capsys.readouterr().out == f"{club}.backup\n"
    assert run(club.with_name("club.db.backup"), "check") == 0
    assert [path.name for path in club.parent.glob("*.part")] == []


async def test_one_process_at_a_time_and_every_life_has_its_number(tmp_path: Path) -> None:
    path = str(tmp_path / "club.db")
    with leases.sole(path), pytest.raises(leases.Held, match=r"in use by process \d+"), leases.sole(path):
        pass
    with leases.sole(path):
        async with storage.open(url(tmp_path / "club.db")) as store:
            first = await leases.new_epoch(store.database)
        async with storage.open(url(tmp_path / "club.db")) as store:
            assert await leases.new_epoch(store.database) == first + 1
    with leases.sole(":memory:"), leases.sole(":memory:"):
        pass
    (tmp_path / "linked.db").symlink_to("club.db")
    with leases.sole(path), pytest.raises(leases.Held), leases.sole(str(tmp_path / "linked.db")):
        pass


def test_a_lock_dies_with_its_process(tmp_path: Path) -> None:
    script = ("from storage import leases\n"
              f"with leases.sole({str(tmp_path / 'club.db')!r}):\n"
              "    print('held', flush=True)\n"
              "    input()\n")
    process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True, cwd=Path(__file__).parent.parent)
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    with pytest.raises(leases.Held, match=str(process.pid)), leases.sole(str(tmp_path / "club.db")):
        pass
    process.kill()
    process.communicate(timeout=60)
    with leases.sole(str(tmp_path / "club.db")):
        pass
