"""Pots for the draw of a round: so many equal parts by tapping, or a pasted list (5.4.10.9, D25).

    /pots [rN] and below it one pot a line, the highest first, names with commas · /pots [rN] off
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bot.deed import mark, sight, told, tongue
from bot.desk import button, command, reply
from bot.handlers import club, hand
from bot.handlers.swap import REASONS
from bot.kept import keep, kept
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press, round_word
from bot.picking import known
from bot.visit import Visit
from bot.whom import find, pot_lines
from engine import facts as f
from engine import judging
from engine.model import MemberId, Refused, RoundRules, Tournament
from engine.rights import allow

MOST = 4
"""Pots that a button offers."""

OFF, LISTED = "off", "list"
"""In button data: no pots; those that were typed."""

Pots = tuple[tuple[MemberId, ...], ...]


@command("pots")
async def pots(v: Visit) -> None:
    """The pots of the next round, or of round N."""
    allow("pots", v.actor)
    view, words = await sight(v), v.text
    number = round_word(v.args[0]) if v.args else None
    if number is not None:
        words = words.split(None, 1)[1] if len(v.args) > 1 else ""
    number = number or view.t.next_round
    if words.strip().casefold() == OFF:
        await _preview(v, number, (), OFF)
    elif words.strip():
        await _listed(v, view, number, words)
    else:
        await _ask(v, number)


@button("pots")
async def tapped(v: Visit) -> None:
    """How many, then why."""
    number, how, reason = int(v.args[1]), *(*v.args[2:], "", "")[:2]
    if not how:
        return await _ask(v, number)
    allow("pots", v.actor)
    wanted = await _wanted(v, how)
    if not reason:
        return await _preview(v, number, wanted, how)
    return await _order(v, number, wanted, "" if reason == "yes" else reason)


@reply("pots")
async def typed(v: Visit) -> None:
    """The pots, one a line."""
    await club.visit(v, str(v.dialogue["code"]))
    allow("pots", v.actor)
    await _listed(v, await sight(v), int(v.dialogue["round"]), v.text)


@reply("pots_why")
async def typed_reason(v: Visit) -> None:
    """A reason of one's own."""
    await club.visit(v, str(v.dialogue["code"]))
    await _order(v, int(v.dialogue["round"]), _pots(v.dialogue["pots"]), v.text)


async def _ask(v: Visit, number: int) -> None:
    allow("pots", v.actor)
    view, s = await sight(v), tongue(v)
    now = view.t.rules.get(number, RoundRules()).pots
    judging.pots(view.t, v.actor, now, round=number)     # the rule itself says what is impossible
    await v.expect("pots", code=v.code, round=number)
    chips = [Button(s.plain("button.pots_of", n=n), press("pots", v.code, number, n)) for n in range(2, MOST + 1)]
    off = (labelled(s, "pots_off", "pots", v.code, number, OFF),) if now else ()
    back = labelled(s, "go_back", "hand", v.code, number)
    await v.show(text(s("pots.ask", round=number), *hand.in_words(view, s, now)), (tuple(chips), (*off, back)))


async def _listed(v: Visit, view: View, number: int, words: str) -> None:
    people = await known(v, view)
    wanted = []
    for line in pot_lines(words):
        pot = []
        for name in line:
            found = find(name, people)
            if len(found) != 1:
                raise Refused("ambiguous_player" if found else "bad_pots", text=name[:40],
                              names=", ".join(view.whole(each) for each in found[:6]))
            pot.append(found[0])
        wanted.append(tuple(pot))
    await _preview(v, number, tuple(wanted), LISTED)


async def _preview(v: Visit, number: int, wanted: Pots, how: str) -> None:
    """The pots as they would be; then why, once round 1 is posted, else Yes."""
    view, s = await sight(v), tongue(v)
    judging.pots(view.t, v.actor, wanted, round=number, reason="?")
    listed = [[*map(int, pot)] for pot in wanted]
    if how == LISTED:
        how = f"{LISTED}.{mark(listed)}"
        await keep(v, _name(v, how), listed)
    if v.place != "judges":
        await v.expect("pots_why", code=v.code, round=number, pots=listed)
    shown = hand.in_words(view, s, wanted) or [s("change.pots_off")]
    reasons = tuple(labelled(s, word, "pots", v.code, number, how, reason) for word, reason in REASONS)
    last = reasons if view.t.rounds else (labelled(s, "yes", "pots", v.code, number, how, "yes"),)
    await v.show(text(s("pots.preview", round=number), *shown, s("ask.reason") if view.t.rounds else ""),
                 (last, (labelled(s, "go_back", "pots", v.code, number),)))


async def _order(v: Visit, number: int, wanted: Pots, reason: str) -> None:
    def act(t: Tournament) -> list[f.Fact]:
        return judging.pots(t, v.actor, wanted, round=number, reason=reason)

    done = await v.record(act)
    await v.expect_nothing()
    await told(v, done, "toast.potted" if wanted else "toast.unpotted", round=number,
               same=lambda fact: isinstance(fact, f.Potted) and (fact.round, fact.pots) == (number, wanted))


async def _wanted(v: Visit, how: str) -> Pots:
    """The pots a button means: none, those that were typed, or so many equal parts."""
    if how == OFF:
        return ()
    if how.startswith(LISTED):
        return _pots(await kept(v, _name(v, how)))
    if not how.isdigit() or not 2 <= int(how) <= MOST:
        raise Refused("unknown_button")
    order = _order_now(await sight(v))
    bounds = [len(order) * part // int(how) for part in range(int(how) + 1)]
    return tuple(tuple(order[start:end]) for start, end in itertools.pairwise(bounds))


def _order_now(view: View) -> list[MemberId]:
    """By places; before round 1, and for newcomers, by rating."""
    place = {row.player: row.place for row in view.table(len(view.t.rounds))} if view.t.rounds else {}
    here = sorted(view.t.entered(), key=lambda p: (place.get(p.id, len(place) + 1), -(p.rating or 0), p.joined))
    return [player.id for player in here]


def _name(v: Visit, how: str) -> str:
    """Under which these pots are kept."""
    return f"pots:{v.code}:{how}"


def _pots(listed: Sequence[Sequence[int]]) -> Pots:
    return tuple(tuple(MemberId(player) for player in pot) for pot in listed)
