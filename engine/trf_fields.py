"""The fields of TRF records: which codes exist, what they mean, and numbers with their place in the file."""

from __future__ import annotations

import re

from engine.model import Colour

BYES = "UHFZ"
"""Result codes of rounds without an opponent: pairing-allocated, half-point, full-point, zero-point."""

PLAYED = "10=WDL"
"""Result codes of games played."""

BOTH_SIDES = {
    frozenset(pair) for pair in ("10", "=", "WL", "D", "0", "=0", "L", "DL")   # the last four by decision
}
LONE = {"=": "H", "+": "F", "1": "F", "-": "Z", "0": "Z", "": "Z", "*": "Z", "L": "Z", "W": "F", "D": "H"}
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
SYMBOLS = {
    **dict.fromkeys(("W", "WW", "BW", "FW", "FPB", "BBW"), "win"),
    **dict.fromkeys(("D", "WD", "BD", "HPB", "BBD"), "draw"),
    **dict.fromkeys(("L", "WL", "BL", "BBL"), "loss"),
    **dict.fromkeys(("A", "ZPB", "FL", "BBZ", "BBF"), "absent"),
    **dict.fromkeys(("P", "PAB", "BBU"), "pab"),
}
KNOWN = frozenset(f"{number:03}" for number in (
    1, 12, 13, *range(22, 133, 10), *range(142, 223, 10), 240, 250, 260, 299, 300, 310, 320, 330, 352, 362,
    801, 802,
))
ONE_VALUE = frozenset(("092", "142", "152", "192", "XXR", "XXC"))


class BadTrf(ValueError):
    """The file cannot be read: `line` and `column` (from 1, 0 for the whole file or line) and why."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        self.line, self.column, self.reason = line, column, reason
        where = f"line {line}, column {column}: " if column else f"line {line}: " if line else ""
        super().__init__(f"{where}{reason}")


def number_in(line: int, text: str, column: int) -> int:
    """A whole number, or BadTrf with the place."""
    if not text.strip().isdecimal():
        raise BadTrf(line, column, f"{text.strip()!r} is not a number")
    return int(text)


def numbers_in(line: int, text: str, column: int) -> frozenset[int]:
    """A list of start numbers, or BadTrf with the place."""
    return frozenset(number_in(line, part, column) for part in text.split())


def halves_in(line: int, text: str, column: int) -> int:
    """Points as halves of a point, or BadTrf with the place; there are no tenths."""
    found = re.fullmatch(r"(\d+)(?:[.,](\d+))?", text.strip())
    if not found:
        raise BadTrf(line, column, f"{text.strip()!r} is not a number of points")
    part = (found[2] or "0").rstrip("0")
    if part not in ("", "5"):
        raise BadTrf(line, column, f"{text.strip()!r} is not a whole number of half points")
    return 2 * int(found[1]) + (part == "5")


def like_a_player(line: str) -> bool:
    """Whether the columns of a record are those of 001."""
    return line[4:8].strip().isdecimal() and re.fullmatch(r"\d*[.,]\d", line[80:84].strip()) is not None
