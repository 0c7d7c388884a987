"""The player record 001 of a report file: by columns first, then where a shifted line has them (trf.md 3, 6.2)."""

from __future__ import annotations

import re

from engine.remarks import BadTrf, Remark
from engine.report import Cell, Player
from engine.trf_fields import BLANK, BYES, COLOURS, LONE, MOST_ROUNDS, halves_in, number_in
from engine.trf_spelling import birth_in, name_in, sex_in, title_in

NAME_ENDS, POINTS_END, CELLS = 47, 84, 91
"""Where (from 0) the name ends, the points end, and the rounds begin."""

MOST_POINTS = 2_000
"""Halves that no tournament gives: then something else stands in the columns of the points."""

_RESULTS = tuple("10=WDL+-HFUZ*")
_POINTS = re.compile(r"(?<![\d.,])\d{1,2}[.,]\d(?![\d.,])", re.ASCII)


def player_in(line: int, text: str, remarks: list[Remark]) -> Player:
    """The player of a line. Raises BadTrf; what was read otherwise than it stands is added to `remarks`."""
    noted: list[Remark] = []
    try:
        player = _player(line, text, noted, aligned=True)
    except BadTrf as bad:
        if bad.column == 5:                                 # without a start number nothing helps
            raise
        found = _elsewhere(line, text)
        if found is None:
            raise
        player, noted = found
    remarks += noted
    return player


def _elsewhere(line: int, text: str) -> tuple[Player, list[Remark]] | None:
    """The line read with its columns moved, with points that are not right aligned, or word by word."""
    ends = [found.end() for found in _POINTS.finditer(text, 60)]
    for by in (*(POINTS_END - end for end in ends if end != POINTS_END), 0):
        noted = [Remark("columns", line, 0, {"by": -by})] if by else []
        try:
            return _player(line, _moved(text, by), noted), noted
        except BadTrf:
            continue
    noted = [Remark("words", line)]
    try:
        cells = _words(line, text[CELLS - 2:], noted)
        return None if cells is None else (_player(line, text[:CELLS - 2], noted, cells=cells), noted)
    except BadTrf:
        return None


def _moved(text: str, by: int) -> str:
    """The line with everything right of the name moved so many columns to the right."""
    if by >= 0:                                             # the name was padded by its bytes
        return text[:NAME_ENDS - by] + " " * by + text[NAME_ENDS - by:]
    blanks = text[:NAME_ENDS - by].rstrip()
    return blanks[:NAME_ENDS].ljust(NAME_ENDS) + text[NAME_ENDS - by:]


def _player(line: int, text: str, remarks: list[Remark], *, aligned: bool = False,
            cells: tuple[Cell | None, ...] | None = None) -> Player:
    number = number_in(line, text[4:8], 5)
    rating, rank, points = text[48:52].strip(), text[85:89].strip(), text[80:84].strip()
    halves, odd = None, ""
    if points:
        try:
            halves = halves_in(line, points, 81)
        except BadTrf as bad:
            if bad.remark.code != "halves":
                raise
            odd = points
            remarks.append(bad.remark)
        if abs(halves or 0) >= MOST_POINTS or (aligned and not text[83:84].strip()):
            raise BadTrf(line, 81, "not_points", text=repr(text[80:84]))
        if "," in points:
            remarks.append(Remark("comma", line, 81))
    if cells is None:
        if len(text) > CELLS + 10 * MOST_ROUNDS:
            raise BadTrf(line, 0, "many_rounds", limit=MOST_ROUNDS)
        cells = tuple(_cell(line, text, start, remarks) for start in range(CELLS, len(text), 10))
    while cells and cells[-1] is None:                      # says as much as the end of the line
        cells = cells[:-1]
    return Player(
        number, name_in(line, text[14:47], remarks), int(rating) if _is_number(rating) and int(rating) else None,
        cells, halves, int(rank) if _is_number(rank) else None, sex_in(line, text[9:10].strip(), remarks),
        title_in(line, text[10:13].strip(), remarks), text[52:56].strip(), text[57:68].strip(),
        birth_in(line, text[69:79].strip(), remarks), line, odd,
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _cell(line: int, text: str, start: int, remarks: list[Remark]) -> Cell | None:
    """The round block that begins at `start` (from 0)."""
    block = text[start:start + 8].ljust(8)
    if block[:7].strip() == "-" and not block[7].strip():
        return Cell(None, None, BLANK)                      # wherever the hyphen of a blank bye stands
    opponent, colour, code = block[:4].strip(), block[5].strip().lower(), block[7].strip().upper()
    if opponent and not _is_number(opponent):
        raise BadTrf(line, start + 1, "not_number", text=repr(opponent))
    if code and code not in _RESULTS:
        raise BadTrf(line, start + 8, "result", text=repr(code))
    if colour not in ("w", "b", "-", ""):
        raise BadTrf(line, start + 6, "colour", text=repr(colour))
    if block[4].strip() or block[6].strip() or text[start + 8:start + 10].strip():
        raise BadTrf(line, start + 1, "shifted")
    return _made(line, start, opponent, colour, code, remarks)


def _made(line: int, start: int, opponent: str, colour: str, code: str, remarks: list[Remark]) -> Cell | None:
    """What a block says (3.2, 6.3, 6.5)."""
    round = (start - CELLS) // 10 + 1
    if opponent.strip("0"):
        if code in tuple(BYES):
            raise BadTrf(line, start + 8, "bye_opponent", bye=code, opponent=int(opponent), round=round)
        if code == "*":
            remarks.append(Remark("star", line, start + 8, {"round": round}))
        return Cell(int(opponent), COLOURS.get(colour), code.replace("*", ""))
    if not (opponent or colour or code) or code == "*":
        return None
    if not code:
        return Cell(None, None, BLANK)
    if code not in BYES:
        remarks.append(Remark("lone", line, start + 8, {"text": repr(code), "code": LONE[code], "round": round}))
    elif not (opponent or colour):                          # as lichess writes it
        remarks.append(Remark("letter", line, start + 8, {"code": code, "round": round}))
    return Cell(None, None, LONE.get(code, code))


def _words(line: int, text: str, remarks: list[Remark]) -> tuple[Cell | None, ...] | None:
    """The rounds of a hand-made line, word by word; None if they are no rounds either."""
    cells: list[Cell | None] = []
    words = text.split()
    while words:
        opponent = words.pop(0) if re.fullmatch(r"\d{1,4}", words[0], re.ASCII) else ""
        colour = words.pop(0).lower() if words and words[0].lower() in ("w", "b", "-") and opponent else ""
        code = words.pop(0).upper() if words and words[0].upper() in _RESULTS else ""
        if len(cells) == MOST_ROUNDS or not ((opponent and colour) or code in tuple(BYES)):
            return None
        cells.append(_made(line, CELLS + 10 * len(cells), opponent, colour, code, remarks))
    return tuple(cells)
