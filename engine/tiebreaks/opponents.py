"""What each round adds to a player's Buchholz: the opponent's points under a policy for unplayed rounds.

Policies (tiebreaks.md 1.3): `ru_draughts` (draughts.md section 7), `ru_draughts_manual` (section 13,
5.4.10.11) and `played` (section 14). Points are those after all the rounds of the records: present
points while the event runs, final points at its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.history import WITHOUT_PLAY, Record, lowest_score

POLICIES = ("ru_draughts", "ru_draughts_manual", "played")


def contributions(records: Mapping[int, Record], policy: str) -> dict[int, tuple[Fraction, ...]]:
    """By start number, one value for each round (under `played`: for each game).

    `records` is everybody entered up to now, the withdrawn and absent included (D29); every opponent
    played must be among them. Raises ValueError for an unknown policy.
    """
    if policy not in POLICIES:
        raise ValueError(f"unknown policy {policy!r}")
    worth = {number: Fraction(record.score()) for number, record in records.items()}
    lowest = Fraction(lowest_score(records))             # without the credit below (section 13)
    if policy == "ru_draughts_manual":
        for number, record in records.items():
            if record.withdrawn:
                worth[number] += _credit(records, record)
    return {
        number: tuple(
            worth[past.opponent] if past.played and past.opponent is not None else lowest
            for past in record.past
            if past.played or policy != "played"
        )
        for number, record in records.items()
    }


def _credit(records: Mapping[int, Record], gone: Record) -> Fraction:
    """What a withdrawn opponent might still have made (D28): the average of those who stood with him."""
    stopped = max(
        (round for round, past in enumerate(gone.past, 1) if past.played or past.kind in WITHOUT_PLAY), default=0
    )
    if not stopped:
        return Fraction(0)                               # nobody has played him
    stayed = [r for r in records.values() if r.first_round <= stopped and not r.withdrawn]
    equal = [r for r in stayed if r.score(stopped) == gone.score(stopped)]
    later = [r.score() - r.score(stopped) for r in equal or stayed]
    return Fraction(sum(later), len(later)) if later else Fraction(0)
