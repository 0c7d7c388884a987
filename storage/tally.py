"""What a ledger has done since it was opened: for whoever watches it, never for a decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """`facts` written, by kind; whole `replays` of a tournament, and the `seconds` they took with their reading."""

    facts: Counter[str] = field(default_factory=Counter)
    replays: int = 0
    seconds: float = 0.0

    def replayed(self, seconds: float) -> None:
        self.replays += 1
        self.seconds += seconds
