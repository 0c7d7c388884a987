"""Do files as other programs write them come through: read with their oddities named, written, converted?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import checker, trf
from engine.__main__ import main
from engine.model import Scoring
from engine.remarks import WORDS
from engine.report import Report
from engine.trf_editions import EDITIONS, in_edition, players_in
from tests.test_trf_reading import line, text

DATA = Path(__file__).parent / "data" / "trf"
FILES = sorted(DATA.glob("*.t*"))


def opened(path: Path) -> Report:
    return trf.load(path.read_bytes(), "cp1251" if path.stem == "cp1251" else "cp1252")


def without_lines(report: Report) -> Report:
    """The report but for where its players stand, and for what was said of the reading."""
    players = {number: replace(player, line=0) for number, player in report.players.items()}
    records = tuple((code, body.rstrip()) for code, body in report.records)
    return replace(report, players=players, records=records, warnings=())


@pytest.mark.parametrize(("name", "codes"), [
    ("cr-only.trf", {"cr_only"}), ("mid-event.trf", set()), ("every-record.trf", set()), ("latin-1.tab", {"code_page", "date", "title"}),
    ("blank-byes-crlf.tab", {"blank_bye", "date", "round_dates", "sex"}),
    ("lone-codes.trf", {"lone", "letter", "star", "date", "count_text"}), ("padded-by-bytes.trf", {"columns"}),
    ("cp1251.trf", {"code_page", "comma"}), ("by-hand.trf", {"words", "letter"}), ("forfeit-without-colour.trf", {"colour_unknown"}),
])
def test_each_oddity_is_named(name: str, codes: set[str]) -> None:
    assert {remark.code for remark in opened(DATA / name).warnings} == codes


def test_every_file_here_is_asked_about() -> None:
    assert len(FILES) == 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_was_read_is_written_and_read_the_same(path: Path) -> None:
    report = opened(path)
    written = trf.write(report.players.values(), report.records)
    again = trf.read(written)
    assert without_lines(again) == without_lines(report)
    assert {remark.code for remark in again.warnings} <= {"colour_unknown", "date", "count_text", "round_dates"}
    assert trf.write(again.players.values(), again.records) == written


def test_names_keep_their_letters() -> None:
    assert [player.name for player in opened(DATA / "latin-1.tab").players.values()] == ["Müller, Jörg", "Éluard, Rémi"]
    assert opened(DATA / "cp1251.trf").players[1].name == "Ильин, Лев"
    shifted = opened(DATA / "padded-by-bytes.trf").players
    assert [(player.name, player.points) for player in shifted.values()] == [
        ("Müßig, Jürgen", 4), ("Čapek, Šárka", 2), ("Plain, Name", 0)]


def test_blank_byes_are_worth_what_the_points_column_says() -> None:
    codes = {n: [cell.code if cell else None for cell in player.cells]
             for n, player in opened(DATA / "blank-byes-crlf.tab").players.items()}
    assert codes == {1: ["1", "H", "="], 2: ["0", "H", "Z"], 3: ["F", "H", "="]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("edition", EDITIONS)
def test_another_edition_says_the_same(path: Path, edition: str) -> None:
    report = opened(path)
    records = in_edition(report, edition)
    made = trf.read(trf.write(players_in(report, edition), records))
    assert in_edition(made, edition) == records             # once converted it stays
    for part in ("rounds", "colour", "by_rank", "scoring", "virtual", "awards"):
        assert getattr(made, part) == getattr(report, part), part
    assert _away(made) == _away(report)
    assert _bans(made) == _bans(report)


def _away(report: Report) -> dict[tuple[int, int], str]:
    cells = {(round, number): cell.code for number, player in report.players.items()
             for round, cell in enumerate(player.cells, 1) if round > report.paired and cell is not None}
    return {**{(report.paired + 1, number): "Z" for number in report.absent}, **cells, **report.byes}


def _bans(report: Report) -> set[tuple[int, int, frozenset[int]]]:
    return {(first, min(last, report.rounds or last), players) for first, last, players in report.forbidden}


def test_the_new_edition_has_numbers_for_the_letters() -> None:
    made = in_edition(opened(DATA / "mid-event.trf"), "trf26")
    records = dict(made)
    assert (records["142"], records["XXR"], records["152"]) == ("5", "5", "B")
    assert records["260"] == "  1   5    1    4"
    assert [body for code, body in made if code == "240"] == ["Z   3    6", "H   3    3"]
    assert not {"XXC", "XXZ", "XXP"} & records.keys()


@pytest.mark.parametrize("records", [
    ("XXA    1  0.3", "XXA    2  1.0"), ("250       0.3   1   1    1    2", "250       1.0   2   2    1    2"),
    ("162  W 1.2",), ("XXS WW=1.2 BW=1.2",), ("299          -0.3    1    2",),
])
@pytest.mark.parametrize("edition", EDITIONS)
def test_tenths_stay_as_they_stand(records: tuple[str, ...], edition: str) -> None:
    report = trf.read(text(*records, line(1, "   2 w 1"), line(2, "   1 b 0")))
    assert report.obstacle is not None and report.obstacle.code == "halves"
    assert [f"{code} {body}" for code, body in in_edition(report, edition)] == list(records)


@pytest.mark.parametrize("points", ["99.5", "100", "200"])
def test_points_fit_into_their_columns(points: str) -> None:
    source = text(line(1, "   2 w 1", points=points), line(2, "   1 b 0"))
    written = trf.write(trf.read(source).players.values())
    assert trf.read(written).players[1].points == trf.read(source).players[1].points == int(2 * float(points))


@pytest.mark.parametrize(("records", "old"), [
    (("142 5", "XXR 7"), {"XXR": "5"}), (("XXC black1 rank", "152 W"), {"XXC": "white1 rank"}),
    (("162  W 2.0    D 1.0", "XXS WW=3.0"), {"XXS": "WW=2.0 BW=2.0 FPB=2.0 FW=2.0 WD=1.0 BD=1.0 HPB=1.0 WL=0.0 BL=0.0 "
                                                    "ZPB=0.0 FL=0.0 PAB=2.0"}),
    (("250       1.0   1   1    1    2", "XXA    1  0.5"), {"XXA": "   2  1.0"}),
])
def test_the_numeric_record_counts_also_in_what_is_made_of_both(records: tuple[str, ...], old: dict[str, str]) -> None:
    """trf.md 5.6: a reader prefers it; so the old edition must say what it says."""
    report = trf.read(text(*records, line(1, "   2 w 1"), line(2, "   1 b 0")))
    made = in_edition(report, "trf16")
    assert dict(made) == old
    again = trf.read(trf.write(players_in(report, "trf16"), made))
    for part in ("rounds", "colour", "by_rank", "scoring", "virtual"):
        assert getattr(again, part) == getattr(report, part), part


def test_points_announced_are_a_cell_in_the_old_edition_and_a_record_in_the_new() -> None:
    """trf.md 4: for H and F in the round to be paired the points column must already include them."""
    new = trf.read(text("142 3", "152 W", "240 H   2    1", "240 Z   2    2", line(1, "   2 w 1", points="1.0"),
                        line(2, "   1 b 0", points="0.0"), line(3, "0000 - U", points="1.0")))
    old = trf.read(trf.write(players_in(new, "trf16"), in_edition(new, "trf16")))
    assert [code for code, _ in old.records if code in ("240", "XXZ")] == ["XXZ"]
    assert [(p.points, p.cell(2)) for p in old.players.values()] == [(3, trf.Cell(code="H")), (0, None), (2, None)]
    assert old.warnings == () and checker.next_field(old).playing == checker.next_field(new).playing == (3,)
    again = trf.read(trf.write(players_in(old, "trf26"), in_edition(old, "trf26")))
    assert again.byes == new.byes and [p.points for p in again.players.values()] == [2, 0, 2]


def test_the_old_edition_has_letters_for_the_numbers() -> None:
    records = in_edition(opened(DATA / "every-record.trf"), "trf16")
    assert {("XXR", "5"), ("XXC", "white1"), ("XXA", "   1  1.0  1.0"), ("XXP", "1 4")} <= set(records)
    kept = {code for code, _ in records}
    assert {"###", "013", "172", "260", "299", "310", "801", "DAT", "777", "GER"} <= kept     # nothing is lost
    assert not {"142", "152", "162", "240", "250"} & kept


def test_match_points_of_an_acceleration_stay_in_their_record() -> None:
    """XXA has no column for them: what the old edition cannot say otherwise stays as it is."""
    teams = "250  2.0        1   1    1    2"
    both = trf.read(text("142 3", teams, "250       1.0   2   2    1    1", line(1, ""), line(2, "")))
    assert [f"{code} {body}" for code, body in in_edition(both, "trf16") if code in ("250", "XXA")] == [
        teams, "XXA    1  0.0  1.0", "XXA    2  0.0"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_points_that_only_the_column_tells_are_written(edition: str) -> None:
    football = trf.read(text("142 3", line(1, "   2 w 1", points="3.0"), line(2, "   1 b 0", points="0.0")))
    made = trf.read(trf.write(football.players.values(), in_edition(football, edition)))
    assert made.scoring == football.scoring == Scoring(6, 2, 0, 6)
    assert {"162", "XXS"} & {code for code, _ in made.records}


def test_points_that_are_no_halves_are_kept_as_they_stand() -> None:
    path = DATA / "cr-only.trf"
    report = trf.read(trf.decode(path.read_bytes()).replace(" 1.5", " 1.3"))
    assert report.obstacle is not None and report.obstacle.code == "halves"
    assert trf.write(report.players.values(), report.records).count(" 1.3\r\n") == 0
    assert trf.write(report.players.values(), report.records).count(" 1.3 ") == 2


@pytest.mark.parametrize("to", ["trf16", "trf26", "csv"])
def test_convert_writes_a_file(to: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["convert", str(DATA / "mid-event.trf"), str(out), "--to", to]) == 0
    made = out.read_bytes()
    assert made.count(b"\r\n") == made.count(b"\n") > 6 and not made.startswith(b"\xef\xbb\xbf")
    assert "Lübeck" in made.decode() or to == "csv"


def test_convert_writes_nothing_of_a_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, out = tmp_path / "bad.trf", tmp_path / "out"
    bad.write_bytes((DATA / "cr-only.trf").read_bytes().replace(b"   3 w 1", b"   2 w 1"))
    assert main(["convert", str(bad), str(out), "--to", "trf26"]) == 3
    assert "line 4, column 92: player 2 does not name player 1 in round 1" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(("change", "code"), [
    (("0000 - U", "0000 - ="), "lone"), (("0000 - U", "       U"), "letter"),
    (("   1 w =", "   1 w  "), "pending"), (("   1 w =", "   1 - ="), "colour_given"),
    (("XXR 5", "XXR 1"), "long"), (("XXC white1", "062 7 (7)"), "count"), (("XXC white1", "XXP 1 9"), "stranger"),
    (("XXC white1", f"013 {'A team 7':32}   1    9"), "stranger"),
    (("XXC white1", "XXC white1\r152 B"), "two_colours"), (("  0.5", "  1.5"), "points"),
    (("XXR 5", "XXR 5\r142 7"), "two_rounds"), (("XXR 5", "XXR 5\rXXR 5"), "repeated"),
    (("XXR 5", "XXS WW=1.0 BW=2.0"), "scoring_parts"),
    (("XXR 5", "XXS WW=3.0\r162  W 2.0"), "two_scorings"), (("XXR 5", "XXR 5\r042 in May"), "no_date"),
    (("XXR 5", "XXR 5\r132 10.09.13"), "round_dates"), (("   1      Adler", "   1 f wm Adler"), "sex"),
    (("   1      Adler", "   1 f wm Adler"), "title"), (("Adler, Ida ", " Adler, Ida"), "name_late"),
])
def test_what_is_odd_is_said(change: tuple[str, str], code: str) -> None:
    report = trf.read(trf.decode((DATA / "cr-only.trf").read_bytes()).replace(*change))
    assert code in {remark.code for remark in report.warnings}
    assert all(remark.reason for remark in report.warnings)


@pytest.mark.parametrize(("record", "rounds"), [("XXR 5 rounds", 5), ("XXR", None), ("142\rXXR 5", 5)])
def test_a_record_may_hold_more_than_its_value_or_nothing(record: str, rounds: int | None) -> None:
    source = trf.decode((DATA / "cr-only.trf").read_bytes())
    assert trf.read(source.replace("XXR 5", record)).rounds == rounds
    assert trf.read(source.replace("XXC white1", "152\rXXC white1")).colour is trf.read(source).colour


def test_what_is_odd_in_many_lines_is_said_once() -> None:
    source = text(*(line(n).replace(f"001    {n}  ", f"001    {n} M") for n in (1, 2, 3)))
    remark, = trf.read(source).warnings
    assert (remark.line, remark.column, remark.reason) == (1, 10, "sex 'M' is read as m (players: 3)")


@pytest.mark.parametrize("command", ["standings", "check"])
def test_every_command_says_that_a_file_is_not_in_utf_8(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([command, str(DATA / "latin-1.tab")])
    assert "warning: not UTF-8, read as cp1252" in capsys.readouterr().err


def test_convert_says_in_which_letters_it_has_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    assert main(["convert", str(DATA / "cp1251.trf"), out, "--to", "trf16", "--encoding", "cp1251"]) == 0
    assert "warning: not UTF-8, read as cp1251" in capsys.readouterr().err
    assert main(["convert", str(DATA / "mid-event.trf"), out, "--to", "trf16"]) == 0
    assert "UTF-8" not in capsys.readouterr().err


def test_an_unplayed_game_stands_as_it_was_awarded() -> None:
    source = trf.decode((DATA / "forfeit-without-colour.trf").read_bytes()).replace("10 - -", "10 - +")
    report = trf.read(source)
    assert {remark.code for remark in report.warnings} >= {"as_awarded", "points"}


@pytest.mark.parametrize(("text", "code"), [
    ("x" * 2_000_001, "too_long"), ("001" + " " * 20_000, "long_line"),
    ("001    1 " + " " * 82 + "  0000 - Z" * 201, "many_rounds"),
])
def test_sizes_are_bounded(text: str, code: str) -> None:
    with pytest.raises(trf.BadTrf) as bad:
        trf.read(text)
    assert bad.value.remark.code == code
    assert code in WORDS
