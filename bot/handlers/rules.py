"""The rules of the chosen system in plain words, with their articles: /help rules, and the entry post's link."""

from __future__ import annotations

from bot.desk import button
from bot.handlers import club
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.tables import laws
from bot.notices.view import View
from bot.parse import press
from bot.texts import Say, words
from bot.visit import Visit
from engine.model import Refused, Settings
from engine.pairing.handling import HANDLINGS
from engine.settings import FIDE_SYSTEMS, SYSTEMS


async def show(v: Visit) -> None:
    """The rules of the tournament that is meant; where there is none, a system to choose."""
    if v.rows:
        t = await v.tournament()
        view = View(t, await v.home(), v.now, words)
        await v.answer(text(told(v.say, t.settings), laws(view, v.say)), kind="rules")
    else:
        await v.answer(v.say("rules.which"), systems(v.say), kind="rules")


@button("rules", rights=False)
async def rules(v: Visit) -> None:
    """The rules of one system, or of the tournament with this code."""
    if v.args and v.args[0] in SYSTEMS:
        await v.show(told(v.say, Settings(system=v.args[0])), systems(v.say))
    elif v.args:
        await club.visit(v, v.args[0])
        await show(v)
    else:
        raise Refused("unknown_button")


def systems(say: Say) -> Buttons:
    """A button for each system there is."""
    return tuple((Button(say.plain(f"system.{system}"), press("rules", system)),) for system in SYSTEMS)


def told(say: Say, settings: Settings) -> str:
    """Numbers, pairs, bye, colours, absence, late entry: everything but the places."""
    system = settings.system
    drawn_by_lot = system == "blind" or not settings.ratings
    parts = ["rules.numbers_lot" if drawn_by_lot else "rules.numbers", "rules.legal", f"rules.{system}",
             "rules.bye", f"rules.colours_{'simple' if system == 'simple' else 'draughts'}", "rules.absence",
             f"rules.{settings.noshow_policy}", "rules.hand", "rules.lots"]
    if system in FIDE_SYSTEMS:
        rules = HANDLINGS[settings.handling]
        parts = ["rules.numbers_fide" if settings.ratings else "rules.numbers_lot", "rules.legal_fide",
                 f"rules.{system}", f"rules.{system}_floats", f"rules.{system}_best", f"rules.{rules.bye_bar}",
                 f"rules.colours_{system}", "rules.half_byes" if settings.byes else "rules.no_half_byes",
                 f"rules.{settings.noshow_policy}", f"rules.{rules.published_change}", "rules.lots"]
    if system == "roundrobin":
        parts = [parts[0], "rules.roundrobin", "rules.robin_cycles", "rules.robin_rounds", "rules.robin_free",
                 "rules.robin_gone", "rules.hand", "rules.lots"]
    elif settings.weekly:
        parts.insert(-1, "rules.weekly_half" if system in FIDE_SYSTEMS and settings.byes else "rules.weekly")
    head = say("rules.head", system=say(f"system.{system}"), edition=say(f"edition.{system}"))
    return text(head, *(say("rules.item", text=say(part, byes=settings.byes)) for part in parts))

