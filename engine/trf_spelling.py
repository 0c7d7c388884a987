"""What other programs spell in their own way in a report file, read as it is meant (trf.md 6.5 no. 6-11, 14).

Nothing here decides a pairing or a table: sex, title, dates. What stands otherwise than the format has it
is remarked on; what cannot be understood is kept as it stands.
"""

from __future__ import annotations

import re

from engine.dates import date_of, written
from engine.remarks import Remark

TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
"""The letters of TRF06."""

SPELLINGS = frozenset(
    ("sex", "title", "name_late", "birth", "date", "no_date", "round_dates", "count_text"))
"""Remarks of this module: on what decides neither a pairing nor a table."""

_SEXES = {"M": "m", "F": "w", "f": "w", "W": "w"}
_BIRTH = re.compile(r"\d{4}/(0[1-9]|1[0-2])/(0[1-9]|[12]\d|3[01])", re.ASCII)
_ROUND_DATES = re.compile(r"(\d\d/\d\d/\d\d|\s)*", re.ASCII)


def sex_in(line: int, text: str, remarks: list[Remark]) -> str:
    """`m` or `w`; what is neither stays."""
    read = _SEXES.get(text, text)
    if read != text:
        remarks.append(Remark("sex", line, 10, {"text": repr(text), "read": read, "n": 1}))
    return read


def title_in(line: int, text: str, remarks: list[Remark]) -> str:
    """The title as TRF16 has it; what is none stays."""
    title = text.upper()
    title = TITLES.get(title, title)
    if title not in TITLES.values():
        return text
    if title != text:
        remarks.append(Remark("title", line, 11, {"text": repr(text), "read": title, "n": 1}))
    return title


def name_in(line: int, text: str, remarks: list[Remark]) -> str:
    """The name of columns 15-47, wherever in them it begins."""
    if text[:1] == " " and text.strip():
        remarks.append(Remark("name_late", line, 15, {"n": 1}))
    return text.strip()


def birth_in(line: int, text: str, remarks: list[Remark]) -> str:
    """The date of birth as it stands."""
    if text.strip("0/.- ") and not _BIRTH.fullmatch(text):
        remarks.append(Remark("birth", line, 70, {"n": 1}))
    return text


def record(line: int, code: str, body: str, remarks: list[Remark]) -> None:
    """Remark on a record that has its value in another form than the format."""
    text = body.strip()
    if code in ("042", "052") and text:
        date = date_of(text)
        if date is None:
            remarks.append(Remark("no_date", line, 5, {"text": repr(text[:20])}))
        elif text != written(date):
            remarks.append(Remark("date", line, 5, {"text": repr(text[:20]), "read": written(date)}))
    elif code == "132" and not _ROUND_DATES.fullmatch(body):
        remarks.append(Remark("round_dates", line, 5, {"n": 1}))
    elif code == "062" and (found := re.match(r"(\d{1,6})\s*\S", text, re.ASCII)) and not text.isdecimal():
        remarks.append(Remark("count_text", line, 5, {"text": repr(text[:20]), "read": found[1]}))


def gathered(remarks: list[Remark]) -> list[Remark]:
    """The same remark on many lines (`n` in its details) once, at the first of them."""
    found: dict[object, Remark] = {}
    for place, remark in enumerate(remarks):
        alike = (remark.code, remark.details.get("text"), remark.details.get("read"))
        key: object = alike if "n" in remark.details else place
        first = found.setdefault(key, remark)
        if first is not remark:
            found[key] = Remark(first.code, first.line, first.column,
                                {**first.details, "n": int(str(first.details["n"])) + 1})
    return list(found.values())
