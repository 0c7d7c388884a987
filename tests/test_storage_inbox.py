"""What is known about updates that were in hand when the program died?"""

from pathlib import Path

import pytest

import storage
from engine.facts import Joined
from engine.model import Refused, Settings, Tournament
from storage import UpdateRef
from storage.database import Steps, ask
from tests.memory import CHAT, Hall, hall, nowhere, seated, url
from tests.table import START

pytestmark = pytest.mark.usefixtures("databases")

BATCH = [UpdateRef(100 + n, f"tap:{n}") for n in range(3)]


async def test_a_clean_end_leaves_nothing_in_hand(tmp_path: Path) -> None:
    async with storage.open(url(tmp_path / "club.db")) as store:
        assert await store.inbox.unclean() == ()
        assert await store.inbox.begin(BATCH) == {ref.cause: 1 for ref in BATCH}
        assert await store.inbox.unclean() == tuple(BATCH)
        await store.inbox.done()
    async with storage.open(url(tmp_path / "club.db")) as store:
        assert await store.inbox.unclean() == ()
        assert await store.inbox.begin(BATCH[:1]) == {"tap:0": 0}      # it has had its answer


async def test_what_is_done_and_has_no_answer_yet_is_begun_again(tmp_path: Path) -> None:
    async with storage.open(url(tmp_path / "club.db")) as store:
        await store.inbox.begin(BATCH)
        await store.inbox.done(told=False)
        assert await store.inbox.unclean() == ()
    async with storage.open(url(tmp_path / "club.db")) as store:
        assert await store.inbox.begin(BATCH) == {ref.cause: 1 for ref in BATCH}, "no death"
        await store.inbox.done()
        assert await store.inbox.begin(BATCH) == {ref.cause: 0 for ref in BATCH}


async def test_the_one_that_kills_is_found_among_many(tmp_path: Path) -> None:
    """tap:1 kills the program: after the batch it is met alone, and its count alone goes up."""
    counts: list[dict[str, int]] = []
    for life in range(4):
        async with storage.open(url(tmp_path / "club.db")) as store:
            if life == 0:
                counts.append(await store.inbox.begin(BATCH))
                continue
            assert len(await store.inbox.unclean()) > 0
            for ref in BATCH:
                counts.append(await store.inbox.begin([ref], alone=True))
                if ref.cause == "tap:1":
                    break                 # here it dies
                await store.inbox.done()
    assert [count["tap:1"] for count in counts if "tap:1" in count] == [1, 2, 3, 4]
    assert [count["tap:0"] for count in counts if "tap:0" in count] == [1, 2, 0, 0]


async def test_beginning_again_in_the_same_life_is_no_death() -> None:
    async with hall() as room:
        for _ in range(5):
            assert set((await room.store.inbox.begin(BATCH)).values()) == {1}


async def test_the_next_batch_forgets_what_telegram_has_confirmed() -> None:
    async with hall() as room:
        await room.store.inbox.begin(BATCH)
        await room.store.inbox.done()
        await room.store.inbox.begin([UpdateRef(200, "tap:9")])
        assert await room.store.inbox.unclean() == (UpdateRef(200, "tap:9"),)


async def test_what_is_brought_again_among_later_ones_is_known_and_not_begun_again() -> None:
    async with hall() as room:
        assert await room.store.inbox.begin(BATCH[:1], spare=50) == {"tap:0": 1}
        await room.store.inbox.done()
        await room.store.inbox.begin([UpdateRef(149, "tap:9")], spare=50)
        await room.store.inbox.done()
        assert await room.store.inbox.begin(BATCH[:1], spare=50) == {"tap:0": 0}
        assert await room.store.inbox.unclean() == ()
        await room.store.inbox.done()
        await room.store.inbox.begin([UpdateRef(150, "tap:8")], spare=50)
        assert await room.store.inbox.begin(BATCH[:1], spare=50) == {"tap:0": 1}, "kept for ever"


async def test_what_is_not_done_with_its_batch_is_still_in_hand_and_no_death_when_it_comes_again() -> None:
    async with hall() as room:
        for _ in range(5):
            assert (await room.store.inbox.begin(BATCH, spare=50))["tap:1"] == 1
            await room.store.inbox.done({"tap:1"})
            assert await room.store.inbox.unclean() == (BATCH[1],)
            await room.store.inbox.begin([UpdateRef(110, "tap:9")], spare=50)
            await room.store.inbox.done()


