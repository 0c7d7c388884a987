"""A tournament together with its home, in words: what all notices ask for.

One `View` is made for one look at the chat; it remembers names and tables, so that hundreds of
private lines cost one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property

from bot.notices.notice import Home, Notice
from bot.texts import Safe, Say
from bot.texts.names import short, whole
from engine.due import deadline
from engine.model import Change, Game, MemberId, Report, Result, Round, Tournament
from engine.standings import Row, points_text, standings
from storage.people import Wishes

COUNTDOWN = (600, 300, 60)
"""Seconds before the end at which what a countdown shows may change."""

WALL = {Result.DRAW: "½-½"}
OUTCOMES = {
    Result.WHITE_WON: "result.white", Result.DRAW: "result.draw", Result.BLACK_WON: "result.black",
    Result.BOTH_LOST: "result.both_lost", Result.WHITE_BY_FORFEIT: "result.white_forfeit",
    Result.BLACK_BY_FORFEIT: "result.black_forfeit", Result.NOBODY_CAME: "result.nobody",
}
REASONS = ("mistake", "regulations", "other", "no-show", "no-pairing", "undo")
"""Reasons given by a button, which have words in both languages; any other is somebody's own text."""

_CHANGES = {("forbid", "avoid"): "avoid", ("forbid", ""): "allow", ("pots", "off"): "pots_off"}
"""Kind and detail of a change -> its words, where the kind alone does not tell."""


def wall(result: Result) -> str:
    """A result as on the wall: "1-0", "½-½"."""
    return WALL.get(result, result.value)


