"""What stood is another now, a result, rating, title or missed round: its own message to players and judges.

The private line of a board is only edited, which nobody hears; and after the contest time it is edited no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bot.notices.cards import places
from bot.notices.notice import Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say
from engine.model import Game, MemberId, Player, Round


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
                                  _words(v, say, game)), silent=chat in silent, stale=v.behind(game.corrected))


def of_players(v: View) -> Iterator[Notice]:
    """For every rating or title changed in play, and every missed round that gives something else now."""
    for player in v.t.players.values():
        if player.rerated:
            yield from _told(v, player, player.rerated, f"rated/{player.id}.{player.rerated}", strength)
        for number, seq in player.corrected.items():
            if number in player.byes:
                yield from _told(v, player, seq, f"bye/{number}.{seq}/{player.id}", partial(missed, number))


def _told(v: View, player: Player, seq: int, key: str, words: Callable[[View, Say, Player], str]
          ) -> Iterator[Notice]:
    """To the player and the judges, but for who has changed it with this entry."""
    author = v.home.accounts.get(v.home.authors.get(seq, MemberId(0)))
    own = {v.home.accounts[player.id]: v.mine(player.id)} if v.reaches(player.id) else {}
    judges = {place.chat: place.say for place in places(v, "corrected") if not place.public}
    silent = [*own] if not v.told(player.id) else []
    for chat, say in {**judges, **own}.items():
        if chat != author:
            yield Notice(f"{key}@{chat}", chat, words(v, say, player), silent=chat in silent, stale=v.behind(seq))


def strength(v: View, s: Say, player: Player) -> str:
    """That somebody's rating or title is another now, and who says so."""
    who = v.author(player.rerated, s) or s.plain("corrected.judge")
    return text(s("personal.about", title=v.title),
                s("corrected.strength", who=who, name=v.whole(player.id), rated=rated(v, player.id)))


def missed(number: int, v: View, s: Say, player: Player) -> str:
    """That a round somebody has missed gives him something else now, and who says so."""
    who = v.author(player.corrected[number], s) or s.plain("corrected.judge")
    return text(s("personal.about", title=v.title),
                s("corrected.bye", who=who, name=v.whole(player.id), round=number,
                  points=v.points(player.byes[number])))


def rated(v: View, player: MemberId) -> str:
    """Rating and title as written: "1850? FM"."""
    known = v.t.players[player]
    shown = f"{known.rating or '–'}{'?' if known.estimated else ''}"
    return f"{shown} {known.title}".strip()


def _words(v: View, s: Say, game: Game) -> Safe:
    who = v.author(game.corrected, s) or s.plain("corrected.judge")
    if game.result is None:
        return s("corrected.open", who=who)
    return s("corrected.result", who=who, result=v.outcome(s, game, game.result, whole=True))
