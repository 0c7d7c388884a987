"""Why the bye is where it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.pairing import dutch_explain
from engine.pairing.explain.laws import classified
from engine.pairing.explain.told import Passed, Told
from engine.pairing.fide_reasons import Bye, ByeScore
from engine.pairing.field import Draw, Field
from engine.pairing.reasons import ByeGiven, ByePassed


def about_bye(field: Field, draw: Draw, system: str) -> tuple[Told, ...]:
    """Why the bye is where it is, and who was passed over; nothing if there is none."""
    if draw.bye is None:
        return ()
    if system == "dutch":
        told: list[Told] = [each for each in draw.reasons if isinstance(each, ByeScore | Bye)]
        return (*told, replace(dutch_explain.alternative(field, (draw.bye,)), code="alternative_bye"))
    given = [each for each in draw.reasons if isinstance(each, ByeGiven)]
    return (*_passed(draw), *given, classified(field, system))


def _passed(draw: Draw) -> Iterator[Told]:
    for why in ("won without play", "rest"):
        players = tuple(r.player for r in draw.reasons if isinstance(r, ByePassed) and r.why == why)
        if players:
            yield Passed(players, why, article="5.4.10.2" if why == "won without play" else "D8")
