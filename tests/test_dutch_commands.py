"""Do pair, check, explain and generate do on the command line what the engine does?"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import checker, trf
from engine.__main__ import main
from engine.model import Colour, Scoring

DATA = Path(__file__).parent / "data" / "dutch"
FILE = DATA / "0001-9p5r.trf"


def without_last_round(rounds: int, *records: str) -> str:
    """The file without its last round, as it was before that was paired: nine players, four rounds."""
    lines = FILE.read_text().splitlines()
    cut = [line[:91 + 10 * (rounds - 1) - 2] if line.startswith("001") else line for line in lines]
    return "\n".join([*records, *(re.sub(r"(?<=^.{80})....", "    ", line) for line in cut)]) + "\n"


@pytest.fixture
def open_round(tmp_path: Path) -> Path:
    path = tmp_path / "open.trf"
    path.write_text(without_last_round(5, "142 5"))
    return path


def test_pair_prints_what_the_file_has(
    open_round: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["pair", str(open_round)]) == 0
    printed = capsys.readouterr().out
    count, *lines = printed.splitlines()
    assert int(count) == len(lines)
    report = trf.read(FILE.read_text())
    for line in lines:
        white, black = map(int, line.split())
        cell = report.players[white].cell(5)
        assert cell and (cell.opponent or 0) == black and cell.colour == ("w" if black else None)
    out = tmp_path / "out.txt"
    assert main(["pair", str(open_round), "-o", str(out)]) == 0
    assert out.read_text() == printed


def test_who_has_a_cell_for_the_round_is_not_paired(
    open_round: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = open_round.read_text().splitlines()
    lines[2] = f"{lines[2]:129}  0000 - H"
    open_round.write_text("\n".join(lines))
    assert main(["pair", str(open_round)]) == 0
    paired = set(capsys.readouterr().out.split()[1:])
    assert lines[2].split()[1] not in paired and len(paired - {"0"}) == 8


@pytest.mark.parametrize(("change", "code", "reason"), [
    (("142 5", "142 4"), 3, "have been paired"), (("142 5", ""), 3, "number of rounds"),
    (("142 5", "142 5\n192 FIDE_DUBOV"), 3, "FIDE_DUBOV"),
    (("142 5", "142 5\nXXP 1 2 3 4 5 6 7 8 9"), 1, "no legal pairing"),
])
def test_exit_codes_tell_bad_input_from_no_pairing(
    open_round: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], code: int, reason: str
) -> None:
    open_round.write_text(open_round.read_text().replace(*change))
    assert main(["pair", str(open_round)]) == code
    told = capsys.readouterr()
    assert told.out == "" and reason in told.err


def test_round_1_needs_the_initial_colour(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.trf"
    players = trf.write([trf.Player(n, f"P{n}") for n in range(1, 6)], [("142", "3")])
    path.write_text(players)
    assert main(["pair", str(path)]) == 3
    assert "initial colour" in capsys.readouterr().err
    for record, answer in (("152 W", "3\n1 3\n4 2\n5 0\n"), ("XXC black1", "3\n3 1\n2 4\n5 0\n")):
        path.write_text(f"{record}\r\n{players}")
        assert main(["pair", str(path)]) == 0
        assert capsys.readouterr().out == answer


def test_check_tells_every_round_and_every_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--json", str(FILE)]) == 0
    rounds = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["round"] for each in rounds] == [1, 2, 3, 4, 5]
    assert all(each["agrees"] and each["file"] == str(FILE) for each in rounds)
    bad = tmp_path / "bad.trf"
    bad.write_text(FILE.read_text().replace("   5 w ", "   5 # ", 1))
    assert main(["check", str(FILE), str(bad)]) == 3
    told = capsys.readouterr()
    assert told.out == "5 rounds, 0 differ\n" and "unknown colour" in told.err


def test_check_of_a_round_without_a_legal_pairing_has_no_pairs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They met twice: a program that reads the answers still finds a list, and the reason beside it."""
    path = tmp_path / "twice.trf"
    white, black = trf.Cell(2, Colour.WHITE, "="), trf.Cell(1, Colour.BLACK, "=")
    pair = [trf.Player(1, "A", cells=(white, white), points=2), trf.Player(2, "B", cells=(black, black), points=2)]
    path.write_text(trf.write(pair, [("142", "2")]))
    assert main(["check", "--json", str(path)]) == 1
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [(each["pairs"], each["bye"], each["agrees"]) for each in answers] == [([[1, 2]], None, True), ([], None, False)]
    assert "round 2: no legal pairing" in told.err and "1 can meet nobody else" in told.err


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_check_reads_every_line_end(end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ends.trf"
    path.write_bytes(end.join(FILE.read_text().splitlines()).encode())
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "5 rounds, 0 differ\n"


def test_without_a_number_of_rounds_the_columns_are_counted(tmp_path: Path) -> None:
    """Also one in which nobody is paired yet: the round before it is not the last one."""
    lines = [line for line in FILE.read_text().splitlines() if line[:3] not in ("142", "XXR")]
    path = tmp_path / "columns.trf"
    for more, rounds in (("", 5), ("  0000 - H", 6)):
        at = next(i for i, line in enumerate(lines) if line.startswith("001"))
        path.write_text("\n".join([*lines[:at], f"{lines[at].rstrip():139}{more}", *lines[at + 1:]]))
        report = trf.read(path.read_text())
        assert (report.rounds, report.paired) == (None, 5)
        assert checker.past_field(report, 5).rounds == rounds


def test_of_records_with_one_value_the_last_counts_with_a_warning(
    open_round: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_round.write_text("142 4\n192 FIDE_DUBOV\n152 B\n" + open_round.read_text() + "192 FIDE_DUTCH\n152 W\n")
    assert main(["pair", str(open_round)]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 6
    assert all(f"record {code} is repeated, the last one counts" in told.err for code in ("142", "192", "152"))


def test_another_system_gives_another_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(FILE), "--system", "simple"]) == 1
    assert "differ" in capsys.readouterr().out
    assert main(["check", str(FILE), "--system", "blind"]) == 3


@pytest.mark.parametrize("system", ["dutch", "individual", "solkoff", "buchholz", "simple"])
def test_a_generated_tournament_checks(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["generate", "--system", system, "--format", "trf", "--players", "14", "--rounds", "5", "--seed", "x"]
    many = ["--byes", "5", "--forfeits", "5", "--withdrawals", "4", "--draws", "50"]
    assert main([*asked, *many]) == 0
    first = capsys.readouterr().out
    assert main([*asked, *many]) == 0
    assert capsys.readouterr().out == first
    path = tmp_path / "generated.trf"
    path.write_text(first)
    report = trf.read(first)
    assert report.warnings == ()
    chess = system in ("dutch", "simple")
    assert report.scoring == (Scoring() if chess else Scoring(4, 2, 0, 4))
    assert ("162  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0" in first) is not chess      # trf.md 7.6
    assert main(["check", str(path), "--system", system]) == 0


def test_a_generated_round_robin_names_its_system(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["generate", "--system", "roundrobin", "--players", "5", "--rounds", "5", "--seed", "x"]
    assert main(asked) == 0
    path = tmp_path / "generated.trf"
    path.write_text(capsys.readouterr().out)
    assert "192 FIDE_ROUNDROBIN" in path.read_text() and "092 Individual: Round-Robin" in path.read_text()
    assert main(["check", str(path)]) == 0
    assert main(["check", str(path), "--system", "dutch"]) == 1


def test_the_simple_swiss_has_two_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--system", "chess", "--format", "trf", "--players", "9", "--rounds", "5",
                 "--seed", "x"]) == 0
    path = tmp_path / "generated.trf"
    path.write_text(capsys.readouterr().out)
    for name in ("chess", "simple"):
        assert main(["check", str(path), "--system", name]) == 0
        assert main(["standings", str(path), "--system", name]) == 0
        assert "Unplayed rounds: played" in capsys.readouterr().out


def test_without_byes_everybody_plays_in_round_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--players", "30", "--rounds", "3", "--seed", "y", "--withdrawals", "20"]) == 0
    report = trf.read(capsys.readouterr().out)
    assert all((cell := player.cell(1)) and cell.opponent for player in report.players.values())
    assert (report.system, report.rounds) == ("FIDE_DUTCH", 3)


def test_a_round_without_lots_starts_without_openssl(open_round: Path) -> None:
    code = ("import sys; from engine.__main__ import main; done = main(sys.argv[1:]); "
            "sys.exit(done or 9 * ('hashlib' in sys.modules))")
    ran = subprocess.run([sys.executable, "-c", code, "pair", str(open_round)], cwd=DATA.parents[2], capture_output=True)
    assert ran.returncode == 0, ran.stderr


def test_explain_gives_an_article_for_every_step(
    open_round: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", str(FILE), "--round", "5"]) == 0
    past = capsys.readouterr().out
    assert main(["explain", str(open_round)]) == 0
    assert capsys.readouterr().out == past
    codes = [line.split()[1] for line in past.splitlines()]
    assert codes.count("allotted") == 4 and codes.count("fide_bye") == 1 and codes.count("alternative") == 5
    assert main(["explain", str(FILE), "--round", "6"]) == 3
