"""An evening played by actions alone, and what its notices say; what tests of the notices share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.notices import Home, Notice, last_words, wanted
from bot.parse import unpress
from bot.texts import plain, units, words
from engine import due, entry, judging
from engine.facts import Entry, Fact, Undone
from engine.fold import evolve, replay
from engine.model import Actor, Game, MemberId, Result, Role, Settings, Tournament

START = datetime(2026, 12, 3, 18, 0, tzinfo=UTC)
GROUP, JUDGES = -100500, -100600
JUDGE = Actor(MemberId(90), Role.CHIEF)
NAMES = ["Anna", "Boris", "Clara", "Dan", "Eve", "Fay", "George", "Hal", "Ida", "Jo", "Kim", "Lee"]


class Evening:
    """A tournament that is played by actions, and the notices of its home."""

    def __init__(self, players: int, **settings: object) -> None:
        self.now, self.entries = START, list[Entry]()
        self._t: Tournament | None = None
        chosen = {"title": "Thursday", "seed": "demo", "rounds": 3, "zone": "Europe/Berlin", **settings}
        self.act(JUDGE, lambda _: entry.open_entry(Settings(**chosen)))      # type: ignore[arg-type]
        everybody = [MemberId(n) for n in range(1, players + 1)]
        names = {m: NAMES[(m - 1) % 12] + ("" if m <= 12 else f" {m}") for m in everybody}
        self.home = Home(
            club=1, chat=GROUP, topic=None, language="en", zone="Europe/Berlin", bot="club_bot",
            names={**names, JUDGE.member: "Judy"},
            accounts={**{m: 1000 + m for m in everybody}, JUDGE.member: 1090},
            reachable=frozenset({*everybody, JUDGE.member}), languages={}, judges=(JUDGE.member,), chief=None,
            judges_chat=None, code="KX4T", title="")
        for member in everybody:
            self.act(member, entry.join)

    def act(self, who: Actor | int, action: Callable[..., list[Fact]], *args: object, **kwargs: object) -> Evening:
        actor = who if isinstance(who, Actor) else Actor(MemberId(who), Role.PERSON)
        facts = action(self.t, actor, *args, **kwargs) if self.entries else action(None)
        self.write(facts, actor)
        return self

    def write(self, facts: list[Fact], actor: Actor) -> None:
        cause = f"c{len(self.entries)}"
        for part, fact in enumerate(facts):
            entry = Entry(len(self.entries) + 1, fact, self.now, actor.member, actor.role, cause, part)
            self.entries.append(entry)
            again = isinstance(fact, Undone)
            self._t = replay("KX4T", self.entries) if again else evolve(self._t, entry, "KX4T")

    @property
    def t(self) -> Tournament:
        assert self._t is not None
        return self._t

    def tick(self, seconds: int = 0) -> Evening:
        self.now += timedelta(seconds=seconds)
        while facts := due.tick(self.t, self.now, fresh_seed="f", keys={}):
            self.write(facts, Actor(MemberId(0), Role.CLOCK))
        return self

    def starts(self) -> Evening:
        return self.act(JUDGE, judging.begin).tick().approved()

    def approved(self) -> Evening:
        draft = self.t.draft
        assert draft is not None
        self.now += timedelta(seconds=5)
        return self.act(JUDGE, judging.approve, draft.seq, now=self.now).tick()

    def says(self, board: int, result: Result) -> Evening:
        game = self.board(board)
        return self.act(JUDGE, judging.rule, game.round, game.white, result).tick()

    def board(self, number: int) -> Game:
        return self.t.rounds[-1].games[number - 1]

    def shows(self) -> dict[str, Notice]:
        home = replace(self.home, authors={e.seq: e.by for e in self.entries})
        shown = wanted(self.t, home, self.now, words)
        assert len({notice.key for notice in shown}) == len(shown)
        for notice in shown:
            sound(notice)
        return {notice.key: notice for notice in shown}

    def one(self, start: str) -> Notice:
        found = [notice for key, notice in self.shows().items() if key.startswith(start)]
        assert len(found) == 1, [*self.shows()]
        return found[0]

    def farewell(self, key: str) -> str:
        home = replace(self.home, authors={e.seq: e.by for e in self.entries})
        notice = last_words(key, self.t, home, self.now, words)
        assert notice.buttons == () and notice.key == key
        return plain(notice.text)


def sound(notice: Notice) -> None:
    """What Telegram would take: lengths, entities, button data."""
    for text in (notice.text, notice.first or ""):
        assert units(text) <= 4096
        assert text.count("</") <= 100
        assert text.count("tg://user") <= 20
    for button in (button for row in notice.buttons for button in row):
        assert button.text and bool(button.data) != bool(button.url)
        assert not button.data or unpress(button.data) is not None


def labels(notice: Notice) -> list[str]:
    return [button.text for row in notice.buttons for button in row]


def data(notice: Notice, label: str) -> str:
    return next(button.data for row in notice.buttons for button in row if button.text == label)
