"""A late arrival: a board in the round that runs, against whoever is free, or from the next round."""

from __future__ import annotations

from bot.deed import sight, told
from bot.desk import button
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.model import MemberId


@button("seat")
async def seat(v: Visit) -> None:
    """A late arrival: a board now, against whoever is free, or from the next round."""
    newcomer = MemberId(int(v.args[1]))
    if len(v.args) < 3:
        done = await v.record(lambda t: judging.defer(t, v.actor, newcomer))
        view = await sight(v, done.tournament)
        return await told(v, done, "seat.next", name=view.whole(newcomer), round=done.tournament.next_round,
                          same=lambda fact: getattr(fact, "white", newcomer) == newcomer
                          and isinstance(fact, f.Deferred | f.Seated))
    other = MemberId(int(v.args[2]))
    done = await v.record(lambda t: judging.seat(t, v.actor, newcomer, other))
    view = await sight(v, done.tournament)
    posted = done.tournament.round
    game = posted.game_of(newcomer) if posted else None
    assert game is not None, "a seated player has a board"
    seated = {game.white, game.black}
    return await told(v, done, "toast.seated", a=view.short(game.white), b=view.short(game.black), board=game.board,
                      round=game.round, same=lambda fact: isinstance(fact, f.Seated)
                      and {fact.white, fact.black} == seated)
