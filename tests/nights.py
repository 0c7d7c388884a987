"""Evenings whose process dies.

A `Night` goes from the bot's coming into the group to the final table, by a real process that is born again after
each death, on a `Ground`. A `Judged` one is full of judges' typed work.
"""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self

from bot.sandbox import Message, Person, Sandbox, Tap
from tests.ending import Ending, ending
from tests.ground import Ground
from tests.memory import beside
from tests.mortal import Life, Midwife

PATIENCE = 20.0
SETTINGS = "rounds=2 system=individual seed=thursday settle=24h nudge=24h judges=24h cards=24h"
UNHURRIED = {"BEAT": "0.1", "POLL": "2", "EDIT_GAP": "0", "LIMIT_GROUP": "9999", "LIMIT_GROUP_EDITS": "9999",
             "LIMIT_CHAT_BURST": "9999", "LIMIT_OVERALL": "9999"}
BEHIND = "SELECT 1 FROM tournament WHERE shown < version UNION SELECT 1 FROM post WHERE state = 'claimed'"
"""What is not shown yet."""


class Night:
    """One evening, whatever becomes of the process meanwhile. Its first lives end at the points of these `deaths`."""

    def __init__(self, ground: type[Ground], midwife: Midwife, folder: Path, *deaths: int) -> None:
        self.midwife, self.deaths = midwife, [*deaths]
        self.log = folder / "log"
        self.sandbox = Sandbox(patience=PATIENCE)
        folder.mkdir()
        self.ground = ground(folder, self.sandbox)
        self.taps: list[Tap] = []
        self.lives: list[Life] = []
        self.ready = 0                          # of all lives before the one that is now
        self.over = False

    async def __aenter__(self) -> Self:
        await self.sandbox.open()
        await self.ground.__aenter__()
        self.olga = self.sandbox.person("Olga")
        self.players = [self.sandbox.person(name) for name in ("Anna", "Boris", "Clara", "David")]
        self.group = self.sandbox.group("Chess club", creator=self.olga, members=self.players)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.lives:
            self.lives[-1].signals(signal.SIGKILL)
            await self.lives[-1].ends()
        await self.sandbox.close()
        await self.ground.__aexit__()

    async def passes(self) -> Ending:
        """Everything, to the end of the process."""
        living, playing = asyncio.create_task(self._lives()), asyncio.create_task(self._plays())
        try:
            await asyncio.wait([living, playing], return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                living.result()
            await playing
            await self._shown()
            self.over = True
            while not living.done():                                # killed while it stops, it comes once more
                await self.sandbox.until(lambda: self.ground.ready > self.ready)
                asked = time.monotonic()
                self.lives[-1].signals(signal.SIGTERM)
                await self.lives[-1].ends()
                assert time.monotonic() - asked < 30, "SIGTERM must drain within half a minute"
                await asyncio.wait([living], timeout=0.1)
            await living
        finally:
            playing.cancel()
            living.cancel()
        return await ending(self.ground.url, self.sandbox, self.taps)

    async def _lives(self) -> None:
        while True:
            death, self.ready = self.deaths.pop(0) if self.deaths else 0, self.ground.ready
            life = await self.midwife.bears(self.ground.environment | UNHURRIED, self.log, death=death)
            self.lives.append(life)
            code = await life.ends()
            if self.over and code == 0:
                return
            assert code == -signal.SIGKILL, self.log.read_text()
            await self._kept_its_word()

    async def _kept_its_word(self) -> None:
        """What was answered with words is on disk."""
        thanked = {f"tap:{tap.query.id}" for tap in self.taps
                   if tap.query.answer.done() and tap.query.answer.result().text}
        if thanked:
            written = {cause for (cause,) in await beside(self.ground.url, "SELECT cause FROM fact")}
            assert thanked <= written, "thanked for what is lost"

    # what people do

    async def _plays(self) -> None:
        await self._enters()
        await self.olga.writes("/begin")
        await self._approves(1)
        await self._boards(1, lambda white, black: (white, "I won", black, "I lost"))
        await self._approves(2)
        await self._boards(2, lambda white, black: (black, "Draw", white, "I won"))
        await self.group.sees("Final table")

    async def _enters(self) -> None:
        await self.group.add_bot(self.olga, admin=True)
        for person in (self.olga, *self.players):
            await person.start()
        for person in (self.olga, *self.players):
            await person.sees()
        await self.olga.types(self.group, f"/new {SETTINGS} Thursday")
        await self._all([(self.olga, await self.olga.sees(buttons=["Open entry"]), "Open entry")])
        entry = await self.group.sees("Thursday", buttons=["Join"])
        await self._all((player, entry, "Join") for player in self.players)

    async def _approves(self, number: int) -> None:
        card = await self.olga.sees(f"Round {number}: draft", buttons=["Approve"])
        await self._all([(self.olga, card, "Approve")])

    async def _boards(self, number: int, say: Callable[[Person, Person], tuple[Person, str, Person, str]]) -> None:
        """The first board in the group, where the second word may contradict; the second one in private."""
        post = await self.group.sees(f"Round {number} of", buttons=["I won"])
        lines = {player: await player.sees(f"Round {number}, board", buttons=["Draw"]) for player in self.players}
        seats = {(int(found[1]), found[2]): player for player, line in lines.items()
                 if (found := re.search(r"board (\d).*?(White|Black)", line.text, re.S))}
        first, one, second, two = say(seats[1, "White"], seats[1, "Black"])
        white, black = seats[2, "White"], seats[2, "Black"]
        await self._all([(first, post, one), (white, lines[white], "I won")])
        await second.sees(f"{first.name} says", buttons=["Confirm"])
        asked = await black.sees(f"{white.name} says", buttons=["Confirm"])
        await self._all([(second, post, two), (black, asked, "Confirm")])
        if (one, two) == ("Draw", "I won"):
            card = await self.olga.sees("1-0", buttons=["½-½"])
            await self._all([(self.olga, card, "½-½")])

    async def _all(self, taps: Iterable[tuple[Person, Message, str]]) -> None:
        """Press these buttons in this order, without waiting if it will be kept, and wait for all answers."""
        made: list[Tap] = []
        for person, message, label in taps:
            made.append(person.tap(message, label))
            self.taps.append(made[-1])
            if not self.ground.in_order:
                await made[-1].toast()
        for tap in made:
            await tap.toast()

    async def _shown(self) -> None:
        """Until every update is done and every chat shows what it should."""
        async with asyncio.timeout(PATIENCE):
            await self.sandbox.until(lambda: not len(self.sandbox.updates))
            while await beside(self.ground.url, BEHIND):
                await asyncio.sleep(0.02)


class Judged(Night):
    """An evening of judges' work, most of it typed."""

    async def _plays(self) -> None:
        await self._enters()
        await self._types("/guest Eve 1600", "Eve")
        await self._types("/guest Frank", "Frank")
        await self._types("/remove David", "David")
        await self._types("/back David", "David")
        await self._types("/settings", "Thursday", "Title")
        await self._types("Friday", "Friday")
        await self.olga.writes("/begin")
        await self._approves(1)
        await self.group.sees("Round 1 of", buttons=["I won"])
        await self._types("/rule 1 1-0", "1-0")
        await self._types("/rule 2 0-1", "0-1")
        await self._types("/penalty Anna 1 late", "points taken")
        await self._types("/undo", "Take this back", "Yes")
        await self._types("/hold", "Resume", "Resume")
        await self._types("/rule 1 0-1", "Now:", "Yes")
        await self._types("/rule 3 ½-½", "½-½")
        await self.olga.sees("Round 2: draft", buttons=["Approve"])
        await self._types("/swap Anna Boris", "Why?")
        await self._types("the cards were mixed up", "change places")
        await self._approves(2)
        await self._types("/rule 1 1-0", "1-0")
        await self._types("/rule 2 1-0", "1-0")
        await self._types("/finish", "Round 2, board 3 is open", "Draw game")
        await self.group.sees("Final table")

    async def _types(self, words: str, answer: str, label: str = "") -> None:
        """Olga types in private, sees an answer, and presses a button of it."""
        said = await self.olga.writes(words)
        card = await self.olga.sees(answer, buttons=[label] if label else [], after=said)
        if label:
            await self._all([(self.olga, card, label)])
        await self._shown()                                      # what is soon taken back must have been seen
