"""Who is in this week: the vote of a round, its end by the clock, the draw at its hour, the week's deadline."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine import entry, judging, votes, weeks
from engine import facts as f
from engine.model import CLOCK, MemberId, Refused, Result, Stage
from engine.votes import Answers
from engine.weeks import Regular
from tests.table import START, Table, actor

HOUR = timedelta(hours=1)
WEEK = timedelta(days=7)


def refused(code: str):
    return pytest.raises(Refused, match=rf"^{code}\(")


def calls(table: Table, *regulars: int, **times: object) -> None:
    """The next round is called: the vote closes in 2 hours, the draw is an hour later, the deadline after a week."""
    when = {"closes": table.now + 2 * HOUR, "starts": table.now + 3 * HOUR, "until": table.now + WEEK, **times}
    table.does(CLOCK, lambda t: weeks.call_round(t, CLOCK, regulars=[Regular(MemberId(n)) for n in regulars], **when))


def weekly(players: int = 6, **settings: object) -> Table:
    """A tournament of the weekly pace whose first round is called and whose players have all said that they are in."""
    table = Table(0, **{"series": 7, "pace": "weekly", "rounds": 5, "system": "dutch", "byes": 1, **settings})
    calls(table)
    for number in range(1, players + 1):
        table.joins(number)
    return table


def played(players: int = 6, **settings: object) -> Table:
    """The same after its first round."""
    table = weekly(players, **settings)
    table.passes(3 * 3600)
    table.approves()
    table.plays_round()
    table.passes()
    return table


def answers(table: Table) -> Answers:
    return votes.answers(table.t, table.t.next_round)


def test_a_week_goes_by_itself_vote_cut_off_draw() -> None:
    table = weekly()
    table.passes(2 * 3600)
    assert table.t.closed and table.t.stage is Stage.ENTRY
    table.passes(3600)
    assert table.t.stage is Stage.PLAYING and table.t.draft is not None and len(table.t.draft.pairs) == 3
    table.approves()
    table.plays_round()
    table.passes(86400)
    assert table.t.draft is None                         # nobody has been asked about round 2
    calls(table)
    for number in (1, 2, 3, 4):
        table.player(number, entry.join)
    table.passes(2 * 3600)
    assert table.t.draft is None and 2 in table.t.closed
    table.passes(3600)
    assert table.t.draft is not None and len(table.t.draft.pairs) == 2 and table.t.draft.pab is None


def test_silence_is_out_with_a_half_point_as_long_as_there_is_one() -> None:
    table = played(byes=1)
    for number in (2, 3):
        calls(table)
        for player in (1, 2, 3, 4):
            table.player(player, entry.join)
        assert answers(table) == Answers(present=(1, 2, 3, 4), silent=(5, 6))
        table.passes(3 * 3600)
        table.approves()
        assert dict(table.t.rounds[-1].byes) == dict.fromkeys((5, 6), 1 if number == 2 else 0)
        table.plays_round()
        table.passes()


@pytest.mark.parametrize(("system", "rounds"), [("individual", 5), ("dutch", 2)])
def test_silence_earns_nothing_in_the_draughts_systems_and_in_the_last_round(system: str, rounds: int) -> None:
    table = played(system=system, rounds=rounds)
    calls(table)
    for player in (1, 2, 3, 4):
        table.player(player, entry.join)
    table.passes(3 * 3600)
    table.approves()
    assert dict(table.t.rounds[-1].byes) == {5: 0, 6: 0}


def test_an_answer_can_be_changed_until_the_cut_off_and_then_only_by_a_judge() -> None:
    table = played()
    calls(table)
    table.player(1, entry.join)
    table.player(1, entry.bye)
    table.player(2, weeks.late, halves=1)
    table.player(3, entry.bye)
    table.player(3, entry.join)
    assert answers(table) == Answers(present=(3,), half=(2,), out=(1,), silent=(4, 5, 6))
    table.passes(2 * 3600)
    for act in (entry.join, entry.back):
        with refused("round_closed"):
            table.player(1, act)
    with refused("round_closed"):
        table.player(3, entry.bye, halves=1)
    table.player(3, entry.bye)                           # who knows now that he cannot come had better say so
    table.judge(judging.bring_back, MemberId(1))
    assert answers(table).present == (1,) and answers(table).out == (3,)


def test_going_away_and_coming_back_earns_nothing() -> None:
    table = played(byes=2)
    calls(table)
    for player in (1, 2, 3, 4):
        table.player(player, entry.join)
    table.player(5, entry.leave)
    table.passes(2 * 3600)
    table.player(5, entry.back)                          # too late for this round: away, without a point
    assert table.t.players[MemberId(5)].byes == {2: 0} and table.t.players[MemberId(6)].byes == {2: 1}
    table.passes(3600)
    table.approves()
    assert len(table.t.rounds[-1].games) == 2


def test_who_comes_in_a_later_week_plays_at_once_and_has_one_half_point_for_all_before() -> None:
    table = played(byes=1)
    calls(table)
    for player in (1, 2, 3, 4, 5, 6):
        table.player(player, entry.join)
    table.joins(7)
    table.player(8, weeks.late)
    assert table.t.players[MemberId(7)].byes == {1: 1} and answers(table).present[-1] == 7
    assert table.t.players[MemberId(8)].byes == {1: 1, 2: 0} and 3 in table.t.players[MemberId(8)].present
    table.passes(3 * 3600)
    table.approves()
    assert table.t.rounds[-1].pab is not None and table.t.players[MemberId(7)].number is not None
    assert table.t.players[MemberId(7)].late is None     # no question to the judges


def test_a_newcomer_has_no_more_half_points_than_anybody() -> None:
    table = played(byes=1)
    calls(table)
    table.player(7, weeks.late, halves=1)
    assert table.t.players[MemberId(7)].byes == {2: 1}
    table = played(byes=2)
    calls(table)
    table.player(7, weeks.late, halves=1)
    assert table.t.players[MemberId(7)].byes == {1: 1, 2: 1}


def test_who_comes_after_the_cut_off_is_in_from_the_next_round() -> None:
    table = weekly()
    table.passes(2 * 3600)
    table.joins(7)
    table.judge(entry.enter, MemberId(8), guest=True)    # a judge may
    assert answers(table).out == (7,) and 8 in answers(table).present
    table.passes(3600)
    assert table.t.draft is not None and 8 in {table.t.draft.pab, *(p for pair in table.t.draft.pairs for p in pair)}
    assert 7 not in {table.t.draft.pab, *(p for pair in table.t.draft.pairs for p in pair)}


def test_members_who_are_always_in_answer_with_the_call() -> None:
    table = played()
    table.player(3, entry.bye)                           # said before: stays
    calls(table, 1, 2, 9)
    assert answers(table).present == (1, 2, 9)
    table.judge(judging.remove, MemberId(9))
    assert table.does(CLOCK, lambda t: weeks.bring_regulars(t, CLOCK, [Regular(MemberId(9)), Regular(MemberId(2))])) == []


def test_a_round_that_nobody_drew_is_asked_about_anew_a_week_later() -> None:
    table = played()
    calls(table)
    table.player(1, entry.join)
    table.passes(3 * 3600)
    assert table.t.stuck is not None and table.t.stuck.code == "too_few"
    table.passes(6 * 86400)
    calls(table)
    assert table.t.stuck is None and answers(table).silent == (1, 2, 3, 4, 5, 6)


def test_a_draft_that_waits_for_a_judge_is_not_lost_when_the_next_week_is_called() -> None:
    table = played(rounds=3)
    calls(table)
    for player in (1, 2, 3, 4):
        table.player(player, entry.join)
    table.passes(5 * 86400)
    waits = table.t.draft
    calls(table, 1)
    assert table.t.draft == waits and votes.vote(table.t) is None
    table.approves()
    assert votes.vote(table.t) == 3 and answers(table).present == (1,)
    table.plays_round()
    for player in (2, 3, 4):
        table.player(player, entry.join)
    table.passes(3 * 3600)
    assert table.t.draft is not None and table.t.draft.round == 3
    assert table.does(CLOCK, lambda t: weeks.call_round(t, CLOCK, closes=START, starts=START, until=START + WEEK)) == []


def test_a_judge_who_moves_a_week_that_is_drawn_has_everybody_asked_anew() -> None:
    table = weekly()
    table.passes(3 * 3600)
    assert table.t.draft is not None
    table.judge(weeks.call_round, closes=table.now + HOUR, starts=table.now + 2 * HOUR, until=table.now + WEEK)
    assert table.t.draft is None and table.t.because == "called"
    assert answers(table).present == (1, 2, 3, 4, 5, 6) and votes.vote(table.t) == 1


def test_other_times_keep_the_answers() -> None:
    table = weekly()
    calls(table, closes=START + 4 * HOUR, starts=START + 5 * HOUR)
    assert len(answers(table).present) == 6
    table.passes(3 * 3600)
    assert not table.t.closed
    with refused("bad_call"):
        calls(table, closes=START + 9 * HOUR, starts=START + 8 * HOUR)


def test_a_judge_does_not_have_to_wait_for_the_hour() -> None:
    table = weekly()
    table.judge(judging.begin)
    assert table.judge(judging.begin) == []
    table.passes()
    assert table.t.draft is not None
    table.approves()
    table.plays_round()
    table.passes()
    with refused("not_called"):
        table.judge(judging.begin)


def test_a_week_has_its_deadline_and_one_reminder_a_day_before() -> None:
    table = weekly(nudge=60, judges=60)
    table.passes(3 * 3600)
    table.approves()
    assert table.passes(5 * 86400) == []
    assert table.passes(86400) == [f.Nudged(1)]
    assert table.passes(86400 - 3 * 3600) == [f.JudgesAsked(1)]


def test_the_next_round_waits_for_its_hour_and_for_every_board() -> None:
    table = weekly()
    table.passes(3 * 3600)
    table.approves()
    for board in (1, 2):
        table.reports(board, Result.DRAW)
    table.passes(6 * 86400)
    calls(table)
    for player in range(1, 7):
        table.player(player, entry.join)
    table.passes(3 * 3600)
    assert table.t.draft is None
    table.reports(3, Result.DRAW)
    table.passes()
    assert table.t.draft is not None


def test_nobody_sits_at_a_board_and_misses_the_round_when_a_claim_is_taken_back() -> None:
    table = Table(0, series=7, pace="weekly", rounds=5, system="dutch")
    calls(table)
    table.judge(entry.enter, MemberId(12), guest=True)
    for number in range(1, 6):
        table.joins(number)
    table.player(7, weeks.late)
    table.judge(judging.claim, MemberId(12), MemberId(7))
    table.passes(3 * 3600)
    table.approves()
    assert table.t.rounds[0].game_of(MemberId(7)) is not None
    table.judge(judging.unclaim, entries=table.entries, guest=MemberId(12))
    posted = table.t.rounds[0]
    assert not {*posted.byes} & {posted.pab, *(player for game in posted.games for player in game.players)}


def test_the_vote_that_is_taken_back_is_open_again_and_its_draft_goes() -> None:
    table = weekly()
    table.passes(3 * 3600)
    step = table.seqs(f.Closed)[0]
    along = judging.goes_along(table.entries, step)
    assert {*table.seqs(f.Drafted)} <= {*along}
    table.judge(judging.undo, entries=table.entries, step=step, along=along)
    assert table.t.held and votes.vote(table.t) == 1 and table.t.draft is None


# the evening pace

def evening(players: int = 5, **settings: object) -> Table:
    return Table(players, **{"series": 7, "rounds": 3, "system": "dutch", "start": START + 3 * HOUR,
                             "closes": START + 2 * HOUR, "byes": 1, **settings})


def test_after_the_entry_has_closed_newcomers_play_from_round_2() -> None:
    table = evening()
    table.passes(2 * 3600)
    table.joins(6)
    table.judge(entry.enter, MemberId(7))
    assert votes.answers(table.t, 1) == Answers(present=(1, 2, 3, 4, 5, 7), out=(6,))
    with refused("round_closed"):
        table.player(6, entry.back)
    table.judge(judging.bring_back, MemberId(6))
    table.passes(3600)
    assert table.t.draft is not None and table.t.draft.pab is not None and len(table.t.draft.pairs) == 3


def test_late_and_a_half_point_bye_and_all_the_same_from_the_start() -> None:
    table = evening(4)
    table.player(5, weeks.late)
    table.player(6, weeks.late, halves=1)
    table.player(4, weeks.late)
    table.player(4, entry.join)
    assert votes.answers(table.t, 1) == Answers(present=(1, 2, 3, 4), half=(6,), out=(5,))
    assert table.player(5, weeks.late) == []
    table.passes(3 * 3600)
    table.approves()
    assert dict(table.t.rounds[0].byes) == {5: 0, 6: 1}
    with refused("half_bye_limit"):
        table.player(6, weeks.late, halves=1)


def test_without_late_entry_nobody_comes_after_the_close() -> None:
    table = evening(late=0)
    table.passes(2 * 3600)
    with refused("entry_over"):
        table.joins(6)


def test_another_hour_of_closing_opens_the_entry_again() -> None:
    table = evening()
    table.passes(2 * 3600)
    table.judge(judging.change, "closes", (START + timedelta(hours=2, minutes=30)).isoformat())
    table.joins(6)
    assert 6 in votes.answers(table.t, 1).present


@pytest.mark.parametrize(("players", "told"), [(5, True), (6, False), (2, True)])
def test_one_short_is_said_once_within_the_hour_before_the_close(players: int, told: bool) -> None:
    table = evening(players, closes=None)
    assert table.passes(2 * 3600 - 1) == []
    assert table.passes(1) == ([f.OneShort(1)] if told else [])
    table.joins(7)
    table.joins(8)
    assert f.OneShort(1) not in table.passes(600) or not told


def test_nobody_is_looked_for_who_could_only_wait() -> None:
    table = evening(5, closes=None, limit=5)
    assert table.passes(2 * 3600) == []
    table.player(5, weeks.late)
    table.player(4, weeks.late)
    assert table.passes(600) == [f.OneShort(1)]          # those two could


def test_it_does_not_begin_with_a_round_for_nobody() -> None:
    table = evening(5)
    for number in (2, 3, 4, 5):
        table.player(number, weeks.late)
    table.passes(3 * 3600)
    assert table.t.stage is Stage.ENTRY
    with refused("too_few"):
        table.judge(judging.begin, sure=True)


def test_a_start_missed_by_hours_is_for_judges_to_say() -> None:
    table = evening()
    table.passes(2 * 3600)
    table.now += 4 * HOUR
    assert table.passes() == [f.StartMissed(START + 3 * HOUR)]
    assert table.t.stage is Stage.ENTRY and table.passes(3600) == []
    table.judge(judging.begin)
    assert table.t.stage is Stage.PLAYING
    other = evening()
    other.now += 4 * HOUR
    other.passes()
    assert other.t.stage is Stage.PLAYING                # less than two hours late: as usual


def test_only_a_series_of_the_weekly_pace_calls_rounds() -> None:
    with refused("not_weekly"):
        calls(evening())
    with refused("not_judge"):
        weeks.call_round(weekly().t, actor(3), closes=START, starts=START, until=START + WEEK)
    assert not Table(2, pace="weekly").t.settings.weekly


def test_in_a_round_robin_the_table_gives_the_pairs_of_every_week() -> None:
    table = weekly(4, system="roundrobin", byes=0)
    with refused("robin_table"):
        table.player(1, weeks.late)
    for number in (1, 2, 3):
        if number > 1:
            calls(table)
        assert votes.vote(table.t) is None and answers(table).silent == ()
        table.passes(3 * 3600)
        table.approves()
        assert len(table.t.rounds[-1].games) == 2
        table.plays_round()
    table.passes()
    assert table.t.stage is Stage.FINISHED
