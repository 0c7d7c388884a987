"""Dates as report files write them (trf.md 6.5 no. 6, 9, 10)."""

from __future__ import annotations

import re

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


def written(date: tuple[int, int, int]) -> str:
    """As records 042 and 052 of TRF26 have it."""
    return "{:04}/{:02}/{:02}".format(*date)
