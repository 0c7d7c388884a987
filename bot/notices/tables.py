"""The table after a round, and the final table, which is the last word of an evening to everybody."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from bot.notices.entry import what
from bot.notices.notice import Button, Notice
from bot.notices.parts import MOST, Line, key_of, parts, text
from bot.notices.view import View
from bot.parse import link
from bot.texts import Safe, Say
from engine.model import Stage
from engine.standings import Row, criteria


def after_round(v: View, number: int) -> Notice:
    """The standings after a round: the first forty, and the way to all."""
    s = v.club
    rows = v.table(number)
    lines = [line(v, s, row) for row in rows[:MOST]]
    more: tuple[tuple[Button, ...], ...] = ()
    if len(rows) > MOST:
        lines.append(s("table.more", n=len(rows) - MOST))
        more = ((Button(s.plain("button.all"), url=link(v.home.bot, "table", v.t.code, number)),),)
    return Notice(f"standings/{number}", v.home.chat, text(
        s("table.after", round=number, rounds=v.t.settings.rounds, title=v.title), *lines,
        *_contested(v, s, number)), more, v.home.topic, weighty=True)


def _contested(v: View, s: Say, rounds: int) -> list[Safe]:
    """That a result of these rounds may still change."""
    boards = (game for posted in v.t.rounds[:rounds] for game in posted.games)
    return [s("table.contested")] if any(game.contested is not None for game in boards) else []


def final(v: View) -> list[Notice]:
    """The final table: place, name, points, club rating; then by which rules it came about."""
    s = v.club
    lines = [Line(_rated(v, s, row)) for row in v.table(len(v.t.rounds))]
    portions = parts(lines)
    notices = []
    for place, portion in enumerate(portions):
        last = place == len(portions) - 1
        head = s("final.head", title=v.title) if place == 0 else s("final.more", title=v.title)
        shown = text(head, *portion, *(_rules(v, s) if last else ()))
        notices.append(Notice(key_of("final", place), v.home.chat, shown, topic=v.home.topic, weighty=True))
    return notices


def line(v: View, s: Say, row: Row) -> Safe:
    """Place, name, points; who has left keeps his place and is marked in words."""
    key = "table.gone" if row.gone else "table.line"
    return s(key, place=row.place, name=v.short(row.player), points=v.points(row.points))


def _rated(v: View, s: Say, row: Row) -> Safe:
    """The line, with the club rating now and what it has gained, for who had a rated game."""
    change = v.home.rated.get(row.player)
    plain = line(v, s, row)
    if change is None:
        return plain
    return s("final.rated", line=plain, rating=change.after, gain=f"{change.gain:+}" if change.gain else "±0")


def laws(v: View, s: Say) -> Safe:
    """Tie-breaks in order and the policy for unplayed rounds, in words."""
    codes, policy = criteria(v.t)
    return s("final.laws", tiebreaks=s.names(_tiebreak(s, code) for code in codes),
             unplayed=s(f"unplayed.{policy}"))


def _tiebreak(s: Say, code: str) -> Safe | str:
    return s(f"tiebreak.{code}") if s.has(f"tiebreak.{code}") else code


def _rules(v: View, s: Say) -> Sequence[Safe]:
    t = v.t
    lines = [*_contested(v, s, len(t.rounds)),
             s("final.system", what=what(v, s), edition=s(f"edition.{t.settings.system}")), laws(v, s)]
    if t.robin is not None:
        lines.insert(-1, s("final.robin", round=t.robin, edition=s("edition.roundrobin")))
    if t.seed is not None and t.stage is Stage.FINISHED:
        lines.append(s("seed.text", seed=t.seed, hash=hashlib.sha256(t.seed.encode()).hexdigest()[:12]))
        if t.settings.seed is not None:
            lines.append(s("seed.chosen"))
    corrected = [game.settled_at for posted in t.rounds for game in posted.games
                 if t.ended_at and game.settled_at and game.settled_at > t.ended_at]
    if corrected:
        lines.append(s("final.corrected", time=s.when(max(corrected), v.home.zone)))
    if t.ended_at is not None and t.settings.contest:
        until = v.deadline(t.ended_at, t.settings.contest)
        lines.append(s("final.contest", time=s.when(until, v.home.zone)))
    return lines
