"""A tournament as records by start number: what pairing, coefficients and tables read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.history import MISSED, Kind, Past, Record
from engine.model import Colour, Game, MemberId, Player, Result, Round, Scoring, Standing, Tournament
from engine.settings import FIDE_SYSTEMS

LAST_RENUMBERED = 4
"""The last round whose draft numbers everybody anew in a FIDE system (C.04.2 2.3)."""


def numbers(start_list: Sequence[MemberId]) -> dict[MemberId, int]:
    """Start number by id for a list in order of number."""
    return {player: number for number, player in enumerate(start_list, 1)}


def start_list(t: Tournament) -> tuple[MemberId, ...]:
    """Those with a start number, in order of it; empty before round 1 is posted."""
    known = [p for p in t.players.values() if p.number is not None]
    return tuple(p.id for p in sorted(known, key=lambda p: p.number or 0))


def renumbers(t: Tournament) -> bool:
    """Whether the next draft makes all start numbers anew: before round 1, in FIDE systems up to round 4.

    Where ratings are not used the lots of round 1 stay.
    """
    fide = t.system in FIDE_SYSTEMS and t.settings.ratings
    return t.next_round <= (LAST_RENUMBERED if fide else 1)


def records(t: Tournament, order: Sequence[MemberId], *, after: int | None = None) -> dict[int, Record]:
    """A record for everybody in `order` (ids in order of start number), over rounds 1 … `after`.

    `after` None means all posted rounds. An open board counts as not played and gives nothing yet; a
    result that is contested stands. Withdrawn and present are as of now, for the round after `after`.
    """
    rounds = t.rounds if after is None else t.rounds[:after]
    number = numbers(order)
    return {number[player]: _record(t, t.players[player], number, rounds) for player in order}


def _record(t: Tournament, player: Player, number: Mapping[MemberId, int], rounds: Sequence[Round]) -> Record:
    return Record(
        number=number[player.id],
        past=tuple(_past(player, posted, number, t.settings.scoring) for posted in rounds),
        rating=player.rating,
        first_round=player.first_round,
        withdrawn=player.standing in (Standing.LEFT, Standing.REMOVED),
        present=player.standing is not Standing.OUT and len(rounds) + 1 not in player.byes,
        penalties=player.penalties,
    )


def _past(player: Player, posted: Round, number: Mapping[MemberId, int], scoring: Scoring) -> Past:
    if player.first_round > posted.number:
        halves = player.byes.get(posted.number, 0)           # a late entry's half-point bye
        return Past(Kind.HALF_BYE, halves) if halves else MISSED
    if posted.pab == player.id:
        return Past(Kind.BYE, scoring.pab)
    game = posted.game_of(player.id)
    if game is None:
        halves = posted.byes.get(player.id, 0)
        if halves:
            return Past(Kind.FULL_BYE if halves >= scoring.win else Kind.HALF_BYE, halves)
        return Past(Kind.ABSENT, scoring.absent)
    opponent = number[game.opponent_of(player.id)]
    colour = game.colour_of(player.id)
    kind, points = outcome(game, colour, scoring)
    return Past(kind, points, opponent, colour)


def outcome(game: Game, colour: Colour, scoring: Scoring) -> tuple[Kind, int]:
    """What a board was for the side of `colour`, and its halves; an open board is an absence worth nothing.

    Who does not come has what an absence gives, as in a report file (trf.md 5.1, symbol A), not what a loss gives.
    """
    match game.result:
        case None:
            return Kind.ABSENT, 0
        case Result.DRAW:
            return Kind.GAME, scoring.draw
        case Result.BOTH_LOST:
            return Kind.GAME, scoring.loss
        case Result.NOBODY_CAME:
            return Kind.FORFEIT_LOSS, scoring.absent
        case result:
            won = result.winner is colour
            if result.played:
                return Kind.GAME, scoring.win if won else scoring.loss
            return (Kind.FORFEIT_WIN, scoring.win) if won else (Kind.FORFEIT_LOSS, scoring.absent)
