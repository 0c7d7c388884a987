"""Notices: where somebody is told of his boards, whether he is reminded of a start, when nothing rings.

A card in private, opened from /start and /me; it keeps nothing but what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.desk import button
from bot.membership import touch_all_of
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import press
from bot.texts import Say
from bot.visit import Visit
from engine.model import Refused
from storage.people import LEADS, WAYS, Wishes

QUIET = ((22, 8), (23, 7))
"""Quiet hours that are offered at once; any other two are chosen one after the other."""


def opened(v: Visit) -> tuple[Button, ...]:
    """The row that leads here."""
    return (labelled(v.say, "wishes", "wishes"),)


@button("wishes", rights=False)
async def chosen(v: Visit) -> None:
    """The card, a choice on it, or the hours to choose from."""
    if v.place != "private":
        raise Refused("unknown_button")
    now = v.person.wishes
    match v.args:
        case ():
            await v.show(*_card(v.say, now))
        case ("way", way) if way in WAYS:
            await _wish(v, replace(now, way=way))
        case ("lead", lead) if lead in map(str, LEADS):
            await _wish(v, replace(now, lead=int(lead)))
        case ("quiet", "off"):
            await _wish(v, replace(now, quiet=None))
        case ("quiet", hours):
            begins, ends = map(_hour, hours.partition("-")[::2])
            if begins == ends:
                raise Refused("unknown_button")
            await _wish(v, replace(now, quiet=(begins, ends)))
        case ("from",):
            await v.show(v.say("wishes.from"), _hours(v.say, ((hour, "until", f"{hour}") for hour in range(24))))
        case ("until", first):
            begins = _hour(first)
            await v.show(v.say("wishes.until", begins=f"{begins}:00"), _hours(
                v.say, ((hour, "quiet", f"{begins}-{hour}") for hour in range(24) if hour != begins)))
        case _:
            raise Refused("unknown_button")


async def _wish(v: Visit, wishes: Wishes) -> None:
    """From now on; what is shown in private and said in the group follows."""
    await v.office.store.people.set_wishes(v.person.id, wishes)
    v.office.spawn(touch_all_of(v.office, v.person.id))
    await v.toast(v.say.plain("toast.wishes"))
    await v.show(*_card(v.say, wishes))


def _card(s: Say, now: Wishes) -> tuple[str, Buttons]:
    """What is chosen in sentences, and a button for every other choice."""
    quiet = s("wishes.loud") if now.quiet is None else s("wishes.quiet", hours=_span(now.quiet))
    lead = s("wishes.lead", span=_minutes(s, now.lead)) if now.lead else s("wishes.no_lead")
    lines = (s("wishes.head"), s(f"wishes.way.{now.way}"), lead if now.private else s("wishes.lead_off"), quiet,
             s("wishes.questions"))
    ways = [_chip(s, s.plain(f"button.way_{way}"), way == now.way, "way", way) for way in WAYS]
    leads = [_chip(s, _lead(s, lead), lead == now.lead, "lead", f"{lead}") for lead in LEADS]
    hours = [_chip(s, _span(it), it == now.quiet, "quiet", f"{it[0]}-{it[1]}")
             for it in dict.fromkeys((*QUIET, *([now.quiet] if now.quiet else [])))]
    loud = _chip(s, s.plain("button.loud"), now.quiet is None, "quiet", "off")
    rows = (*_rows(ways, 2), *_rows(leads, 2), (loud, labelled(s, "other_hours", "wishes", "from")), tuple(hours))
    return text(*lines), rows


def _chip(s: Say, words: str, now: bool, *choice: str) -> Button:
    return Button(s.plain("value.now", value=words) if now else words, press("wishes", *choice))


def _lead(s: Say, minutes: int) -> str:
    """A span before a start."""
    if not minutes:
        return s.plain("button.no_reminder")
    return s.plain("button.lead", span=_minutes(s, minutes))


def _minutes(s: Say, minutes: int) -> str:
    return s.plain("minutes", n=minutes) if minutes < 60 else s.plain("hours", n=minutes // 60)


def _span(quiet: tuple[int, int]) -> str:
    return f"{quiet[0]}:00–{quiet[1]}:00"


def _hour(word: str) -> int:
    """An hour of the day from button data."""
    if not (word.isascii() and word.isdigit() and int(word) < 24):
        raise Refused("unknown_button")
    return int(word)


def _hours(s: Say, choices: Iterable[tuple[int, str, str]]) -> Buttons:
    """A clock to choose from, and the way back."""
    buttons = [Button(f"{hour}:00", press("wishes", verb, value)) for hour, verb, value in choices]
    return (*_rows(buttons, 4), (labelled(s, "go_back", "wishes"),))


def _rows(buttons: list[Button], wide: int) -> Buttons:
    return tuple(tuple(buttons[at:at + wide]) for at in range(0, len(buttons), wide))
