"""A tournament of tests/data/dutch round by round: who misses it, what was paired, how the boards ended."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import checker, trf
from engine.model import Colour, Result
from engine.report import Cell, Report

FILES = sorted((Path(__file__).parent / "data" / "dutch").glob("*.trf"))

_WHITE = {"1": Result.WHITE_WON, "W": Result.WHITE_WON, "=": Result.DRAW, "D": Result.DRAW,
          "0": Result.BLACK_WON, "L": Result.BLACK_WON, "+": Result.WHITE_BY_FORFEIT}


@dataclass(frozen=True, slots=True)
class Round:
    """`missing` are the halves given for it by player; `results` by (White, Black), in start numbers."""

    number: int
    missing: dict[int, int]
    results: dict[tuple[int, int], Result]
    bye: int | None


def read(name: str) -> Report:
    """The file whose name begins so."""
    file, = [file for file in FILES if file.stem.startswith(name)]
    return trf.read(trf.decode(file.read_bytes()))


def colour(report: Report) -> str:
    """The colour of round 1 as the setting spells it."""
    found = report.colour or checker.initial_colour(report)
    return "black" if found is Colour.BLACK else "white"


def rounds(report: Report) -> list[Round]:
    return [_round(report, number) for number in range(1, report.paired + 1)]


def _round(report: Report, number: int) -> Round:
    missing: dict[int, int] = {}
    results: dict[tuple[int, int], Result] = {}
    bye = None
    for player in report.players.values():
        cell = player.cell(number) or Cell(code="Z")
        if cell.code == "U":
            bye = player.number
        elif cell.opponent is None:
            assert cell.code in ("H", "Z"), f"{cell.code} is nothing a bot gives"
            missing[player.number] = int(cell.code == "H")
        elif cell.colour is Colour.WHITE:
            other = report.players[cell.opponent].cell(number)
            assert other is not None
            results[player.number, cell.opponent] = _result(cell.code, other.code)
    return Round(number, missing, results, bye)


def _result(white: str, black: str) -> Result:
    if (white, black) == ("0", "0"):
        return Result.BOTH_LOST
    if white == "-":
        return Result.NOBODY_CAME if black == "-" else Result.BLACK_BY_FORFEIT
    return _WHITE[white]
