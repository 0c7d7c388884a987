"""Facts about the tournament as a whole: settings, the clock, the end, undo."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model import Settings


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
class Begun:
    """Entry before play is closed; round 1 is to be drawn. `day` is that of a report file (`2026/10/05`)."""

    day: str = ""


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
