"""The card on which a judge sets everything: a line and a chip for each setting, one tap a value.

Pure. Before entry is opened the values are words kept with the card; afterwards they are the
tournament's. The caller says how a chip is spelled as button data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import moment
from bot.texts import Safe, Say
from engine import settings as spelling
from engine.judging.event import AFTERWARDS, FIXED_AT_ROUND_1
from engine.model import Refused, Settings, Stage, Tournament
from storage.names import clean

Data = Callable[..., str]
"""Button data of a chip: `data()` the card itself, `data(key)` its values, `data(key, value)` a choice."""

FIRST = ("title", "start", "game", "system", "rounds", "cycles", "limit", "approve", "late")
SECOND = ("closes", "points", "ratings", "colour", "confirm", "settle", "nudge", "judges", "cards", "noshow",
          "noshow_policy", "unplayed", "contest", "byes", "rated", "tempo", "federation", "zone", "language",
          "handling")
MORE = "more"
TYPED = {"title": "Blitz & tea", "start": "3.12. 19:00", "closes": "18:30", "zone": "Asia/Omsk", "limit": "18",
         "tempo": "40/100+30, 15+30", "federation": "GER"}
"""Settings that may also be typed, with an example: no row of buttons can hold all their values."""

MANUAL = ("individual", "solkoff", "buchholz", "blind")
"""The systems whose coefficients may be those of a manual draw (draughts.md section 13)."""

ONCE = ("title", "start", "closes", "seed")
"""What one tournament has for itself: never a default of the next."""

_SPANS = {"settle": ("0", "5", "10", "15", "30"), "nudge": ("0", "15", "30", "45", "60"),
          "judges": ("0", "20", "40", "60", "90"), "cards": ("0", "3", "5", "10"),
          "noshow": ("5", "10", "15", "30", "60"), "contest": ("0", "1h", "12h", "24h", "48h")}
_VALUES: dict[str, tuple[str, ...]] = {
    "game": ("chess", "draughts", "other"), "system": spelling.SYSTEMS,
    "rounds": tuple(map(str, range(1, 13))), "cycles": ("1", "2"), "unplayed": ("law", "ru_draughts_manual"),
    "points": tuple(spelling.SCORINGS),
    "limit": ("none", "8", "10", "12", "16", "20", "24", "32", "40", "64"),
    "approve": ("judge", "auto=2", "auto=5", "auto=10"), "confirm": ("opponent", "none", "judge"),
    "late": ("default", "0", "1", "2", "3", "4"), "byes": ("0", "1", "2"), "ratings": ("used", "unused"),
    "colour": ("lot", "white", "black"), "noshow_policy": ("pause", "withdraw", "keep"), "rated": ("yes", "no"),
    "language": ("en", "ru"), "handling": ("fide-2026", "fide-2017"),
    "tempo": ("none", "3+2", "5+3", "10+5", "15+10", "60+30", "90+30"), "federation": ("none",),
    "zone": ("UTC", "Europe/London", "Europe/Berlin", "Europe/Moscow", "Asia/Yekaterinburg", "Asia/Novosibirsk"),
    **_SPANS,
}
_HOURS = range(17, 21)
_WIDE = ("system", "cycles", "start", "closes", "confirm", "noshow_policy", "unplayed", "approve", "zone", "late",
         "handling")
"""Settings whose values need a row each."""

_NARROW = 22
"""Letters of a chip that still fits twice into the width of a phone."""


def read(settings: Settings, key: str, typed: str, now: datetime) -> Settings:
    """The settings with one more from its words; a title is cleaned, an hour is the club's own.

    Raises Refused with what is allowed, for a start in the past too.
    """
    if key == "title":
        typed = clean(typed)
    elif key in ("start", "closes") and typed.casefold() not in spelling.NONE_WORDS:
        last = settings.start if key == "closes" else None           # an hour alone is one of the day before it
        when = moment(typed, now if last is None else last - timedelta(days=1), settings.zone)
        if when is None or when <= now or (last is not None and when > last):
            raise Refused("bad_setting", key=key, value=typed, allowed="19:00, 3.12. 19:00, 2026-12-03T19:00")
        typed = when.isoformat()
    return spelling.parse(settings, key, typed)


def read_all(settings: Settings, typed: Mapping[str, str], now: datetime) -> Settings:
    """All of them, in the order of the table, because a game brings its points and a zone its hours."""
    unknown = next((key for key in typed if key not in spelling.KEYS), None)
    if unknown is not None:
        raise Refused("unknown_setting", key=unknown, allowed=", ".join(spelling.KEYS))
    if "pace" in typed:
        raise Refused("pace_of_series")
    for key in sorted(typed, key=("zone", *spelling.KEYS).index):
        settings = read(settings, key, typed[key], now)
    return settings


# words

def lines(say: Say, settings: Settings, players: int) -> str:
    """What the buttons below do not say: the system's honest line, unusual settings behind More, warnings."""
    usual = spelling.parse(Settings(zone=settings.zone, language=settings.language), "game", settings.game)
    shown = [key for key in spelling.KEYS if key not in FIRST
             and spelling.spell(settings, key) != spelling.spell(usual, key)]
    if settings.start is not None and "zone" not in shown:
        shown.append("zone")
    about = [say("chip.button", name=say(f"setting.{key}"), value=value(say, settings, key)) for key in shown]
    return text(say(f"line.{settings.system}"), *about, *warnings(say, settings, players))


