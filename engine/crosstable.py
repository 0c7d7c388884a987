"""The cross table: who met whom, round by round, with the figures that decide; as rows and as CSV.

Players stand in the order of the table. A round robin has a column for each opponent in that order, a
Swiss one for each round: `12w1` is White against start number 12, won. Figures are decimals, rounded to
hundredths. CSV cells that a spreadsheet would take for a formula are defused with an apostrophe.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine import reported
from engine.filing import heading
from engine.history import Kind, Past, Record
from engine.model import MemberId, Scoring, Tournament
from engine.pairing import SYSTEMS
from engine.report import Report
from engine.scorebook import start_list
from engine.standings import criteria, decimal_text, records_after
from engine.tiebreaks import ROBIN, Line, order

Row = tuple[str, ...]

_CODES = {Kind.BYE: "U", Kind.FULL_BYE: "F", Kind.HALF_BYE: "H", Kind.ABSENT: "Z"}
_FORMULA = re.compile(r"(?:^|(?<=;))(?=\s*[=+\-@＝＋－＠\t\r\n])")
_PLAIN = re.compile(r"-?\d+([.,]\d+)?")


@dataclass(frozen=True, slots=True)
class Person:
    """What a table says of somebody beside the figures."""

    name: str = ""
    title: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A table after a round. `heading` are (what, value): system, law, tie-breaks … `lines` in their order."""

    heading: tuple[tuple[str, str], ...]
    lines: Sequence[Line]
    records: Mapping[int, Record]
    people: Mapping[int, Person]
    codes: tuple[str, ...]
    policy: str
    scoring: Scoring

    def rows(self) -> list[Row]:
        """The names of the columns, then a row for each player."""
        rounds = max((len(record.past) for record in self.records.values()), default=0)
        order = [line.number for line in self.lines]
        met = [str(place) for place in range(1, len(order) + 1)] if self.policy == ROBIN else [
            f"R{round}" for round in range(1, rounds + 1)]
        rows = [("Place", "No", "Title", "Name", "Rating", *met, "Points", *self.codes)]
        for line in self.lines:
            person, record = self.people.get(line.number, Person()), self.records[line.number]
            cells = (self._against(record, order) if self.policy == ROBIN else
                     [self._round(past) for past in record.past])
            figures = (decimal_text(code, value, self.scoring)
                       for code, value in zip(self.codes, line.values, strict=True))
            cells += [""] * (len(met) - len(cells))
            rows.append((str(line.place), str(line.number), person.title, person.name, str(person.rating or ""),
                         *cells, decimal_text("PTS", Fraction(record.score()), self.scoring), *figures))
        return rows

    def _round(self, past: Past) -> str:
        if past.opponent is None:
            return _CODES.get(past.kind, "Z")
        return f"{past.opponent}{past.colour or ''}{self._result(past)}"

    def _against(self, record: Record, order: Sequence[int]) -> list[str]:
        """Results against everybody in the order of the table; two games: one after the other."""
        return ["×" if number == record.number else
                "".join(self._result(past) for past in record.past if past.opponent == number) for number in order]

    def _result(self, past: Past) -> str:
        """`1`, `½`, `0`; a forfeit `1f` or `0f`; nothing while it is awaited."""
        match past.kind:
            case Kind.FORFEIT_WIN:
                return "1f"
            case Kind.FORFEIT_LOSS:
                return "0f"
            case Kind.ABSENT:
                return ""
            case _:
                won, drawn = past.points >= self.scoring.win, past.points >= self.scoring.draw
                return "1" if won else "½" if drawn else "0"


def of_report(report: Report) -> CrossTable:
    """The table of a report file after its last round, with the criteria that it names, else the law's."""
    codes, policy, _ = reported.criteria(report)
    records = reported.records(report)
    said = dict(report.records)
    system = reported.system(report)
    last = reported.last(report)
    heading = (("Tournament", said.get("012", "")), ("After round", f"{last} of {report.rounds or last}"),
               ("System", said.get("092", "") or system), ("Law", SYSTEMS[system].law),
               ("Acceleration", "as in the file" if report.virtual else "none"), ("Tie-breaks", ", ".join(codes)),
               ("Unplayed rounds", policy))
    people = {number: Person(player.name, player.title, player.rating) for number, player in report.players.items()}
    return CrossTable(heading, order(records, codes, policy, report.scoring), records, people, codes, policy,
                      report.scoring)


def of_tournament(t: Tournament, names: Mapping[MemberId, str]) -> CrossTable:
    """The table of a tournament as it stands."""
    codes, policy = criteria(t)
    records = records_after(t)
    people = {number: Person(names.get(id, ""), t.players[id].title, t.players[id].rating)
              for number, id in enumerate(start_list(t), 1)}
    return CrossTable(heading(t), order(records, codes, policy, t.settings.scoring), records, people, codes, policy,
                      t.settings.scoring)


def write(table: CrossTable) -> str:
    """The table as CSV (RFC 4180: commas, CRLF), after its heading and an empty line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in (*table.heading, (), *table.rows()):
        writer.writerow([defused(cell) for cell in row])
    return out.getvalue()


def encode(text: str, *, mark: bool = False) -> bytes:
    """UTF-8, with a byte-order `mark` for spreadsheets that need one to see that it is."""
    return text.encode("utf-8-sig" if mark else "utf-8", errors="replace")


def defused(cell: str) -> str:
    """The cell with an apostrophe before what a spreadsheet would calculate; figures stay figures.

    Where a comma is the decimal sign spreadsheets part cells at semicolons.
    """
    return cell if _PLAIN.fullmatch(cell) else _FORMULA.sub("'", cell)
