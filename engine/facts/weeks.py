"""Facts about a series: when a round is called and its vote is over, what the clock says before the start."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Called:
    """Who is in for this round is asked: until `closes`; it is drawn at `starts`, to be played by `until`.

    Once more for the same round: other times; where its vote was over already, a new one.
    """

    round: int
    closes: datetime
    starts: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Closed:
    """The vote for a round, or the entry for round 1, is over; each `Away` of its step is of who was silent."""

    round: int


@dataclass(frozen=True, slots=True)
class OneShort:
    """Shortly before the start somebody would have no opponent, or there are too few: the group is told once."""

    round: int


@dataclass(frozen=True, slots=True)
class StartMissed:
    """The start came and went unseen, too long ago to begin without asking."""

    start: datetime
