"""/series: what a club has every week, the week that comes next, and the end of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice

from bot.deed import tongue
from bot.desk import button, command
from bot.handlers import club
from bot.handlers.event import call_up
from bot.notices.buttons import button as labelled
from bot.notices.diary import before, hour, told
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import press
from bot.texts import Safe, Say, opening
from bot.visit import Visit
from engine import settings as spelling
from engine import votes
from engine.calendar import Occurrence
from engine.model import Refused
from storage import Series, diary
from storage.diary import Author
from storage.series import Fate, Week

Page = tuple[str, Buttons]


@command("series")
async def series(v: Visit) -> None:
    """The card of the club's series; of several, a button for each."""
    if await club.one(v, "weeks"):
        if not v.may_call_up:
            raise Refused("not_judge")
        await call_up(v, *await _first(v), line="series")


@button("weeks")
async def weeks(v: Visit) -> None:
    """The series of the club that was chosen."""
    await club.enter(v, int(v.args[0]))
    await v.show(*await _first(v), here=True)


@button("series")
async def one(v: Visit) -> None:
    """The card of one series; its end, after a question; its log, also when it has ended."""
    chosen, say = await owned(v, int(v.args[0]), ended=v.args[1:] == ("log",)), tongue(v)
    if v.args[1:] == ("end",):
        yes = labelled(say, "yes", "series", chosen.id, "end", "yes")
        await v.show(say("series.end_sure", title=title(say, chosen)), ((yes, back(say, chosen)),), here=True)
        return
    if v.args[1:] == ("end", "yes"):
        async with v.office.weekly.alone:               # no week opens for what has just ended
            await v.office.store.series.change(chosen.id, lambda it: replace(it, ended=v.now), author(v))
        v.office.weekly.nudge(chosen.id)
        await v.receipt("toast.series_ended")
        await v.show(*await _first(v), here=True)
        return
    if v.args[1:] == ("log",):
        lines = await diary.newest(v.office.store.database, chosen.id)
        names = {id: it.name for id, it in (await v.members()).items()}
        words = told(say, title(say, chosen), lines, names, v.the_club.zone)
        up = back(say, chosen) if chosen.ended is None else labelled(say, "go_back", "weeks", chosen.club)
        await v.show(words, ((up,),), here=True)
        return
    await v.show(*await card(v, chosen), here=True)


def author(v: Visit) -> Author | None:
    """Whose word is in the diary."""
    return None if v.member is None else Author(v.member.id, v.now)


async def owned(v: Visit, id: int, *, ended: bool = False) -> Series:
    """Go on as a judge of the club that has this series. Refused("no_series", "not_judge", "anonymous")."""
    found = await standing(v, id, ended=ended)
    await club.enter(v, found.club)
    club.only_judges(v)
    return found


async def standing(v: Visit, id: int, *, ended: bool = False) -> Series:
    """This series as it stands now. Refused("no_series") once it has ended, unless that is no matter."""
    found = await v.office.store.series.series(id)
    if found is None or (found.ended is not None and not ended):
        raise Refused("no_series")
    return found


async def coming(v: Visit, chosen: Series, count: int) -> list[tuple[Week, Occurrence]]:
    """Its next weeks, skipped ones too."""
    said = await v.office.store.series.weeks(chosen.id, (v.now - timedelta(days=30)).date())
    return list(islice(chosen.coming(said, v.the_club.zone, v.now), count))


