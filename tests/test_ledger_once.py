"""Does every cause count once, in order, and is nothing told that is not on disk?"""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import storage
from engine import play
from engine.facts import Cancelled, Joined, Left, Reported, Undone
from engine.model import CLOCK, Claim, Refused, Result, Settings, Tournament
from storage import UpdateRef
from storage import entries as rows
from storage.database import Steps, ask
from tests.memory import CHAT, Hall, hall, url
from tests.table import START

pytestmark = pytest.mark.usefixtures("databases")


async def test_the_same_tap_twice_is_one_entry_and_the_second_hears_the_first() -> None:
    async with hall() as room:
        anna = room.players[0]
        first = await room.does(Joined(anna.member), by=anna, cause="tap:1")
        again = await room.does(Left(anna.member), by=anna, cause="tap:1")
        assert not first.repeated and again.repeated
        assert again.entries == first.entries
        assert again.tournament == first.tournament
        assert [e.seq for e in await room.ledger.entries(room.code)] == [1, 2]


async def test_a_refusal_and_an_empty_answer_write_nothing() -> None:
    async with hall() as room:
        def refuse(t: Tournament) -> list:
            raise Refused("full")

        for thread in (False, True):
            with pytest.raises(Refused, match="full"):
                await room.ledger.record(room.code, refuse, room.judge, "tap:1", START, thread=thread)
            nothing = await room.ledger.record(room.code, lambda t: [], room.judge, "tap:2", START, thread=thread)
            assert nothing.entries == () and not nothing.repeated
        assert (await room.ledger.row(room.code)).version == 1


async def test_an_unknown_code_is_said_to_be_unknown() -> None:
    async with hall() as room:
        for ask in (room.ledger.tournament, room.ledger.row, room.ledger.export):
            with pytest.raises(storage.Unknown, match="no tournament ZZZZ"):
                await ask("ZZZZ")


async def test_opening_twice_by_one_tap_gives_one_tournament() -> None:
    async with hall() as room:
        again = await room.ledger.create(Settings(), 1, CHAT, None, room.judge, f"tap:open{CHAT}", START)
        assert again.code == room.code


async def test_a_second_tournament_in_the_same_place_is_refused_but_not_in_a_topic() -> None:
    async with hall() as room:
        with pytest.raises(Refused, match=f"already_here\\(tournament={room.code}, title=Thursday"):
            await room.ledger.create(Settings(), 1, CHAT, None, room.judge, "tap:b", START)
        other = await room.ledger.create(Settings(), 1, CHAT, 7, room.judge, "tap:c", START)
        assert [row.code for row in await room.ledger.in_chat(CHAT, 7)] == [other.code]
        assert [row.code for row in await room.ledger.in_chat(CHAT, None)] == [room.code]


async def test_undone_steps_are_gone_from_the_state_and_stay_in_the_list() -> None:
    async with hall() as room:
        anna, boris, *_ = room.players
        await room.does(Joined(anna.member), by=anna)
        await room.does(Joined(boris.member), by=boris)
        done = await room.does(Undone((2,)))
        assert set(done.tournament.players) == {boris.member}
        back = await room.does(Undone((4,)))
        assert set(back.tournament.players) == {anna.member, boris.member}
        assert len(await room.ledger.entries(room.code)) == 5


