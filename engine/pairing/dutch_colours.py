"""Colour allocation of the Dutch system: C.04.3 article 5."""

from __future__ import annotations

from engine.model import Colour
from engine.pairing.fide import Entrant, Strength
from engine.pairing.fide_reasons import Allotted


def allocate(hi: Entrant, lo: Entrant, initial: Colour) -> Allotted:
    """Who has White; `hi` is the higher ranked (1.2), `initial` the initial-colour (5.1)."""
    mine, his = hi.preference, lo.preference
    due, other = mine.colour, his.colour
    if due is not None and other is not due:                                                # 5.2.1
        return _give(hi, lo, due, "5.2.1")
    if other is not None and due is None:
        return _give(hi, lo, other.other, "5.2.1")
    if due is not None:
        if mine.strength is not his.strength:                                               # 5.2.2
            return _give(hi, lo, due if mine.strength > his.strength else due.other, "5.2.2")
        if mine.strength is Strength.ABSOLUTE:
            wider = abs(mine.difference) - abs(his.difference)
            if wider:
                return _give(hi, lo, due if wider > 0 else due.other, "5.2.2")
        for own, theirs in zip(reversed(hi.colours), reversed(lo.colours), strict=False):   # 5.2.3
            if own is not theirs:
                return _give(hi, lo, theirs, "5.2.3")
        return _give(hi, lo, due, "5.2.4")                                                  # 5.2.4
    return _give(hi, lo, initial if hi.tpn % 2 else initial.other, "5.2.5")                 # 5.2.5


def _give(hi: Entrant, lo: Entrant, colour: Colour, article: str) -> Allotted:
    white, black = (hi, lo) if colour is Colour.WHITE else (lo, hi)
    refused = tuple(
        entrant.number for entrant, got in ((white, Colour.WHITE), (black, Colour.BLACK))
        if entrant.preference.colour is got.other
    )
    return Allotted(white.number, black.number, refused, article=article)
