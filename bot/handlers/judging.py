"""Judges at their cards: the draft, boards that do not agree, who has not come; the clock of the event."""

from __future__ import annotations

from bot.deed import decided, newest, place, sight, signed, told, tongue
from bot.desk import button, command
from bot.handlers import redraw
from bot.notices.buttons import button as labelled
from bot.notices.cards import shown
from bot.notices.notice import Button
from bot.notices.view import View
from bot.parse import RESULTS
from bot.visit import Visit
from engine import facts as f
from engine import judging, votes
from engine.cards import Card, cards
from engine.model import MemberId, Refused, Stage
from engine.play import board_of
from engine.rights import allow


@button("approve")
async def approve(v: Visit) -> None:
    """Approve: the draft with this number becomes the round."""
    draft = int(v.args[1])
    done = await v.record(lambda t: judging.approve(t, v.actor, draft, now=v.now))
    posted = next((posted for posted in done.tournament.rounds if posted.draft == draft), None)
    if posted is None:
        raise Refused("out_of_date", round=done.tournament.next_round, board=0)
    await told(v, done, "toast.approved", round=posted.number,
               same=lambda fact: fact == f.Drawn(posted.number, draft))


@button("later")
async def later(v: Visit) -> None:
    """Not yet: the draft waits."""
    draft = int(v.args[1])
    done = await v.record(lambda t: judging.put_off(t, v.actor, draft))
    await told(v, done, "toast.put_off", same=lambda fact: fact == f.PutOff(draft))


@button("again")
async def again(v: Visit) -> None:
    """Draw again, from the facts as they are."""
    draft = int(v.args[1])
    done = await v.record(lambda t: judging.redraft(t, v.actor, draft))
    await told(v, done, "toast.redraft")


@button("rule")
async def rule(v: Visit) -> None:
    """A result on a card about one board."""
    number, player, moved = int(v.args[1]), MemberId(int(v.args[2])), int(v.args[4])
    result = RESULTS[v.args[3]]
    if not await late(v, number, player, moved):
        await decided(v, number, player, await v.record(
            lambda t: judging.rule(t, v.actor, number, player, result, moved=moved)))


@button("stay")
async def stay(v: Visit) -> None:
    """A contested result stands."""
    number, player, moved = int(v.args[1]), MemberId(int(v.args[2])), int(v.args[3])
    if not await late(v, number, player, moved):
        await decided(v, number, player, await v.record(
            lambda t: judging.uphold(t, v.actor, number, player, moved=moved)), "toast.upheld")


@button("noshow")
async def no_show(v: Visit) -> None:
    """The absent player loses; and is out of the draws, or not."""
    number, player, out = int(v.args[1]), MemberId(int(v.args[2])), v.args[3] == "out"
    moved = int(v.args[4]) if len(v.args) > 4 else 0
    if not await late(v, number, player, moved):
        done = await v.record(lambda t: judging.no_show(t, v.actor, number, player, out=out, moved=moved))
        left_out = any(isinstance(entry.fact, f.StoodOut | f.Removed) for entry in done.entries)
        await decided(v, number, player, done, "toast.no_show" if left_out else "toast.no_show_only")


@button("stayout")
async def keep_out(v: Visit) -> None:
    """Who was taken out and says that he still plays stays out."""
    player = MemberId(int(v.args[1]))
    done = await v.record(lambda t: judging.keep_out(t, v.actor, player))
    view = await sight(v, done.tournament)
    await told(v, done, "toast.kept_out", name=view.whole(player),
               same=lambda fact: isinstance(fact, f.KeptOut | f.Returned) and fact.player == player)


async def late(v: Visit, number: int, player: MemberId, moved: int) -> bool:
    """Whether somebody has decided this board before; then it is said what, by whom and when."""
    allow("rule", v.actor)
    view = await sight(v)
    game = board_of(view.t, player, number, over=True)
    if game.moved == moved or game.result is None or game.contested is not None:
        return False
    entry = await newest(v, lambda fact: getattr(fact, "round", 0) == number
                         and getattr(fact, "player", None) in game.players)
    what = v.say("toast.ruled", board=place(view.t, game), result=view.outcome(v.say, game, game.result))
    await v.receipt("did.before", what=what, **(await signed(v, entry) if entry else {"who": "", "time": ""}))
    return True


