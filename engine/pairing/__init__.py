"""Pairing systems. Each sees a `Field` and answers with a `Draw`, or raises `NoLegalDraw`.

`SYSTEMS` is the table of what exists; `pair_field(field, "individual")` draws a round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from engine.pairing.field import Draw, Field, Forced, Limit, NoLegalDraw, Pair, pair_set

__all__ = [
    "SYSTEMS", "Draw", "Field", "Forced", "Limit", "NoLegalDraw", "Pair", "System", "pair_field", "pair_set",
    "remedies",
]


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system: its name in settings and files, the law it follows, and what draws a round."""

    name: str
    law: str
    draw: Callable[[Field], Draw]


# Each system is loaded when it is asked for: a process that pairs one round does not wait for the others.

def _machine(field: Field, system: str) -> Draw:
    from engine.pairing.machine import draw_field

    return draw_field(field, system)


def _dutch(field: Field) -> Draw:
    from engine.pairing.dutch import draw

    return draw(field)


def _roundrobin(field: Field) -> Draw:
    from engine.pairing.roundrobin import draw

    return draw(field)


SYSTEMS: dict[str, System] = {
    system.name: system for system in (
        System("blind", "5.4.10.4", partial(_machine, system="blind")),
        System("individual", "5.4.10.5", partial(_machine, system="individual")),
        System("solkoff", "5.4.10.6", partial(_machine, system="solkoff")),
        System("buchholz", "5.4.10.7", partial(_machine, system="buchholz")),
        System("simple", "simple chess Swiss, club rules", partial(_machine, system="simple")),
        System("dutch", "FIDE C.04.3 (2026)", _dutch),
        System("roundrobin", "C.05 Annex 1", _roundrobin),
    )
}


def pair_field(field: Field, system: str) -> Draw:
    """Draw the round. Raises NoLegalDraw, and KeyError for a system that is not in `SYSTEMS`."""
    return SYSTEMS[system].draw(field)


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
