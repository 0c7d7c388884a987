"""Killed before or after any commit and any call of Telegram: does the evening end as if nothing had been?

Evenings from the bot's coming into the group to the final table, by a real process on a real file. Killed at
one of its points, started again, it must end with the same facts in the same order, the same table, every message once
– or once more with its mark – and with everything that was thanked for already on disk when the process died.
In every run some of the points, those of the day; all of them with LONG_SEARCHES=1.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Self

import pytest

import storage
from bot.sandbox import SENDS, Message, Person, Sandbox, Tap
from engine.standings import standings
from storage import audit
from tests.mortal import Life, Midwife

LONG = bool(os.environ.get("LONG_SEARCHES"))
SEED = int(os.environ.get("CASES_SEED", date.today().strftime("%Y%m%d")))
LANES = 4 if LONG else 1
SECONDS = 10.0
"""Of real time, in which as many points as there is time for are tried."""

PATIENCE = 20.0
AGAIN = "↻ "
SETTINGS = "rounds=2 system=individual seed=thursday settle=24h nudge=24h judges=24h cards=24h"
UNHURRIED = {"BEAT": "0.1", "POLL": "2", "EDIT_GAP": "0", "LIMIT_GROUP": "9999", "LIMIT_GROUP_EDITS": "9999",
             "LIMIT_CHAT_BURST": "9999", "LIMIT_OVERALL": "9999"}


@dataclass(frozen=True, slots=True)
class Ending:
    """What is there when everything is over. The event's code is left out, and so is the time of day."""

    facts: list[str]
    table: list[tuple[int, str, int]]
    posts: dict[str, str]                       # owner and key: what the message says
    others: Counter[str]                        # chat and first line of what belongs to no post
    marked: Counter[str]                        # those that were sent with the mark, without it
    toasts: list[str]

    def differs(self, from_: Ending) -> str:
        """In what it is not as an undisturbed one, in words; empty if in nothing."""
        if self.facts != from_.facts:
            return f"facts {_unlike(self.facts, from_.facts)}"
        if self.table != from_.table:
            return f"table {self.table}"
        if self.posts != from_.posts:
            return f"posts {_unlike(self.posts.items(), from_.posts.items())}"
        twice = self.others - from_.others - from_.others       # an answer may come twice, a card with its mark
        if twice - self.marked:
            return f"unmarked {[*twice]}"
        lost = [mine for mine, theirs in zip(self.toasts, from_.toasts, strict=True)
                if not mine.startswith((theirs, "That is done already"))]
        return f"toasts {lost}" if lost else ""             # "done before" may follow: by whom, and when


def _unlike(one: Iterable[object], other: Iterable[object]) -> tuple[list[object], list[object]]:
    mine, theirs = list(one), list(other)
    return [it for it in mine if it not in theirs], [it for it in theirs if it not in mine]


