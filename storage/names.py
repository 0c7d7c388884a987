"""Names as people type them: cleaned once, before they are kept; compared loosely.

Nothing here shortens, escapes or makes unique: that is done where a name is shown.
"""

from __future__ import annotations

import unicodedata

from engine.letters import blank, seen

LONGEST = 64
"""Characters kept of a name: Telegram's own limit for a first name."""


def clean(name: str) -> str:
    """NFC, without controls, bidi overrides and lone surrogates, blanks single; empty if nothing of it can be seen.

    Bidi marks go with the format characters (Cf); the two joiners that belong to spelling stay.
    """
    plain = _plain(name)[:LONGEST].strip()
    return "" if blank(plain) else plain


def cut(name: str) -> bool:
    """Whether `clean` leaves letters out: two such names may look equal and be two people's."""
    return len(_plain(name)) > LONGEST


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", seen(name))


def key(name: str) -> str:
    """What two spellings of one name have in common: casefold, ё as е, letters and digits only.

    A name of which nothing can be seen, kept by an older release, is like itself alone.
    """
    folded = clean(name).casefold().replace("ё", "е")
    letters = (c for c in folded if (c.isalnum() or unicodedata.category(c).startswith("M")) and not blank(c))
    return "".join(letters) or folded or name


def similar(a: str, b: str) -> bool:
    """Whether to ask "same person?": equal but for spelling, or one letter apart in words of four and more."""
    if key(a) == key(b):
        return True
    ours, theirs = _words(a), _words(b)
    if len(ours) != len(theirs):
        return False
    return all(x == y or (min(len(x), len(y)) >= 4 and _one_apart(x, y))
               for x, y in zip(ours, theirs, strict=True))


def _words(name: str) -> list[str]:
    return sorted(filter(None, map(key, name.replace("-", " ").split())))


def _one_apart(a: str, b: str) -> bool:
    """One letter changed, added, left out, or two neighbours swapped."""
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return a[start:] == b[start + 1:]
    return a[start + 1:] == b[start + 1:] or (
        a[start:start + 2] == b[start:start + 2][::-1] and a[start + 2:] == b[start + 2:])
