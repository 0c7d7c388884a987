"""The table after any round: points, the criteria of the tournament, shared places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine import scorebook
from engine.history import Record
from engine.model import MemberId, Scoring, Standing, Tournament
from engine.tiebreaks import DEFAULTS, figure


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    `points` are halves, `values` the criteria after points in order, exact, in halves too. Players
    equal in everything share `place` and are listed by start number (draughts.md section 13).
    """

    place: int
    player: MemberId
    number: int
    points: int
    values: tuple[Fraction, ...]
    record: Record
    standing: Standing

    @property
    def gone(self) -> bool:
        """Withdrawn: he keeps what he has made and his place in the table."""
        return self.standing in (Standing.LEFT, Standing.REMOVED)


def criteria(t: Tournament) -> tuple[tuple[str, ...], str]:
    """The codes after points, and the policy for unplayed rounds: the tournament's, or the law's (D32)."""
    codes, policy = DEFAULTS[t.settings.system]
    return t.settings.tiebreaks or codes, t.settings.unplayed or policy


def standings(t: Tournament, *, after: int | None = None) -> list[Row]:
    """The table, after round `after` or as it stands now; an open board gives nothing yet.

    Before round 1 is posted there are no start numbers and the table is empty.
    """
    order = scorebook.start_list(t)
    book = scorebook.records(t, order, after=after)
    if after is not None:
        book = {number: record for number, record in book.items() if record.first_round <= max(after, 1)}
    codes, policy = criteria(t)
    values = [figure(code, book, policy) for code in codes]
    keys = {number: (Fraction(record.score()), *(value[number] for value in values))
            for number, record in book.items()}
    rows: list[Row] = []
    for listed, number in enumerate(sorted(keys, key=lambda n: (*(-value for value in keys[n]), n)), 1):
        shared = bool(rows) and keys[rows[-1].number] == keys[number]
        player = order[number - 1]
        rows.append(Row(rows[-1].place if shared else listed, player, number, book[number].score(),
                        keys[number][1:], book[number],
                        t.players[player].standing))
    return rows


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
