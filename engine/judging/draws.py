"""Judges and draws: begin, approve, not yet, again; swap, lift a limit, go on as a round robin (5.4.10.12)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from engine import drafting, votes
from engine import facts as f
from engine.entry import still_open
from engine.facts import Fact
from engine.model import Actor, Draft, MemberId, Refused, Stage, Tournament
from engine.pairing import roundrobin
from engine.pairing.handling import HANDLINGS
from engine.rights import action
from engine.settings import FIDE_SYSTEMS, MOST_ROUNDS
from engine.votes import SMALL_FIELD

LOOK_AGAIN = timedelta(seconds=2)
"""A card that has only just changed is not approved by a tap meant for the one before."""


@action
def begin(t: Tournament, who: Actor, *, sure: bool = False) -> list[Fact]:
    """Close entry and have round 1 drawn. With 2 or 3 players `sure` is asked for, and rounds are capped.

    In the weekly pace the vote for the next round ends, and it is drawn at once instead of at its start.
    """
    still_open(t)
    if t.settings.weekly:
        return _now(t)
    if t.stage is Stage.PLAYING:
        return []
    count = votes.coming(t)
    if count < 2:
        raise Refused("too_few", count=count)
    if count > SMALL_FIELD:
        return [f.Begun()]
    rounds = rounds_of_few(t, count)
    if not sure:
        raise Refused("few_players", count=count, rounds=rounds)
    if t.settings.rounds != rounds:
        return [f.Changed("rounds", str(rounds)), f.Begun()]
    return [f.Begun()]


def _now(t: Tournament) -> list[Fact]:
    if t.draft is not None or t.next_round > t.settings.rounds:
        return []
    call = votes.call_of(t)
    if call is None:
        raise Refused("not_called", round=t.next_round)
    if t.closed.get(t.next_round, call.starts) != call.starts:       # a judge has said so already
        return []
    open_boards(t)
    present = len(votes.answers(t, t.next_round).present)
    if present < 2:
        raise Refused("too_few", count=present)
    over: list[Fact] = votes.closing(t)
    return [*over, *([f.Begun()] if t.stage is Stage.ENTRY else [])]


def rounds_of_few(t: Tournament, count: int) -> int:
    """How many rounds 2 or 3 players can play: until all have met, in a round robin as often as it is set."""
    if t.system == "roundrobin":
        return roundrobin.rounds(count, t.settings.cycles)
    return min(t.settings.rounds, roundrobin.rounds(count))


@action
def approve(t: Tournament, who: Actor, draft: int, *, now: datetime) -> list[Fact]:
    """Post the draft with this number. A posted one adds nothing; any other is out of date."""
    if any(posted.draft == draft for posted in t.rounds):
        return []
    current = _current(t, draft)
    if current.because and abs(now - current.at) < LOOK_AGAIN:       # the clock may have been put back since
        raise Refused("just_changed")
    open_boards(t)
    return [f.Drawn(current.round, current.seq)]


@action
def put_off(t: Tournament, who: Actor, draft: int) -> list[Fact]:
    """Not yet: the draft waits, is not posted by time and does not go to more judges."""
    current = _current(t, draft)
    return [] if current.not_yet else [f.PutOff(draft)]


@action
def redraft(t: Tournament, who: Actor, draft: int) -> list[Fact]:
    """Draw again from the facts as they are; the same facts give the same pairs."""
    _current(t, draft)
    return [f.Redrafted(draft)]


@action
def swap(t: Tournament, who: Actor, draft: int, a: MemberId, b: MemberId, *, reason: str, sure: bool = False
         ) -> list[Fact]:
    """Let two players change places in the draft; each other's opponents change colours.

    A rematch or a pair forbidden `never` is refused (section 11, D24); a fourth game with one colour
    and a second bye need `sure` (`Refused("swap_doubtful")` names them). A reason is always needed.
    """
    current = _current(t, draft)
    by_hand(t)
    if a == b:
        raise Refused("same_player")
    swapped = drafting.exchange(current.pairs, current.pab, a, b)
    if swapped is None:
        raise Refused("not_in_draft")
    check(drafting.inspect(t, *swapped, {a, b}), sure)
    needs_reason(reason)
    return [f.Swapped(current.round, a, b, reason)]


@action
def reorder(t: Tournament, who: Actor, draft: int, boards: tuple[MemberId, ...], *, reason: str) -> list[Fact]:
    """Put the boards of these Whites first, in this order; the others follow as they are. A reason is needed."""
    current = _current(t, draft)
    by_hand(t)
    if len({*boards}) < len(boards):
        raise Refused("same_player")
    ordered = drafting.arrange(current.pairs, boards)
    if ordered is None:
        raise Refused("not_in_draft")
    if ordered == current.pairs:
        return []
    needs_reason(reason)
    return [f.Reordered(current.round, boards, reason)]


@action
def lift(t: Tournament, who: Actor, limit: str, *, reason: str = "") -> list[Fact]:
    """Lift a limit (colour, plus) for the round no legal pairing exists for, on record (5.2, D26).

    `Refused("colours_of_last_round")` under the older handling rules before the last round (C.04.1).
    """
    if t.stuck is None:
        raise Refused("not_stuck")
    if limit not in ("colour", "plus"):
        raise Refused("bad_setting", key="lift", value=limit, allowed="colour, plus")
    if (limit == "colour" and t.system in FIDE_SYSTEMS
            and not HANDLINGS[t.settings.handling].colours_may_yield(t.stuck.round, t.settings.rounds)):
        raise Refused("colours_of_last_round")
    return [f.Lifted(t.stuck.round, limit, reason)]


@action
def robin(t: Tournament, who: Actor, *, reason: str = "") -> list[Fact]:
    """Go on as a round robin of those who are left, instead of a Swiss that is stuck.

    First whoever has not met meets, which sets the number of rounds; if all have met, the rounds that are
    left are rematches with colours changed.
    """
    if t.stuck is None or t.seed is None:
        raise Refused("not_stuck")
    field, _ = drafting.field_of(t, drafting.start_list(t, t.seed), t.seed)
    if not roundrobin.can_follow(field):
        raise Refused("robin_not_possible", most=roundrobin.MOST_LEFT)
    left = roundrobin.rest(replace(field, robin=field.round))
    rounds = min(t.stuck.round - 1 + len(left.rounds), MOST_ROUNDS if left.met == 0 else t.settings.rounds)
    return [f.RoundRobin(t.stuck.round, rounds, left.met + 1, reason)]


def open_boards(t: Tournament) -> None:
    """`Refused("open_boards")` naming every board that holds the next draw (complaint C12)."""
    waiting = t.open_games()
    if waiting:
        raise Refused("open_boards", boards=tuple((game.round, game.board) for game in waiting))


def _current(t: Tournament, draft: int) -> Draft:
    still_open(t)
    if t.draft is None or t.draft.seq != draft:
        posted = next((posted.number for posted in t.rounds if posted.draft == draft), None)
        if posted is not None:
            raise Refused("draft_posted", round=posted)
        raise Refused("stale_draft", current=t.draft.seq if t.draft else None)
    return t.draft


def by_hand(t: Tournament) -> None:
    """`Refused("robin_table")` in a round robin, whose table leaves nothing to change."""
    if t.system == "roundrobin":
        raise Refused("robin_table")


def check(preview: drafting.Preview, sure: bool) -> None:
    if preview.met:
        raise Refused("have_met", pair=preview.met[0])
    if preview.banned:
        raise Refused("pair_forbidden", pair=preview.banned[0])
    if preview.doubtful and not sure:
        raise Refused("swap_doubtful", fourth=preview.fourth_colour, bye=preview.second_bye)


def needs_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused("reason_needed")
