"""Who is in this week: the vote for a round, when it closes, and what becomes of who says nothing.

In the evening pace the entry before play is the only vote; in the weekly pace every round has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import facts as f
from engine import settings as spelling
from engine.facts import Fact
from engine.model import Call, MemberId, Player, Stage, Standing, Tournament

SMALL_FIELD = 3
"""So few players are no tournament by themselves: judges are asked."""

SHORT_BEFORE = timedelta(minutes=60)
TOO_LATE = timedelta(hours=2)
"""How long before its end a vote looks for one more player; how late a start is still made without asking."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What those who are in the tournament have said about one round, each list in the order of the queue."""

    present: tuple[MemberId, ...] = ()
    half: tuple[MemberId, ...] = ()
    out: tuple[MemberId, ...] = ()
    silent: tuple[MemberId, ...] = ()


def call_of(t: Tournament) -> Call | None:
    """The call of the next round, whether its vote is still open or not."""
    return t.calls.get(t.next_round) if t.stage in (Stage.ENTRY, Stage.PLAYING) else None


def by_round(t: Tournament) -> bool:
    """Whether everybody answers for each round: in the weekly pace, but where a table has all the pairs."""
    return t.settings.weekly and t.settings.system != "roundrobin"


def vote(t: Tournament) -> int | None:
    """The round whose vote is open; before the start also without a call. None where nobody is asked by round."""
    number = t.next_round
    if not by_round(t) or number in t.closed or number > t.settings.rounds:
        return None
    return number if t.stage is Stage.ENTRY or call_of(t) is not None else None


def over(t: Tournament, number: int) -> bool:
    """Whether it is too late to say that one is in for a round not posted yet."""
    return number in t.closed and number == t.next_round


def starts(t: Tournament) -> datetime | None:
    """When the next round is drawn, where an hour is set for it."""
    call = call_of(t)
    if call is not None:
        return call.starts
    return t.settings.start if t.stage is Stage.ENTRY else None


def closes(t: Tournament) -> datetime | None:
    """When the vote or the entry for the next round ends, if that is said: never after the start."""
    call = call_of(t)
    end = call.closes if call is not None else t.settings.closes if t.stage is Stage.ENTRY else None
    start = starts(t)
    return end if end is None or start is None else min(end, start)


def answers(t: Tournament, number: int) -> Answers:
    """What has been said about this round. In the evening pace nobody is silent: who has joined is in."""
    found: dict[str, list[MemberId]] = {"present": [], "half": [], "out": [], "silent": []}
    for player in t.entered():
        found[said(t, player, number)].append(player.id)
    return Answers(**{key: tuple(members) for key, members in found.items()})


def said(t: Tournament, player: Player, number: int) -> str:
    """His answer, by the name of its list in `Answers`."""
    if number in player.byes:
        return "half" if player.byes[number] else "out"
    return "silent" if by_round(t) and number not in player.present else "present"


def halves_left(t: Tournament, player: Player | None, number: int) -> int:
    """How many half-point byes this player may still have, were one of them for this round (C.04.2 3.3)."""
    if t.settings.system not in spelling.FIDE_SYSTEMS or number >= t.settings.rounds:
        return 0
    given = sum(1 for r, halves in player.byes.items() if halves and r != number) if player else 0
    return max(t.settings.byes - given, 0)


def closing(t: Tournament) -> list[Fact]:
    """The facts by which the vote for the next round ends: in the weekly pace who is silent misses it.

    He has half a point for it as long as he has such byes left, as whoever asks for one.
    """
    number = t.next_round
    silent = [p for p in t.standing_players() if p.standing is Standing.IN and said(t, p, number) == "silent"]
    inside = {p.id for p in t.entered()}
    return [f.Closed(number), *(
        f.Away(p.id, number, 1 if p.id in inside and halves_left(t, p, number) else 0) for p in silent)]


def coming(t: Tournament) -> int:
    """How many make up the field before play: those who are in, if there can be a game in the next round at all."""
    present = len(answers(t, t.next_round).present)
    return present if by_round(t) or present < 2 else len(t.entered())


def few(t: Tournament) -> bool:
    """Whether it is for judges to say if so few begin; what one round has too few for, another has not."""
    return coming(t) < 2 if t.settings.weekly else coming(t) <= SMALL_FIELD


def one_short(t: Tournament) -> bool:
    """Whether one more would help and can come: somebody has no opponent, or there are too few."""
    count, inside, limit = len(answers(t, t.next_round).present), len(t.entered()), t.settings.limit
    full = limit is not None and count == inside >= limit
    return (count % 2 == 1 or count <= SMALL_FIELD) and not full
