"""Results by judges: /rule and its buttons, rounds → boards → results; open boards; Accept all pending.

An open board of the round that runs gets its result at once. Whatever changes something that stands is
shown before it is done, with what it does to points and to the draft; Yes does it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot import foresight
from bot.deed import decided, mark, sight, told, tongue
from bot.desk import button, command
from bot.handlers import nudge, redraw
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View, pending, wall
from bot.parse import RESULTS, press, round_word, ruling, spelled
from bot.picking import known, paged
from bot.texts import Safe, Say
from bot.visit import Visit
from bot.whom import one_player
from engine import judging
from engine.facts import Fact
from engine.model import Game, MemberId, Refused, Result, Stage, Tournament
from engine.play import board_of
from engine.rights import allow

PAGE = 24

_WIN = {Result.WHITE_WON: "white", Result.BLACK_WON: "black", Result.WHITE_BY_FORFEIT: "white",
        Result.BLACK_BY_FORFEIT: "black"}
_ROWS = ((Result.WHITE_WON, Result.DRAW, Result.BLACK_WON), (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT),
         (Result.NOBODY_CAME, Result.BOTH_LOST))


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
    if not rest:
        return await _board(v, game.round, game.white)
    said, reason = _said(rest)
    if said is None:
        raise Refused("bad_ruling", text=" ".join(rest)[:20])
    if said == "swap":
        return await _flip(v, game.round, game.white, game.moved, reason=reason)
    result = said if isinstance(said, Result) else None
    return await _put(v, game.round, game.white, result, game.moved, reason=reason)


def _said(words: Sequence[str]) -> tuple[Result | str | None, str]:
    """A ruling and the reason behind it; the score may have blanks in it ("1 - 0")."""
    said = ruling(words[0])
    return (said, " ".join(words[1:])) if said is not None else (ruling(" ".join(words)), "")


async def _named(v: Visit, view: View, number: int, words: Sequence[str]) -> tuple[Game, Sequence[str]]:
    """The board these words begin with: its number, or one of its players."""
    if not 1 <= number <= len(view.t.rounds):
        raise Refused("bad_round", round=number, first=1, last=len(view.t.rounds))
    posted = view.t.rounds[number - 1]
    if words[0].isascii() and words[0].isdigit():
        at = int(words[0])
        if not 1 <= at <= len(posted.games):
            raise Refused("bad_board", board=words[0][:5])
        return posted.games[at - 1], words[1:]
    found, rest = one_player(words, await known(v, view))
    if len(found) != 1:
        raise Refused("unknown_player" if not found else "ambiguous_player",
                      names=", ".join(view.whole(member) for member in found))
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


@button("put")
async def put(v: Visit) -> None:
    """A result for a board; with Yes where it was shown before what it changes."""
    await _put(v, int(v.args[1]), MemberId(int(v.args[2])), RESULTS[v.args[3]], int(v.args[4]),
               sure=len(v.args) > 5)


@button("flip")
async def flip(v: Visit) -> None:
    """The colours were the other way round."""
    await _flip(v, int(v.args[1]), MemberId(int(v.args[2])), int(v.args[3]), sure=len(v.args) > 4)


@button("accept")
async def accept(v: Visit) -> None:
    """Accept all pending: the list first, then Yes; out of date only if the list would differ."""
    number = int(v.args[1])
    allow("accept_pending", v.actor)
    view, s = await sight(v), tongue(v)
    if not 1 <= number <= len(view.t.rounds):
        raise Refused("bad_round", round=number, first=1, last=len(view.t.rounds))
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
        raise Refused("bad_round", round=number, first=1, last=len(view.t.rounds))
    games = view.t.rounds[number - 1].games
    items = [Button(_label(view, s, game), press("board", v.code, number, game.white)) for game in games]
    rows = paged(items, page, lambda to: press("boards", v.code, number, max(to, 0)), size=PAGE)
    if any(pending(game) and not game.disputed for game in games):
        rows = (*rows, (labelled(s, "accept_all", "accept", v.code, number),))
    rows = (*rows, *nudge.row(s, view.t, number), *redraw.row(s, view.t, number))
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
    rows: list[tuple[Button, ...]] = [
        tuple(Button(_result(view, s, game, result), press("put", *about, spelled(result), game.moved))
              for result in row if result is not game.result) for row in _ROWS]
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


def _result(view: View, s: Say, game: Game, result: Result) -> str:
    """A result on a button: the score, and the winner's name."""
    if result in _WIN:
        name = view.short(game.white if _WIN[result] == "white" else game.black)
        return s.plain("button.forfeit", score=wall(result), name=name)
    words = {Result.DRAW: "rule.draw", Result.NOBODY_CAME: "button.nobody", Result.BOTH_LOST: "rule.both_lost"}
    return s.plain(words[result])


