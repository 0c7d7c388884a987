"""Two bots on one PostgreSQL: does one lead, does the other take over, and is it harmless if both do?"""

from __future__ import annotations

import asyncio
import re
import signal
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from socket import gethostname

import pytest

import storage
from bot.__main__ import serve
from bot.app import App
from bot.sandbox import SENDS
from engine import facts as f
from engine.model import Stage
from engine.standings import standings
from storage import audit, leases
from storage.database import Database, Overtaken, Steps, ask, nothing
from tests.evening import SEED, Evening
from tests.memory import behind, hall, url
from tests.table import START

pytestmark = pytest.mark.usefixtures("postgres")

SPAN = 60.0
"""Seconds. Nobody waits so long here: what has to end is ended from behind."""

RUNS_OUT = "UPDATE leader SET until = clock_timestamp() - INTERVAL '1 second'"


def short(seconds: float) -> asyncio.Future[None]:
    return asyncio.ensure_future(asyncio.sleep(seconds / 500))


def held(where: str, stand_by: Callable[[str], object] = lambda leader: None) -> AbstractAsyncContextManager[leases.Lease]:
    return leases.held(where, SPAN, short, stand_by)


def holders() -> Steps[list[str]]:
    return [holder for (holder,) in (yield ask("SELECT holder FROM leader"))]


@asynccontextmanager
async def waiting(where: str) -> AsyncIterator[tuple[asyncio.Future[str], asyncio.Event, asyncio.Event]]:
    """Somebody who stands by: who he is told leads, what is set when he leads himself, what lets him go."""
    told, leads, enough = asyncio.get_running_loop().create_future(), asyncio.Event(), asyncio.Event()

    async def stands_by() -> None:
        async with held(where, lambda leader: told.done() or told.set_result(leader)):
            leads.set()
            await enough.wait()

    task = asyncio.create_task(stands_by())
    yield told, leads, enough
    enough.set()
    await asyncio.wait_for(task, 20)


