"""Does mischief strike the calls it is meant for, before or after they take effect?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import Bot
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.request import HTTPXRequest

from bot.sandbox import Call, Person, Sandbox


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def anna(sandbox: Sandbox) -> Person:
    return sandbox.person("Anna", started=True)


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Bot]:
    request = HTTPXRequest(read_timeout=0.3)
    async with Bot(sandbox.token, base_url=sandbox.base_url, request=request) as bot:
        yield bot


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        (429, RetryAfter),
        (403, Forbidden),
        (400, BadRequest),
        (500, NetworkError),
        (502, NetworkError),
    ],
)
async def test_an_error_strikes_once_and_nothing_is_sent(
    sandbox: Sandbox, anna: Person, bot: Bot, kind: int, error: type[TelegramError]
) -> None:
    fault = sandbox.faults.add(kind, "sendMessage", chat=anna.id, retry_after=7)
    with pytest.raises(error):
        await bot.send_message(anna.id, "hello")
    assert anna.reads() == []
    assert fault.struck == 1
    await bot.send_message(anna.id, "hello")
    assert [message.text for message in anna.reads()] == ["hello"]
    assert [call.fault for call in sandbox.journal] == ["", str(kind), ""]
    assert len(sandbox.journal.sent(anna.id)) == 1
    assert sandbox.journal.refused() == []


@pytest.mark.parametrize(
    ("kind", "error", "applied"),
    [
        ("timeout_before", TimedOut, False),
        ("timeout_after", TimedOut, True),
        ("drop_before", NetworkError, False),
        ("drop_after", NetworkError, True),
    ],
)
async def test_no_answer_leaves_the_bot_in_doubt(
    sandbox: Sandbox, anna: Person, bot: Bot, kind: object, error: type[TelegramError], applied: bool
) -> None:
    sandbox.faults.add(kind, "sendMessage")  # type: ignore[arg-type]
    with pytest.raises(error):
        await bot.send_message(anna.id, "hello")
    assert [message.text for message in anna.reads()] == (["hello"] if applied else [])
    (call,) = sandbox.journal.calls("sendMessage")
    assert (call.applied, call.ok, call.fault) == (applied, False, kind)
    await bot.send_message(anna.id, "and again")
    assert anna.last().text == "and again"


async def test_an_answer_can_be_late(sandbox: Sandbox, anna: Person, bot: Bot) -> None:
    sandbox.faults.add("delay_before", "sendMessage", seconds=0.2)
    sending = asyncio.create_task(bot.send_message(anna.id, "hello"))
    await asyncio.sleep(0.1)
    assert anna.reads() == []
    await sending
    sandbox.faults.add("delay_after", "sendMessage", seconds=0.2)
    sending = asyncio.create_task(bot.send_message(anna.id, "again"))
    await anna.sees("again", timeout=0.15)
    assert not sending.done()
    await sending


async def test_mischief_can_be_choosy(sandbox: Sandbox, anna: Person, bot: Bot) -> None:
    sandbox.faults.add(500, text="round")
    sandbox.faults.add(403, times=2, when=lambda call: call.method == "sendChatAction")
    await bot.send_message(anna.id, "hello")
    with pytest.raises(NetworkError):
        await bot.send_message(anna.id, "a round")
    for _ in range(2):
        with pytest.raises(Forbidden):
            await bot.send_chat_action(anna.id, "typing")
    await bot.send_chat_action(anna.id, "typing")
    sandbox.faults.add(500, times=99)
    assert await bot.get_updates() == ()  # spared, unless it is named
    sandbox.faults.clear()
    sandbox.faults.add(502, "getUpdates")
    with pytest.raises(NetworkError):
        await bot.get_updates()


async def test_hooks_stand_before_and_after_each_call(sandbox: Sandbox, anna: Person, bot: Bot) -> None:
    seen: list[tuple[str, str, int]] = []

    async def before(call: Call) -> None:
        seen.append(("before", call.method, len(anna.reads())))

    async def after(call: Call) -> None:
        seen.append(("after", call.method, len(anna.reads())))

    sandbox.server.before.append(before)
    sandbox.server.after.append(after)
    await bot.send_message(anna.id, "hello")
    await bot.get_updates()
    assert seen == [
        ("before", "sendMessage", 0),
        ("after", "sendMessage", 1),
        ("before", "getUpdates", 1),
        ("after", "getUpdates", 1),
    ]


async def test_limits_are_enforced_when_wanted(sandbox: Sandbox, anna: Person, bot: Bot) -> None:
    for number in range(6):
        await bot.send_message(anna.id, str(number))
    assert len(sandbox.limits.exceeded) == 1
    sandbox.limits.enforce = True
    with pytest.raises(RetryAfter):
        await bot.send_message(anna.id, "too many")
    assert len(anna.reads()) == 6


def test_mischief_that_does_not_exist_is_refused(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="no fault is called 'drop'"):
        sandbox.faults.add("drop", "sendMessage")  # type: ignore[arg-type]
