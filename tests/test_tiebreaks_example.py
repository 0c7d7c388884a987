"""Are the figures those of the worked tables (tiebreaks.md 6 and 10.7)?"""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.model import Scoring
from engine.tiebreaks import explain, figure, in_points
from tests.crosstable import EXAMPLE, crosstable

HALVES = Scoring()

WORKED = """
    fide2026 BH     13.5  12.5 12.5 14.5   13    13.5  9.5
    fide2026 BH/C1  12    11   11   13     10.5  12    8.5
    fide2026 BH/C2  10    9    9    10.5   9     10    7.5
    fide2026 BH/M1  8     7.5  7    9      6.5   8     5
    fide2026 SB     6.75  9.25 8.75 3.25   5.25  5     1
    fide2026 SB/C1  5.25  7.75 8    1.75   3.75  5     1
    fide2026 FB     13    13   12.5 14     13    13.5  9.5
    fide2026 AOB    12.4  13.4 12.7 12.875 13.5  38/3  13
    fide2023 BH     13.5  12.5 12.5 14.5   13    14    9.5
    virtual  BH     12.5  12   11.5 14.5   12    14.5  13
    virtual  SB     5.75  8.75 8    3.25   4.5   4.5   2
    raw      BH     12.5  12.5 11.5 15     10.5  11.5  6.5
    played   BH     12.5  12.5 11.5 13     10.5  10    6.5
    played   WIN    2     3    2    1      1     1     1
    played   WON    2     3    2    0      1     0     0
    played   BPG    3     4    2    2      2     1     0
    played   BWG    1     3    1    0      1     0     0
    played   PS     11    11.5 10   4.5    6.5   6.5   5
    played   PS/C1  10    10.5 9.5  4.5    6.5   6     4
    played   REP    5     5    5    5      4     4     3
    played   STD    3     4    3.5  1.5    2.5   2     1
    played   ARO    1680  1720 1700 1825   1775  1767  1900
    played   ARO/C1 1750  1775 1775 1900   1867  1850  2000
    played   TPR    1752  1960 1849 1503   1775  1642  1100
    played   PTP    1769  2003 1898 1447   1779  1633  1000
    played   APRO   1637  1704 1591 1834   1714  1861  1801
    played   APPO   1625  1705 1570 1862   1713  1893  1834
    played   PTS    3     4    3.5  1.5    2.5   2     1
    played   TPN    1     2    3    4      5     6     7
    played   RTNG   2000  1900 1800 1700   1600  1500  1400
"""


@pytest.mark.parametrize("line", [line for line in WORKED.splitlines() if line.strip()],
                         ids=lambda line: "-".join(line.split()[:2]))
def test_the_worked_table(line: str) -> None:
    policy, code, *values = line.split()
    found = figure(code, crosstable(EXAMPLE), policy)
    assert {n: in_points(code, value, HALVES) for n, value in found.items()} == {
        n: Fraction(value) for n, value in enumerate(values, 1)
    }


ROUND_BY_ROUND = """
    fide2026 1.5,2,4,3.5,2.5 2.5,3.5,3,1.5,2 2,4,2,3,1.5 3,1.5,2.5,4,3.5 4,2.5,1.5,2,3 3.5,1.5,2,2.5,4 1,3,3.5,1,1
    fide2023 1.5,2,4,3.5,2.5 2.5,3.5,3,1.5,2 2,4,2,3,1.5 3,1.5,2.5,4,3.5 4,2.5,1.5,2,3 3.5,2,2,2.5,4 1,3,3.5,1,1
    virtual 1,1.5,4,3.5,2.5 2.5,3.5,3,1,2 2,4,1.5,3,1 3,1.5,2.5,4,3.5 4,2,1,2,3 3.5,3,1.5,2.5,4 2,3,3.5,2.5,2
"""


@pytest.mark.parametrize("line", [line for line in ROUND_BY_ROUND.splitlines() if line.strip()],
                         ids=lambda line: line.split()[0])
def test_the_contributions_round_by_round(line: str) -> None:
    policy, *players = line.split()
    table = crosstable(EXAMPLE)
    for number, expected in enumerate(players, 1):
        terms = explain("BH", table, number, policy)
        assert [Fraction(term.value) / 2 for term in terms] == [Fraction(each) for each in expected.split(",")]
        assert [term.round for term in terms] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("code", "values"), [
    ("BH", "25.5 24 24.5 27 23 23 19"), ("BH/C1", "22.5 21 21.5 25 21 21 17"),
    ("BH/C2", "19 17 18 21 18 19 15"), ("BH/M1", "14.5 14 13.5 17 13 13 10"),
])
def test_a_manual_draw_of_a_draughts_event(code: str, values: str) -> None:
    """Example B: the same games, player 5 absent in round 2."""
    lines = [line.replace("H", "Z") for line in EXAMPLE]
    found = figure(code, crosstable(lines, Scoring(unit=1), withdrawn=(7,)), "ru_draughts_manual")
    assert found == {n: Fraction(value) for n, value in enumerate(values.split(), 1)}


def test_where_each_value_comes_from() -> None:
    table = crosstable(EXAMPLE)
    why = {(n, policy): [str(term.why) for term in explain("BH", table, n, policy)]
           for n in (1, 6, 7) for policy in ("fide2026", "virtual", "ru_draughts", "raw", "played")}
    assert why[1, "fide2026"] == ["game", "adjusted", "game", "game", "game"]      # 7 gave up: 16.3
    assert why[6, "fide2026"] == ["game", "capped", "dummy", "game", "game"]
    assert why[6, "virtual"] == ["game", "virtual", "virtual", "game", "game"]
    assert why[6, "ru_draughts"] == ["game", "lowest", "lowest", "game", "game"]
    assert why[6, "raw"] == ["game", "scheduled", "nothing", "game", "game"]
    assert why[6, "played"] == ["game", "game", "game"]
    assert why[7, "raw"] == ["nothing", "game", "game", "nothing", "nothing"]


def test_which_value_is_cut_and_why() -> None:
    """A round given up is cut before a lower opponent (8.2), and if it is not less in SB too (8.3)."""
    table = crosstable(EXAMPLE)
    marks = {(n, code): [str(term.cut) for term in explain(code, table, n, "fide2026")]
             for n in (1, 5, 6) for code in ("BH/C1", "SB/C1", "BH/M1")}
    assert marks[5, "BH/C1"] == ["", "missed", "", "", ""]
    assert marks[5, "SB/C1"] == ["", "", "low", "", ""]
    assert marks[6, "SB/C1"] == ["", "missed", "", "", ""]
    assert marks[1, "BH/M1"] == ["low", "", "high", "", ""]
    assert [str(term.cut) for term in explain("BH/C1", table, 5, "raw")] == ["", "low", "", "", ""]
