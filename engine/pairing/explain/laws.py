"""Where the text of a system stands, and by what it orders equal points."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pairing import roundrobin
from engine.pairing.explain.told import Classified
from engine.pairing.field import Field
from engine.pairing.machine import MACHINE


@dataclass(frozen=True, slots=True)
class Articles:
    """Where a system's own text stands: round 1, pairs in a group, who goes down, order of equal points."""

    first: str
    pair: str
    down: str
    order: str


ARTICLES = {
    "blind": Articles("5.4.10.4", "5.4.10.4", "5.4.10.4", "5.4.10.4"),
    "individual": Articles("5.4.10.5.2", "5.4.10.5.5", "5.4.10.5.4", "5.4.10.5.3"),
    "solkoff": Articles("5.4.10.5.2", "5.4.10.5.5", "5.4.10.5.4", "5.4.10.6.2"),
    "buchholz": Articles("5.4.10.7.2", "5.4.10.7.5", "5.4.10.7.4", "5.4.10.7.3"),
    "simple": Articles("D30", "D30", "D30", "D30"),
}
DOWN = {"left over": "D15", "floater": "D13"}
"""By why somebody goes down, where it is not the system's own article."""

AGAINST = {"forbidden": "D35", "unkept": "5.4.10.8"}
"""By what stands against a pair, where it is not 5.4.10.2."""


def classified(field: Field, system: str) -> Classified:
    """How this round orders equal points; a round robin goes by its table. KeyError for other systems."""
    if system == "roundrobin":
        return Classified("berger" if field.robin == 1 else "left to meet", article=roundrobin.LAW)
    rules, articles = MACHINE[system], ARTICLES[system]
    if rules.lots and field.round >= 2:
        return Classified("lot", article=articles.order)
    if rules.coefficient and field.round >= 3:
        return Classified(rules.coefficient, article=articles.order)
    if rules.descending(field.round):
        return Classified("number down", article="5.4.10.5.3" if field.round == 2 else "5.4.10.5.6")
    return Classified("number", article=articles.order)
