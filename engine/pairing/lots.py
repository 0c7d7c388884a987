"""Lots that can be drawn again: SHA-256 of the tournament's seed (draughts.md section 3, D1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.model import Colour


def lot(seed: str, label: str, n: int) -> str:
    """64 lower-case hexadecimal digits for the UTF-8 text seed|label|n. Players are sorted by them."""
    from hashlib import sha256  # loads OpenSSL, and most report files draw no lots

    return sha256(f"{seed}|{label}|{n}".encode()).hexdigest()


def first_colour(seed: str) -> Colour:
    """The colour of the highest player of the first pair of round 1: White if the last digit is even (9.1)."""
    return Colour.WHITE if int(lot(seed, "colour", 1)[-1], 16) % 2 == 0 else Colour.BLACK


@dataclass(frozen=True, slots=True)
class Entry:
    """Who asks for a start number: `late` if entered after the numbers were drawn, or for a later round."""

    number: int                      # entry number, in order of registration
    rating: int | None = None
    first_round: int = 1
    late: bool = False


def start_order(entries: Iterable[Entry], seed: str, system: str, ratings_used: bool = True) -> list[int]:
    """Entry numbers in order of start number: the first is that of start number 1 (section 4).

    Rated players by rating, equals and the unrated by lot; with `ratings_used` False, and always in
    the system `blind`, everybody by lot. Late entries follow by first round, then by entry number (D2).
    """

    by_rating = ratings_used and system != "blind"

    def place(entry: Entry) -> tuple[int, int, int, str]:
        if entry.late or entry.first_round > 1:
            return (2, entry.first_round, entry.number, "")
        rated = by_rating and entry.rating is not None
        return (0 if rated else 1, -(entry.rating or 0) if rated else 0, 0, lot(seed, "start", entry.number))

    return [entry.number for entry in sorted(entries, key=place)]


def by_lot(numbers: Sequence[int], seed: str, label: str) -> list[int]:
    """Start numbers in the order of their lots."""
    return sorted(numbers, key=lambda number: lot(seed, label, number))
