"""Is an update confirmed only when it is done, and is none of them ever lost, stuck or counted twice?"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from telegram import Message, Update
from telegram.error import InvalidToken

from bot.desk import command
from bot.intake import Delivery, _light, cause_of
from bot.visit import Visit
from engine import entry
from engine.model import Refused
from tests.evening import Evening, FullDisk, toys

PINGS: list[str] = []


@pytest.fixture(autouse=True)
def simple() -> Iterator[None]:
    """Commands that do one thing."""
    with toys():
        _register()
        yield


def _register() -> None:
    PINGS.clear()

    @command("ping", rights=False)
    async def ping(v: Visit) -> None:
        PINGS.append(v.text)
        await v.reply(f"pong {v.text}")

    @command("enter", rights=False)
    async def enter(v: Visit) -> None:
        done = await v.record(partial(entry.join, who=v.actor))
        await v.reply("you are in" if done.entries else "in already")

    @command("stumble", rights=False)
    async def stumble(v: Visit) -> None:
        raise ZeroDivisionError(v.text)

    @command("no", rights=False)
    async def no(v: Visit) -> None:
        raise Refused("no_tournament")



@asynccontextmanager
async def opened(players: int = 4, **more: object) -> AsyncIterator[Evening]:
    async with Evening(players, **more) as evening:                  # type: ignore[arg-type]
        await evening.open_quietly()
        await evening.rests()
        yield evening


async def test_a_commit_that_fails_confirms_nothing_and_answers_nothing() -> None:
    disk = FullDisk()
    async with opened(before_commit=disk) as evening:
        anna = evening.players[0]
        disk.failing = True
        await anna.types(evening.group, "/enter")
        await evening.sandbox.until(lambda: disk.failed >= 2)
        assert len(evening.sandbox.updates) == 1, "confirmed without a commit"
        assert anna.reads() == []
        disk.failing = False
        await anna.sees("you are in")
        await evening.rests()
        assert len((await evening.tournament()).players) == 1


async def test_the_same_update_delivered_again_counts_once() -> None:
    async with opened() as evening:
        anna = evening.players[0]
        await anna.types(evening.group, "/enter")
        await anna.sees("you are in")
        version = (await evening.tournament()).version
        evening.sandbox.updates.repeat()
        evening.sandbox.updates.repeat(renumbered=True)
        await evening.rests()
        assert (await evening.tournament()).version == version


def test_of_a_pressed_message_only_its_place_is_read() -> None:
    message = {"message_id": 5, "date": 7, "chat": {"id": -5, "type": "supergroup", "title": "Club"}, "text": "Round 3 " * 400,
               "is_topic_message": True, "message_thread_id": 9,
               "reply_markup": {"inline_keyboard": [[{"text": "1-0", "callback_data": f"res:{n}"}] for n in range(600)]}}
    raw = {"update_id": 1, "callback_query": {
        "id": "77", "from": {"id": 3, "is_bot": False, "first_name": "Anna"}, "chat_instance": "1", "data": "res:1",
        "message": message}}
    update = Update.de_json(_light(raw), None)
    query = update.callback_query
    assert query is not None and isinstance(query.message, Message)
    assert (query.message.chat.id, query.message.message_id, query.message.message_thread_id) == (-5, 5, 9)
    assert query.message.is_topic_message and query.message.reply_markup is None and query.data == "res:1"
    assert raw["callback_query"]["message"] is message and "text" in message, "what came is as it was"     # type: ignore[index]
    for odd in ({"callback_query": {"message": None}}, {"callback_query": 3}, {"message": message}):
        assert _light(odd) is odd


@pytest.mark.parametrize(("data", "lanes"), [
    ("res:KX4T:1:2:w", {"-7", "KX4T"}), ("join:KX4T", {"-7", "KX4T"}), ("do:KX4T:undo yes", {"-7", "KX4T"}),
    ("new:1", {"-7"}), ("join:kx4t", {"-7"}), ("join:KX4TT", {"-7"}), ("", {"-7"})])
def test_a_press_stays_in_order_with_those_of_its_chat_and_of_its_tournament(data: str, lanes: set[str]) -> None:
    """A card in private and the post in the group are about one tournament."""
    raw = {"update_id": 1, "callback_query": {"id": "7", "data": data, "message": {"message_id": 5, "chat": {"id": -7}}}}
    read = Delivery.read(raw, 0.0, "")
    assert read is not None and read.lanes == lanes


def test_a_cause_names_a_group_and_hides_an_account() -> None:
    def cause(chat: int, key: str = "123456:secret") -> str:
        return cause_of({"message": {"message_id": 5, "chat": {"id": chat}}}, key)

    assert cause(-1001234567890) == "msg:-1001234567890:5"
    assert cause(5000000001) == cause(5000000001) != cause(5000000002)
    assert re.fullmatch("msg:~[0-9a-f]{16}:5", cause(5000000001))
    assert cause(5000000001) != cause(5000000001, "123456:another"), "anybody could try all numbers"


async def test_garbage_does_not_stop_what_comes_after_it(caplog: pytest.LogCaptureFixture) -> None:
    async with opened() as evening:
        anna = evening.players[0]
        for nonsense in ({"message": {"message_id": "x"}}, {"callback_query": 7}, {"message": None}, {},
                         {"message": {"message_id": 1, "date": "tomorrow", "chat": {"id": [], "type": 3}}},
                         {"callback_query": {"id": "1", "from": {"id": 5}, "data": "\ud800"}},
                         {"unheard_of": {"id": 1}}, {"my_chat_member": {"chat": {"id": 1, "type": "private"}}}):
            evening.sandbox.updates.push_raw(nonsense)
        await anna.writes("/ping after")
        await anna.sees("pong after")
        await evening.rests()
        assert len(evening.sandbox.updates) == 0
        assert "set aside" in caplog.text


async def test_a_handler_that_stumbles_is_set_aside_and_the_next_one_served() -> None:
    async with opened() as evening:
        anna = evening.players[0]
        await anna.writes("/stumble 1")
        await anna.writes("/ping 2")
        await anna.sees("pong 2")
        await evening.rests()
        assert len(evening.sandbox.updates) == 0
        assert "nothing was lost" in anna.reads()[0].text


async def test_one_chat_is_served_in_order_and_slow_chats_hold_up_no_other() -> None:
    async with opened() as evening:
        anna, boris, *_ = evening.players

        others = asyncio.Event()

        @command("slow", rights=False)
        async def slow(v: Visit) -> None:
            await others.wait()
            PINGS.append("slow")

        @command("done", rights=False)
        async def done(v: Visit) -> None:
            others.set()

        evening.sandbox.updates.hold()
        await anna.writes("/slow")
        for number in range(5):
            await anna.writes(f"/ping a{number}")
            await boris.writes(f"/ping b{number}")
        await boris.writes("/done")
        evening.sandbox.updates.release()
        await evening.rests()
        assert PINGS == ["b0", "b1", "b2", "b3", "b4", "slow", "a0", "a1", "a2", "a3", "a4"]


async def test_another_program_that_polls_is_said_once_and_waited_out(caplog: pytest.LogCaptureFixture) -> None:
    async with opened() as evening:
        fault = evening.sandbox.faults.add(409, "getUpdates", times=3)
        await evening.sandbox.until(lambda: fault.struck == 3)
        await evening.players[0].writes("/ping me")
        await evening.players[0].sees("pong me")
        assert caplog.text.count("another program polls with this token") == 1


@pytest.mark.parametrize("kind", [429, 500, 502, "drop_before", "drop_after"])
async def test_polling_survives_every_error_of_the_network(kind: int | str) -> None:
    async with opened() as evening:
        fault = evening.sandbox.faults.add(kind, "getUpdates", times=2)      # type: ignore[arg-type]
        await evening.sandbox.until(lambda: fault.struck == 2)
        await evening.players[0].writes("/ping me")
        await evening.players[0].sees("pong me")
        assert PINGS == ["me"]


async def test_polling_waits_as_long_as_telegram_says() -> None:
    async with opened() as evening:
        before = evening.time.monotonic()
        fault = evening.sandbox.faults.add(429, "getUpdates", retry_after=60)
        await evening.sandbox.until(lambda: fault.struck == 1, 30)
        await evening.players[0].writes("/ping me")
        await evening.players[0].sees("pong me", timeout=60)
        assert evening.time.monotonic() - before >= 60


async def test_a_start_waits_for_the_network_and_takes_a_forgotten_webhook_away() -> None:
    async with opened() as evening:
        await evening.stops()
        evening.sandbox.faults.add(502, "getMe", times=2)
        evening.sandbox.updates.webhook = "https://example.org/hook"
        await evening.starts()
        await evening.players[0].writes("/ping me")
        await evening.players[0].sees("pong me")
        assert evening.sandbox.updates.webhook == ""


async def test_a_wrong_token_is_the_end() -> None:
    async with opened() as evening:
        await evening.stops()
        evening.sandbox.faults.add(401, "getMe")
        with pytest.raises(InvalidToken):
            await evening.starts()


async def test_a_wrong_token_is_said_in_words_and_not_shown(tmp_path: Path) -> None:
    async with Evening(0, speed=1.0) as evening:
        process = await evening.spawns(log=tmp_path / "log", BOT_TOKEN="7000000009:AAWrongWrongWrongWrongWrongWrongWrong")
        assert await asyncio.wait_for(process.wait(), 40) == 1
        said = (tmp_path / "log").read_text()
        assert "does not know this BOT_TOKEN: ask @BotFather" in said and "AAWrong" not in said and "Traceback" not in said


async def test_polling_that_is_silently_dead_is_started_anew(caplog: pytest.LogCaptureFixture) -> None:
    async with opened(config={"poll": 0.2, "poll_grace": 0.3, "request": 30.0}) as evening:
        fault = evening.sandbox.faults.add("timeout_before", "getUpdates")
        await evening.sandbox.until(lambda: fault.struck == 1)
        await evening.players[0].writes("/ping me")
        await evening.players[0].sees("pong me")
        assert "silently dead" in caplog.text


async def test_what_counts_for_nothing_counts_for_nothing() -> None:
    async with opened() as evening:
        anna = evening.players[0]
        typed = await anna.types(evening.group, "/ping once")
        await anna.edits(typed, "/ping twice")
        await anna.types(evening.group, "/ping@somebody_else_bot never")
        channel = evening.sandbox.group("Elsewhere", creator=anna)
        await anna.types(evening.group, "/ping in another name", as_chat=channel)
        await anna.types(evening.group, f"/ping@{evening.sandbox.bot.username} again")
        await evening.rests()
        assert PINGS == ["once", "again"]


async def test_no_token_no_name_no_text_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with opened() as evening:
        evening.sandbox.faults.add(500, "sendMessage")
        await evening.players[0].writes("/ping my secret")
        await evening.players[0].writes("/stumble")
        await evening.rests()
    lines = [record.getMessage() + str(getattr(record, "values", "")) for record in caplog.records
             if record.name.startswith("bot")]
    assert any("msg:" in line for line in lines)
    for word in (evening.sandbox.token, "my secret", *(player.name for player in evening.players)):
        assert not any(word in line for line in lines)
