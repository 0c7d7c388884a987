"""Points taken from a player: /penalty PLAYER POINTS reason, or by tapping in his menu (D36)."""

from __future__ import annotations

from bot.deed import sight, told, tongue
from bot.desk import button, command, reply
from bot.handlers import club, roll
from bot.handlers.swap import REASONS
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.parse import points_word, press
from bot.picking import PAGE, known
from bot.visit import Visit
from bot.whom import one_player
from engine import facts as f
from engine import judging
from engine.entry import member_of
from engine.model import MemberId, Refused
from engine.rights import allow

AMOUNTS = (1, 2, 4)
"""Halves that a button offers."""


@command("penalty")
async def penalty(v: Visit) -> None:
    """/penalty PLAYER POINTS reason; what is missing is chosen with buttons."""
    allow("penalise", v.actor)
    if not v.args:
        return await roll.show(v, "penal")
    view = await sight(v)
    found, rest = one_player(v.args, await known(v, view))
    halves = points_word(rest[0], view.t.settings.scoring.unit) if found and rest else None
    if not found:
        raise Refused("unknown_player", text=v.text)
    if rest and not halves:
        raise Refused("bad_penalty")
    if len(found) > 1:
        return await v.show(tongue(v)("ask.which_player"), tuple(
            (Button(view.whole(each), press("penal", v.code, each, *([halves] if halves else []))),)
            for each in found[:PAGE]))
    if len(rest) > 1:
        await _take(v, found[0], halves or 0, " ".join(rest[1:]))
    else:
        await _ask(v, found[0], halves or 0)
    return None


@button("penal")
async def tapped(v: Visit) -> None:
    """How many, then why; the reason takes them."""
    player, halves, reason = MemberId(int(v.args[1])), *(*v.args[2:], "", "")[:2]
    if reason:
        await _take(v, player, int(halves), reason)
    else:
        await _ask(v, player, int(halves or 0))


async def _ask(v: Visit, player: MemberId, halves: int) -> None:
    """How many, if it is not said yet, then why."""
    allow("penalise", v.actor)
    view, s = await sight(v), tongue(v)
    member_of(view.t, player)
    back = labelled(s, "go_back", "person", v.code, player)
    if not halves:
        chips = tuple(Button(view.points(each), press("penal", v.code, player, each)) for each in AMOUNTS)
        return await v.show(s("penalty.points", name=view.whole(player)), (chips, (back,)))
    if v.place != "judges":
        await v.expect("penalty", code=v.code, player=player, halves=halves)
    own = s("force.type") if v.place != "judges" else ""
    said = s("toast.penalised", name=view.whole(player), points=view.points(halves))
    return await v.show(text(said, s("ask.reason"), own), (
        tuple(labelled(s, word, "penal", v.code, player, halves, chosen) for word, chosen in REASONS), (back,)))


@reply("penalty")
async def typed(v: Visit) -> None:
    """A reason of one's own."""
    await club.visit(v, str(v.dialogue["code"]))
    await _take(v, MemberId(int(v.dialogue["player"])), int(v.dialogue["halves"]), v.text)


async def _take(v: Visit, player: MemberId, halves: int, reason: str) -> None:
    done = await v.record(lambda t: judging.penalise(t, v.actor, player, halves, reason=reason))
    await v.expect_nothing()
    view = await sight(v, done.tournament)
    await told(v, done, "toast.penalised", name=view.whole(player), points=view.points(halves),
               same=lambda fact: isinstance(fact, f.Penalised) and (fact.player, fact.halves) == (player, halves))
