"""Two entries that are one person: chosen in the player menu, shown first, then made one."""

from __future__ import annotations

from bot.deed import newest, sight, told, tongue
from bot.desk import button
from bot.handlers import claim
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press
from bot.picking import paged
from bot.visit import Visit
from engine import facts as f
from engine import fold
from engine.entry import member_of
from engine.facts import Entry, Fact
from engine.judging.merging import merge as merging
from engine.model import MemberId, Refused
from engine.rights import allow
from storage import Recorded, names


@button("twin")
async def twin(v: Visit) -> None:
    """Who else this player may be; those with a similar name first."""
    allow("merge", v.actor)
    player, page = MemberId(int(v.args[1])), int(v.args[2]) if len(v.args) > 2 else 0
    view, s = await sight(v), tongue(v)
    member_of(view.t, player)
    mine = view.whole(player)
    others = sorted((other for other in view.t.players if _possible(v, view, player, other)),
                    key=lambda other: (not names.similar(mine, view.whole(other)), view.whole(other).casefold()))
    items = [Button(view.whole(other), press("merge", v.code, player, other)) for other in others]
    rows = paged(items, page, lambda to: press("twin", v.code, player, to))
    await v.show(s("merge.who" if items else "merge.nobody", name=mine),
                 (*rows, (labelled(s, "go_back", "person", v.code, player),)))


@button("merge")
async def merge(v: Visit) -> None:
    """What comes of it, then Yes."""
    a, b = MemberId(int(v.args[1])), MemberId(int(v.args[2]))
    if len(v.args) > 3:
        return await _made_one(v, a, b)
    view, s = await sight(v), tongue(v)
    fact, = merging(view.t, v.actor, a, b)
    assert isinstance(fact, f.Merged)
    after = fold.apply(view.t, Entry(view.t.version + 1, fact, v.now, v.actor.member, v.actor.role, v.cause))
    then, kept = View(after, view.home, v.now, lambda _: s), after.players[fact.kept]
    lines = [s("merge.preview", gone=view.whole(fact.gone), kept=view.whole(fact.kept))]
    if kept.number is not None:
        lines.append(s("merge.place", number=kept.number, points=then.score(kept.id, len(after.rounds))))
    if view.t.draft is not None and after.draft is None:
        lines.append(s("rule.redrawn", round=view.t.next_round))
    return await v.show(text(*lines), ((labelled(s, "yes", "merge", v.code, a, b, "yes"),
                                        labelled(s, "go_back", "twin", v.code, a)),))


async def _made_one(v: Visit, a: MemberId, b: MemberId) -> None:
    def this(fact: Fact) -> bool:
        return isinstance(fact, f.Merged) and {fact.gone, fact.kept} == {a, b}

    allow("merge", v.actor)
    before = await newest(v, this)
    done = (Recorded(await v.tournament(), ()) if before is not None
            else await v.record(lambda t: merging(t, v.actor, a, b)))
    entry = before or done.entries[0]
    assert isinstance(entry.fact, f.Merged)
    view = await sight(v, done.tournament)
    await told(v, done, "toast.merged", same=this,
               gone=view.whole(entry.fact.gone), kept=view.whole(entry.fact.kept))
    await claim.suspect(v, entry.fact.gone, entry.fact.kept)


def _possible(v: Visit, view: View, player: MemberId, other: MemberId) -> bool:
    try:
        return bool(merging(view.t, v.actor, player, other))
    except Refused:
        return False
