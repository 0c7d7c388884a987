"""What one person is asked or told by himself, in a new private message each time."""

from __future__ import annotations

from collections.abc import Iterator

from bot.notices import buttons
from bot.notices.lines import answers
from bot.notices.notice import Buttons, Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say
from engine.judging.results import is_silent
from engine.model import Game, MemberId, Player, Round, Stage, Standing


def asks(v: View, posted: Round) -> Iterator[Notice]:
    """The opponent's report to be confirmed, "what then?", the reminder, "you are waited for"."""
    for game in posted.games:
        if game.result is None and v.t.stage is Stage.PLAYING:
            for player in game.players:
                if v.reaches(player):
                    yield from v.softly(player, _of_board(v, posted, game, player))


def _of_board(v: View, posted: Round, game: Game, player: MemberId) -> Iterator[Notice]:
    s, code = v.mine(player), v.t.code
    chat = v.home.accounts[player]
    where = f"{posted.number}.{game.seq}/{player}"
    about = s("ask.about", round=posted.number, board=game.board, title=v.title)
    results = buttons.results(s, code, posted.number, posted.draft)
    report = game.report_of(game.opponent_of(player))
    if report is not None and game.report_of(player) is None and not game.conflict:
        disputed = game.disputed == player
        words = text(about, v.says(s, game, report), s("line.what_then") if disputed else s("line.agree"))
        row = results if disputed else answers(s, code, posted.number, report)
        yield Notice(f"ask/{where}/{report.seq}", chat, words, (row,))
    if game.absence is not None and game.absence.over is None and game.absence.missing == player:
        until = v.deadline(game.absence.at, v.t.settings.noshow)
        words = s("missed.ask", name=v.whole(game.opponent_of(player)), board=game.board, time=v.clock(s, until))
        yield Notice(f"missed/{where}", chat, text(about, words),
                     ((buttons.button(s, "call", "call", code, posted.number, posted.draft),),))
    if posted.nudged is not None and is_silent(v.t, game):
        words = s("nudge.ask", name=v.whole(game.opponent_of(player)))
        again = f"/{posted.nudges}" if posted.nudges > 1 else ""  # new: an edit rings for nobody
        yield Notice(f"nudge/{where}{again}", chat, text(about, words), (results,))


def personal(v: View) -> Iterator[Notice]:
    """What became of somebody's place: moved up, taken out, out until back, penalised (complaint C30).

    Places matter until the end; points taken stay taken.
    """
    over = v.t.stage in (Stage.FINISHED, Stage.CANCELLED)
    inside = {player.id for player in v.t.entered()}
    for player in v.t.players.values():
        if v.reaches(player.id):
            if not over:
                yield from v.softly(player.id, _about(v, player, player.id in inside))
            yield from v.softly(player.id, _penalised(v, player))
        elif v.called(player.id) and player.waited and player.id in inside and v.t.stage is Stage.ENTRY:
            yield _moved_up(v, player)


def taken_out(player: Player) -> str:
    """The words for somebody whom a judge took out: may he still object, has he, and was he heard?"""
    if player.kept_out:
        return "personal.kept_out"
    return "personal.objected" if player.objected else "personal.removed"


def _about(v: View, player: Player, inside: bool) -> Iterator[Notice]:
    s, code, chat = v.mine(player.id), v.t.code, v.home.accounts[player.id]

    def told(key: str, words: str, rows: Buttons = (), *, stale: bool = False) -> Notice:
        about = s("personal.about", title=v.title)
        return Notice(f"{key}/{player.id}", chat, text(about, words), rows, stale=stale)

    if player.waited and inside:
        yield told("up", s("personal.up"), ((buttons.button(s, "leave", "leave", code),),))
    if player.placed:
        yield told(f"placed/{player.placed}", s("personal.placed"), ((buttons.button(s, "leave", "leave", code),),),
                   stale=v.behind(player.placed))
    for number, seq in player.excused.items():
        back = ((buttons.button(s, "play_after_all", "back", code),),) if number >= v.t.next_round else ()
        if number in player.byes and number not in player.corrected:       # of that `corrections` tells
            yield told(f"excused/{number}.{seq}", excused(v, s, player, number), back, stale=v.behind(seq))
    if player.standing is Standing.REMOVED:
        still = ((buttons.button(s, "still", "still", code),),)
        yield told("removed", s(taken_out(player)), still if player.objected is None else ())
    if player.standing is Standing.OUT:
        yield told("out", s("personal.out"), ((buttons.button(s, "back", "back", code),),))


def _moved_up(v: View, player: Player) -> Notice:
    """In the group to whom the bot cannot write: he has been waiting for it."""
    name = v.club("mention", id=v.home.accounts[player.id], name=v.short(player.id))
    words = text(v.club("personal.about", title=v.title), v.club("up.here", name=name))
    return Notice(f"here/{player.id}", v.home.chat, words, topic=v.home.topic)


def excused(v: View, s: Say, player: Player, number: int) -> Safe:
    """What a judge has noted about a round somebody misses."""
    return s("personal.excused", round=number, points=v.points(player.byes[number]))


def _penalised(v: View, player: Player) -> Iterator[Notice]:
    s, taken = v.mine(player.id), sum(halves for _, halves in player.penalties)
    if taken:
        yield Notice(f"penalty/{taken}/{player.id}", v.home.accounts[player.id],
                     text(s("personal.about", title=v.title), s("personal.penalty", points=v.points(taken))))
