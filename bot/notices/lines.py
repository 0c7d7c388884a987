"""The private line: one message a round for each player, naming nobody but the opponent."""

from __future__ import annotations

from bot.notices import buttons
from bot.notices.notice import Button, Buttons, Notice
from bot.notices.parts import text
from bot.notices.view import View, contest_over, pending
from bot.texts import Safe, Say
from engine.due import GUEST_SETTLE
from engine.model import Colour, Game, MemberId, Report, Round, Stage


def of_board(v: View, posted: Round, game: Game, player: MemberId) -> Notice:
    """The line of a player who has a board; of one that is decided and behind us nobody is told any more."""
    behind = posted.number < len(v.t.rounds) or v.t.stage is Stage.FINISHED
    s, over = v.mine(player), behind and game.result is not None and not game.contested
    return Notice(f"dm/{posted.number}.{game.seq}/{player}", v.home.accounts[player],
                  shown(v, s, posted, game, player), pressed(v, s, posted, game, player), past=over)


def of_bye(v: View, posted: Round, player: MemberId) -> Notice:
    """The line of a player who has none: nothing to report."""
    s = v.mine(player)
    if player == posted.pab:
        words = s("line.pab", points=v.points(v.t.settings.scoring.pab))
    elif player in posted.free:
        words = s("line.free")
    else:
        words = s("line.missing", points=v.points(posted.byes[player]))
    about = s("line.head_bye", round=posted.number, title=v.title)
    since = posted.pab_since if player == posted.pab else posted.drawn
    why = (buttons.button(s, "why", "why", v.t.code, posted.draft),) if player == posted.pab else ()
    return Notice(f"dm/{posted.number}.{since}/{player}", v.home.accounts[player], text(about, words),
                  ((*why, _mine(v, s)),) if v.t.stage is Stage.PLAYING else (),
                  past=posted.number < len(v.t.rounds) or v.t.stage is Stage.FINISHED)


def shown(v: View, s: Say, posted: Round, game: Game, player: MemberId) -> str:
    """Round, board, colour, opponent, score, head-to-head, and how the board stands."""
    rival = game.opponent_of(player)
    colour = s.plain("colour.white" if game.colour_of(player) is Colour.WHITE else "colour.black")
    pieces: list[Safe | str] = [s("line.head", round=posted.number, board=game.board, title=v.title),
              s("line.pairing", colour=colour, name=v.whole(rival))]
    if posted.number > 1:
        pieces.append(s("line.score", mine=v.score(player, posted.number - 1),
                        other=v.score(rival, posted.number - 1)))
    call = v.t.calls.get(posted.number)
    if call is not None and game.result is None:
        pieces.append(s("round.until", when=s.when(call.until, v.home.zone)))
    pieces.append(_history(v, s, game, player))
    return text(*pieces, *_state(v, s, game, player), s("cancelled") if v.t.stage is Stage.CANCELLED else "")


def pressed(v: View, s: Say, posted: Round, game: Game, player: MemberId) -> Buttons:
    """What this player can do about his board now."""
    code, number = v.t.code, posted.number
    if game.result is not None:
        if v.t.stage not in (Stage.PLAYING, Stage.FINISHED):
            return ()
        stands = game.contested is not None or player in game.contested_by or contest_over(v.t, v.now)
        contest = () if stands else (buttons.button(s, "not_so", "contest", code, number, game.moved),)
        return ((*contest, _mine(v, s)),)
    if v.t.stage is not Stage.PLAYING:
        return ()
    results = buttons.results(s, code, number, posted.draft)
    call = buttons.button(s, "call", "call", code, number, posted.draft)
    why = buttons.button(s, "why", "why", code, posted.draft)
    rows: Buttons = ((call,), (why, _mine(v, s)))
    if v.t.settings.confirm == "judge":
        return rows
    mine, other = game.report_of(player), game.report_of(game.opponent_of(player))
    if other is not None and not game.conflict and game.disputed != player:
        return (answers(s, code, number, other), *rows)
    if mine is not None:
        return (results, (buttons.button(s, "undo", "retract", code, number, mine.seq), call), rows[1])
    if game.reports:
        return (results, *rows)
    return (results, (buttons.button(s, "gone", "gone", code, number, posted.draft), call), rows[1])


def answers(s: Say, code: str, number: int, report: Report) -> tuple[Button, ...]:
    """Confirm · Not so, about one report."""
    return (buttons.button(s, "confirm", "yes", code, number, report.seq),
            buttons.button(s, "not_so", "no", code, number, report.seq))


def _mine(v: View, s: Say) -> Button:
    return buttons.button(s, "mine", "mine", v.t.code)


def _history(v: View, s: Say, game: Game, player: MemberId) -> Safe | str:
    met = v.home.history.get((player, game.opponent_of(player)))
    if met is None:
        return ""
    return s("line.history", won=met[0], drawn=met[1], lost=met[2])


def _state(v: View, s: Say, game: Game, player: MemberId) -> list[Safe]:
    rival = game.opponent_of(player)
    mine, other = game.report_of(player), game.report_of(rival)
    if game.result is not None:
        words = s("line.result", result=v.outcome(s, game, game.result, whole=True))
        if game.contested is not None:
            return [words, s("line.contested_mine") if game.contested == player
                    else s("line.contested", name=v.whole(game.contested))]
        return [words, s(f"how.{game.how}")] if s.has(f"how.{game.how}") else [words]
    if game.conflict:
        return [*(v.says(s, game, report) for report in game.reports), s("line.conflict")]
    if game.disputed == player:
        return [*(v.says(s, game, report) for report in game.reports), s("line.what_then")]
    if game.disputed == rival and mine is not None:
        return [v.says(s, game, mine), s("line.disputed", name=v.whole(rival))]
    if other is not None:
        return [v.says(s, game, other), s("line.agree")]
    if mine is not None:
        return [s("line.reported", result=v.outcome(s, game, mine.result, whole=True)), _waits(v, s, game, mine)]
    if game.absence is not None:
        return [_absent(v, s, game, player)]
    return [s("line.called")] if game.called is not None else []


def _waits(v: View, s: Say, game: Game, report: Report) -> Safe:
    if pending(game) is None or v.t.held:
        return s("line.waits", name=v.whole(game.opponent_of(report.side)))
    guest = v.t.players[game.opponent_of(report.side)].guest
    until = v.deadline(report.at, min(GUEST_SETTLE, v.t.settings.settle) if guest else v.t.settings.settle)
    return s("line.waits_guest" if guest else "line.waits_until",
             name=v.whole(game.opponent_of(report.side)), time=v.clock(s, until))


def _absent(v: View, s: Say, game: Game, player: MemberId) -> Safe:
    assert game.absence is not None
    end, span = v.deadline(game.absence.at, v.t.settings.noshow), v.t.settings.noshow
    key = ("line.absent_over" if game.absence.over else "line.absent_held" if v.t.held
           else "line.absent_mine" if game.absence.missing == player else "line.absent")
    return s(key, name=v.whole(game.absence.missing), board=game.board, time=v.clock(s, end),
             left=v.left(s, end, span))
