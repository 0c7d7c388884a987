"""How names are shown: unique inside a tournament, short in posts, whole in private.

Names are cleaned when they are stored; here they are only told apart and cut. The bidi
marks keep a right-to-left name from turning the score beside it around.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from engine.model import MemberId

SHORT = 24
"""Graphemes of a name in a post."""

KNOWN = 8192
"""So many names are kept as they are shown: every edit of a post shows all of them anew."""

WIDEST = 64
"""UTF-16 units of a name in a post: one letter can be built of dozens, and a message holds 4096."""

_FSI, _PDI, _ZWJ = "\u2068", "\u2069", "\u200d"


def graphemes(text: str) -> list[str]:
    """What a reader sees as single letters: marks, joined emoji and flags stay together."""
    found: list[str] = []
    for char in text:
        if found and (_extends(char) or found[-1].endswith(_ZWJ) or _second_flag(found[-1], char)):
            found[-1] += char
        else:
            found.append(char)
    return found


@lru_cache(KNOWN)
def shorten(name: str, limit: int = SHORT) -> str:
    """The name in at most `limit` graphemes and `WIDEST` units; what was cut shows as an ellipsis."""
    letters = graphemes(name)
    if len(letters) <= limit and _width(name) <= WIDEST:
        return name
    kept = ""
    for letter in letters[:limit - 1]:
        if _width(kept + letter) >= WIDEST:
            break
        kept += letter
    return (kept or name[:limit - 1]).rstrip() + "…"


def _width(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@lru_cache(KNOWN)
def isolated(name: str) -> str:
    """The name, with marks around it when a part of it runs from right to left."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"{_FSI}{name}{_PDI}" if turns else name


@lru_cache(KNOWN)
def alike(name: str) -> str:
    """What two names have in common when a reader would take them for one."""
    folded = unicodedata.normalize("NFKC", name).casefold().replace("ё", "е")
    return "".join(folded.split())


def whole(names: Mapping[MemberId, str]) -> dict[MemberId, str]:
    """Full names, told apart: the second Anna in order of membership is "Anna 2"."""
    return _numbered(names, lambda name, number: f"{name} {number}")


def short(names: Mapping[MemberId, str]) -> dict[MemberId, str]:
    """Names for posts. Where cutting makes two the same, an initial tells them apart, then a number."""
    cut = {member: shorten(name) for member, name in names.items()}
    for members in _clashes(cut):
        if len({alike(names[member]) for member in members}) > 1:
            cut |= {member: _with_initial(names[member]) for member in members}
    return _numbered(cut, lambda name, number: f"{shorten(name, SHORT - len(str(number)) - 1)} {number}")


def _numbered(names: Mapping[MemberId, str], with_number: Callable[[str, int], str]) -> dict[MemberId, str]:
    taken: set[str] = set()
    shown: dict[MemberId, str] = {}
    for member in sorted(names):
        candidate, number = names[member], 1
        while alike(candidate) in taken:
            number += 1
            candidate = with_number(names[member], number)
        taken.add(alike(candidate))
        shown[member] = isolated(candidate)
    return shown


def _clashes(names: Mapping[MemberId, str]) -> Iterable[list[MemberId]]:
    groups: dict[str, list[MemberId]] = {}
    for member, name in names.items():
        groups.setdefault(alike(name), []).append(member)
    return [members for members in groups.values() if len(members) > 1]


def _with_initial(name: str) -> str:
    initial = graphemes(name.split()[-1])[0].upper() + "."
    return f"{shorten(name, SHORT - 3)} {initial}"


def _extends(char: str) -> bool:
    return (unicodedata.combining(char) > 0 or unicodedata.category(char) in ("Mn", "Mc", "Me")
            or char == _ZWJ or "\ufe00" <= char <= "\ufe0f" or "\U0001f3fb" <= char <= "\U0001f3ff"
            or "\U000e0020" <= char <= "\U000e007f")


def _second_flag(before: str, char: str) -> bool:
    return len(before) == 1 and _regional(before) and _regional(char)


def _regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
