"""Single weeks of a series: skipped and held after all, moved, opened late, and the holidays to come."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from babel.dates import format_date

from bot import template
from bot.deed import tongue
from bot.desk import button
from bot.handlers import club
from bot.handlers.series import Page, author, back, card, coming, owned, standing
from bot.notices.buttons import button as labelled
from bot.notices.diary import hour
from bot.notices.notice import Button
from bot.parse import press
from bot.texts import Say
from bot.visit import Visit
from engine import judging
from engine import weeks as rounds
from engine.calendar import Occurrence, moment
from engine.facts import Fact
from engine.model import Actor, Refused, Stage, Tournament
from storage import Series
from storage.series import Fate, Week

HOLIDAYS = 10
"""Weeks to come that can be marked at once."""

BEFORE, AFTER = 3, 6
"""Days by which a week can be moved to and fro, so that it never meets its neighbours."""

HOURS = range(10 * 60, 22 * 60 + 1, 30)
"""Starts that are offered, in minutes of the day."""


@button("week")
async def week(v: Visit) -> None:
    """One of the buttons about a week: `off`, `on`, `move`, `now`, or the list of the holidays."""
    chosen = await owned(v, int(v.args[0]))
    what, words = v.args[1], v.args[2].split(" ") if len(v.args) > 2 else [""]
    if what == "holidays":
        await v.show(*await _holidays(v, chosen), here=True)
        return
    async with v.office.weekly.alone:                   # nothing opens while it is decided about
        page = await _decide(v, await standing(v, chosen.id), what, *words)
    await v.show(*page, here=True)


async def _decide(v: Visit, chosen: Series, what: str, *words: str) -> Page:
    about, found = await _one(v, chosen, words[0])
    listed = words[1:] == ("list",)                     # pressed in the list of the holidays
    if what == "off":
        question = await _skip(v, chosen, about, sure=words[1:] == ("yes",))
        if question is not None:
            return question
    elif what == "on":
        held = replace(about, fate=Fate.USUAL, moved=None) if about.fate is Fate.SKIPPED else about
        await _say(v, chosen, held, "toast.week_on")
    elif what == "now":
        await _open(v, chosen, about, found)
    elif what == "move" and len(words) < 3:
        return _where_to(v, chosen, about, *words[1:])
    elif what == "move":
        await _move(v, chosen, about, _wall(words[1], words[2]))
    else:
        raise Refused("unknown_button")
    return await (_holidays(v, chosen) if listed else card(v, chosen))


async def _one(v: Visit, chosen: Series, word: str) -> tuple[Week, Occurrence]:
    """The week of a button. Refused("week_over") for one that is none or lies behind."""
    since, day = v.now - timedelta(days=30), _day(word)
    said = await v.office.store.series.weeks(chosen.id, since.date())
    for about, found in chosen.coming(said, v.the_club.zone, since):
        if day is None or about.day > day:
            break
        if about.day == day and (found.starts > v.now or about.fate is Fate.MISSED):
            return about, found
    raise Refused("week_over")


async def _say(v: Visit, chosen: Series, about: Week, key: str) -> None:
    await v.office.store.series.say(chosen.id, about, author(v))
    v.office.weekly.nudge(chosen.id)
    await v.receipt(key, day=v.say.day(about.day))


async def _opened(v: Visit, about: Week) -> Tournament | None:
    """The tournament whose entry or vote this week has opened, if it still goes on."""
    if about.fate is not Fate.OPENED or about.tournament is None:
        return None
    await club.visit(v, about.tournament)
    t = await v.tournament()
    if t.stage is Stage.PLAYING and not t.settings.weekly:
        raise Refused("week_playing")
    return t if t.stage in (Stage.ENTRY, Stage.PLAYING) else None


async def _call(v: Visit, chosen: Series, found: Occurrence) -> Callable[[Tournament], list[Fact]]:
    """The action that calls the round of this week."""
    until = await v.office.weekly.until(chosen, v.the_club, found)
    closes = found.closes if found.closes > v.now else found.starts
    return lambda t: rounds.call_round(t, v.actor, closes=closes, starts=found.starts, until=until)


# skip, and hold after all

async def _skip(v: Visit, chosen: Series, about: Week, *, sure: bool) -> Page | None:
    """This week is skipped. What is open is called off, a round that is called comes a week later: asked before."""
    t, say = await _opened(v, about), tongue(v)
    if t is not None and not sure:
        yes = labelled(say, "yes", "week", chosen.id, "off", f"{about.day} yes")
        words = "series.postpone_sure" if t.settings.weekly else "series.cancel_sure"
        return say(words, day=say.day(about.day), n=len(t.entered())), ((yes, back(say, chosen)),)
    if t is not None and t.settings.weekly:
        _, later = next(it for it in await coming(v, chosen, HOLIDAYS)
                        if it[0].day > about.day and it[0].fate is not Fate.SKIPPED)
        await v.record(await _call(v, chosen, later))
    elif t is not None:
        await v.record(lambda t: judging.cancel(t, v.actor))
    await _say(v, chosen, replace(about, fate=Fate.SKIPPED), "toast.week_off")
    return None


async def _holidays(v: Visit, chosen: Series) -> Page:
    """The weeks to come; a tap marks one as free, or takes that back."""
    say = tongue(v)
    rows = []
    for about, _ in await coming(v, chosen, HOLIDAYS):
        free = about.fate is Fate.SKIPPED
        words = say.plain("series.free", day=_short(say, about.day)) if free else _short(say, about.day)
        rows.append((Button(words, press("week", chosen.id, "on" if free else "off", f"{about.day} list")),))
    return say("series.holidays"), (*rows, (back(say, chosen),))


# move, and open late

def _where_to(v: Visit, chosen: Series, about: Week, *words: str) -> Page:
    """To which day; then at which hour."""
    say, zone, usual = tongue(v), ZoneInfo(v.the_club.zone), chosen.rhythm.minute
    day = _day(words[0]) if words else None
    if day is None:
        days = [about.day + timedelta(days=by) for by in range(-BEFORE, AFTER + 1)]
        buttons = [Button(_short(say, day), press("week", chosen.id, "move", f"{about.day} {day}")) for day in days
                   if moment(datetime.combine(day, time()) + timedelta(minutes=HOURS[-1]), zone) > v.now]
        question = say("series.move_day", day=say.day(about.day))
    else:
        minutes = [minute for minute in sorted({*HOURS, usual})
                   if moment(datetime.combine(day, time()) + timedelta(minutes=minute), zone) > v.now]
        buttons = [Button(hour(minute), press("week", chosen.id, "move", f"{about.day} {day} {hour(minute)}"))
                   for minute in minutes]
        question = say("series.move_hour", day=say.day(day))
    wide = 2 if day is None else 4
    return question, (*(tuple(buttons[at:at + wide]) for at in range(0, len(buttons), wide)), (back(say, chosen),))


async def _move(v: Visit, chosen: Series, about: Week, to: datetime | None) -> None:
    """This week starts when the wall shows that. What is open moves along."""
    usual, zone = chosen.rhythm.start_on(about.day), ZoneInfo(v.the_club.zone)
    if to is None or not -BEFORE <= (to.date() - about.day).days <= AFTER or moment(to, zone) <= v.now:
        raise Refused("bad_move")
    t = await _opened(v, about)
    moved = replace(about, moved=None if to == usual else to,
                    fate=about.fate if about.fate in (Fate.OPENED, Fate.WAITING) else Fate.USUAL)
    found = chosen.rhythm.on(about.day, zone, moved.moved)
    if t is not None and t.settings.weekly:
        await v.record(await _call(v, chosen, found))
    elif t is not None:
        closes = found.closes if v.now < found.closes < found.starts else None
        changes = {"start": found.starts.isoformat(), "closes": closes.isoformat() if closes else "none"}
        before, after = (template.of_week(chosen, v.the_club, it, v.now).title
                         for it in (chosen.rhythm.on(about.day, zone, about.moved), found))
        if t.settings.title == before:                              # and not one of a judge's
            changes["title"] = after
        await v.record(lambda t: [fact for key, value in changes.items()
                                  for fact in judging.change(t, v.actor, key, value)])
    await v.office.store.series.say(chosen.id, moved, author(v))
    v.office.weekly.nudge(chosen.id)
    await v.receipt("toast.week_moved", when=v.say.when(found.starts, v.the_club.zone))


async def _open(v: Visit, chosen: Series, about: Week, found: Occurrence) -> None:
    """What was missed is opened now; a judge begins it."""
    if chosen.pace != "evening" or v.member is None:
        raise Refused("unknown_button")
    t = await v.office.weekly.open(chosen, v.the_club, about, found, Actor(v.member.id, v.role, v.place))
    v.changed(t.code)
    await v.receipt("toast.opened")


def _day(word: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(word)
    return None


def _wall(day: str, hour: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.strptime(f"{day} {hour}", "%Y-%m-%d %H:%M")
    return None


def _short(say: Say, day: date) -> str:
    return format_date(day, "EEE, d MMM", locale=say.language)
