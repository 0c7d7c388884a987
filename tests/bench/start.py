"""Seconds from the start of the bot's process to its first answer, on SQLite and on PostgreSQL if it is there.

    python -m tests.bench.start [TIMES]

Somebody has tapped while the bot was away. Over loopback against the sandbox; Telegram itself is not in it.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from statistics import median
from time import monotonic

from tests import memory, server
from tests.evening import Evening


async def measure(players: int) -> list[float]:
    """One life of the process for each player."""
    spans = []
    async with Evening(players, speed=1.0) as evening:
        await evening.open_quietly()
        post = await evening.group.sees(buttons=["Join"])
        await evening.rests()
        await evening.stops()
        for player in evening.players:
            tap = player.tap(post, "Join")
            began = monotonic()
            process = await evening.spawns()
            await asyncio.wait_for(tap.query.answer, 60)
            spans.append(monotonic() - began)
            process.terminate()
            await process.wait()
    return spans


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    server.announce()
    try:
        for name, place in (("SQLite", nullcontext()), ("PostgreSQL", memory.on_server())):
            if name == "PostgreSQL" and server.programs() is None:
                continue
            with place:
                spans = asyncio.run(measure(times))
            print(f"{name}: start to first answer median {median(spans):.2f} s, slowest {max(spans):.2f} s of {times}")
    finally:
        server.forget()
