"""Pairing systems. Each sees a `Field` and answers with a `Draw`, or raises `NoLegalDraw`.

`SYSTEMS` is the table of what exists; `pair_field(field, "individual")` draws a round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.pairing import dutch, roundrobin
from engine.pairing.draughts import BLIND, BUCHHOLZ, INDIVIDUAL, SOLKOFF, Rules, arrange, classify, draw
from engine.pairing.field import Draw, Field, Forced, Limit, NoLegalDraw, Pair, pair_set
from engine.pairing.reasons import Coloured
from engine.pairing.redraw import Redrawn, leader, redraw
from engine.pairing.simple import SIMPLE

__all__ = [
    "MACHINE", "SYSTEMS", "Draw", "Field", "Forced", "Limit", "NoLegalDraw", "Pair", "System", "colour_pair",
    "list_boards", "pair_field", "pair_set", "redraw_field", "remedies",
]

MACHINE: dict[str, Rules] = {rules.name: rules for rules in (BLIND, INDIVIDUAL, SOLKOFF, BUCHHOLZ, SIMPLE)}
"""The systems that share the procedure of draughts.md, with what each does in its own way."""


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system: its name in settings and files, the law it follows, and what draws a round."""

    name: str
    law: str
    draw: Callable[[Field], Draw]


SYSTEMS: dict[str, System] = {
    name: System(name, rules.law, partial(draw, rules=rules)) for name, rules in MACHINE.items()
} | {
    "dutch": System("dutch", dutch.LAW, dutch.draw),
    "roundrobin": System("roundrobin", roundrobin.LAW, roundrobin.draw),
}


def pair_field(field: Field, system: str) -> Draw:
    """Draw the round. Raises NoLegalDraw, and KeyError for a system that is not in `SYSTEMS`."""
    return SYSTEMS[system].draw(field)


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


def remedies(field: Field, system: str) -> tuple[frozenset[Limit], ...]:
    """After `NoLegalDraw`: the smallest sets of limits with which, once lifted, a draw exists (5.2)."""
    found: list[frozenset[Limit]] = []
    for more in (frozenset({Limit.COLOUR}), frozenset({Limit.PLUS}), frozenset(Limit)):
        if any(less <= more for less in found):
            continue
        try:
            pair_field(replace(field, lifted=field.lifted | more), system)
        except NoLegalDraw:
            continue
        found.append(more)
    return tuple(found)
