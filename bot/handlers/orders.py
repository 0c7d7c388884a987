"""What judges order beside the draw: a pair by hand, two who are not to meet, points taken away."""

from __future__ import annotations

from bot.deed import sight, told, tongue
from bot.desk import button, command
from bot.handlers.swap import REASONS
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import one_player, points_word, press, two_players
from bot.picking import known
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.drafting import inspect
from engine.model import MemberId, Refused
from engine.rights import allow

STRENGTHS = {"never": "never", "avoid": "avoid", "off": ""}
"""A word behind /forbid -> the ban's strength; `off` strikes it off."""


@command("pair")
async def pair(v: Visit) -> None:
    """/pair WHITE BLACK for the next round; the reason is chosen with a button, which orders it."""
    allow("force", v.actor)
    view, s = await sight(v), tongue(v)
    white, black = await _two(v, view, v.args)
    # the rule itself says what is impossible; nothing is written here
    judging.force(view.t, v.actor, white, black, reason="?", sure=True)
    doubts = inspect(view.t, ((white, black),), None, {white, black})
    warnings = [s("swap.fourth", name=view.short(player)) for player in doubts.fourth_colour]
    await v.show(text(s("toast.forced", a=view.short(white), b=view.short(black)), *warnings, s("ask.reason")),
                 (tuple(labelled(s, word, "pair", v.code, white, black, reason) for word, reason in REASONS),
                  (labelled(s, "no", "drop"),)))


@button("pair")
async def paired(v: Visit) -> None:
    """The pair is ordered, for this reason."""
    white, black = MemberId(int(v.args[1])), MemberId(int(v.args[2]))
    reason = v.args[3] if len(v.args) > 3 else "other"
    done = await v.record(lambda t: judging.force(t, v.actor, white, black, reason=reason, sure=True))
    view = await sight(v, done.tournament)
    await told(v, done, "toast.forced", a=view.short(white), b=view.short(black),
               same=lambda fact: isinstance(fact, f.Forced) and (fact.white, fact.black) == (white, black))


@command("forbid")
async def forbid(v: Visit) -> None:
    """/forbid A B [never|avoid|off]; without the last word it is asked."""
    allow("forbid", v.actor)
    words = list(v.args)
    strength = words.pop().casefold() if words and words[-1].casefold() in STRENGTHS else None
    view, s = await sight(v), tongue(v)
    a, b = await _two(v, view, words)
    if strength is not None:
        return await _ban(v, a, b, strength)
    chips = [labelled(s, word, "ban", v.code, a, b, word) for word in ("never", "avoid")]
    if any(ban.players == {a, b} for ban in view.t.bans):
        chips.append(Button(s.plain("button.strike_ban", a=view.short(a), b=view.short(b)),
                            press("ban", v.code, a, b, "off")))
    return await v.show(s("ask.forbid", a=view.short(a), b=view.short(b)),
                        (tuple(chips), (labelled(s, "no", "drop"),)))


@button("ban")
async def ban(v: Visit) -> None:
    """Never, if possible not, or struck off."""
    await _ban(v, MemberId(int(v.args[1])), MemberId(int(v.args[2])), v.args[3])


async def _ban(v: Visit, a: MemberId, b: MemberId, word: str) -> None:
    done = await v.record(lambda t: judging.forbid(t, v.actor, a, b, STRENGTHS.get(word, word)))
    view = await sight(v, done.tournament)
    keys = {"never": "toast.forbidden", "avoid": "toast.avoided"}
    await told(v, done, keys.get(word, "toast.unforbidden"), a=view.short(a), b=view.short(b),
               same=lambda fact: isinstance(fact, f.Forbidden) and {fact.a, fact.b} == {a, b})


@command("penalty")
async def penalty(v: Visit) -> None:
    """/penalty PLAYER POINTS reason."""
    allow("penalise", v.actor)
    view = await sight(v)
    found, rest = one_player(v.args, await known(v, view))
    halves = points_word(rest[0], view.t.settings.scoring.unit) if found and rest else None
    if not found or len(found) > 1:
        raise Refused("ambiguous_player" if found else "unknown_player", names=_names(view, found))
    if halves is None:
        raise Refused("bad_penalty")
    done = await v.record(lambda t: judging.penalise(t, v.actor, found[0], halves, reason=" ".join(rest[1:])))
    await told(v, done, "toast.penalised", name=view.whole(found[0]), points=view.points(halves))


async def _two(v: Visit, view: View, words: list[str] | tuple[str, ...]) -> tuple[MemberId, MemberId]:
    first, second = two_players(words, await known(v, view))
    if not first:
        raise Refused("unknown_player")
    if len(first) > 1 or len(second) > 1:
        raise Refused("ambiguous_player", names=_names(view, (*first, *second)))
    return first[0], second[0]


def _names(view: View, members: tuple[MemberId, ...]) -> str:
    return ", ".join(view.whole(member) for member in members[:6])
