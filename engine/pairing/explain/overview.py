"""What was not plain in a whole draw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from engine.pairing import dutch_explain
from engine.pairing.explain.byes import about_bye
from engine.pairing.explain.groups import WHYS, gone, meeting, steps
from engine.pairing.explain.laws import AGAINST, classified
from engine.pairing.explain.told import Avoided, Met, Pairs, Told
from engine.pairing.fide_reasons import Bye, ByeScore, Downfloat, Failures, Given
from engine.pairing.field import Draw, Field
from engine.pairing.reasons import AvoidedAnyway, Rejected, WentDown


def overview(field: Field, draw: Draw, system: str) -> tuple[Told, ...]:
    """What was not plain in the whole draw: the leaders, the bye, who has met, who went down."""
    if system == "roundrobin":
        return (classified(field, system),)
    told: list[Told] = []
    avoided = tuple(pair for pair in draw.boards if frozenset(pair) in field.avoid)
    if any(isinstance(each, AvoidedAnyway) for each in draw.reasons) and avoided:
        told.append(Avoided(avoided))
    leaders = _leaders(field, draw, "2.1.1" if system == "dutch" else "5.4.10.2")
    told += leaders
    if system == "dutch":
        told += [each for each in draw.reasons if isinstance(each, ByeScore | Bye | Given | Downfloat)]
        return (*told, *(each for each in takewhile(lambda each: isinstance(each, Failures),
                                                    dutch_explain.explain(field, draw))
                         if isinstance(each, Failures) and each.missed))
    told += about_bye(field, draw, system)[:-1]
    told += _pairs(field, draw, {frozenset((met.player, met.opponent)) for met in leaders})
    for _, reasons in steps(draw):
        told += gone(reasons, system, {each.player for each in reasons if isinstance(each, WentDown)})
    return (*told, classified(field, system))


def _pairs(field: Field, draw: Draw, told: set[frozenset[int]]) -> Iterator[Told]:
    """Every pair that was not made, by what stood against it."""
    for why in WHYS:
        tried = dict.fromkeys(tuple(sorted((r.player, r.opponent))) for r in draw.reasons
                              if isinstance(r, Rejected) and r.why == why)
        pairs = [(pair[0], pair[1]) for pair in tried if frozenset(pair) not in told]
        if pairs:
            rounds = tuple(meeting(field, *pair) for pair in pairs) if why == "met" else ()
            yield Pairs(tuple(pairs), why, rounds, article=AGAINST.get(why, "5.4.10.2"))


def _leaders(field: Field, draw: Draw, article: str) -> list[Met]:
    """The two at the head of the classification, if they have met: what everybody asks about (complaint C16)."""
    if len(draw.order) < 2:
        return []
    a, b = draw.order[:2]
    if b not in field.records[a].met:
        return []
    return [Met(a, b, meeting(field, a, b), leaders=True, article=article)]
