"""An evening for tests: the sandbox, the real application and people, in one process over loopback.

    async with Evening(8, rounds=3) as evening:
        await evening.begins()                     # entry, Begin, Approve: round 1 is in the group
        await evening.says(1, "1-0")               # White reports, Black confirms
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import storage
from bot.app import App, load_handlers
from bot.config import Config
from bot.desk import BUTTONS, COMMANDS, REPLIES
from bot.sandbox import Group, Message, Person, Sandbox, Toast
from engine.model import Actor, Game, MemberId, Role, Settings, Tournament
from storage import TournamentRow, audit
from storage.database import Steps, Work, nothing
from tests import memory
from tests.fast import FastTime
from tests.memory import url

NAMES = ("Anna", "Boris", "Clara", "David", "Elena", "Fedor", "Greta", "Henry", "Irina", "Jakob", "Katya", "Lev",
         "Maria", "Nikita", "Olaf", "Polina")
ROOT = Path(__file__).parent.parent
SEED = "0123456789abcdef0123456789abcdef"
UNHURRIED = {"edit_gap": 0.2, "chat_burst": 50}
"""Where a second is a second nobody waits for Telegram's pace; what is asked there is something else."""


class Evening:
    """`players` people who have pressed Start, a judge Olga, a group with the bot as administrator.

    Keyword arguments that are settings (`rounds=3`) are those of the tournament; `config` changes
    the bot's constants. Time runs `speed` times as fast as the wall clock. `where` is a database that is there.
    """

    def __init__(self, players: int = 4, *, started: bool = True, speed: float = 20.0, language: str = "en",
                 where: str = "", config: dict[str, Any] | None = None, before_commit: Work[None] = nothing,
                 **settings: object) -> None:
        self.settings = {"system": "individual", "rounds": 3, **settings}
        self.time = FastTime(speed)
        self.language = language
        self._count = players
        self._started = started
        self._where = where
        self._changes = config or {}
        self._before_commit = before_commit
        self._exit = AsyncExitStack()
        self.app: App

    async def __aenter__(self) -> Self:
        folder = self._exit.enter_context(tempfile.TemporaryDirectory())
        self.url = self._where or url(Path(folder) / "club.db")
        self.sandbox = await self._exit.enter_async_context(Sandbox(self.time.now))
        # a quarter of a second of a busy machine is a long time on a fast clock
        self.sandbox.limits.slack = timedelta(seconds=max(0.2, 0.25 * self.time.speed))
        self.olga = self.sandbox.person("Olga", started=True, language=self.language)
        self.players = [self.sandbox.person(self._name(n), started=self._started, language=self.language)
                        for n in range(self._count)]
        self.group: Group = self.sandbox.group("Chess club", creator=self.olga, members=self.players)
        await self.starts()
        self._exit.push_async_exit(self._checks)
        self._exit.push_async_callback(self.stops)
        for person in (self.olga, *self.players):
            if person.user.started:
                await self.app.store.people.seen(person.id, person.name, None, person.user.language)
                await self.app.store.people.set_reachable(person.id, True)
        await self.group.add_bot(self.olga, admin=True)
        return self

    async def __aexit__(self, failed: type[BaseException] | None, error: BaseException | None,
                        where: TracebackType | None) -> None:
        await self._exit.__aexit__(failed, error, where)

    async def _checks(self, failed: type[BaseException] | None, *_: object) -> None:
        """After every evening: what `python -m storage check` finds."""
        if failed is None:
            async with storage.open(self.url) as store:
                found = await audit.check(store.database)
            assert found == [], found

    @staticmethod
    def _name(number: int) -> str:
        return NAMES[number] if number < len(NAMES) else f"{NAMES[number % len(NAMES)]} {number}"

    # the program

    @property
    def config(self) -> Config:
        return Config(**{"token": self.sandbox.token, "api_url": self.sandbox.base_url,
                         "file_url": self.sandbox.base_file_url, "database_url": self.url,
                         "lease": 12.0 * self.time.speed, "beat": 0.1, "poll": 2.0, "request": 3.0, "poll_grace": 2.0,
                         **(UNHURRIED if self.time.speed == 1 else {}), **self._changes})

    @property
    def environment(self) -> dict[str, str]:
        """The same for a process of its own."""
        return {"BOT_TOKEN": self.sandbox.token, "BOT_API_URL": self.sandbox.base_url, "BEAT": "0.1", "POLL": "2",
                "BOT_API_FILE_URL": self.sandbox.base_file_url, "DATABASE_URL": self.url, "LEASE": "3",
                "EDIT_GAP": "0.2", "LIMIT_CHAT_BURST": "50"}

    async def starts(self) -> None:
        """The bot starts, with whatever its database remembers."""
        self.app = App(self.config, time=self.time, seeds=lambda: SEED, before_commit=self._before_commit)
        await self.app.__aenter__()
        self.store = self.app.store

    async def stops(self) -> None:
        """The bot is stopped in good order; what comes now waits at Telegram."""
        await self.app.__aexit__(None, None, None)

    async def spawns(self, prelude: str = "", *, log: Path | None = None,
                     **environment: str) -> asyncio.subprocess.Process:
        """The bot as a process of its own, on the same database; `prelude` is Python that runs before it.

        What this class says of the tournament is then read beside it.
        """
        if self.store is self.app.store:
            await self.stops()
            self.store = await self._exit.enter_async_context(storage.open(self.url))
        code = f"{prelude}\nimport sys\nfrom bot.__main__ import main\nsys.exit(main([]))"
        with (log.open("w") if log else contextlib.nullcontext()) as stderr:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, cwd=ROOT, stderr=stderr,
                env={**os.environ, **self.environment, **environment})
        self._exit.push_async_callback(self.kills, process)
        return process

    async def kills(self, process: asyncio.subprocess.Process) -> None:
        """kill -9, as a power cut would."""
        if process.returncode is None:
            process.kill()
            await process.wait()

    async def rests(self, timeout: float = 20) -> None:
        """Until every update is handled and every chat shows what it should."""
        await self.app.clock.beat()                 # after a jump something may be due just now
        quiet = 0
        async with asyncio.timeout(timeout):
            while quiet < 3:
                await asyncio.sleep(0.02)
                quiet = quiet + 1 if self.app.idle and not len(self.sandbox.updates) else 0

    # the tournament

    async def row(self) -> TournamentRow:
        """The one tournament there is."""
        row, = await self.store.ledger.running(self.time.now())
        return row

    async def tournament(self) -> Tournament:
        return await self.store.ledger.tournament((await self.row()).code)

    async def opens(self) -> Message:
        """The judge opens entry with one command and one tap; the entry post."""
        words = " ".join(f"{key}={value}" for key, value in self.settings.items())
        await self.olga.types(self.group, f"/new {words}")
        card = await self.olga.sees(buttons=["Open entry"])
        await self.olga.taps(card, "Open entry")
        return await self.group.sees(buttons=["Join"])

    async def enters(self) -> Message:
        """Everybody joins."""
        post = await self.opens()
        for player in self.players:
            await player.taps(post, "Join")
        await self.rests()
        return post

    async def begins(self) -> Message:
        """Entry, Begin and the first Approve; the post of round 1."""
        await self.enters()
        await self.olga.types(self.group, "/begin")
        return await self.approves()

    async def approves(self) -> Message:
        """The judge approves the draft that waits; the round's post."""
        card = await self.olga.sees(buttons=["Approve"])
        number = (await self.tournament()).next_round
        await self.olga.taps(card, "Approve")
        await self.rests()
        return await self.group.sees(f"Round {number} of", buttons=["I won"])

    async def person(self, member: MemberId) -> Person:
        """The person behind a player."""
        found = await self.store.members.get(member)
        assert found is not None and found.person is not None, f"{member} is a guest"
        return self.sandbox.people[found.person]

    async def game(self, board: int) -> Game:
        """The game at this board of the round that runs."""
        posted = (await self.tournament()).round
        assert posted is not None, "no round is posted"
        return posted.games[board - 1]

    async def says(self, board: int, score: str) -> Toast:
        """White reports `1-0`, `½` or `0-1` and Black says the same, both in the group; Black's toast."""
        post = await self.round_post()
        white, black = {"1-0": ("I won", "I lost"), "½": ("Draw", "Draw"), "0-1": ("I lost", "I won")}[score]
        game = await self.game(board)
        await (await self.person(game.white)).taps(post, white)
        return await (await self.person(game.black)).taps(post, black)

    async def round_post(self) -> Message:
        """The post of the round that runs."""
        return await self.group.sees(f"Round {len((await self.tournament()).rounds)} of", buttons=["I won"])

    async def plays(self) -> None:
        """All open boards of the round that runs, White wins."""
        posted = (await self.tournament()).round
        assert posted is not None, "no round is posted"
        for game in posted.games:
            if game.result is None:
                await self.says(game.board, "1-0")
        await self.rests()

    async def open_quietly(self, **settings: object) -> str:
        """A tournament without the handlers: straight into the ledger; its code."""
        club = await self.app.store.clubs.make_club(self.group.id, "Chess club", "en")
        olga = await self.app.store.members.member(club.id, self.olga.id, "Olga")
        t = await self.app.store.ledger.create(
            Settings(**{"rounds": 3, **settings}), club.id, club.chat, None,    # type: ignore[arg-type]
            Actor(olga.id, Role.CHIEF, "group"), "test:open", self.time.now())
        self.app.board.touch(t.code)
        return t.code


@contextmanager
def toys() -> Iterator[None]:
    """Handlers that are registered inside are gone afterwards, and those they took the place of are back."""
    load_handlers()
    tables = (COMMANDS, BUTTONS, REPLIES)
    kept = [dict(table) for table in tables]
    try:
        yield
    finally:                              # a test that fails must not leave its toys to all that come after it
        for table, before in zip(tables, kept, strict=True):
            table.clear()
            table.update(before)


class FullDisk:
    """Work before a commit that fails as often as it is told to, with this error of SQLite or the server's for it."""

    ON_SERVER: ClassVar = {sqlite3.SQLITE_FULL: "53100", sqlite3.SQLITE_CORRUPT: "XX001",
                           sqlite3.SQLITE_IOERR_FSYNC: "58030"}

    def __init__(self, code: int = sqlite3.SQLITE_FULL) -> None:
        self.code = code
        self.failing = False
        self.failed = 0

    def __call__(self) -> Steps[None]:
        if self.failing:
            self.failed += 1
            if memory.served():
                yield from memory.failing(self.ON_SERVER[self.code])
            error = sqlite3.DatabaseError("the disk has failed")
            error.sqlite_errorcode = self.code
            raise error
