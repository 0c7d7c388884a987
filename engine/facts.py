"""What can happen. A fact holds a cause or a choice, never a consequence.

A class name is the fact's spelling on disk for ever; new fields must have defaults; a renamed
field gets one line in `codec.UPCASTS`. People are ids only: a name is never a fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.model import MemberId, Result, Role, Settings


@dataclass(frozen=True, slots=True)
class Opened:
    """Entry is open; all settings as they were then, so that new defaults change nothing."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Changed:
    """A setting has a new value, spelled as in `/new key=value`."""

    key: str
    value: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """A player entered, himself or (a guest, or by a judge) through somebody else."""

    player: MemberId
    guest: bool = False
    rating: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """A player withdrew himself."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Removed:
    """A judge took a player out."""

    player: MemberId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left, was removed or did not come is back."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Away:
    """A player misses a round by notice, with so many halves of a point."""

    player: MemberId
    round: int
    halves: int = 0


@dataclass(frozen=True, slots=True)
class Present:
    """The notice for a round is taken back."""

    player: MemberId
    round: int


@dataclass(frozen=True, slots=True)
class StoodOut:
    """A player who did not come is out of the draws until he is back (noshow_policy pause)."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Rated:
    """A judge sets or estimates a rating and title."""

    player: MemberId
    rating: int | None
    title: str = ""
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Penalised:
    """Halves of a point are taken from a player's score from now on (D36)."""

    player: MemberId
    halves: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """Entry before play is closed; round 1 is to be drawn."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draw for the judges. `pairs` are (White, Black) in board order; `seed` only in the first one."""

    round: int
    pairs: tuple[tuple[MemberId, MemberId], ...]
    pab: MemberId | None
    start_list: tuple[MemberId, ...]
    order: tuple[MemberId, ...]
    seed: str | None = None
    forced: tuple[MemberId, ...] = ()
    misfits: tuple[int, ...] = ()            # seqs of manual changes that no longer fit


@dataclass(frozen=True, slots=True)
class Redrafted:
    """A judge wants the draft made again from the facts as they are."""

    draft: int


@dataclass(frozen=True, slots=True)
class PutOff:
    """Not yet: the draft is not posted by time and does not escalate."""

    draft: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draft with this number is posted; its pairs are final (5.4.10.12)."""

    round: int
    draft: int


@dataclass(frozen=True, slots=True)
class NoLegalDraw:
    """The law's engine found no legal pairing for this round."""

    round: int
    code: str
    players: tuple[MemberId, ...] = ()


@dataclass(frozen=True, slots=True)
class Lifted:
    """The chief referee lifts a limit (colour, plus) for one round (5.2)."""

    round: int
    limit: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two players change places in a draft; with each other as opponents, colours."""

    round: int
    a: MemberId
    b: MemberId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forced:
    """A pair ordered by a judge (5.4.10.9), with the colours as given or by the law."""

    round: int
    white: MemberId
    black: MemberId
    given: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Two are not to meet: never, avoid, or (empty) the ban is struck off (5.3)."""

    a: MemberId
    b: MemberId
    strength: str
    round: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """A late arrival plays in the running round against the bye player or another newcomer (section 4)."""

    round: int
    white: MemberId
    black: MemberId


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
    """The silent players of a round were reminded, once."""

    round: int


@dataclass(frozen=True, slots=True)
class JudgesAsked:
    """The judges have the open-boards card of a round, once."""

    round: int


@dataclass(frozen=True, slots=True)
class Spread:
    """A judges' card nobody answered goes further: 1 all administrators, 2 the group."""

    card: str
    level: int


@dataclass(frozen=True, slots=True)
class Held:
    """The clock stops for this tournament."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clock goes on; deadlines have shifted by the pause."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The tournament is over."""

    early: bool = False


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The tournament does not take place."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Steps, each named by the seq of its first entry, are taken back together."""

    steps: tuple[int, ...]


Fact = (
    Opened | Changed | Joined | Left | Removed | Returned | Away | Present | StoodOut | Rated | Penalised
    | Begun | Drafted | Redrafted | PutOff | Drawn | NoLegalDraw | Lifted | Swapped | Forced | Forbidden
    | Seated | Reported | Retracted | Settled | Disputed | Escalated | Contested | Upheld | Ruled
    | ColoursSwapped | Missed | CountdownOver | JudgeCalled | Nudged | JudgesAsked | Spread | Held | Resumed
    | Finished | Cancelled | Undone
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact in the ledger. Entries of one `cause` are one *step*; `part` counts them from 0."""

    seq: int
    fact: Fact
    at: datetime
    by: MemberId
    role: Role
    cause: str
    part: int = 0
    place: str = ""
