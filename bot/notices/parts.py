"""Long posts in parts: at most 4096 units and few entities each, and the same part for ever.

Which line is in which part depends on the room a line may ever need, not on what it says now, so
that a result is an edit of one message and moves nothing to another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.texts import Safe, units

ROOM = 2500
"""UTF-16 units of lines in one message; the rest up to 4096 is for head, foot and mentions."""

MOST = 40
"""Lines in one message: a phone shows no more with comfort, and 40 players fit."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line and how many units more it may grow by."""

    text: Safe
    spare: int = 0


def parts(lines: Sequence[Line], *, most: int = MOST, room: int = ROOM) -> list[list[Safe]]:
    """The lines in portions, in order; at least one portion, perhaps empty."""
    portions: list[list[Safe]] = [[]]
    used = 0
    for line in lines:
        size = units(line.text) + 1 + line.spare
        if portions[-1] and (len(portions[-1]) == most or used + size > room):
            portions.append([])
            used = 0
        portions[-1].append(line.text)
        used += size
    return portions


def key_of(key: str, part: int) -> str:
    """The key of a part, counted from 0: `round/3.97`, `round/3.97#2`."""
    return key if part == 0 else f"{key}#{part + 1}"


def text(*pieces: Safe | str) -> str:
    """Lines and paragraphs put together; empty ones take no room."""
    return "\n".join(piece for piece in pieces if piece)
