"""Whether two players may meet: the absolute requirements of draughts.md section 5 (5.4.10.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.history import Record
from engine.model import Colour
from engine.pairing.field import Field, Limit


def has_met(field: Field, a: int, b: int) -> bool:
    """Whether the two have played a game with each other; a forfeit is no meeting (D6)."""
    return b in field.records[a].met


def streak(record: Record) -> Colour | None:
    """The colour of his last three games played, if it was one and the same (requirement 2)."""
    last = record.colours[-3:]
    return last[0] if len(last) == 3 and len(set(last)) == 1 else None


def colour_legal(field: Field, a: int, b: int) -> bool:
    """Whether colours exist with which neither plays a fourth game running with one colour (D7)."""
    needed = streak(field.records[a])
    return needed is None or needed is not streak(field.records[b])


def breaches(field: Field, a: int, b: int, *, avoid: bool = False) -> tuple[str, ...]:
    """What stands against the pair: some of `met`, `colours`, `forbidden`; empty if it is legal.

    Lifted limits do not count. With `avoid`, pairs to avoid are treated as forbidden (5.3).
    """
    pair = frozenset((a, b))
    found = []
    if has_met(field, a, b):
        found.append("met")
    if pair in field.never or (avoid and pair in field.avoid):
        found.append("forbidden")
    if Limit.COLOUR not in field.lifted and not colour_legal(field, a, b):
        found.append("colours")
    return tuple(found)


def legal_pair(field: Field, a: int, b: int, *, avoid: bool = False) -> bool:
    """Whether the two may be paired in this round."""
    return not breaches(field, a, b, avoid=avoid)


def opponents(field: Field, players: Sequence[int], *, avoid: bool) -> list[int]:
    """For each of `players` his legal opponents among them, as bits of their places in the sequence."""
    place = {number: i for i, number in enumerate(players)}
    everybody = (1 << len(players)) - 1
    needing = dict.fromkeys(Colour, 0)
    if Limit.COLOUR not in field.lifted:
        for i, number in enumerate(players):
            needed = streak(field.records[number])
            if needed is not None:
                needing[needed] |= 1 << i
    barred = [1 << i for i in range(len(players))]
    for i, number in enumerate(players):
        for other in field.records[number].met:
            if other in place:
                barred[i] |= 1 << place[other]
        for same in needing.values():
            if same >> i & 1:
                barred[i] |= same
    for pair in field.never | field.avoid if avoid else field.never:
        a, b = (place.get(number) for number in pair)
        if a is not None and b is not None:
            barred[a] |= 1 << b
            barred[b] |= 1 << a
    return [everybody & ~mask for mask in barred]
