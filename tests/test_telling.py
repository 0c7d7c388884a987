"""Does nobody wait long for an answer to another, and does a batch end when all of them are out?"""

from __future__ import annotations

import asyncio
import gc

import pytest

from bot import telling
from bot.sandbox import Call
from bot.telling import Telling
from tests.evening import Evening


class Post:
    """Answers that arrive when they are let."""

    def __init__(self) -> None:
        self.gates: dict[str, asyncio.Event] = {}
        self.out: list[str] = []

    async def answer(self, name: str) -> None:
        gate = self.gates.setdefault(name, asyncio.Event())
        await gate.wait()
        self.out.append(name)

    def lets(self, *names: str) -> None:
        for name in names:
            self.gates.setdefault(name, asyncio.Event()).set()


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_stands_in_an_order_is_waited_for_a_toast_is_not() -> None:
    post, all_ = Post(), Telling(asyncio.create_task)
    first = asyncio.create_task(all_.out(1, post.answer("first")))
    await turns()
    assert not first.done()
    all_.begin(1, 11, post.answer("toast"))
    post.lets("toast")
    await turns()
    assert post.out == ["toast"] and not first.done()
    post.lets("first")
    await first
    await all_.all_out()
    assert post.out == ["toast", "first"]


async def test_at_the_end_all_toasts_are_waited_for() -> None:
    post, all_ = Post(), Telling(asyncio.create_task)
    for n in range(3):
        all_.begin(n, n, post.answer(str(n)))
    end = asyncio.create_task(all_.all_out())
    post.lets("0", "2")
    await turns()
    assert not end.done() and sorted(post.out) == ["0", "2"]
    post.lets("1")
    await end
    assert len(post.out) == 3


async def test_where_one_is_late_the_next_ones_are_not_waited_for_until_it_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    post, all_ = Post(), Telling(asyncio.create_task)
    monkeypatch.setattr(telling, "PATIENCE", 0.01)
    all_.begin(1, 11, post.answer("late"))
    await all_.all_out()
    monkeypatch.setattr(telling, "PATIENCE", 1e6)
    all_.begin(1, 12, post.answer("next"))
    await all_.all_out()
    await all_.out(1, post.answer("another"))
    all_.begin(2, 13, post.answer("elsewhere"))
    end = asyncio.create_task(all_.all_out())
    await turns()
    assert not end.done(), "another chat has its own patience"
    post.lets("elsewhere", "late", "next", "another")
    await end
    await turns()
    assert len(post.out) == 4 and not all_._late
    once_more = asyncio.create_task(all_.out(1, post.answer("once more")))
    await turns()
    assert not once_more.done()
    post.lets("once more")
    await once_more


async def test_the_toasts_of_one_person_come_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has pressed 1-0 and then a draw must read of the draw last."""
    post, all_ = Post(), Telling(asyncio.create_task)
    all_.begin(1, 11, post.answer("1-0"))
    all_.begin(1, 11, post.answer("draw"))
    all_.begin(1, 12, post.answer("somebody else"))
    post.lets("draw", "somebody else")
    await turns()
    assert post.out == ["somebody else"]
    post.lets("1-0")
    await all_.all_out()
    assert post.out == ["somebody else", "1-0", "draw"] and not all_._last


async def test_who_is_stopped_before_his_turn_leaves_nothing_behind(recwarn: pytest.WarningsRecorder) -> None:
    post, tasks = Post(), []
    all_ = Telling(lambda work: tasks.append(asyncio.create_task(work)) or tasks[-1])
    for name in ("first", "second"):
        all_.begin(1, 11, post.answer(name))
    await turns()
    while tasks:
        tasks[-1].cancel()
        await asyncio.wait([tasks.pop()])
    await turns()
    gc.collect()
    assert not all_._last and not recwarn.list


async def test_telegram_is_told_that_a_tap_is_done_when_the_toast_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other way round a kill in between would leave a tap without an answer for ever."""
    monkeypatch.setattr(telling, "PATIENCE", 60.0)
    async with Evening(4, speed=1) as evening:
        post = await evening.opens()
        await evening.rests()
        held, go_on = asyncio.Event(), asyncio.Event()

        async def hold(call: Call) -> None:
            if call.method == "answerCallbackQuery":
                held.set()
                await go_on.wait()

        await evening.stops()
        evening.sandbox.server.before.append(hold)
        taps = [player.tap(post, "Join") for player in evening.players]           # they come together
        await evening.starts()
        await asyncio.wait_for(held.wait(), 20)
        async with asyncio.timeout(20):                       # nobody waits for another one's toast
            while len((await evening.tournament()).players) < 4:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert len(evening.sandbox.updates) == 4, "confirmed before it was told"
        go_on.set()
        for tap in taps:
            assert (await tap.toast(20)).text.startswith("You are in")
        await evening.rests()
        assert len(evening.sandbox.updates) == 0


@pytest.mark.parametrize("method", ["sendMessage", "pinChatMessage"])
async def test_a_call_that_hangs_keeps_nobody_else_waiting(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge's card in private; an old post that may be pinned at last."""
    monkeypatch.setattr(telling, "PATIENCE", 0.01)
    async with Evening(2, speed=1, config={"request": 30.0}) as evening:
        await evening.opens()
        await evening.group.add_bot(evening.olga, admin=True, can_pin=False)
        await evening.rests()
        held, go_on = asyncio.Event(), asyncio.Event()

        async def hold(call: Call) -> None:
            if call.method == method and call.params["chat_id"] in (evening.olga.id, evening.group.id):
                held.set()
                await go_on.wait()

        evening.sandbox.server.before.append(hold)
        if method == "sendMessage":
            await evening.olga.types(evening.group, "/settings")
        else:
            await evening.group.add_bot(evening.olga, admin=True, can_pin=True)
        await asyncio.wait_for(held.wait(), 20)
        try:
            await evening.players[0].writes("/help")
            await evening.players[0].sees("/me", timeout=10)
        finally:
            go_on.set()
        await evening.rests()


@pytest.mark.parametrize("patience", [60.0, 0.01])
async def test_a_stop_in_between_leaves_no_tap_without_its_toast(
        patience: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the batch still waits for it, or it is late already."""
    monkeypatch.setattr(telling, "PATIENCE", patience)
    async with Evening(4, speed=1) as evening:
        post = await evening.opens()
        await evening.rests()
        held, go_on = asyncio.Event(), asyncio.Event()

        async def hold(call: Call) -> None:
            if call.method == "answerCallbackQuery":
                held.set()
                await go_on.wait()

        evening.sandbox.server.before.append(hold)
        tap = evening.players[0].tap(post, "Join")
        await asyncio.wait_for(held.wait(), 20)
        stopping = asyncio.create_task(evening.stops())
        assert not (await asyncio.wait([stopping], timeout=0.3))[0], "it goes without an answer to somebody"
        go_on.set()
        await asyncio.wait_for(stopping, 20)
        assert (await tap.toast(5)).text.startswith("You are in")
        assert len(evening.sandbox.updates) == 0, "and he would be answered once more"
        await evening.starts()
