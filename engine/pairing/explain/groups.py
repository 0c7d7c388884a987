"""The draw of the draughts systems and the simple Swiss, group by group: who was tried, and who went down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.pairing.explain.laws import AGAINST, ARTICLES, DOWN
from engine.pairing.explain.told import Met, Stayed, Told, Tried
from engine.pairing.fide_reasons import FideReason
from engine.pairing.field import Draw, Field
from engine.pairing.machine import MACHINE
from engine.pairing.reasons import DownPassed, Group, Reason, Rejected, WentDown

WHYS = ("met", "colours", "forbidden", "unkept")
"""What can stand against a pair, in the order in which it is told."""


def meeting(field: Field, a: int, b: int) -> int:
    """The round in which two who have met did so."""
    return next(round for round, past in enumerate(field.records[a].past, 1) if past.played and past.opponent == b)


def steps(draw: Draw) -> list[tuple[Group | None, list[Reason | FideReason]]]:
    """The groups in order, each with what was decided in it; what comes before the first one stands under None."""
    found: list[tuple[Group | None, list[Reason | FideReason]]] = [(None, [])]
    for reason in draw.reasons:
        if isinstance(reason, Group):
            found.append((reason, []))
        else:
            found[-1][1].append(reason)
    return found


def tried(field: Field, reasons: Iterable[object], player: int) -> Iterator[Told]:
    """Whom he could not have here: tried for him, or he for somebody above (where that says something of him)."""
    found: dict[str, list[int]] = {why: [] for why in WHYS}
    for each in reasons:
        if isinstance(each, Rejected) and player == each.player:
            found[each.why].append(each.opponent)
        elif isinstance(each, Rejected) and player == each.opponent and each.why != "unkept":
            found[each.why].append(each.player)
    for why, opponents in found.items():
        opponents = list(dict.fromkeys(opponents))
        if why == "met" and len(opponents) == 1:
            yield Met(player, opponents[0], meeting(field, player, opponents[0]))
        elif opponents:
            rounds = tuple(meeting(field, player, n) for n in opponents) if why == "met" else ()
            yield Tried(player, tuple(opponents), why, rounds, article=AGAINST.get(why, "5.4.10.2"))


def gone(reasons: Iterable[object], system: str, players: Iterable[int]) -> Iterator[Told]:
    """Who of these goes down here and why; before the odd one, who stays though it was his turn."""
    stayed = [each for each in reasons if isinstance(each, DownPassed)]
    for each in reasons:
        if not isinstance(each, WentDown) or each.player not in players:
            continue
        for why in ("no opponent", "rest") if each.why == "odd" else ():
            if names := tuple(s.player for s in stayed if s.why == why and s.player != each.player):
                yield Stayed(names, why, article="D12" if why == "no opponent" else "5.4.10.8")
        article = DOWN.get(each.why, ARTICLES[system].down)
        turn = " from top" if each.why == "odd" and MACHINE[system].odd_from_top else ""
        yield replace(each, why=each.why + turn, article=article)
