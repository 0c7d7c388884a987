"""Is each policy for unplayed rounds what the text says of it, and is nothing else touched by it?"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.history import Kind, Past, Record
from engine.model import Scoring
from engine.tiebreaks import FIGURES, POLICIES, explain, figure
from tests.crosstable import crosstable, random_table


def opponents(record: str, scores: list[int]) -> dict[int, Record]:
    """Player 1 with this line; players 2, 3 … have so many halves, all made in games."""
    table = crosstable([record])
    for number, halves in enumerate(scores, 2):
        points = [min(2, max(0, halves - 2 * round)) for round in range(len(table[1].past))]
        table[number] = Record(number, tuple(Past(Kind.GAME, made, 1) for made in points))
    return table


@pytest.mark.parametrize(("record", "scores", "expected"), [
    ("2w1 3w1 4w1 Z 5w1 6w1 7w1 8w= 9w= 10w0", "10 10 13 9 12 10 13 11 12",
     "fide2023 BH 57|fide2026 BH 55|fide2023 BH/C1 50|fide2026 BH/C1 50|raw BH 50|played BH 50"),
    ("2w1 3w1 4w1 5w1 6w1 7w= 8w= 9w+ 10w0", "8 10 12 10 12 12 12 11 12",
     "fide2023 BH 51|fide2026 BH 49.5|raw BH 49.5|played BH 44"),
], ids=["a zero-point bye, played on", "a forfeit win"])
def test_the_official_numbers(record: str, scores: str, expected: str) -> None:
    """Section 4.5: the own score, capped by half a point a round or by who should have played."""
    table = opponents(record, [int(halves) for halves in scores.split()])
    for line in expected.split("|"):
        policy, code, value = line.split()
        assert figure(code, table, policy)[1] / 2 == Fraction(value), line


@pytest.mark.parametrize(("line", "round", "value"), [
    ("2w1 2w= Z Z Z Z Z Z Z", 3, "5.5"),
    ("2w1 2w1 2w1 2w= 2w0 2w+ Z Z Z", 6, "5"),
    ("U Z Z Z Z", 1, "2"),
    ("Z H Z Z Z", 2, "2"),
    ("2w1 2w= Z", 3, "2.5"),
    ("2w1 2w1 2w1 2w= 2w0 2w+", 6, "3.5"),
])
def test_the_virtual_opponent(line: str, round: int, value: str) -> None:
    """Section 5.2: the score before the round, the other side of its result, then draws."""
    table = crosstable([line, " ".join("Z" for _ in line.split())])
    term = next(term for term in explain("BH", table, 1, "virtual") if term.round == round)
    assert (Fraction(term.value) / 2, str(term.why)) == (Fraction(value), "virtual")


def test_a_forfeit_in_a_round_robin_is_a_game() -> None:
    """15.2: with the scheduled opponent in BH, SB, KS; a forfeit loss is no BPG and lowers REP; ratings stay out."""
    table = crosstable(("2w+ 3b1 Z", "1b- Z 3w=", "Z 1w0 2b="), ratings={1: 1500, 2: 1600, 3: 1700})
    assert figure("SB", table, "none") == {1: 4, 2: 1, 3: 1}
    assert figure("BH", table, "none") == {1: 2, 2: 5, 3: 5}
    assert figure("KS", table, "none") == {1: 0, 2: 0, 3: 0}
    assert figure("KS/L-1", table, "none") == {1: 4, 2: 1, 3: 1}
    assert figure("WON", table, "none") == {1: 2, 2: 0, 3: 0}
    assert figure("BPG", table, "none") == {1: 1, 2: 0, 3: 1}
    assert figure("ARO", table, "none") == {1: 1700, 2: 1700, 3: 1550}
    assert figure("ARO/P", table, "none") == {1: 1650, 2: 1600, 3: 1550}
    assert figure("REP", table, "none") == {1: 2, 2: 1, 3: 2}


def test_standard_points_turn_any_scoring_back_into_wins_and_draws() -> None:
    """7.8: win, draw, a bye worth 1 of 3; a game lost by both is ½ for each, a double forfeit nothing."""
    scoring = Scoring(win=6, draw=2, pab=2)
    table = crosstable(("2w1 3w= U", "1b0 Z H", "Z 1b= 4w0", "Z Z 3b0"), scoring)
    assert figure("PTS", table, "played", scoring)[1] / scoring.unit == 5
    assert figure("STD", table, "played", scoring) == {1: 2, 2: Fraction(1, 2), 3: 1, 4: Fraction(1, 2)}
    assert figure("STD", crosstable(("2w-", "1b-")), "played") == {1: 0, 2: 0}


def test_an_open_board_is_not_given_up() -> None:
    """While a game goes on its players are neither absent nor gone, and meet each other as they stand."""
    table = crosstable(("2w1 3w?", "1b0 Z", "Z 1b?"))
    assert figure("REP", table, "fide2026") == {1: 2, 2: 1, 3: 1}
    assert figure("BH", table, "fide2026") == {1: 1, 2: 2, 3: 2}
    assert figure("BH", table, "played") == {1: 0, 2: 2, 3: 0}
    assert figure("FB", table, "fide2026")[1] == 2


def test_cuts_of_more_than_there_is_take_everything() -> None:
    table = crosstable(("2w1 Z", "1b0 Z"))
    assert figure("BH/C5", table, "played") == figure("BH/M1", table, "played") == {1: 0, 2: 0}
    assert figure("ARO/C1", table, "played") == {}
    assert figure("PS/C5", table, "played") == {1: 0, 2: 0}


def test_players_without_a_rating_are_left_out_of_averages() -> None:
    table = crosstable(("2w1 3w1", "1b0 Z", "Z 1b0"), ratings={1: None, 2: 1601, 3: None})
    assert figure("ARO", table, "played") == {1: 1601}
    assert figure("TPR", table, "played") == {1: 2401} and figure("PTP", table, "played") == {1: 2337}
    assert figure("RTNG", table, "played") == {2: 1601}
    assert figure("APRO", table, "played") == {2: 2401, 3: 2401}


def test_a_penalty_is_part_of_the_score_opponents_see() -> None:
    table = crosstable(("2w1 Z", "1b0 Z"))
    table[1] = Record(1, table[1].past, penalties=((2, 3),))
    assert figure("BH", table, "played")[2] == -1
    assert figure("PS", table, "played")[1] == -1 + -1
    assert figure("WIN", table, "played")[1] == 1


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**9), st.sampled_from((Scoring(), Scoring(win=6, draw=2, pab=6))))
def test_what_must_hold_in_every_tournament(seed: int, scoring: Scoring) -> None:
    """Section 13.5, and 1.4: a policy touches nothing but what is made of opponents' scores."""
    table = random_table(seed, scoring)
    bh = {policy: figure("BH", table, policy, scoring) for policy in POLICIES}
    for policy in POLICIES:
        cut = figure("BH/C1", table, policy, scoring)
        assert all(cut[n] <= bh[policy][n] for n in table)
        for code in FIGURES.keys() - {"DE", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "AOB", "SB", "SB/C1"}:
            assert figure(code, table, policy, scoring) == figure(code, table, "raw", scoring)
    assert all(bh["fide2026"][n] <= bh["fide2023"][n] and bh["played"][n] <= bh["raw"][n] for n in table)
    progressive = figure("PS", table, "raw", scoring)
    assert all(progressive[n] <= len(table[n].past) * table[n].score() for n in table)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**9))
