"""What is there after kill -9: all that was acknowledged, and no half of a step?"""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import storage
from engine.facts import Joined
from storage import audit
from tests.memory import hall, url
from tests.table import START

pytestmark = pytest.mark.usefixtures("databases")

_WRITES = """
import asyncio, os, signal, sys
import storage
from engine.facts import Joined, Left
from engine.model import Actor, MemberId, Role
from storage.database import ask
from tests.table import START

def dies():
    if sys.argv[3] == "middle" and (yield ask("SELECT 1 FROM fact WHERE cause = 'tap:9'")):
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    async with storage.open(sys.argv[1], before_commit=dies) as store:
        who = Actor(MemberId(1), Role.PERSON, "group")
        for n in range(1, 1000):
            facts = [Joined(who.member), Left(who.member)]
            await store.ledger.record(sys.argv[2], lambda t: facts, who, f"tap:{n}", START)
            print(n, flush=True)

asyncio.run(main())
"""


def _process(where: str, code: str, when: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", _WRITES, where, code, when], stdout=subprocess.PIPE, text=True,
                            cwd=Path(__file__).parent.parent)


async def _left(where: str, code: str) -> int:
    """The number of whole steps; the memory is sound and can be written to."""
    async with storage.open(where) as store:
        assert await audit.check(store.database) == []
        entries = await store.ledger.entries(code)
        assert len(entries) % 2 == 1          # opened, then two of a step
        return len(entries) // 2


async def test_killed_in_the_middle_of_a_step_nothing_of_it_is_there(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where) as room:
        pass
    process = _process(where, room.code, "middle")
    told, _ = await asyncio.to_thread(process.communicate, timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert told.split() == [str(n) for n in range(1, 9)]
    assert await _left(where, room.code) == 8


async def test_killed_at_any_moment_all_that_was_told_is_there(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where) as room:
        pass
    process = _process(where, room.code, "any")
    assert process.stdout is not None
    for _ in range(25):
        told = await asyncio.to_thread(process.stdout.readline)
    process.kill()
    # The same reader to the end: `communicate` reads the pipe past it, and what it had read ahead would be lost.
    rest = await asyncio.to_thread(process.stdout.read)
    process.stdout.close()
    process.wait(timeout=60)
    last = int([told, *rest.split()][-1])
    assert await _left(where, room.code) in (last, last + 1)      # committed, and not yet told


async def test_a_lock_of_the_dead_does_not_keep_the_living_out(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where) as room:
        pass
    process = _process(where, room.code, "middle")
    await asyncio.to_thread(process.communicate, timeout=60)
    async with storage.open(where) as store:
        done = await store.ledger.record(
            room.code, lambda t: [Joined(room.judge.member)], room.judge, "tap:9", START)
        assert not done.repeated and len(done.entries) == 1

