"""What all FIDE systems share: C.04.1 and C.04.2, and the colour preferences of C.04.3 article 1.

A player is an `Entrant`: his record boiled down to what the pairing rules ask about. Scores are halves
and mean the pairing score (C.04.7): points before the round and the virtual points of the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing.field import Field, Limit
from engine.pairing.lots import first_colour

PAIRED = frozenset({Kind.GAME, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.BYE})
"""What a round was for somebody who was taken into account in its pairing (C.04.2 2.4)."""


class Strength(IntEnum):
    """How strong a colour preference is (C.04.3 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour due to a player (1.7); `difference` is games with White less games with Black (1.6)."""

    colour: Colour | None
    strength: Strength
    difference: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired. `tpn` is his pairing number of this round (C.04.2 2.2-2.5), not his id."""

    number: int
    tpn: int
    score: int
    colours: tuple[Colour, ...]
    preference: Preference


NOTHING_DUE = Preference(None, Strength.NONE, 0)


def preference(colours: Sequence[Colour]) -> Preference:
    """The colour due after games with these colours; unplayed rounds are left out beforehand (3.4)."""
    if not colours:                                                                         # 1.7.4
        return NOTHING_DUE
    difference = 2 * colours.count(Colour.WHITE) - len(colours)                             # 1.6
    last = colours[-1]
    if abs(difference) > 1:                                                                 # 1.7.1
        return Preference(Colour.BLACK if difference > 0 else Colour.WHITE, Strength.ABSOLUTE, difference)
    if len(colours) > 1 and colours[-2] is last:
        return Preference(last.other, Strength.ABSOLUTE, difference)
    if difference:                                                                          # 1.7.2
        return Preference(Colour.BLACK if difference > 0 else Colour.WHITE, Strength.STRONG, difference)
    return Preference(last.other, Strength.MILD, difference)                                # 1.7.3


def entrants(field: Field, numbers: Iterable[int]) -> list[Entrant]:
    """The players of these start numbers, ranked: higher score, then smaller TPN (1.2)."""
    tpn = pairing_numbers(field)
    found = []
    for number in numbers:
        colours = field.records[number].colours
        found.append(Entrant(number, tpn[number], pairing_score(field, number), colours, preference(colours)))
    return sorted(found, key=lambda entrant: (-entrant.score, entrant.tpn))


def pairing_numbers(field: Field) -> dict[int, int]:
    """The TPN of everybody who has one: who is or was taken into account for a pairing (C.04.2 2.4).

    Nobody else is counted; that moves the parity on which round 1 colours depend (5.2.5).
    """
    counted = (
        number for number in sorted(field.records)
        if field.takes_part(number) or any(past.kind in PAIRED for past in field.records[number].past)
    )
    return {number: tpn for tpn, number in enumerate(counted, 1)}


def pairing_score(field: Field, number: int, rounds: int | None = None) -> int:
    """The score with which the round after so many (all if not said) is paired."""
    after = field.round - 1 if rounds is None else rounds
    virtual = field.virtual.get(number, ())
    return field.records[number].score(after) + (virtual[after] if after < len(virtual) else 0)


def may_have_bye(field: Field, number: int) -> bool:
    """C.04.1 article 4; always True once the chief arbiter has lifted the limit."""
    if Limit.PLUS in field.lifted:
        return True
    return not any(_bars(field, past) for past in field.records[number].past)


def _bars(field: Field, past: Past) -> bool:
    if past.played:
        return False
    if field.handling.bye_bar == "bye_or_forfeit_win":
        return past.kind in (Kind.BYE, Kind.FORFEIT_WIN)
    return past.kind is Kind.BYE or past.points >= field.scoring.win


def unplayed(record: Record) -> int:
    """Rounds so far without a game, those before a late entry included (C9)."""
    return sum(not past.played for past in record.past)


def initial_colour(field: Field) -> Colour:
    """The initial-colour (5.1): as laid down, or by the lot of the tournament's seed."""
    return field.first_colour or first_colour(field.seed)


def publication(field: Field, pairs: Iterable[tuple[Entrant, Entrant]]) -> list[tuple[Entrant, Entrant]]:
    """Pairs (White first) in board order (C.04.2 3.6)."""
    real = field.handling.board_order == "standings"

    def place(pair: tuple[Entrant, Entrant]) -> tuple[int, int, int]:
        scores = [field.records[e.number].score() if real else e.score for e in pair]
        (high, tpn), (low, _) = sorted(
            zip(scores, (e.tpn for e in pair), strict=True), key=lambda each: (-each[0], each[1])
        )
        return -high, -high - low, tpn

    return sorted(pairs, key=place)


def float_of(field: Field, number: int, back: int) -> int:
    """The float `back` rounds ago: 1 down, -1 up, 0 none (1.4). Round indexes are those of the schedule."""
    record = field.records[number]
    if back > len(record.past):
        return 0
    past = record.past[-back]
    if not past.played:                                                                     # 1.4.3, 1.4.4
        scored = past.kind is Kind.BYE or past.points > field.scoring.loss
        return int(scored or field.handling.unplayed_float == "always")
    assert past.opponent is not None
    before = len(record.past) - back
    ours, theirs = pairing_score(field, number, before), pairing_score(field, past.opponent, before)
    return (ours > theirs) - (ours < theirs)                                                # 1.4.2
