"""The table of a round as it was when it was first published, whatever was corrected since."""

from __future__ import annotations

from collections.abc import Sequence

from engine import fold
from engine.facts import Entry, Undone
from engine.model import Tournament
from engine.standings import standings


def as_published(code: str, entries: Sequence[Entry], number: int) -> Tournament | None:
    """The tournament at the moment when the last result of this round came in for the first time.

    Then its table was posted; `standings(…, after=number)` of the answer is that table. None if the round
    was never complete. What is undone today counted then, so every entry is folded as it was in its time.
    """
    t: Tournament | None = None
    for place, entry in enumerate(entries, 1):
        undo = isinstance(entry.fact, Undone)
        t = fold.replay(code, entries[:place]) if undo else fold.evolve(t, entry, code)
        if 1 <= number <= len(t.rounds) and all(game.result is not None for game in t.rounds[number - 1].games):
            return t
    return None


def corrected(then: Tournament, now: Tournament, number: int) -> bool:
    """Whether the table after this round is another one today."""
    tables = [[(row.player, row.place, row.points, row.values) for row in standings(t, after=number)]
              for t in (then, now)]
    return tables[0] != tables[1]
