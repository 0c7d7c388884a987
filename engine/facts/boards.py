"""Facts about boards: reports, settlements, rulings, reminders."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model import MemberId, Result


@dataclass(frozen=True, slots=True)
class Reported:
    """`side`'s claim about his board; the entry's author may be a judge or helper."""

    round: int
    side: MemberId
    result: Result


@dataclass(frozen=True, slots=True)
class Retracted:
    """A pending report is taken back."""

    round: int
    side: MemberId


@dataclass(frozen=True, slots=True)
class Settled:
    """A board has its result without a judge: agreed, time, guest or first."""

    round: int
    player: MemberId
    result: Result
    how: str


@dataclass(frozen=True, slots=True)
class Disputed:
    """A player says "Not so" to his opponent's pending report."""

    round: int
    player: MemberId


@dataclass(frozen=True, slots=True)
class Escalated:
    """A dispute that was not explained goes to the judges."""

    round: int
    player: MemberId


@dataclass(frozen=True, slots=True)
class Contested:
    """A player says "Not so" to a settled result."""

    round: int
    player: MemberId


@dataclass(frozen=True, slots=True)
class Upheld:
    """A judge lets a contested result stand."""

    round: int
    player: MemberId


@dataclass(frozen=True, slots=True)
class Ruled:
    """A judge sets (or with None clears) the result of a board."""

    round: int
    player: MemberId
    result: Result | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ColoursSwapped:
    """The colours really played were the other way round; who won stays."""

    round: int
    player: MemberId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Missed:
    """A player says his opponent is not here; the countdown runs."""

    round: int
    missing: MemberId


@dataclass(frozen=True, slots=True)
class CountdownOver:
    """The missing player has not come in time; judges are asked."""

    round: int
    missing: MemberId


@dataclass(frozen=True, slots=True)
class JudgeCalled:
    """A player calls a judge to his board."""

    round: int
    player: MemberId


@dataclass(frozen=True, slots=True)
class Nudged:
    """The silent players of a round were reminded: once by the clock, and whenever a judge wants."""

    round: int


@dataclass(frozen=True, slots=True)
class JudgesAsked:
    """The judges have the open-boards card of a round, once."""

    round: int
