"""A round somebody misses by notice; and what one he has missed gives him, if that is to be corrected.

    /bye [round] [½] of a player · /bye PLAYER [rN] [0|½] of a judge
"""

from __future__ import annotations

from bot import foresight
from bot.deed import sight, told, tongue
from bot.desk import button, command
from bot.handlers import entry as own
from bot.handlers import roll
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import bye_word, press, round_word
from bot.picking import known
from bot.texts import Say
from bot.visit import Visit
from bot.whom import one_player
from engine import entry
from engine import facts as f
from engine.facts import Fact
from engine.model import MemberId, Player, Refused, Stage, Standing, Tournament
from engine.settings import FIDE_SYSTEMS


@command("bye")
async def bye(v: Visit) -> None:
    """/bye [round] of a player for himself; /bye PLAYER [rN] [0|½] of a judge; of one who does not play: whom?"""
    view = await sight(v)
    if not v.args and v.is_judge and v.actor.member not in view.t.players:
        return await roll.show(v, "skip")
    found, rest = one_player(v.args, await known(v, view))
    if not found and v.is_judge and v.args and v.args[0].isalpha():
        raise Refused("unknown_player", text=v.text)
    if not found or not v.is_judge or all(word.isdigit() for word in v.args):
        return await own.bye(v)
    number, halves = view.t.next_round, 0
    for word in rest:
        asked, points = round_word(word), bye_word(word, view.t.settings.scoring.unit)
        if asked is None and points is None:
            raise Refused("bad_bye", text=word[:20])
        number, halves = (asked or number), (points if points is not None and asked is None else halves)
    if len(found) > 1:
        return await v.show(tongue(v)("ask.which_player"), tuple(
            (Button(view.whole(one), press("skip", v.code, one, number, halves)),) for one in found[:20]))
    return await _skip(v, found[0], number, halves)


@button("skip")
async def skip(v: Visit) -> None:
    """A player misses a round by notice; or what a missed one gives him."""
    await _skip(v, MemberId(int(v.args[1])), int(v.args[2]), int(v.args[3]), sure=len(v.args) > 4)


def rows(view: View, s: Say, player: Player) -> Buttons:
    """The next round to be missed, and the other value of every round that was, in his menu."""
    t = view.t
    half = t.settings.system in FIDE_SYSTEMS
    found: list[tuple[Button, ...]] = []
    if (player.standing is Standing.IN and t.stage is Stage.PLAYING and t.next_round <= t.settings.rounds
            and t.settings.system != "roundrobin"):
        found.append(tuple(
            Button(s.plain("people.skip", round=t.next_round, points=view.points(points)),
                   press("skip", t.code, player.id, t.next_round, points))
            for points in ((0, 1) if half and t.next_round < t.settings.rounds else (0,))))
    past = range(1, min(len(t.rounds), t.settings.rounds - 1) + 1) if half else ()
    for number in past:
        given = entry.missed(t, player, number)
        if given is not None:
            other = 0 if given else 1
            found.append((Button(
                s.plain("people.missed", round=number, old=view.points(given), new=view.points(other)),
                press("skip", t.code, player.id, number, other)),))
    return tuple(found)


async def _skip(v: Visit, player: MemberId, number: int, halves: int, *, sure: bool = False) -> None:
    """A bye by notice; if the draft or a table rests on it, first what becomes of them."""
    def act(t: Tournament) -> list[Fact]:
        return entry.excuse(t, v.actor, player, round=number, halves=halves)

    now, s = await sight(v), tongue(v)
    facts = act(now.t)
    then = await sight(v, foresight.imagined(v, now.t, facts))
    key, past = ("toast.bye_corrected", facts) if number < now.t.next_round else ("toast.excused", [])
    name, worth = now.whole(player), now.points(halves)
    if (past or (now.t.draft is not None and then.t.draft is None)) and not sure:
        rounds = len(now.t.rounds)
        points = s("rule.points", name=name, before=now.score(player, rounds),
                   after=then.score(player, rounds)) if past else ""
        return await v.show(text(foresight.about(s, now), s(key, name=name, round=number, points=worth), points,
                                 *foresight.consequences(s, now, then)),
                            ((labelled(s, "yes", "skip", v.code, player, number, halves, "yes"),
                              labelled(s, "no", "person", v.code, player)),))
    return await told(v, await v.record(act), key, name=name, round=number, points=worth,
                      same=lambda fact: isinstance(fact, f.Away) and (fact.player, fact.round) == (player, number))