def test_names_and_numbers_change_nothing(seed: int) -> None:
    table = random_table(seed)
    moved = {n + 100: Record(
        n + 100, tuple(Past(p.kind, p.points, p.opponent and p.opponent + 100, p.colour) for p in table[n].past),
        table[n].rating, withdrawn=table[n].withdrawn) for n in sorted(table, reverse=True)}
    for code in FIGURES.keys() - {"DE", "TPN"}:
        for policy in POLICIES:
            found = figure(code, moved, policy)
            assert {n - 100: value for n, value in found.items()} == figure(code, table, policy)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**9))
def test_without_unplayed_rounds_all_policies_agree(seed: int) -> None:
    """And the Buchholz of all together is everybody's points once for each of his games."""
    chance, size = Random(seed), 6
    cells: dict[int, list[str]] = {n: [] for n in range(1, size + 1)}
    for _ in range(4):
        left = chance.sample(sorted(cells), size)
        for white, black in zip(left[::2], left[1::2], strict=True):
            mine, his = chance.choice(("10", "01", "=="))
            cells[white].append(f"{black}w{mine}")
            cells[black].append(f"{white}b{his}")
    table = crosstable([" ".join(line) for line in cells.values()])
    for code in ("BH", "BH/C1", "SB", "SB/C1", "FB", "AOB"):
        assert len({tuple(sorted(figure(code, table, policy).items())) for policy in POLICIES}) == 1
    assert sum(figure("BH", table, "raw").values()) == sum(4 * record.score() for record in table.values())
