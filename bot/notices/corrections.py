"""A result that stood is another one now: a message of its own for both players and for the judges.

The private line is only edited, which nobody hears; and after the contest time it is edited no more.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.notices.cards import places
from bot.notices.notice import Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say
from engine.model import Game, Round


def told(v: View, posted: Round) -> Iterator[Notice]:
    """For every corrected board of a round; whoever corrected it has his receipt."""
    for game in (game for game in posted.games if game.corrected):
        by = v.home.authors.get(game.corrected)
        author = None if by is None else v.home.accounts.get(by)
        players = {v.home.accounts[player]: v.mine(player) for player in game.players if v.reaches(player)}
        silent = {v.home.accounts[player] for player in game.players if v.reaches(player) and not v.told(player)}
        judges = {place.chat: place.say for place in places(v, "corrected") if not place.public}
        for chat, say in {**players, **judges}.items():
            if chat != author:
                yield Notice(f"corrected/{posted.number}.{game.seq}/{game.white}/{game.corrected}@{chat}", chat,
                             text(say("ask.about", round=posted.number, board=game.board, title=v.title),
                                  _words(v, say, game)), silent=chat in silent)


def _words(v: View, s: Say, game: Game) -> Safe:
    who = v.author(game.corrected, s) or s.plain("corrected.judge")
    if game.result is None:
        return s("corrected.open", who=who)
    return s("corrected.result", who=who, result=v.outcome(s, game, game.result, whole=True))
