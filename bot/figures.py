"""What a running bot counts, for whoever watches it: `/metrics`, `/healthz`, the problem report.

Plain numbers, kept whether anybody asks or not. Nothing in the bot decides by them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; the promise is an answer within one."""


@dataclass(slots=True)
class Spans:
    """How long something took: how many times up to each of `BOUNDS`, the last for longer; and all together."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


@dataclass(slots=True)
class Figures:
    """Of one life of the bot."""

    updates: Counter[str] = field(default_factory=Counter)               # by receipt, "none" without one
    latency: Spans = field(default_factory=Spans)                        # from an update's coming to its receipt
    in_hand: int = 0                                                     # updates that have no receipt yet
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)     # by method, and status or "failed"
    foreign: int = 0                                                     # posts that did not know the secret

    def handled(self, receipt: str, seconds: float) -> None:
        """An update has got its receipt, or none."""
        self.updates[receipt] += 1
        self.in_hand -= 1
        if receipt != "none":
            self.latency.add(seconds)
