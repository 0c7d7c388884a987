"""Judges and people: take out, bring back, penalise, seat a late arrival."""

from __future__ import annotations

from engine import facts as f
from engine.cards import may_seat
from engine.entry import has_line, member_of, present_again, still_open
from engine.facts import Fact
from engine.model import Actor, Colour, MemberId, Refused, Result, Stage, Standing, Tournament
from engine.rights import action


@action
def remove(t: Tournament, who: Actor, player: MemberId, *, board: str = "", reason: str = "") -> list[Fact]:
    """Take a player out. If his board is open, `board` says what becomes of it.

    `forfeit`: the opponent wins by forfeit (nobody, if he has gone too); `open`: left as it is; empty:
    `Refused("board_open")`, so that nobody decides it by accident (complaint C14).
    """
    still_open(t)
    known = member_of(t, player)
    if known.standing is Standing.REMOVED:
        return []
    facts: list[Fact] = [f.Removed(player, reason)]
    game = t.round.game_of(player) if t.round else None
    if game is None or game.result is not None:
        return facts
    if board not in ("forfeit", "open"):
        raise Refused("board_open", player=player, round=game.round, board=game.board)
    if board == "forfeit":
        loser = game.colour_of(player)
        result = Result.BLACK_BY_FORFEIT if loser is Colour.WHITE else Result.WHITE_BY_FORFEIT
        if t.players[game.opponent_of(player)].standing is not Standing.IN:
            result = Result.NOBODY_CAME
        facts.append(f.Ruled(game.round, player, result, reason))
    return facts


@action
def keep_out(t: Tournament, who: Actor, player: MemberId) -> list[Fact]:
    """A player who was taken out and objects stays out."""
    still_open(t)
    known = member_of(t, player)
    return [f.KeptOut(player)] if known.objected is not None and not known.kept_out else []


@action
def bring_back(t: Tournament, who: Actor, player: MemberId) -> list[Fact]:
    """Put a player back who left, was removed or did not come; he keeps his number (D4)."""
    still_open(t)
    known = member_of(t, player)
    if known.standing is Standing.IN:
        return present_again(t, known, by_judge=True)
    if known.number is None and not has_line(t):
        raise Refused("robin_full")
    answered = present_again(t, known, by_judge=True) if t.settings.weekly else []
    return [f.Returned(player), *answered]


@action
def penalise(t: Tournament, who: Actor, player: MemberId, halves: int, *, reason: str) -> list[Fact]:
    """Take halves of a point from a player's score from now on (draughts.md section 2, D36)."""
    if t.stage is Stage.CANCELLED:
        raise Refused("cancelled")
    member_of(t, player)
    if halves == 0:
        raise Refused("bad_penalty")
    if not reason.strip():
        raise Refused("reason_needed")
    return [f.Penalised(player, halves, reason)]


@action
def defer(t: Tournament, who: Actor, newcomer: MemberId) -> list[Fact]:
    """A late arrival plays from the next round: nobody asks whom he could play now."""
    still_open(t)
    return [f.Deferred(newcomer)] if member_of(t, newcomer).late is not None else []


@action
def seat(t: Tournament, who: Actor, newcomer: MemberId, other: MemberId) -> list[Fact]:
    """Seat a late arrival in the running round against the bye player, or against another newcomer.

    The bye player gives his bye back; the other boards stay as posted (section 4, D2). Colours as for
    two without games, or by the last colour of the one who has played.
    """
    still_open(t)
    posted = t.round
    if posted is None:
        raise Refused("no_round_yet")
    if not may_seat(t):
        raise Refused("published_is_final")
    seated = posted.game_of(newcomer)
    if seated is not None and other in seated.players:
        return []
    for player in (newcomer, other):
        if member_of(t, player).standing is not Standing.IN:
            raise Refused("player_not_in", player=player)
        if posted.game_of(player) is not None:
            raise Refused("has_board", round=posted.number)
    if newcomer == other:
        raise Refused("same_player")
    if t.players[newcomer].number is not None:
        raise Refused("no_newcomer")
    if t.players[other].number is not None and posted.pab != other:
        raise Refused("no_bye_player")
    if len(posted.games) == sum(1 for game in posted.games if game.result is not None):
        raise Refused("round_over", round=posted.number)
    last = next((game.colour_of(other) for past in reversed(t.rounds) for game in past.games
                 if other in game.players and game.result is not None and game.result.played), None)
    if last is Colour.WHITE:
        return [f.Seated(posted.number, newcomer, other)]
    return [f.Seated(posted.number, other, newcomer)]
