"""A list of players as people send it: names, perhaps ratings, a line each, or a table as CSV.

Read are commas, semicolons and tabs, quotes, a first line of headings in English or Russian, list
numbers. Their letters are `pages`' business.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from engine.letters import blank
from engine.remarks import BadTrf

MOST_LETTERS, MOST_PEOPLE, HIGHEST = 200_000, 300, 3500
NAMES = frozenset(("name", "player", "фио", "имя", "игрок", "участник", "фамилия", "surname", "lastname",
                   "last name", "firstname", "first name", "фамилия, имя", "фамилия имя"))
RATINGS = frozenset(("rating", "rtg", "elo", "рейтинг", "рейт", "рейт.", "эло"))

_LINE = re.compile(r"(?:\d{1,3}[.)]\s*)?(?P<name>.*?\S)(?:[\s,;]+(?P<rating>\d{3,4}))?")
_FORMULA = re.compile(r"'(?=[=+\-@＝＋－＠])")


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody on a list; `line` where he stands."""

    name: str
    rating: int | None
    line: int


def read(text: str) -> tuple[Listed, ...]:
    """The people of a list; who stands there twice, once. Raises BadTrf with the line, and reads nothing then."""
    if len(text) > MOST_LETTERS:
        raise BadTrf(0, 0, "too_long", limit=MOST_LETTERS)
    lines = [(number, line.replace("\0", "").strip()) for number, line in
             enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1)]
    lines = [(number, line) for number, line in lines if line]
    found = _table(lines) if _is_table(lines) else [_plain(number, line) for number, line in lines]
    people: dict[str, Listed] = {}
    for each in found:
        if each is not None:
            people.setdefault(each.name.casefold(), each)
    if not people:
        raise BadTrf(0, 0, "nobody")
    if len(people) > MOST_PEOPLE:
        raise BadTrf(0, 0, "too_many", count=len(people), most=MOST_PEOPLE)
    for each in people.values():
        if each.rating is not None and each.rating > HIGHEST:
            raise BadTrf(each.line, 0, "rating", rating=each.rating, highest=HIGHEST)
    return tuple(people.values())


def _plain(number: int, line: str) -> Listed | None:
    found = _LINE.fullmatch(line)
    name = found["name"].strip(" ,;\t") if found else ""
    if found is None or not _lettered(name):
        return None
    return Listed(name, int(found["rating"]) if found["rating"] else None, number)


def _lettered(text: str) -> bool:
    return any(letter.isalpha() and not blank(letter) for letter in text)


# ---- tables


def _separator(lines: list[tuple[int, str]]) -> str:
    return next((mark for mark in "\t;" if any(mark in line for _, line in lines)), ",")


def _is_table(lines: list[tuple[int, str]]) -> bool:
    """Semicolons and tabs make a table; commas do where there are headings or more than one to a name."""
    mark = _separator(lines)
    if mark != ",":
        return True
    cells = [line.split(",") for _, line in lines]
    return bool(cells) and (_headings(cells[0]) or any(
        len(row) > 2 or (len(row) == 2 and row[1].strip().isdecimal()) for row in cells))


def _headings(cells: list[str]) -> bool:
    return any(cell.strip(' "').casefold() in NAMES for cell in cells)


def _table(lines: list[tuple[int, str]]) -> list[Listed | None]:
    mark = _separator(lines)
    rows = [(number, _cells(number, line, mark)) for number, line in lines]
    heads = [cell.casefold() for cell in rows[0][1]]
    if not _headings(heads):
        return [_row(number, cells) for number, cells in rows]
    names = [at for at, head in enumerate(heads) if head in NAMES]
    ratings = [at for at, head in enumerate(heads) if head in RATINGS]
    return [_row(number, [cells[at] for at in (*names, *ratings) if at < len(cells)]) for number, cells in rows[1:]]


def _cells(number: int, line: str, mark: str) -> list[str]:
    try:
        row = next(csv.reader([line], delimiter=mark), [])
    except csv.Error as error:
        raise BadTrf(number, 0, "no_table") from error
    return [_FORMULA.sub("", cell.strip()) for cell in row]


def _row(number: int, cells: list[str]) -> Listed | None:
    """The name is the first cell with letters, and the next if each is one word; the rating the last figure."""
    letters = [cell for cell in cells if _lettered(cell)]
    if not letters:
        return None
    name = letters[0]
    if len(letters) > 1 and len(name.split()) == len(letters[1].split()) == 1:
        name = f"{name} {letters[1]}"
    after = cells[cells.index(letters[0]) + 1:]
    figures = [cell for cell in after if re.fullmatch(r"\d{1,4}", cell, re.ASCII)]
    return Listed(name, int(figures[-1]) or None if figures else None, number)
