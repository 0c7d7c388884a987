"""The roll: all players, one big button each, for whatever a judge wants to do with one of them.

A list never changes anybody by itself: after the tap there is a card that says the name, with Undo
(complaint C21).
"""

from __future__ import annotations

from bot.deed import sight, tongue
from bot.desk import button
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.view import View
from bot.parse import press
from bot.picking import paged
from bot.texts import Say
from bot.visit import Visit
from engine.model import Player, Refused, Standing
from engine.rights import allow

_HEADS = {"out": "people.out", "in": "people.in", "penal": "people.penal", "skip": "people.skip_whom"}
"""What a tap on a name does, as the verb of its button, and the question."""


@button("people")
async def people(v: Visit) -> None:
    """All players; `menu`, or what a tap does: `out`, `in`, `penal`, `skip`."""
    await show(v, v.args[1], int(v.args[2]) if len(v.args) > 2 else 0)


async def show(v: Visit, purpose: str, page: int = 0) -> None:
    """Whom of them? `in` offers who is away, `menu` and `penal` everybody, the others who is in;
    `skip` nobody of the waiting list, who has no round to miss."""
    allow("remove", v.actor)
    view, s = await sight(v), tongue(v)
    if purpose == "skip" and view.t.next_round > view.t.settings.rounds:
        raise Refused("bad_round", round=view.t.next_round, among=(view.t.next_round, view.t.settings.rounds))
    wanted = {"in": _away, "out": _inside, "skip": _inside}.get(purpose)
    chosen = [p for p in (view.t.entered() if purpose == "skip" else view.t.players.values())
              if wanted is None or wanted(view, p)]
    chosen.sort(key=lambda p: (p.number or 0, p.queued))
    verb, more = purpose if purpose in _HEADS else "person", (view.t.next_round, 0) if purpose == "skip" else ()
    items = [Button(named(view, s, p), press(verb, v.code, p.id, *more)) for p in chosen]
    rows = paged(items, page, lambda to: press("people", v.code, purpose, to))
    if purpose == "menu":
        rows = (*rows, (labelled(s, "go_back", "set", v.code),))
    head = _HEADS.get(purpose, "people.menu") if items else "people.nobody"
    await v.show(s(head, round=view.t.next_round), rows)


def _inside(view: View, player: Player) -> bool:
    return player.standing is Standing.IN


def _away(view: View, player: Player) -> bool:
    """Out, or misses a round to come by notice."""
    return player.standing is not Standing.IN or any(number >= view.t.next_round for number in player.byes)


def named(view: View, s: Say, player: Player) -> str:
    """A player on a button: number, name, and in words if he is not in."""
    name = view.whole(player.id) if player.number is None else f"#{player.number} {view.whole(player.id)}"
    if player.standing is Standing.IN:
        return name
    return s.plain("people.away", name=name, state=s.plain(f"standing.{player.standing}"))
