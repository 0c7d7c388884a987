"""Names in Latin letters, as machine-readable passports have them: what FIDE wants in a report (trf.md 7.4).

The tables are those of ICAO Doc 9303, part 3, section 6, which are also those of Russian passports; for
Cyrillic letters that it leaves out (Kazakh, Tatar) the nearest letter [our choice]. One table serves all
languages, so a Ukrainian or Bulgarian name comes out as a Russian one would. Letters of other scripts stay.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from engine.report import Report

_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i",
    "й": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "ie", "ы": "y", "ь": "",
    "э": "e", "ю": "iu", "я": "ia",
    "і": "i", "ї": "i", "є": "ie", "ґ": "g", "ў": "u", "ђ": "d", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c",
    "џ": "dz", "ѓ": "g", "ќ": "k", "ѕ": "dz",
    "ә": "a", "ғ": "g", "қ": "k", "ң": "n", "ө": "o", "ұ": "u", "ү": "u", "һ": "h", "җ": "zh",
}
_LATIN = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th",
          "ð": "d", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i", "ĳ": "ij", "ĸ": "k"}
_LETTERS = _CYRILLIC | _LATIN

TEXTS = frozenset(("012", "022", "102", "112", "122"))
"""Records of free text: names of the tournament, the city, the arbiters."""


def latin(text: str) -> str:
    """The text in Latin letters, capitals as capitals: `Щукин` is `Shchukin`, `ЩУКИН` is `SHCHUKIN`."""
    text = unicodedata.normalize("NFC", text)
    return "".join(_letter(text, place) for place in range(len(text)))


def in_latin(report: Report) -> Report:
    """The report with its names in Latin letters; what other programs keep in records of their own stays."""
    players = {number: replace(player, name=latin(player.name)) for number, player in report.players.items()}
    records = tuple((code, latin(body) if code in TEXTS else body) for code, body in report.records)
    return replace(report, players=players, records=records)


def _letter(text: str, place: int) -> str:
    letter = text[place]
    small = letter.lower()
    found = _LETTERS.get(small)
    if found is None:                                       # another accent on a letter that is Latin
        bare = unicodedata.normalize("NFD", letter)
        return bare[0] if bare[0].isascii() and all(map(unicodedata.combining, bare[1:])) else letter
    if letter == small:
        return found
    around = text[place + 1:place + 2] + text[max(place - 1, 0):place]
    return found.upper() if any(each.isupper() for each in around) else found.capitalize()
