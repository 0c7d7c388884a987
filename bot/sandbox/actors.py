"""Play on: the invented people act for themselves, as people do.

They see what anybody sees, the words on messages and buttons, and tap; they never touch a judge's button.
They join, two of them never press Start, one changes his mind; at the boards one reports and the other
confirms, sometimes not; one finds his opponent missing; one goes home and comes back.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from random import Random
from typing import Any

from .cast import Cast
from .people import NoSuchButton, Person
from .state import Message
from .taps import NoAnswer

PACES: dict[str, float | None] = {"pause": None, "slow": 2.5, "normal": 1.0, "fast": 0.3}
"""Seconds between two acts."""

_WORDS = {
    "en": {
        "join": "Join", "leave": "Leave", "private": "Private messages", "back": "I'm back",
        "won": "I won", "draw": "Draw", "lost": "I lost", "gone": "Not here", "confirm": "Confirm",
        "not_so": "Not so", "mine": "My event", "for_good": "Leave: for good",
    },
    "ru": {
        "join": "Участвую", "leave": "Выйти", "private": "Личные сообщения", "back": "Я вернулся",
        "won": "Я выиграл", "draw": "Ничья", "lost": "Я проиграл", "gone": "Нет соперника",
        "confirm": "Подтвердить", "not_so": "Не так", "mine": "Мой турнир", "for_good": "Выйти: насовсем",
    },
}  # fmt: skip

_SHY = 2  # so many never press Start
_AGREE = 8  # steps somebody waits to be asked about what his opponent has reported
_STUBBORN = 40  # steps until somebody in the wrong comes round
_AWAY = 40  # steps until somebody who has gone home is back
_LOOK_BACK = 12  # messages a person scrolls up for a button


class PlayOn:
    """The people of a cast at a pace. `alone` are those who act for themselves; chance is seeded."""

    def __init__(self, cast: Cast, *, seed: int = 0, pace: str = "pause") -> None:
        self.cast = cast
        self.alone = {person.id for person in cast.players}
        self.steps = 0
        self._pace = pace
        self._moved = asyncio.Event()
        self._words = _WORDS[cast.language]
        self._chance = Random(seed)
        self._shy = {person.id for person in cast.players[-_SHY:]}
        self._done: set[tuple[int, str]] = set()  # who has pressed which button, by its data
        self._outcomes: dict[frozenset[int], int] = {}  # a pair, and who has won: 0 is a draw
        self._told: set[tuple[int, int]] = set()  # who has said of whom how it ended: he denies nothing any more
        self._reported: dict[frozenset[int], int] = {}  # a pair, and the step in which one has reported
        self._stubborn: dict[int, int] = {}  # who is in the wrong, since which step
        self._away: dict[int, int] = {}  # who has gone home, in which step
        names = list(cast.players)
        self._chance.shuffle(names)
        self._fickle, self._tired, self._impatient, self._mistaken = (it.id for it in names[:4])

    # -- pace -----------------------------------------------------------------------------------

    @property
    def pace(self) -> str:
        """One of `PACES`; setting another takes effect at once."""
        return self._pace

    @pace.setter
    def pace(self, pace: str) -> None:
        if pace not in PACES:
            raise ValueError(f"no pace {pace!r}")
        self._pace = pace
        self._tell()

    def leave_alone(self, person: Person, *, alone: bool) -> None:
        """Whether this person acts for himself, or somebody at the page does; raises `KeyError` for the
        judge, who never acts for himself."""
        if person not in self.cast.players:
            raise KeyError(person.name)
        (self.alone.add if alone else self.alone.discard)(person.id)
        self._tell()

    @property
    def settings(self) -> dict[str, Any]:
        """Pace and who acts alone, in JSON values."""
        return {"pace": self.pace, "alone": sorted(self.alone)}

    def _tell(self) -> None:
        self._moved.set()
        self.cast.sandbox.events.emit("play", self.cast.group.id, **self.settings)

    async def run(self) -> None:
        """Acts for ever, at the pace."""
        while True:
            pause = PACES[self.pace]
            if pause is not None:
                await self.step()
            self._moved.clear()
            waiting = asyncio.ensure_future(self._moved.wait())
            await asyncio.wait([waiting], timeout=pause)
            waiting.cancel()

    async def step(self) -> bool:
        """One act of one person; False if nobody has anything to do."""
        self.steps += 1
        people = [person for person in self.cast.players if person.id in self.alone]
        self._chance.shuffle(people)
        for person in people:
            for deed in (self._enters, self._answers, self._reports, self._comes_round, self._goes):
                if await deed(person):
                    return True
        return False

    # -- deeds: each does at most one thing, and says whether it did ----------------------------

    async def _enters(self, person: Person) -> bool:
        """Joins, then presses Start; one leaves and joins again."""
        post = self._newest(self.cast.group.posts, "join")
        if post is None:
            return False
        if await self._once(person, post, "join"):
            return True
        if self._has(post, "leave") and person.id == self._fickle and self._chance.random() < 0.2:
            self._fickle = 0
            self._done.discard((person.id, self._data(person, post, "join")))
            return await self._once(person, post, "leave")
        link = self._newest(self.cast.group.posts, "private")
        if link is None or person.user.started or person.id in self._shy:
            return False
        return await self._tap(person, link, "private")

    async def _answers(self, person: Person) -> bool:
        """Confirms what the opponent has reported; one denies it."""
        asked = self._newest(person.reads(), "confirm", "not_so")
        if asked is None or (person.id, self._data(person, asked, "confirm")) in self._done:
            return False
        opponent = self._opponent(person, asked.text)
        if (person.id == self._mistaken and opponent and self._claim(person, opponent) != "won"
                and (person.id, opponent.id) not in self._told):
            self._mistaken = 0
            self._stubborn[person.id] = self.steps
            self._done.add((person.id, self._data(person, asked, "confirm")))
            return await self._once(person, asked, "not_so")
        return await self._once(person, asked, "confirm")

    async def _reports(self, person: Person) -> bool:
        """Tells his result: on his private line, or under the post of the round."""
        post = self._board(person)
        if post is None:
            return False
        opponent = self._opponent(person, self._line(person, post))
        pair = frozenset({person.id, opponent.id if opponent else post.id})
        data = self._data(person, post, "won")
        if (person.id, data) in self._done:
            return False
        if person.user.started and pair in self._reported and self._reported[pair] + _AGREE > self.steps:
            return False
        if person.id == self._impatient and self._has(post, "gone") and self._chance.random() < 0.5:
            self._impatient = 0
            return await self._once(person, post, "gone")
        self._done.add((person.id, data))
        if opponent:
            self._told.add((person.id, opponent.id))
        self._reported[pair] = self.steps
        return await self._tap(person, post, self._claim(person, opponent))

    async def _comes_round(self, person: Person) -> bool:
        """Gives in, if no judge has decided."""
        post = self._board(person)
        if post is None or self._stubborn.get(person.id, self.steps) + _STUBBORN > self.steps:
            return False
        del self._stubborn[person.id]
        return await self._tap(person, post, self._claim(person, self._opponent(person, post.text)))

    async def _goes(self, person: Person) -> bool:
        """One goes home when his board is over, and is back later; while others play, so no draw waits."""
        if self._newest(self.cast.group.posts[-1:], "won") is None:
            return False
        if person.id in self._away:
            back = self._newest([*self.cast.group.posts, *person.reads()], "back")
            if back is None or self._away[person.id] + _AWAY > self.steps:
                return False
            del self._away[person.id]
            return await self._tap(person, back, "back")
        line = self._newest(person.reads(), "mine")
        if person.id != self._tired or line is None or self._has(line, "won") or self._chance.random() < 0.5:
            return False
        self._tired = 0
        self._away[person.id] = self.steps
        for word in ("mine", "for_good"):
            menu = self._newest(person.reads(), word)
            if menu is None or not await self._tap(person, menu, word):
                break
        return True

    # -- eyes and thumbs ------------------------------------------------------------------------

    def _has(self, message: Message, *words: str) -> bool:
        shown = {button.text for button in message.all_buttons()}
        return all(self._words[word] in shown for word in words)

    def _newest(self, messages: Iterable[Message], *words: str) -> Message | None:
        """The newest message that shows all these buttons, if any does."""
        return next((it for it in [*messages][: -_LOOK_BACK - 1 : -1] if self._has(it, *words)), None)

    def _board(self, person: Person) -> Message | None:
        """Where this person can report: his private line, else the group's post if it seats him."""
        if line := self._newest(person.reads(), "won", "lost"):
            return line
        post = None if person.user.started else self._newest(self.cast.group.posts, "won", "lost")
        return post if post is not None and self._line(person, post) else None

    def _line(self, person: Person, message: Message) -> str:
        """What a message says about his board: all of it in private, one line in the group."""
        if message.chat.type == "private":
            return message.text
        return next(
            (it for it in message.text.splitlines() if re.match(r"\d+\.", it) and person.name in it), ""
        )

    def _opponent(self, person: Person, text: str) -> Person | None:
        """Who else is named; nobody against a guest."""
        everybody = (*self.cast.players, self.cast.judge)
        return next((it for it in everybody if it is not person and it.name in text), None)

    def _claim(self, person: Person, opponent: Person | None) -> str:
        """How it ended for this person: `won`, `draw` or `lost`; whoever is in the wrong says something else."""
        pair = frozenset({person.id, opponent.id if opponent else 0})
        if pair not in self._outcomes:
            self._outcomes[pair] = 0 if self._chance.random() < 0.2 else self._chance.choice(sorted(pair))
        winner = self._outcomes[pair]
        truth = "draw" if not winner and opponent else "won" if winner == person.id else "lost"
        if person.id in self._stubborn:
            return "won" if truth == "draw" else "draw"
        return truth

    def _data(self, person: Person, message: Message, word: str) -> str:
        return person.finds(message, self._words[word]).data or ""

    async def _once(self, person: Person, message: Message, word: str) -> bool:
        """Presses a button unless he has pressed it before, wherever it was."""
        key = (person.id, self._data(person, message, word))
        if key in self._done:
            return False
        self._done.add(key)
        return await self._tap(person, message, word)

    async def _tap(self, person: Person, message: Message, word: str) -> bool:
        try:
            await person.taps(message, self._words[word])
        except (NoSuchButton, NoAnswer):
            return False  # changed under his thumb, or the bot is slow: he looks again later
        return True
