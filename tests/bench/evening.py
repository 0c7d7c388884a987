"""Seconds of an evening: from a tap to its toast, from the last result to the draft, until all are told.

    python -m tests.bench.evening [PLAYERS] [--webhook]

The real bot over loopback against the sandbox, in one process, in real time; Telegram itself is not in it.
"""

from __future__ import annotations

import asyncio
import sys
from statistics import median
from time import monotonic

from tests.evening import Evening
from tests.hooked import Hooked


async def measure(players: int, kind: type[Evening]) -> None:
    async with kind(players, rounds=3, speed=1.0, config={"beat": 2.0}) as evening:
        post = await evening.opens()
        toasts = []
        for player in evening.players:
            began = monotonic()
            await player.taps(post, "Join")
            toasts.append(monotonic() - began)
        await evening.olga.types(evening.group, "/begin")
        card = await evening.olga.sees(buttons=["Approve"])
        await asyncio.sleep(2.1)
        began = monotonic()
        await evening.olga.taps(card, "Approve")
        for player in evening.players:
            await player.sees("Round 1", timeout=60)
        told = monotonic() - began
        t = await evening.tournament()
        for game in t.rounds[0].games:
            for member, label in ((game.white, "I won"), (game.black, "Confirm")):
                person = await evening.person(member)
                line = await person.sees(buttons=[label], timeout=60)
                began = monotonic()
                await person.taps(line, label)
                toasts.append(monotonic() - began)
        began = monotonic()
        await evening.olga.sees("Round 2", buttons=["Approve"], timeout=60)
        draft = monotonic() - began
    worst = sorted(toasts)[int(0.99 * len(toasts))]
    print(f"{players} players: toast p50 {1000 * median(toasts):.0f} ms, p99 {1000 * worst:.0f} ms; "
          f"all told {told:.1f} s after Approve; draft {draft:.1f} s after the last result")


if __name__ == "__main__":
    kind = Hooked if "--webhook" in sys.argv else Evening
    for count in [int(word) for word in sys.argv[1:] if word.isdecimal()] or [12, 40]:
        asyncio.run(measure(count, kind))