@command("hold")
async def hold_typed(v: Visit) -> None:
    """The clock stops."""
    await _hold(v, " ".join(v.args))


@button("hold")
async def hold(v: Visit) -> None:
    """The clock stops."""
    await _hold(v, "")


async def _hold(v: Visit, reason: str) -> None:
    done = await v.record(lambda t: judging.hold(t, v.actor, reason=reason))
    await told(v, done, "toast.held", rows=_settings(v), same=lambda fact: isinstance(fact, f.Held))


@command("resume")
@button("resume")
async def resume(v: Visit) -> None:
    """The clock goes on."""
    done = await v.record(lambda t: judging.resume(t, v.actor))
    await told(v, done, "toast.resumed", rows=_settings(v), same=lambda fact: isinstance(fact, f.Resumed))


def _settings(v: Visit) -> tuple[tuple[Button, ...], ...]:
    """The way back to the card of the event, if the button was pressed there; Resume is on a card of its own."""
    return ((labelled(tongue(v), "settings", "set", v.code),),) if v.tap is not None else ()


@command("draft")
async def draft(v: Visit) -> None:
    """The draft; or what stands in its way, with the buttons that help; or it is drawn now.

    `/draft redraw [reason]`: the round that runs, drawn again as little as possible.
    """
    allow("approve", v.actor)
    if v.args[:1] == ("redraw",):
        return await redraw.ask(v, " ".join(v.args[1:]))
    view = await sight(v)
    t = view.t
    if t.draft is not None:
        await _card(v, view, Card(f"draft/{t.draft.round}.{t.draft.seq}", "draft", t.draft.at, t.draft.round,
                                  t.draft.seq))
    elif t.stuck is not None:
        await _card(v, view, Card("stuck", "stuck", t.stuck.at, t.stuck.round, t.stuck.seq))
    elif t.stage is Stage.ENTRY:
        await v.show(tongue(v)("draft.entry"), ((labelled(tongue(v), "begin", "begin", v.code),),))
    elif t.stage is not Stage.PLAYING:
        raise Refused("finished" if t.stage is Stage.FINISHED else "cancelled")
    elif t.open_games():
        await _open_boards(v, view)
    elif t.held:
        await _card(v, view, Card("held", "held", t.holds[-1][0], t.next_round, 0))
    elif t.settings.weekly and (votes.call_of(t) is None or t.closed.get(t.next_round, v.now) >= v.now):
        await _waits(v, view)
    else:
        v.office.clock.nudge(v.code)
        await v.show(tongue(v)("draft.coming", round=t.next_round))
    return None


@button("see")
async def see(v: Visit) -> None:
    """See it: everything judges are asked now, in this chat."""
    allow("approve", v.actor)
    view = await sight(v)
    asked = cards(view.t)
    for card in asked:
        await _card(v, view, card)
    if not asked:
        await v.show(tongue(v)("see.nothing"))


async def _waits(v: Visit, view: View) -> None:
    """In the weekly pace the next round has its hour; a judge need not wait for it."""
    number, start = view.t.next_round, votes.starts(view.t)
    if start is None:
        raise Refused("not_called", round=number)
    words = tongue(v)("draft.has_hour", round=number, when=tongue(v).when(start, view.home.zone))
    await v.show(words, ((labelled(tongue(v), "begin", "begin", v.code),),))


async def _open_boards(v: Visit, view: View) -> None:
    """The boards that hold the draw, each to be opened; those whose result is contested by their own cards."""
    for posted in view.t.rounds:
        waiting = [game for game in posted.games if game.result is None]
        if waiting:
            await _card(v, view, Card(f"boards/{posted.number}", "boards", posted.at, posted.number, posted.drawn))
    for card in cards(view.t):
        if card.kind == "contested":
            await _card(v, view, card)


async def _card(v: Visit, view: View, card: Card) -> None:
    for notice in shown(view, tongue(v), card, v.chat):
        await v.show(notice.text, notice.buttons)
