"""Setting up a series and changing one: its day and hours, its pace, and the template of its tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from zoneinfo import ZoneInfo

from bot import template, zones
from bot.deed import tongue
from bot.desk import button, reply
from bot.handlers import chips, club
from bot.handlers.series import Page, about_it, author, back, card, coming, coming_line, owned, title
from bot.notices.buttons import button as labelled
from bot.notices.diary import before, hour
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import press
from bot.texts import Say
from bot.visit import Visit
from engine import settings as spelling
from engine.calendar import DAY, Rhythm
from engine.model import Refused, Settings
from storage import Series
from storage.names import clean
from storage.series import Fate

OPENS = (60, 180, 360, 720, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY)
CLOSES = (0, 15, 30, 60, 120, 180)
"""Minutes before the start that are offered."""

HOURS = (*range(10 * 60, 17 * 60, 60), *range(17 * 60, 21 * 60 + 1, 30))

TITLE = 40
"""Letters of a title; the day is put behind it."""

OWN = ("title", "start", "closes", "zone", "language", "pace", "seed")
"""Settings that the series itself says, or that are no template."""


@button("plan")
async def plan(v: Visit) -> None:
    """A series is set up, like the one that ended last. Where the club has no zone it is asked for first."""
    here = await club.enter(v, int(v.args[0]))
    club.only_judges(v)
    stored, topic = v.office.store.series, int(v.args[1]) if len(v.args) > 1 else here.topic
    last = await stored.last_ended(here.id)
    if last is not None:
        made = await stored.draft(here.id, topic, last.rhythm, last.settings)
    else:
        today = v.now.astimezone(ZoneInfo(here.zone)).weekday()
        kept = {key: value for key, value in here.defaults.items() if key not in OWN}
        made = await stored.draft(here.id, topic, Rhythm(today, 19 * 60, DAY), kept)
    await v.show(*await (_values(v, made, "zone") if here.zone == zones.UNSET else _card(v, made)), here=True)


@button("rhythm")
async def rhythm(v: Visit) -> None:
    """A chip: its values; a value: chosen. `begin` and `drop` end the setting up."""
    chosen = await owned(v, int(v.args[0]))
    key, choice = (*v.args[1:], "", "")[:2]
    if key == "begin":
        await _begin(v, chosen)
    elif key == "drop":
        await _drop(v, chosen)
    elif key == "zone" and choice:
        await _set_zone(v, chosen, choice)
    elif key == "set":
        await _template(v, chosen, *choice.split(":", 1))
    elif key and not choice:
        await v.show(*await _values(v, chosen, key), here=True)
    else:
        chosen = await _keep(v, chosen, lambda it: _changed(it, key, choice)) if key else chosen
        await _typed_no_more(v)
        await v.show(*await _card(v, chosen), here=True)


@reply("rhythm")
async def typed(v: Visit) -> None:
    """A title, an hour or a zone that no button has."""
    chosen, key = await owned(v, int(v.dialogue["series"])), str(v.dialogue["key"])
    if key == "zone":
        await _set_zone(v, chosen, v.text.strip())
        return
    chosen = await _keep(v, chosen, lambda it: _changed(it, key, v.text))
    await v.expect_nothing()
    await v.show(*await _card(v, chosen))


def _changed(chosen: Series, key: str, choice: str) -> Series:
    """The series with one thing other. Refused("bad_setting") for what is no value of it."""
    plain, hours = clean(choice), chosen.rhythm
    number = int(plain) if plain.isascii() and plain.isdigit() else -1
    if key == "title":
        return replace(chosen, title=clean(plain[:TITLE]))
    if key == "hour" and (minute := _minute(plain)) is not None:
        return replace(chosen, rhythm=replace(hours, minute=minute))
    if key == "day" and 0 <= number <= 6:
        return replace(chosen, rhythm=replace(hours, weekday=number))
    if key == "opens" and number in OPENS:
        return replace(chosen, rhythm=replace(hours, opens=number, closes=min(hours.closes, number // 2)))
    if key == "closes" and number in CLOSES and number < hours.opens:
        return replace(chosen, rhythm=replace(hours, closes=number))
    if key == "pace" and plain in ("evening", "weekly"):
        return replace(chosen, settings={**chosen.settings, "pace": plain})
    raise Refused("bad_setting", key=key, value=plain[:24], allowed="19:00" if key == "hour" else "—")


def _minute(words: str) -> int | None:
    hour, _, minute = words.replace(".", ":").partition(":")
    if all(part.isascii() and part.isdigit() for part in (hour, minute)) and int(hour) < 24 and int(minute) < 60:
        return 60 * int(hour) + int(minute)
    return None


async def _keep(v: Visit, chosen: Series, how: Callable[[Series], Series], *, zone: str = "") -> Series:
    """Say this of the series as it stands now, and of its club the zone. Nothing opens meanwhile.

    Of one that goes on, other hours count from now on: no week is missed by them.
    """
    def now(series: Series) -> Series:
        changed = how(series)
        return changed if changed.since is None else replace(changed, since=v.now)

    async with v.office.weekly.alone:
        if zone:
            await v.office.store.clubs.set_zone(chosen.club, zone)
        chosen = await v.office.store.series.change(chosen.id, now, author(v))
    if chosen.since is not None:
        v.office.weekly.nudge(chosen.id)
    return chosen


async def _begin(v: Visit, chosen: Series) -> None:
    if chosen.since is None:
        chosen = await _keep(v, chosen, lambda it: replace(it, since=v.now))
    await _typed_no_more(v)
    await v.receipt("toast.series_begun")
    await v.show(*await card(v, chosen), here=True)


async def _drop(v: Visit, chosen: Series) -> None:
    await v.office.store.series.change(
        chosen.id, lambda it: it if it.since is not None else replace(it, ended=v.now))
    await _typed_no_more(v)
    await v.receipt("toast.kept")
    await v.show(tongue(v)("toast.kept"), here=True)


async def _set_zone(v: Visit, chosen: Series, zone: str) -> None:
    """The zone is the club's: all its hours are those of one wall."""
    chosen = await _keep(v, chosen, lambda it: it, zone=spelling.parse(Settings(), "zone", zone).zone)
    v.club = await v.office.store.clubs.club(chosen.club)
    await _typed_no_more(v)
    await v.show(*await _card(v, chosen), here=True)


