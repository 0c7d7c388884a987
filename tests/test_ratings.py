"""Are the club's ratings those of the law, to the tenth? (ratings.md section 3)"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine import judging
from engine.model import MemberId, Result
from engine.ratings import Bout, Change, Period, Rating, bouts, expected, factor, follow
from tests.table import Table

W, D, B = Result.WHITE_WON, Result.DRAW, Result.BLACK_WON


def bout(white: int, black: int, result: Result) -> Bout:
    return Bout(MemberId(white), MemberId(black), result)


def evening(code: str, *games: tuple[int, int, Result]) -> Period:
    return Period(code, tuple(bout(*game) for game in games))


def of(changes: list[Change], code: str, member: int) -> Change:
    return next(change for change in changes if (change.code, change.member) == (code, member))


def test_the_formula_is_that_of_the_law() -> None:
    """Section 2, the table of D and E to the third digit."""
    law = {0: 500, 50: 571, 100: 640, 150: 703, 200: 760, 300: 849, 400: 909}
    assert {d: round(1000 * expected(10 * d)) for d in law} == law
    assert expected(-1000) + expected(1000) == 1
    assert expected(6000) == expected(4000), "limited to 400 (3.3)"


def test_k_falls_with_games_and_with_long_nights() -> None:
    assert [factor(Rating(15000, games), 4) for games in (0, 19, 20, 99, 100)] == [40, 40, 24, 24, 16]
    assert [factor(Rating(15000, 0), games) for games in (7, 8, 15)] == [40, 37, 20]
    assert factor(Rating(15000, 20), 13) == 23


def established() -> tuple[list[Period], dict[MemberId, int]]:
    """1 and 2 have drawn with twenty newcomers each and stand at 1500 and 1600."""
    others = {1: [1500] * 20, 2: [1617] * 5 + [1615] + [1600] * 14}
    starts = {MemberId(100 * n + i): rating for n, ratings in others.items() for i, rating in enumerate(ratings)}
    first, second = (range(6), range(6, 20))
    return [evening(f"{n}{min(part)}", *[(n, 100 * n + i, D) for i in part]) for n in (1, 2)
            for part in (first, second)], starts


def test_the_worked_event() -> None:
    """3.10: K 24 each, the 1600 loses to the 1500; what one wins the other loses (3.8)."""
    periods, starts = established()
    changes = follow([*periods, evening("LAST", (1, 2, W))], starts)
    first, second = of(changes, "LAST", 1), of(changes, "LAST", 2)
    assert (first.before.tenths, second.before.tenths, first.k, second.k) == (15000, 16000, 24, 24)
    assert (first.after.tenths, second.after.tenths) == (15154, 15846)
    assert (str(first.after), str(second.after), first.gain, second.gain) == ("1515", "1585", 15, -15)


def test_against_newcomers_half_k() -> None:
    """3.6: six wins over newcomers of 1500 are 6 x 12 x ½ for the one, 40 x -½ for each of them."""
    periods, starts = established()
    changes = follow([*periods, evening("UP", *[(1, 900 + n, W) for n in range(6)])], starts)
    up = of(changes, "UP", 1)
    assert (up.scored, up.expected, up.k) == (12, Fraction(3), 24) and up.after.tenths == 15000 + 360
    assert of(changes, "UP", 900).after.tenths == 15000 - 200


def test_a_newcomer_is_made_anew_once_with_six_games() -> None:
    """3.6: Ra over all games and one imaginary draw with 1500, p by table 1.6."""
    six = evening("SIX", *[(1, 10 + n, W if n < 3 else D) for n in range(6)])
    change = of(follow([six], {MemberId(10 + n): 1600 for n in range(6)}), "SIX", 1)
    # Ra = (6 x 1600 + 1500) / 7 = 1585.714…; p = (4½ + ½) / 7 = .714… -> .71, dp 158
    assert change.remade and change.after == Rating(17437, 6) and str(change.after) == "1744"
    five = of(follow([evening("FIVE", *[(1, 10 + n, D) for n in range(5)])], {}), "FIVE", 1)
    assert not five.remade and str(five.after) == "1500?"


def test_a_newcomer_s_games_of_several_evenings_are_put_together() -> None:
    periods = [evening("ONE", (1, 10, W), (1, 11, W), (1, 12, B)), evening("TWO", (1, 13, W), (1, 14, D), (1, 15, B))]
    changes = follow(periods, {})
    one, two = of(changes, "ONE", 1), of(changes, "TWO", 1)
    # 20 (half of 40) x (2 - 1.5)
    assert one.after == Rating(15100, 3)
    # p = (3½ + ½) / 7 = .57, dp 50; all opponents 1500
    assert two.remade and two.after == Rating(15500, 6)
    later = of(follow([*periods, evening("NEXT", (1, 16, D))], {}), "NEXT", 1)
    assert not later.remade and later.after.tenths == 15500 - 14, "half of 40 x (½ - .571), once for all"


def test_performance_is_that_of_the_tournament() -> None:
    """Section 4, C of example A: 3½ of 5 against 1500, 1900, 1400, 2000, 1700."""
    ratings = {MemberId(10 + n): rating for n, rating in enumerate((1500, 1900, 1400, 2000, 1700))}
    games = [(1, 10 + n, result) for n, result in enumerate((W, W, W, D, B))]
    assert of(follow([evening("A", *games)], ratings), "A", 1).performance == 1849


def test_oneself_counts_for_nobody_and_two_at_fault_both_lose() -> None:
    assert follow([evening("SELF", (1, 1, W))], {}) == []
    both = follow([evening("ZERO", (1, 2, Result.BOTH_LOST))], {})
    assert [change.scored for change in both] == [0, 0] and all(change.gain < 0 for change in both)


def test_only_games_that_were_played_and_only_after_the_end() -> None:
    table = Table(5, rounds=1)
    table.begins()
    table.reports(1, W)
    assert bouts(table.t) == ()
    table.judge(judging.rule, 1, table.game(2).white, Result.WHITE_BY_FORFEIT)
    table.passes()
    assert table.t.stage.value == "finished"
    game = table.game(1)
    assert bouts(table.t) == (Bout(game.white, game.black, W),)


GAMES = st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8), st.sampled_from((W, D, B))), min_size=1, max_size=12)


@given(st.lists(GAMES, min_size=1, max_size=8), st.dictionaries(st.integers(1, 8).map(MemberId), st.integers(800, 2400)))
def test_periods_chain_and_colours_do_not_matter(nights: list[list[tuple[int, int, Result]]],
                                                 starts: dict[MemberId, int]) -> None:
    periods = [evening(f"N{n}", *games) for n, games in enumerate(nights)]
    turned = [Period(p.code, tuple(Bout(b.black, b.white, b.result.flipped) for b in reversed(p.bouts)))
              for p in periods]
    changes = follow(periods, starts)
    assert follow(turned, starts) == changes
    assert follow(periods[:-1], starts) == [c for c in changes if c.code != periods[-1].code], "a prefix is a prefix"
    for member in range(1, 9):
        mine = [change for change in changes if change.member == member]
        assert all(earlier.after == later.before for earlier, later in pairwise(mine))
        assert sum(c.remade for c in mine) == (sum(c.games for c in mine) >= 6)
