"""One process lives through evening after evening: its memory, open files, tasks and time, every hundred evenings.

    python -m tests.bench.soak [EVENINGS] [--kinds]

SQLite, Telegram is the sandbox over loopback, and everything is tapped or typed by people: four players and two
rounds, in every second evening with a guest, in the others with a correction and a step taken back; lookups in between.
One to four clubs play side by side, then the clock of both processes leaps by a day: an event that is over is kept in
sight for two days, and hundreds of them at once would be another question (`tests.bench.crowd clubs`). Blocks are what
Python has allocated and not given back, and `--kinds` also lists of which objects there are more than before.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

from bot.app import App
from bot.config import Config
from bot.sandbox import Group, Message, Person, Sandbox
from bot.timing import Leaping
from tests.bench.crowd import memory, processor

CLUBS, SIDE_BY_SIDE = 6, 4
DAY = timedelta(days=1)
PATIENCE = 60.0
UNHURRIED = {"POLL": "2", "EDIT_GAP": "0", "LIMIT_GROUP": "9999", "LIMIT_GROUP_EDITS": "9999",
             "LIMIT_CHAT_BURST": "9999", "LIMIT_OVERALL": "9999", "LOG_LEVEL": "ERROR"}


# the process that lives

async def live(config: Config) -> None:
    """The bot, to whom SIGUSR1 says that a day has passed; SIGUSR2 asks what it holds when it is at rest."""
    loop, time = asyncio.get_running_loop(), Leaping()
    asked = asyncio.Queue[None]()
    async with App(config, time=time) as app:
        loop.add_signal_handler(signal.SIGUSR1, time.jump, DAY.total_seconds())
        loop.add_signal_handler(signal.SIGUSR2, asked.put_nowait, None)
        await asyncio.gather(app.run(), _tell(app, asked))


async def _tell(app: App, asked: asyncio.Queue[None]) -> None:
    while True:
        await asked.get()
        while not app.idle:
            await asyncio.sleep(0.02)
        tasks = len(asyncio.all_tasks())
        await asyncio.sleep(app.config.beat)         # a thread of the database holds the last answer until the next one
        gc.collect()
        kinds = Counter(f"{type(it).__module__}.{type(it).__qualname__}" for it in gc.get_objects())
        print(json.dumps({"tasks": tasks, "blocks": sys.getallocatedblocks(), "kinds": kinds}), flush=True)


# those who play

class Club:
    """Four players and a judge, who meet again and again."""

    def __init__(self, sandbox: Sandbox, number: int) -> None:
        self.judge = sandbox.person(f"Olga {number}")
        self.players = [sandbox.person(f"{name} {number}") for name in ("Anna", "Boris", "Clara", "David")]
        self.group: Group = sandbox.group(f"Club {number}", creator=self.judge, members=self.players)
        self.greeting: Message
        self.evenings = 0

    async def founds(self) -> None:
        await self.group.add_bot(self.judge, admin=True)
        for person in (self.judge, *self.players):
            await person.start()
            await person.sees()
        self.greeting = await self.group.sees(buttons=["New event"])

    async def plays(self) -> None:
        """From New event to the final table."""
        self.evenings += 1
        guest = self.evenings % 2 == 0
        entry = await self._opens(typed=guest)
        for player in self.players:
            await player.taps(entry, "Join")
        if guest:
            await self._types("/guest Eve", "Eve")
        begin = await self.judge.sees(buttons=["Begin"])
        await self.judge.taps(begin, "Begin")
        for number in (1, 2):
            draft = await self.judge.sees(f"Round {number}: draft", buttons=["Approve"], after=entry)
            await self.judge.taps(draft, "Approve")
            await self._boards(number, entry, corrected=number == 1 and not guest)
        await self.group.sees("Final table", after=entry)
        await self._asks(self.players[1], "/rating")

    async def _opens(self, *, typed: bool) -> Message:
        if typed:
            asked = await self.judge.types(self.group, "/new rounds=2 system=individual Thursday")
            card = await self.judge.sees(buttons=["Open entry"], after=asked)
        else:
            before = max((message.id for message in self.judge.reads()), default=0)
            await self.judge.taps(self.greeting, "New event")
            card = await self.judge.sees(buttons=["Open entry"], after=before)
            await self.judge.taps(card, "Rounds")
            await self.judge.taps(await self.judge.sees("Rounds: choose", after=before), "2")
            card = await self.judge.sees(buttons=["Open entry"], after=before)
        await self.judge.taps(card, "Open entry")
        return await self.group.sees(buttons=["Join"], after=card)

    async def _boards(self, number: int, entry: Message, *, corrected: bool) -> None:
        """White reports and Black confirms; a guest's board is the judge's."""
        white: dict[str, Person] = {}
        lines = {player: await player.sees(f"Round {number}", after=entry) for player in self.players}
        for player, line in lines.items():
            if found := re.search(r"board (\d).*You play (White|Black) against (.*?)\.", line.text, re.S):
                board, colour, opponent = found.groups()
                if opponent == "Eve":
                    await self._types(f"/rule {board} {'1-0' if colour == 'White' else '0-1'}", f"Board {board}")
                elif colour == "White":
                    white[board] = player
        await self._asks(self.players[0], "/me")
        await self._asks(self.players[0], "/standings", self.group)
        for board, player in sorted(white.items()):
            await player.taps(lines[player], "I won")
            black = next(other for other in self.players if f"against {player.name}." in lines[other].text)
            await black.taps(await black.sees(f"{player.name} says", buttons=["Confirm"], after=entry), "Confirm")
            if corrected and board == "1":
                await self._types(f"/rule {board} 0-1", "Now:", "Yes")
                await self._types("/undo", "Take this back", "Yes")

    async def _asks(self, person: Person, words: str, group: Group | None = None) -> None:
        said = await (person.types(group, words) if group else person.writes(words))
        await (group or person).sees(after=said)

    async def _types(self, words: str, answer: str, label: str = "") -> None:
        said = await self.judge.writes(words)
        card = await self.judge.sees(answer, buttons=[label] if label else [], after=said)
        if label:
            await self.judge.taps(card, label)


# the measurement

class Soak:
    """The sandbox, the clubs, and the process that is watched."""

    def __init__(self, folder: str) -> None:
        self.time = Leaping()
        self.sandbox = Sandbox(self.time.now, patience=PATIENCE)
        self.file = Path(folder) / "club.db"
        self.clubs = [Club(self.sandbox, number) for number in range(CLUBS)]
        self.process: Process
        self.nights = 0
        self.kinds: Counter[str] = Counter()

    async def starts(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.soak", "live", stdout=PIPE, limit=2**20, env={
                **os.environ, "BOT_TOKEN": self.sandbox.token, "BOT_API_URL": self.sandbox.base_url,
                "BOT_API_FILE_URL": self.sandbox.base_file_url, "DATABASE_URL": f"sqlite:///{self.file}", **UNHURRIED})
        await self.sandbox.until(lambda: self.sandbox.updates.allowed is not None)
        for club in self.clubs:
            await club.founds()

    async def night(self, clubs: list[Club]) -> None:
        """Side by side; then it is the next day, and the sandbox has forgotten what was long ago."""
        await asyncio.gather(*(club.plays() for club in clubs))
        await self.sandbox.until(lambda: not len(self.sandbox.updates))
        self.process.send_signal(signal.SIGUSR1)
        self.time.jump(DAY.total_seconds())
        self.sandbox.forget(self.time.now() - 3 * DAY)

    async def holds(self) -> dict[str, Any]:
        """What the bot says of itself as soon as it is at rest."""
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGUSR2)
        told: dict[str, Any] = json.loads(await self.process.stdout.readline())
        return told

    async def watched(self, first: int, count: int) -> tuple[float, float]:
        """So many evenings: the seconds of the clock and of the bot's processor that each of them took."""
        began, busy, played = monotonic(), processor(self.process), 0
        while played < count:
            together = min(1 + self.nights % SIDE_BY_SIDE, count - played)
            await self.night([self.clubs[(first + played + n) % CLUBS] for n in range(together)])
            self.nights += 1
            played += together
        return (monotonic() - began) / count, (processor(self.process) - busy) / count

    async def reports(self, after: int, clock: float, busy: float, *, kinds: bool) -> None:
        told = await self.holds()
        files = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        now = Counter(told["kinds"])
        size = self.file.stat().st_size / 2**20
        print(f"{after:>8}{memory(self.process):>8}{told['blocks']:>10}{files:>8}{told['tasks']:>8}{size:>8.1f}"
              f"{1000 * clock:>10.0f}{1000 * busy:>10.0f}", flush=True)
        if kinds and self.kinds:
            print(", ".join(f"{name} +{more}" for name, more in (now - self.kinds).most_common(20)), flush=True)
        self.kinds = now


async def soak(evenings: int, every: int, *, kinds: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        it = Soak(folder)
        async with AsyncExitStack() as exit:
            await exit.enter_async_context(it.sandbox)
            await it.starts()
            exit.push_async_callback(it.process.wait)
            exit.callback(it.process.terminate)
            print("evenings      MB    blocks   files   tasks   MB db   ms each processor")
            for after in range(0, evenings, every):
                await it.reports(after + every, *await it.watched(after, every), kinds=kinds)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--kinds"]
    if words == ["live"]:
        asyncio.run(live(Config.from_environment(os.environ)))
    else:
        count = int(words[0]) if words else 1000
        asyncio.run(soak(count, min(count, 100), kinds="--kinds" in sys.argv))
