"""The table after any round: points, the criteria of the tournament, shared places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine import scorebook
from engine.history import Record
from engine.model import MemberId, Scoring, Standing, Tournament
from engine.pairing.handling import HANDLINGS
from engine.tiebreaks import DEFAULTS, ROBIN, in_points, order


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    `points` are halves, `values` the criteria after points in order, exact and in the units of
    `tiebreaks.FIGURES` (`value_text` writes them); None where one says nothing of this player. Players
    equal in everything share `place` and are listed by start number (draughts.md section 13).
    """

    place: int
    player: MemberId
    number: int
    points: int
    values: tuple[Fraction | None, ...]
    record: Record
    standing: Standing

    @property
    def gone(self) -> bool:
        """Withdrawn: he keeps what he has made and his place in the table."""
        return self.standing in (Standing.LEFT, Standing.REMOVED)


def criteria(t: Tournament) -> tuple[tuple[str, ...], str]:
    """The codes after points, and the policy for unplayed rounds: the tournament's, or the law's (11.4, D32).

    In a round robin there is nothing to choose (C.07 15.2); under the older handling rules a FIDE system
    has the virtual opponent.
    """
    codes, policy = DEFAULTS[t.settings.system]
    if policy != ROBIN:
        older = policy == "fide2026" and HANDLINGS[t.settings.handling].unplayed_tiebreaks == "virtual"
        policy = t.settings.unplayed or ("virtual" if older else policy)
    return t.settings.tiebreaks or codes, policy


def records_after(t: Tournament, after: int | None = None) -> dict[int, Record]:
    """Everybody in the table after round `after`, or now, by start number: those who had entered by then."""
    book = scorebook.records(t, scorebook.start_list(t), after=after)
    if after is None:
        return book
    return {number: record for number, record in book.items() if record.first_round <= max(after, 1)}


def standings(t: Tournament, *, after: int | None = None) -> list[Row]:
    """The table, after round `after` or as it stands now; an open board gives nothing yet.

    Who has withdrawn or was removed keeps what he has made and the place it gives him: nobody's opponents
    lose by his going. Before round 1 is posted there are no start numbers and the table is empty.
    """
    people = scorebook.start_list(t)
    book = records_after(t, after)
    codes, policy = criteria(t)
    return [
        Row(line.place, player, line.number, book[line.number].score(), line.values, book[line.number],
            t.players[player].standing)
        for line in order(book, codes, policy, t.settings.scoring)
        for player in [people[line.number - 1]]
    ]


def scores(t: Tournament, *, after: int | None = None) -> Mapping[MemberId, int]:
    """Halves by player, after round `after` or now."""
    order = scorebook.start_list(t)
    return {order[number - 1]: record.score() for number, record in
            scorebook.records(t, order, after=after).items()}


def points_text(halves: int | Fraction, scoring: Scoring) -> str:
    """Points as people write them: `2½`, `5`, `0`, `-½`; an average as a fraction, `37/3`."""
    value = Fraction(halves) / scoring.unit
    sign, value = ("-", -value) if value < 0 else ("", value)
    whole, rest = divmod(value, 1)
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{value}"


def value_text(code: str, value: Fraction | None, scoring: Scoring) -> str:
    """A figure as people write it, rounded to hundredths: `13½`, `6.75`, `12.67`, `1849`; `–` if there is none."""
    if value is None:
        return "–"
    points = in_points(code, value, scoring)
    return points_text(points, Scoring(unit=1)) if points.denominator <= 2 else _hundredths(points)


def decimal_text(code: str, value: Fraction | None, scoring: Scoring) -> str:
    """The same as a spreadsheet reads it: `13.5`, `6.75`, `12.67`, `1849`; nothing if there is none."""
    return "" if value is None else _hundredths(in_points(code, value, scoring))


def _hundredths(value: Fraction) -> str:
    hundredths = (100 * value + Fraction(1, 2)).__floor__()
    sign, hundredths = ("-", -hundredths) if hundredths < 0 else ("", hundredths)
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
