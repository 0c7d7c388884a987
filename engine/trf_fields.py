"""The fields of TRF records: which codes exist, what they mean, and numbers with their place in the file."""

from __future__ import annotations

import re

from engine.model import Colour
from engine.remarks import BadTrf

BYES = "UHFZ"
"""Result codes of rounds without an opponent: pairing-allocated, half-point, full-point, zero-point."""

PLAYED = "10=WDL"
"""Result codes of games played."""

BOTH_SIDES = {
    frozenset(pair) for pair in ("10", "=", "WL", "D", "0", "=0", "L", "DL")   # the last four by decision
}
FORFEITS = {frozenset("+-"), frozenset("-")}
LONE = {"=": "H", "+": "F", "1": "F", "-": "Z", "0": "Z", "L": "Z", "W": "F", "D": "H"}
BLANK = " "
"""The code of a bye without result: what it was worth only the points column knows (6.5 no. 2)."""

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
ONE_VALUE = frozenset(("062", "092", "142", "152", "192", "XXR", "XXC"))

MOST_BYTES, MOST_LINE, MOST_ROUNDS = 2_000_000, 20_000, 200
"""What a file may hold (6.8): letters in all and in a line, rounds."""

MOST_LISTS, MOST_PAIRS = 1_000, 100_000
"""And of what is made of its lists [our choice]: bans, accelerations and awards; pairs who may not meet."""


def number_in(line: int, text: str, column: int) -> int:
    """A whole number, or BadTrf with the place."""
    text = text.strip()
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise BadTrf(line, column, "not_number", text=repr(text[:20]))
    return int(text)


def numbers_in(line: int, text: str, column: int) -> frozenset[int]:
    """A list of start numbers, or BadTrf with the place."""
    return frozenset(number_in(line, part, column) for part in text.split())


def halves_in(line: int, text: str, column: int) -> int:
    """Points as halves of a point, or BadTrf with the place: `halves` if they are points but no halves."""
    text = text.strip()
    found = re.fullmatch(r"([+-]?)(\d{1,6})(?:[.,](\d{1,6}))?", text, re.ASCII)
    if not found:
        raise BadTrf(line, column, "not_points", text=repr(text[:20]))
    part = (found[3] or "0").rstrip("0")
    if part not in ("", "5"):
        raise BadTrf(line, column, "halves", text=repr(text[:20]))
    halves = 2 * int(found[2]) + (part == "5")
    return -halves if found[1] == "-" else halves


def points_in(halves: int) -> str:
    """Halves as the format writes points: `4.5`; `100` where `100.0` would be wider than the four columns."""
    sign, halves = ("-", -halves) if halves < 0 else ("", halves)
    text = f"{sign}{halves // 2}.{5 * (halves % 2)}"
    return text if len(text) <= 4 else text.removesuffix(".0")


def like_a_player(line: str) -> bool:
    """Whether the columns of a record are those of 001."""
    return line[4:8].strip().isdecimal() and re.fullmatch(r"\d*[.,]\d", line[80:84].strip()) is not None
