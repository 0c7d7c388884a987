"""Why a draw is as it is: data with an article and numbers, never sentences.

Every reason has a `code` (what the texts are looked up by) and an `article` of the law that gave it.
Players are start numbers, points halves. Fine differences are plain words in `why`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ByePassed:
    """A player from the bottom up who does not get the bye.

    `why`: `won without play` (requirement 3) or `rest` (the others could not be paired).
    """

    player: int
    why: str
    code: str = "bye_passed"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The bye; `lifted` if he has already won without play and the chief referee has lifted the limit."""

    player: int
    lifted: bool = False
    code: str = "bye"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class AvoidedAnyway:
    """With all pairs to avoid forbidden there was no legal draw, so none of them is (5.3)."""

    code: str = "avoid_dropped"
    article: str = "D35"


@dataclass(frozen=True, slots=True)
class Group:
    """A group is begun: its own players, those who came down, and how many must leave it (8.1)."""

    pot: int
    points: int
    players: tuple[int, ...]
    came_down: tuple[int, ...]
    leaving: int
    code: str = "group"
    article: str = "5.4.10.8"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A pair that would have come first but is not made.

    `why`: `met`, `colours` (requirement 2), `forbidden` (5.3), or `unkept`: legal in itself, but then
    the draw could not be completed with so few leaving; the pair is broken (5.4.10.5.5).
    """

    player: int
    opponent: int
    floater: bool
    why: str
    code: str = "pair_rejected"
    article: str = "5.4.10.5.5"


@dataclass(frozen=True, slots=True)
class Paired:
    """A pair is made.

    `how`: `floater` (step A), `group` (step C), `forced`, `kept` (re-draw), `table` or `rest` (round robin).
    """

    player: int
    opponent: int
    how: str
    code: str = "paired"
    article: str = "5.4.10.5.5"


@dataclass(frozen=True, slots=True)
class DownPassed:
    """A player who does not go down as the odd one (step B).

    `why`: `no opponent` in the next group (D12), or `rest`: the others could not be paired.
    """

    player: int
    why: str
    code: str = "down_passed"
    article: str = "5.4.10.5.4"


@dataclass(frozen=True, slots=True)
class WentDown:
    """A player leaves his group for the next one.

    `why`: `odd` (step B), `left over` (step C), `floater` (came down and finds nobody, D13).
    `to_points` is the next group's points.
    """

    player: int
    from_points: int
    to_points: int
    why: str
    code: str = "went_down"
    article: str = "5.4.10.5.4"


@dataclass(frozen=True, slots=True)
class Coloured:
    """Which rule of section 9 gave the colours of a board.

    `rule`: `given` (forced pair), `round 1`, `absolute`, `no games yet`, `alternation`, `longer run`,
    `balance`, `earlier game`, `higher place`, or `kept` (a re-draw left the board as published).
    """

    white: int
    black: int
    rule: str
    code: str = "colours"
    article: str = "5.4.10.2"


Reason = ByePassed | ByeGiven | AvoidedAnyway | Group | Rejected | Paired | DownPassed | WentDown | Coloured
