"""Does a re-draw of a posted round touch as few people as possible, and can it be taken back?"""

from __future__ import annotations

import pytest

from engine import entry, judging
from engine import facts as f
from engine.judging.redrawing import preview
from engine.model import MemberId, Refused, Result
from tests.table import Table


def started(players: int = 8, **settings: object) -> Table:
    table = Table(players, rounds=5, **settings)
    table.begins()
    return table


def drawn_again(table: Table, reason: str = "mistake") -> None:
    table.judge(judging.redraw, round=len(table.t.rounds), reason=reason)


def test_whoever_loses_his_opponent_gets_the_bye_and_nobody_else_is_touched() -> None:
    table = started()
    before = {game.players: game for game in table.t.rounds[0].games}
    gone = table.game(2)
    table.player(gone.black, entry.leave)
    drawn_again(table)
    posted = table.t.rounds[0]
    assert posted.pab == gone.white and len(posted.games) == 3
    assert all(before[game.players].seq == game.seq for game in posted.games), "the others keep their games"
    change = posted.changes[-1]
    assert (change.kind, change.players, change.reason, change.by) == ("redraw", (gone.white,), "mistake", 1000)


def test_a_board_with_a_result_stays_and_counts() -> None:
    table = started()
    table.reports(1, Result.WHITE_WON)
    done, gone = table.game(1), table.game(2)
    table.player(gone.black, entry.leave)
    table.player(done.black, entry.leave)
    drawn_again(table)
    kept = next(game for game in table.t.rounds[0].games if game.players == done.players)
    assert kept.result is Result.WHITE_WON and kept.seq == done.seq
    assert table.t.rounds[0].pab == gone.white


def test_two_who_lost_their_opponents_play_each_other_on_a_new_board() -> None:
    table = started()
    one, two = table.game(1), table.game(3)
    for player in (one.black, two.black):
        table.player(player, entry.leave)
    drawn_again(table)
    posted = table.t.rounds[0]
    new = next(game for game in posted.games if {*game.players} == {one.white, two.white})
    assert new.seq == table.entries[-1].seq and len(posted.games) == 3 and posted.pab is None
    assert [game.board for game in posted.games] == [1, 2, 3]


def test_who_comes_after_all_takes_the_bye_players_board() -> None:
    table = started(7)
    free = table.t.rounds[0].pab
    table.joins(8)
    drawn_again(table, "regulations")
    posted = table.t.rounds[0]
    assert posted.pab is None and {free, MemberId(8)} in [{*game.players} for game in posted.games]
    assert table.t.players[MemberId(8)].number == 8 and table.t.players[MemberId(8)].first_round == 1


def test_a_pair_that_proves_forbidden_is_broken() -> None:
    table = started()
    pair = table.game(1).players
    table.judge(judging.forbid, *pair, "never", reason="regulations")
    assert table.game(1).players == pair, "a ban alone changes no posted round"
    drawn_again(table, "regulations")
    assert {*pair} not in [{*game.players} for game in table.t.rounds[0].games]


def test_what_can_not_or_need_not_be_drawn_again_is_refused() -> None:
    table = Table(8, rounds=5)
    with pytest.raises(Refused, match="no_round_yet"):
        preview(table.t)
    table.begins()
    with pytest.raises(Refused, match="redraw_needless"):
        drawn_again(table)
    table.player(table.game(1).black, entry.leave)
    with pytest.raises(Refused, match="reason_needed"):
        drawn_again(table, " ")
    with pytest.raises(Refused, match="out_of_date"):
        table.judge(judging.redraw, round=2, reason="mistake")
    for board in (1, 2, 3, 4):
        table.judge(judging.rule, 1, table.game(board).white, Result.DRAW)
    with pytest.raises(Refused, match="round_over"):
        drawn_again(table)


def test_a_round_robin_has_none() -> None:
    table = Table(4, system="roundrobin")
    table.begins()
    with pytest.raises(Refused, match="no_redraw"):
        drawn_again(table)


def test_a_no_show_alone_changes_nothing() -> None:
    table = started()
    before = table.t.rounds
    table.judge(judging.no_show, 1, table.game(1).black, out=True)
    table.passes(100000)
    assert [game.players for game in table.t.rounds[0].games] == [game.players for game in before[0].games]
    assert not any(isinstance(e.fact, f.Redrawn) for e in table.entries)


def test_taking_it_back_takes_results_of_the_new_boards_along_and_no_others() -> None:
    table = started()
    one, two, other = table.game(1), table.game(3), table.game(2)
    for player in (one.black, two.black):
        table.player(player, entry.leave)
    drawn_again(table)
    step = table.entries[-1].seq
    posted = table.t.rounds[0]
    new = next(game for game in posted.games if game.seq == step)
    kept = next(game for game in posted.games if game.players == other.players)
    table.reports(new.board, Result.WHITE_WON)
    table.reports(kept.board, Result.DRAW)
    along = judging.goes_along(table.entries, step)
    told = {e.seq: e.fact for e in table.entries}
    assert along and all(getattr(told[seq], "side", None) in new.players for seq in along)
    table.judge(judging.undo, entries=table.entries, step=step, along=along)
    again = table.t.rounds[0]
    assert [game.players for game in again.games][:3] == [one.players, other.players, two.players]
    assert again.games[0].result is None and not again.games[0].reports and again.games[1].result is Result.DRAW


def test_later_rounds_count_what_was_really_played() -> None:
    table = started()
    one, two = table.game(1), table.game(3)
    for player in (one.black, two.black):
        table.player(player, entry.leave)
    drawn_again(table)
    table.plays_round()
    table.approves()
    pairs = {frozenset(game.players) for game in table.t.rounds[1].games}
    assert frozenset({one.white, two.white}) not in pairs
