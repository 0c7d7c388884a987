"""Pairing systems. Each sees a `Field` and answers with a `Draw`, or raises `NoLegalDraw`.

`SYSTEMS` is the table of what exists; `pair_field(field, "individual")` draws a round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.pairing.draughts import BLIND, BUCHHOLZ, INDIVIDUAL, SOLKOFF, Rules, draw
from engine.pairing.field import Draw, Field, Forced, Limit, NoLegalDraw, Pair, pair_set
from engine.pairing.simple import SIMPLE

__all__ = [
    "MACHINE", "SYSTEMS", "Draw", "Field", "Forced", "Limit", "NoLegalDraw", "Pair", "System", "pair_field",
    "pair_set",
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
}


def pair_field(field: Field, system: str) -> Draw:
    """Draw the round. Raises NoLegalDraw, and KeyError for a system that is not in `SYSTEMS`."""
    return SYSTEMS[system].draw(field)
