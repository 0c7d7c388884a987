"""TRF, the tournament report file (TRF06, TRF16 and JaVaFo's, bbpPairings' and TRF26 records): reading it.

`read` takes every line end, cut and shifted lines, and the deviations seen in real files, each with a
remark in `Report.warnings`; a file that contradicts itself is refused with line and column, and nothing
of it is taken. Columns are 1-based as in the format's text. Points are halves of a point: `4.5` is 9.
"""

from __future__ import annotations

import re

from engine import pages
from engine.model import Colour, Scoring
from engine.remarks import BadTrf, Remark
from engine.report import Cell, Player, Report
from engine.trf_fields import (
    COLOURS,
    KNOWN,
    MOST_BYTES,
    MOST_LINE,
    MOST_ROUNDS,
    ONE_VALUE,
    SYMBOLS,
    halves_in,
    like_a_player,
    number_in,
    numbers_in,
)
from engine.trf_games import USUAL, agree, explained, filled, fits, kind_of, shown, total
from engine.trf_players import player_in
from engine.trf_spelling import gathered
from engine.trf_spelling import record as spelled
from engine.trf_writing import encode, write

__all__ = ["BadTrf", "Cell", "Player", "Report", "decode", "encode", "load", "read", "write"]

FOR_EVER = 10**6


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
        self.scores: dict[str, int] = {}
        self.virtual: dict[int, list[int]] = {}
        self.ranges: list[tuple[int, int, int, int, int]] = []
        self.forbidden: list[tuple[int, int, frozenset[int]]] = []
        self.byes: dict[tuple[int, int], str] = {}
        self.absent: set[int] = set()
        self.teams: set[int] = set()
        self.awards: list[tuple[str, int, int, frozenset[int]]] = []
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
                self._score(number, name, value)
        elif code == "162":
            for name, value in re.findall(r"([A-Z]) *([\d.,]+)", body):
                self._score(number, name, value)
        elif code in SYMBOLS:
            self._score(number, code, body.strip())
        elif code == "XXP":
            self.forbidden.append((1, FOR_EVER, numbers_in(number, body, 5)))
        elif code == "260":
            first, last = (number_in(number, line[at:at + 3], at + 1) for at in (4, 8))
            self.forbidden.append((first, last, numbers_in(number, line[12:], 13)))
        elif code == "XXZ":
            self.absent |= numbers_in(number, body, 5)
        elif code == "013":
            self.teams |= {int(member) for member in re.findall(r"(?<!\S)\d{1,4}(?!\S)", line[36:], re.ASCII)}
        elif code == "240":
            round = number_in(number, line[6:9], 7)
            self.byes |= {(round, player): line[4:5].upper() for player in numbers_in(number, line[10:], 11)}
        elif code == "XXA":
            player = number_in(number, line[4:8], 5)
            self.virtual[player] = [
                halves_in(number, line[at:at + 4].strip() or "0", at + 1) for at in range(9, len(line), 5)
            ]
        elif code == "250":
            extra = halves_in(number, line[9:13].strip() or "0", 10)
            first, last, low, high = (
                number_in(number, line[a:b], a + 1) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31))
            )
            self.ranges.append((extra, first, last, low, high))
        elif code == "299":
            award = halves_in(number, line[13:17].strip() or "0", 14)
            round = number_in(number, line[19:22].strip() or "0", 20)
            self.awards.append((line[4:5].strip().upper(), award, round, numbers_in(number, line[23:], 24)))

    def _score(self, number: int, name: str, value: str) -> None:
        if name not in SYMBOLS and name != "X":
            raise BadTrf(number, 5, "symbol", text=repr(name))
        halves = halves_in(number, value, 5)
        if name != "X":
            kind = SYMBOLS[name]
            shortcut = name in ("W", "D")
            if self.scores.get(kind, halves) != halves and not shortcut:
                self.note("scoring_parts", number, 5, name=name)
            self.scores[kind] = halves

    # -- the whole

    def report(self) -> Report:
        if not self.players:
            raise BadTrf(0, 0, "empty")
        agree(self.players, self.remarks)
        scoring = self._scoring()
        self.players = {number: filled(player, scoring, self._awarded(player), self.remarks)
                        for number, player in self.players.items()}
        awards = {number: self._awards(player) for number, player in self.players.items()}
        for player in self.players.values():
            self._points(player, scoring)
        self._virtual()
        known = self.players.keys()
        lists = [*(each[2] for each in self.forbidden), *(each[3] for each in self.awards)]
        named = {n for players in lists for n in players}
        named |= self.absent | self.teams | self.virtual.keys() | {player for _, player in self.byes}
        for stranger in sorted(named - known):
            self.note("stranger", player=stranger)
        report = Report(
            dict(sorted(self.players.items())), tuple(self.records), self._rounds(), self._colour(),
            "rank" in self.values.get("XXC", (0, ""))[1].split(), self._system(), scoring,
            {number: tuple(points) for number, points in self.virtual.items() if number in known},
            tuple((first, last, frozenset(players & known)) for first, last, players in self.forbidden), self.byes,
            frozenset(self.absent & known), awards={number: each for number, each in awards.items() if each},
        )
        self._counts(report)
        return report.remarked(gathered(self.remarks))

    def _scoring(self) -> Scoring:
        """As laid down (162, XXS, BB*), else the first usual one that explains the points column (6.6)."""
        if self.scores:
            scores = {"pab": self.scores.get("win", 2), **self.scores}
            return Scoring(**scores)
        for scoring in USUAL:
            if all(explained(player, scoring, self._awarded(player)) for player in self.players.values()):
                return scoring
        return USUAL[0]

    def _awards(self, player: Player) -> tuple[tuple[int, int], ...]:
        """(round, halves) that record 299 gives beside the results; without a round they count from the first."""
        given = []
        for kind, halves, round, players in self.awards:
            if player.number in players and not kind:
                given.append((max(round, 1), halves))
            elif player.number in players:
                given += [(at, halves) for at, cell in enumerate(player.cells, 1)
                          if cell is not None and kind_of(cell) == kind and round in (0, at)]
        return tuple(given)

    def _awarded(self, player: Player) -> int:
        return sum(halves for _, halves in self._awards(player))

    def _points(self, player: Player, scoring: Scoring) -> None:
        results = total(player, scoring) + self._awarded(player)
        if player.points is not None and not fits(player, scoring, self._awarded(player)):
            self.note("points", player.line, 81, player=player.number, results=shown(results),
                      said=shown(player.points))

    def _virtual(self) -> None:
        """Record 250 for the players and rounds there can be."""
        for extra, first, last, low, high in self.ranges:
            last = min(last, MOST_ROUNDS)
            for player in self.players:
                if low <= player <= high and 1 <= first <= last:
                    points = self.virtual.setdefault(player, [])
                    points += [0] * (last - len(points))
                    points[first - 1:last] = [extra] * (last - first + 1)

    def _rounds(self) -> int | None:
        said = [self.values[code] for code in ("142", "XXR") if code in self.values]
        found = [number_in(line, value.split()[0], 5) for line, value in said if value]      # text may follow
        if len(set(found)) == 2:
            self.note("two_rounds", first=found[0], second=found[1])
        return found[0] if found else None

    def _colour(self) -> Colour | None:
        words = self.values.get("XXC", (0, ""))[1].split()
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
