"""The time control: as a judge writes it, and as record 222 of a report file encodes it (trf.md 5.5).

Written are minutes, behind a plus seconds a move, before a slash moves; periods are separated by commas:
`90+30`, `15 min`, `40/100+30, 15+30`. What cannot be encoded remains text.
"""

from __future__ import annotations

import re

_MINUTES, _SECONDS = r"(?:minutes|min|мин|['′])?\.?", r"(?:seconds|sec|s|сек|с|[\"″])?\.?"
_PERIOD = re.compile(
    rf"(?:(\d{{1,3}})\s*/\s*)?(\d{{1,4}})\s*{_MINUTES}\s*(?:\+\s*(\d{{1,3}})\s*{_SECONDS})?", re.ASCII)
_CODE = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,3}))?", re.ASCII)


def encoded(text: str) -> str:
    """The body of record 222; empty if the text is no time control that it could hold."""
    periods = [_PERIOD.fullmatch(part.strip()) for part in re.split("[,;:]", text.casefold())]
    found = [(each[1], int(each[2]), int(each[3] or 0)) for each in periods if each is not None]
    if len(found) < len(periods) or not all(minutes for _, minutes, _ in found):
        return ""
    return ":".join(_joined(moves, 60 * minutes, seconds) for moves, minutes, seconds in found)


def written(code: str) -> str:
    """As a judge would write this record 222; empty if he could not: half minutes, sides with unequal times."""
    periods = [_CODE.fullmatch(part) for part in code.strip().split(":")]
    found = [(each[1], int(each[2]), int(each[3] or 0)) for each in periods if each is not None]
    if len(found) < len(periods) or any(time % 60 for _, time, _ in found):
        return ""
    return ", ".join(_joined(moves, time // 60, seconds) for moves, time, seconds in found)


def _joined(moves: str | None, time: int, increment: int) -> str:
    return (f"{moves}/" if moves else "") + str(time) + (f"+{increment}" if increment else "")
