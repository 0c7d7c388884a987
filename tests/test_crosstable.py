"""Does the cross table say who met whom, in the order of the table, and is its CSV safe to open?"""

from __future__ import annotations

import csv
import re

from engine import crosstable, trf
from tests.test_trf_reading import line, text

SWISS = text(
    "012 =HYPERLINK()", "142 3", "202 BH,SB", line(1, "   3 w 1", "   2 b =", points="1.5"),
    line(2, "   4 b 1", "   1 w =", points="1.5"), line(3, "   1 b 0", "   4 w +", points="1.0"),
    line(4, "   2 w 0", "   3 b -", points="0.0"),
)
ROBIN = text("092 Round robin", line(1, "   2 w =", "   3 b 1", "0000 - Z"), line(2, "   1 b =", "0000 - Z", "   3 w 1"),
             line(3, "0000 - Z", "   1 w 0", "   2 b 0"))


def test_rounds_stand_in_columns_and_players_in_the_order_of_the_table() -> None:
    head, *rows = crosstable.of_report(trf.read(SWISS)).rows()
    assert head == ("Place", "No", "Title", "Name", "Rating", "R1", "R2", "Points", "BH", "SB")
    assert [row[1] for row in rows] == ["1", "2", "3", "4"]
    assert [row[5:8] for row in rows] == [
        ("3w1", "2b½", "1.5"), ("4b1", "1w½", "1.5"), ("1b0", "4w1f", "1"), ("2w0", "3b0f", "0")]


def test_a_round_robin_has_a_column_for_everybody() -> None:
    head, *rows = crosstable.of_report(trf.read(ROBIN)).rows()
    assert head[5:9] == ("1", "2", "3", "Points")
    assert [row[5:9] for row in rows] == [("×", "½", "1", "1.5"), ("½", "×", "1", "1.5"), ("0", "0", "×", "0")]


def test_every_figure_is_a_number_for_a_spreadsheet() -> None:
    table = crosstable.of_report(trf.read(SWISS.replace("202 BH,SB", "202 BH,SB,AOB,DE")))
    figures = [row[7:] for row in table.rows()[1:]]
    assert figures[2] == ("1", "1.5", "0", "2.5", "")
    assert all(cell == "" or re.fullmatch(r"-?\d+(\.\d+)?", cell) for row in figures for cell in row)


def test_the_heading_names_what_a_table_must_name() -> None:
    heading = dict(crosstable.of_report(trf.read(SWISS)).heading)
    assert heading == {"Tournament": "=HYPERLINK()", "After round": "2 of 3", "System": "dutch", "Law": "FIDE C.04.3 (2026)",
                       "Acceleration": "none", "Tie-breaks": "BH, SB", "Unplayed rounds": "fide2026"}


def test_a_law_is_named_so_that_a_stranger_knows_it() -> None:
    heading = dict(crosstable.of_report(trf.read(SWISS.replace("202 BH,SB", "092 Swiss: simple"))).heading)
    assert (heading["Law"], heading["Unplayed rounds"]) == ("simple chess Swiss, club rules", "played")


def test_formulas_are_defused_and_figures_are_not() -> None:
    written = crosstable.write(crosstable.of_report(trf.read(SWISS.replace("Player 2", "@Two -1 "))))
    rows = list(csv.reader(written.splitlines()))
    assert rows[0] == ["Tournament", "'=HYPERLINK()"]
    assert any("'@Two -1" in row for row in rows)
    assert [crosstable.defused(cell) for cell in ("-1", "-½", "+1", "1w1", "\tx", "-2.5", "a; =1", "＝1")] == [
        "-1", "'-½", "'+1", "1w1", "'\tx", "-2.5", "a;' =1", "'＝1"]


def test_the_mark_is_the_only_difference() -> None:
    written = crosstable.write(crosstable.of_report(trf.read(SWISS)))
    assert crosstable.encode(written, mark=True) == b"\xef\xbb\xbf" + crosstable.encode(written)
