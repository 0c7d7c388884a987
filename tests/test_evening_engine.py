"""Does a whole tournament run by facts alone: entry, draws, results, corrections, end?"""

from datetime import timedelta

import pytest

from engine import entry, judging, play
from engine import facts as f
from engine.model import Claim, MemberId, Refused, Result, Stage, Standing
from engine.standings import points_text, standings
from tests.table import JUDGE, Table, actor


def refused(code: str):
    return pytest.raises(Refused, match=rf"^{code}\(")


def test_eight_players_three_rounds() -> None:
    table = Table(8, rounds=3)
    table.begins()
    for number in (1, 2, 3):
        assert len(table.t.rounds) == number
        table.plays_round()
        if number < 3:
            table.approves()
    table.passes()
    assert table.t.stage is Stage.FINISHED
    rows = standings(table.t)
    assert sum(row.points for row in rows) == 3 * 4 * 2
    assert rows[0].place == 1
    met = [frozenset(game.players) for posted in table.t.rounds for game in posted.games]
    assert len(met) == len(set(met)) == 12


def test_seven_players_the_plus_never_comes_twice() -> None:          # C01
    table = Table(7, rounds=5)
    table.begins()
    plus = []
    for number in range(1, 6):
        plus.append(table.t.rounds[-1].pab)
        table.plays_round(lambda game: Result.BLACK_WON if game.white == 7 else Result.WHITE_WON)
        if number < 5:
            table.approves()
    assert len(set(plus)) == 5 and None not in plus


def test_a_requested_bye_comes_out_before_odd_or_even() -> None:      # C03
    table = Table(5, rounds=3)
    table.player(2, entry.bye, round=1)
    table.begins()
    assert len(table.t.rounds[0].games) == 2 and table.t.rounds[0].pab is None
    table = Table(6, rounds=3)
    table.player(2, entry.bye, round=1)
    table.begins()
    assert len(table.t.rounds[0].games) == 2 and table.t.rounds[0].pab is not None


def test_a_late_entry_is_in_the_next_draw_with_nothing() -> None:     # C09
    table = Table(7, rounds=5)
    table.begins()
    table.joins(8)
    table.plays_round()
    table.approves()
    assert len(table.t.rounds[1].games) == 4 and table.t.rounds[1].pab is None
    assert table.t.players[MemberId(8)].number == 8
    assert next(r for r in standings(table.t) if r.player == 8).points == 0


def test_the_next_round_waits_for_every_board() -> None:              # C12
    table = Table(8, rounds=3)
    table.begins()
    for board in (1, 2, 3):
        table.reports(board, Result.DRAW)
    assert not table.passes(60)
    with refused("open_boards") as caught:
        judging.finish(table.t, JUDGE)
    assert caught.value.details["boards"] == ((1, 4),)


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_clock_set_back_after_the_last_result_holds_neither_the_draw_nor_the_end(rounds: int) -> None:
    table = Table(4, rounds=rounds)
    table.begins()
    table.plays_round()
    table.now -= timedelta(hours=5)
    table.passes()
    assert (table.t.draft is not None) is (rounds == 2)
    assert (table.t.stage is Stage.FINISHED) is (rounds == 1)


def test_a_clock_set_back_does_not_keep_a_round_without_phones_from_the_judges() -> None:
    table = Table(4, confirm="judge")
    table.begins()
    table.now -= timedelta(hours=5)
    assert table.passes() == [f.JudgesAsked(1)]


def test_opposite_reports_count_for_nothing_until_a_judge_decides() -> None:    # C17
    table = Table(4, rounds=2)
    table.begins()
    game = table.game(1)
    table.player(game.white, play.report, Claim.WON)
    table.player(game.black, play.report, Claim.DRAW)
    assert table.game(1).conflict
    assert all(row.points == 0 for row in standings(table.t))
    table.passes(3600)
    assert table.game(1).result is None                                # conflicts never settle by time
    table.judge(judging.rule, 1, game.white, Result.DRAW)
    assert table.game(1).result is Result.DRAW and not table.game(1).conflict


