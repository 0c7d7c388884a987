"""The correction assistant for boards: a result or colours that stand are changed, but shown first.

An open board of the round that runs gets its result at once. Anything else is shown before it is done,
with what it does to points, places, ratings and the draft; Yes does it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot import foresight
from bot.deed import decided, sight, tongue
from bot.desk import button
from bot.kept import keep, kept
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import RESULTS, press, spelled
from bot.texts import Safe, Say
from bot.visit import Visit
from engine import judging
from engine.facts import Fact
from engine.model import Game, MemberId, Result, Tournament
from engine.play import board_of
from engine.rights import allow

YES, WHY = "yes", "why"
"""In button data: Yes, and Yes with the reason that is kept for it."""


@button("put")
async def put(v: Visit) -> None:
    """A result for a board; with Yes where it was shown before what it changes."""
    await rule(v, int(v.args[1]), MemberId(int(v.args[2])), RESULTS[v.args[3]], int(v.args[4]),
               sure="".join(v.args[5:]))


@button("flip")
async def flip(v: Visit) -> None:
    """The colours were the other way round."""
    await swap_colours(v, int(v.args[1]), MemberId(int(v.args[2])), int(v.args[3]), sure="".join(v.args[4:]))


async def rule(v: Visit, number: int, player: MemberId, result: Result | None, moved: int, *, reason: str = "",
               sure: str = "") -> None:
    """Set a result, or with None clear it; `moved` is the board the judge was looking at."""
    allow("rule", v.actor)
    data = press("put", v.code, number, player, spelled(result), moved)
    why = await kept(v, data) if sure == WHY else reason

    def act(t: Tournament) -> list[Fact]:
        return judging.rule(t, v.actor, number, player, result, reason=why, moved=moved)

    await _shown_or_done(v, number, player, act, data, why, sure=bool(sure))


async def swap_colours(v: Visit, number: int, player: MemberId, moved: int, *, reason: str = "", sure: str = ""
                       ) -> None:
    """The colours of a board were the other way round; who won stays."""
    allow("swap_colours", v.actor)
    data = press("flip", v.code, number, player, moved)
    why = await kept(v, data) if sure == WHY else reason

    def act(t: Tournament) -> list[Fact]:
        return judging.swap_colours(t, v.actor, number, player, reason=why, moved=moved)

    await _shown_or_done(v, number, player, act, data, why, sure=bool(sure), key="toast.colours")


async def _shown_or_done(v: Visit, number: int, player: MemberId, act: Callable[[Tournament], list[Fact]],
                         data: str, reason: str, *, sure: bool, key: str = "toast.ruled") -> None:
    """Do it; or, if something that stands would change, show first what Yes (`data` and a word) would do."""
    t = await v.tournament()
    game = board_of(t, player, number, over=True)
    facts = act(t)
    if not facts or sure or (game.result is None and number == len(t.rounds)):
        return await decided(v, number, player, await v.record(act), key)
    if reason:
        await keep(v, data, reason)
    return await _preview(v, t, number, player, facts, f"{data}:{WHY if reason else YES}", reason)


async def _preview(v: Visit, t: Tournament, number: int, player: MemberId, facts: Sequence[Fact], yes: str,
                   reason: str) -> None:
    """Old → new, the points of both before and after, and what else changes."""
    now, then, s = await sight(v, t), await sight(v, foresight.imagined(v, t, facts)), tongue(v)
    old, new = board_of(t, player, number, over=True), board_of(then.t, player, number, over=True)
    rounds = len(t.rounds)
    scores = [s("rule.points", name=now.short(one), before=now.score(one, rounds), after=then.score(one, rounds))
              for one in old.players]
    await v.show(text(foresight.about(s, now),
                      s("rule.preview", round=number, board=old.board, old=_words(now, s, old),
                        new=_words(then, s, new)),
                      *scores, *await foresight.ratings(v, s, now, then, old.players),
                      s("rule.played_stays") if number < rounds else "",
                      *foresight.consequences(s, now, then), s("rule.waits") if new.result is None else "",
                      s("held.because", reason=now.reason(s, reason)) if reason else ""),
                 ((Button(s.plain("button.yes"), yes), labelled(s, "no", "board", v.code, number, player)),))


def _words(view: View, s: Say, game: Game) -> Safe:
    result = view.outcome(s, game, game.result) if game.result else s("result.none")
    return s("rule.state", white=view.short(game.white), black=view.short(game.black), result=result)
