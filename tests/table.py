"""A tournament without chat or database, for questions about the engine: facts in a list, time by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from engine import codec, due, entry, fold, judging, play
from engine import facts as f
from engine.facts import Entry, Fact
from engine.model import CLOCK, Actor, Claim, Game, MemberId, Result, Role, Settings, Tournament

START = datetime(2026, 12, 3, 18, 0, tzinfo=UTC)
JUDGE = Actor(MemberId(1000), Role.CHIEF, "group")


class Table:
    """`Table(8, rounds=3)` has players 1…8 entered, all acts going through the codec as on disk."""

    def __init__(self, players: int = 0, ratings: dict[int, int] | None = None, **settings: object) -> None:
        self.now = START
        self.entries: list[Entry] = []
        self.names: dict[MemberId, str] = {}
        self.t: Tournament = None  # type: ignore[assignment]
        self._cause = 0
        wanted = Settings(seed="demo", **settings)  # type: ignore[arg-type]
        self._write(entry.open_entry(wanted), JUDGE)
        for number in range(1, players + 1):
            self.joins(number, (ratings or {}).get(number))

    def _write(self, facts: list[Fact], who: Actor) -> list[Fact]:
        self._cause += 1
        for part, fact in enumerate(facts):
            fact = codec.decode(*codec.encode(fact))
            self.entries.append(Entry(len(self.entries) + 1, fact, self.now, who.member, who.role,
                                      f"c{self._cause}", part, who.place))
            self.t = (fold.replay("TEST", self.entries) if isinstance(fact, f.Undone)
                      else fold.evolve(self.t, self.entries[-1], "TEST"))
        return facts

    def does(self, who: Actor, action: Callable[[Tournament], list[Fact]]) -> list[Fact]:
        return self._write(action(self.t), who)

    def judge(self, action: Callable[..., list[Fact]], *args: object, **kwargs: object) -> list[Fact]:
        return self._write(action(self.t, JUDGE, *args, **kwargs), JUDGE)

    def player(self, number: int, action: Callable[..., list[Fact]], *args: object, **kwargs: object) -> list[Fact]:
        who = actor(number)
        return self._write(action(self.t, who, *args, **kwargs), who)

    def joins(self, number: int, rating: int | None = None) -> None:
        if rating is None:
            self.player(number, entry.join)
        else:
            self.judge(entry.enter, MemberId(number), rating=rating)

    def passes(self, seconds: float = 0) -> list[Fact]:
        """Time passes and everything due is done; the facts of it."""
        self.now += timedelta(seconds=seconds)
        done: list[Fact] = []
        for _ in range(1000):
            facts = self._write(due.tick(self.t, self.now, fresh_seed="f" * 32, keys=self.names), CLOCK)
            if not facts:
                return done
            done += facts
        raise AssertionError("the clock never comes to rest")

    def begins(self) -> None:
        self.judge(judging.begin, sure=True)
        self.approves()

    def approves(self) -> None:
        self.passes()
        assert self.t.draft is not None
        self.now += timedelta(seconds=3)
        self.judge(judging.approve, self.t.draft.seq, now=self.now)

    def game(self, board: int, number: int | None = None) -> Game:
        posted = self.t.rounds[-1 if number is None else number - 1]
        return next(game for game in posted.games if game.board == board)

    def reports(self, board: int, result: Result, *, colour: str = "both") -> None:
        game = self.game(board)
        for side in {"white": [game.white], "black": [game.black], "both": [game.white, game.black]}[colour]:
            self.player(side, play.report, result)

    def plays_round(self, choose: Callable[[Game], Result] | None = None) -> None:
        """Every open board of the last round is reported by both sides."""
        for game in self.t.rounds[-1].games:
            if game.result is None:
                self.reports(game.board, choose(game) if choose else Result.WHITE_WON)

    def seqs(self, kind: type) -> list[int]:
        return [e.seq for e in self.entries if isinstance(e.fact, kind)]


def actor(number: int) -> Actor:
    return Actor(MemberId(number), Role.PERSON)


__all__ = ["JUDGE", "START", "Claim", "Table", "actor", "f"]
