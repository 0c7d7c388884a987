"""Results by judges: /rule and its buttons, rounds → boards → results; open boards; Accept all pending."""

from __future__ import annotations

from collections.abc import Sequence

from bot.deed import mark, sight, told, tongue
from bot.desk import button, command
from bot.handlers import corrections, redraw
from bot.notices.buttons import button as labelled
from bot.notices.buttons import every_result, of_round
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View, pending, wall
from bot.parse import press, round_word, ruling, spelled
from bot.picking import known, paged
from bot.texts import Say
from bot.visit import Visit
from bot.whom import one_player
from engine import judging
from engine.model import Game, MemberId, Refused, Result, Stage
from engine.play import board_of
from engine.rights import allow

PAGE = 24


@command("rule")
async def rule(v: Visit) -> None:
    """/rule [rN] BOARD RESULT [reason]; what is missing is chosen with buttons."""
    allow("rule", v.actor)
    view = await sight(v)
    if not view.t.rounds:
        raise Refused("not_begun" if view.t.stage is Stage.ENTRY else "not_posted")
    words = list(v.args)
    number = round_word(words[0]) if words else None
    if number is not None:
        words.pop(0)
    if not words:
        return await _rounds(v) if number is None and len(view.t.rounds) > 1 else await _boards(v, number or 1, 0)
    game, rest = await _named(v, view, number or len(view.t.rounds), words)
    if game is None:
        return None
    if not rest:
        return await _board(v, game.round, game.white)
    said, reason = _said(rest)
    if said is None:
        raise Refused("bad_ruling", text=" ".join(rest)[:20])
    if said == "swap":
        return await corrections.swap_colours(v, game.round, game.white, game.moved, reason=reason)
    result = said if isinstance(said, Result) else None
    return await corrections.rule(v, game.round, game.white, result, game.moved, reason=reason)


def _said(words: Sequence[str]) -> tuple[Result | str | None, str]:
    """A ruling and the reason behind it; the score may have blanks in it ("1 - 0")."""
    said = ruling(words[0])
    return (said, " ".join(words[1:])) if said is not None else (ruling(" ".join(words)), "")


async def _named(v: Visit, view: View, number: int, words: Sequence[str]) -> tuple[Game | None, Sequence[str]]:
    """The board these words begin with: its number, or one of its players; None if buttons ask which of them."""
    if not 1 <= number <= len(view.t.rounds):
        raise Refused("bad_round", round=number, among=(1, len(view.t.rounds)))
    posted = view.t.rounds[number - 1]
    if words[0].isascii() and words[0].isdigit():
        at = int(words[0])
        if not 1 <= at <= len(posted.games):
            raise Refused("bad_board", board=words[0][:5])
        return posted.games[at - 1], words[1:]
    found, rest = one_player(words, await known(v, view))
    if not found:
        raise Refused("unknown_player", text=" ".join(words))
    if len(found) > 1:
        await v.show(tongue(v)("ask.which_player"), tuple(
            (Button(view.whole(member), press("board", v.code, number, member)),) for member in found[:PAGE]))
        return None, ()
    return board_of(view.t, found[0], number, over=True), rest


@button("rounds")
async def rounds(v: Visit) -> None:
    """The rounds to choose from."""
    await _rounds(v)


@button("boards")
async def boards(v: Visit) -> None:
    """The boards of a round to choose from."""
    await _boards(v, int(v.args[1]), int(v.args[2]) if len(v.args) > 2 else 0)


@button("board")
async def board(v: Visit) -> None:
    """One board: what is said of it, and every result a judge can give it."""
    await _board(v, int(v.args[1]), MemberId(int(v.args[2])))


