"""Milliseconds for a tap to be on disk, and to fold an evening after a start, on a file and on a server.

    python -m tests.bench.ledger            the server is made for this run and, unlike that of the tests, waits for the disk
    python -m tests.bench.ledger replay     events of nine rounds by size, read and folded from their first fact
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time

import storage
from engine import due, entry, fold, judging, play
from engine.facts import Fact, Undone
from engine.model import CLOCK, Actor, Claim, Stage, Tournament
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


async def evening(room: Hall) -> None:
    """All of it, a step a tap: everybody joins and reports for himself, White wins two boards of three."""
    number = count(1)

    async def does(who: Actor, action: Callable[[Tournament], list[Fact]]) -> Tournament:
        cause = f"tap:{next(number):019}"                                         # as long as Telegram's
        return (await room.ledger.record(room.code, action, who, cause, START)).tournament

    for who in room.players:
        t = await does(who, partial(entry.join, who=who))
    t = await does(room.judge, partial(judging.begin, who=room.judge, sure=True))
    while t.stage is Stage.PLAYING:
        if t.draft is not None:
            t = await does(room.judge, partial(judging.approve, who=room.judge, draft=t.draft.seq,
                                               now=START + timedelta(minutes=1)))
        elif games := {player: game for game in t.open_games() for player in game.players}:
            for who in (who for who in room.players if who.member in games):
                game = games[who.member]
                won = Claim.WON if who.member == game.white else Claim.LOST
                t = await does(who, partial(play.report, who=who, claim=won if game.board % 3 else Claim.DRAW))
        else:
            before, t = t, await does(CLOCK, partial(due.tick, now=START, fresh_seed="0" * 32, keys={}))
            assert t.version > before.version, "there is no draw"


async def replay(folder: str, players: int) -> None:
    """Bytes are those of the facts and of what is made of them. Nothing was posted, for nobody is in the chat."""
    file, empty = Path(folder, f"{players}.db"), Path(folder, f"{players}-empty.db")
    async with hall(f"sqlite:///{empty}", players):
        """Club, people and members alone."""
    async with hall(f"sqlite:///{file}", players, rounds=9, system="individual") as room:
        await evening(room)
        entries = await room.ledger.entries(room.code)
    read, folded = [], []
    for _ in range(5):
        async with storage.open(f"sqlite:///{file}") as store:
            began = process_time()
            await store.ledger.tournament(room.code)
            read.append(1000 * (process_time() - began))
        began = process_time()
        fold.replay(room.code, entries)
        folded.append(1000 * (process_time() - began))
    size = file.stat().st_size - empty.stat().st_size
    print(f"{players:<9}{len(entries):>8}{median(read):>17.1f}{median(folded):>11.1f}{size / 1000:>10.0f}", flush=True)


def main() -> None:
    if sys.argv[1:] == ["replay"]:
        print("ms of processor\nplayers     facts  read and folded     folded        kB")
        with tempfile.TemporaryDirectory() as folder:
            for players in (10, 30, 100, 300):
                asyncio.run(replay(folder, players))
        return
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
