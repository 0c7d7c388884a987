"""Does somebody who types much keep his own answers in order, and nobody else from a toast?"""

from __future__ import annotations

import asyncio
from time import monotonic

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


async def test_a_chat_at_its_limit_delays_nobody_else() -> None:
    async with Evening(2, speed=1) as evening:
        evening.sandbox.limits.enforce = True
        post = await evening.opens()
        for _ in range(10):
            await evening.olga.writes("/me")
        await asyncio.sleep(0.3)               # they are in hand: the tap comes with the next batch
        began = monotonic()
        toast = await evening.players[0].taps(post, "Join")
        assert toast.text == "You are in, 1"
        assert monotonic() - began < 1.5       # at one answer a second it would be more
