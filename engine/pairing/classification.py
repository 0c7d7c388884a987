"""The classification before a round (draughts.md section 6): who stands where among those taking part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.history import entered
from engine.pairing.draughts_rules import Rules
from engine.pairing.field import Field
from engine.pairing.lots import lot
from engine.tiebreaks import figure


@dataclass(frozen=True, slots=True)
class Ranked:
    """The classification before a round (section 6), of those taking part."""

    order: tuple[int, ...]
    place: dict[int, int]
    points: dict[int, int]
    coefficients: dict[int, int]
    pots: dict[int, int]

    def group(self, number: int) -> tuple[int, int]:
        """Players with equal values form a group: pot and points (D25)."""
        return self.pots[number], self.points[number]

    def sort(self, numbers: Iterable[int]) -> list[int]:
        return sorted(numbers, key=self.place.__getitem__)


def classify(field: Field, rules: Rules) -> Ranked:
    """Put those taking part in order: pot, points, then the system's own way inside a group."""
    playing = field.playing
    points = {number: field.records[number].score() for number in playing}
    pots = {number: field.pot(number) for number in playing}
    worth: dict[int, int] = {}
    if rules.coefficient and field.round >= 3:
        everybody = entered(field.records.values(), field.round)
        values = figure(rules.coefficient, everybody, "ru_draughts")
        worth = {number: int(values[number]) for number in playing}

    def inside(number: int) -> tuple[int, str, int]:
        if rules.lots and field.round >= 2:
            return 0, lot(field.seed, f"round-{field.round}", number), 0
        return -worth.get(number, 0), "", -number if rules.descending(field.round) else number

    order = tuple(sorted(playing, key=lambda n: (pots[n], -points[n], inside(n))))
    return Ranked(order, {number: i for i, number in enumerate(order)}, points, worth, pots)