def warnings(say: Say, settings: Settings, players: int) -> list[Safe]:
    """What may not work out with so many players (the limit, as long as nobody is in)."""
    expected = players or settings.limit or 0
    found = [say(f"warning.{code}", n=n) for code, n in spelling.warnings(settings, expected)]
    return [say("card.warning", text=one) for one in found]


def value(say: Say, settings: Settings, key: str) -> str:
    """One value in words."""
    written = spelling.spell(settings, key)
    if key == "start":
        return say.when(settings.start, settings.zone) if settings.start else say.plain("value.when_begun")
    if key == "closes":
        return say.when(settings.closes, settings.zone) if settings.closes else say.plain("value.at_start")
    if key in _SPANS:
        return span(say, key, written)
    if key == "approve" and settings.approve is not None:
        return say.plain("value.approve.auto", time=span(say, key, written.removeprefix("auto=")))
    if key == "late" and settings.system == "roundrobin" and written != "0":
        return say.plain("value.late_robin")
    if key == "late":
        words = {"default": "value.default", "0": "value.late_none"}
        return say.plain(words.get(written, "value.late"), n=written)
    if key == "unplayed" and written == "law":
        return say.plain("value.law")
    if written in ("", "none") and key != "confirm":
        return say.plain("value.title_none" if key == "title" else "value.none")
    known = f"{key}.{written}" if key in ("game", "system") else f"value.{key}.{written}"
    return say.plain(known) if say.has(known) else written


def span(say: Say, key: str, written: str) -> str:
    """A span of time as the settings spell it: `10`, `90s`, `24h`; 0 is "at once" or "never"."""
    if written == "0":
        return say.plain("value.at_once" if key in ("settle", "approve") else "value.never")
    unit = {"h": "hours", "s": "seconds"}.get(written[-1:], "minutes")
    return say.plain(unit, n=int(written.rstrip("hs")))


def even(settings: Settings) -> bool:
    """Whether it is a simple Swiss with an even number of rounds, which is to be confirmed."""
    return settings.system == "simple" and settings.rounds % 2 == 0


# buttons

def chips(say: Say, settings: Settings, keys: Sequence[str], data: Data) -> Buttons:
    """A chip for each of the settings; two in a row where a phone has room for both."""
    rows: list[tuple[Button, ...]] = []
    for key in keys:
        words = say.plain("chip.button", name=say.plain(f"setting.{key}"), value=value(say, settings, key))
        chip = Button(words, data(key))
        if rows and len(rows[-1]) == 1 and max(len(rows[-1][0].text), len(words)) <= _NARROW:
            rows[-1] = (*rows[-1], chip)
        else:
            rows.append((chip,))
    return tuple(rows)


