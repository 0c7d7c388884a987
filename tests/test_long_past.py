"""Does an evening cost a club no more because of all the evenings behind it?"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from engine.facts import Ruled
from engine.model import MemberId, Result
from storage import Store
from storage.database import Steps, Work
from tests.memory import Hall, claims, hall
from tests.test_leaderboards import B, D, W, meets, room_of, writes

WEEKS = (1, 6)
"""So many evenings are over when it is counted: on the seventh nobody is a newcomer any more."""


class Watched:
    """What is asked of a database while it is watched, and how many rows came back."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.rows = 0

    @asynccontextmanager
    async def over(self, store: Store) -> AsyncIterator[None]:
        database = store.database._database                    # below what is remembered
        read, write = database.read, database.write

        def watching(work: Work[Any]) -> Work[Any]:
            def steps() -> Steps[Any]:
                inner, rows = work(), None
                while True:
                    try:
                        statement = next(inner) if rows is None else inner.send(rows)
                    except StopIteration as end:
                        return end.value
                    rows = yield statement
                    self.statements.append(statement.text)
                    self.rows += len(rows)
            return steps

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(database, "read", lambda work: read(watching(work)))
            patch.setattr(database, "write", lambda work: write(watching(work)))
            yield


@pytest.mark.parametrize("what", ["evening", "correction", "start rating of a newcomer", "claim of a newcomer"])
async def test_what_happens_today_is_no_dearer_for_a_long_past(what: str) -> None:
    """Counted in statements and rows, not by the clock."""
    async with hall(rounds=1) as room:
        await room_of(room)
        cost, week = {}, 0
        guests = [(await room.store.members.guest(1, f"Guest {number}")).id for number in WEEKS]
        for weeks in WEEKS:
            while week < 7 * weeks:
                week += 1
                last = await meets(room, week, W, D)
            watched = Watched()
            async with watched.over(room.store):
                await _happens(room, what, week, last, guests.pop())
            cost[weeks] = Counter(watched.statements), watched.rows
        assert cost[WEEKS[0]] == cost[WEEKS[1]]
        assert any("INTO fact" in it or "member SET" in it for it in cost[WEEKS[0]][0]), "it was watched"


async def _happens(room: Hall, what: str, week: int, last: str, guest: MemberId) -> None:
    if what == "evening":
        await meets(room, 100 + week, W, B)
    elif what == "correction":
        await writes(room, last, week, Ruled(1, room.players[0].member, B))
    elif what == "start rating of a newcomer":
        await room.store.members.rate(guest, 1700)
    else:
        await room.store.people.seen(9900 + week, "Somebody", None, "ru")
        await claims(room.store, guest, 9900 + week)


async def test_the_past_is_never_read_through(tmp_path: Path) -> None:
    """Every statement about it goes by an index. (What a statement will do only the database can say.)"""
    async with hall(f"sqlite:///{tmp_path / 'club.db'}", rounds=1) as room:
        await room_of(room)
        first, *_ = [await meets(room, week, W, D) for week in range(1, 4)]
        boards, watched = room.store.leaderboards, Watched()
        async with watched.over(room.store):
            last = await meets(room, 4, B, B)
            await writes(room, first, 5, Ruled(1, room.players[0].member, Result.DRAW))
            t = await room.ledger.tournament(last)
            assert await boards.ratings(1) and await boards.history(1, t.rounds[0].games[0].white)
            assert await boards.changes(last) and await boards.met(t) and await boards.foreseen(t)
            assert await boards.rivals(room.players[0].member, "chess")
            await room.store.members.rate(room.players[1].member, 1700)
    with closing(sqlite3.connect(tmp_path / "club.db")) as db:
        for statement in dict.fromkeys(watched.statements):
            if re.search(r"\b(rating|played|standing|finished)\b", statement):
                plan = db.execute(f"EXPLAIN QUERY PLAN {statement}", [""] * statement.count("?")).fetchall()
                scans = [row[3] for row in plan if row[3].startswith("SCAN")]
                assert {*scans} <= {"SCAN pair", "SCAN g", "SCAN 50 CONSTANT ROWS", "SCAN CONSTANT ROW"}, statement
