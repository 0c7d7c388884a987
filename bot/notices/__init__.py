"""What the chat should show now: pure functions from a tournament to notices.

`wanted` lists every message, `last_words` is what a message says that is no longer wanted, and
`next_moment` when something changes by time alone. Nothing here knows what has been sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from bot.notices import asks, cards, corrections, entry, farewell, lines, reminders, rounds, season, tables, votes
from bot.notices.notice import Button, Home, Notice
from bot.notices.parts import text
from bot.notices.view import COUNTDOWN, View, complete, contest_over
from bot.texts import Say
from engine.due import deadline
from engine.model import Round, Stage, Tournament
from engine.votes import closes, starts

__all__ = ["Button", "Home", "Notice", "last_words", "next_moment", "wanted"]

def wanted(t: Tournament, home: Home, now: datetime, say: Callable[[str], Say]) -> list[Notice]:
    """Every message the chats of `home` should show at `now`, those in private too.

    What waits for its turn in a chat goes in this order: a vote comes after the table of the round before.
    """
    v = View(t, home, now, say)
    shown = [entry.post(v), *_cancelled(v), *_rounds(v), *votes.posts(v), *_final(v), *cards.judges_cards(v),
             *asks.personal(v), *corrections.of_players(v), *reminders.reminders(v)]
    return reminders.softened(home, now, shown)


def last_words(key: str, t: Tournament, home: Home, now: datetime, say: Callable[[str], Say]) -> Notice:
    """What a post says, without buttons, that was shown under `key` and is not wanted any more.

    Its chat is not known here; the post itself keeps it.
    """
    return farewell.notice(View(t, home, now, say), key)


def next_moment(t: Tournament, home: Home, now: datetime) -> datetime | None:
    """When `wanted` may change without a new fact; None if only facts can change it."""
    return min((moment for moment in (*_moments(t), *reminders.moments(t, home)) if moment > now), default=None)


def _moments(t: Tournament) -> Iterator[datetime]:
    yield from (moment for moment in (starts(t), closes(t)) if moment is not None)
    if t.ended_at is not None:
        yield t.ended_at + timedelta(seconds=t.settings.contest + 1)
    for game in (game for posted in t.rounds for game in posted.games):
        if game.absence is not None and game.absence.over is None:
            end = deadline(t, game.absence.at, t.settings.noshow)
            yield from (end - timedelta(seconds=left) for left in COUNTDOWN)


def _cancelled(v: View) -> Iterator[Notice]:
    if v.t.stage is Stage.CANCELLED and v.t.players:
        words = text(v.club("personal.about", title=v.title), v.club("cancelled"))
        yield Notice("cancelled", v.home.chat, words, topic=v.home.topic)


def _rounds(v: View) -> Iterator[Notice]:
    """Round after round, each with its table behind it.

    Of rounds that were played elsewhere only the last has something to say: its table, or its open boards.
    """
    for posted in v.t.rounds:
        if posted.elsewhere and (posted.number < len(v.t.rounds) or complete(posted)):
            if posted.number == len(v.t.rounds):
                yield from _table(v, posted)
            continue
        yield from rounds.posts(v, posted)
        yield from _table(v, posted)
        if not contest_over(v.t, v.now):
            yield from _lines(v, posted)
        yield from asks.asks(v, posted)
        yield from corrections.told(v, posted)


def _lines(v: View, posted: Round) -> Iterator[Notice]:
    for game in posted.games:
        yield from (lines.of_board(v, posted, game, player) for player in game.players if v.told(player))
    for player in (*(() if posted.pab is None else (posted.pab,)), *posted.byes, *posted.free):
        if v.told(player) and posted.game_of(player) is None:
            yield lines.of_bye(v, posted, player)


def _table(v: View, posted: Round) -> Iterator[Notice]:
    """A table after every complete round; after the last one, planned or not, the final table takes its place."""
    passed = posted.number < len(v.t.rounds)
    last = v.t.stage is Stage.FINISHED or posted.number == v.t.settings.rounds
    if passed or (not last and complete(posted)):
        yield tables.after_round(v, posted.number)


def _final(v: View) -> Iterator[Notice]:
    if v.t.stage is Stage.FINISHED:
        yield from season.after(v)
        yield from tables.final(v)
