"""What one draughts system of 5.4.10 does otherwise than the others (draughts.md sections 6, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Choice = Callable[[Sequence[int], Sequence[int], int], Iterable[int]]
"""Step C: (upper half, lower half, x) -> the opponents of the highest remaining player x, in order."""


def neighbours(upper: Sequence[int], lower: Sequence[int], x: int) -> Iterable[int]:
    """The next in the list, the one after, … last."""
    return (y for y in (*upper, *lower) if y != x)


def halves(upper: Sequence[int], lower: Sequence[int], x: int) -> Iterable[int]:
    """The lower half from first to last, then the upper half from last to first."""
    return (y for y in (*lower, *reversed(upper)) if y != x)


def ends(upper: Sequence[int], lower: Sequence[int], x: int) -> Iterable[int]:
    """Last, last but one, … up to the player just below x."""
    return (y for y in reversed((*upper, *lower)) if y != x)


@dataclass(frozen=True, slots=True)
class Rules:
    """What one system does in its own way.

    Order of equal points (section 6): by `lots` from round 2, by `coefficient` from round 3, else by
    start number, in the rounds of `descending` the other way round. 8.2: `floaters_from_end` step A,
    `odd_from_top` step B, `choice` step C. Colours: `balance_first` is 9.3, `odd_white` 9.1 of `blind`.
    """

    name: str
    choice: Choice = halves
    lots: bool = False
    coefficient: str = ""
    descending: Callable[[int], bool] = lambda round: False
    floaters_from_end: bool = False
    odd_from_top: bool = False
    balance_first: bool = False
    odd_white: bool = False


BLIND = Rules("blind", neighbours, lots=True, odd_white=True)
INDIVIDUAL = Rules("individual", descending=lambda round: round % 2 == 0)
SOLKOFF = Rules("solkoff", coefficient="BH/C1", descending=lambda round: round == 2)
BUCHHOLZ = Rules("buchholz", ends, coefficient="BH", floaters_from_end=True, odd_from_top=True)
