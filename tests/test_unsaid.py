"""Is an answer that was on its way at a stop given by the next life, once, and kept no longer than that?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.sandbox import Message, Person
from bot.sandbox.faults import Fault
from storage.__main__ import main
from storage.unsaid import KEPT
from tests.evening import Evening, FullDisk
from tests.hooked import Hooked

both = pytest.mark.usefixtures("databases")

HOUR = 3600
SHORT = {"drain": 0.1}


def waits(it: Evening, person: Person, kind: int = 429, method: str = "sendMessage") -> Fault:
    """What is said to this person now is not taken for an hour."""
    return it.sandbox.faults.add(kind, method, person.id, retry_after=HOUR)


async def confirmed(it: Evening, fault: Fault) -> None:
    """Until Telegram has been told that what was asked is done, although it is not answered yet."""
    await it.sandbox.until(lambda: fault.struck and not len(it.sandbox.updates))


async def comes_again(it: Evening) -> None:
    await it.stops()
    it.sandbox.faults.clear()
    await it.starts()
    await it.rests()


def said(person: Person, after: Message, words: str) -> list[str]:
    return [m.text for m in person.reads() if m.id > after.id and words in m.text]


@both
@pytest.mark.parametrize("kind", [Evening, Hooked])
async def test_who_has_asked_before_a_stop_is_answered_after_it_and_once(kind: Callable[..., Evening]) -> None:
    async with kind(4, config=SHORT) as it:
        await it.begins()
        anna = it.players[0]
        held = waits(it, anna)
        asked = await anna.writes("/pairs")
        await confirmed(it, held)
        await comes_again(it)
        assert len(said(anna, asked, "Round 1 of 3")) == 1
        await comes_again(it)
        assert len(said(anna, asked, "Round 1 of 3")) == 1


async def test_also_after_two_stops_and_in_the_order_in_which_it_was_asked() -> None:
    async with Evening(4, config=SHORT) as it:
        await it.begins()
        anna = it.players[0]
        held = waits(it, anna)
        asked = await anna.writes("/pairs")
        await anna.writes("/help")
        await confirmed(it, held)
        await it.stops()
        held = waits(it, anna)
        await it.starts()
        await it.sandbox.until(lambda: held.struck)
        await comes_again(it)
        first, second = (m.text for m in anna.reads() if m.id > asked.id and m.sender is it.sandbox.bot)
        assert "Round 1 of 3" in first and "/me" in second and "↻" not in first + second


async def test_a_look_up_in_the_group_takes_the_place_of_the_one_before() -> None:
    async with Evening(4, config=SHORT) as it:
        await it.begins()
        it.time.jump(600)
        await it.rests()
        asked = await it.players[0].types(it.group, "/pairs")
        first = await it.group.sees("1. ", after=asked)
        await it.rests()
        held = it.sandbox.faults.add(429, "sendMessage", it.group.id, retry_after=HOUR)
        asked = await it.players[1].types(it.group, "/pairs")
        await confirmed(it, held)
        await comes_again(it)
        second, = (m for m in it.group.messages if m.id > asked.id and m.sender is it.sandbox.bot)
        assert second.reply_to is asked and first.deleted


async def test_in_a_group_that_has_moved_meanwhile_it_answers_no_other_message_and_is_replaced_by_the_next() -> None:
    async with Evening(4, config=SHORT) as it:
        await it.begins()
        it.time.jump(600)
        await it.rests()
        held = it.sandbox.faults.add(429, "sendMessage", it.group.id, retry_after=HOUR)
        asked = await it.players[1].types(it.group, "/pairs")
        await confirmed(it, held)
        await it.stops()
        await it.group.migrate(it.olga)
        while (await it.olga.types(it.group, "Where are we?")).id < asked.id:
            pass
        it.sandbox.faults.clear()
        await it.starts()
        await it.rests()
        first, = (m for m in it.group.posts if "1. " in m.text and not m.buttons)
        assert first.reply_to is None
        it.time.jump(600)
        await it.rests()
        await it.players[1].types(it.group, "/pairs")
        await it.rests()
        assert first.deleted


async def test_a_card_that_was_pressed_turns_into_what_was_asked_for() -> None:
    async with Evening(4, config=SHORT) as it:
        await it.begins()
        anna = it.players[0]
        asked = await anna.writes("/mydata")
        card = await anna.sees("Stored about you", buttons=["Erase me"], after=asked)
        held = waits(it, anna, method="editMessageText")
        anna.tap(card, "Erase me")
        await confirmed(it, held)
        await comes_again(it)
        assert "Erase you?" in card.text and card.buttons


async def test_what_may_have_arrived_is_said_with_its_mark() -> None:
    async with Evening(4, config=SHORT) as it:
        await it.begins()
        anna = it.players[0]
        silent = it.sandbox.faults.add("timeout_after", "sendMessage", anna.id)
        asked = await anna.writes("/pairs")
        await confirmed(it, silent)
        await comes_again(it)
        once, again = said(anna, asked, "Round 1 of 3")
        assert again == "↻ " + once


async def test_what_is_not_done_at_the_stop_comes_again_and_is_answered_once() -> None:
    """The batch has not ended: Telegram gives it once more."""
    async with Evening(4, speed=1.0, config={"drain": 0.0}) as it:
        await it.begins()
        anna = it.players[0]
        held = waits(it, anna)
        asked = await anna.writes("/pairs")
        await it.sandbox.until(lambda: held.struck)
        assert len(it.sandbox.updates) == 1
        await comes_again(it)
        assert len(said(anna, asked, "Round 1 of 3")) == 1


async def test_what_is_done_and_not_confirmed_is_answered_once_too() -> None:
    async with Evening(4, config={**SHORT, "poll": 600.0, "poll_grace": 600.0}) as it:
        await it.begins()
        anna = it.players[0]
        held = waits(it, anna)
        asked = await anna.writes("/pairs")
        deaf = it.sandbox.faults.add("drop_before", "getUpdates", times=10_000)
        await it.sandbox.until(lambda: held.struck and deaf.struck)
        await it.stops()
        assert len(it.sandbox.updates) == 1
        it.sandbox.faults.clear()
        await it.starts()
        await it.rests()
        assert len(said(anna, asked, "Round 1 of 3")) == 1


@pytest.mark.parametrize(("later", "expected"), [(-timedelta(seconds=60), 1), (timedelta(seconds=60), 0)])
async def test_what_is_old_by_then_is_not_said(later: timedelta, expected: int) -> None:
    async with Evening(4, config=SHORT) as it:
        await it.begins()
        anna = it.players[0]
        held = waits(it, anna)
        asked = await anna.writes("/pairs")
        await confirmed(it, held)
        await it.stops()
        it.sandbox.faults.clear()
        it.time.jump((KEPT + later).total_seconds())
        await it.starts()
        await it.rests()
        assert len(said(anna, asked, "Round 1 of 3")) == expected


async def test_who_is_forgotten_while_the_bot_does_not_run_is_not_named_afterwards() -> None:
    async with Evening(4, config=SHORT) as it:
        await it.begins()
        anna, boris, *_ = it.players
        held = waits(it, boris)
        asked = await boris.writes("/pairs")
        await confirmed(it, held)
        await it.stops()
        assert await asyncio.to_thread(main, ["forget", str(anna.id)], it.url) == 0
        it.sandbox.faults.clear()
        await it.starts()
        await it.rests()
        assert said(boris, asked, "Anna") == []


async def test_a_disk_that_fails_at_the_stop_makes_it_no_worse(caplog: pytest.LogCaptureFixture) -> None:
    disk = FullDisk()
    async with Evening(4, config=SHORT, before_commit=disk) as it:
        await it.begins()
        anna = it.players[0]
        held = waits(it, anna)
        asked = await anna.writes("/pairs")
        await confirmed(it, held)
        disk.failing = True
        await it.stops()
        disk.failing = False
        it.sandbox.faults.clear()
        await it.starts()
        await it.rests()
        assert said(anna, asked, "Round 1 of 3") == []
        assert "what was still to be answered is lost" in caplog.text
