"""TRF, the tournament report file (TRF06, TRF16 and JaVaFo's, bbpPairings' and TRF26 records): reading it.

`read` takes every line end, cut and shifted lines, and the deviations seen in real files, each with a
remark in `Report.warnings`; a file that contradicts itself is refused with line and column, and nothing
of it is taken. Columns are 1-based as in the format's text. Points are halves of a point: `4.5` is 9.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine import pages
from engine.model import Colour, Scoring
from engine.remarks import BadTrf, Remark
from engine.report import Cell, Player, Report
from engine.trf_fields import (
    COLOURS,
    KNOWN,
    MOST_BYTES,
    MOST_LINE,
    ONE_VALUE,
    SYMBOLS,
    halves_in,
    like_a_player,
    number_in,
)
from engine.trf_games import USUAL, agree, explained, filled, fits, shown, total
from engine.trf_lists import CODES, Lists
from engine.trf_players import player_in
from engine.trf_spelling import gathered
from engine.trf_spelling import record as spelled
from engine.trf_writing import encode, write

__all__ = ["BadTrf", "Cell", "Player", "Report", "decode", "encode", "load", "read", "write"]


def decode(data: bytes, page: str = "") -> str:
    """The text of a file, see `pages.decode`."""
    return pages.decode(data, page)[0]


def load(data: bytes, page: str = "") -> Report:
    """Decode and read a file, with a remark if it is not UTF-8. Raises BadTrf; LookupError for no code page."""
    text, found = pages.decode(data, page)
    report = read(text)
    return report.remarked([Remark("code_page", details={"page": found}), *report.warnings]) if found else report


def read(text: str) -> Report:
    """Read a file. Raises BadTrf; what is odd but readable is in `Report.warnings`."""
    if len(text) > MOST_BYTES:
        raise BadTrf(0, 0, "too_long", limit=MOST_BYTES)
    reader = _Reader()
    if "\r" in text and "\n" not in text:
        reader.note("cr_only")
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        if len(line) > MOST_LINE:
            raise BadTrf(number, 0, "long_line", limit=MOST_LINE)
        reader.take(number, line.rstrip())
    return reader.report()


class _Reader:
    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.records: list[tuple[str, str]] = []
        self.values: dict[str, tuple[int, str]] = {}
        self.numeric: dict[str, int] = {}                   # the scoring of record 162
        self.letters: dict[str, int] = {}                   # and of XXS and BB*
        self.lists = Lists()
        self.remarks: list[Remark] = []

    def note(self, code: str, line: int = 0, column: int = 0, **details: object) -> None:
        self.remarks.append(Remark(code, line, column, details))

    def take(self, number: int, line: str) -> None:
        code, body = line[:3], line[4:]
        if line[3:4].strip():                                   # a ruler or a comment, not a record
            if code in ("XXR", "XXC"):
                raise BadTrf(number, 4, "no_blank")
            self.records.append(("", line))
        elif code == "001":
            player = player_in(number, line, self.remarks)
            if known := self.players.get(player.number):
                raise BadTrf(number, 5, "number_used", number=player.number, other=known.line)
            self.players[player.number] = player
        elif code.isdecimal() and len(code) == 3 and code not in KNOWN and like_a_player(line):
            raise BadTrf(number, 1, "misspelt", record=code)
        elif code.strip():
            self.records.append((code, body))
            spelled(number, code, body, self.remarks)
            try:
                self._record(number, code, body, line)
            except BadTrf as bad:
                if bad.remark.code != "halves":                 # tenths are kept as they stand (6.6)
                    raise
                self.note("halves", bad.line, bad.column, **bad.remark.details, record=code)

    def _record(self, number: int, code: str, body: str, line: str) -> None:
        if code in ONE_VALUE:
            if code in self.values:
                self.note("repeated", number, record=code)
            self.values[code] = (number, body.strip())
        elif code == "XXS":
            for name, value in re.findall(r"([A-Z]+) *= *([\d.,]+)", body):
                self._score(number, self.letters, name, value)
        elif code == "162":
            for name, value in re.findall(r"([A-Z]) *([\d.,]+)", body):
                self._score(number, self.numeric, name, value)
        elif code in SYMBOLS:
            self._score(number, self.letters, code, body.strip())
        elif code in CODES:
            self.lists.take(number, code, line)

    def _score(self, number: int, scores: dict[str, int], name: str, value: str) -> None:
        if name not in SYMBOLS and name != "X":
            raise BadTrf(number, 5, "symbol", text=repr(name))
        halves = halves_in(number, value, 5)
        if name != "X":
            kind = SYMBOLS[name]
            shortcut = name in ("W", "D")
            if scores.get(kind, halves) != halves and not shortcut:
                self.note("scoring_parts", number, 5, name=name)
            scores[kind] = halves

    # -- the whole

    def report(self) -> Report:
        if not self.players:
            raise BadTrf(0, 0, "empty")
        agree(self.players, self.remarks)
        awarded = self._awarded()
        scoring = self._scoring(awarded)
        self.players = {number: filled(player, scoring, awarded.get(number, 0), self.remarks)
                        for number, player in self.players.items()}
        awarded = self._awarded()
        for number, player in self.players.items():
            self._points(player, scoring, awarded.get(number, 0))
        known = self.players.keys()
        for stranger in sorted(self.lists.named - known):
            self.note("stranger", player=stranger)
        report = Report(
            dict(sorted(self.players.items())), tuple(self.records), self._rounds(), self._colour(),
            "rank" in self._configured(), self._system(), scoring,
            self.lists.virtual(known), self.lists.forbidden(known), self.lists.byes,
            frozenset(self.lists.absent & known), awards=self.lists.awards(self.players),
        )
        self._counts(report)
        return report.remarked(gathered(self.remarks))

    def _awarded(self) -> dict[int, int]:
        awards = self.lists.awards(self.players)
        return {number: sum(halves for _, halves in each) for number, each in awards.items()}

    def _scoring(self, awarded: Mapping[int, int]) -> Scoring:
        """As laid down (162, XXS, BB*), else the first usual one that explains the points column (6.6)."""
        said = [Scoring(**{"pab": scores.get("win", 2), **scores})
                for scores in (self.numeric, self.letters) if scores]
        if said:
            if said[0] != said[-1]:
                self.note("two_scorings")
            return said[0]
        for scoring in USUAL:
            if all(explained(player, scoring, awarded.get(number, 0)) for number, player in self.players.items()):
                return scoring
        return USUAL[0]

    def _points(self, player: Player, scoring: Scoring, awarded: int) -> None:
        if player.points is not None and not fits(player, scoring, awarded):
            self.note("points", player.line, 81, player=player.number, said=shown(player.points),
                      results=shown(total(player, scoring) + awarded))

    def _rounds(self) -> int | None:
        said = [self.values[code] for code in ("142", "XXR") if code in self.values]
        found = [number_in(line, value.split()[0], 5) for line, value in said if value]      # text may follow
        if len(set(found)) == 2:
            self.note("two_rounds", first=found[0], second=found[1])
        return found[0] if found else None

    def _configured(self) -> list[str]:
        """The words of record XXC."""
        return self.values.get("XXC", (0, ""))[1].lower().split()

    def _colour(self) -> Colour | None:
        words = self._configured()
        old = Colour.WHITE if "white1" in words else Colour.BLACK if "black1" in words else None
        if "152" not in self.values:
            return old
        line, value = self.values["152"]
        if not value:
            return old
        if value.lower() not in COLOURS:
            raise BadTrf(line, 5, "first_colour", text=repr(value[:20]))
        if old not in (None, COLOURS[value.lower()]):
            self.note("two_colours", line)
        return COLOURS[value.lower()]

    def _system(self) -> str:
        for code in ("192", "092"):
            if re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+", value := self.values.get(code, (0, ""))[1]):
                return value
        return ""

    def _counts(self, report: Report) -> None:
        line, said = self.values.get("062", (0, ""))
        if (number := re.match(r"\d{1,6}", said, re.ASCII)) and int(number[0]) != len(self.players):
            self.note("count", line, 5, said=int(number[0]), found=len(self.players))
        if report.rounds is not None and report.paired > report.rounds:
            self.note("long", found=report.paired, said=report.rounds)