async def _template(v: Visit, chosen: Series, key: str = "", choice: str = "") -> None:
    """The settings of its tournaments, with the chips of any event."""
    def with_it(series: Series) -> Series:
        read = template.spelled(chips.read(_settings(v, series), key, choice, v.now))
        kept = {each: value for each, value in read.items() if each not in OWN}
        return replace(series, settings={**kept, "pace": series.pace})

    if choice and key in _offered(v, chosen):
        chosen = await _keep(v, chosen, with_it)
    say, settings, keys, data = tongue(v), _settings(v, chosen), _offered(v, chosen), partial(_chip, chosen.id)
    if key == chips.MORE or (choice and key in chips.SECOND):
        page: Page = say("setting.more"), chips.second(say, settings, keys, data)
    elif key in keys and not choice:
        page = chips.values(say, settings, key, data, v.now, 0, typed=False)
    else:
        page = (text(say("series.template"), chips.lines(say, settings, 0)),
                (*chips.first(say, settings, keys, data), (_back(say, chosen),)))
    await v.show(*page, here=True)


def _settings(v: Visit, chosen: Series) -> Settings:
    here = v.the_club
    return template.restored(replace(spelling.NEW, zone=here.zone, language=here.language), chosen.settings)


def _offered(v: Visit, chosen: Series) -> list[str]:
    return [each for each in chips.offered(_settings(v, chosen)) if each not in OWN]


