"""The buttons of notices: rows with their words and the data the desk reads."""

from __future__ import annotations

from collections.abc import Callable

from bot.notices.notice import Button, Buttons
from bot.notices.view import View, wall
from bot.parse import link, press, spelled
from bot.texts import Say
from engine.cards import free_for
from engine.judging.results import silent
from engine.model import Game, MemberId, Result, Stage, Tournament

_BOARD = (Result.WHITE_WON, Result.DRAW, Result.BLACK_WON)
_ROWS = (_BOARD, (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT), (Result.NOBODY_CAME, Result.BOTH_LOST))
WIDE = 42
"""How many letters a row of buttons shows on a phone, all together."""

_NAMELESS = {Result.DRAW: "rule.draw", Result.NOBODY_CAME: "button.nobody", Result.BOTH_LOST: "rule.both_lost"}


def button(say: Say, word: str, verb: str, *args: object) -> Button:
    """A button with the words `button.<word>`."""
    return Button(say.plain(f"button.{word}"), press(verb, *args))


def results(say: Say, code: str, round: int, draft: int) -> tuple[Button, ...]:
    """I won · Draw · I lost."""
    return tuple(button(say, word, "res", code, round, draft, claim)
                 for word, claim in (("won", "w"), ("draw", "d"), ("lost", "l")))


def private(v: View, say: Say) -> Button:
    """The link to the bot, which can write to nobody who has not pressed Start."""
    return Button(say.plain("button.private"), url=link(v.home.bot, "mine", v.t.code))


def rules(v: View, say: Say) -> Button:
    """The link to the rules of this event's system, in private."""
    return Button(say.plain("button.rules"), url=link(v.home.bot, "rules", v.t.code))


def see(v: View, say: Say) -> Button:
    """The link by which a judge gets the whole card in private."""
    return Button(say.plain("button.see"), url=link(v.home.bot, "see", v.t.code))


def stacked(row: tuple[Button, ...]) -> Buttons:
    """One row; or a row each where a phone, which makes all of a row equally wide, would cut the words."""
    fits = len(row) * max((len(it.text) for it in row), default=0) <= WIDE
    return (row,) if fits else tuple((it,) for it in row)


def rulings(v: View, say: Say, game: Game) -> Buttons:
    """1-0 · ½-½ · 0-1, each with the winner's name; the result that stands is left out."""
    return stacked(tuple(
        Button(f"{wall(result)} {_winner(v, say, game, result)}",
               press("rule", v.t.code, game.round, game.white, spelled(result), game.moved))
        for result in _BOARD if result is not game.result))


def rule(v: View, text: str, game: Game, result: Result) -> Button:
    """A button of a judge for one result of a board."""
    return Button(text, press("rule", v.t.code, game.round, game.white, spelled(result), game.moved))


def no_show(v: View, say: Say, game: Game, missing: MemberId) -> Buttons:
    """0 and out till back · 0 only."""
    return tuple((button(say, word, "noshow", v.t.code, game.round, missing, how, game.moved),)
                 for word, how in (("zero_out", "out"), ("zero_only", "only")))


def every_result(v: View, say: Say, game: Game, data: Callable[[Result], str]) -> Buttons:
    """All a judge can give a board but what it has, each with the winner's name; `data` is what a press sends."""
    rows = (tuple(Button(_whole(v, say, game, result), data(result)) for result in row if result is not game.result)
            for row in _ROWS)
    return tuple(part for row in rows for part in stacked(row))


def _whole(v: View, say: Say, game: Game, result: Result) -> str:
    if result in _NAMELESS:
        return say.plain(_NAMELESS[result])
    name = v.short(game.white if result in (Result.WHITE_WON, Result.WHITE_BY_FORFEIT) else game.black)
    return say.plain("button.forfeit", score=wall(result), name=name)


def seats(v: View, say: Say, newcomer: MemberId) -> Buttons:
    """Whom a late arrival could play in the round that runs, a row each."""
    return tuple((Button(say.plain("button.pair_with", name=v.short(other)),
                         press("seat", v.t.code, newcomer, other)),) for other in free_for(v.t, newcomer)[:4])


def of_round(say: Say, t: Tournament, number: int) -> Buttons:
    """What a judge can do about the open boards of a round together: remind the silent, close it."""
    if t.stage is not Stage.PLAYING or not any(game.open for game in t.rounds[number - 1].games):
        return ()
    remind = (button(say, "nudge", "nudge", t.code, number),) if number == len(t.rounds) and silent(t) else ()
    return ((*remind, button(say, "close_round", "closing", t.code, number, 0)),)


def _winner(v: View, say: Say, game: Game, result: Result) -> str:
    if result is Result.DRAW:
        return say.plain("button.draw")
    return v.short(game.white if result is Result.WHITE_WON else game.black)
