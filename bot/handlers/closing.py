"""Close the round: its open boards one after the other, each with every result a judge can give; Wait skips one."""

from __future__ import annotations

from bot.deed import place, sight, tongue
from bot.desk import button
from bot.handlers.judging import late
from bot.notices.buttons import button as labelled
from bot.notices.buttons import every_result
from bot.notices.parts import text
from bot.parse import RESULTS, press, spelled
from bot.visit import Visit
from engine import judging
from engine.model import MemberId, Refused
from engine.play import board_of
from engine.rights import allow

STAYS = "stay"
"""In button data: a contested result stands."""


@button("closing")
async def closing(v: Visit) -> None:
    """The first open board behind the one with this number."""
    await _ask(v, int(v.args[1]), int(v.args[2]))


@button("shut")
async def shut(v: Visit) -> None:
    """A result for the board that was asked about; then the next one."""
    number, player, what, moved = int(v.args[1]), MemberId(int(v.args[2])), v.args[3], int(v.args[4])
    if what != STAYS and RESULTS.get(what) is None:
        raise Refused("unknown_button")
    if not await late(v, number, player, moved):
        done = await v.record(
            lambda t: judging.uphold(t, v.actor, number, player, moved=moved) if what == STAYS
            else judging.rule(t, v.actor, number, player, RESULTS[what], moved=moved))
        view = await sight(v, done.tournament)
        game = board_of(view.t, player, number, over=True)
        assert game.result is not None, "it was given one"
        await v.receipt("toast.ruled", board=place(view.t, game), result=view.outcome(v.say, game, game.result))
    await _ask(v, number, board_of(await v.tournament(), player, number, over=True).board)


async def _ask(v: Visit, number: int, after: int) -> None:
    """What becomes of the next open board? Behind the last one: how the round stands."""
    allow("rule", v.actor)
    view, s = await sight(v), tongue(v)
    if not 1 <= number <= len(view.t.rounds):
        raise Refused("bad_round", round=number, among=(1, len(view.t.rounds)))
    waiting = [game for game in view.t.rounds[number - 1].games if game.open]
    back = labelled(s, "go_back", "boards", v.code, number)
    game = next((game for game in waiting if game.board > after), None)
    if game is None:
        key = "closing.waits" if waiting else "closing.closed"
        await v.show(s(key, round=number, n=len(waiting)), ((back,),))
        return
    about = (v.code, number, game.white)
    said = [view.says(s, game, report) for report in game.reports] if game.result is None else []
    if game.contested is not None and game.result is not None:
        said.append(s("card.contested", result=view.outcome(s, game, game.result), name=view.short(game.contested)))
    stays = (labelled(s, "stays", "shut", *about, STAYS, game.moved),) if game.contested is not None else ()
    rows = (stays, *every_result(view, s, game, lambda result: press("shut", *about, spelled(result), game.moved)),
            (labelled(s, "wait", "closing", v.code, number, game.board), back))
    await v.show(text(s("closing.ask", round=number, board=game.board, white=view.short(game.white),
                        black=view.short(game.black), n=len(waiting)), *said), tuple(row for row in rows if row))
