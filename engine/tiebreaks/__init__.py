"""Criteria for places, and the coefficients by which some systems pair.

The table below says of every code (tiebreaks.md section 13) where it comes from, under which policies
for unplayed rounds it can be computed, and whether it is done. All figures are exact fractions of
halves; they use the records up to now, so the table after any round and the coefficients of a draw
come from the same code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.history import Record
from engine.tiebreaks.opponents import POLICIES, contributions

__all__ = ["DEFAULTS", "FIGURES", "POLICIES", "Figure", "contributions", "figure"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. `missing` says why it is not done; empty: done."""

    code: str
    article: str
    name: str
    policies: tuple[str, ...] = ()
    missing: str = ""


FIGURES: dict[str, Figure] = {
    line.code: line
    for line in (
        Figure("PTS", "draughts.md 2", "points"),
        Figure("BH", "5.4.10.7.6, C.07 7.11", "Buchholz, Solkoff", POLICIES),
        Figure("BH/C1", "5.4.10.6.2, C.07 7.11", "truncated Solkoff, Buchholz cut 1", POLICIES),
    )
}

DEFAULTS: dict[str, tuple[tuple[str, ...], str]] = {
    "blind": (("BH/C1", "BH"), "ru_draughts"),
    "individual": (("BH/C1", "BH"), "ru_draughts"),
    "solkoff": (("BH/C1", "BH"), "ru_draughts"),
    "buchholz": (("BH", "BH/C1"), "ru_draughts"),
    "simple": (("BH",), "played"),
    "roundrobin": ((), "played"),
}
"""System -> (criteria after points, policy) where the regulations are silent (section 13, D32)."""


def figure(code: str, records: Mapping[int, Record], policy: str) -> dict[int, Fraction]:
    """A criterion for everybody in `records`, by start number.

    A cut leaves out one value, the smallest, also when several are equally small (D18); without any
    value the figure is 0. Raises ValueError for a code or a policy that is not in the table.
    """
    if code == "PTS":
        return {number: Fraction(record.score()) for number, record in records.items()}
    if code not in FIGURES:
        raise ValueError(f"unknown criterion {code!r}")
    cut = 1 if code == "BH/C1" else 0
    return {
        number: sum(sorted(values)[cut:], Fraction(0))
        for number, values in contributions(records, policy).items()
    }