class View:
    """`t` as its home sees it at `now`; `say` gives the words of a language."""

    def __init__(self, t: Tournament, home: Home, now: datetime, say: Callable[[str], Say]) -> None:
        self.t, self.home, self.now, self._say = t, home, now, say
        self.club = say(home.language)
        self._tables: dict[int, list[Row]] = {}
        self._rows: dict[int, dict[MemberId, Row]] = {}

    @property
    def title(self) -> str:
        """The tournament's name."""
        return self.t.settings.title or self.home.title or self.club.plain("event.untitled")

    @cached_property
    def _shown(self) -> dict[MemberId, str]:
        return {player: self.home.names.get(player, "—") for player in self.t.players}

    @cached_property
    def _short(self) -> dict[MemberId, str]:
        return short(self._shown)

    @cached_property
    def _whole(self) -> dict[MemberId, str]:
        return whole(self._shown)

    def short(self, member: MemberId) -> str:
        """A name for posts."""
        return self._short.get(member) or self.home.names.get(member, "—")

    def whole(self, member: MemberId) -> str:
        """A name for private lines."""
        return self._whole.get(member) or self.home.names.get(member, "—")

    def shorts(self, members: Iterable[MemberId]) -> Safe:
        """Several names for posts in a row."""
        return self.club.names(self.short(member) for member in members)

    def mine(self, member: MemberId) -> Say:
        """The words of a person's own language."""
        return self._say(self.home.languages.get(member, self.home.language))

    def reaches(self, member: MemberId) -> bool:
        """Whether the bot can write to this member in private."""
        return member in self.home.reachable and member in self.home.accounts

    def wishes(self, member: MemberId) -> Wishes:
        """What this member wishes to be told."""
        return self.home.wishes.get(self.home.accounts.get(member, 0), Wishes())

    def told(self, member: MemberId) -> bool:
        """Whether this member gets lines in private. What asks for his decision comes to whom the bot reaches."""
        return self.reaches(member) and self.wishes(member).private

    def called(self, member: MemberId) -> bool:
        """Whether the group's posts mention this member: he wishes it, or there is no other way."""
        way = self.wishes(member).way
        return member in self.home.accounts and (way == "group" or (way == "auto" and not self.reaches(member)))

    def softly(self, member: MemberId, questions: Iterable[Notice]) -> Iterator[Notice]:
        """What asks for this member's decision, without a sound if he wishes no lines in private."""
        return (replace(one, silent=True) if not self.wishes(member).private else one for one in questions)

    def behind(self, seq: int) -> bool:
        """Whether all was told when this entry was there: then news of it is stale, after an upgrade as well."""
        return seq <= self.home.shown

    def author(self, seq: int, say: Say) -> str:
        """Who wrote an entry; the clock has a word of its own, an unknown author none."""
        by = self.home.authors.get(seq)
        if by is None:
            return ""
        return self.whole(by) if by else say.plain("the_clock")

    def table(self, after: int) -> list[Row]:
        """The standings after so many rounds."""
        if after not in self._tables:
            self._tables[after] = standings(self.t, after=after)
        return self._tables[after]

    def row(self, player: MemberId, after: int) -> Row | None:
        """A player's line in the table after so many rounds."""
        if after not in self._rows:
            self._rows[after] = {row.player: row for row in self.table(after)}
        return self._rows[after].get(player)

    def score(self, player: MemberId, after: int) -> str:
        """A player's points after so many rounds, as shown."""
        row = self.row(player, after) if after else None
        return self.points(row.points if row else 0)

    def points(self, halves: int) -> str:
        """Points as this tournament shows them."""
        return points_text(halves, self.t.settings.scoring)

    def outcome(self, say: Say, game: Game, result: Result, *, whole: bool = False) -> Safe:
        """A result in words, which name the winner: "Anna won (1-0)"."""
        name = self.whole if whole else self.short
        return say(OUTCOMES[result], white=name(game.white), black=name(game.black))

    def says(self, say: Say, game: Game, report: Report) -> Safe:
        """A report in words: "Anna says: Anna won (1-0)"; somebody who spoke for a guest is named."""
        words = self.outcome(say, game, report.result, whole=True)
        if report.by in (report.side, MemberId(0)):
            return say("says", name=self.whole(report.side), result=words)
        return say("says_for", by=self.whole(report.by), name=self.whole(report.side), result=words)

    def clock(self, say: Say, moment: datetime) -> str:
        """An hour in the club's time; on another day than today with the day."""
        if abs(moment - self.now) < timedelta(hours=18):
            return say.clock(moment, self.home.zone)
        return say.when(moment, self.home.zone)

    def deadline(self, since: datetime, seconds: int) -> datetime:
        """When a span that began at `since` ends: pauses of the clock do not count."""
        return deadline(self.t, since, seconds)

    def left(self, say: Say, end: datetime, whole: int) -> Safe:
        """The minutes of a countdown of `whole` seconds still to go; it steps at 10, 5 and 1 only."""
        seconds = (end - self.now).total_seconds()
        shown = next((step for step in reversed(COUNTDOWN) if seconds <= step), whole)
        span = min(shown, whole)
        return say("seconds", n=span) if span < 60 else say("minutes", n=-(-span // 60))

    def change(self, say: Say, change: Change) -> Safe:
        """A change by hand in words: what, by whom, why (5.4.10.12)."""
        names = [self.short(player) for player in change.players] + ["", ""]
        key = _CHANGES.get((change.kind, change.detail), change.kind)
        what = say(f"change.{key}", a=names[0], b=names[1], boards=self.boards(say, change.players),
                   rounds=change.detail, limit=say(f"limit.{change.detail}") if change.kind == "lift" else "")
        who = self.short(change.by)
        if not change.reason:
            return say("change.by", what=what, who=who)
        return say("change.because", what=what, who=who, reason=self.reason(say, change.reason))

    def boards(self, say: Say, players: Sequence[MemberId]) -> Safe:
        """Players two by two as boards, White first; one who is left over has the bye."""
        pairs = [f"{self.short(a)} – {self.short(b)}" for a, b in zip(players[::2], players[1::2], strict=False)]
        bye = [say("change.bye", name=self.short(players[-1]))] if len(players) % 2 else []
        return say.names([*pairs, *bye])

    def reason(self, say: Say, reason: str) -> str:
        """A reason: in words if it was given by a button, else as it was typed."""
        return say.plain(f"reason.{reason}") if reason in REASONS else reason


def pending(game: Game) -> Report | None:
    """The one report that waits for the other side."""
    alone = game.result is None and len(game.reports) == 1 and not game.conflict
    return game.reports[0] if alone else None


def complete(posted: Round) -> bool:
    """Whether every board of a round has a result."""
    return all(game.result is not None for game in posted.games)


def contest_over(t: Tournament, now: datetime) -> bool:
    """Whether players can no longer say "Not so" to a settled result."""
    return t.ended_at is not None and now > t.ended_at + timedelta(seconds=t.settings.contest)
