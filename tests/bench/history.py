"""What a club's past costs: milliseconds at the end of an event, after a correction, and for what is looked up.

    python -m tests.bench.history [EVENINGS] [PLAYERS]      300 evenings of 20 in five rounds, on a file and on a server

The last event of each line ends once more after its end was taken back; the old correction is one of the first evening,
from which on everything is played through again. Medians of five. On a file they are of the processor, and other
work beside does not count.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from engine.facts import Begun, Drafted, Drawn, Fact, Finished, Joined, Ruled, Undone
from engine.model import Result, Settings
from tests import server
from tests.memory import CHAT, Hall, hall
from tests.table import START

ROUNDS, TRIES = 5, 5
Clock = Callable[[], float]
RESULTS = (Result.WHITE_WON, Result.DRAW, Result.BLACK_WON)


class Club:
    """A hall with one evening after another."""

    def __init__(self, room: Hall, clock: Clock) -> None:
        self.room = room
        self.clock = clock
        self.chance = Random(1)
        self.codes: list[str] = []

    async def writes(self, *facts: Fact, code: str = "") -> int:
        """The number of the last fact."""
        room = self.room
        room.causes += 1
        at = START + timedelta(hours=room.causes)
        done = await room.ledger.record(code or self.codes[-1], lambda t: list(facts), room.judge,
                                        f"tap:{room.causes}", at)
        return done.tournament.version

    async def evening(self) -> None:
        """All but its end."""
        room, ids = self.room, [who.member for who in self.room.players]
        settings = Settings(title="Thursday", rounds=ROUNDS, system="individual")
        t = await room.ledger.create(settings, 1, CHAT, len(self.codes) + 1, room.judge, f"new:{len(self.codes)}", START)
        self.codes.append(t.code)
        last = await self.writes(*map(Joined, ids), Begun())
        for number in range(1, ROUNDS + 1):
            self.chance.shuffle(ids)
            pairs = tuple(zip(ids[::2], ids[1::2], strict=True))
            results = (Ruled(number, white, self.chance.choice(RESULTS)) for white, _ in pairs)
            last = await self.writes(Drafted(number, pairs, None, tuple(ids), tuple(ids)), Drawn(number, last + 1), *results)

    async def ends(self) -> float:
        """Milliseconds; each time but the last it is taken back."""
        taken = []
        for number in range(TRIES):
            begin = self.clock()
            end = await self.writes(Finished())
            taken.append(self.clock() - begin)
            if number < TRIES - 1:
                await self.writes(Undone((end,)))
        return 1000 * median(taken)

    async def corrects(self) -> float:
        code = self.codes[0]
        white = (await self.room.ledger.tournament(code)).rounds[0].games[0].white
        return await self.timed(lambda n: self.writes(Ruled(1, white, RESULTS[n % 3]), code=code))

    async def timed(self, act: Callable[[int], Awaitable[object]]) -> float:
        """Milliseconds."""
        taken = []
        for number in range(TRIES):
            begin = self.clock()
            await act(number)
            taken.append(self.clock() - begin)
        return 1000 * median(taken)


async def measure(where: str, clock: Clock, evenings: int, players: int) -> None:
    async with hall(where, players, rounds=1) as room:
        await room.does(Begun(), Finished())
        club, boards, member = Club(room, clock), room.store.leaderboards, room.players[0].member
        for number in range(1, evenings + 1):
            await club.evening()
            if number not in (1, 10, 100, evenings):
                await club.writes(Finished())
                continue
            end = await club.ends()
            t = await room.ledger.tournament(club.codes[-1])

            async def forgets(what: Callable[[], Awaitable[object]], number: int) -> None:
                room.store.database._found.clear()
                await what()

            async def list_of_ratings() -> None:
                await boards.ratings(1)
                await boards.history(1, member)

            looked = [await club.timed(partial(forgets, what)) for what in (
                list_of_ratings, lambda t=t: boards.met(t), lambda t=t: boards.changes(t.code),
                lambda: boards.rivals(member, "chess"), lambda t=t: boards.foreseen(t))]
            print(f"{number:<9}{end:>8.1f}{await club.corrects():>16.1f}" + "".join(f"{ms:>10.1f}" for ms in looked),
                  flush=True)


def main() -> None:
    evenings, players = (int(word) for word in [*sys.argv[1:], *("300", "20")[len(sys.argv) - 1:]])
    with tempfile.TemporaryDirectory() as folder:
        served = server.Server(Path(f"{folder}-server"))
        served.make(fsync=True)
        try:
            for name, clock in (("SQLite", process_time), ("PostgreSQL", perf_counter)):
                print(f"{name}, ms\nevenings  an end  old correction   /rating       met   changes    rivals   preview")
                where = served.fresh() if name == "PostgreSQL" else f"sqlite:///{folder}/club.db"
                asyncio.run(measure(where, clock, evenings, players))
        finally:
            served.remove()


if __name__ == "__main__":
    main()
