"""Judges and results: set, clear, uphold, accept, forfeit."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import facts as f
from engine.entry import still_open
from engine.facts import Fact
from engine.model import Actor, Colour, Game, MemberId, Refused, Result, Stage, Standing, Tournament
from engine.play import board_of
from engine.rights import action

NUDGE_AGAIN = timedelta(minutes=5)
"""Two judges, or two taps, remind nobody twice."""


@action
def rule(t: Tournament, who: Actor, round: int, player: MemberId, result: Result | None, *,
         reason: str = "", moved: int | None = None) -> list[Fact]:
    """Set (or with None clear) the result of the board `player` sits at, also of a past round.

    `moved`, when given, is the board's `Game.moved` the judge was looking at: if it has changed since,
    `Refused("out_of_date")`. After the end only a change is possible, not a clearing.
    """
    game = _current(t, round, player, moved)
    if result is None and t.stage is Stage.FINISHED:
        raise Refused("finished")
    if game.result is result and game.contested is None and not game.reports:
        return []
    if game.result is result and game.contested is not None:
        return [f.Upheld(round, player)]
    if game.result is result and result is not None:
        return []
    return [f.Ruled(round, player, result, reason)]


@action
def uphold(t: Tournament, who: Actor, round: int, player: MemberId, *, moved: int | None = None) -> list[Fact]:
    """Let a contested result stand."""
    game = _current(t, round, player, moved)
    return [f.Upheld(round, player)] if game.contested is not None else []


@action
def swap_colours(t: Tournament, who: Actor, round: int, player: MemberId, *, reason: str = "",
                 moved: int | None = None) -> list[Fact]:
    """Note that the colours really played were the other way round; who won stays. `moved` as in `rule`."""
    _current(t, round, player, moved)
    return [f.ColoursSwapped(round, player, reason)]


@action
def accept_pending(t: Tournament, who: Actor, round: int) -> list[Fact]:
    """Accept every lone undisputed report of a round, as one step that can be undone."""
    if not 1 <= round <= len(t.rounds):
        raise Refused("bad_round", round=round, among=(1, len(t.rounds)))
    return [f.Ruled(round, game.white, game.reports[0].result) for game in t.rounds[round - 1].games
            if game.result is None and len(game.reports) == 1 and not game.disputed]


def silent(t: Tournament) -> list[Game]:
    """The boards of the round that runs whose players are to say something, and have not."""
    return [game for game in t.round.games if is_silent(t, game)] if t.round is not None else []


def is_silent(t: Tournament, game: Game) -> bool:
    """Whether both are here and have said nothing; whose opponent has gone waits for judges."""
    return (game.result is None and not game.reports and t.settings.confirm != "judge"
            and all(t.players[player].standing is Standing.IN for player in game.players))


@action
def nudge(t: Tournament, who: Actor, round: int, *, now: datetime) -> list[Fact]:
    """Remind the silent players of the round that runs once more; nothing within `NUDGE_AGAIN` of the last time."""
    still_open(t)
    if t.round is None or t.round.number != round:
        raise Refused("out_of_date", round=round, board=0)
    if not silent(t):
        raise Refused("nobody_silent", round=round)
    if t.round.nudged is not None and abs(now - t.round.nudged) < NUDGE_AGAIN:
        return []
    return [f.Nudged(round)]


@action
def no_show(t: Tournament, who: Actor, round: int, absent: MemberId, *, out: bool, moved: int | None = None
            ) -> list[Fact]:
    """The absent player loses by forfeit, and with `out` is out of the draws by `noshow_policy`.

    The table of a round robin leaves nobody out: there only `withdraw` takes him out of the event.
    If both players of the board have gone, nobody gets the point.
    """
    game = _current(t, round, absent, moved)
    loser = game.colour_of(absent)
    result = Result.BLACK_BY_FORFEIT if loser is Colour.WHITE else Result.WHITE_BY_FORFEIT
    if all(t.players[player].standing in (Standing.LEFT, Standing.REMOVED) for player in game.players):
        result = Result.NOBODY_CAME
    facts: list[Fact] = [] if game.result is result else [f.Ruled(round, absent, result)]
    if out and t.players[absent].standing is Standing.IN and t.stage is Stage.PLAYING:
        if t.settings.noshow_policy == "pause" and t.settings.system != "roundrobin":
            facts.append(f.StoodOut(absent))
        elif t.settings.noshow_policy == "withdraw":
            facts.append(f.Removed(absent, "no-show"))
    return facts


def _current(t: Tournament, round: int, player: MemberId, moved: int | None) -> Game:
    game = board_of(t, player, round, over=True)
    if moved is not None and moved != game.moved:
        raise Refused("out_of_date", round=round, board=game.board)
    return game
