"""Do a hundred results, the clock and people who look at the table get in each other's way (complaint E03)?"""

import asyncio
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

import storage
from engine import due, play
from engine.model import CLOCK, Claim, Stage, Tournament
from engine.standings import standings
from storage import audit
from tests.memory import hall, url
from tests.table import START

pytestmark = pytest.mark.usefixtures("databases")


async def test_a_hundred_results_timers_and_tables_at_once_lose_nothing(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where, 200, rounds=1) as room, storage.open(where) as two:
        await room.posts_round()
        ledgers = (room.ledger, two.ledger)

        async def says(n: int, claim: Claim) -> None:
            who = room.players[n]
            await ledgers[n % 3 % 2].record(
                room.code, partial(play.report, who=who, claim=claim), who, f"tap:{n}", START)

        async def ticks(n: int) -> None:
            now = START + timedelta(seconds=n)
            await ledgers[n % 2].record(
                room.code, partial(due.tick, now=now, fresh_seed="0" * 32, keys={}), CLOCK, f"clock:{n}", now)

        async def looks() -> Tournament:
            t = await two.ledger.tournament(room.code)
            assert len(standings(t)) == 200
            return t

        await asyncio.gather(
            *(says(n, Claim.WON) for n in range(0, 200, 2)), *(says(n, Claim.LOST) for n in range(1, 200, 2)),
            *(ticks(n) for n in range(20)), *(looks() for _ in range(20)))
        t = await room.ledger.tournament(room.code)
        assert sum(game.result is not None for game in t.rounds[0].games) == 100
        for n in range(20, 24):
            await ticks(n)
        assert (await looks()).stage is Stage.FINISHED
        assert await audit.check(room.store.database) == []


async def test_many_tournaments_are_held_in_memory_but_not_without_end() -> None:
    async with hall() as room:
        for topic in range(1, storage.ledger.KEPT + 20):
            await room.ledger.create((await room.ledger.tournament(room.code)).settings, 1, -5, topic, room.judge,
                                     f"tap:{topic}", START)
        assert len(room.ledger._folded) == storage.ledger.KEPT
        assert (await room.does()).tournament.code == room.code
