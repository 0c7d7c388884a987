"""Does `python -m engine standings` print the table that the file and the law ask for?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import trf
from engine.__main__ import main
from engine.codec import encode
from engine.judging import results
from engine.model import Result
from engine.report import Cell, Player
from engine.reported import edition
from tests.crosstable import EXAMPLE, past
from tests.table import JUDGE, Table

Capture = pytest.CaptureFixture[str]
ROBIN = ("2w1 3b1", "1b0 Z 3w=", "Z 1w0 2b=")


def cell(text: str) -> Cell:
    if text in "UFHZ":
        return Cell(code=text)
    seen = past(text)
    return Cell(seen.opponent, seen.colour, "" if text.endswith("?") else text[-1])


def players(lines: Sequence[str], points: Sequence[int | None] = ()) -> list[Player]:
    declared = [*points, *[None] * len(lines)]
    return [Player(n, f"Player {n}", 2100 - 100 * n, tuple(map(cell, line.split())), declared[n - 1])
            for n, line in enumerate(lines, 1)]


@pytest.fixture
def ask(tmp_path: Path, capsys: Capture) -> Callable[..., dict[int, dict[str, Any]]]:
    """Run the command over a file made of lines and records; the players by number."""

    def run(lines: Sequence[str], *options: str, records: Sequence[tuple[str, str]] = (),
            points: Sequence[int | None] = ()) -> dict[int, dict[str, Any]]:
        path = tmp_path / "event.trf"
        path.write_text(trf.write(players(lines, points), records))
        assert main(["standings", str(path), "--json", *options]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert list(answer) == ["players"]
        return {row["tpn"]: row for row in answer["players"]}

    return run


def test_the_worked_example_in_table_order(ask: Callable[..., Any]) -> None:
    rows = ask(EXAMPLE, "--tiebreaks", "BH,bh-c1,SB,AOB,DE,WIN,TPR", "--unplayed", "fide2026")
    assert list(rows) == [2, 3, 1, 5, 6, 4, 7]
    assert rows[2] == {"tpn": 2, "rank": 1, "points": "4", "tiebreaks": {
        "BH": "12.5", "BH/C1": "11", "SB": "9.25", "AOB": "13.4", "DE": None, "WIN": "3", "TPR": "1960"}}
    assert rows[6]["points"] == "2" and rows[6]["tiebreaks"]["AOB"] == "38/3"
    assert rows[4]["tiebreaks"]["AOB"] == "12.875"


@pytest.mark.parametrize(("option", "start", "expected"), [
    ((), "", "13.5"), ((), "2026/03/01", "13.5"), ((), "2026-02-28", "14"), ((), "01.09.2023", "14"),
    ((), "2023/08/31", "14.5"), ((), "Feb 14, 2026", "14"), ((), "26/04/02", "13.5"), ((), "once upon a time", "13.5"),
    (("--unplayed", "raw"), "2026/03/01", "11.5"), (("--unplayed", "played"), "", "10"),
])
def test_the_policy_is_that_of_the_start_unless_asked(
    ask: Callable[..., Any], option: Sequence[str], start: str, expected: str
) -> None:
    rows = ask(EXAMPLE, "--tiebreaks", "BH", *option, records=[("042", start)] if start else [])
    assert rows[6]["tiebreaks"]["BH"] == expected


@pytest.mark.parametrize(("start", "policy"), [
    ("28. 07. 2005", "virtual"), ("2023", "fide2026"), ("08.2023", "virtual"), ("September 1, 2023", "fide2023"),
    ("24/02/2026", "fide2023"), ("1. März 2026", "fide2026"),
])
def test_dates_in_many_spellings(start: str, policy: str) -> None:
    assert edition(start) == policy


def test_the_list_is_that_of_the_file_or_of_the_law(ask: Callable[..., Any]) -> None:
    assert list(ask(EXAMPLE)[1]["tiebreaks"]) == ["BH/C1", "BH", "SB", "DE", "WIN"]
    assert list(ask(EXAMPLE, records=[("202", "SB, WON")])[1]["tiebreaks"]) == ["SB", "WON"]
    assert list(ask(EXAMPLE, records=[("212", "PTS,BH/C1")])[1]["tiebreaks"]) == ["BH/C1"]
    assert list(ask(EXAMPLE, records=[("202", "SB,OTHER_LUCK")])[1]["tiebreaks"]) == ["BH/C1", "BH", "SB", "DE", "WIN"]
    assert list(ask(EXAMPLE, "--system", "buchholz")[1]["tiebreaks"]) == ["BH", "BH/C1"]
    assert ask(EXAMPLE, "--system", "simple")[4]["tiebreaks"] == {"BH": "13"}


def test_the_table_after_a_round(ask: Callable[..., Any]) -> None:
    rows = ask(EXAMPLE, "--after", "1", "--tiebreaks", "BH,SB")
    assert [rows[n]["points"] for n in range(1, 8)] == ["1", "1", "0.5", "0", "0", "0.5", "1"]
    assert rows[1]["tiebreaks"] == {"BH": "0", "SB": "0"} and rows[3]["tiebreaks"] == {"BH": "0.5", "SB": "0.25"}
    assert {row["points"] for row in ask(EXAMPLE, "--after", "0").values()} == {"0"}
    assert ask(EXAMPLE, "--after", "5") == ask(EXAMPLE)


def test_a_round_robin_is_known_by_its_name_or_by_who_met_whom(ask: Callable[..., Any]) -> None:
    forfeits = ("2w+ 3b1 Z", "1b- Z 3w=", "Z 1w0 2b=")
    rows = ask(forfeits)
    assert list(rows[1]["tiebreaks"]) == ["DE", "WIN", "SB", "KS"] and rows[1]["tiebreaks"]["SB"] == "1"
    swiss = ask(forfeits, "--tiebreaks", "SB", "--unplayed", "raw", records=[("192", "FIDE_DUTCH_2026")])
    assert list(swiss[1]["tiebreaks"]) == ["SB"]
    named = ask((*forfeits, "Z Z Z"), "--unplayed", "fide2026", records=[("092", "Individual: Round-Robin")])
    assert named[1]["tiebreaks"] == {"DE": None, "WIN": "2", "SB": "1", "KS": "0"}
    assert "BH/C1" in ask(("2w1 3b1 U", "1b0 U 3w=", "U 1w0 2b="))[1]["tiebreaks"]         # byes are worth points


def test_awaited_games_and_the_round_to_be_paired_do_not_count(ask: Callable[..., Any]) -> None:
    rows = ask(("2w1 3w? H", "1b0 4w1", "4w1 1b?", "3b0 2b0"), "--tiebreaks", "BH,REP", points=[2, 2, 2, 0])
    assert [rows[n]["points"] for n in (1, 2, 3, 4)] == ["1", "1", "1", "0"]
    assert rows[1]["tiebreaks"] == {"BH": "2", "REP": "2"}
    including = ask(("2w1 H", "1b0 Z"), "--tiebreaks", "REP", points=[3, 0])
    assert including[1] == {"tpn": 1, "rank": 1, "points": "1", "tiebreaks": {"REP": "1"}}
    early = ask(("2w1 3w?", "1b0 4w?", "4w1 1b?", "3b0 2b?"), "--tiebreaks", "REP")
    assert {row["tiebreaks"]["REP"] for row in early.values()} == {"1"}


def test_the_points_column_stands(ask: Callable[..., Any], capsys: Capture) -> None:
    rows = ask(("2w1 Z", "1b0 Z"), "--tiebreaks", "BH", "--unplayed", "played", points=[1, 0])
    assert (rows[1]["points"], rows[2]["tiebreaks"]["BH"]) == ("0.5", "0.5")
    rows = ask(("2w1 Z", "1b0 Z"), "--after", "0", "--unplayed", "played", points=[1, 0])
    assert rows[1]["points"] == "0"


def test_text_for_people(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "event.trf"
    path.write_text(trf.write(players(EXAMPLE)))
    assert main(["standings", str(path), "--tiebreaks", "BH/C1,DE"]) == 0
    policy, head, first, *others = capsys.readouterr().out.splitlines()
    assert policy == "Unplayed rounds: fide2026"
    assert head.split("\t") == ["rank", "tpn", "name", "points", "BH/C1", "DE"]
    assert first.split("\t") == ["1", "2", "Player 2", "4", "11", "-"] and len(others) == 6


def test_usage_and_bad_input(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "event.trf"
    path.write_text(trf.write(players(EXAMPLE)))
    for wrong in (["--tiebreaks", "BH,LUCK"], ["--unplayed", "none"], ["--tiebreaks", "EDE"], ["--after", "x"]):
        with pytest.raises(SystemExit) as no:
            main(["standings", str(path), *wrong])
        assert no.value.code == 2
    assert "LUCK: unknown criterion" in capsys.readouterr().err
    assert main(["standings", str(path), "--after", "6"]) == 3
    assert "there is no round 6, the last one is 5" in capsys.readouterr().err
    for text in ("", "012 Nothing\n", "{}", '{"format":"x"}', '{"format":"x","members":[],"code":"A"}\n{"seq":1}',
                 "{]", "001    x"):
        path.write_text(text)
        assert main(["standings", str(path), "--json"]) == 3, text
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith(str(path))
    assert main(["standings", str(tmp_path / "none.trf")]) == 3


def test_an_exported_tournament(tmp_path: Path, capsys: Capture) -> None:
    """The header and the entries as the bot exports them; its own criteria, names and scoring."""
    table = Table(6, rounds=3, system="individual", tiebreaks=("SB", "WON"))
    table.begins()
    for game in table.t.rounds[0].games:
        table.judge(results.rule, 1, game.board, Result.WHITE_WON)
    header = {"format": "swissclub tournament 1", "code": "TEST", "title": "", "withheld": [],
              "club": {"title": "", "language": "en", "zone": "UTC"},
              "members": [{"id": n, "name": f"Name {n}", "guest": False} for n in range(1, 7)]}
    entries = []
    for entry in table.entries:
        kind, body = encode(entry.fact)
        entries.append({"seq": entry.seq, "kind": kind, "body": json.loads(body), "at": entry.at.isoformat(),
                        "by": entry.by, "role": int(entry.role), "cause": entry.cause, "part": entry.part,
                        "place": entry.place})
    path = tmp_path / "event.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in [header, *entries]) + "\n")
    assert main(["standings", str(path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["players"]
    assert [(row["rank"], row["points"], row["tiebreaks"]) for row in rows] == [
        *[(1, "1", {"SB": "0", "WON": "1"})] * 3, *[(4, "0", {"SB": "0", "WON": "0"})] * 3]
    assert main(["standings", str(path), "--after", "0"]) == 0
    assert "Name 4" in capsys.readouterr().out
    assert main(["standings", str(path), "--after", "2"]) == 3
    assert JUDGE.member not in {row["tpn"] for row in rows}


def test_a_draughts_case(tmp_path: Path, capsys: Capture) -> None:
    case = {"id": "a", "system": "buchholz", "seed": "s", "entries": [1500, 1400, 1300, 1200], "rounds": [
        {"round": 1, "pairs": [[1, 3], [4, 2]], "bye": None, "results": ["1-0", "1/2"]},
        {"round": 2, "pairs": [[2, 1], [3, 4]], "bye": None, "results": ["1/2", "--"]}]}
    path = tmp_path / "case.jsonl"
    path.write_text(json.dumps(case))
    assert main(["standings", str(path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["players"]
    assert [(row["tpn"], row["points"], list(row["tiebreaks"])) for row in rows] == [
        (1, "3", ["BH", "BH/C1"]), (2, "2", ["BH", "BH/C1"]), (4, "1", ["BH", "BH/C1"]),
        (3, "0", ["BH", "BH/C1"])]
    path.write_text(f"{json.dumps(case)}\n{json.dumps(case)}\n")
    assert main(["standings", str(path)]) == 3
