"""The rounds of a series: one is called, members who always come are in, and who comes later says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engine import entry, votes
from engine import facts as f
from engine.facts import Fact
from engine.model import Actor, MemberId, Refused, Role, Standing, Tournament
from engine.rights import action


@dataclass(frozen=True, slots=True)
class Regular:
    """A member who is always in, with what the club knows of him."""

    member: MemberId
    rating: int | None = None
    title: str = ""
    estimated: bool = False
    guest: bool = False


@action
def call_round(t: Tournament, who: Actor, *, closes: datetime, starts: datetime, until: datetime,
               regulars: Iterable[Regular] = ()) -> list[Fact]:
    """Ask who is in for the next round: until `closes`; drawn at `starts`, to be played by `until`.

    A round that is called again has other times; if its vote was over, everybody is asked anew. While its draft
    waits for a judge the clock calls the round after it, whose vote opens with the posting. Only in the weekly
    pace; `Refused("no_more_rounds")` when all are posted, `bad_call` for times that are out of order.
    """
    entry.still_open(t)
    if not t.settings.weekly:
        raise Refused("not_weekly")
    if t.next_round > t.settings.rounds:
        raise Refused("no_more_rounds", rounds=t.settings.rounds)
    number = t.next_round + (t.draft is not None and who.role is Role.CLOCK)
    if number > t.settings.rounds:                           # the last one is drawn
        return []
    if not closes <= starts < until:
        raise Refused("bad_call")
    call = t.calls.get(number)
    if call is not None and (call.closes, call.starts, call.until) == (closes, starts, until):
        return []
    anew = call is None or number in t.closed
    return [f.Called(number, closes, starts, until),
            *(fact for one in regulars for fact in _always(t, one, number, anew=anew))]


@action
def bring_regulars(t: Tournament, who: Actor, regulars: Iterable[Regular]) -> list[Fact]:
    """Enter the members who are always in, in this order; who has left or was taken out stays out."""
    entry.still_open(t)
    return [fact for one in regulars for fact in _always(t, one, t.next_round, anew=False)]


def _always(t: Tournament, one: Regular, number: int, *, anew: bool) -> list[Fact]:
    known = t.players.get(one.member)
    if known is not None:
        said = not anew and (number in known.byes or number in known.present)
        wanted = t.settings.weekly and known.standing is Standing.IN and not said
        return [f.Present(one.member, number)] if wanted else []
    if not (entry.welcome(t) and entry.has_line(t)):
        return []
    entered: list[Fact] = [f.Joined(one.member, one.guest, one.rating, one.title)]
    if one.estimated and one.rating is not None:
        entered.append(f.Rated(one.member, one.rating, one.title, estimated=True))
    return [*entered, f.Present(one.member, number)] if t.settings.weekly else entered


@action
def late(t: Tournament, who: Actor, *, round: int | None = None, halves: int = 0, rating: int | None = None,
         title: str = "", estimated: bool = False) -> list[Fact]:
    """Be in, but from the round after this one: without a point for it, or with one of one's half-point byes.

    Whoever is not in yet joins by it. In the weekly pace `halves=0` also says that one is in for the round after.
    """
    entry.still_open(t)
    number = t.next_round if round is None else round
    if number != t.next_round:
        raise Refused("round_closed", round=number)
    if t.system == "roundrobin":
        raise Refused("robin_table")
    known = t.players.get(who.member)
    if halves:
        entry.check_half(t, known, number)
    if number >= t.settings.rounds:
        raise Refused("no_later_round", round=number)
    entered = entry.join(t, who, rating=rating, title=title, estimated=estimated)
    joined = [fact for fact in entered if not isinstance(fact, f.Present | f.Away) or fact.round != number]
    if halves and votes.halves_left(t, known, number) <= halves:          # his last one, and not for round 1
        joined = [fact for fact in joined if not isinstance(fact, f.Away)]
    missed = [f.Away(who.member, number, halves)] if known is None or known.byes.get(number) != halves else []
    after = number + 1
    in_after = (t.settings.weekly and not halves
                and (known is None or (after not in known.present and after not in known.byes)))
    return [*joined, *missed, *([f.Present(who.member, after)] if in_after else [])]