def test_agreement_closes_a_conflict_too() -> None:
    table = Table(4, rounds=2)
    table.begins()
    game = table.game(1)
    table.player(game.white, play.report, Claim.WON)
    table.player(game.black, play.report, Claim.WON)
    table.player(game.white, play.report, Claim.LOST)
    assert table.game(1).result is Result.BLACK_WON


def test_a_lone_report_settles_after_the_time_and_can_be_changed_until_then() -> None:
    table = Table(4, rounds=2, settle=600)
    table.begins()
    game = table.game(1)
    table.player(game.white, play.report, Claim.WON)
    table.passes(599)
    table.player(game.white, play.report, Claim.DRAW)
    table.passes(599)
    assert table.game(1).result is None
    table.passes(1)
    assert (table.game(1).result, table.game(1).how) == (Result.DRAW, "time")
    assert table.player(game.black, play.report, Claim.DRAW) == []
    with refused("already_settled"):
        play.report(table.t, actor(game.black), Claim.WON)


def test_not_so_asks_and_goes_to_the_judges_after_two_minutes() -> None:
    table = Table(4, rounds=2)
    table.begins()
    game = table.game(1)
    table.player(game.white, play.report, Claim.WON)
    table.player(game.black, play.not_so, 1, now=table.now)
    table.passes(119)
    assert not table.game(1).conflict
    table.passes(1)
    assert table.game(1).conflict


def test_a_settled_result_can_be_contested_once_and_holds_the_draw() -> None:
    table = Table(4, rounds=2)
    table.begins()
    table.plays_round()
    table.passes()
    assert table.t.draft is not None
    black = table.game(1).black
    table.player(black, play.not_so, 1, now=table.now)
    assert table.t.draft is None and not table.passes(60)
    assert standings(table.t)[0].points == 2                            # it stands in the table
    table.judge(judging.uphold, 1, black)
    table.passes()
    assert table.t.draft is not None
    with refused("contested_before"):
        play.not_so(table.t, actor(black), 1, now=table.now)


def test_the_contest_time_ends() -> None:
    table = Table(2, rounds=1)
    table.begins()
    table.plays_round()
    table.passes()
    assert table.t.stage is Stage.FINISHED
    with refused("contest_over"):
        play.not_so(table.t, actor(1), 1, now=table.now + timedelta(hours=25))


def test_a_board_with_a_guest_settles_after_a_minute_and_its_report_can_be_taken_back() -> None:
    table = Table(3, rounds=1)
    table.judge(entry.enter, MemberId(4), guest=True)
    table.begins()
    game = table.t.rounds[0].game_of(MemberId(4))
    assert game is not None
    other = game.opponent_of(MemberId(4))
    table.player(other, play.report, Claim.WON)
    table.player(other, play.retract, 1)
    table.passes(120)
    game = table.t.rounds[0].game_of(MemberId(4))
    assert game is not None and game.result is None
    table.player(other, play.report, Claim.LOST)
    table.passes(60)
    game = table.t.rounds[0].game_of(MemberId(4))
    assert game is not None and game.how == "guest"


def test_no_show_forfeit_and_out_until_back() -> None:
    table = Table(6, rounds=3, noshow=600)
    table.begins()
    game = table.game(1)
    table.player(game.white, play.missing)
    table.passes(600)
    absence = table.game(1).absence
    assert absence is not None and absence.over and absence.missing == game.black
    table.judge(judging.no_show, 1, game.black, out=True)
    assert table.game(1).result is Result.WHITE_BY_FORFEIT
    assert table.t.players[game.black].standing is Standing.OUT
    table.plays_round()
    table.approves()
    assert table.t.rounds[1].game_of(game.black) is None and table.t.rounds[1].pab != game.black
    table.player(game.black, entry.back)
    assert table.t.players[game.black].standing is Standing.IN


def test_a_report_ends_the_countdown() -> None:
    table = Table(4, rounds=2)
    table.begins()
    game = table.game(1)
    table.player(game.white, play.missing)
    table.player(game.black, play.report, Claim.LOST)
    table.passes(599)
    assert table.game(1).absence is None


