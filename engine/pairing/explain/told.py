"""What is told of a draw beside its own reasons: many of a kind become one, and what they do not hold is added.

Players are start numbers, points halves; `code` and the one word of `why`, `order` or `rule` name the text.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model import Colour
from engine.pairing.fide_reasons import FideReason
from engine.pairing.field import Pair
from engine.pairing.reasons import Reason


@dataclass(frozen=True, slots=True)
class Met:
    """Two who would have been a pair have met, in this round. `leaders`: they head the classification."""

    player: int
    opponent: int
    round: int
    leaders: bool = False
    code: str = "met"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class Tried:
    """Opponents who came before the one he got. `why` as in `Rejected`; `rounds` of the games if `met`."""

    player: int
    opponents: tuple[int, ...]
    why: str
    rounds: tuple[int, ...] = ()
    code: str = "tried"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs that were not made, for one `why`; `rounds` of the games if `met`."""

    pairs: tuple[Pair, ...]
    why: str
    rounds: tuple[int, ...] = ()
    code: str = "pairs"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class InGroup:
    """The group in which a pair was made: its own players and those who came down to it."""

    points: int
    players: tuple[int, ...]
    came_down: tuple[int, ...]
    code: str = "in_group"
    article: str = "5.4.10.8"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which list of 8.2 the opponent is the first possible one of.

    `order`: `floater first`, `floater last` (step A), `lower`, `upper` (half), `rest` (both in the lower
    half), `next` (neighbours), `last` (ends).
    """

    player: int
    opponent: int
    order: str
    code: str = "chosen"
    article: str = "5.4.10.5.5"


@dataclass(frozen=True, slots=True)
class Stayed:
    """Who did not go down as the odd one though it was his turn; `why` as in `DownPassed`."""

    players: tuple[int, ...]
    why: str
    code: str = "stayed"
    article: str = "5.4.10.5.4"


@dataclass(frozen=True, slots=True)
class Passed:
    """Who was passed over for the bye, from the bottom upwards; `why` as in `ByePassed`."""

    players: tuple[int, ...]
    why: str
    code: str = "passed"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class Classified:
    """What the round goes by.

    `order` of equal points (section 6): `number`, `number down`, `lot`, or a criterion's code; of a round
    robin `berger`, or `left to meet` where it completes a Swiss.
    """

    order: str
    code: str = "order"
    article: str = "5.4.10"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """What ordered the two of a board among equal points, in halves."""

    white: int
    black: int
    first: int
    second: int
    code: str = "coefficients"
    article: str = "5.4.10"


@dataclass(frozen=True, slots=True)
class History:
    """The colours of the games both have played, oldest first (section 9 looks at nothing else)."""

    white: int
    black: int
    whites: tuple[Colour, ...]
    blacks: tuple[Colour, ...]
    code: str = "history"
    article: str = ""


@dataclass(frozen=True, slots=True)
class Avoided:
    """Pairs to avoid that are made all the same, as there was no legal draw without any of them (5.3)."""

    pairs: tuple[Pair, ...]
    code: str = "avoided"
    article: str = "D35"


Told = (Reason | FideReason | Met | Tried | Pairs | InGroup | Chosen | Stayed | Passed | Classified | Coefficients
        | History | Avoided)
