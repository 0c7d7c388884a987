"""The systems of draughts.md: one procedure, with what each does in its own way; and its re-draw."""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing.classification import classify
from engine.pairing.draughts import arrange, draw
from engine.pairing.draughts_rules import BLIND, BUCHHOLZ, INDIVIDUAL, SOLKOFF, Rules
from engine.pairing.field import Draw, Field, Forced, Pair
from engine.pairing.reasons import Coloured
from engine.pairing.redraw import Redrawn, leader, redraw
from engine.pairing.simple import SIMPLE

MACHINE: dict[str, Rules] = {rules.name: rules for rules in (BLIND, INDIVIDUAL, SOLKOFF, BUCHHOLZ, SIMPLE)}
"""System -> its own ways."""


def draw_field(field: Field, system: str) -> Draw:
    """Draw the round. Raises NoLegalDraw; KeyError outside `MACHINE`."""
    return draw(field, MACHINE[system])


def redraw_field(field: Field, system: str, published: Sequence[Pair], bye: int | None) -> Redrawn:
    """Draw again, touching as few as possible (section 12). Raises NoLegalDraw; KeyError outside `MACHINE`."""
    return redraw(field, MACHINE[system], published, bye)


def colour_pair(field: Field, system: str, a: int, b: int, published: Sequence[Pair] = ()) -> Coloured:
    """Colours by section 9 for a pair made by hand, such as a newcomer who is seated (section 4).

    In round 1 `published` says whose colour the lot gave. KeyError for a system outside `MACHINE`.
    """
    rules, pair = MACHINE[system], Forced(a, b, coloured=False)
    return arrange(field, rules, classify(field, rules), [pair], leader(field, rules, published))[1][0]


def list_boards(field: Field, system: str, boards: Sequence[Pair]) -> tuple[Pair, ...]:
    """Finished boards, White first, in the order of section 10. KeyError for a system outside `MACHINE`."""
    rules = MACHINE[system]
    return arrange(field, rules, classify(field, rules), [Forced(white, black) for white, black in boards])[0]
