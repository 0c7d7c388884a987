"""Can a table be seen again as it was published, after corrections and undos?"""

from engine import facts as f
from engine import judging
from engine.judging.undoing import goes_along
from engine.model import Result
from engine.published import as_published, corrected
from engine.standings import standings
from tests.table import Table


def table_of(t, number):
    return [(row.player, row.points, row.values) for row in standings(t, after=number)]


def test_a_correction_leaves_the_table_as_it_was_published_to_be_seen() -> None:
    table = Table(6, rounds=3)
    table.begins()
    assert as_published("TEST", table.entries, 1) is None
    table.plays_round()
    then = table_of(table.t, 1)
    table.approves()
    table.judge(judging.rule, 1, table.game(1, 1).white, Result.BLACK_WON)
    published = as_published("TEST", table.entries, 1)
    assert published is not None and table_of(published, 1) == then
    assert table_of(table.t, 1) != then and corrected(published, table.t, 1)


def test_what_was_undone_counted_when_it_was_published() -> None:
    table = Table(4, rounds=2)
    table.begins()
    table.plays_round()
    then = table_of(table.t, 1)
    step = table.seqs(f.Drawn)[0]
    table.judge(judging.undo, entries=tuple(table.entries), step=step, along=goes_along(table.entries, step))
    published = as_published("TEST", table.entries, 1)
    assert not table.t.rounds and published is not None and table_of(published, 1) == then


def test_nothing_corrected_nothing_to_show() -> None:
    table = Table(4, rounds=2)
    table.begins()
    table.plays_round()
    published = as_published("TEST", table.entries, 1)
    assert published is not None and not corrected(published, table.t, 1)


def test_there_is_no_table_before_the_first_round_nor_of_one_that_is_not_complete() -> None:
    table = Table(4, rounds=2)
    table.begins()
    table.plays_round()
    assert [as_published("TEST", table.entries, number) for number in (-999, -1, 0, 2, 999)] == [None] * 5
