"""The season's table in words, and the post after an event: what is worth saying of it, then the season.

One message of both, before the final table, which stays the last message that names everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from bot.notices import summary
from bot.notices.notice import Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say
from engine.model import MemberId, Scoring
from engine.season import Line
from engine.standings import points_text
from storage.seasons import Seasonal

FIRST = 10
"""Places of the season in a post."""


def after(v: View) -> Iterator[Notice]:
    """The post in the group: the summary, and the table of the season the tournament counts for."""
    words = "\n\n".join(filter(None, (text(*summary.lines(v)), text(*_table(v)))))
    if words:
        yield Notice("season", v.home.chat, words, topic=v.home.topic, stale=v.behind(v.t.ended))


def _table(v: View) -> list[Safe]:
    """The first ten, and by which rules."""
    found, s = v.home.season, v.club
    if found is None or not found.lines:
        return []
    left = len(found.lines) - FIRST
    more = [s("season.more", n=left)] if left > 0 else []
    return [head(s, found), *(line(s, it, v.short) for it in found.lines[:FIRST]), *more, rules(s, found)]


def head(s: Say, found: Seasonal) -> Safe:
    """Which season, and how many events it has had."""
    title = found.season.title or s.plain("season.untitled")
    return s("season.head", title=title, game=s(f"game.{found.season.game}"), n=found.tournaments)


def line(s: Say, it: Line, name: Callable[[MemberId], str]) -> Safe:
    """Place, name, sum, and of how many events."""
    return s("season.line", place=it.place, name=name(it.member), points=points(it.total), n=it.played)


def rules(s: Say, found: Seasonal) -> Safe:
    """What counts and how ties are broken."""
    best = found.season.best
    counted = s("season.all") if best is None else s("season.best", n=best)
    return s("season.rules", way=s(f"season.{found.season.way}"), counted=counted)


def points(value: Fraction) -> str:
    """A sum of the season as people write it."""
    return points_text(2 * value, Scoring())