def first(say: Say, settings: Settings, keys: Sequence[str], data: Data) -> Buttons:
    """The chips that matter most, and the way to the others."""
    more = Button(say.plain("button.more"), data(MORE))
    return (*chips(say, settings, [key for key in FIRST if key in keys], data), (more,))


def second(say: Say, settings: Settings, keys: Sequence[str], data: Data) -> Buttons:
    """The other chips, and the way back."""
    back = Button(say.plain("button.go_back"), data())
    return (*chips(say, settings, [key for key in SECOND if key in keys], data), (back,))


def values(say: Say, settings: Settings, key: str, data: Data, now: datetime, players: int, *, typed: bool
           ) -> tuple[str, Buttons]:
    """The page of one setting: what helps to choose, and a button for each value; the present one is marked."""
    hours = {"start": _starts, "closes": _ends}
    choices = hours[key](settings, now) if key in hours else _VALUES.get(key, ())
    buttons = []
    for choice in choices:
        chosen = read(settings, key, choice, now)
        words = value(say, chosen, key)
        shown = say.plain("value.now", value=words) if chosen == settings else words
        buttons.append(Button(shown, data(key, choice)))
    wide = 1 if key in _WIDE else 3
    rows = tuple(tuple(buttons[at:at + wide]) for at in range(0, len(buttons), wide))
    honest = [say("chip.button", name=say(f"system.{system}"), value=say(f"line.{system}"))
              for system in spelling.SYSTEMS] if key == "system" else []
    expected = players or settings.limit or 0
    if key == "rounds" and expected > 1:
        honest = [say("card.recommended", n=expected, rounds=spelling.fewest_rounds(expected))]
    name = say(f"setting.{key}")
    asked = typed and key in TYPED
    if key == "title":
        pick: str = say("card.type", name=name, example=TYPED[key]) if asked else say("card.title")
    else:
        pick = text(say("card.pick", name=name), say("card.or_type", example=TYPED[key]) if asked else "")
    return (text(pick, *honest),
            (*rows, (Button(say.plain("button.go_back"), data(MORE) if key in SECOND else data()),)))


def offered(settings: Settings, t: Tournament | None = None) -> tuple[str, ...]:
    """The keys a card offers: what the system has and what can still change.

    The engine has the last word about changes; here it is only not offered in vain.
    """
    keys = {*FIRST, *SECOND}
    keys -= {"rounds", "colour", "noshow_policy"} if settings.system == "roundrobin" else {"cycles"}
    if settings.system not in MANUAL:
        keys -= {"unplayed"}
    if settings.system not in spelling.FIDE_SYSTEMS:
        keys -= {"byes", "handling"}
    if t is not None and t.rounds:
        keys -= FIXED_AT_ROUND_1
    if settings.start is None:
        keys -= {"closes"}
    if t is not None and (t.stage is not Stage.ENTRY or settings.weekly):
        keys -= {"start", "closes"}
    if t is not None and t.stage is Stage.FINISHED:
        keys &= AFTERWARDS
    return tuple(key for key in (*FIRST, *SECOND) if key in keys)


def _starts(settings: Settings, now: datetime) -> list[str]:
    """No hour, soon, and the hours at which clubs meet, in the order in which they come."""
    zone = ZoneInfo(settings.zone)
    soon = (now + timedelta(minutes=45)).astimezone(zone)
    hours = {f"{soon.replace(minute=soon.minute // 15 * 15):%H:%M}",
             *(f"{hour}:{minute:02}" for hour in _HOURS for minute in (0, 30))}
    moments = {hour: moment(hour, now, settings.zone) or now for hour in hours}
    return ["none", *sorted(moments, key=lambda hour: moments[hour])]


def _ends(settings: Settings, now: datetime) -> list[str]:
    """At the start, and some while before it, as far as that is still to come."""
    start = settings.start or now
    moments = [start - timedelta(minutes=minutes) for minutes in (15, 30, 60, 120)]
    return ["none", *(f"{at.astimezone(ZoneInfo(settings.zone)):%Y-%m-%dT%H:%M}" for at in moments if at > now)]
