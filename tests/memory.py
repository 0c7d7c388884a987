"""A club in a fresh memory, for questions about storage: members 1…n, a judge, an open tournament."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import asyncpg

import storage
from engine.facts import Begun, Drafted, Drawn, Entry, Fact, Joined, Opened
from engine.model import Actor, MemberId, Role, Settings, Tournament
from storage import Store
from storage.claims import Claim
from storage.database import Steps, ask
from tests import server
from tests.table import START, Table

CHAT = -1001


@dataclass(slots=True)
class Hall:
    """A store with one club and one tournament in it."""

    store: Store
    code: str
    players: list[Actor]
    judge: Actor
    causes: int = 0

    @property
    def ledger(self) -> storage.ledger.Ledger:
        return self.store.ledger

    async def does(self, *facts: Fact, by: Actor | None = None, cause: str = "") -> storage.Recorded:
        """Write these facts as one step, by the judge."""
        self.causes += 1
        return await self.ledger.record(self.code, lambda t: list(facts), by or self.judge,
                                        cause or f"does:{self.causes}", START)

    async def posts_round(self) -> Tournament:
        """Everybody is in and paired 1–2, 3–4 …; round 1 is posted."""
        for who in self.players:
            await self.does(Joined(who.member), by=who)
        ids = tuple(who.member for who in self.players)
        pairs = tuple(zip(ids[::2], ids[1::2], strict=True))
        await self.does(Begun())
        drafted = await self.does(Drafted(1, pairs, None, ids, ids))
        return (await self.does(Drawn(1, drafted.entries[0].seq))).tournament


_served: dict[Path, str] | None = None
"""Databases of the server by the file each stands for; None: files are files."""


@contextmanager
def on_server() -> Iterator[None]:
    """Inside, every database is one of PostgreSQL's."""
    global _served
    _served = {}
    try:
        yield
    finally:
        _served = None


def url(path: Path) -> str:
    """The address of this file, or of the database that stands for it."""
    if _served is None:
        return f"sqlite:///{path}"
    if path not in _served:
        _served[path] = server.shared().fresh()
    return _served[path]


def behind(where: str, *statements: str) -> None:
    """Run SQL behind the program's back."""
    if where.startswith("postgresql:"):
        server.asks(where, *statements)
        return
    with closing(sqlite3.connect(where.removeprefix("sqlite:///"))) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


async def beside(where: str, question: str) -> list[tuple[Any, ...]]:
    """What is committed, read by somebody who has nothing to do with the program."""
    if where.startswith("postgresql:"):
        connection = await asyncpg.connect(where)
        try:
            return [tuple(row) for row in await connection.fetch(question)]
        finally:
            await connection.close()
    with closing(sqlite3.connect(where.removeprefix("sqlite:///"))) as db:
        return db.execute(question).fetchall()


def drop(where: str) -> None:
    """Nobody will need it any more. (The folder of a file looks after itself.)"""
    if where.startswith("postgresql:"):
        server.shared().drop(where)


def served() -> bool:
    """Whether databases are those of the server now."""
    return _served is not None


def failing(state: str) -> Steps[None]:
    """Work in which the server fails with this SQLSTATE."""
    yield ask(f"DO $$ BEGIN RAISE EXCEPTION 'the disk has failed' USING ERRCODE = '{state}'; END $$")


def nowhere() -> str:
    """The address of a memory that nobody else will see."""
    return "sqlite:///:memory:" if _served is None else server.shared().fresh()


@asynccontextmanager
async def hall(where: str = "", players: int = 4, *, chat: int = CHAT, **settings: object) -> AsyncIterator[Hall]:
    async with storage.open(where or nowhere()) as store:
        yield await seated(store, players, chat, Settings(title="Thursday", **settings))  # type: ignore[arg-type]


async def seated(store: Store, players: int, chat: int, settings: Settings) -> Hall:
    club = await store.clubs.make_club(chat, "Клуб «Ладья»", "ru", "Europe/Moscow")
    actors = []
    for number in range(1, players + 1):
        await store.people.seen(9000 + number, f"Player {number}", None, "ru")
        member = await store.members.member(club.id, 9000 + number, f"Player {number}")
        actors.append(Actor(member.id, Role.PERSON, "group"))
    judge = Actor((await store.members.guest(club.id, "Судья")).id, Role.CHIEF, "private")
    t = await store.ledger.create(settings, club.id, chat, None, judge, f"tap:open{chat}", START)
    return Hall(store, t.code, actors, judge)


async def claims(store: Store, guest: MemberId, person: int, *, at: datetime = START) -> Claim:
    """The person uses a link to the guest's history, and a judge says yes."""
    offered = await store.claims.offer(guest, f"token of {guest}", at)
    await store.claims.ask(offered.id, person, at)
    return await store.claims.confirm(offered.id, MemberId(1), at)


async def keep(store: Store, table: Table, chat: int = CHAT) -> Hall:
    """The tournament that was played at the table, step by step through the ledger."""
    first, *rest = table.entries
    assert isinstance(first.fact, Opened)
    room = await seated(store, len(table.t.players), chat, first.fact.settings)

    def actor(e: Entry) -> Actor:
        return Actor(room.judge.member if e.by == 1000 else MemberId(e.by), e.role, e.place)

    for cause, step in groupby(rest, key=lambda e: e.cause):
        entries = list(step)
        facts = [e.fact for e in entries]
        await store.ledger.record(room.code, lambda t, facts=facts: facts,  # type: ignore[misc]
                                  actor(entries[0]), cause, entries[0].at)
    return room
