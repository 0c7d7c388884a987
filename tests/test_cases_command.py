"""Does `python -m engine draw` answer every case in the promised format, and bad input with a reason?"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.casefile import read
from engine.cases import BadCase, answer

DATA = Path(__file__).parent / "data" / "draughts"
ROOT = Path(__file__).parents[1]
FILES = sorted(DATA.glob("*.jsonl"))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """The answer a case line holds itself."""
    if case.get("kind") == "redraw":
        return {"id": case["id"], **case["expected"]}
    return {
        "id": case["id"], "start_order": case["start_order"], "final": case["final"],
        "rounds": [{key: round[key] for key in ("round", "order", "pairs", "bye")} for round in case["rounds"]],
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_cases_is_answered(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["draw", str(path)])
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said == [expected(case) for case in lines(path)]
    assert code == int(any(round["pairs"] is None for case in lines(path) for round in case.get("rounds", [])))


def test_standard_input_is_read_without_files() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "draw"], input=FILES[0].read_bytes(), capture_output=True, cwd=ROOT,
        check=False,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [expected(case) for case in lines(FILES[0])]


def test_a_round_still_to_be_drawn_needs_no_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = lines(DATA / "solkoff.jsonl")[0]
    last = case["rounds"][-1]
    case["rounds"][-1] = {"round": last["round"], "absent": last["absent"], "withdrawn": last["withdrawn"]}
    (tmp_path / "one.jsonl").write_text(json.dumps(case))
    assert main(["draw", str(tmp_path / "one.jsonl")]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"][-1]["pairs"] == last["pairs"]


BASE: dict[str, Any] = {
    "id": "x", "system": "blind", "seed": "s", "entries": [None, None, None, None],
    "rounds": [{"round": 1, "pairs": [[1, 2], [3, 4]], "bye": None, "results": ["1-0", "1/2"]}, {"round": 2}],
}


def with_round(**changes: object) -> dict[str, Any]:
    return {**BASE, "rounds": [{**BASE["rounds"][0], **changes}, {"round": 2}]}


@pytest.mark.parametrize(("case", "reason"), [
    ("{", "not JSON"), ("[]", "a case is a JSON object"), ({**BASE, "system": "dutch"}, "unknown system 'dutch'"),
    ({**BASE, "entries": 4}, "entries is not a list"), ({**BASE, "seed": None}, "seed is not a text"),
    ({**BASE, "entries": ["A"]}, "entry 1: the rating"), ({**BASE, "id": 5}, "id is not a text"),
    ({**BASE, "entries": [{"from_round": 0}]}, "entry 1: from_round"),
    ({**BASE, "rounds": [7]}, "round 1 is not an"),
    ({**BASE, "kind": "team"}, "unknown kind"), ({**BASE, "rounds": [{"round": 2}]}, "round 1 is numbered 2"),
    ({**BASE, "entries": [None, None, None, {"from_round": 2}]}, "player 4 enters in round 2 only"),
    (with_round(pairs=[[1, 2], [3, 9]]), "round 1: there is no player 9"),
    (with_round(pairs=[[1, 2], [3, 3]]), "player 3 against himself"),
    (with_round(pairs=[[1, 2], [3, 1]]), "player 1 is there twice"),
    (with_round(bye=1), "player 1 is there twice"),
    (with_round(pairs=[[1, 2, 3]]), "a pair is a list of two"),
    (with_round(absent=[True]), "there is no player True"),
    (with_round(results=["1-0"]), "1 results for 2 pairs"), (with_round(results=["1-0", "2-0"]), "result '2-0'"),
    (with_round(results=None), "comes after a round without"), (with_round(waive=["met"]), "unknown limit 'met'"),
    (with_round(pots=[[1], [1]]), "in two pots"),
    (with_round(fixed=[[1, 2]], never=[[2, 1]]), "forced and forbidden"),
    (with_round(fixed=[[1, 2, 3]]), "a pair is a list of two"), ({**BASE, "seed": "\ud800"}, "half a character"),
    ({"id": "x", "kind": "redraw", "state": BASE, "round": 3, "published": {}}, "needs exactly the 2 rounds"),
])
def test_bad_input_is_named_by_line_and_reason(
    case: object, reason: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = case if isinstance(case, str) else json.dumps(case)
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{json.dumps(BASE)}\n\n{bad}\n{json.dumps(BASE)}\n")
    assert main(["draw", str(path)]) == 3
    told = capsys.readouterr()
    assert told.err.startswith(f"{path}, line 3: ") and reason in told.err
    assert len(told.out.splitlines()) == 2


def test_files_that_cannot_be_read_and_wrong_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "latin.jsonl").write_bytes(b"\xe4")
    assert main(["draw", str(tmp_path / "none.jsonl"), str(tmp_path / "latin.jsonl")]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 2
    for wrong in ([], ["dance"], ["generate", "--system", "blind"], ["generate", "--count", "x"]):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2


JUNK = [None, True, -1, 0, 99, 1.5, "", "x", [], [1], [[1, 2]], {}, {"a": 1}, "colour", [None], 10**40]


def spoil(value: Any, chance: random.Random) -> Any:
    """The value with one place in it replaced by junk, taken out or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        changed = {**value, key: spoil(value[key], chance)}
        return {k: v for k, v in changed.items() if k != key} if chance.random() < 0.1 else changed
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        middle = [value[at]] * 2 if chance.random() < 0.1 else [spoil(value[at], chance)]
        return [*value[:at], *middle, *value[at + 1:]]
    return chance.choice(JUNK)


def test_no_input_whatever_makes_it_stumble() -> None:
    chance = random.Random(3)
    cases = [case for path in FILES for case in lines(path) if len(json.dumps(case)) < 4000]
    refused = 0
    for _ in range(1500):
        case = spoil(chance.choice(cases), chance)
        try:
            answer(read(json.dumps(case)))
        except BadCase:
            refused += 1
    assert 300 < refused < 1500


def test_generated_tournaments_are_drawn_again_as_they_were(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for system in ("blind", "individual", "solkoff", "buchholz", "chess", "simple"):
        options = ["--system", system, "--players", "13", "--rounds", "7", "--seed", "7", "--count", "4"]
        main(["generate", *options])
        text = capsys.readouterr().out
        main(["generate", *options])
        assert capsys.readouterr().out == text
        path = tmp_path / f"{system}.jsonl"
        path.write_text(text)
        main(["draw", str(path)])
        said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert len(said) == 4 and said == [expected(case) for case in lines(path)]