async def test_who_comes_second_waits_is_told_for_whom_and_leads_when_the_first_has_stopped(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with held(where) as lease:
        assert isinstance(lease, leases.Row)
        async with waiting(where) as (told, leads, _):
            assert await asyncio.wait_for(told, 20) == lease.holder
            await asyncio.sleep(0.5)
            assert not leads.is_set() and not lease.lost.done()
            await lease.give_back()
            await asyncio.wait_for(leads.wait(), 20)


async def test_a_leader_that_is_silent_for_too_long_is_replaced_and_can_write_nothing_any_more(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where) as room:
        before = await room.ledger.entries(room.code)
        row = leases.Row(room.store.database, SPAN, asyncio.sleep)        # the next time in ten seconds
        await row.take(lambda leader: None)
        async with storage.open(where, fence=row.fence) as old:
            await old.people.seen(1, "Anna", None, None)
            behind(where, RUNS_OUT)
            async with waiting(where) as (_, leads, _):
                await asyncio.wait_for(leads.wait(), 20)
                with pytest.raises(Overtaken):
                    await old.ledger.record(room.code, lambda t: [f.Joined(room.judge.member)], room.judge, "tap:1", START)
                assert await old.ledger.entries(room.code) == before
                assert not await row._moved_on()
        await row.give_back()


async def test_a_write_that_takes_long_keeps_no_leader_from_moving_its_lease_on(tmp_path: Path) -> None:
    where, going, enough = url(tmp_path / "club.db"), threading.Event(), threading.Event()

    def long() -> Steps[None]:
        yield ask("SELECT 1")
        going.set()
        enough.wait(60)

    async with held(where) as lease, storage.connected(where) as database:
        assert isinstance(lease, leases.Row)
        writing = asyncio.create_task(database.write(long))
        await asyncio.to_thread(going.wait, 60)
        async with asyncio.timeout(20):
            assert await lease._moved_on() and await lease._leader() == lease.holder
        assert not writing.done()
        enough.set()
        await writing


async def test_a_leader_learns_that_it_has_been_replaced(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with held(where) as lease:
        behind(where, "UPDATE leader SET holder = 'another'")
        await asyncio.wait_for(lease.lost, 20)
    async with storage.connected(where) as database:                      # who has lost it gives nothing back
        assert await database.read(holders) == ["another"]


async def test_who_is_stopped_in_the_moment_it_wins_does_not_keep_the_lease(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = leases.Row._leader

    async def stopped(row: leases.Row) -> str:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()                                                     # what it has begun comes to its end
        return await looks(row)

    where = url(tmp_path / "club.db")
    with monkeypatch.context() as stopping:
        stopping.setattr(leases.Row, "_leader", stopped)
        with pytest.raises(asyncio.CancelledError):
            async with held(where):
                pass
    async with storage.connected(where) as database:
        assert await database.read(holders) == []


async def test_nobody_waits_for_a_lease_that_has_run_out(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with held(where):
        pass
    behind(where, "INSERT INTO leader VALUES ('bot', 'dead', clock_timestamp() - INTERVAL '1 second')")
    async with held(where, lambda leader: pytest.fail(leader)):
        pass


# evenings

SETTINGS = {"rounds": 2, "seed": "thursday", "settle": "24h", "nudge": "24h", "judges": "24h"}
Table = list[tuple[int, str, int]]


async def reports(evening: Evening, label: str, who: int) -> None:
    """The player at this place of the list says so in private."""
    person = evening.players[who]
    line = await person.sees("Round 1, board", buttons=[label], timeout=40)
    await person.taps(line, label, timeout=40)


async def agree(evening: Evening, claim: str) -> None:
    """All boards of the round that runs, in private: White says so unless somebody has spoken; the other confirms."""
    t = await evening.tournament()
    assert t.round is not None
    for game in t.round.games:
        first = next((player for player in game.players if game.report_of(player)), None)
        taps = [] if first else [(game.white, claim)]
        for player, label in [*taps, (game.white if first == game.black else game.black, "Confirm")]:
            person = await evening.person(player)
            line = await person.sees(f"Round {len(t.rounds)}, board", buttons=[label], timeout=40)
            await person.taps(line, label, timeout=40)


async def ends(evening: Evening, code: str) -> Table:
    """What is left of the first round, the second, and the final table."""
    await agree(evening, "Draw")
    card = await evening.olga.sees("Round 2: draft", buttons=["Approve"], timeout=40)
    await evening.olga.taps(card, "Approve", timeout=40)
    await evening.group.sees("Round 2 of", buttons=["I won"], timeout=40)
    await agree(evening, "I lost")
    await evening.group.sees("Final table", timeout=40)
    await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 40)
    t = await evening.store.ledger.tournament(code)
    assert t.stage is Stage.FINISHED
    assert await audit.check(evening.store.database) == []
    return [(row.place, (await evening.person(row.player)).name, row.points) for row in standings(t)]


def shown_once(evening: Evening) -> None:
    """Every round, every private line and the final table was sent once, or once more with its mark.

    (An edit that follows has no mark.)
    """
    for chat in (evening.group.id, *(person.id for person in evening.players)):
        sent = [call.text for call in evening.sandbox.journal.calls(SENDS) if call.applied and call.chat == chat]
        seen = Counter(head[0] for text in sent if not text.startswith("↻")
                       if (head := re.findall(r"^.*(?:Round \d (?:of|, board)|Final table)", text, re.M)))
        assert set(seen.values()) <= {1}, seen
        assert seen or chat != evening.group.id, "the group has had its posts"


async def said(log: Path, what: str) -> None:
    """When a process has written this into its log."""
    async with asyncio.timeout(20):
        while what not in log.read_text():
            await asyncio.sleep(0.05)


_undisturbed: Table = []


@pytest.fixture
async def undisturbed() -> Table:
    """How the evening ends with one bot."""
    if not _undisturbed:
        async with Evening(6, speed=60, **SETTINGS) as evening:
            await evening.begins()
            await reports(evening, "I won", 0)
            _undisturbed.extend(await ends(evening, (await evening.row()).code))
    return _undisturbed


async def test_the_leader_is_killed_in_mid_round_and_the_evening_ends_with_the_same_table(
        tmp_path: Path, undisturbed: Table) -> None:
    async with Evening(6, speed=1.0, **SETTINGS) as evening:
        await evening.begins()
        code = (await evening.row()).code
        leader = await evening.spawns(log=tmp_path / "leader", LEASE="12")
        await said(tmp_path / "leader", "started")
        await evening.spawns(log=tmp_path / "standby", LEASE="12")
        await said(tmp_path / "standby", f"standing by: another process leads leader={gethostname()}:{leader.pid}:")
        await reports(evening, "I won", 0)
        await evening.kills(leader)
        posted = (await evening.tournament()).round
        assert posted is not None
        other = await evening.person(next(game.white for game in posted.games if not game.reports))
        tap = other.tap(await other.sees("Round 1, board", buttons=["Draw"]), "Draw")
        await said(tmp_path / "standby", "started")                   # within twenty seconds
        assert (await tap.toast(20)).text
        assert await ends(evening, code) == undisturbed
        shown_once(evening)


async def test_a_leader_that_stops_in_good_order_hands_over_at_once(tmp_path: Path) -> None:
    async with Evening(2, speed=1.0) as evening:
        leader = await evening.spawns(log=tmp_path / "leader", LEASE="600")
        await said(tmp_path / "leader", "started")
        await evening.spawns(log=tmp_path / "standby", LEASE="12")
        await said(tmp_path / "standby", "standing by")
        leader.terminate()
        assert await asyncio.wait_for(leader.wait(), 20) == 0
        await said(tmp_path / "standby", "started")                   # ten minutes would be too long


async def test_a_frozen_leader_comes_to_and_stands_by(tmp_path: Path, undisturbed: Table) -> None:
    async with Evening(6, speed=1.0, **SETTINGS) as evening:
        await evening.begins()
        code = (await evening.row()).code
        leader = await evening.spawns(log=tmp_path / "leader")
        await said(tmp_path / "leader", "started")
        await evening.spawns(log=tmp_path / "standby")
        await said(tmp_path / "standby", "standing by")
        await reports(evening, "I won", 0)
        leader.send_signal(signal.SIGSTOP)
        await said(tmp_path / "standby", "started")
        leader.send_signal(signal.SIGCONT)
        await said(tmp_path / "leader", "another process has taken over")
        await said(tmp_path / "leader", "standing by")
        assert await ends(evening, code) == undisturbed
        shown_once(evening)


async def test_who_is_overtaken_while_it_starts_stands_by(
        monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    begins, lives = leases.new_epoch, list[int]()

    async def frozen(database: Database) -> int:
        if not lives:                                                     # another one has led and is dead
            behind(evening.url, RUNS_OUT, "UPDATE leader SET holder = 'another'")
        lives.append(1)
        return await begins(database)

    async with Evening(1) as evening:
        await evening.stops()
        monkeypatch.setattr(leases, "new_epoch", frozen)
        serving = asyncio.create_task(serve(evening.config))
        await evening.players[0].writes("/help")
        seen = asyncio.create_task(evening.players[0].sees(timeout=20))
        await asyncio.wait([serving, seen], return_when=asyncio.FIRST_COMPLETED)
        assert not serving.done() and seen.result() and len(lives) == 2
        assert "another process has taken over" in caplog.text
        serving.cancel()
        await serving
        await evening.starts()


@pytest.mark.parametrize("fenced", [True, False])
async def test_both_lead_by_mistake_and_everything_happens_once(
        fenced: bool, undisturbed: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """With the fence the first can write nothing any more; without it the keys of the ledger are enough."""
    if not fenced:
        monkeypatch.setattr(leases.Row, "fence", staticmethod(nothing))
    monkeypatch.setattr(leases, "RENEWALS", 1e-9)                     # the first does not look whether it still leads
    async with Evening(6, config={"drain": 1.0}, **SETTINGS) as evening:
        await evening.begins()
        code = (await evening.row()).code
        behind(evening.url, RUNS_OUT)
        async with App(evening.config, time=evening.time, seeds=lambda: SEED):
            await reports(evening, "I won", 0)
            assert await ends(evening, code) == undisturbed
            shown_once(evening)
        entries = await evening.store.ledger.entries(code)
        assert max(Counter((e.cause, e.part) for e in entries).values()) == 1
        assert [e.fact.round for e in entries if isinstance(e.fact, f.Drawn)] == [1, 2]
        assert "Overtaken" in caplog.text if fenced else evening.sandbox.updates.conflicts, "only one was at work"