def _chip(series: int, *words: str) -> str:
    return press("rhythm", series, "set", ":".join(words)) if words else press("rhythm", series, "set")


# pages

async def _card(v: Visit, chosen: Series) -> Page:
    """All of it, the first week with its hour, and a chip for each thing that can be chosen."""
    say, hours, zone = tongue(v), chosen.rhythm, v.the_club.zone
    begun = replace(chosen, since=v.now) if chosen.since is None else chosen
    held = [it for it in await coming(v, begun, 5) if it[0].fate is not Fate.SKIPPED]
    first = coming_line(v, say, *held[0]) if held else ""
    shown = {"day": say.plain(f"weekday.{hours.weekday}"), "hour": hour(hours.minute),
             "opens": before(say, hours.opens), "closes": before(say, hours.closes),
             "pace": say.plain(f"value.pace.{chosen.pace}"), "zone": zone, "title": title(say, chosen)}
    rows = [tuple(_key(say, chosen, key, shown[key]) for key in keys)
            for keys in (("day", "hour"), ("opens",), ("closes",), ("pace",), ("zone",), ("title",))]
    rows.append((labelled(say, "template", "rhythm", chosen.id, "set"),))
    if chosen.since is None:
        rows.append((labelled(say, "begin_series", "rhythm", chosen.id, "begin"),
                     labelled(say, "drop", "rhythm", chosen.id, "drop")))
    else:
        rows.append((back(say, chosen),))
    return text(*about_it(say, chosen, zone), first), tuple(rows)


def _key(say: Say, chosen: Series, key: str, value: str) -> Button:
    return Button(say.plain("chip.button", name=say.plain(f"rhythm.{key}"), value=value),
                  press("rhythm", chosen.id, key))


async def _values(v: Visit, chosen: Series, key: str) -> Page:
    """What can be chosen for one key; in private an hour, a title or a zone may be typed as well."""
    say, data = tongue(v), partial(press, "rhythm", chosen.id, key)
    offers: dict[str, list[tuple[str, object]]] = {
        "day": [(say.plain(f"weekday.{day}"), day) for day in range(7)],
        "hour": [(hour(minute), hour(minute)) for minute in HOURS],
        "opens": [(before(say, minutes), minutes) for minutes in OPENS],
        "closes": [(before(say, minutes), minutes) for minutes in CLOSES if minutes < chosen.rhythm.opens],
        "pace": [(say.plain(f"value.pace.{pace}"), pace) for pace in ("evening", "weekly")],
    }
    if v.place == "private" and key in ("hour", "title", "zone"):
        await v.expect("rhythm", series=chosen.id, key=key)
    if key == "zone":
        return _zones(v, chosen)
    if key not in offers and key != "title":
        raise Refused("unknown_button")
    buttons = [Button(words, data(value)) for words, value in offers.get(key, [])]
    return say(f"rhythm.ask_{key}"), (*_rows(buttons, 4 if key == "hour" else 1 if key == "pace" else 2),
                                      (_back(say, chosen),))


def _zones(v: Visit, chosen: Series) -> Page:
    """The zones that are likely, each with the hour it is there now."""
    say = tongue(v)
    buttons = [Button(f"{zone} · {say.clock(v.now, zone)}", press("rhythm", chosen.id, "zone", zone))
               for zone in zones.likely(v.person.hint, v.person.language, v.the_club.language)]
    return say("rhythm.ask_zone"), (*_rows(buttons, 1), (_back(say, chosen),))


def _rows(buttons: Sequence[Button], wide: int) -> Buttons:
    return tuple(tuple(buttons[at:at + wide]) for at in range(0, len(buttons), wide))


def _back(say: Say, chosen: Series) -> Button:
    return labelled(say, "go_back", "rhythm", chosen.id)


async def _typed_no_more(v: Visit) -> None:
    asked = await v.office.store.dialogues.get(v.person.id, v.person.id)
    if asked is not None and asked.kind == "rhythm":
        await v.expect_nothing()
