"""What is said of a series beside its tournaments: weeks without one, weeks that are moved, and what went wrong.

The group hears of a week that is skipped or moved when it is near; holidays entered long before are
nobody's news yet. Judges hear what was missed, and what stands in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import chain
from zoneinfo import ZoneInfo

from bot.notices.buttons import button
from bot.notices.notice import Buttons, Home, Notice
from bot.texts import Safe, Say
from engine.calendar import Occurrence, moment
from engine.model import MemberId
from storage.series import Fate, Series, Week

SERIES = "series:"

NEAR = timedelta(days=6)
"""So long before a start the group is told that it is skipped or moved: after the week before."""

TOLD = timedelta(days=7)
"""Judges are asked about what was missed so long after its start; of older weeks nothing is to be decided."""


def owner(series: int) -> str:
    """As whose its posts are kept."""
    return f"{SERIES}{series}"


@dataclass(frozen=True, slots=True)
class Calendar:
    """A series around now: its weeks in order, and the title of what runs in its place."""

    series: Series
    weeks: Sequence[tuple[Week, Occurrence]]
    home: Home
    now: datetime
    say: Callable[[str], Say]
    occupied: str = ""

    @property
    def club(self) -> Say:
        return self.say(self.home.language)


def wanted(c: Calendar) -> list[Notice]:
    """Every message about this series that should be shown now."""
    return list(chain.from_iterable(_of_week(c, week, found) for week, found in c.weeks))


def next_moment(c: Calendar) -> datetime | None:
    """When that changes by time alone."""
    moments = (at for week, found in c.weeks for at in _moments(c, week, found))
    return min((at for at in moments if at > c.now), default=None)


def last_words(c: Calendar, key: str) -> Notice:
    """What a post says that is no longer wanted: as it was, unless the judges have thought better of it."""
    about, _, judge = key.partition("@")
    kind, text, *stamp = about.split("/")
    say = c.say(c.home.languages.get(MemberId(int(judge)), c.home.language)) if judge else c.club
    day = date.fromisoformat(text)
    as_said = Week(day, Fate.SKIPPED if kind == "off" else Fate.USUAL,
                   datetime.fromisoformat(*stamp) if stamp else None)
    week = next((week for week, _ in c.weeks if week.day == day), as_said)      # of long ago nothing else is known
    return Notice(key, c.home.chat, _became(c, say, kind, week, stamp))


def _became(c: Calendar, say: Say, kind: str, week: Week, stamp: Sequence[str]) -> Safe:
    """What a week has come to, for who reads what was said of it before."""
    if kind in ("missed", "occupied") and week.tournament is not None:
        return say("series.opened_now", day=say.day(week.day))
    if week.fate is Fate.SKIPPED:
        return _off(say, week.day)
    if kind == "moved" and week.moved is not None and stamp != [_stamp(week.moved)]:
        return say("series.changed")
    if week.moved is not None and kind != "off":
        return _moved(c, say, week.day, week.moved)
    words = {"off": "series.on_again", "moved": "series.unmoved"}.get(kind, "series.not_opened")
    return say(words, day=say.day(week.day))


def _of_week(c: Calendar, week: Week, found: Occurrence) -> Iterator[Notice]:
    called_off = week.tournament is not None and c.series.pace == "evening"      # that has told everybody
    if week.fate is Fate.SKIPPED and not called_off and c.now >= found.starts - NEAR:
        yield Notice(f"off/{week.day}", c.home.chat, _off(c.club, week.day), topic=c.home.topic)
    elif week.moved is not None and week.fate is not Fate.SKIPPED and c.now >= _usual(c, week, found) - NEAR:
        key = f"moved/{week.day}/{_stamp(week.moved)}"
        yield Notice(key, c.home.chat, _moved(c, c.club, week.day, week.moved), topic=c.home.topic)
    if week.fate is Fate.MISSED and c.now < found.starts + TOLD:
        yield from _to_judges(c, f"missed/{week.day}", "series.missed", week, found)
    elif week.fate is Fate.WAITING:
        yield from _to_judges(c, f"occupied/{week.day}", "series.occupied", week, found)


def _moments(c: Calendar, week: Week, found: Occurrence) -> Iterator[datetime]:
    if week.fate is Fate.SKIPPED:
        yield found.starts - NEAR
    elif week.moved is not None:
        yield _usual(c, week, found) - NEAR
    if week.fate is Fate.MISSED:
        yield found.starts + TOLD


def _usual(c: Calendar, week: Week, found: Occurrence) -> datetime:
    """The earlier of its usual start and the one it has been moved to, on the club's wall."""
    assert week.moved is not None, "only of a week that is moved"
    return found.starts + min(c.series.rhythm.start_on(week.day) - week.moved, timedelta())


def _off(say: Say, day: date) -> Safe:
    return say("series.off", day=say.day(day))


def _moved(c: Calendar, say: Say, day: date, to: datetime) -> Safe:
    when = say.when(moment(to, ZoneInfo(c.home.zone)), c.home.zone)
    return say("series.moved", day=say.day(day), when=when)


def _to_judges(c: Calendar, key: str, words: str, week: Week, found: Occurrence) -> Iterator[Notice]:
    """In the judges' chat, else to every judge who can be written to, else in the group."""
    judges = [judge for judge in c.home.judges if judge in c.home.reachable]

    def card(key: str, chat: int, say: Say) -> Notice:
        text = say(words, day=say.when(found.starts, c.home.zone), title=c.occupied)
        return Notice(key, chat, text, _ways_out(c, say, week) if words == "series.missed" else ())

    if c.home.judges_chat is not None:
        yield card(key, c.home.judges_chat, c.club)
    elif judges:
        for judge in judges:
            say = c.say(c.home.languages.get(judge, c.home.language))
            yield card(f"{key}@{judge}", c.home.accounts[judge], say)
    else:
        yield card(key, c.home.chat, c.club)


def _ways_out(c: Calendar, say: Say, week: Week) -> Buttons:
    """What was missed can be opened now, where a week is an evening; or held on another day."""
    series, day = c.series.id, week.day.isoformat()
    move = button(say, "move", "week", series, "move", day)
    late = (button(say, "open_now", "week", series, "now", day),) if c.series.pace == "evening" else ()
    return ((*late, move),)


def _stamp(wall: datetime) -> str:
    return wall.isoformat(timespec="minutes")