def test_leaving_and_the_next_draw() -> None:                          # C27
    table = Table(6, rounds=3)
    table.begins()
    table.plays_round()
    table.passes()
    first = table.t.draft
    table.player(3, entry.leave)
    assert table.t.draft is None                                       # the field has changed
    table.passes(10)
    assert table.t.draft is not None and first is not None and table.t.draft.seq != first.seq
    assert all(MemberId(3) not in pair for pair in table.t.draft.pairs)
    assert any(row.player == 3 and row.points >= 0 and row.gone for row in standings(table.t))


def test_joins_within_ten_seconds_make_one_new_draft() -> None:
    table = Table(4, rounds=3)
    table.judge(judging.begin)
    table.passes()
    for number in (5, 6, 7):
        table.joins(number)
        table.passes(2)
    assert table.t.draft is None
    table.passes(10)
    assert len(table.seqs(f.Drafted)) == 2 and table.t.draft is not None
    assert table.t.draft.pab is not None


def test_limit_and_waiting_list() -> None:                             # C33
    table = Table(18, limit=16)
    assert len(table.t.entered()) == 16 and [p.id for p in table.t.waiting()] == [17, 18]
    table.player(1, entry.leave)
    assert [p.id for p in table.t.waiting()] == [18]
    assert MemberId(17) in {p.id for p in table.t.entered()}
    table.player(1, entry.join)
    assert [p.id for p in table.t.waiting()] == [18, 1]
    with refused("limit_below"):
        judging.change(table.t, JUDGE, "limit", "8")


@pytest.mark.parametrize(("players", "code"), [(0, "too_few"), (1, "too_few"), (2, "few_players"), (3, "few_players")])
def test_begin_with_nobody_or_hardly_anybody(players: int, code: str) -> None:
    table = Table(players, rounds=5)
    with refused(code):
        judging.begin(table.t, JUDGE)
    if players >= 2:
        table.judge(judging.begin, sure=True)
        assert table.t.settings.rounds == (1 if players == 2 else 3)
        table.passes()
        assert table.t.draft is not None


def test_approve_names_the_draft_and_an_old_one_is_out_of_date() -> None:
    table = Table(4, rounds=2)
    table.judge(judging.begin)
    table.passes()
    old = table.t.draft
    assert old is not None
    table.joins(5)
    with refused("stale_draft"):
        judging.approve(table.t, JUDGE, old.seq, now=table.now)
    table.passes(10)
    new = table.t.draft
    assert new is not None
    with refused("just_changed"):
        judging.approve(table.t, JUDGE, new.seq, now=table.now)
    assert judging.approve(table.t, JUDGE, new.seq, now=table.now - timedelta(hours=1)), "the clock was put back"
    table.now += timedelta(seconds=2)
    table.judge(judging.approve, new.seq, now=table.now)
    assert judging.approve(table.t, JUDGE, new.seq, now=table.now) == []       # the second judge: one effect


def test_a_swap_is_kept_by_every_remake_and_needs_a_reason() -> None:
    table = Table(6, rounds=3)
    table.judge(judging.begin)
    table.passes()
    draft = table.t.draft
    assert draft is not None
    (a, _), (b, _) = draft.pairs[0], draft.pairs[1]
    with refused("reason_needed"):
        judging.swap(table.t, JUDGE, draft.seq, a, b, reason=" ")
    table.judge(judging.swap, draft.seq, a, b, reason="mistake")
    table.passes()
    swapped = table.t.draft
    assert swapped is not None and swapped.pairs[0][0] == b and swapped.pairs[1][0] == a
    assert [change.kind for change in swapped.changes] == ["swap"]
    table.joins(7)
    table.passes(10)
    again = table.t.draft
    assert again is not None and [change.fits for change in again.changes] == [True]
    table.approves()
    assert [change.reason for change in table.t.rounds[0].changes] == ["mistake"]


def test_a_swap_into_a_rematch_is_refused() -> None:                   # C05
    table = Table(4, rounds=3)
    table.begins()
    table.plays_round()
    table.passes()
    draft = table.t.draft
    assert draft is not None
    first = table.game(1)
    white = next(pair for pair in draft.pairs if first.white in pair)
    other = white[0] if white[1] == first.white else white[1]
    with refused("have_met"):
        judging.swap(table.t, JUDGE, draft.seq, first.black, other, reason="mistake")


