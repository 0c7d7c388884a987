"""Nudge now: the players of silent boards are reminded once more, by a judge's tap in the menu of the round."""

from __future__ import annotations

from bot.deed import newest, sight, signed
from bot.desk import button
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.judging.results import silent


@button("nudge")
async def nudge(v: Visit) -> None:
    """Remind them; a second tap within minutes says who was first. What was rung cannot be undone."""
    number = int(v.args[1])
    done = await v.record(lambda t: judging.nudge(t, v.actor, number, now=v.now))
    if done.entries:
        view = await sight(v, done.tournament)
        people = [player for game in silent(done.tournament) for player in game.players]
        await v.receipt("toast.nudged", n=sum(map(view.reaches, people)), all=len(people))
    else:
        last = await newest(v, lambda fact: isinstance(fact, f.Nudged) and fact.round == number)
        assert last is not None, "only a reminder keeps another one from being sent"
        await v.receipt("nudge.lately", **await signed(v, last))
