"""Milliseconds for a tap to be on disk, and to fold an evening after a start, on a file and on a server.

    python -m tests.bench.ledger

The server is made for this run and, unlike that of the tests, waits for the disk.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import mean
from time import perf_counter

import storage
from engine import play
from engine.facts import Undone
from engine.model import Claim
from tests import server
from tests.memory import Hall, hall
from tests.table import START


async def timed(act: Callable[[], Awaitable[object]]) -> float:
    begin = perf_counter()
    await act()
    return (perf_counter() - begin) * 1000


async def says(room: Hall, n: int) -> None:
    who, claim = room.players[n], (Claim.LOST if n % 2 else Claim.WON)
    await room.ledger.record(room.code, partial(play.report, who=who, claim=claim), who, f"tap:{n}", START)


async def measure(where: str, players: int) -> None:
    async with hall(where, players, rounds=1) as room:
        await room.posts_round()
        alone = [await timed(partial(says, room, n)) for n in range(0, players, 2)]
        crowd = await timed(lambda: asyncio.gather(*(says(room, n) for n in range(1, players, 2))))
        again = [await timed(partial(says, room, n)) for n in range(players)]
        undo = await timed(partial(room.does, Undone((2,))))
    async with storage.open(where) as store:
        start = await timed(partial(store.ledger.tournament, room.code))
    print(f"{players:<9}{mean(alone):>8.1f} ({max(alone):>5.1f}){2 * crowd / players:>12.1f}{mean(again):>12.1f}"
          f"{undo:>12.1f}{start:>12.1f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        served = server.Server(Path(f"{folder}-server"))
        served.make(fsync=True)
        try:
            for name in ("SQLite", "PostgreSQL"):
                print(f"{name}, ms\nplayers   a tap (slowest)  in a crowd  tapped twice        undo     a start")
                for players in (10, 50, 200, 300):
                    where = served.fresh() if name == "PostgreSQL" else f"sqlite:///{folder}/{players}.db"
                    asyncio.run(measure(where, players))
        finally:
            served.remove()


if __name__ == "__main__":
    main()