def test_a_correction_of_a_past_round_drops_the_draft_but_no_posted_round() -> None:
    table = Table(4, rounds=3)
    table.begins()
    table.plays_round()
    table.approves()
    pairs = [game.players for game in table.t.rounds[1].games]
    table.judge(judging.rule, 1, table.game(1, 1).white, Result.BLACK_WON)
    assert [game.players for game in table.t.rounds[1].games] == pairs
    table.plays_round()
    table.passes()
    before = table.t.draft
    table.judge(judging.rule, 2, table.game(1, 2).white, Result.DRAW)
    table.passes()
    assert table.t.draft is not None and before is not None and table.t.draft.seq != before.seq


def test_hold_stops_the_clock_and_shifts_deadlines() -> None:
    table = Table(4, rounds=2, settle=600)
    table.begins()
    table.player(table.game(1).white, play.report, Claim.WON)
    table.passes(300)
    table.judge(judging.hold)
    assert not table.passes(3600)
    table.reports(2, Result.DRAW)
    assert table.game(2).result is Result.DRAW                          # agreement still settles
    table.judge(judging.resume)
    assert not table.passes(299)
    table.passes(1)
    assert table.game(1).result is Result.WHITE_WON


def test_nudge_once_then_judges_once() -> None:                         # C19, engine side
    table = Table(4, rounds=1, nudge=1800, judges=2400, cards=0)
    table.begins()
    table.reports(1, Result.DRAW)
    seen = [fact for _ in range(200) for fact in table.passes(60)]
    assert [type(fact).__name__ for fact in seen] == ["Nudged", "JudgesAsked"]


def test_remove_asks_about_the_open_board() -> None:                    # C14
    table = Table(4, rounds=2)
    table.begins()
    game = table.game(1)
    with refused("board_open"):
        judging.remove(table.t, JUDGE, game.white)
    table.judge(judging.remove, game.white, board="forfeit")
    assert table.game(1).result is Result.BLACK_BY_FORFEIT
    table.reports(2, Result.DRAW)
    table.passes()
    assert table.t.draft is not None or table.t.stuck is not None


def test_a_newcomer_is_seated_against_the_bye_player() -> None:         # C10
    table = Table(7, rounds=3)
    table.begins()
    posted = table.t.rounds[0]
    table.reports(1, Result.DRAW)
    table.joins(8)
    table.judge(judging.seat, MemberId(8), posted.pab)
    now = table.t.rounds[0]
    assert now.pab is None and len(now.games) == 4 and now.games[3].forced
    assert now.games[0].result is Result.DRAW
    assert [g.players for g in now.games[:3]] == [g.players for g in posted.games]
    assert table.t.players[MemberId(8)].number == 8


def test_points_are_written_as_people_write_them() -> None:
    table = Table(2)
    chess = table.t.settings.scoring
    assert [points_text(h, chess) for h in (0, 1, 2, 5, -1, -2)] == ["0", "½", "1", "2½", "-½", "-1"]


def test_penalty_counts_from_the_moment_it_is_given() -> None:          # D36
    table = Table(4, rounds=3)
    table.begins()
    table.plays_round()
    table.passes()
    leader = standings(table.t)[0].player
    table.judge(judging.penalise, leader, 2, reason="phone")
    assert next(row for row in standings(table.t) if row.player == leader).points == 0
    with refused("reason_needed"):
        judging.penalise(table.t, JUDGE, leader, 2, reason="")


def test_reporting_off_is_checked_again_in_the_engine() -> None:        # C20
    table = Table(4, rounds=2)
    table.begins()
    table.judge(judging.change, "confirm", "judge")
    with refused("judge_enters"):
        play.report(table.t, actor(table.game(1).white), Claim.WON)


def test_rounds_change_only_with_a_reason_once_play_has_begun() -> None:
    table = Table(8, rounds=3)
    table.begins()
    with refused("reason_needed"):
        judging.change(table.t, JUDGE, "rounds", "5")
    table.judge(judging.change, "rounds", "5", reason="more time")
    assert table.t.settings.rounds == 5
    with refused("fixed_setting"):
        judging.change(table.t, JUDGE, "system", "blind")