async def test_an_update_that_kills_is_counted_although_many_others_come_before_it_comes_again(tmp_path: Path) -> None:
    killer = UpdateRef(1, "tap:kills")
    for life in range(1, 6):
        async with storage.open(url(tmp_path / "club.db")) as store:
            await store.inbox.begin([UpdateRef(600 * life, f"tap:{life}")], spare=50)
            await store.inbox.done()
            far = life == 5
            assert await store.inbox.begin([killer], spare=50) == {killer.cause: 1 if far else life}, "and not for ever"


@pytest.mark.parametrize("by_clock", [False, True])
async def test_refused_answers_are_noted_with_the_next_facts_of_whoever_writes(
        tmp_path: Path, by_clock: bool) -> None:
    def refuse(t: Tournament) -> list:
        raise Refused("full")

    async with hall(url(tmp_path / "club.db")) as room:
        await room.store.inbox.begin(BATCH)
        with pytest.raises(Refused):
            await room.ledger.record(room.code, refuse, room.judge, "tap:0", START)
        await room.does()
        assert await _answered(room, tmp_path) == []
        await room.does(Joined(room.judge.member), cause="clock:1" if by_clock else "tap:1")
        assert await _answered(room, tmp_path) == ["tap:0"]
    async with storage.open(url(tmp_path / "club.db")) as store:
        await store.inbox.begin(BATCH)
        assert store.inbox.was_answered("tap:0")
        again = Hall(store, room.code, room.players, room.judge)
        done = await again.does(Joined(room.players[0].member), cause="tap:0")
        assert done.repeated and done.entries == ()


async def test_of_a_batch_that_has_not_ended_only_what_was_answered_is_known_to_be(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room:
        await room.store.inbox.begin(BATCH)
        await room.does(cause="tap:2")
        await room.store.inbox.done({"tap:1", "tap:2"})
    async with storage.open(url(tmp_path / "club.db")) as store:          # died before Telegram was told
        assert await store.inbox.begin(BATCH) == {"tap:0": 0, "tap:1": 2, "tap:2": 2}
        assert [store.inbox.was_answered(ref.cause) for ref in BATCH] == [False, False, True]


async def test_answers_of_a_batch_whose_end_could_not_be_written_are_written_with_the_next(tmp_path: Path) -> None:
    failing = False

    def fails() -> Steps[None]:
        if failing:
            raise storage.Down("the disk is full")
        yield from ()

    async with storage.open(url(tmp_path / "club.db"), before_commit=fails) as store:
        await store.inbox.begin(BATCH, spare=50)
        store.inbox.note("tap:0")
        failing = True
        with pytest.raises(storage.Down):
            await store.inbox.done({"tap:1"})
        with pytest.raises(storage.Down):
            await store.inbox.begin([UpdateRef(110, "tap:8")], spare=50)
        failing = False
        await store.inbox.begin([UpdateRef(111, "tap:9")], spare=50)
        await store.inbox.begin(BATCH, spare=50)
        assert [store.inbox.was_answered(ref.cause) for ref in BATCH] == [True, False, False]


async def test_an_answer_that_did_not_come_to_a_commit_is_none() -> None:
    """What it rests on may have been written in the same transaction, and is gone with it."""
    failing = False

    def fails() -> Steps[None]:
        if failing:
            raise storage.Down("the disk is full")
        yield from ()

    async with storage.open(nowhere(), before_commit=fails) as store:
        room = await seated(store, 2, CHAT, Settings(title="Thursday"))
        await store.inbox.begin(BATCH)
        failing = True
        with pytest.raises(storage.Down):
            await room.does(cause="tap:1")
        failing = False
        await room.does(Joined(room.players[0].member), cause="tap:0")
        await store.inbox.begin(BATCH)
        assert not store.inbox.was_answered("tap:1")
        await room.does(Joined(room.players[1].member), cause="tap:1")
        assert len((await store.ledger.tournament(room.code)).players) == 2


async def test_an_answer_that_is_taken_back_too_late_is_none_either(tmp_path: Path) -> None:
    """Another transaction has begun before it was known that the first had failed."""
    async with hall(url(tmp_path / "club.db")) as room:
        await room.store.inbox.begin(BATCH)
        room.store.inbox.note("tap:1")
        await room.does(Joined(room.players[0].member), cause="tap:0")
        assert await _answered(room, tmp_path) == ["tap:1"]
        room.store.inbox.take_back("tap:1")
        await room.does(Joined(room.players[1].member), cause="tap:2")
        assert await _answered(room, tmp_path) == []
        await room.store.inbox.begin(BATCH)
        assert not room.store.inbox.was_answered("tap:1")


async def _answered(room: Hall, tmp_path: Path) -> list[str]:
    """As a next life would find it."""
    def work():
        rows = yield ask("SELECT cause FROM in_hand WHERE answered ORDER BY cause")
        return [cause for (cause,) in rows]

    return await room.store.database.read(work)
