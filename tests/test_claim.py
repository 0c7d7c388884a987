"""A guest turns out to have an account: does he play on in his own place, whatever was played, and can it be undone?"""

from __future__ import annotations

import pytest

from engine import entry, fold, judging, play
from engine import facts as f
from engine.judging import claim, goes_along
from engine.model import Claim, MemberId, Refused, Result
from engine.standings import standings
from tests.table import JUDGE, Table

GUEST, ACCOUNT = MemberId(9), MemberId(20)


def table() -> Table:
    """Three play, and the guest 9; round 1 is posted."""
    table = Table(3, rounds=3)
    table.judge(entry.enter, GUEST, guest=True, rating=1600)
    table.begins()
    return table


def test_the_account_plays_on_in_the_guests_place_and_undo_gives_it_back() -> None:
    room = table()
    before = room.t
    room.judge(claim, GUEST, ACCOUNT)
    was, now = before.players[GUEST], room.t.players[ACCOUNT]
    assert GUEST not in room.t.players and not now.guest
    assert (now.number, now.rating, now.queued) == (was.number, was.rating, was.queued)
    assert list(room.t.players).index(ACCOUNT) == list(before.players).index(GUEST)
    room.player(int(ACCOUNT), play.report, Claim.WON)
    room.plays_round(lambda game: Result.WHITE_WON)
    room.passes()
    assert room.t.draft is not None and ACCOUNT in room.t.draft.order and len(standings(room.t)) == 4
    step, = room.seqs(f.Claimed)
    with pytest.raises(Refused, match="undo_claim"):
        judging.undo(room.t, JUDGE, entries=tuple(room.entries), step=step, along=goes_along(room.entries, step))
    with pytest.raises(Refused, match="claim_rests"):
        judging.unclaim(room.t, JUDGE, entries=tuple(room.entries), guest=GUEST)
    room = table()
    room.judge(claim, GUEST, ACCOUNT)
    assert not judging.unclaim(room.t, JUDGE, entries=tuple(room.entries), guest=MemberId(77))
    room.judge(judging.unclaim, entries=tuple(room.entries), guest=GUEST)
    assert not judging.unclaim(room.t, JUDGE, entries=tuple(room.entries), guest=GUEST)
    assert room.t.players.keys() == before.players.keys() and room.t.players[GUEST].guest
    assert fold.replay("TEST", room.entries) == room.t


def test_twice_is_once_and_a_guest_who_does_not_play_changes_nothing() -> None:
    room = table()
    assert room.judge(claim, GUEST, ACCOUNT) and not room.judge(claim, GUEST, ACCOUNT)
    assert not room.judge(claim, MemberId(77), ACCOUNT)


def test_a_draft_that_names_the_guest_is_made_again() -> None:
    room = Table(3, rounds=3)
    room.judge(entry.enter, GUEST, guest=True)
    room.judge(judging.begin)
    room.passes()
    first = room.t.draft
    assert first is not None and GUEST in first.order
    room.judge(claim, GUEST, ACCOUNT)
    room.passes(10)
    second = room.t.draft
    assert second is not None and second.because == "claimed" and GUEST not in second.order
    assert {*second.order} == {ACCOUNT if player == GUEST else player for player in first.order}


def test_an_account_that_has_entered_too_takes_the_place_of_the_guest_unless_both_have_played() -> None:
    room = table()
    room.joins(int(ACCOUNT))
    room.judge(claim, GUEST, ACCOUNT)
    assert GUEST not in room.t.players and room.t.players[ACCOUNT].number is not None
    room = table()
    with pytest.raises(Refused, match="both_played"):
        claim(room.t, JUDGE, GUEST, MemberId(1))


def test_after_the_end_the_table_is_his_but_two_entries_stay_two() -> None:
    room = table()
    room.plays_round()
    room.passes()
    room.judge(judging.finish)
    assert claim(room.t, JUDGE, GUEST, MemberId(1)) == []
    points = {row.player: row.points for row in standings(room.t)}
    room.judge(claim, GUEST, ACCOUNT)
    assert {row.player: row.points for row in standings(room.t)} == {
        ACCOUNT if player == GUEST else player: halves for player, halves in points.items()}


def test_a_round_that_was_drawn_with_the_account_rests_on_the_claim() -> None:
    room = table()
    room.plays_round()
    room.judge(claim, GUEST, ACCOUNT)
    room.approves()
    assert len(room.t.rounds) == 2
    with pytest.raises(Refused, match="claim_rests"):
        judging.unclaim(room.t, JUDGE, entries=tuple(room.entries), guest=GUEST)


def test_a_draft_alone_rests_on_nothing() -> None:
    room = table()
    room.plays_round()
    room.judge(claim, GUEST, ACCOUNT)
    room.passes(10)
    assert room.t.draft is not None and ACCOUNT in room.t.draft.order
    room.judge(judging.unclaim, entries=tuple(room.entries), guest=GUEST)
    room.passes(10)
    assert room.t.draft is not None and GUEST in room.t.draft.order
