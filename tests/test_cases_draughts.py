"""Do all five systems answer every case of the law's own collection, in full?"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.casefile import read
from engine.cases import Redraw, Tournament
from engine.pairing import Limit, NoLegalDraw, pair_field
from engine.pairing.machine import MACHINE
from engine.pairing.redraw import redraw

DATA = Path(__file__).parent / "data" / "draughts"
LINES = {
    json.loads(line)["id"]: line
    for path in sorted(DATA.glob("*.jsonl"))
    for line in path.read_text().splitlines()
}
REDRAWS = [name for name in LINES if name.startswith("redraw")]
TOURNAMENTS = [name for name in LINES if name not in REDRAWS]


def test_the_collection_is_whole() -> None:
    assert (len(TOURNAMENTS), len(REDRAWS)) == (55, 13)


def by_number(values: dict[int, int]) -> dict[str, int]:
    return {str(number): value for number, value in values.items()}


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_every_round_is_drawn_as_expected(name: str) -> None:
    expected: dict[str, Any] = json.loads(LINES[name])
    case = read(LINES[name])
    assert isinstance(case, Tournament)
    assert list(case.order) == expected["start_order"]
    for round in expected["rounds"]:
        field = case.field(round["round"])
        for lifted in round.get("impossible_with", []):
            stricter = read(json.dumps({**expected, "rounds": [
                *expected["rounds"][:round["round"] - 1], {**round, "waive": lifted, "pairs": None},
            ]}))
            assert isinstance(stricter, Tournament)
            with pytest.raises(NoLegalDraw):
                pair_field(stricter.field(round["round"]), case.system)
        if round["pairs"] is None:
            with pytest.raises(NoLegalDraw):
                pair_field(field, case.system)
            continue
        draw = pair_field(field, case.system)
        assert list(draw.order) == round["order"]
        assert by_number(dict(draw.points)) == round["points"]
        assert by_number(dict(draw.coefficients)) == round.get("coef", {})
        assert [list(pair) for pair in draw.boards] == round["pairs"]
        assert draw.bye == round["bye"]
    final = {name: [Fraction(value) for value in values] for name, values in expected["final"].items()}
    assert case.final() == final


@pytest.mark.parametrize("name", REDRAWS)
def test_every_redraw_touches_as_few_as_expected(name: str) -> None:
    expected = json.loads(LINES[name])["expected"]
    case = read(LINES[name])
    assert isinstance(case, Redraw)
    answer = redraw(case.field(), MACHINE[case.state.system], case.pairs, case.bye)
    assert [list(pair) for pair in answer.draw.boards] == expected["pairs"]
    assert answer.draw.bye == expected["bye"]
    assert len(answer.affected) == expected["affected"]


def test_limits_are_spelled_as_in_the_cases() -> None:
    assert [limit.value for limit in Limit] == ["colour", "plus"]
