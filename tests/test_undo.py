"""Is a step taken back alone, with just what cannot stand without it, and can an undo be undone?"""

import pytest

from engine import entry, fold, judging, play
from engine import facts as f
from engine.judging.undoing import goes_along, offered, steps
from engine.model import Claim, MemberId, Refused, Result, Stage
from tests.table import JUDGE, Table


def undo(table: Table, step: int) -> tuple[int, ...]:
    along = goes_along(table.entries, step)
    table.judge(judging.undo, entries=tuple(table.entries), step=step, along=along)
    return along


def drawn(players: int = 6) -> Table:
    table = Table(players, rounds=3)
    table.begins()
    return table


def test_a_ruling_alone() -> None:
    table = drawn()
    table.reports(1, Result.DRAW)
    table.judge(judging.rule, 1, table.game(2).white, Result.WHITE_BY_FORFEIT)
    table.reports(3, Result.BLACK_WON)
    assert undo(table, table.seqs(f.Ruled)[0]) == ()
    assert [game.result for game in table.t.rounds[0].games] == [Result.DRAW, None, Result.BLACK_WON]
    assert not table.t.held


def test_a_posting_takes_its_results_along_and_holds_the_clock() -> None:
    table = drawn()
    table.reports(1, Result.DRAW)
    table.player(table.game(2).white, play.report, Claim.WON)
    table.joins(7)
    along = undo(table, table.seqs(f.Drawn)[0])
    assert len(along) == 3                                  # two reports of board 1, one of board 2
    assert not table.t.rounds and table.t.held
    assert MemberId(7) in table.t.players                   # later facts that need no posting stay
    table.judge(judging.resume)
    table.passes(10)
    assert table.t.draft is not None and table.t.draft.seq > table.seqs(f.Undone)[0]


def test_an_entry_takes_the_rounds_that_rest_on_it_along() -> None:
    table = drawn()
    table.reports(1, Result.DRAW)
    along = undo(table, table.seqs(f.Joined)[2])
    assert {table.seqs(f.Drafted)[0], table.seqs(f.Drawn)[0]} <= {*along}
    assert not table.t.rounds and MemberId(3) not in table.t.players and table.t.held
    table.judge(judging.resume)
    table.passes(10)
    assert table.t.draft is not None and table.t.draft.pab is not None       # five are left


def test_an_undo_can_be_undone() -> None:
    table = drawn()
    table.reports(1, Result.DRAW)
    before = table.t.rounds
    undo(table, table.seqs(f.Drawn)[0])
    assert undo(table, table.seqs(f.Undone)[0]) == ()
    assert table.t.rounds == before and not table.t.held


def test_a_draft_number_is_never_used_again() -> None:
    table = Table(4, rounds=2)
    table.judge(judging.begin)
    table.passes()
    assert table.t.draft is not None
    old = table.t.draft.seq
    undo(table, old)
    assert table.t.draft is None and table.t.held
    table.judge(judging.resume)
    table.passes()
    assert table.t.draft is not None and table.t.draft.seq > old
    assert table.t.drafts == {old: (1, 1), table.t.draft.seq: (1, 2)}        # nor the one people call it by
    assert fold.replay("TEST", table.entries) == table.t
    with pytest.raises(Refused, match="stale_draft"):
        judging.approve(table.t, JUDGE, old, now=table.now)


def test_the_same_seed_gives_the_same_pairs_after_an_undo() -> None:
    table = Table(4, rounds=2)
    table.t = fold.replay("TEST", table.entries)
    table.judge(judging.begin)
    table.passes()
    assert table.t.draft is not None
    pairs = table.t.draft.pairs
    undo(table, table.t.draft.seq)
    table.judge(judging.resume)
    table.passes()
    assert table.t.draft.pairs == pairs


def test_one_side_of_an_agreement() -> None:
    table = drawn()
    game = table.game(1)
    table.player(game.white, play.report, Claim.WON)
    table.player(game.black, play.report, Claim.LOST)
    along = undo(table, table.seqs(f.Reported)[0])
    assert len(along) == 1 and table.game(1).result is None and table.game(1).reports == ()


def test_taking_back_the_start() -> None:
    table = drawn()
    undo(table, table.seqs(f.Begun)[0])
    assert table.t.stage is Stage.ENTRY and table.t.held


def test_taking_back_a_join_before_play() -> None:
    table = Table(5, rounds=3)
    undo(table, table.seqs(f.Joined)[2])
    assert [p.id for p in table.t.entered()] == [1, 2, 4, 5]


def test_the_opening_stays_and_only_a_judge_may() -> None:
    table = drawn()
    with pytest.raises(Refused, match="undo_opening"):
        undo(table, 1)
    with pytest.raises(Refused, match="unknown_step"):
        undo(table, 999)
    with pytest.raises(Refused, match="not_judge"):
        table.player(1, judging.undo, entries=tuple(table.entries), step=2, along=())


def test_out_of_date_only_if_what_goes_along_differs() -> None:
    table = drawn()
    step = table.seqs(f.Drawn)[0]
    along = goes_along(table.entries, step)
    table.joins(9)                                            # unrelated: does not matter
    judging.undo(table.t, JUDGE, entries=tuple(table.entries), step=step, along=along)
    table.reports(1, Result.DRAW)
    with pytest.raises(Refused, match="undo_changed"):
        judging.undo(table.t, JUDGE, entries=tuple(table.entries), step=step, along=along)


def test_a_report_that_crosses_the_yes_is_not_lost_under_it() -> None:
    table = drawn()
    step, entries = table.seqs(f.Drawn)[0], tuple(table.entries)
    along = goes_along(entries, step)
    table.reports(1, Result.DRAW)                             # while the Yes was on its way to the ledger
    with pytest.raises(Refused, match="undo_changed"):
        judging.undo(table.t, JUDGE, entries=entries, step=step, along=along)


def test_twice_is_once() -> None:
    table = drawn()
    table.judge(judging.rule, 1, table.game(1).white, Result.DRAW)
    step = table.seqs(f.Ruled)[0]
    undo(table, step)
    assert judging.undo(table.t, JUDGE, entries=tuple(table.entries), step=step, along=()) == []


def test_offered_is_the_last_of_a_judge_or_the_clock() -> None:
    table = drawn()
    table.reports(1, Result.DRAW)
    step = offered(table.entries)
    assert step is not None and isinstance(step.facts[0], f.Drawn)
    assert len(steps(table.entries)) == len({e.cause for e in table.entries})


def test_a_dropped_player_is_put_back_on_his_board() -> None:         # C28
    table = drawn()
    game = table.game(2)
    table.judge(judging.remove, game.white, board="forfeit")
    assert table.game(2).result is Result.BLACK_BY_FORFEIT
    undo(table, table.seqs(f.Removed)[0])
    assert table.game(2).result is None and table.game(2).players == game.players
    assert entry.join(table.t, JUDGE.__class__(game.white, JUDGE.role)) == []
