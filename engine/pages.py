"""The code page of a file that is not UTF-8: it decides nothing but how names look (trf.md 2.3)."""

from __future__ import annotations

import re

PAGES = {"cp1252": "Windows-1252", "cp1251": "Windows-1251"}
"""What is guessed, and what people call it."""

_RUN = re.compile(rb"[\x80-\xff]+")


def page_of(data: bytes) -> str:
    """cp1251 where most letters beyond ASCII stand together, as in Russian words; else cp1252, as in `Müßig`."""
    runs = [len(run) for run in _RUN.findall(data)]
    return "cp1251" if 2 * sum(run for run in runs if run > 2) > sum(runs) else "cp1252"


def other(page: str) -> str:
    """The other one, if the guess was wrong."""
    return next(name for name in PAGES if name != page)


def decode(data: bytes, page: str = "") -> tuple[str, str]:
    """The text, and the code page it was in: `page`, else the guess; none for UTF-8 and for marked UTF-16.

    Raises LookupError for a page that does not exist.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace"), ""
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        page = page or page_of(data)
        return data.decode(page, errors="replace"), page
