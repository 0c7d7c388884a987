"""How a board can end, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Colour(StrEnum):
    """The colour of the pieces of one side."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Result(StrEnum):
    """How a board ended, White's side first, spelled as on the wall.

    `0-0` is a game *played* in which both are at fault (draughts.md section 2, D36); the
    three forfeits are not games: the two have not met and no colour counts (D6, D7).
    """

    WHITE_WON = "1-0"
    DRAW = "1/2"
    BLACK_WON = "0-1"
    BOTH_LOST = "0-0"
    WHITE_BY_FORFEIT = "+/-"
    BLACK_BY_FORFEIT = "-/+"
    NOBODY_CAME = "-/-"

    @property
    def played(self) -> bool:
        """Whether a game really took place."""
        return self in _PLAYED

    @property
    def flipped(self) -> Result:
        """The same outcome for the same people when the colours are the other way round."""
        return _FLIPPED.get(self, self)

    @property
    def winner(self) -> Colour | None:
        """The side with the full point, by play or by forfeit."""
        if self in (Result.WHITE_WON, Result.WHITE_BY_FORFEIT):
            return Colour.WHITE
        if self in (Result.BLACK_WON, Result.BLACK_BY_FORFEIT):
            return Colour.BLACK
        return None


_PLAYED = frozenset({Result.WHITE_WON, Result.DRAW, Result.BLACK_WON, Result.BOTH_LOST})
_FLIPPED = {
    Result.WHITE_WON: Result.BLACK_WON,
    Result.BLACK_WON: Result.WHITE_WON,
    Result.WHITE_BY_FORFEIT: Result.BLACK_BY_FORFEIT,
    Result.BLACK_BY_FORFEIT: Result.WHITE_BY_FORFEIT,
}


class Claim(StrEnum):
    """What a player says of his own game; never a forfeit."""

    WON = "won"
    DRAW = "draw"
    LOST = "lost"

    def as_result(self, colour: Colour) -> Result:
        """The board's result when the player of `colour` says this."""
        if self is Claim.DRAW:
            return Result.DRAW
        won = self is Claim.WON
        return Result.WHITE_WON if won == (colour is Colour.WHITE) else Result.BLACK_WON


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points in halves. `unit` halves are one point as shown: 2 for 1-½-0, 1 for 2-1-0 and 3-1-0."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    pab: int = 2
    absent: int = 0
    unit: int = 2
