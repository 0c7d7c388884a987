"""Facts about a series: votes that open and close, and what is said before a start."""

from __future__ import annotations

from dataclasses import replace

from engine import facts as f
from engine.facts import Entry
from engine.fold.common import drop
from engine.model import Call, Role, Stage, Tournament


def called(t: Tournament, e: Entry, fact: f.Called) -> Tournament:
    """The vote for the next round is open. One that was over already begins anew, without its answers."""
    number = fact.round
    if not t.settings.weekly or number != t.next_round or t.stage not in (Stage.ENTRY, Stage.PLAYING):
        return t
    call = Call(number, e.at, fact.closes, fact.starts, fact.until)
    asked = replace(t, calls={**t.calls, number: call},
                    short={key: at for key, at in t.short.items() if key != number})
    if number not in t.closed:
        return asked
    players = {p.id: replace(p, byes={r: h for r, h in p.byes.items() if r != number}, present=p.present - {number})
               for p in t.players.values()}
    anew = replace(asked, players=players, closed={key: at for key, at in t.closed.items() if key != number})
    return drop(anew, e, "called")


def closed(t: Tournament, e: Entry, number: int) -> Tournament:
    """The vote or the entry for a round is over: if the clock says so, the draw waits for its start."""
    call = t.calls.get(number)
    drawn = call.starts if call is not None and e.role is Role.CLOCK else e.at
    if number != t.next_round or (t.settings.weekly and call is None) or t.closed.get(number, drawn) < drawn:
        return t
    if t.closed.get(number) == drawn:
        return t
    return replace(t, closed={**t.closed, number: drawn})


def one_short(t: Tournament, e: Entry, number: int) -> Tournament:
    if number in t.short or number != t.next_round:
        return t
    return replace(t, short={**t.short, number: e.at})
