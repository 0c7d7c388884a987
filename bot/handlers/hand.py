"""By hand: what judges have ordered for a round to come, and the way to order more by tapping."""

from __future__ import annotations

from bot.deed import sight, tongue
from bot.desk import button
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press
from bot.picking import paged
from bot.texts import Safe, Say
from bot.visit import Visit
from engine.judging.draws import by_hand
from engine.model import MemberId, RoundRules, Standing, Tournament
from engine.pairing.machine import MACHINE
from engine.rights import allow


def row(s: Say, t: Tournament) -> tuple[tuple[Button, ...], ...]:
    """The buttons that order something for the next round, where something can be ordered."""
    if t.next_round > t.settings.rounds or t.system == "roundrobin":
        return ()
    return ((*_picks(s, t.code, t.next_round), labelled(s, "by_hand", "hand", t.code, t.next_round)),)


def menu(s: Say, t: Tournament) -> tuple[tuple[Button, ...], ...]:
    """The way here from the card of the event."""
    return ((labelled(s, "by_hand", "hand", t.code, t.next_round),),) if row(s, t) else ()


def _picks(s: Say, code: str, number: int) -> tuple[Button, ...]:
    return (labelled(s, "force", "pick", code, "pair", number), labelled(s, "forbid", "pick", code, "ban", number))


@button("hand")
async def hand(v: Visit) -> None:
    """What is ordered for a round, and what can be."""
    allow("force", v.actor)
    view, s = await sight(v), tongue(v)
    t = view.t
    by_hand(t)
    number = min(max(int(v.args[1]) if len(v.args) > 1 else 0, t.next_round), max(t.settings.rounds, t.next_round))
    pots = (labelled(s, "pots", "pots", v.code, number),) if t.system in MACHINE else ()
    turns = tuple(Button(s.plain(f"hand.{word}", round=to), press("hand", v.code, to))
                  for word, to in (("earlier", number - 1), ("later", number + 1))
                  if t.next_round <= to <= t.settings.rounds)
    lines = _ordered(view, s, number)
    rows = ((*_picks(s, v.code, number), *pots), turns, (labelled(s, "go_back", "set", v.code),))
    await v.show(text(s("hand.head", round=number, title=view.title), *(lines or [s("hand.none")]), s("hand.law"),
                      s("hand.type", round=number)), tuple(row for row in rows if row))


def _ordered(view: View, s: Say, number: int) -> list[Safe]:
    rules = view.t.rules.get(number, RoundRules())
    bans = [s(f"change.{'forbid' if ban.strength == 'never' else 'avoid'}", a=names[0], b=names[1])
            for ban in view.t.bans if ban.round in (None, number)
            for names in [sorted(view.short(player) for player in ban.players)]]
    told = [view.change(s, change) for change in rules.changes if change.kind != "forbid"]
    return [*told, *in_words(view, s, rules.pots), *bans]


def in_words(view: View, s: Say, wanted: tuple[tuple[MemberId, ...], ...]) -> list[Safe]:
    """Pots in words, one a line."""
    return [s("hand.pot", n=n, names=s.names(view.short(player) for player in pot))
            for n, pot in enumerate(wanted, 1)]


@button("pick")
async def picked(v: Visit) -> None:
    """One or both players of a pair, or of two who are not to meet, have been tapped."""
    purpose, number, page = v.args[1], int(v.args[2]), int(v.args[3]) if len(v.args) > 3 else 0
    await pick(v, purpose, number, page, *(MemberId(int(arg)) for arg in v.args[4:]))


async def pick(v: Visit, purpose: str, number: int, page: int = 0, first: MemberId | None = None) -> None:
    """The players to choose from; for a pair White comes first. The second tap shows what is ordered."""
    allow("force", v.actor)
    view, s = await sight(v), tongue(v)
    by_hand(view.t)
    word = "force" if purpose == "pair" else "forbid"
    here = sorted((p for p in view.t.entered() if p.standing is Standing.IN and p.id != first),
                  key=lambda p: (p.number is None, p.number or 0, p.joined))
    items = [Button(view.whole(p.id), _next(v, purpose, number, first, p.id)) for p in here]
    chosen = () if first is None else (first,)
    rows = paged(items, page, lambda to: press("pick", v.code, purpose, number, max(to, 0), *chosen))
    ask = (s(f"ask.{word}_first", round=number) if first is None
           else s(f"ask.{word}_second", round=number, name=view.short(first)))
    await v.show(ask, (*rows, (labelled(s, "go_back", "hand", v.code, number),)))


def _next(v: Visit, purpose: str, number: int, first: MemberId | None, player: MemberId) -> str:
    if first is None:
        return press("pick", v.code, purpose, number, 0, player)
    if purpose == "pair":
        return press("pair", v.code, first, player, "-", number)
    return press("ban", v.code, first, player)