async def card(v: Visit, chosen: Series) -> Page:
    """The series and its next two weeks, and what can be done about the first of them."""
    say, (here, after) = tongue(v), await coming(v, chosen, 2)
    regulars = len(await v.office.store.series.regulars(chosen.id))
    week, day = here[0], here[0].day.isoformat()
    move = labelled(say, "move", "week", chosen.id, "move", day)
    rows: Buttons = (
        (labelled(say, "hold_week", "week", chosen.id, "on", day),) if week.fate is Fate.SKIPPED
        else (labelled(say, "skip_week", "week", chosen.id, "off", day), move),
        (labelled(say, "holidays", "week", chosen.id, "holidays"),
         Button(say.plain("button.always_in", n=regulars), press("always", chosen.id))),
        (labelled(say, "change_series", "rhythm", chosen.id),
         labelled(say, "end_series", "series", chosen.id, "end")),
        (_plan(v, "another_series"),),
        (labelled(say, "log", "series", chosen.id, "log"),))
    lines = [coming_line(v, say, *await _as_opened(v, *it)) for it in (here, after)]
    return text(*about_it(say, chosen, v.the_club.zone), *lines), rows


async def _as_opened(v: Visit, week: Week, found: Occurrence) -> tuple[Week, Occurrence]:
    """What is open starts when its tournament says, which a judge or another zone of the club may have changed."""
    if week.fate is not Fate.OPENED or week.tournament is None:
        return week, found
    t = await v.office.store.ledger.tournament(week.tournament)
    return week, replace(found, starts=votes.starts(t) or found.starts)


def about_it(say: Say, chosen: Series, zone: str) -> Sequence[Safe]:
    """What it is: day, hour and zone, when entry opens and closes, the pace, and what is played."""
    rhythm = chosen.rhythm
    settings = spelling.NEW
    for key in ("game", "system", "rounds"):
        if key in chosen.settings:
            settings = spelling.parse(settings, key, chosen.settings[key])
    return (say("series.head", title=title(say, chosen)),
            say("series.every", day=say(f"weekday.{rhythm.weekday}"), hour=hour(rhythm.minute), zone=zone),
            say("series.opens", opens=before(say, rhythm.opens), closes=before(say, rhythm.closes)),
            opening(say("series.plays", pace=say(f"value.pace.{chosen.pace}"), game=say(f"game.{settings.game}"),
                        system=say(f"system.{settings.system}"), rounds=say("rounds", n=settings.rounds))))


def coming_line(v: Visit, say: Say, week: Week, found: Occurrence) -> Safe:
    """One week to come: when, and whether its entry is open."""
    when, zone = say.when(found.starts, v.the_club.zone), v.the_club.zone
    if week.fate is Fate.SKIPPED:
        return opening(say("series.week_off", day=say.day(week.day)))
    if week.fate is Fate.OPENED:
        return opening(say("series.week_open", when=when))
    if found.opens <= v.now:
        return opening(say("series.week_now", when=when))
    return opening(say("series.week", when=when, opens=say.when(found.opens, zone)))


def title(say: Say, chosen: Series) -> str:
    """As it is called."""
    return chosen.title or say.plain("series.untitled")


def back(say: Say, chosen: Series) -> Button:
    """The way to the card of the series."""
    return labelled(say, "go_back", "series", chosen.id)


async def _first(v: Visit) -> Page:
    """What the club has every week: the card of the only one, buttons for several; or the way to a first one, and
    to the log of the last one.
    """
    say, here = tongue(v), v.the_club
    found = await v.office.store.series.of_club(here.id)
    begun = [it for it in found if it.since is not None]
    if len(begun) == 1:
        return await card(v, begun[0])
    rows = tuple((Button(title(say, it), press("series", it.id)),) for it in begun)
    last = None if begun else await v.office.store.series.last_ended(here.id)
    log: Buttons = () if last is None else ((labelled(say, "log", "series", last.id, "log"),),)
    words = "series.which" if begun else "series.none"
    return say(words, club=here.title), (*rows, (_plan(v, "plan_series"),), *log)


def _plan(v: Visit, word: str) -> Button:
    """The way to a new one, which will be at home in the topic it was asked for in."""
    topic = (v.topic,) if v.place == "group" and v.topic is not None else ()
    return labelled(tongue(v), word, "plan", v.the_club.id, *topic)
