"""Does a report file say the same however it was written, and is a bad one refused with the place?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine import checker, trf
from engine.history import Kind
from engine.model import Colour, Scoring
from engine.report import Cell, Player

DATA = Path(__file__).parent / "data" / "dutch"


def line(number: int, *cells: str, points: str = "", rank: int = 0) -> str:
    fixed = f"001 {number:>4}      {f'Player {number}':33} {2000 - number:>4}{'':28}{points:>4} {rank or '':>4}"
    return fixed + "".join(f"  {cell:8}" for cell in cells)


def text(*lines: str, end: str = "\n") -> str:
    return "".join(each + end for each in lines)


FOUR = (
    line(1, "   3 w 1", "   2 b ="), line(2, "   4 b 1", "   1 w ="), line(3, "   1 b 0", "0000 - H"),
    line(4, "   2 w 0", "0000 - U"),
)


def test_columns_are_those_of_the_format() -> None:
    written = (
        "001    1 m GM Petrov, Ivan                      2105 RUS     1234567 1990/05/17  1.5    1"
        "     2 w 1  0000 - H"
    )
    other = line(2, "   1 b 0")
    player = trf.read(text(written, other)).players[1]
    assert player == Player(
        1, "Petrov, Ivan", 2105, (Cell(2, Colour.WHITE, "1"), Cell(None, None, "H")), 3, 1, "m", "GM", "RUS",
        "1234567", "1990/05/17", 1,
    )
    assert trf.write([player]).rstrip("\r\n") == written


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_line_ends_do_not_matter(end: str) -> None:
    report = trf.read(text(*FOUR, end=end))
    assert replace(report, warnings=()) == trf.read(text(*FOUR))
    assert [warning.code for warning in report.warnings] == ["cr_only"] * (end == "\r")


def test_what_is_written_is_read_back() -> None:
    report = trf.read(trf.decode((DATA / "0003-17p11r.trf").read_bytes()))
    again = trf.read(trf.write(report.players.values(), report.records))
    plain = [[(p.number, p.name, p.rating, p.cells, p.points, p.rank) for p in each.players.values()]
             for each in (report, again)]
    assert plain[0] == plain[1]
    assert again.records == report.records


def test_a_byte_order_mark_and_old_code_pages_are_decoded() -> None:
    assert trf.decode("\ufeff012 Zürich".encode()) == "012 Zürich"
    assert trf.decode("012 Zürich".encode("cp1252")) == "012 Zürich"


def test_rulers_comments_and_unknown_records_are_passed_over() -> None:
    report = trf.read(text("0123456789012345", "### a comment", "DDD SSSS sTTT", "", "999 what", *FOUR))
    assert len(report.players) == 4
    assert ("999", "what") in report.records
    assert report.warnings == ()


def test_of_a_repeated_record_the_last_counts_with_a_warning() -> None:
    report = trf.read(text("XXR 5", "142 7", "142 9", "152 W", "152 B", *FOUR))
    assert (report.rounds, report.colour) == (9, Colour.BLACK)
    assert [(warning.line, warning.code) for warning in report.warnings] == [
        (0, "two_rounds"), (3, "repeated"), (5, "repeated")]


def test_javafo_and_numeric_records_say_the_same() -> None:
    old = trf.read(text(
        "XXR 5", "XXC Black1", "XXP 1 4", "XXA    1  1.0  0.5", "XXA    2  1.0  0.5", "XXZ 3", *FOUR,
    ))
    new = trf.read(text(
        "142 5", "152 B", "260   1   5    1    4", "250       1.0   1   1    1    2",
        "250       0.5   2   2    1    2", "240 Z   3    3", *FOUR,
    ))
    assert (old.rounds, old.colour, old.virtual) == (new.rounds, new.colour, new.virtual)
    assert old.virtual == {1: (2, 1), 2: (2, 1)}
    assert checker.next_field(old).never == checker.next_field(new).never == {frozenset((1, 4))}
    assert [checker.next_field(each).playing for each in (old, new)] == [(1, 2, 4)] * 2


@pytest.mark.parametrize(("records", "points", "scoring"), [
    ((), ("1.5", "1.5", "0.5", "1.0"), Scoring()),
    ((), ("4.0", "4.0", "1.0", "3.0"), Scoring(6, 2, 0, 6)),
    ((), ("1.5", "1.5", "0.5", "0.5"), Scoring(pab=1)),
    (("162  W 3.0    D 1.0",), ("4.0", "4.0", "1.0", "3.0"), Scoring(6, 2, 0, 6)),
    (("XXS WW=3 BW=3 WD=1 BD=1 HPB=1 PAB=1",), ("4.0", "4.0", "1.0", "1.0"), Scoring(6, 2, 0, 2)),
])
def test_the_points_of_a_result_are_laid_down_or_found(
    records: Sequence[str], points: Sequence[str], scoring: Scoring
) -> None:
    players = [each[:80] + f"{p:>4}" + each[84:] for each, p in zip(FOUR, points, strict=True)]
    report = trf.read(text(*records, *players))
    assert (report.scoring, report.warnings) == (scoring, ())


def test_cells_become_the_history_of_a_player() -> None:
    report = trf.read(text("142 9", "152 W", line(1, "   2 w +", "0000 - F", "0000 - Z", "", "   2 w"), line(
        2, "   1 b -", "", "0000 - U", "0000 - -", "   1 b"
    )))
    assert report.paired == 5
    field = checker.next_field(report)
    kinds = [[past.kind for past in field.records[n].past] for n in (1, 2)]
    assert kinds[0] == [Kind.FORFEIT_WIN, Kind.FULL_BYE, Kind.ABSENT, Kind.ABSENT, Kind.GAME]
    assert kinds[1] == [Kind.FORFEIT_LOSS, Kind.ABSENT, Kind.BYE, Kind.ABSENT, Kind.GAME]
    assert [field.records[n].score() for n in (1, 2)] == [5, 3]          # the open game counts as a draw


def test_only_a_bye_in_the_round_to_be_paired_keeps_a_player_out() -> None:
    """trf.md 6.3: no cell there means present, whoever stopped having cells earlier."""
    players = line(1, "   2 w 1"), line(2, "   1 b 0", "0000 - H"), line(3, "0000 - U")
    report = trf.read(text("142 5", "152 W", *players))
    assert checker.next_field(report).playing == (1, 3)


@pytest.mark.parametrize(("lines", "where", "reason"), [
    ((line(1, "   2 w 1"), line(2)), (1, 92), "does not name"),
    ((line(1, "   2 w 1"), line(2, "   1 w 0")), (1, 97), "colours"),
    ((line(1, "   2 w 1"), line(2, "   1 b 1")), (1, 99), "do not fit"),
    ((line(1, "   1 w 1"),), (1, 92), "own opponent"),
    ((line(1, "   7 w 1"),), (1, 92), "no player 7"),
    ((line(1, "   2 - U"), line(2)), (1, 99), "U in round 1 is a bye, yet player 2"),
    ((line(1, "   2 w H"), line(2, "   1 b H")), (1, 99), "H in round 1 is a bye, yet player 2"),
    ((line(1), line(1)), (2, 5), "already used"),
    ((line(1, "   2 w ?"),), (1, 99), "unknown result"),
    ((line(1, "  2x w 1"),), (1, 92), "not a number"),
    ((line(1, points="x.3"),), (1, 81), "number of points"),
    ((line(1), "101" + line(2, points="0.0")[3:]), (2, 1), "misspelt"),
    ((line(1), "142 many"), (2, 5), "not a number"),
    ((line(1), "152 green"), (2, 5), "W or B"),
    ((line(1), "XXA    1  zero"), (2, 10), "number of points"),
    (("012 nobody",), (0, 0), "no player record"),
])
def test_a_bad_file_is_refused_with_line_and_column(
    lines: Sequence[str], where: tuple[int, int], reason: str
) -> None:
    with pytest.raises(trf.BadTrf, match=reason) as bad:
        trf.read(text(*lines))
    assert (bad.value.line, bad.value.column) == where


@pytest.mark.parametrize(("records", "reason"), [
    ((), "number of rounds"), (("142 2",), "have been paired"), (("142 9", "XXC rank"), "XXC rank"),
])
def test_a_round_that_cannot_be_paired_is_refused(records: Sequence[str], reason: str) -> None:
    with pytest.raises(trf.BadTrf, match=reason):
        checker.next_field(trf.read(text(*records, *FOUR)))


def test_a_points_column_that_does_not_add_up_is_a_warning_and_no_pairing() -> None:
    report = trf.read(text("142 5", line(1, "   2 w 1", points="7.5"), line(2, "   1 b 0", points="0.0")))
    assert "points column says 7.5" in str(report.warnings[0])
    with pytest.raises(trf.BadTrf, match="points column"):
        checker.next_field(report)


def test_the_initial_colour_is_read_from_round_1() -> None:
    """Player 1 was not there: 2 has pairing number 1, and a forfeit shows colours only if nothing else does."""
    absent = line(1, "0000 - Z")
    two, four = line(2, "   4 b +"), line(4, "   2 w -")
    report = trf.read(text(absent, two, line(3, "   5 b 1"), four, line(5, "   3 w 0")))
    assert checker.initial_colour(report) is Colour.WHITE
    report = trf.read(text(absent, two, line(3), four, line(5)))
    assert checker.initial_colour(report) is Colour.BLACK
    assert checker.initial_colour(trf.read(text(line(1), line(2)))) is None


@pytest.mark.parametrize(("records", "system"), [
    ((), "dutch"), (("092 Swiss Dutch System",), "dutch"), (("092 FIDE_DUTCH_2025",), "dutch"),
    (("192 FIDE_DUTCH",), "dutch"), (("192 CUSTOM_SWISS",), "dutch"), (("192 FIDE_DUBOV_BAKU",), None),
    (("192 FIDE_DUTCH_2017",), None),
])
def test_a_system_that_is_not_there_is_refused_by_name(records: Sequence[str], system: str | None) -> None:
    report = trf.read(text(*records, *FOUR))
    assert checker.system_of(report, "individual") == "individual"
    if system is None:
        with pytest.raises(trf.BadTrf, match=records[0][4:]):
            checker.system_of(report)
    else:
        assert checker.system_of(report) == system


@pytest.mark.parametrize(("lines", "code"), [
    (["250       0.5   1 200    1 9999"] * 1001, "many_lists"), (["299          -0.5    1    1"] * 1001, "many_lists"),
    (["XXP " + " ".join(map(str, range(1, 500)))], "many_pairs"),
])
def test_lists_are_bounded(lines: Sequence[str], code: str) -> None:
    """A file of two megabytes must not take minutes or a gigabyte."""
    players = [line(number) for number in range(1, 500)]
    with pytest.raises(trf.BadTrf) as bad:
        trf.read(text(*lines, *players))
    assert bad.value.remark.code == code
    assert len(trf.read(text(*lines[:1000], *players[:300])).players) == 300
