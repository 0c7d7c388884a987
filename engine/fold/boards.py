"""Facts about one board: reports, settlements, rulings."""

from __future__ import annotations

from dataclasses import replace

from engine.facts import Entry
from engine.fold.common import drop, on_board
from engine.model import Game, MemberId, Report, Result, Tournament


def reported(t: Tournament, e: Entry, number: int, side: MemberId, result: Result) -> Tournament:
    def change(game: Game) -> Game | None:
        if game.result is not None:
            return None
        report = Report(side, e.by, result, e.at, e.seq)
        others = tuple(old for old in game.reports if old.side != side)
        # a new claim explains the dispute; and who reports is here
        return replace(game, reports=(*others, report), disputed=None, disputed_at=None, escalated=False,
                       absence=None)
    return on_board(t, e, number, side, change)


def retract(game: Game) -> Game | None:
    return replace(game, reports=()) if game.result is None and game.reports else None


def settled(t: Tournament, e: Entry, number: int, player: MemberId, result: Result, how: str) -> Tournament:
    def change(game: Game) -> Game | None:
        claims = [report.result for report in game.reports]
        if game.result is not None or result not in claims or (how == "agreed" and len(claims) < 2):
            return None
        return replace(game, result=result, how=how, settled_at=e.at, absence=None, called=None)
    settled = on_board(t, e, number, player, change)
    return t if settled is t else drop(settled, e, "result")


def contest(game: Game, e: Entry, player: MemberId) -> Game | None:
    if game.result is None or game.contested is not None:
        return None
    return replace(game, contested=player, contested_at=e.at, contested_by=game.contested_by | {player})


def ruled(t: Tournament, e: Entry, number: int, player: MemberId, result: Result | None) -> Tournament:
    def change(game: Game) -> Game:
        return replace(game, result=result, how="judge" if result else "",
                       settled_at=e.at if result else None,
                       corrected=game.corrected if game.result in (None, result) else e.seq,
                       reports=game.reports if result else (), disputed=None, disputed_at=None,
                       escalated=False, contested=None, absence=None, called=None)
    ruled = on_board(t, e, number, player, change)
    return t if ruled is t else drop(ruled, e, "result")


def swap_colours(game: Game, e: Entry) -> Game:
    reports = tuple(replace(report, result=report.result.flipped) for report in game.reports)
    return replace(game, white=game.black, black=game.white, reports=reports,
                   corrected=e.seq if game.result else game.corrected,
                   result=game.result.flipped if game.result else None)
