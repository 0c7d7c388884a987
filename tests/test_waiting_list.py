"""Who moves up from the waiting list, and when is it too late for that?"""

from __future__ import annotations

import pytest

from engine import entry, judging
from engine.model import Refused
from tests.table import Table


def inside(table: Table) -> list[int]:
    return [int(player.id) for player in table.t.entered()]


def waiting(table: Table) -> list[int]:
    return [int(player.id) for player in table.t.waiting()]


def full(rounds: int) -> Table:
    """Six play, 7 and 8 wait."""
    table = Table(6, rounds=rounds, limit=6)
    table.joins(7)
    table.joins(8)
    assert waiting(table) == [7, 8]
    return table


def test_a_leaver_lets_the_first_one_up_before_play_and_between_rounds() -> None:
    table = full(rounds=4)
    table.player(2, entry.leave)
    assert inside(table) == [1, 3, 4, 5, 6, 7] and waiting(table) == [8]
    table.begins()
    table.plays_round()
    table.passes(30)
    table.player(1, entry.leave)
    table.passes(30)
    assert inside(table) == [3, 4, 5, 6, 7, 8] and waiting(table) == []
    assert table.t.draft is not None and 8 in {int(p) for pair in table.t.draft.pairs for p in pair}


def test_nobody_moves_up_into_a_round_that_no_newcomer_may_enter() -> None:
    table = full(rounds=3)
    table.begins()
    table.plays_round()
    table.passes(30)
    table.approves()
    table.plays_round()
    table.passes(30)
    table.player(1, entry.leave)
    table.passes(30)
    with pytest.raises(Refused, match="entry_closed"):
        table.joins(9)
    assert inside(table) == [2, 3, 4, 5, 6] and waiting(table) == [7, 8]
    assert table.t.draft is not None and table.t.draft.pab is not None


def test_without_late_entry_the_waiting_list_ends_with_the_first_posting() -> None:
    table = full(rounds=3)
    table.judge(judging.change, "late", "0")
    table.player(1, entry.leave)
    assert inside(table) == [2, 3, 4, 5, 6, 7]                 # round 1 is not posted yet
    table.begins()
    table.plays_round()
    table.player(2, entry.leave)
    table.passes(30)
    assert 8 in waiting(table) and inside(table) == [3, 4, 5, 6, 7]


def test_a_higher_limit_makes_room_at_once_and_a_lower_one_throws_nobody_out() -> None:
    table = full(rounds=3)
    table.judge(judging.change, "limit", "7")
    assert inside(table) == [1, 2, 3, 4, 5, 6, 7] and waiting(table) == [8]
    with pytest.raises(Refused, match="limit_below"):
        table.judge(judging.change, "limit", "6")
