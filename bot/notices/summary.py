"""The short summary of a tournament in words: a line for each remark of `engine.summary`."""

from __future__ import annotations

from bot.notices.view import View
from bot.texts import Safe, Say
from engine.model import Scoring
from engine.standings import points_text
from engine.summary import FirstWin, Form, Jubilee, Newcomers, Remark, Series, Upset, Victory
from engine.tiebreaks.ratings import rounded


def lines(v: View) -> list[Safe]:
    """A heading and a line for each; nothing where there is nothing to say."""
    told = [_told(v, v.club, remark) for remark in v.home.remarks]
    return [v.club("summary.head"), *told] if told else []


def _told(v: View, s: Say, remark: Remark) -> Safe:
    match remark:
        case Victory():
            return _victory(v, s, remark)
        case Upset(number, winner, lower, loser, higher):
            return s("summary.upset", round=number, winner=v.short(winner), lower=lower, loser=v.short(loser),
                     higher=higher)
        case Form(member, scored, games, expected, performance):
            return s("summary.form", name=v.short(member), points=points_text(scored, Scoring()), games=games,
                     expected=s.tenths(rounded(10 * expected)), performance=performance)
        case Series(member, games, unbeaten):
            return s("summary.unbeaten" if unbeaten else "summary.wins", name=v.short(member), n=games)
        case FirstWin(winner, loser, before):
            return s("summary.first_win", winner=v.short(winner), loser=v.short(loser), n=before)
        case Newcomers(places):
            return s("summary.newcomers", names=s.names(
                s("summary.newcomer", name=v.short(member), place=place) for member, place in places))
        case Jubilee(member, games):
            return s("summary.jubilee", name=v.short(member), games=games)


def _victory(v: View, s: Say, won: Victory) -> Safe:
    values = {"names": v.shorts(won.winners), "points": v.points(won.points), "most": v.points(won.most)}
    if len(won.winners) > 1:
        return s("summary.shared", **values)
    if won.level:
        return s("summary.level", others=v.shorts(won.level), **values)
    return s("summary.won", lead=v.points(won.lead), **values)
