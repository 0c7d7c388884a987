"""At the tables: I won, Draw, I lost; Confirm, Not so; Not here; Call judge; /result."""

from __future__ import annotations

from bot.desk import button, command
from bot.notices.buttons import button as labelled
from bot.notices.buttons import results
from bot.notices.view import View, pending
from bot.parse import CLAIMS, score
from bot.texts import words
from bot.visit import Visit
from engine import play
from engine.model import Claim, Colour, Game, MemberId, Refused, Result, Tournament


@button("res")
async def res(v: Visit) -> None:
    """A player's own result; in the group too, where the opponent's tap is his answer."""
    number, draft, claim = int(v.args[1]), int(v.args[2]), CLAIMS[v.args[3]]
    done = await v.record(lambda t: play.report(t, v.actor, claim, round=_posted(t, number, draft)))
    await _told(v, done.tournament, number, new=bool(done.entries))


@command("result")
async def result(v: Visit) -> None:
    """A typed score, White–Black as on the wall; without one, the buttons. A helper names a guest's board."""
    t = await v.tournament()
    if len(v.args) == 2 and v.args[0].isascii() and v.args[0].isdigit():
        await _for_guest(v, t, int(v.args[0]), score(v.args[1]))
        return
    game = play.board_of(t, v.actor.member)
    said = score(v.text)
    if not v.text.strip():
        await _asked(v, t, game, "result.which")
    elif said is None:
        raise Refused("bad_score", text=v.text.strip()[:20])
    elif isinstance(said, Result) and said is not Result.DRAW and game.colour_of(v.actor.member) is Colour.BLACK:
        await _asked(v, t, game, "result.sure", said)
    else:
        done = await v.record(lambda t: play.report(t, v.actor, said))
        await _told(v, done.tournament, game.round, new=bool(done.entries))


async def _for_guest(v: Visit, t: Tournament, board: int, said: Result | Claim | None) -> None:
    """`/result 3 1-0`: what a helper (or judge) reports for the guest of a board; the engine asks his right."""
    if not isinstance(said, Result):
        raise Refused("bad_score", text=v.text.strip()[:20])
    games = t.round.games if t.round else ()
    game = next((game for game in games if game.board == board), None)
    if game is None:
        raise Refused("bad_board", board=board)
    guest = next((player for player in game.players if t.players[player].guest), None)
    if guest is None:
        raise Refused("not_your_board")
    done = await v.record(lambda t: play.report(t, v.actor, said, round=game.round, side=guest))
    await _told(v, done.tournament, game.round, new=bool(done.entries), side=guest)


@button("yes")
async def confirm(v: Visit) -> None:
    """Confirm the opponent's report."""
    number, seq = int(v.args[1]), int(v.args[2])
    done = await v.record(lambda t: play.confirm(t, v.actor, number, seq))
    await _told(v, done.tournament, number, new=bool(done.entries))


@button("no")
async def not_so(v: Visit) -> None:
    """Not so: to a pending report. The private line asks what then."""
    number = int(v.args[1])
    await v.record(lambda t: play.not_so(t, v.actor, number, now=v.now))
    await v.receipt("toast.disputed")


@button("contest")
async def contest(v: Visit) -> None:
    """Not so: to a settled result, in the contest time."""
    number = int(v.args[1])
    await v.record(lambda t: play.not_so(t, v.actor, number, now=v.now))
    await v.receipt("toast.contested")


@button("retract")
async def retract(v: Visit) -> None:
    """Undo of one's own report while it is pending."""
    number = int(v.args[1])
    await v.record(lambda t: play.retract(t, v.actor, number))
    await v.receipt("toast.retracted")


@button("gone")
async def gone(v: Visit) -> None:
    """Not here: the countdown for the opponent begins."""
    number, draft = int(v.args[1]), int(v.args[2])
    done = await v.record(lambda t: play.missing(t, v.actor, _posted(t, number, draft)))
    view = await _view(v, done.tournament)
    game = play.board_of(done.tournament, v.actor.member, number)
    since = game.absence.at if game.absence else v.now
    until = view.deadline(since, done.tournament.settings.noshow)
    await v.receipt("toast.missing", name=view.whole(game.opponent_of(v.actor.member)),
                    time=view.clock(v.say, until))


@button("call")
async def call(v: Visit) -> None:
    """Call judge."""
    number, draft = int(v.args[1]), int(v.args[2])
    await v.record(lambda t: play.call_judge(t, v.actor, _posted(t, number, draft)))
    await v.receipt("toast.judge_called")


def _posted(t: Tournament, number: int, draft: int) -> int:
    """The round a button was made for; Refused("out_of_date") if it was taken back since."""
    if not 1 <= number <= len(t.rounds) or t.rounds[number - 1].draft != draft:
        raise Refused("out_of_date", round=number, board=0)
    return number


async def _view(v: Visit, t: Tournament) -> View:
    return View(t, await v.home(), v.now, words)


async def _told(v: Visit, t: Tournament, number: int, *, new: bool, side: MemberId | None = None) -> None:
    """What has become of a report, one's own or for the guest `side`; every receipt names the winner."""
    view = await _view(v, t)
    speaker = v.actor.member if side is None else side
    game = play.board_of(t, speaker, number, over=True)
    mine = game.report_of(speaker)
    said = game.result or (mine.result if mine else Result.DRAW)
    outcome = view.outcome(v.say, game, said, whole=True)
    opponent = game.opponent_of(speaker)
    if game.result is not None:
        key = "toast.settled" if new else "toast.already"
    elif pending(game) is None:
        key = "toast.conflict"
    elif t.players[opponent].guest:
        key = "toast.reported_guest"
    else:
        key = "toast.reported" if new else "toast.already_reported"
    about = {"board": game.board, "result": outcome, "name": view.whole(opponent)}
    await v.receipt(key, **about)
    await v.done_with(v.say(key, **about))               # if he was asked by /result, with buttons


async def _asked(v: Visit, t: Tournament, game: Game, key: str, said: Result | None = None) -> None:
    """The second step of /result, in private; who cannot be written to is told what to type."""
    view = await _view(v, t)
    if v.place == "group" and not v.person.reachable:
        raise Refused("type_one_sided")
    draft = t.rounds[game.round - 1].draft
    rows = (results(v.say, t.code, game.round, draft),)
    if said is not None:
        claim = Claim.WON if said.winner is game.colour_of(v.actor.member) else Claim.LOST
        letter = next(letter for letter, known in CLAIMS.items() if known is claim)
        rows = ((labelled(v.say, "yes", "res", t.code, game.round, draft, letter),
                 labelled(v.say, "no", "drop")),)
    outcome = view.outcome(v.say, game, said, whole=True) if said is not None else ""
    await v.reply(v.say(key, round=game.round, board=game.board, white=view.whole(game.white),
                        black=view.whole(game.black), result=outcome), rows)
