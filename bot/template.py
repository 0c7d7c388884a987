"""A template: settings as words, kept until an event is opened with them – by a judge's card, or every week.

What is kept outlives releases: words that nobody knows any more are passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date

from bot.texts import words
from engine import settings as spelling
from engine.calendar import Occurrence
from engine.model import Refused, Settings
from storage import Club, Series

LONGEST = 64
"""Letters of the title of a week: a series' own, and the day."""


def spelled(settings: Settings) -> dict[str, str]:
    """Every setting as text, for keeping."""
    return {key: spelling.spell(settings, key) for key in spelling.KEYS}


def restored(settings: Settings, kept: Mapping[str, str]) -> Settings:
    """Settings from the spellings that `spelled` gave."""
    for key in spelling.KEYS:
        if key in kept:
            with suppress(Refused):        # a default of an older release that nobody knows any more
                settings = spelling.parse(settings, key, kept[key])
    return settings


def dated(now: datetime, settings: Settings) -> str:
    """A title for an evening without one: its day, "Thursday, 3 December"."""
    day = (settings.start or now).astimezone(ZoneInfo(settings.zone)).date()
    name = format_date(day, "EEEE, d MMMM", locale=settings.language)
    return name[:1].upper() + name[1:]


def of_week(series: Series, club: Club, found: Occurrence, now: datetime) -> Settings:
    """The settings of the tournament that this week opens; what is over already is left to the judges."""
    settings = restored(spelling.NEW, {**series.settings, "language": club.language, "zone": club.zone})
    starts = found.starts if found.starts > now else None
    closes = found.closes if now < found.closes < found.starts else None
    settings = replace(settings, title="", start=starts, closes=closes, series=series.id)
    return replace(settings, title=_title(series, club, replace(settings, start=found.starts), now))


def _title(series: Series, club: Club, settings: Settings, now: datetime) -> str:
    say, day = words(club.language), dated(now, settings)
    if series.title:
        return say.plain("series.dated", title=series.title, day=day)[:LONGEST]
    if series.pace == "evening" or settings.start is None:
        return day
    since = settings.start.astimezone(ZoneInfo(settings.zone)).date()
    return say.plain("series.since", day=format_date(since, "d MMMM", locale=settings.language))
