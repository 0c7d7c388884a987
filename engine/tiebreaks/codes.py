"""How a tie-break is written (tiebreaks.md 13.1): `BH/C1`, `AOB/F`, `KS/L-2`, `BH-M1`, `TPN/R`.

    NAME[:MP|:GP][/Cn|/Mn|/L+n|/L-n|/Kn][/P][/F][/R]        in any case, a hyphen may stand for the stroke

Only the spelling is known here; which names exist and what each may carry says the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_CODE = re.compile(r"([A-Z]+)(?:/(?:([CM])([1-9]\d?)|L([+-]\d{1,2})))?(/P)?(/F)?(/R)?", re.ASCII)
_FOREIGN = re.compile(r"OTHER_\w+|\w+:(MP|GP)\b.*|\w+/K\d+.*", re.ASCII)
_OLD = {"GE": "REP", "RTG": "RTNG", "SNO": "TPN"}


class BadCode(ValueError):
    """Not a tie-break that can be computed: `code` as it was written, and why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Code:
    """A tie-break with its modifiers; `str` spells it as the table does.

    `low` and `high` values are cut (`/C2` is 2 and 0, `/M1` is 1 and 1). `limit` moves the limit of
    Koya by half points. `forfeits`: they count as games against the scheduled opponent (`/P`). `fore`:
    as if the last round were drawn (`/F`). `reverse`: the other way round (`/R`).
    """

    name: str
    low: int = 0
    high: int = 0
    limit: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False

    def __str__(self) -> str:
        cut = f"/M{self.high}" if self.high else f"/C{self.low}" if self.low else ""
        limit = f"/L{self.limit:+d}" if self.limit else ""
        return f"{self.name}{cut}{limit}{'/P' * self.forfeits}{'/F' * self.fore}{'/R' * self.reverse}"

    @property
    def modifiers(self) -> frozenset[str]:
        """The letters of the modifiers it carries."""
        carried = {"M": self.high, "C": self.low and not self.high, "L": self.limit, "P": self.forfeits,
                   "F": self.fore, "R": self.reverse}
        return frozenset(letter for letter, there in carried.items() if there)


def read(text: str) -> Code:
    """A code from its spelling. Raises BadCode; whether the name exists is not asked here."""
    spelled = re.sub(r"[-/](?=[A-Z])", "/", text.strip().upper())
    if _FOREIGN.fullmatch(spelled):
        raise BadCode(text, "of team events or of the organiser's own making, not computed here (section 12)")
    found = _CODE.fullmatch(spelled)
    if found is None:
        raise BadCode(text, "not a tie-break code")
    name, cut, count, limit, *flags = found.groups()
    low = int(count or 0)
    return Code(_OLD.get(name, name), low, low if cut == "M" else 0, int(limit or 0), *map(bool, flags))
