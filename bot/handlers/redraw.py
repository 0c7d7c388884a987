"""Minimal re-draw of the round that runs: before and after, why, and Yes (draughts.md section 12).

The button is in the menus of the round and of its boards; `/draft redraw [reason]` does the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.deed import mark, newest, sight, told, tongue
from bot.desk import button
from bot.handlers.swap import REASONS
from bot.kept import keep, kept
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.facts import Fact
from engine.judging.redrawing import Redraw, preview
from engine.model import MemberId, Round, Stage, Tournament
from engine.pairing.machine import MACHINE
from engine.rights import allow
from storage import Recorded

TYPED = "typed"
"""Stands for a reason of one's own in button data, which have no room for it."""


def row(s: Say, t: Tournament, number: int) -> tuple[tuple[Button, ...], ...]:
    """The button, if this round runs and could be drawn again."""
    runs = number == len(t.rounds) and t.stage is Stage.PLAYING and t.system in MACHINE
    if not runs or all(game.result is not None for game in t.rounds[-1].games):
        return ()
    return ((labelled(s, "redraw", "redraw", t.code),),)


@button("redraw")
async def redraw(v: Visit) -> None:
    """One step further: the preview, a reason, Yes."""
    reason, sure = (*v.args[1:], "", "")[:2]
    if reason == TYPED:
        reason = await kept(v, _name(v, sure))
    if sure:
        await _redraw(v, reason, sure)
    else:
        await ask(v, reason)


async def ask(v: Visit, reason: str) -> None:
    """The boards that would change, as they are and as they would be; then why, then Yes."""
    allow("redraw", v.actor)
    view, s = await sight(v), tongue(v)
    found = preview(view.t)
    posted = view.t.rounds[found.round - 1]
    old, new = _changed(posted, found)
    stays = len(posted.games) - len([game for game in posted.games if game.players not in found.pairs])
    why = s("held.because", reason=view.reason(s, reason)) if reason else s("ask.reason")
    before = (s("redraw.before"), *_lines(view, s, old)) if old else ()
    after = (s("redraw.after"), *_lines(view, s, new)) if new else ()
    shown = text(s("redraw.head", round=found.round), *before, *after, s("redraw.stays", n=stays) if stays else "",
                 s("redraw.law"), why)
    no = labelled(s, "no", "drop")
    if not reason:
        chips = tuple(labelled(s, word, "redraw", v.code, chosen) for word, chosen in REASONS)
        return await v.show(shown, (chips, (no,)))
    word = reason if reason in {chosen for _, chosen in REASONS} else TYPED
    sure = _mark(found.pairs, found.pab)
    if word == TYPED:
        await keep(v, _name(v, sure), reason)
    return await v.show(shown, ((labelled(s, "yes", "redraw", v.code, word, sure), no),))


async def _redraw(v: Visit, reason: str, sure: str) -> None:
    def this(fact: Fact) -> bool:
        return isinstance(fact, f.Redrawn) and _mark(fact.pairs, fact.pab) == sure

    allow("redraw", v.actor)
    t = await v.tournament()
    before = await newest(v, this)
    if before is not None:
        done = Recorded(t, ())
    else:
        found = preview(t)
        if _mark(found.pairs, found.pab) != sure:
            await v.receipt("refused.out_of_date")
            return await ask(v, reason)
        done = await v.record(lambda t: judging.redraw(t, v.actor, round=found.round, reason=reason))
    view = await sight(v, done.tournament)
    change = next(c for posted in reversed(view.t.rounds) for c in reversed(posted.changes) if c.kind == "redraw")
    return await told(v, done, "toast.redrawn", round=len(view.t.rounds), same=this,
                      boards=view.boards(tongue(v), change.players))


def _name(v: Visit, sure: str) -> str:
    """Under which the reason typed with this preview is kept."""
    return f"redraw:{v.code}:{sure}"


def _mark(pairs: Sequence[tuple[MemberId, MemberId]], pab: MemberId | None) -> str:
    return mark([tuple(map(int, pair)) for pair in pairs], pab if pab is None else int(pab))


Board = tuple[int, tuple[MemberId, ...]]


def _changed(posted: Round, found: Redraw) -> tuple[list[Board], list[Board]]:
    """Boards that would go and boards that would come, with their numbers; a bye has number 0."""
    before: list[Board] = [(game.board, game.players) for game in posted.games]
    after: list[Board] = list(enumerate(found.pairs, 1))
    if posted.pab != found.pab:
        before += [] if posted.pab is None else [(0, (posted.pab,))]
        after += [] if found.pab is None else [(0, (found.pab,))]
    gone, come = {pair for _, pair in before}, {pair for _, pair in after}
    return [b for b in before if b[1] not in come], [b for b in after if b[1] not in gone]


def _lines(view: View, s: Say, boards: Sequence[Board]) -> list[Safe]:
    return [s("board.open", n=number, white=view.short(players[0]), black=view.short(players[1])) if number
            else s("bye.pab", name=view.short(players[0]), points=view.points(view.t.settings.scoring.pab))
            for number, players in boards]
