"""Who has White: draughts.md section 9. Only games played are looked at.

`hi` and `lo` are the higher and the lower of the two in the classification of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine.history import Record
from engine.model import Colour
from engine.pairing.field import Field
from engine.pairing.legality import streak
from engine.pairing.lots import first_colour
from engine.pairing.reasons import Coloured


def first_round(field: Field, hi: int, lo: int, leader: int | None) -> Coloured:
    """Round 1 (9.1, D20). `leader` is the player m whose colour is drawn by lot; None in the blind draw."""
    if leader is None:
        white = hi if hi % 2 or not lo % 2 else lo
        return Coloured(white, lo if white == hi else hi, "round 1", article="5.4.10.4")
    colour = field.first_colour or first_colour(field.seed)
    return _give(hi, lo, colour if hi % 2 == leader % 2 else colour.other, "round 1", "5.4.10.5.2")


def later_round(field: Field, hi: int, lo: int, *, balance_first: bool) -> Coloured:
    """Rounds after the first: 9.2, or with `balance_first` the chess order of 9.3 (D21, D34)."""
    upper, lower = field.records[hi], field.records[lo]
    ours, theirs = upper.colours, lower.colours
    mine, his = streak(upper), streak(lower)
    if mine is not None and mine is not his:
        return _give(hi, lo, mine.other, "absolute")
    if his is not None and his is not mine:
        return _give(hi, lo, his, "absolute")
    if not ours and not theirs:
        return _give(hi, lo, Colour.WHITE if hi % 2 else Colour.BLACK, "no games yet", "D22")
    if balance_first and (_whites(upper) != _whites(lower)):
        return _give(hi, lo, Colour.WHITE if _whites(upper) < _whites(lower) else Colour.BLACK, "balance", "D34")
    if not ours or not theirs or ours[-1] is not theirs[-1]:
        return _give(hi, lo, ours[-1].other if ours else theirs[-1], "alternation")
    common = ours[-1]                                    # the "winner" gets the opposite of it
    if not balance_first:
        if (run := _run(ours) - _run(theirs)) != 0:
            return _give(hi, lo, common.other if run > 0 else common, "longer run", "D21")
        surplus = _whites(upper) - _whites(lower)
        if surplus:
            more = (surplus > 0) == (common is Colour.WHITE)
            return _give(hi, lo, common.other if more else common, "balance", "D21")
    for own, other in zip(reversed(ours), reversed(theirs), strict=False):
        if own is not other:
            return _give(hi, lo, common.other if own is common else common, "earlier game", "D21")
    return _give(hi, lo, common.other, "higher place", "D21")


def _give(hi: int, lo: int, colour: Colour, rule: str, article: str = "5.4.10.2") -> Coloured:
    white, black = (hi, lo) if colour is Colour.WHITE else (lo, hi)
    return Coloured(white, black, rule, article=article)


def _whites(record: Record) -> int:
    """Games with White less games with Black."""
    return sum(1 if colour is Colour.WHITE else -1 for colour in record.colours)


def _run(colours: Sequence[Colour]) -> int:
    """How many games running he has had the colour of his last game."""
    return sum(1 for _ in takewhile(lambda colour: colour is colours[-1], reversed(colours)))