async def test_another_store_sees_an_undo_behind_its_folded_state(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, storage.open(url(tmp_path / "club.db")) as other:
        anna = room.players[0]
        await room.does(Joined(anna.member), by=anna)
        assert anna.member in (await other.ledger.tournament(room.code)).players
        await room.does(Undone((2,)))
        assert (await other.ledger.tournament(room.code)) == (await room.ledger.tournament(room.code))
        assert anna.member not in (await other.ledger.tournament(room.code)).players


@pytest.mark.parametrize("thread", [False, True])
async def test_two_stores_racing_leave_no_gap_and_lose_nothing(tmp_path: Path, thread: bool) -> None:
    async with hall(url(tmp_path / "club.db"), 20) as room, storage.open(url(tmp_path / "club.db")) as other:
        ledgers = (room.ledger, other.ledger)
        await asyncio.gather(*(
            ledgers[n % 2].record(room.code, lambda t, who=who: [Joined(who.member)], who, f"tap:{n}", START,
                                  thread=thread and n % 5 == 0)
            for n, who in enumerate(room.players)))
        entries = await room.ledger.entries(room.code)
        assert [e.seq for e in entries] == list(range(1, 22))
        assert {e.by for e in entries[1:]} == {who.member for who in room.players}
        assert await other.ledger.tournament(room.code) == await room.ledger.tournament(room.code)


async def test_what_is_written_is_never_written_over() -> None:
    async with hall() as room:
        first, = await room.ledger.entries(room.code)
        other = replace(first, fact=Joined(room.judge.member), cause="tap:other")
        for entry in (other, replace(other, seq=2, cause=first.cause)):
            assert not await room.store.database.write(partial(rows.append, room.code, [entry]))
        assert await room.ledger.entries(room.code) == (first,)


async def test_the_same_cause_at_once_from_two_stores_counts_once(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, storage.open(url(tmp_path / "club.db")) as other:
        anna = room.players[0]
        done = await asyncio.gather(*(
            ledger.record(room.code, lambda t: [Joined(anna.member)], anna, "tap:1", START)
            for ledger in (room.ledger, other.ledger) * 5))
        assert sorted(recorded.repeated for recorded in done) == [False] + [True] * 9
        assert (await room.ledger.row(room.code)).version == 2


async def test_an_action_in_a_thread_is_asked_again_when_somebody_was_faster() -> None:
    async with hall() as room:
        anna, boris, *_ = room.players
        loop = asyncio.get_running_loop()
        asked = []

        def slow(t: Tournament) -> list:
            asked.append(t.version)
            if len(asked) == 1:
                asyncio.run_coroutine_threadsafe(room.does(Joined(anna.member), by=anna), loop).result(10)
            return [Joined(boris.member)]

        done = await room.ledger.record(room.code, slow, boris, "tap:slow", START, thread=True)
        assert asked == [1, 2]
        assert set(done.tournament.players) == {anna.member, boris.member}


async def test_a_failing_commit_writes_nothing_and_the_next_try_does(tmp_path: Path) -> None:
    full = False

    def fails() -> Steps[None]:
        if full:
            raise storage.Down("the disk is full")
        yield from ()

    async with hall(url(tmp_path / "club.db")) as room:
        pass
    async with storage.open(url(tmp_path / "club.db"), before_commit=fails) as store:
        anna = room.players[0]
        again = Hall(store, room.code, room.players, room.judge)
        full = True
        with pytest.raises(storage.Down, match="full"):
            await again.does(Joined(anna.member), by=anna, cause="tap:1")
        assert (await again.ledger.tournament(room.code)).version == 1
        full = False
        done = await again.does(Joined(anna.member), by=anna, cause="tap:1")
        assert not done.repeated and done.tournament.version == 2


async def test_who_is_cancelled_during_the_commit_leaves_a_whole_step(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    committing = asyncio.Event()

    def cancels() -> Steps[None]:
        if (yield ask("SELECT 1 FROM fact WHERE cause = 'tap:1'")):
            loop.call_soon_threadsafe(task.cancel)
            loop.call_soon_threadsafe(committing.set)

    async with hall(url(tmp_path / "club.db")) as room:
        pass
    async with storage.open(url(tmp_path / "club.db"), before_commit=cancels) as store:
        again = Hall(store, room.code, room.players, room.judge)
        task = asyncio.ensure_future(again.does(Joined(room.players[0].member), Left(room.players[0].member),
                                                cause="tap:1"))
        await committing.wait()
        with pytest.raises(asyncio.CancelledError):
            await task
        done = await again.does(cause="tap:1")
        assert done.repeated and [e.part for e in done.entries] == [0, 1]


async def test_draw_draw_i_won_killed_and_given_again(tmp_path: Path) -> None:
    """The second Draw added nothing; evaluated again after "I won" it would change the report."""
    batch = [UpdateRef(n, f"tap:{n}") for n in (1, 2, 3)]
    says = {"tap:1": Claim.DRAW, "tap:2": Claim.DRAW, "tap:3": Claim.WON}

    async def handle(room: Hall) -> list[storage.Recorded]:
        await room.store.inbox.begin(batch)
        return [await room.ledger.record(room.code, lambda t, claim=claim: play.report(t, room.players[0], claim),
                                         room.players[0], cause, START) for cause, claim in says.items()]

    async with hall(url(tmp_path / "club.db")) as room:
        await room.posts_round()
        first = await handle(room)
        assert [len(done.entries) for done in first] == [1, 0, 1]
    async with storage.open(url(tmp_path / "club.db")) as store:      # killed: the batch was never done
        assert len(await store.inbox.unclean()) == 3
        again = await handle(Hall(store, room.code, room.players, room.judge))
        assert all(done.repeated for done in again)
        assert store.inbox.was_answered("tap:2") and not store.inbox.was_answered("tap:1")
        t = await store.ledger.tournament(room.code)
        report = t.rounds[0].games[0].report_of(room.players[0].member)
        assert report is not None and report.result is Result.WHITE_WON


async def test_an_opening_that_was_refused_is_not_made_when_it_is_given_again(tmp_path: Path) -> None:
    """Open entry beside a running event, Cancel event, kill: given again, it must not open one unasked."""
    batch = [UpdateRef(n, f"tap:{n}") for n in (1, 2)]
    async with hall(url(tmp_path / "club.db")) as room:
        await room.store.inbox.begin(batch)
        with pytest.raises(Refused, match="already_here"):
            await room.ledger.create(Settings(), 1, CHAT, None, room.judge, "tap:1", START)
        await room.does(Cancelled(), cause="tap:2")
    async with storage.open(url(tmp_path / "club.db")) as store:
        await store.inbox.begin(batch)
        with pytest.raises(Refused, match="out_of_date"):
            await store.ledger.create(Settings(), 1, CHAT, None, room.judge, "tap:1", START)
        assert await store.ledger.in_chat(CHAT, None) == []


async def test_running_names_what_still_needs_the_clock_or_the_board() -> None:
    async with hall(confirm="none", rounds=1) as room:
        await room.posts_round()
        for number in (0, 2):
            who = room.players[number]
            await room.does(Reported(1, who.member, Result.WHITE_WON), by=who)
        await room.ledger.set_shown(room.code, (await room.ledger.row(room.code)).version)
        row, = await room.ledger.running(START)
        assert row.code == room.code and row.due_at is not None
        await room.ledger.record(room.code, lambda t: [], CLOCK, "clock:x", START)
        assert (await room.ledger.row(room.code)).shown == row.version