async def _put(v: Visit, number: int, player: MemberId, result: Result | None, moved: int, *, reason: str = "",
               sure: bool = False) -> None:
    def act(t: Tournament) -> list[Fact]:
        return judging.rule(t, v.actor, number, player, result, reason=reason, moved=moved)

    yes = press("put", v.code, number, player, spelled(result), moved, "yes")
    reason = reason or await _kept_reason(v, yes)
    await _shown_or_done(v, number, player, act, yes, reason, sure=sure)


async def _flip(v: Visit, number: int, player: MemberId, moved: int, *, reason: str = "", sure: bool = False
                ) -> None:
    def act(t: Tournament) -> list[Fact]:
        return judging.swap_colours(t, v.actor, number, player, reason=reason, moved=moved)

    yes = press("flip", v.code, number, player, moved, "yes")
    reason = reason or await _kept_reason(v, yes)
    await _shown_or_done(v, number, player, act, yes, reason, sure=sure, key="toast.colours")


async def _shown_or_done(v: Visit, number: int, player: MemberId, act: Callable[[Tournament], list[Fact]],
                         yes: str, reason: str, *, sure: bool, key: str = "toast.ruled") -> None:
    """Do it; or, if something that stands would change, show first what `yes` would do."""
    t = await v.tournament()
    game = board_of(t, player, number, over=True)
    facts = act(t)
    if facts and not sure and (game.result is not None or number < len(t.rounds)):
        await _preview(v, t, number, player, facts, yes)
        if reason:                                    # button data have no room for it
            await v.expect("reason", yes=yes, reason=reason)
    else:
        await decided(v, number, player, await v.record(act), key)


async def _kept_reason(v: Visit, yes: str) -> str:
    """The reason that was typed with the ruling whose preview is answered now."""
    kept = await v.office.store.dialogues.get(v.person.id, v.person.id)
    fits = v.tap is not None and kept is not None and kept.kind == "reason" and kept.body["yes"] == yes
    return str(kept.body["reason"]) if fits and kept is not None else ""


async def _preview(v: Visit, t: Tournament, number: int, player: MemberId, facts: Sequence[Fact], yes: str) -> None:
    """Old → new, the points of both before and after, and what becomes of the draft."""
    then = foresight.imagined(v, t, facts)
    before, after, s = await sight(v, t), await sight(v, then), tongue(v)
    old, new = board_of(t, player, number, over=True), board_of(then, player, number, over=True)
    rounds = len(t.rounds)
    scores = [s("rule.points", name=before.short(one), before=before.score(one, rounds),
                after=after.score(one, rounds)) for one in old.players]
    consequences = [s("rule.played_stays")] if number < rounds else []
    if t.draft is not None and then.draft is None:
        consequences.append(s("rule.redrawn", round=t.draft.round))
    if new.result is None:
        consequences.append(s("rule.waits"))
    if t.stage is Stage.FINISHED:
        consequences.append(s("rule.final"))
    await v.show(text(s("rule.preview", round=number, board=old.board, old=_words(before, s, old),
                        new=_words(after, s, new)),
                      *scores, *consequences),
                 ((Button(s.plain("button.yes"), yes), labelled(s, "no", "board", v.code, number, player)),))


def _words(view: View, s: Say, game: Game) -> Safe:
    result = view.outcome(s, game, game.result) if game.result else s("result.none")
    return s("rule.state", white=view.short(game.white), black=view.short(game.black), result=result)
