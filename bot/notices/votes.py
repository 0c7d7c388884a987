"""In this week? What the entry post of a series asks, the vote for a week's round, and the call for one more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.notices import buttons
from bot.notices.notice import Buttons, Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say, opening, units
from engine import votes
from engine.entry import comes_later
from engine.model import MemberId, Stage
from engine.settings import FIDE_SYSTEMS

ROOM = {"in": 1800, "first": 1800, "half": 350, "out": 450, "late": 450, "silent": 450, "waiting": 450}
"""UTF-16 units for the names of each list; a message has 4096 for all."""


def posts(v: View) -> Iterator[Notice]:
    """What a series asks the group beside its entry post."""
    number = votes.vote(v.t)
    if number is not None and v.t.stage is Stage.PLAYING:
        yield _vote(v, v.club, number)
    if _looks_for_one(v):
        yield _short(v, v.club)


def answered(v: View, s: Say, number: int) -> list[Safe]:
    """Who is in, who is not and who has said nothing about this round: counts and names."""
    said = votes.answers(v.t, number)
    lists = {"in": said.present, "half": said.half, "out": said.out, "silent": said.silent}
    return several(v, s, lists) or [s("vote.nobody")]


def several(v: View, s: Say, lists: Mapping[str, Sequence[MemberId]]) -> list[Safe]:
    """A line for each list that is not empty."""
    return [s(f"vote.{key}", n=len(members), names=cut(v, s, members, ROOM[key]))
            for key, members in lists.items() if members]


def queue(v: View, s: Say) -> list[Safe]:
    """The waiting list, if there is one."""
    waiting = [p.id for p in v.t.waiting()]
    return [s("entry.waiting", names=cut(v, s, waiting, ROOM["waiting"], numbered=True))] if waiting else []


def closed(v: View, s: Say, number: int) -> str:
    """What a vote says when it is over: numbers, for nobody erases a name from last words."""
    said = votes.answers(v.t, number)
    counts = {"in": said.present, "half": said.half, "out": said.out}
    return text(s("vote.over", round=number),
                " · ".join(s(f"vote.count_{key}", n=len(members)) for key, members in counts.items() if members))


def choices(v: View, s: Say) -> Buttons:
    """Join · Late · Half-point bye · Leave, as far as there are such for the next round."""
    code, number, last = v.t.code, v.t.next_round, v.t.next_round >= v.t.settings.rounds
    in_ = buttons.button(s, "join", "join", code)
    out = (buttons.button(s, "leave", "leave", code) if v.t.stage is Stage.ENTRY
           else buttons.button(s, "leave", "bye", code, number, 0))
    if last or v.t.settings.system == "roundrobin" or votes.over(v.t, number):
        return ((in_, out),)
    late = buttons.button(s, "late", "late", code, number)
    if not v.t.settings.byes or v.t.settings.system not in FIDE_SYSTEMS:
        return ((in_, late), (out,))
    return ((in_, late), (buttons.button(s, "half_bye", "late", code, number, 1), out))


def hours(v: View, s: Say) -> list[Safe]:
    """When it starts, until when one can say that one is in, and what comes afterwards."""
    number, start, end = v.t.next_round, votes.starts(v.t), votes.closes(v.t)
    lines = [opening(s("entry.when", when=s.when(start, v.home.zone)) if start else s("entry.when_begun"))]
    if votes.over(v.t, number):
        lines.append(s("vote.later" if comes_later(v.t) else "entry.closed", round=number, next=number + 1))
    elif end is not None:
        lines.append(s("entry.until" if v.t.stage is Stage.ENTRY else "vote.until", time=_end(v, s, start, end)))
    return lines


def _end(v: View, s: Say, start: datetime | None, end: datetime) -> str:
    """The hour alone where it is on the day of the start, which is told above it."""
    zone = ZoneInfo(v.home.zone)
    same = start is not None and start.astimezone(zone).date() == end.astimezone(zone).date()
    return s.clock(end, v.home.zone) if same else s.when(end, v.home.zone)


def cut(v: View, s: Say, members: Sequence[MemberId], room: int, *, numbered: bool = False) -> Safe:
    """Names in a row, as many as there is room for, and how many more."""
    names: list[str] = []
    for place, member in enumerate(members, 1):
        name = f"{place}. {v.short(member)}" if numbered else v.short(member)
        room -= units(name) + 2
        if room < 0:
            return s("and_more", names=s.names(names), n=len(members) - len(names))
        names.append(name)
    return s.names(names)


def _vote(v: View, s: Say, number: int) -> Notice:
    """Pinned as long as it can be answered: it is what everybody has to find, days long."""
    head = s("vote.head", round=number, rounds=v.t.settings.rounds, title=v.title)
    silence = s("vote.silence_half" if _gives_half(v, number) else "vote.silence")
    words = text(head, *hours(v, s), silence, *answered(v, s, number), *queue(v, s))
    rows = (*choices(v, s), (buttons.private(v, s),))
    return Notice(f"vote/{number}", v.home.chat, words, rows, v.home.topic, pin=True)


def _gives_half(v: View, number: int) -> bool:
    return votes.halves_left(v.t, None, number) > 0


def _looks_for_one(v: View) -> bool:
    """Whether the call for one more is shown: from when it was made until nobody can come any more."""
    t, number = v.t, v.t.next_round
    end, made = votes.closes(t) or votes.starts(t), t.short.get(number)
    return (made is not None and end is not None and max(made, v.now) < end and number not in t.closed
            and t.stage in (Stage.ENTRY, Stage.PLAYING))


def _short(v: View, s: Say) -> Notice:
    """One message: what it says follows the number of those who are in, silently."""
    n, number, start = len(votes.answers(v.t, v.t.next_round).present), v.t.next_round, votes.starts(v.t)
    key = f"short/{number}"
    if not votes.one_short(v.t):
        return Notice(key, v.home.chat, s("short.full" if n % 2 else "short.enough", n=n), topic=v.home.topic)
    when = v.clock(s, start) if start is not None else ""
    words = s("short.few" if n <= votes.SMALL_FIELD else "short.one", n=n, time=when)
    join = ((buttons.button(s, "join", "join", v.t.code),),)
    return Notice(key, v.home.chat, text(s("personal.about", title=v.title), words), join, v.home.topic)
