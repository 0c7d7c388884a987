"""What a report file says of games from both sides, and whether its points column fits (trf.md 6.4-6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.model import Colour, Scoring
from engine.remarks import BadTrf, Remark
from engine.report import Cell, Player, worth
from engine.trf_fields import BLANK, BOTH_SIDES, FORFEITS, PLAYED, points_in

Players = dict[int, Player]
Sides = tuple[Colour | None, Colour | None]

USUAL = (Scoring(), Scoring(6, 2, 0, 6), Scoring(4, 2, 0, 4), Scoring(pab=1))
"""What is tried where a file does not say its scoring: 1-½-0, 3-1-0, 2-1-0, and the bye as half a point (6.6)."""


# ---- games


def agree(players: Players, remarks: list[Remark]) -> None:
    """Both sides must say the same of a game, or BadTrf; what is missing on one is taken from the other."""
    for number, other, round in list(_pairs(players)):
        player, opponent = players[number], players[other]
        cell, back = player.cells[round - 1], opponent.cells[round - 1]
        assert cell is not None and back is not None, "_pairs gives games"
        line, column = player.line, 92 + 10 * (round - 1)
        ours, theirs = _results(line, column + 7, round, cell.code, back.code, remarks)
        mine, his = _colours(line, column + 5, round, cell, back, remarks)
        for each, made in ((player, Cell(other, mine, ours)), (opponent, Cell(number, his, theirs))):
            if each.cell(round) != made:
                players[each.number] = each.with_cell(round, made)


def _pairs(players: Players) -> Iterator[tuple[int, int, int]]:
    """(lower number, higher number, round) of every game. Raises BadTrf where one side knows nothing of it."""
    for number, player in players.items():
        for round, cell in enumerate(player.cells, 1):
            if cell is None or cell.opponent is None:
                continue
            where = player.line, 92 + 10 * (round - 1)
            other = players.get(cell.opponent)
            if cell.opponent == number:
                raise BadTrf(*where, "own_opponent", player=number)
            if other is None:
                raise BadTrf(*where, "no_player", player=cell.opponent)
            back = other.cell(round)
            if back is None or back.opponent != number:
                raise BadTrf(*where, "one_sided", other=other.number, player=number, round=round)
            if number < other.number:
                yield number, other.number, round


def _results(line: int, column: int, round: int, ours: str, theirs: str, remarks: list[Remark]) -> tuple[str, str]:
    played = bool({ours, theirs} & set(PLAYED))
    if ours and theirs and frozenset((ours, theirs)) not in (BOTH_SIDES if played else FORFEITS):
        if played:
            raise BadTrf(line, column, "results", ours=repr(ours), theirs=repr(theirs))
        remarks.append(Remark("as_awarded", line, column, {
            "round": round, "ours": repr(ours), "theirs": repr(theirs)}))
    if bool(ours) != bool(theirs):
        remarks.append(Remark("pending", line, column, {"round": round}))
        return "", ""
    return ours, theirs


def _colours(line: int, column: int, round: int, cell: Cell, back: Cell, remarks: list[Remark]) -> Sides:
    mine, his = cell.colour, back.colour
    if mine is not None and his is not None and mine is not his:
        return mine, his
    if mine is his and mine is not None and {cell.code, back.code} & set(PLAYED):
        raise BadTrf(line, column, "equal_colours", round=round)
    remarks.append(Remark("colour_unknown" if mine is his else "colour_given", line, column, {"round": round}))
    if mine is his:
        return None, None
    return mine or (his and his.other), his or (mine and mine.other)


# ---- points


def kind_of(cell: Cell) -> str:
    """The letter of record 299 for a result."""
    return {"1": "W", "=": "D", "0": "L", "U": "F"}.get(cell.code, cell.code)


def total(player: Player, scoring: Scoring) -> int:
    """The halves of all his cells; a game that is awaited gives nothing yet."""
    return sum(worth(cell, scoring) for cell in player.cells if cell and cell.code)


def fits(player: Player, scoring: Scoring, awarded: int) -> bool:
    """Whether the points column is that of the cells, with `awarded` halves beside them.

    A program may count a game that is awaited as a draw (C.04.2 3.1) or not at all.
    """
    results = total(player, scoring) + awarded
    awaited = sum(cell is not None and not cell.code for cell in player.cells)
    return player.points in (None, results, results + awaited * scoring.draw)


def explained(player: Player, scoring: Scoring, awarded: int) -> bool:
    """The same once the blank byes have been given what is missing."""
    return fits(filled(player, scoring, awarded, []), scoring, awarded)


def filled(player: Player, scoring: Scoring, awarded: int, remarks: list[Remark]) -> Player:
    """The player with his blank byes as the points column explains them, earliest first; else zero-point byes."""
    blank = [round for round, cell in enumerate(player.cells, 1) if cell and cell.code == BLANK]
    if not blank:
        return player
    missing = 0 if player.points is None else player.points - total(player, scoring) - awarded
    codes, cells = _byes_worth(missing, len(blank), scoring), list(player.cells)
    for round, code in zip(blank, [*codes, *["Z"] * (len(blank) - len(codes))], strict=True):
        remarks.append(Remark("blank_bye", player.line, 92 + 10 * (round - 1), {"round": round, "code": code}))
        cells[round - 1] = Cell(None, None, code)
    return replace(player, cells=tuple(cells))


def _byes_worth(missing: int, blank: int, scoring: Scoring) -> list[str]:
    """The fewest half- and full-point byes of so many that give what is missing beyond absences; else none."""
    half, full = scoring.draw - scoring.absent, scoring.win - scoring.absent
    for count in range(blank + 1):
        over = count * full - missing                       # what half-point byes give less than full ones
        halves = over // (full - half) if full != half else count
        if 0 <= halves <= count and halves * half + (count - halves) * full == missing:
            return ["H"] * halves + ["F"] * (count - halves)
    return []


def shown(halves: int) -> str:
    """Points for a remark: `4`, `4.5`."""
    return points_in(halves).removesuffix(".0")