@button("accept")
async def accept(v: Visit) -> None:
    """Accept all pending: the list first, then Yes; out of date only if the list would differ."""
    number = int(v.args[1])
    allow("accept_pending", v.actor)
    view, s = await sight(v), tongue(v)
    if not 1 <= number <= len(view.t.rounds):
        raise Refused("bad_round", round=number, among=(1, len(view.t.rounds)))
    waiting = [game for game in view.t.rounds[number - 1].games if pending(game) and not game.disputed]
    claims = [s("accept.line", board=game.board, says=view.says(s, game, game.reports[0])) for game in waiting]
    seen = mark(*(game.reports[0].seq for game in waiting))
    if len(v.args) > 2 and v.args[2] == seen:
        done = await v.record(lambda t: judging.accept_pending(t, v.actor, number))
        await told(v, done, "toast.accepted", n=len(done.entries))
    elif not waiting:
        await v.receipt("toast.none_pending")
        await _boards(v, number, 0)
    else:
        if len(v.args) > 2:
            await v.receipt("refused.out_of_date")
        await v.show(text(s("ask.accept"), *claims),
                     ((labelled(s, "yes", "accept", v.code, number, seen),
                       labelled(s, "go_back", "boards", v.code, number)),))


async def _rounds(v: Visit) -> None:
    allow("rule", v.actor)
    t, s = await v.tournament(), tongue(v)
    rows = tuple((Button(s.plain("rule.round", round=posted.number, done=_done(posted.games),
                                 all=len(posted.games)), press("boards", t.code, posted.number)),)
                 for posted in reversed(t.rounds))
    await v.show(s("rule.which_round"), (*rows, (labelled(s, "go_back", "set", t.code),)))


def _done(games: Sequence[Game]) -> int:
    return sum(1 for game in games if game.result is not None)


async def _boards(v: Visit, number: int, page: int) -> None:
    allow("rule", v.actor)
    view, s = await sight(v), tongue(v)
    if not 1 <= number <= len(view.t.rounds):
        raise Refused("bad_round", round=number, among=(1, len(view.t.rounds)))
    games = view.t.rounds[number - 1].games
    items = [Button(_label(view, s, game), press("board", v.code, number, game.white)) for game in games]
    rows = paged(items, page, lambda to: press("boards", v.code, number, max(to, 0)), size=PAGE)
    if any(pending(game) and not game.disputed for game in games):
        rows = (*rows, (labelled(s, "accept_all", "accept", v.code, number),))
    rows = (*rows, *of_round(s, view.t, number), *redraw.row(s, view.t, number))
    rows = (*rows, (labelled(s, "go_back", "rounds" if len(view.t.rounds) > 1 else "set", v.code),))
    await v.show(s("rule.which_board", round=number, done=_done(games), all=len(games)), rows)


def _label(view: View, s: Say, game: Game) -> str:
    state = wall(game.result) if game.result else "…"
    return s.plain("rule.board", board=game.board, white=view.short(game.white), black=view.short(game.black),
                   state=state)


async def _board(v: Visit, number: int, player: MemberId) -> None:
    """The menu of one board. Each button names whom it helps."""
    allow("rule", v.actor)
    view, s = await sight(v), tongue(v)
    game = board_of(view.t, player, number, over=True)
    about = (v.code, number, game.white)
    now = view.outcome(s, game, game.result) if game.result else s("result.none")
    rows = [*every_result(view, s, game, lambda result: press("put", *about, spelled(result), game.moved))]
    rows.append((labelled(s, "swap_colours", "flip", *about, game.moved),))
    if game.result is not None and view.t.stage is not Stage.FINISHED:
        rows[-1] = (labelled(s, "clear", "put", *about, "c", game.moved), *rows[-1])
    if game.contested is not None:
        rows.insert(0, (labelled(s, "stays", "stay", *about, game.moved),))
    rows += redraw.row(s, view.t, number)
    rows.append((labelled(s, "why", "why", v.code, view.t.rounds[number - 1].draft, game.white),
                 labelled(s, "log", "log", v.code, 0, f"b{number}.{game.board}"),
                 labelled(s, "go_back", "boards", v.code, number)))
    said = [view.says(s, game, report) for report in game.reports] if game.result is None else []
    if game.disputed is not None:
        said.append(s("card.not_so", name=view.short(game.disputed)))
    if game.contested is not None:
        said.append(s("line.contested", name=view.short(game.contested)))
    await v.show(text(s("ask.rule", round=number, board=game.board, white=view.short(game.white),
                        black=view.short(game.black), result=now), *said), tuple(row for row in rows if row))
