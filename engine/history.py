"""What happened to a player round by round: the one input of coefficients, colours and pairing.

A `Record` is kept by start number and knows nothing of names or tournaments. Points are halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.model import Colour


class Kind(StrEnum):
    """What a round was for one player. Only a `GAME` was played; a 0-0 at the board is a game (D36)."""

    GAME = "game"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    BYE = "bye"                      # the pairing-allocated bye, the "plus" of draughts
    FULL_BYE = "full bye"            # given by the organiser, not by the pairing (TRF code F)
    HALF_BYE = "half bye"
    ABSENT = "absent"                # by notice, withdrawn, or before a late entry


WITHOUT_PLAY = frozenset({Kind.FORFEIT_WIN, Kind.BYE, Kind.FULL_BYE})
"""A win without play (draughts.md section 1; C.04.1 article 4): it bars a later bye."""


@dataclass(frozen=True, slots=True)
class Past:
    """One past round of one player: `points` in halves as awarded.

    A forfeit keeps the scheduled opponent and colour, though the two have not met and the colour
    does not count (D6, D7); a round without a board has neither.
    """

    kind: Kind
    points: int = 0
    opponent: int | None = None
    colour: Colour | None = None

    @property
    def played(self) -> bool:
        return self.kind is Kind.GAME


MISSED = Past(Kind.ABSENT)


@dataclass(frozen=True, slots=True)
class Record:
    """A player as coefficients and pairing systems see him.

    `past` has one item for every round up to now, also for rounds before a late entry (`MISSED`).
    `penalties` are (round, halves): taken off from the draw of that round on (D36). `withdrawn`
    means has left and is not back; `present` is False for a round missed by notice.
    """

    number: int
    past: tuple[Past, ...] = ()
    rating: int | None = None
    first_round: int = 1
    withdrawn: bool = False
    present: bool = True
    penalties: tuple[tuple[int, int], ...] = ()

    def score(self, rounds: int | None = None) -> int:
        """Points after so many rounds (all of them if not said), penalties taken off. May be below 0."""
        after = len(self.past) if rounds is None else rounds
        return sum(past.points for past in self.past[:after]) - sum(
            halves for given, halves in self.penalties if given <= after + 1
        )

    @property
    def met(self) -> frozenset[int]:
        """Those he has played a game with (D6)."""
        return frozenset(past.opponent for past in self.past if past.played and past.opponent is not None)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours of the games played, in order; unplayed rounds are skipped (D7)."""
        return tuple(past.colour for past in self.past if past.played and past.colour is not None)

    @property
    def won_without_play(self) -> bool:
        """Whether requirement 3 of draughts.md section 5 bars him from the bye (D5)."""
        return any(past.kind in WITHOUT_PLAY for past in self.past)


def entered(records: Iterable[Record], round: int) -> dict[int, Record]:
    """Everybody whose first round is not later than `round`, the withdrawn and absent included."""
    return {record.number: record for record in records if record.first_round <= round}


def lowest_score(records: Mapping[int, Record]) -> int:
    """The lowest present points of anybody in the tournament (D29); 0 when nobody is in it."""
    return min((record.score() for record in records.values()), default=0)
