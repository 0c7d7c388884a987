"""The diary of a series in words: who has said what of it, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from bot.notices.parts import text
from bot.texts import Safe, Say
from engine.calendar import DAY
from engine.model import MemberId
from storage.diary import Line


def told(s: Say, title: str, lines: Sequence[Line], names: Mapping[MemberId, str], zone: str) -> str:
    """The newest lines; names that were erased are those of former members."""
    said = [s("log.line", seq=it.number, time=s.when(it.at, zone), who=_name(s, names, it.by),
              what=_what(s, it, names)) for it in lines]
    return text(s("log.head", title=title), *(said or [s("log.empty")]))


def hour(minute: int) -> str:
    """A minute of the day as the wall shows it."""
    return f"{minute // 60:02}:{minute % 60:02}"


def before(s: Say, minutes: int) -> str:
    """So many minutes before the start, in the largest unit that says them whole."""
    if not minutes:
        return s.plain("value.at_start")
    unit, size = next((unit, size) for unit, size in (("days", DAY), ("hours", 60), ("minutes", 1))
                      if minutes % size == 0)
    return s.plain("series.before", time=s.plain(unit, n=minutes // size))


def _name(s: Say, names: Mapping[MemberId, str], member: MemberId) -> str:
    return names.get(member, "") or s.plain("former")


def _what(s: Say, it: Line, names: Mapping[MemberId, str]) -> Safe:
    match it.what:
        case "begun" | "ended":
            return s(f"diary.{it.what}")
        case "off" | "on":
            return s(f"diary.{it.what}", day=s.day(date.fromisoformat(it.became)))
        case "always" | "never":
            return s(f"diary.{it.what}", name=_name(s, names, MemberId(int(it.became))))
        case "moved" if not it.became:
            return s("diary.as_usual", day=s.day(date.fromisoformat(it.was)))
        case "moved":
            to = datetime.fromisoformat(it.became)
            return s("diary.moved", day=s.day(date.fromisoformat(it.was)), to=s.day(to.date()), hour=f"{to:%H:%M}")
    own = it.what in ("title", "day", "hour", "opens", "closes", "pace")
    name = s.plain(f"rhythm.{it.what}" if own else f"setting.{it.what}")
    return s("log.Changed", setting=name, old=_value(s, it.what, it.was), value=_value(s, it.what, it.became))


def _value(s: Say, what: str, value: str) -> str:
    match what:
        case "day":
            return s.plain(f"weekday.{value}")
        case "hour":
            return hour(int(value))
        case "opens" | "closes":
            return before(s, int(value))
        case "pace":
            return s.plain(f"value.pace.{value}")
    return value or "—"
