"""Dates as report files write them (trf.md 6.5 no. 6, 9, 10)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PART = r"[-/. ]+"
_SPELLINGS = (
    (rf"(?P<y>\d{{4}}){_PART}(?P<m>\d{{1,2}}){_PART}(?P<d>\d{{1,2}})\b", ""),
    (rf"(?P<d>\d{{1,2}}){_PART}(?P<m>\d{{1,2}}){_PART}(?P<y>\d{{4}})\b", ""),
    (r"(?P<y>\d{2})[/.](?P<m>\d{1,2})[/.](?P<d>\d{1,2})\b", "20"),
    (r"(?P<m>[A-Za-z]{3})[a-z]*\.? +(?P<d>\d{1,2}), *(?P<y>\d{4})", ""),
    (r"(?P<d>\d{1,2})\.? +(?P<m>[A-Za-z]{3})[a-z]*\.? +(?P<y>\d{4})", ""),
)
"""How dates are written, and what comes before a short year."""

FIRST_ROUND = 87
"""Where in the body of a record 132 (from 0, behind code and blank) the date of round 1 begins."""

_IN_COLUMNS = re.compile(rf"\s{{{FIRST_ROUND}}}(\d\d/\d\d/\d\d(  |$)| {{8}}(  |$))*", re.ASCII)
_DAY = re.compile(r"\d{1,4}[-/.] *\d{1,2}[-/.] *\d{1,4}", re.ASCII)


def date_of(text: str) -> tuple[int, int, int] | None:
    """(year, month, day) of a record 042, 052 or 132 in any of its spellings; None for what is no date."""
    for spelling, century in _SPELLINGS:
        if found := re.match(rf"\s*{spelling}", text, re.ASCII):
            year, month, day = int(century + found["y"]), found["m"].casefold(), int(found["d"])
            if century and year > 2031:                                     # 28/07/05: the day came first
                year, day = 2000 + day, year - 2000
            number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month) if month.isdecimal() else 0
            if 1 <= number <= 12 and 1 <= day <= 31:
                return year, number, day
    return None


def round_dates(bodies: Sequence[str]) -> dict[int, str]:
    """The day of each round, as `written`, from the bodies of records 132: by column, else one after the other."""
    if len(bodies) == 1 and _IN_COLUMNS.fullmatch(bodies[0]):
        found = {round: bodies[0][at:at + 8] for round, at in enumerate(range(FIRST_ROUND, len(bodies[0]), 10), 1)}
    else:
        found = dict(enumerate(_DAY.findall(" ".join(bodies)), 1))
    dates = {round: date_of(text) for round, text in found.items()}
    return {round: written(date) for round, date in dates.items() if date is not None}


def in_columns(days: Sequence[str]) -> str:
    """The body of a record 132 for the days of the rounds, as `written`; a blank for one that nobody knows."""
    return " " * FIRST_ROUND + "  ".join(f"{day[2:]:8}" for day in days)


def written(date: tuple[int, int, int]) -> str:
    """As records 042 and 052 of TRF26 have it."""
    return "{:04}/{:02}/{:02}".format(*date)
