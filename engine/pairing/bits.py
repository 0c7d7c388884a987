"""Sets of small integers held as the bits of one integer: quick to cut, join and copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(mask: int) -> Iterator[int]:
    """The members of a set of small integers, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    """A set of small integers as one integer."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