class Night:
    """One evening, whatever becomes of the process meanwhile. Its first lives end at the points of these `deaths`."""

    def __init__(self, midwife: Midwife, folder: Path, *deaths: int) -> None:
        self.midwife, self.deaths = midwife, [*deaths]
        self.file, self.log = folder / "club.db", folder / "log"
        self.sandbox = Sandbox(patience=PATIENCE)
        self.taps: list[Tap] = []
        self.lives: list[Life] = []
        self.polls = 0                          # of all lives before the one that is now
        self.over = False

    async def __aenter__(self) -> Self:
        self.file.parent.mkdir()
        await self.sandbox.open()
        self.olga = self.sandbox.person("Olga")
        self.players = [self.sandbox.person(name) for name in ("Anna", "Boris", "Clara", "David")]
        self.group = self.sandbox.group("Chess club", creator=self.olga, members=self.players)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.lives:
            self.lives[-1].signals(signal.SIGKILL)
            await self.lives[-1].ends()
        await self.sandbox.close()

    async def passes(self) -> Ending:
        """Everything, to the end of the process."""
        living, playing = asyncio.create_task(self._lives()), asyncio.create_task(self._plays())
        try:
            await asyncio.wait([living, playing], return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                living.result()
            await playing
            await self.sandbox.until(self._is_shown)
            self.over = True
            while not living.done():                                # killed while it stops, it comes once more
                await self.sandbox.until(lambda: self.sandbox.journal.polls > self.polls)
                asked = time.monotonic()
                self.lives[-1].signals(signal.SIGTERM)
                await self.lives[-1].ends()
                assert time.monotonic() - asked < 30, "SIGTERM must drain within half a minute"
                await asyncio.wait([living], timeout=0.1)
            await living
        finally:
            playing.cancel()
            living.cancel()
        return await self._ending()

    async def _lives(self) -> None:
        while True:
            death, self.polls = self.deaths.pop(0) if self.deaths else 0, self.sandbox.journal.polls
            life = await self.midwife.bears({
                "BOT_TOKEN": self.sandbox.token, "BOT_API_URL": self.sandbox.base_url,
                "BOT_API_FILE_URL": self.sandbox.base_file_url, "DATABASE_URL": f"sqlite:///{self.file}", **UNHURRIED,
            }, self.log, death=death)
            self.lives.append(life)
            code = await life.ends()
            if self.over and code == 0:
                return
            assert code == -signal.SIGKILL, self.log.read_text()
            self._kept_its_word()

    def _kept_its_word(self) -> None:
        """What was answered with words is on disk."""
        thanked = {f"tap:{tap.query.id}" for tap in self.taps
                   if tap.query.answer.done() and tap.query.answer.result().text}
        if thanked:
            with closing(sqlite3.connect(self.file)) as db:
                written = {cause for (cause,) in db.execute("SELECT cause FROM fact")}
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
        """Press these buttons in this order without waiting, and then wait for all answers."""
        made = [person.tap(message, label) for person, message, label in taps]
        self.taps += made
        for tap in made:
            await tap.toast()

    def _is_shown(self) -> bool:
        with closing(sqlite3.connect(self.file)) as db:
            return not (len(self.sandbox.updates) or db.execute(
                "SELECT 1 FROM tournament WHERE shown < version UNION SELECT 1 FROM post WHERE state = 'claimed'").fetchall())

    # what is there afterwards

    async def _ending(self) -> Ending:
        async with storage.open(f"sqlite:///{self.file}") as store:
            assert await audit.check(store.database) == []
            row, = await store.ledger.running(self.sandbox.world.now())
            entries = await store.ledger.entries(row.code)
            t = await store.ledger.tournament(row.code)
            names = await store.members.members(row.club)
        with closing(sqlite3.connect(self.file)) as db:
            posts = db.execute("SELECT owner, key, chat, message, state FROM post"
                               " WHERE owner NOT LIKE 'chat:%'").fetchall()               # those are answers
        chats = {self.group.id: self.group.chat} | {person.id: person.chat for person in (self.olga, *self.players)}

        def clean(text: str) -> str:
            text = re.sub(r"\d\d:\d\d", "00:00", text.replace(row.code, "CODE").removeprefix(AGAIN))
            return re.sub(r"greeting/\d+", "greeting", text)

        first = {(call.chat, call.result["message_id"]): call.text
                 for call in self.sandbox.journal.calls(SENDS) if call.applied}
        ours = {(chat, message) for _, _, chat, message, _ in posts}
        assert all(state in ("shown", "closed") for *_, state in posts), posts

        def head(chat: int | None, text: str) -> str:
            return f"{chat}: {clean(text).partition(chr(10))[0]}"

        return Ending(
            [clean(f"{e.seq} {e.cause.partition(':')[0]} {e.part} {e.place} {names[e.by].name if e.by else ''} {e.fact}")
             for e in entries],
            [(line.place, names[line.player].name, line.points) for line in standings(t)],
            # a question may be taken away before the decision or after it
            {clean(f"{owner} {key}"): head(chat, text) if key.startswith("ask") else clean(text)
             for owner, key, chat, message, _ in posts for text in [chats[chat].messages[message].text if message else ""]},
            Counter(head(place[0], text) for place, text in first.items() if place not in ours),
            Counter(head(chat, text) for (chat, _), text in first.items() if text.startswith(AGAIN)),
            [tap.query.answer.result().text for tap in self.taps])


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
        await asyncio.sleep(2)                      # a judge must have looked at what has just changed
        await self._approves(2)
        await self._types("/rule 1 1-0", "1-0")
        await self._types("/rule 2 1-0", "1-0")
        await self._types("/finish", "Board 2/3 is open", "Draw game")
        await self.group.sees("Final table")

    async def _types(self, words: str, answer: str, label: str = "") -> None:
        """Olga types in private, sees an answer, and presses a button of it."""
        said = await self.olga.writes(words)
        card = await self.olga.sees(answer, buttons=[label] if label else [], after=said)
        if label:
            await self._all([(self.olga, card, label)])
        await self.sandbox.until(self._is_shown)                 # what is soon taken back must have been seen


async def _compared(kind: type[Night], tmp_path: Path, enough: float, choose: Callable[[int], Iterable[tuple[int, ...]]]) -> list[str]:
    """Evenings whose process dies at chosen points (of so many), for so many seconds; what was wrong with any."""
    wrong: list[str] = []
    async with Midwife() as midwife:
        async with kind(midwife, tmp_path / "undisturbed") as night:
            undisturbed, points = await night.passes(), night.lives[0].points
        print(f"CASES_SEED={SEED}, {points} points")
        until = time.monotonic() + enough
        for deaths in choose(points):
            if time.monotonic() > until:
                break
            async with kind(midwife, tmp_path / str(deaths), *deaths) as night:
                try:
                    found = (await night.passes()).differs(undisturbed)
                except (AssertionError, TimeoutError) as error:
                    found = repr(error)
            print(end=f"{deaths} ", flush=True)
            if found:
                wrong.append(f"{deaths}, {[life.where for life in night.lives]}: {found}")
                print(wrong[-1], flush=True)
    return wrong


@pytest.mark.timeout(24 * 3600 if LONG else 120)
@pytest.mark.parametrize("kind", [Night, Judged])
@pytest.mark.parametrize("lane", range(LANES))
async def test_whenever_it_is_killed_the_evening_ends_as_if_nothing_had_been(
        lane: int, kind: type[Night], tmp_path: Path) -> None:
    def one_after_another(points: int) -> Iterable[tuple[int, ...]]:
        return ((death,) for death in range(1 + lane, points, LANES))

    def those_of_the_day(points: int) -> Iterable[tuple[int, ...]]:
        return ((death,) for death in random.Random(SEED).sample(range(1, points), points - 1))

    choose, enough = (one_after_another, 24 * 3600) if LONG else (those_of_the_day, SECONDS)
    assert await _compared(kind, tmp_path, enough, choose) == []


@pytest.mark.timeout(24 * 3600 if LONG else 120)
async def test_killed_again_while_it_puts_right_what_the_first_kill_left(tmp_path: Path) -> None:
    """Twice, not three times: the third kill by the same update sets it aside."""
    dice = random.Random(SEED)

    def twice(points: int) -> Iterable[tuple[int, ...]]:
        return ((dice.randrange(1, points), dice.randrange(1, 100)) for _ in range(100))

    assert await _compared(Night, tmp_path, 24 * 3600 if LONG else SECONDS, twice) == []
