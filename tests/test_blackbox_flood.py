"""Does somebody who types much keep his own answers in order, and nobody else from a toast?"""

from __future__ import annotations

import asyncio

import pytest

from bot.budget import Budget, Kind
from bot.config import Config
from bot.timing import Time
from tests.evening import Evening


async def test_answers_in_one_chat_keep_their_order() -> None:
    purse = Budget(Config(token="1:x", chat_burst=1), Time())
    out: list[int] = []

    async def say(number: int) -> None:
        await purse.turn(7, Kind.SEND)
        out.append(number)

    async with asyncio.timeout(10):
        await asyncio.gather(*(say(number) for number in range(4)))
    assert out == [0, 1, 2, 3]


async def test_a_chat_at_its_limit_delays_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second of the bot's is a hundred here, and it has patience once for each chat, not once for each answer."""
    monkeypatch.setattr("bot.telling.PATIENCE", 3.0)
    async with Evening(2, speed=0.01, config={"drain": 0.1}) as evening:
        post = await evening.opens()
        asked = [await evening.olga.writes("/me") for _ in range(12)]
        await evening.olga.sees(after=asked[-1])               # they are in hand: the tap comes with the next batch
        assert (await evening.players[0].taps(post, "Join", timeout=25)).text == "You are in, 1"
        assert len([m for m in evening.olga.reads() if m.id > asked[-1].id]) < len(asked), "she was at no limit"
