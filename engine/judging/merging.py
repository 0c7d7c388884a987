"""A guest entered by hand turns out to be somebody with an account, who may have an entry of his own."""

from __future__ import annotations

from engine import facts as f
from engine.entry import member_of
from engine.facts import Fact
from engine.model import Actor, MemberId, Refused, Stage, Tournament
from engine.rights import action


@action
def merge(t: Tournament, who: Actor, a: MemberId, b: MemberId) -> list[Fact]:
    """Make one of two entries, as one step. The account stays before the guest, else who came first.

    `Refused`: "same_player"; "two_accounts", which are two people; "both_played", when both have a start
    number: games cannot be taken from one and given to another who has his own.
    """
    if t.stage is Stage.CANCELLED:
        raise Refused("cancelled")
    if a == b:
        raise Refused("same_player")
    one, other = sorted((member_of(t, a), member_of(t, b)), key=lambda p: (p.guest, p.joined))
    if not other.guest:
        raise Refused("two_accounts")
    if one.number is not None and other.number is not None:
        raise Refused("both_played")
    return [f.Merged(other.id, one.id)]


@action
def claim(t: Tournament, who: Actor, guest: MemberId, member: MemberId) -> list[Fact]:
    """A guest has turned out to be a member with an account, who plays on in his place; he may be in too.

    Nothing where the guest does not play, or where it is all over and both have an entry. `Refused` as `merge`.
    """
    if guest not in t.players or t.stage is Stage.CANCELLED:
        return []
    if member in t.players:
        if t.stage is Stage.FINISHED:
            return []
        merge(t, who, guest, member)
    return [f.Claimed(guest, member)]
