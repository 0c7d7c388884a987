"""A board of a posted round: who sits there and what has been said of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.model.actor import MemberId
from engine.model.outcome import Colour, Result


@dataclass(frozen=True, slots=True)
class Report:
    """What one side says of the board. `side` is whose claim it is, `by` who made it, `seq` its entry."""

    side: MemberId
    by: MemberId
    result: Result
    at: datetime
    seq: int


@dataclass(frozen=True, slots=True)
class Absence:
    """An opponent who is said not to be here; `over` once the countdown has run out."""

    missing: MemberId
    by: MemberId
    at: datetime
    over: datetime | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One board of a posted round. `seq` is the entry which gave these two this game and these colours."""

    round: int
    board: int
    white: MemberId
    black: MemberId
    seq: int
    forced: bool = False
    result: Result | None = None
    how: str = ""                            # agreed | time | guest | first | judge
    settled_at: datetime | None = None
    reports: tuple[Report, ...] = ()
    disputed: MemberId | None = None         # said "Not so" to a pending report
    disputed_at: datetime | None = None
    escalated: bool = False                  # the dispute is before the judges
    contested: MemberId | None = None        # said "Not so" to a settled result
    contested_at: datetime | None = None
    contested_by: frozenset[MemberId] = frozenset()
    corrected: int = 0                       # seq of the entry that changed a result which stood
    absence: Absence | None = None
    called: datetime | None = None           # a judge was called to this board
    called_by: MemberId | None = None
    moved: int = 0                           # seq of the newest entry about this board
    moved_at: datetime | None = None

    @property
    def players(self) -> tuple[MemberId, MemberId]:
        return (self.white, self.black)

    def colour_of(self, player: MemberId) -> Colour:
        return Colour.WHITE if player == self.white else Colour.BLACK

    def opponent_of(self, player: MemberId) -> MemberId:
        return self.black if player == self.white else self.white

    def report_of(self, side: MemberId) -> Report | None:
        return next((report for report in self.reports if report.side == side), None)

    @property
    def conflict(self) -> bool:
        """Whether judges must decide: two different claims, or a dispute nobody explained."""
        if self.result is not None:
            return False
        return self.escalated or len({report.result for report in self.reports}) > 1

    @property
    def open(self) -> bool:
        """Whether it holds up the next draw: no result yet, or a settled one that is contested."""
        return self.result is None or self.contested is not None
