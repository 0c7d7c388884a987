"""The entry post: pinned, one for the whole life of a tournament, changed by edits only."""

from __future__ import annotations

from collections.abc import Sequence

from bot.notices import buttons
from bot.notices.notice import Buttons, Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import link
from bot.texts import Safe, Say, units
from engine.cards import bye_waits
from engine.entry import has_line, welcome
from engine.model import MemberId, Stage

_ROOM = 2400
"""UTF-16 units for the names of those who are in; half of it for the waiting list."""


def post(v: View) -> Notice:
    """What, when, how many, who; and what can be pressed at this stage."""
    s = v.club
    head = s("entry.title", title=v.title)
    body = {Stage.ENTRY: _entry, Stage.PLAYING: _playing, Stage.FINISHED: _finished,
            Stage.CANCELLED: _cancelled}[v.t.stage](v, s)
    return Notice("entry", v.home.chat, text(head, *body), _buttons(v, s), v.home.topic, pin=True)


def count(v: View) -> str:
    """How many are in: "9/24", or "9" without a limit."""
    limit = v.t.settings.limit
    inside = len(v.t.entered())
    return f"{inside}/{limit}" if limit else str(inside)


def what(v: View, s: Say) -> Safe:
    """Game, system (a link to its rules) and number of rounds."""
    settings = v.t.settings
    rules = s("link", url=link(v.home.bot, "rules", v.t.code), text=s(f"system.{settings.system}"))
    follows = settings.system == "roundrobin" and not v.t.rounds      # from the number of players
    rounds = s(f"value.cycles.{settings.cycles}") if follows else s("rounds", n=settings.rounds)
    return s("entry.what", game=s(f"game.{settings.game}"), system=rules, rounds=rounds)


def _entry(v: View, s: Say) -> list[Safe]:
    start = v.t.settings.start
    when = s("entry.when", when=s.when(start, v.home.zone)) if start else s("entry.when_begun")
    lines = [when, what(v, s), s("entry.count", count=count(v)), *_lists(v, s)]
    return [*lines, _until(v, s)] if v.t.settings.last_entry else lines


def _until(v: View, s: Say) -> Safe:
    """How long newcomers may come."""
    if v.t.system == "roundrobin":
        return s("entry.late_robin")
    return s("entry.late", round=v.t.settings.last_entry)


def _playing(v: View, s: Say) -> list[Safe]:
    number = len(v.t.rounds)
    state = s("entry.round", round=number, rounds=v.t.settings.rounds) if number else s("entry.drawing")
    late = _until(v, s) if _late(v) else s("entry.closed")
    waits = bye_waits(v.t)
    if waits is not None and v.t.next_round > v.t.settings.last_entry:
        late = s("entry.late_bye", name=v.short(waits))
    return [what(v, s), state, s("entry.count", count=count(v)), *_lists(v, s), late]


def _finished(v: View, s: Say) -> list[Safe]:
    return [what(v, s), s("entry.finished")]


def _cancelled(v: View, s: Say) -> list[Safe]:
    return [what(v, s), s("entry.cancelled")]


def _lists(v: View, s: Say) -> list[Safe]:
    lines = [s("entry.names", names=_cut(v, s, [p.id for p in v.t.entered()], _ROOM))] if v.t.entered() else []
    waiting = [p.id for p in v.t.waiting()]
    if waiting:
        lines.append(s("entry.waiting", names=_cut(v, s, waiting, _ROOM // 2, numbered=True)))
    return lines


def _cut(v: View, s: Say, members: Sequence[MemberId], room: int, *, numbered: bool = False) -> Safe:
    names: list[str] = []
    for place, member in enumerate(members, 1):
        name = f"{place}. {v.short(member)}" if numbered else v.short(member)
        room -= units(name) + 2
        if room < 0:
            return s("and_more", names=s.names(names), n=len(members) - len(names))
        names.append(name)
    return s.names(names)


def _late(v: View) -> bool:
    return welcome(v.t) and has_line(v.t)


def _buttons(v: View, s: Say) -> Buttons:
    code = v.t.code
    if v.t.stage is Stage.ENTRY:
        return ((buttons.button(s, "join", "join", code), buttons.button(s, "leave", "leave", code)),
                (buttons.private(v, s), buttons.rules(v, s)))
    if v.t.stage is Stage.PLAYING:
        back = buttons.button(s, "back", "back", code)
        row = (buttons.button(s, "join", "join", code), back) if _late(v) else (back,)
        return (row, (buttons.rules(v, s),))
    return ()
