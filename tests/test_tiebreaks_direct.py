"""Does direct encounter place whom it may, and nobody else (tiebreaks.md 9)?"""

from __future__ import annotations

import pytest

from engine.tiebreaks import direct, order
from tests.crosstable import crosstable


@pytest.mark.parametrize(("lines", "expected"), [
    (("2w1 3b=", "1b0 3w1", "2b0 1w="), [(1,), (2,), (3,)]),
    (("2w1 3b0", "1b0 3w1", "2b0 1w1"), [(1, 2, 3)]),
    (("2w1", "1b0"), [(1,), (2,)]),
    (("2w=", "1b="), [(1, 2)]),
    (("Z", "Z"), [(1, 2)]),
    (("2w1 3b1 4w=", "1b0 4w= 3b=", "4w+ 1w0 2w=", "3b- 2b= 1b="), [(1,), (2, 3, 4)]),
    (("2w1 Z", "1b0 3w=", "Z 2b="), [(1, 2, 3)]),
    (("2w1 2b= 2w0", "1b0 1w= 1b1"), [(1, 2)]),
    (("2w1 2b=", "1b0 1w="), [(1,), (2,)]),
], ids=["in a row", "in a ring", "two", "a draw", "not met", "one safe, three not", "nobody safe", "met three times",
        "met twice"])
def test_examples(lines: tuple[str, ...], expected: list[tuple[int, ...]]) -> None:
    assert direct(tuple(range(1, len(lines) + 1)), crosstable(lines), 2) == expected


def test_who_is_left_is_looked_at_again_with_his_own_games() -> None:
    """All met: 2 and 3 are level in the table of four, and their own game decides."""
    table = crosstable(("2w1 4b1 3w0", "1b0 3w1 4w=", "4w= 2b0 1b1", "3b= 1w0 2b="))
    assert direct((1, 2, 3, 4), table, 2) == [(1,), (2,), (3,), (4,)]


def test_one_after_the_other_is_safe() -> None:
    """Not all met, but 1 beat everybody and 2 beat the others: both are placed from one mini-table."""
    lines = ("2w1 3b1 4w1", "1b0 4w1 3b1", "Z 1w0 2w0", "Z 2b0 1b0")
    assert direct((1, 2, 3, 4), crosstable(lines), 2) == [(1,), (2,), (3, 4)]


def test_it_is_made_anew_for_every_group_that_is_still_tied() -> None:
    """Among all four nobody is safe; split by WIN, two games decide."""
    table = crosstable(("2w0 F F Z", "1b1 F Z Z", "4w1 H H Z", "3b0 F H H"))
    assert [line.place for line in order(table, ["DE"], "fide2026")] == [1, 1, 1, 1]
    assert [(line.number, line.place, line.values) for line in order(table, ["WIN", "DE"], "fide2026")] == [
        (2, 1, (2, 1)), (1, 2, (2, 2)), (3, 3, (1, 1)), (4, 4, (1, 2))]


def test_the_value_is_the_place_in_the_group_it_split() -> None:
    table = crosstable(("2w1 3b= 4w0", "1b0 4w1 3b=", "4b1 1w= 2w=", "3w0 2b0 1b1"))
    lines = order(table, ["DE"], "fide2026")
    assert [(line.number, line.place, line.values) for line in lines] == [
        (3, 1, (None,)), (1, 2, (1,)), (2, 3, (2,)), (4, 4, (None,))]


def test_forfeits_count_only_where_the_rules_put_them_in() -> None:
    table = crosstable(("2w+ Z", "1b- F"))
    assert [line.place for line in order(table, ["DE"], "fide2026")] == [1, 1]
    assert [line.place for line in order(table, ["DE/P"], "fide2026")] == [1, 2]
    assert [line.place for line in order(table, ["DE"], "none")] == [1, 2]


def test_a_group_of_all_who_have_not_played_ends_at_once() -> None:
    table = crosstable(["Z"] * 300)
    assert direct(tuple(range(1, 301)), table, 2) == [tuple(range(1, 301))]
