"""Judges' cards about boards, and about a tournament that stands still: text and buttons of each kind."""

from __future__ import annotations

from collections.abc import Callable

from bot.notices import buttons
from bot.notices.logbook import several
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.rounds import board
from bot.notices.view import View, pending
from bot.parse import press
from bot.texts import Safe, Say
from engine.cards import Card
from engine.model import Game, Result, Stage, Standing
from engine.votes import coming, starts

_MOST = 24
"""Boards with a button of their own on one card."""

Shown = tuple[str, Buttons]


def public(v: View, s: Say, card: Card) -> str:
    """A card in the group: what it is about, and who may press."""
    game = game_of(v, card)
    about = (s("public.board", round=card.round, board=game.board) if game
             else s(f"public.{card.kind}", round=card.round))
    return text(s("personal.about", title=v.title), about, s("public.any_judge"))


def game_of(v: View, card: Card) -> Game | None:
    """The board a card is about."""
    if card.player is None or not 1 <= card.round <= len(v.t.rounds):
        return None
    return v.t.rounds[card.round - 1].game_of(card.player)


def _board(v: View, card: Card) -> Game:
    game = game_of(v, card)
    assert game is not None, card.name
    return game


def _head(v: View, s: Say, game: Game) -> Safe:
    return s("card.board", round=game.round, board=game.board, white=v.short(game.white),
             black=v.short(game.black), title=v.title)


def _claims(v: View, s: Say, game: Game) -> list[Safe]:
    said = [v.says(s, game, report) for report in game.reports]
    if game.disputed is not None:
        said.append(s("card.not_so", name=v.short(game.disputed)))
    return said


def _conflict(v: View, s: Say, card: Card) -> Shown:
    game = _board(v, card)
    return text(_head(v, s, game), *_claims(v, s, game), s("card.conflict")), buttons.rulings(v, s, game)


def _contested(v: View, s: Say, card: Card) -> Shown:
    game = _board(v, card)
    assert game.result is not None and game.contested is not None
    words = s("card.contested", result=v.outcome(s, game, game.result), name=v.short(game.contested))
    stays = buttons.button(s, "stays", "stay", v.t.code, game.round, game.white, game.moved)
    until = "card.contested_end" if v.t.stage is Stage.FINISHED else "card.contested_next"
    return text(_head(v, s, game), words, s(until)), ((stays,), *buttons.rulings(v, s, game))


def _absent(v: View, s: Say, card: Card) -> Shown:
    game = _board(v, card)
    assert game.absence is not None
    who, by = v.short(game.absence.missing), v.short(game.absence.by)
    words = s("card.absent", name=who, by=by, time=v.clock(s, game.absence.at))
    return text(_head(v, s, game), words), (*buttons.no_show(v, s, game, game.absence.missing), _open(v, s, game))


def _left(v: View, s: Say, card: Card) -> Shown:
    game = _board(v, card)
    gone = [player for player in game.players if v.t.players[player].standing is not Standing.IN]
    words = s("card.left", names=s.names(v.short(player) for player in gone), n=len(gone))
    if len(gone) == 2:
        proposed = buttons.rule(v, s.plain("button.nobody"), game, Result.NOBODY_CAME)
    else:
        result = Result.BLACK_BY_FORFEIT if gone[0] == game.white else Result.WHITE_BY_FORFEIT
        winner = v.short(game.opponent_of(gone[0]))
        proposed = buttons.rule(v, s.plain("button.forfeit", score=result.value, name=winner), game, result)
    return text(_head(v, s, game), words, *_claims(v, s, game)), ((proposed,), _open(v, s, game))


def _called(v: View, s: Say, card: Card) -> Shown:
    game = _board(v, card)
    who = v.short(game.called_by) if game.called_by is not None else "—"
    return text(_head(v, s, game), s("card.called", name=who, time=v.clock(s, card.since))), (_open(v, s, game),)


def _boards(v: View, s: Say, card: Card) -> Shown:
    waiting = [game for game in v.t.rounds[card.round - 1].games if game.result is None]
    rows: list[tuple[Button, ...]] = []
    for game in waiting[:_MOST]:
        names = f"{game.board}: {v.short(game.white)} – {v.short(game.black)}"
        rows.append((Button(names, press("board", v.t.code, game.round, game.white)),))
    if any(pending(game) and not game.disputed for game in waiting):
        rows.append((buttons.button(s, "accept_all", "accept", v.t.code, card.round),))
    rows += buttons.of_round(s, v.t, card.round)
    head = s("card.boards", round=card.round, title=v.title, n=len(waiting))
    more = s("table.more", n=len(waiting) - _MOST) if len(waiting) > _MOST else ""
    return text(head, *(board(v, s, game) for game in waiting[:_MOST]), more), tuple(rows)


