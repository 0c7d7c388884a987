"""Is the table of a tournament the same however its results came in, and does everybody keep his place in it?"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from engine import judging
from engine.entry import leave
from engine.judging import results
from engine.model import Game, MemberId, Result, Scoring, Settings
from engine.standings import Row, criteria, standings, value_text
from engine.tiebreaks import ROBIN
from tests.table import Table

ALL = ("BH/C1", "BH", "SB", "DE", "WIN", "WON", "PS", "KS", "ARO", "TPR", "FB", "AOB")


def evening(order: int, *, members: int = 9) -> Table:
    """Three rounds with the same results, entered by a judge in an order of its own, with second thoughts."""
    table = Table(members, {n: 2000 - 10 * n for n in range(1, members + 1)}, rounds=3, tiebreaks=ALL, approve=None)
    chance = random.Random(order)
    table.begins()
    for number in (1, 2, 3):
        games = list(table.t.rounds[-1].games)
        for game in chance.sample(games, len(games)):
            if chance.random() < 0.5:
                table.judge(results.rule, number, game.white, Result.BOTH_LOST)
            table.judge(results.rule, number, game.white, decided(game, number))
        if number < 3:
            table.approves()
    return table


def decided(game: Game, round: int) -> Result:
    return random.Random(f"{game.white} {game.black} {round}").choice(list(Result))


def shown(rows: list[Row]) -> list[tuple[object, ...]]:
    return [(row.place, row.number, row.points, row.values) for row in rows]


def test_the_order_of_entry_changes_nothing() -> None:
    tables = [evening(order) for order in range(4)]
    for after in (1, 2, 3, None):
        first, *others = (shown(standings(table.t, after=after)) for table in tables)
        assert all(other == first for other in others)
    assert len({row[0] for row in first}) > 3


def test_the_table_after_a_round_stays_what_it_was() -> None:
    """What was shown after round 1 is shown after round 1 for ever, unless a result of it is corrected."""
    table = evening(0)
    then = shown(standings(replace(table.t, rounds=table.t.rounds[:1])))
    assert shown(standings(table.t, after=1)) == then
    assert shown(standings(table.t, after=3)) != then


def test_who_is_equal_in_everything_shares_the_place() -> None:
    table = Table(6, rounds=3, tiebreaks=("WIN",))
    table.begins()
    for game in table.t.rounds[0].games:
        table.judge(results.rule, 1, game.white, Result.WHITE_WON)
    rows = standings(table.t)
    assert [row.place for row in rows] == [1, 1, 1, 4, 4, 4]
    assert [row.number for row in rows] == [*sorted(r.number for r in rows[:3]), *sorted(r.number for r in rows[3:])]


def test_who_leaves_or_is_removed_keeps_what_he_has() -> None:
    table = evening(1)
    before = shown(standings(table.t, after=2))
    best, second = standings(table.t, after=2)[:2]
    table.judge(judging.remove, best.player)
    table.player(second.player, leave)
    rows = standings(table.t, after=2)
    assert shown(rows) == before
    assert {row.player for row in rows if row.gone} == {best.player, second.player}


@pytest.mark.parametrize(("settings", "codes", "policy"), [
    (Settings(system="individual"), ("BH/C1", "BH"), "ru_draughts"),
    (Settings(system="simple"), ("BH",), "played"),
    (Settings(system="dutch"), ("BH/C1", "BH", "SB", "DE", "WIN"), "fide2026"),
    (Settings(system="dutch", handling="fide-2017"), ("BH/C1", "BH", "SB", "DE", "WIN"), "virtual"),
    (Settings(system="dutch", handling="fide-2017", unplayed="raw"), ("BH/C1", "BH", "SB", "DE", "WIN"), "raw"),
    (Settings(system="individual", handling="fide-2017"), ("BH/C1", "BH"), "ru_draughts"),
    (Settings(system="roundrobin", unplayed="raw"), ("DE", "WIN", "SB", "KS"), ROBIN),
    (Settings(system="simple", tiebreaks=("SB",), unplayed="virtual"), ("SB",), "virtual"),
])
def test_the_law_decides_where_the_club_has_not(settings: Settings, codes: tuple[str, ...], policy: str) -> None:
    t = Table(2).t
    assert criteria(replace(t, settings=settings)) == (codes, policy)


@pytest.mark.parametrize(("code", "value", "scoring", "text"), [
    ("BH", Fraction(27), Scoring(), "13½"), ("BH", Fraction(27), Scoring(unit=1), "27"),
    ("SB", Fraction(27), Scoring(), "6.75"), ("SB", Fraction(27), Scoring(unit=1), "27"),
    ("AOB", Fraction(76, 3), Scoring(), "12.67"), ("BH", Fraction(-1), Scoring(), "-½"),
    ("WIN", Fraction(3), Scoring(), "3"), ("STD", Fraction(7, 2), Scoring(), "3½"),
    ("TPR", Fraction(1849), Scoring(), "1849"), ("TPR", None, Scoring(), "–"),
    ("AOB", Fraction(1, 3), Scoring(), "0.17"), ("SB", Fraction(-1), Scoring(), "-0.25"),
    ("BH", Fraction(37, 3), Scoring(unit=1), "12.33"), ("AOB", Fraction(2999, 500), Scoring(), "3"),
])
def test_figures_are_written_as_people_write_them(
    code: str, value: Fraction | None, scoring: Scoring, text: str
) -> None:
    assert value_text(code, value, scoring) == text


def test_a_criterion_that_says_nothing_of_a_player_comes_after_one_that_does() -> None:
    table = Table(4, {1: 2000, 2: 1900}, rounds=3, tiebreaks=("RTNG", "TPN"))
    table.begins()
    rows = standings(table.t)
    rated = [table.t.players[row.player].rating for row in rows]
    assert rated[:2] == [2000, 1900] and rated[2:] == [None, None]
    assert [row.values[0] for row in rows] == [2000, 1900, None, None]
    assert len({row.place for row in rows}) == 4 and MemberId(1) == rows[0].player
