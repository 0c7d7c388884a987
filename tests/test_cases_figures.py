"""Are the coefficients those of the worked tables (tiebreaks.md 6 and 10.7), under every policy?"""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.tiebreaks import DEFAULTS, FIGURES, figure

TABLE = {
    1: "4w1 7b1 2w= 3b0 5b=", 2: "5b1 3w= 1b= 4b1 6b1", 3: "6w= 2b= 7b1 1w1 4w=", 4: "1b0 6b+ 5w0 2w0 3b=",
    5: "2w0 E 4b1 6b= 1w=", 6: "3b= 4w- U 5w= 2w0", 7: "U 1w0 3w0 Z Z",
}
KINDS = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}
POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}


def records(absence: Past) -> dict[int, Record]:
    """The running example; `absence` is what player 5 has in round 2. Player 7 has left after round 3."""
    alone = {"E": absence, "U": Past(Kind.BYE, 2), "Z": Past(Kind.ABSENT)}

    def past(text: str) -> Past:
        if text in alone:
            return alone[text]
        opponent, colour, result = text
        return Past(KINDS.get(result, Kind.GAME), POINTS[result], int(opponent), Colour(colour))

    return {
        n: Record(n, tuple(map(past, line.split())), withdrawn=n == 7) for n, line in TABLE.items()
    }


def values(*texts: str) -> dict[int, Fraction]:
    return {n: Fraction(text) for n, text in enumerate(texts, 1)}


def test_a_manual_draw_credits_who_has_left() -> None:
    table = records(Past(Kind.ABSENT))
    assert figure("PTS", table, "ru_draughts") == values("6", "8", "7", "3", "4", "4", "2")
    manual = "ru_draughts_manual"
    assert figure("BH", table, manual) == values("25.5", "24", "24.5", "27", "23", "23", "19")
    assert figure("BH/C1", table, manual) == values("22.5", "21", "21.5", "25", "21", "21", "17")


def test_a_computer_draw_counts_him_as_he_stands() -> None:
    table = records(Past(Kind.ABSENT))
    assert figure("BH", table, "ru_draughts") == values("24", "24", "23", "27", "23", "23", "19")
    assert figure("BH/C1", table, "ru_draughts") == values("22", "21", "21", "25", "21", "21", "17")


def test_only_games_count_in_the_simple_swiss() -> None:
    table = records(Past(Kind.HALF_BYE, 1))
    assert figure("BH", table, "played") == values("25", "25", "23", "26", "21", "20", "13")


def test_who_came_back_is_credited_with_nothing() -> None:
    table = records(Past(Kind.ABSENT))
    back = table[7]
    table[7] = Record(7, back.past)
    assert figure("BH", table, "ru_draughts_manual") == figure("BH", table, "ru_draughts")


def test_penalties_are_part_of_the_score_from_their_round_on() -> None:
    past = (Past(Kind.GAME, 2, 2, Colour.WHITE), Past(Kind.GAME, 1, 3, Colour.BLACK))
    record = Record(1, past, penalties=((2, 3),))
    assert [record.score(0), record.score(1), record.score()] == [0, -1, 0]


def test_unknown_figures_and_policies_are_refused() -> None:
    for code, policy in (("XX", "played"), ("BH", "no such")):
        with pytest.raises(ValueError, match=r"unknown (criterion|policy)"):
            figure(code, records(Past(Kind.ABSENT)), policy)


def test_every_default_is_in_the_table() -> None:
    for codes, policy in DEFAULTS.values():
        assert all(policy in FIGURES[code].policies for code in codes)