def _stuck(v: View, s: Say, card: Card) -> Shown:
    stuck, code = v.t.stuck, v.t.code
    assert stuck is not None
    lines = [s("stuck.head", round=stuck.round, title=v.title), s(f"stuck.{stuck.code}")]
    if stuck.players:
        lines.append(s("stuck.players", names=v.shorts(stuck.players[:20])))
    lines += [s("stuck.ban", names=v.shorts(way.players)) for way in stuck.ways if way.kind == "strike"]
    lines += [s("stuck.robin") for way in stuck.ways if way.kind == "robin"]
    rows = [(_way(v, s, place),) for place in range(len(stuck.ways))]
    if v.t.rounds:
        rows.append((buttons.button(s, "finish_now", "finish", code),))
    return text(*lines, s("stuck.ways" if stuck.ways else "stuck.none")), tuple(rows)


def _way(v: View, s: Say, place: int) -> Button:
    assert v.t.stuck is not None
    way = v.t.stuck.ways[place]
    if way.kind == "rematch":
        met = [v.boards(s, pair) for pair in zip(way.players[::2], way.players[1::2], strict=True)]
        pairs = several(s, met, most=2)
        return Button(s.plain("button.rematch_pair", pairs=pairs), press("rematch", v.t.code, v.t.stuck.seq, place))
    if way.kind == "robin":
        return buttons.button(s, "robin", "robin", v.t.code)
    if not way.players:
        return Button(s.plain("button.lift", limit=s.plain(f"limit.{way.kind}")), press("lift", v.t.code, way.kind))
    a, b = way.players
    return Button(s.plain("button.strike_ban", a=v.short(a), b=v.short(b)), press("allow", v.t.code, a, b))


def _held(v: View, s: Say, card: Card) -> Shown:
    reason = v.reason(s, v.t.hold_reason)
    words = s("held.because", reason=reason) if reason else ""
    head = s("held.head", title=v.title, time=v.clock(s, card.since))
    return text(head, words, s("held.means")), ((buttons.button(s, "resume", "resume", v.t.code),),)


def _few(v: View, s: Say, card: Card) -> Shown:
    count = coming(v.t)
    words = s("few.none" if count < 2 else "few.some", n=count)
    begin = buttons.button(s, "begin", "begin", v.t.code)
    cancel = buttons.button(s, "cancel", "cancel", v.t.code)
    return text(s("few.head", title=v.title), words), ((begin, cancel) if count >= 2 else (cancel,),)


def _overdue(v: View, s: Say, card: Card) -> Shown:
    start = starts(v.t)
    assert start is not None, card.name
    row = (buttons.button(s, "begin", "begin", v.t.code), buttons.button(s, "cancel", "cancel", v.t.code))
    return s("overdue.head", title=v.title, time=s.when(start, v.home.zone)), (row,)


def _late(v: View, s: Say, card: Card) -> Shown:
    newcomer = card.player
    assert newcomer is not None, card.name
    wait = buttons.button(s, "next_round", "seat", v.t.code, newcomer)
    about = s("personal.about", title=v.title)
    return text(about, s("ask.seat", name=v.short(newcomer))), (*buttons.seats(v, s, newcomer), (wait,))


def _objected(v: View, s: Say, card: Card) -> Shown:
    player = card.player
    assert player is not None, card.name
    back = Button(s.plain("people.bring_back"), press("in", v.t.code, player))
    stays = buttons.button(s, "stay_out", "stayout", v.t.code, player)
    return text(s("personal.about", title=v.title), s("card.objected", name=v.short(player))), ((back, stays),)


def _open(v: View, s: Say, game: Game) -> tuple[Button, ...]:
    return (buttons.button(s, "open_board", "board", v.t.code, game.round, game.white),)


CARDS: dict[str, Callable[[View, Say, Card], Shown]] = {
    "conflict": _conflict, "contested": _contested, "absent": _absent, "left": _left, "called": _called,
    "boards": _boards, "stuck": _stuck, "held": _held, "few": _few,
    "overdue": _overdue, "late": _late, "objected": _objected,
}
