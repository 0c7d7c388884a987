"""Facts about a series: votes that open and close, and what is said before a start."""

from __future__ import annotations

from dataclasses import replace

from engine import facts as f
from engine.facts import Entry
from engine.fold.common import drop
from engine.model import Call, Role, Stage, Tournament


def called(t: Tournament, e: Entry, fact: f.Called) -> Tournament:
    """The vote for the next round is open, or will be when the draft that waits is posted.

    One that was over already begins anew: when a week has passed without its answers, when a judge has moved
    it those who were in stay in.
    """
    number, ahead = fact.round, fact.round - t.next_round
    if not t.settings.weekly or t.stage not in (Stage.ENTRY, Stage.PLAYING):
        return t
    if ahead != 0 and not (ahead == 1 and t.draft is not None):
        return t
    call = Call(number, e.at, fact.closes, fact.starts, fact.until)
    asked = replace(t, calls={**t.calls, number: call},
                    short={key: at for key, at in t.short.items() if key != number})
    if number not in t.closed:
        return asked
    forgotten = {number} if e.role is Role.CLOCK else frozenset()
    players = {p.id: replace(p, byes={r: h for r, h in p.byes.items() if r != number},
                             present=p.present - forgotten) for p in t.players.values()}
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
