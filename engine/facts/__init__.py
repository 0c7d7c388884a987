"""What can happen. A fact holds a cause or a choice, never a consequence.

A class name is the fact's spelling on disk for ever; new fields must have defaults; a renamed
field gets one line in `codec.UPCASTS`. People are ids only: a name is never a fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.facts.boards import (
    ColoursSwapped,
    Contested,
    CountdownOver,
    Disputed,
    Escalated,
    JudgeCalled,
    JudgesAsked,
    Missed,
    Nudged,
    Reported,
    Retracted,
    Ruled,
    Settled,
    Upheld,
)
from engine.facts.draws import (
    Drafted,
    Drawn,
    Forbidden,
    Forced,
    Lifted,
    NoLegalDraw,
    Potted,
    PutOff,
    Redrafted,
    Redrawn,
    Reordered,
    RoundRobin,
    Seated,
    Swapped,
)
from engine.facts.event import (
    Begun,
    Cancelled,
    Changed,
    Finished,
    Held,
    Opened,
    Resumed,
    Spread,
    Undone,
)
from engine.facts.people import (
    Away,
    Claimed,
    Deferred,
    Joined,
    KeptOut,
    Left,
    Merged,
    Objected,
    Penalised,
    Present,
    Rated,
    Removed,
    Returned,
    StoodOut,
)
from engine.facts.weeks import Called, Closed, OneShort, StartMissed
from engine.model import MemberId, Role

__all__ = [
    "Away",
    "Begun",
    "Called",
    "Cancelled",
    "Changed",
    "Claimed",
    "Closed",
    "ColoursSwapped",
    "Contested",
    "CountdownOver",
    "Deferred",
    "Disputed",
    "Drafted",
    "Drawn",
    "Entry",
    "Escalated",
    "Fact",
    "Finished",
    "Forbidden",
    "Forced",
    "Held",
    "Joined",
    "JudgeCalled",
    "JudgesAsked",
    "KeptOut",
    "Left",
    "Lifted",
    "Merged",
    "Missed",
    "NoLegalDraw",
    "Nudged",
    "Objected",
    "OneShort",
    "Opened",
    "Penalised",
    "Potted",
    "Present",
    "PutOff",
    "Rated",
    "Redrafted",
    "Redrawn",
    "Removed",
    "Reordered",
    "Reported",
    "Resumed",
    "Retracted",
    "Returned",
    "RoundRobin",
    "Ruled",
    "Seated",
    "Settled",
    "Spread",
    "StartMissed",
    "StoodOut",
    "Swapped",
    "Undone",
    "Upheld",
]

Fact = (
    Opened | Changed | Joined | Left | Removed | Merged | Claimed | Objected | KeptOut | Returned | Deferred | Away
    | Present | StoodOut | Rated | Penalised | Begun | Drafted | Redrafted | PutOff | Drawn | NoLegalDraw | Lifted
    | Swapped | Reordered | Forced | Forbidden | Potted | RoundRobin | Redrawn | Seated | Reported | Retracted
    | Settled | Disputed | Escalated | Contested | Upheld | Ruled | ColoursSwapped | Missed | CountdownOver
    | JudgeCalled | Nudged | JudgesAsked | Spread | Held | Resumed | Finished | Cancelled | Undone
    | Called | Closed | OneShort | StartMissed
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
