"""From entry to the end: Begin, Cancel event, /finish with its questions about open boards."""

from __future__ import annotations

from collections.abc import Callable

from bot.deed import sight, told, tongue
from bot.desk import button, command
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.parse import RESULTS, press
from bot.visit import Visit
from engine import judging
from engine.facts import Begun, Cancelled, Closed, Fact, Finished
from engine.judging.draws import rounds_of_few
from engine.model import Game, MemberId, Refused, Stage, Tournament
from engine.votes import SMALL_FIELD, coming


@command("begin")
@button("begin")
async def begin(v: Visit) -> None:
    """Close entry. With two or three players the judge is asked first, with the number he is asked about."""
    t = await v.tournament()
    count = coming(t)
    sure = v.args[-1:] in ((str(count),), ("yes",))
    if t.stage is Stage.ENTRY and not t.settings.weekly and v.is_judge and 2 <= count <= SMALL_FIELD and not sure:
        await ask(v, tongue(v)("begin.few", n=count, rounds=rounds_of_few(t, count)),
                  press("begin", t.code, count), typed="/begin yes")
        return
    done = await v.record(lambda t: judging.begin(t, v.actor, sure=sure))
    if t.settings.weekly:
        await told(v, done, "toast.begun_round", round=done.tournament.next_round, same=_is(Closed))
        return
    await told(v, done, "toast.begun", same=_is(Begun), rows=((labelled(tongue(v), "settings", "set", t.code),),))


@button("cancel")
async def cancel(v: Visit) -> None:
    """Cancel event: always asked."""
    t = await v.tournament()
    if not v.is_judge:
        raise Refused("not_judge")
    if judging.cancel(t, v.actor) and v.args[-1] != "yes":         # the rule says first whether there is anything
        await ask(v, tongue(v)("card.cancel_sure", title=(await sight(v, t)).title),
                  press("cancel", t.code, "yes"), typed="/settings", no=press("set", t.code))
        return
    await told(v, await v.record(lambda t: judging.cancel(t, v.actor)), "toast.cancelled", same=_is(Cancelled))


@command("finish")
@button("finish")
async def finish(v: Visit) -> None:
    """End the event. Boards without a result are asked about, one after the other."""
    t = await v.tournament()
    if not v.is_judge:
        raise Refused("not_judge")
    open_games = t.open_games()
    if t.stage is Stage.PLAYING and t.rounds and open_games:
        await _ask_board(v, t, open_games[0])
    elif t.stage is Stage.PLAYING and t.rounds and v.args[-1:] != ("yes",):
        await ask(v, tongue(v)("ask.finish", title=(await sight(v, t)).title),
                  press("finish", t.code, "yes"), typed="/finish yes")
    else:
        await told(v, await v.record(lambda t: judging.finish(t, v.actor)), "toast.finished", same=_is(Finished))


@button("close")
async def close(v: Visit) -> None:
    """Draw game, Void or It stands, for one open board; then the next one, with the last the end."""
    number, player, what, moved = int(v.args[1]), MemberId(int(v.args[2])), v.args[3], int(v.args[4])
    if what not in ("stay", "d", "nn"):
        raise Refused("unknown_button")
    result = None if what == "stay" else RESULTS[what]
    done = await v.record(lambda t: judging.close(t, v.actor, number, player, result, moved=moved))
    if any(isinstance(entry.fact, Finished) for entry in done.entries):
        return await told(v, done, "toast.finished")
    await v.receipt("toast.closed", n=len(done.tournament.open_games()))
    v.args = v.args[:1]
    return await finish(v)


def _is(kind: type[Fact]) -> Callable[[Fact], bool]:
    return lambda fact: isinstance(fact, kind)


async def _ask_board(v: Visit, t: Tournament, game: Game) -> None:
    view = await sight(v, t)
    about = (t.code, game.round, game.white)
    choices = [labelled(tongue(v), word, "close", *about, what, game.moved)
               for word, what in (("draw_game", "d"), ("void", "nn"))]
    if game.result is not None:
        choices.insert(0, labelled(tongue(v), "stays", "close", *about, "stay", game.moved))
    say = tongue(v)
    question = say("ask.finish_open", round=game.round, board=game.board,
                   white=view.whole(game.white), black=view.whole(game.black))
    if v.place == "group" and not v.person.reachable:
        raise Refused("write_first", bot=v.office.username)
    last = say("ask.finish_last") if len(t.open_games()) == 1 else ""
    await v.show(text(question, last), (tuple(choices), (labelled(say, "wait", "drop"),)))


async def ask(v: Visit, question: str, yes: str, *, typed: str, no: str = "") -> None:
    """Yes or No, in private or on the judges' card; who cannot be written to is told what to type."""
    if v.place == "group" and not v.person.reachable and v.tap is None:
        raise Refused("type_command", command=typed)
    say = tongue(v)
    rows = ((Button(say.plain("button.yes"), yes), Button(say.plain("button.no"), no or press("drop"))),)
    await v.show(question, rows, here=v.tap is not None and not v.person.reachable)
