"""Is what must not stay in a group deleted, also if the bot is stopped or killed before Telegram has done so?"""

from __future__ import annotations

import pytest

from bot.sandbox import Message
from tests.evening import Evening

pytestmark = pytest.mark.usefixtures("databases")

HOUR = 3600


def evening() -> Evening:
    return Evening(4, rounds=1, speed=60, config={"drain": 0.0})


async def looks_up(it: Evening) -> Message:
    """Anna, the pairs of an evening that is long over; what the group reads of it."""
    asked = await it.players[0].types(it.group, "/pairs 1")
    found = await it.group.sees("1. ", after=asked)
    await it.rests()
    return found


async def over(it: Evening) -> None:
    await it.begins()
    await it.plays()
    it.time.jump(25 * HOUR)                                  # private lines have had their last words
    await it.rests()


async def comes_again(it: Evening) -> None:
    """The bot is stopped, and Telegram takes everything when it starts."""
    await it.stops()
    it.sandbox.faults.clear()
    await it.starts()
    await it.rests()


async def test_who_is_forgotten_is_read_no_more_in_the_group_although_the_bot_was_stopped() -> None:
    async with evening() as it:
        await over(it)
        anna, looked_up = it.players[0], await looks_up(it)
        waits = it.sandbox.faults.add(429, "deleteMessage", retry_after=HOUR)
        said = await anna.writes("/mydata")
        await anna.taps(await anna.sees("Stored about you", buttons=["Erase me"], after=said), "Erase me")
        await anna.taps(await anna.sees("Erase you?", buttons=["Yes"]), "Yes")
        await it.sandbox.until(lambda: waits.struck)
        assert "Anna" in looked_up.text and not looked_up.deleted
        await comes_again(it)
        assert looked_up.deleted


async def test_it_is_owed_from_the_moment_at_which_somebody_is_forgotten() -> None:
    async with evening() as it:
        await over(it)
        looked_up = await looks_up(it)
        await it.store.people.forget(it.players[0].id)       # and here it was killed
        await comes_again(it)
        assert looked_up.deleted


async def test_what_was_looked_up_anew_is_there_once_although_the_bot_was_stopped() -> None:
    async with evening() as it:
        await over(it)
        first = await looks_up(it)
        waits = it.sandbox.faults.add(429, "deleteMessage", retry_after=HOUR)
        asked = await it.players[1].types(it.group, "/pairs 1")
        second = await it.group.sees("1. ", after=asked)
        await it.sandbox.until(lambda: waits.struck and not len(it.sandbox.updates))
        assert not first.deleted
        await comes_again(it)
        assert first.deleted and not second.deleted


async def test_what_can_never_be_deleted_is_not_tried_at_every_start() -> None:
    async with evening() as it:
        await over(it)
        first = await looks_up(it)
        it.sandbox.faults.add(400, "deleteMessage", description="Bad Request: message can't be deleted")
        await it.players[1].types(it.group, "/pairs 1")
        await it.rests()
        assert not first.deleted and await it.store.posts.unwanted() == {}


async def test_in_a_group_that_has_moved_no_other_message_is_deleted_for_it() -> None:
    """There the numbers begin anew."""
    async with evening() as it:
        await over(it)
        await looks_up(it)
        waits = it.sandbox.faults.add(429, "deleteMessage", retry_after=HOUR)
        await it.players[1].types(it.group, "/pairs 1")
        await it.sandbox.until(lambda: waits.struck and not len(it.sandbox.updates))
        before = it.group.id
        await it.group.migrate(it.olga)
        await comes_again(it)
        assert {call.chat for call in it.sandbox.journal.calls("deleteMessage")} == {before}
        assert await it.store.posts.unwanted() == {}
