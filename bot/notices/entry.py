"""The entry post: pinned, one for the whole life of a tournament, changed by edits only."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from bot.notices import buttons, votes
from bot.notices.notice import Buttons, Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import link
from bot.texts import Safe, Say, opening
from engine.cards import bye_waits
from engine.entry import has_line, welcome
from engine.model import Stage
from engine.votes import Answers, answers, starts


def post(v: View) -> Notice:
    """What, when, how many, who; and what can be pressed at this stage."""
    s = v.club
    body = {Stage.ENTRY: _entry, Stage.PLAYING: _playing, Stage.FINISHED: _finished,
            Stage.CANCELLED: _cancelled}[v.t.stage](v, s)
    return Notice("entry", v.home.chat, text(_head(v, s), *body), _buttons(v, s), v.home.topic, pin=True)


def _head(v: View, s: Say) -> Safe:
    """The title; while a series asks who is in without its day, if the line below says that too."""
    if not v.t.settings.series or v.t.stage is not Stage.ENTRY:
        return s("entry.title", title=v.title)
    title, start = v.title, starts(v.t)
    if start is not None:
        day = s.day(start.astimezone(ZoneInfo(v.home.zone)).date())
        title = title[:-len(day)].rstrip(", ") if title.lower().endswith(day.lower()) else title
    return Safe(s("entry.this_week", title=title).rstrip())


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
    return opening(s("entry.what", game=s(f"game.{settings.game}"), system=rules, rounds=rounds))


def _entry(v: View, s: Say) -> list[Safe]:
    lines = [*votes.hours(v, s), what(v, s), s("entry.count", count=count(v)), *_lists(v, s)]
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
    """Who is in; before play also who misses the first round; and the waiting list."""
    said = answers(v.t, 1) if v.t.stage is Stage.ENTRY else Answers(tuple(p.id for p in v.t.entered()))
    inside = (*said.present, *said.silent)
    if said.half or said.out:                   # all of them are in: the number above counts them together
        return [*votes.several(v, s, {"first": inside, "half": said.half, "late": said.out}), *votes.queue(v, s)]
    lines = [s("entry.names", names=votes.cut(v, s, inside, votes.ROOM["in"]))] if inside else []
    return [*lines, *votes.queue(v, s)]


def _late(v: View) -> bool:
    return welcome(v.t) and has_line(v.t)


def _buttons(v: View, s: Say) -> Buttons:
    code = v.t.code
    if v.t.stage is Stage.ENTRY:
        rows = votes.choices(v, s) if v.t.settings.series else _in_or_out(v, s)
        return (*rows, (buttons.private(v, s), buttons.rules(v, s)))
    if v.t.stage is Stage.PLAYING:
        back = buttons.button(s, "back", "back", code)
        row = (buttons.button(s, "join", "join", code), back) if _late(v) else (back,)
        return (row, (buttons.rules(v, s),))
    return ()


def _in_or_out(v: View, s: Say) -> Buttons:
    return ((buttons.button(s, "join", "join", v.t.code), buttons.button(s, "leave", "leave", v.t.code)),)
