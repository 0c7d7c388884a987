"""The card "no legal pairing": lift a limit, strike a ban off, allow a rematch, go on as a round robin."""

from __future__ import annotations

from bot.deed import sight, told, tongue
from bot.desk import button
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.model import MemberId, Refused
from engine.rights import allow

REASON = "no-pairing"
"""The reason on record: the answer of the law's engine was that no legal pairing exists (D24, D26)."""


@button("lift")
async def lift(v: Visit) -> None:
    """Lift a limit for this round; the chief judge only."""
    limit = v.args[1]
    done = await v.record(lambda t: judging.lift(t, v.actor, limit, reason=REASON))
    await told(v, done, "toast.lifted", limit=tongue(v).plain(f"limit.{limit}"))


@button("allow")
async def unforbid(v: Visit) -> None:
    """Strike a forbidden pair off."""
    a, b = (MemberId(int(arg)) for arg in v.args[1:3])
    done = await v.record(lambda t: judging.forbid(t, v.actor, a, b, "", reason=REASON))
    view = await sight(v, done.tournament)
    await told(v, done, "toast.unforbidden", a=view.short(a), b=view.short(b),
               same=lambda fact: isinstance(fact, f.Forbidden) and {fact.a, fact.b} == {a, b})


@button("rematch")
async def rematch(v: Visit) -> None:
    """Order the pairs of a way out that have met; the law allots the colours (section 11)."""
    allow("force_all", v.actor)
    number, place = int(v.args[1]), int(v.args[2])
    answer = next((e.fact for e in await v.office.store.ledger.entries(v.code) if e.seq == number), None)
    if not isinstance(answer, f.NoLegalDraw) or not 0 <= place < len(answer.ways):
        raise Refused("out_of_date")
    players = answer.ways[place].players
    pairs = [*zip(players[::2], players[1::2], strict=True)]
    done = await v.record(lambda t: judging.force_all(t, v.actor, pairs, round=answer.round, given=False,
                                                      reason=REASON, sure=True))
    view = await sight(v, done.tournament)
    await told(v, done, "toast.rematches", pairs=view.boards(tongue(v), players), same=lambda fact: isinstance(
        fact, f.Forced) and fact.round == answer.round and (fact.white, fact.black) in pairs)


@button("robin")
async def robin(v: Visit) -> None:
    """The rest is a round robin of those who are left."""
    done = await v.record(lambda t: judging.robin(t, v.actor, reason=REASON))
    rounds = done.tournament.settings.rounds
    await told(v, done, "toast.robin", round=done.tournament.next_round, rounds=rounds,
               same=lambda fact: isinstance(fact, f.RoundRobin))
