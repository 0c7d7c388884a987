"""What of a text can be seen: for names, titles and all else that somebody writes and others read."""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"
"""Format characters that belong to the spelling of words and emoji; all others go."""

_EMPTY = frozenset((
    *_JOINERS,
    "\u034f",                                         # combining grapheme joiner
    "\u115f", "\u1160", "\u3164", "\uffa0",           # Hangul fillers, letters to Unicode
    "\u17b4", "\u17b5",                               # Khmer vowels that are not written
    *map(chr, range(0x180B, 0x1810)),                 # Mongolian variation selectors
    "\u2800",                                         # braille without a dot
    *map(chr, range(0xFE00, 0xFE10)),                 # variation selectors, one makes a sign an emoji
    *map(chr, range(0xE0100, 0xE01F0)),
))
"""Nothing by themselves: those of `Default_Ignorable_Code_Point` that are no format characters, and the blank
of braille. Between others they belong to the spelling and stay."""


def seen(text: str) -> str:
    """What somebody has written, in one line, without signs that nobody sees or that turn letters round.

    Empty if nothing of it can be seen.
    """
    kept = (" " if c.isspace() else c for c in text
            if c.isspace() or c in _JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    line = " ".join("".join(kept).split())
    return "" if blank(line) else line


def blank(text: str) -> bool:
    """Whether there is nothing to see but room, in a text that is `seen` or a part of it."""
    return all(c.isspace() or c in _EMPTY for c in text)
