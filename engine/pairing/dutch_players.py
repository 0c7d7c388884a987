"""The players of a Dutch round as bits: what articles 1 and 2.1 say of each and of every pair.

Player i is the i-th in order 1.2 and bit i of every mask, so a lower bit is always higher ranked. If
their number is odd, one more vertex, the bye, may be paired with whoever may have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.model import Colour
from engine.pairing.bits import bits, mask_of
from engine.pairing.dutch_colours import allocate
from engine.pairing.fide import Strength, entrants, float_of, initial_colour, may_have_bye, unplayed
from engine.pairing.field import Field, Limit


class Players:
    """Those to be paired, ranked; all lists are by rank, all masks by bit."""

    def __init__(
        self, field: Field, numbers: Sequence[int], *, avoid: bool, no_bye: frozenset[int] = frozenset()
    ) -> None:
        self.field = field
        self.entrants = ranked = entrants(field, numbers)
        self.size = size = len(ranked)
        self.scores = [each.score for each in ranked]
        self.place = {each.number: i for i, each in enumerate(ranked)}
        self.initial = initial_colour(field)
        self.groups = [                                                                      # 1.3.1
            (score, mask_of(i for i, _ in members))
            for score, members in groupby(enumerate(self.scores), key=lambda each: each[1])
        ]
        self.white, self.black = self._preferring(Colour.WHITE), self._preferring(Colour.BLACK)   # 1.7
        self.mild, self.strong, self.absolute = (
            self._of_strength(strength) for strength in (Strength.MILD, Strength.STRONG, Strength.ABSOLUTE)
        )
        floats = [[float_of(field, each.number, back) for each in ranked] for back in (1, 2)]     # 1.4
        self.down = [mask_of(i for i, kind in enumerate(row) if kind > 0) for row in floats]
        self.up = [mask_of(i for i, kind in enumerate(row) if kind < 0) for row in floats]
        self.unplayed = [unplayed(field.records[each.number]) for each in ranked]
        self.topscorers = self._topscorers()
        self.legal = self._legal(avoid)
        self.may_have_bye = mask_of(                                                         # 2.1.2  C2
            i for i, each in enumerate(ranked) if each.number not in no_bye and may_have_bye(field, each.number)
        ) if size % 2 else 0

    def names(self, mask: int) -> tuple[int, ...]:
        """Start numbers of the members of a mask, ranked; the bye has none."""
        return tuple(self.entrants[i].number for i in bits(mask) if i < self.size)

    def _preferring(self, colour: Colour) -> int:
        return mask_of(i for i, each in enumerate(self.entrants) if each.preference.colour is colour)

    def _of_strength(self, strength: Strength) -> int:
        return mask_of(i for i, each in enumerate(self.entrants) if each.preference.strength is strength)

    def _topscorers(self) -> int:                                                            # 1.8
        if self.field.round != self.field.rounds:
            return 0
        half = (self.field.round - 1) * self.field.scoring.win
        return mask_of(i for i, score in enumerate(self.scores) if 2 * score > half)

    def _legal(self, avoid: bool) -> list[int]:
        """Whom each may meet: C1, C3 and what the organiser forbids."""
        field, place = self.field, self.place
        barred = [1 << i for i in range(self.size)]
        for i, each in enumerate(self.entrants):                                             # 2.1.1  C1
            for other in field.records[each.number].met:
                if other in place:                               # also if only one side tells of the game
                    barred[i] |= 1 << place[other]
                    barred[place[other]] |= 1 << i
        yields = field.handling.colours_may_yield(field.round, field.rounds)
        if Limit.COLOUR not in field.lifted or not yields:                                   # 2.1.3  C3
            for side in (self.white, self.black):
                same = self.absolute & side & ~self.topscorers
                for i in bits(same):
                    barred[i] |= same
        for pair in field.never | field.avoid if avoid else field.never:
            a, b = (place.get(number) for number in pair)
            if a is not None and b is not None:
                barred[a] |= 1 << b
                barred[b] |= 1 << a
        everybody = (1 << self.size) - 1
        return [everybody & ~mask for mask in barred]

    def third_colour(self, a: int, b: int) -> tuple[int, int]:
        """What C10 and C11 count for a pair of two equal absolute preferences."""
        hi, lo = (self.entrants[i] for i in sorted((a, b)))
        wide = abs(hi.preference.difference) > 1 and abs(lo.preference.difference) > 1       # 2.4.5  C10
        allotted = allocate(hi, lo, self.initial)
        white, black = (hi, lo) if allotted.white == hi.number else (lo, hi)
        third = (white.colours[-2:] == (Colour.WHITE,) * 2) + (black.colours[-2:] == (Colour.BLACK,) * 2)
        return int(wide), third                                                              # 2.4.6  C11
