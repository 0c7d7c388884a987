"""Judges order how a round is to be drawn: pairs by hand, pairs kept apart, pots (5.3, 5.4.10.9, 5.4.10.12).

Ordered before round 1 it belongs to the regulations of the event; later it is a change, which needs a
reason. Either way it is on record with its author and shown to the players.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import drafting
from engine import facts as f
from engine.entry import member_of, still_open
from engine.facts import Fact
from engine.judging.draws import by_hand, check, needs_reason
from engine.model import Actor, MemberId, Refused, RoundRules, Standing, Tournament
from engine.pairing.machine import MACHINE
from engine.rights import action

Pairs = Sequence[tuple[MemberId, MemberId]]


@action
def force(t: Tournament, who: Actor, white: MemberId, black: MemberId, *, round: int | None = None,
          given: bool = True, reason: str, sure: bool = False) -> list[Fact]:
    """Order a pair for the next round or a later one; two who have met only after "no legal pairing" (D24)."""
    return force_all(t, who, ((white, black),), round=round, given=given, reason=reason, sure=sure)


@action
def force_all(t: Tournament, who: Actor, pairs: Pairs, *, round: int | None = None, given: bool = True,
              reason: str, sure: bool = False) -> list[Fact]:
    """Order pairs, (White, Black), in one step; those ordered already add nothing.

    `given`: the colours are as said, else the law allots them.
    """
    still_open(t)
    by_hand(t)
    number = _round(t, round)
    ordered = {change.players for change in t.rules.get(number, RoundRules()).changes if change.kind == "force"}
    new = [pair for pair in pairs if pair not in ordered]
    taken: set[MemberId] = {player for pair in ordered for player in pair}
    for white, black in new:
        if white == black:
            raise Refused("same_player")
        for player in (white, black):
            if member_of(t, player).standing is not Standing.IN:
                raise Refused("player_not_in", player=player)
            if number in t.players[player].byes:
                raise Refused("misses_round", player=player, round=number)
            if player in taken:
                raise Refused("paired_already", player=player, round=number)
            taken.add(player)
        _possible(t, white, black, number, given=given, sure=sure)
    if new:
        needs_reason(reason)
    return [f.Forced(number, white, black, given, reason) for white, black in new]


def _possible(t: Tournament, white: MemberId, black: MemberId, number: int, *, given: bool, sure: bool) -> None:
    seen = drafting.inspect(t, ((white, black),), None, {white, black}, number)
    rematch = () if t.stuck is not None and number == t.stuck.round else seen.met
    fourth = seen.fourth_colour if given and number == t.next_round else ()
    check(drafting.Preview(rematch, seen.banned, fourth), sure)


@action
def forbid(t: Tournament, who: Actor, a: MemberId, b: MemberId, strength: str, *, round: int | None = None,
           reason: str = "") -> list[Fact]:
    """Keep two apart: `never`, `avoid`, or empty to strike it off (5.3). A posted round does not change.

    `round` None: in all rounds. Once round 1 is posted a reason is needed.
    """
    still_open(t)
    by_hand(t)
    if a == b:
        raise Refused("same_player")
    member_of(t, a), member_of(t, b)
    if strength not in ("never", "avoid", ""):
        raise Refused("bad_setting", key="forbid", value=strength, allowed="never, avoid")
    if round is not None:
        _round(t, round)
    known = {(ban.players, ban.round): ban.strength for ban in t.bans}
    if known.get((frozenset({a, b}), round), "") == strength:
        return []
    if t.rounds:
        needs_reason(reason)
    return [f.Forbidden(a, b, strength, round, reason)]


@action
def pots(t: Tournament, who: Actor, pots: Sequence[Sequence[MemberId]], *, round: int | None = None,
         reason: str = "") -> list[Fact]:
    """Draw a round by pots, the highest first; players in none form a last one. Empty: without pots (D25).

    Once round 1 is posted a reason is needed.
    """
    still_open(t)
    if t.system not in MACHINE:
        raise Refused("no_pots")
    number = _round(t, round)
    wanted = tuple(tuple(pot) for pot in pots if pot)
    players = [player for pot in wanted for player in pot]
    for player in players:
        member_of(t, player)
        if players.count(player) > 1:
            raise Refused("in_two_pots", player=player)
    if wanted == t.rules.get(number, RoundRules()).pots:
        return []
    if t.rounds:
        needs_reason(reason)
    return [f.Potted(number, wanted, reason)]


def _round(t: Tournament, number: int | None) -> int:
    """The round meant: the next one, or one that is still to come."""
    if number is None:
        return t.next_round
    if not t.next_round <= number <= t.settings.rounds:
        raise Refused("bad_round", round=number, among=(t.next_round, t.settings.rounds))
    return number
