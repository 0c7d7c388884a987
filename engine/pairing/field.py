"""What a pairing system needs to know of one round, and nothing else.

A `Field` is made from a tournament, a federation file or a test case alike. Players are start
numbers; points are halves. What a system answers is a `Draw`, or the exception `NoLegalDraw`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.history import Record
from engine.model import Colour, Scoring
from engine.pairing.fide_reasons import FideReason
from engine.pairing.handling import FIDE_2026, Handling
from engine.pairing.reasons import Reason

Pair = tuple[int, int]


class Limit(StrEnum):
    """A requirement the chief referee may lift for a round after "no legal pairing exists" (5.2)."""

    COLOUR = "colour"
    PLUS = "plus"


@dataclass(frozen=True, slots=True)
class Forced:
    """A pair the organiser has ordered (section 11). With `coloured` False section 9 allots the colours."""

    white: int
    black: int
    coloured: bool = True

    @property
    def players(self) -> frozenset[int]:
        return frozenset((self.white, self.black))


@dataclass(frozen=True, slots=True)
class Field:
    """The round to be paired.

    `records` holds everybody with a start number, by number, the withdrawn and the absent included,
    each with one `Past` for every round before `round`. Who takes part: entered, not withdrawn, present.
    `never` and `avoid` are unordered pairs (5.3); `pots` are for this round, players in none form a
    last one. `first_colour` fixes the colour of the round 1 leader instead of the lot. `rounds` is the
    planned number, for systems that treat the last round differently. `handling` is the edition of the
    FIDE rules; `virtual` holds the halves an acceleration adds, by player and round from 1 on (C.04.7).
    Of a round robin `cycles` says how often everybody meets everybody, and `robin` is its first round:
    later than 1 it completes a Swiss that was stuck.

    Raises ValueError if it contradicts itself: a wrong number of past rounds, an unknown number, a
    player in two forced pairs, a forced pair that is forbidden `never`.
    """

    round: int
    records: Mapping[int, Record]
    seed: str = ""
    rounds: int | None = None
    forced: tuple[Forced, ...] = ()
    never: frozenset[frozenset[int]] = frozenset()
    avoid: frozenset[frozenset[int]] = frozenset()
    pots: tuple[tuple[int, ...], ...] = ()
    lifted: frozenset[Limit] = frozenset()
    first_colour: Colour | None = None
    scoring: Scoring = field(default_factory=Scoring)
    handling: Handling = FIDE_2026
    virtual: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    cycles: int = 1
    robin: int = 1

    def __post_init__(self) -> None:
        for number, record in self.records.items():
            if number != record.number:
                raise ValueError(f"player {record.number} is kept under {number}")
            if len(record.past) != self.round - 1:
                raise ValueError(f"player {number} has {len(record.past)} past rounds before round {self.round}")
        pairs = [pair.players for pair in self.forced]
        named = [number for pair in pairs for number in pair]
        potted = [number for pot in self.pots for number in pot]
        for number in (*named, *potted, *(n for pair in (*self.never, *self.avoid) for n in pair)):
            if number not in self.records:
                raise ValueError(f"there is no player {number}")
        if any(len(pair) != 2 for pair in (*pairs, *self.never, *self.avoid)):
            raise ValueError("a pair needs two different players")
        if len(named) != len(set(named)):
            raise ValueError("a player is in two forced pairs")
        if len(potted) != len(set(potted)):
            raise ValueError("a player is in two pots")
        if clash := [pair for pair in pairs if pair in self.never]:
            raise ValueError(f"the pair {sorted(clash[0])} is both forced and forbidden")

    def takes_part(self, number: int) -> bool:
        """Entered by this round, not withdrawn, not absent by notice (section 1)."""
        record = self.records[number]
        return record.present and not record.withdrawn and record.first_round <= self.round

    @property
    def playing(self) -> tuple[int, ...]:
        """Those taking part, by start number."""
        return tuple(number for number in sorted(self.records) if self.takes_part(number))

    @property
    def standing_pairs(self) -> tuple[Forced, ...]:
        """The forced pairs of which both take part; the others are dropped (D24)."""
        return tuple(p for p in self.forced if self.takes_part(p.white) and self.takes_part(p.black))

    def pot(self, number: int) -> int:
        """The place of his pot, 0 first; those named in none share a last one (D25)."""
        return next((i for i, pot in enumerate(self.pots) if number in pot), len(self.pots))


@dataclass(frozen=True, slots=True)
class Draw:
    """The answer of a pairing system.

    `boards` are (white, black) in board order. `order` is the classification of all who take part,
    `points` their score in halves before the round, `coefficients` what ordered equal points (empty
    where the system uses none in this round). `reasons` say in order how it came about.
    """

    boards: tuple[Pair, ...]
    bye: int | None
    order: tuple[int, ...]
    points: Mapping[int, int]
    coefficients: Mapping[int, int]
    reasons: tuple[Reason | FideReason, ...]


class NoLegalDraw(Exception):
    """No legal pairing exists (5.2); no requirement was given up.

    `code` is "no_bye" if nobody may get the bye though the others could be paired, else "no_pairing".
    `crowd` and `few` prove "no_pairing": the players of `crowd` have no opponents but those of `few`
    (and, within small closed circles of odd size, each other), and these are not enough.
    """

    def __init__(self, code: str, crowd: Iterable[int] = (), few: Iterable[int] = ()) -> None:
        self.code = code
        self.crowd = tuple(sorted(crowd))
        self.few = tuple(sorted(few))
        super().__init__(code, self.crowd, self.few)


def pair_set(pairs: Iterable[Iterable[int]]) -> frozenset[frozenset[int]]:
    """Unordered pairs as `Field.never` and `Field.avoid` want them."""
    return frozenset(frozenset(pair) for pair in pairs)
