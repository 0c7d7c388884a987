"""TRF16, the tournament report file: as much of it as pairing and checking need.

`read` is tolerant of line ends (CR, LF, CRLF), cut lines, numeric (TRF26) and alphabetic (JaVaFo)
records; it takes all or nothing. `write` makes a file that `read` reads back. Columns are 1-based as
in the format's text. Points are halves of a point: `4.5` is 9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.model import Colour, Scoring
from engine.report import Cell, Player, Report, worth
from engine.trf_fields import (
    BOTH_SIDES,
    BYES,
    COLOURS,
    KNOWN,
    LONE,
    ONE_VALUE,
    PLAYED,
    SYMBOLS,
    BadTrf,
    halves_in,
    like_a_player,
    number_in,
    numbers_in,
)

__all__ = ["BadTrf", "Cell", "Player", "Report", "decode", "read", "write"]


# ---- reading


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte-order mark, else Windows-1252."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str) -> Report:
    """Read a file. Raises BadTrf; what is odd but readable is in `Report.warnings`."""
    reader = _Reader()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        reader.take(number, line.rstrip())
    return reader.report()


class _Reader:
    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.records: list[tuple[str, str]] = []
        self.values: dict[str, tuple[int, str]] = {}
        self.scores: dict[str, int] = {}
        self.virtual: dict[int, list[int]] = {}
        self.forbidden: list[tuple[int, int, frozenset[int]]] = []
        self.byes: dict[tuple[int, int], str] = {}
        self.absent: set[int] = set()
        self.warnings: list[str] = []

    def take(self, number: int, line: str) -> None:
        code, body = line[:3], line[4:]
        if line[3:4].strip():                                   # a ruler or a comment, not a record
            if code.startswith("XX") and code in ("XXR", "XXC"):
                raise BadTrf(number, 4, "a blank is missing after the record code")
            return
        if code == "001":
            self._player(number, line)
            return
        if code.isdecimal() and len(code) == 3 and code not in KNOWN and like_a_player(line):
            raise BadTrf(number, 1, f"record {code} looks like a misspelt player record 001")
        if code.strip():
            self.records.append((code, body))
        if code in ONE_VALUE:
            if code in self.values:
                self.warnings.append(f"line {number}: record {code} is repeated, the last one counts")
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
            self.forbidden.append((1, 10**6, numbers_in(number, body, 5)))
        elif code == "260":
            first, last = (number_in(number, line[at:at + 3], at + 1) for at in (4, 8))
            self.forbidden.append((first, last, numbers_in(number, line[12:], 13)))
        elif code == "XXZ":
            self.absent |= numbers_in(number, body, 5)
        elif code == "240":
            round = number_in(number, line[6:9], 7)
            self.byes |= {(round, player): line[4:5].upper() for player in numbers_in(number, line[10:], 11)}
        elif code == "XXA":
            player = number_in(number, line[4:8], 5)
            self.virtual[player] = [
                halves_in(number, line[at:at + 4].strip() or "0", at + 1) for at in range(9, len(line), 5)
            ]
        elif code == "250":
            self._accelerated(number, line)

    def _accelerated(self, number: int, line: str) -> None:
        extra = halves_in(number, line[9:13].strip() or "0", 10)
        first, last, low, high = (
            number_in(number, line[a:b], a + 1) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31))
        )
        for player in range(low, high + 1):
            points = self.virtual.setdefault(player, [])
            points += [0] * (last - len(points))
            points[first - 1:last] = [extra] * (last - first + 1)

    def _score(self, number: int, name: str, value: str) -> None:
        if name not in SYMBOLS and name != "X":
            raise BadTrf(number, 5, f"unknown symbol {name!r} of the scoring system")
        if name != "X":
            self.scores[SYMBOLS[name]] = halves_in(number, value, 5)

    def _player(self, line: int, text: str) -> None:
        number = number_in(line, text[4:8], 5)
        if number in self.players:
            raise BadTrf(line, 5, f"start number {number} is already used in line {self.players[number].line}")
        rating, rank, points = text[48:52].strip(), text[85:89].strip(), text[80:84].strip()
        self.players[number] = Player(
            number, text[14:47].strip(), int(rating) if rating.isdecimal() and int(rating) else None,
            tuple(self._cell(line, text, start) for start in range(91, len(text), 10)),
            halves_in(line, points, 81) if points else None, int(rank) if rank.isdecimal() else None,
            text[9:10].strip(), text[10:13].strip(), text[52:56].strip(), text[57:68].strip(), text[69:79].strip(),
            line,
        )

    def _cell(self, line: int, text: str, start: int) -> Cell | None:
        """The round block that begins at `start` (from 0)."""
        opponent, colour, code = text[start:start + 4].strip(), text[start + 5:start + 6], text[start + 7:start + 8]
        code = code.strip().upper().replace("*", "")
        if not opponent.isdecimal() and opponent:
            raise BadTrf(line, start + 1, f"the opponent {opponent!r} is not a number")
        if code and code not in "10=WDL+-HFUZ":
            raise BadTrf(line, start + 8, f"unknown result {code!r}")
        if colour.lower() not in ("w", "b", "-", " ", ""):
            raise BadTrf(line, start + 6, f"unknown colour {colour!r}")
        if not opponent.strip("0") or code in ("H", "F", "Z"):
            return Cell(None, None, code if code in BYES else LONE[code]) if code else None
        return Cell(int(opponent), COLOURS.get(colour.lower()), code)

    # -- the whole

    def report(self) -> Report:
        if not self.players:
            raise BadTrf(0, 0, "there is no player record 001")
        self._games()
        scoring = self._scoring()
        for player in self.players.values():
            total = sum(worth(cell, scoring) for cell in player.cells if cell)
            if player.points is not None and total != player.points:
                self.warnings.append(
                    f"line {player.line}: the results of player {player.number} give {total / 2:g} points, "
                    f"the points column says {player.points / 2:g}"
                )
        named = {n for _, _, players in self.forbidden for n in players} | self.absent | self.virtual.keys()
        if unknown := sorted(named - self.players.keys()):
            self.warnings.append(f"there is no player {unknown[0]}, who is named in a list")
        known = self.players.keys()
        return Report(
            dict(sorted(self.players.items())), tuple(self.records), self._rounds(), self._colour(),
            "rank" in self.values.get("XXC", (0, ""))[1].split(), self._system(), scoring,
            {number: tuple(points) for number, points in self.virtual.items() if number in known},
            tuple((first, last, players & known) for first, last, players in self.forbidden), self.byes,
            frozenset(self.absent & known), tuple(self.warnings),
        )

    def _games(self) -> None:
        """6.4: both sides must say the same of a game."""
        for player in self.players.values():
            for round, cell in enumerate(player.cells, 1):
                if cell is None or cell.opponent is None:
                    continue
                where = player.line, 92 + 10 * (round - 1)
                other = self.players.get(cell.opponent)
                if cell.opponent == player.number:
                    raise BadTrf(*where, f"player {player.number} is his own opponent")
                if other is None:
                    raise BadTrf(*where, f"there is no player {cell.opponent}")
                back = other.cell(round)
                if back is None or back.opponent != player.number:
                    what = f"player {other.number} does not name player {player.number}"
                    raise BadTrf(*where, f"{what} in round {round}")
                if player.number > other.number or not {cell.code, back.code} & set(PLAYED):
                    continue
                if cell.code and back.code and frozenset((cell.code, back.code)) not in BOTH_SIDES:
                    raise BadTrf(where[0], where[1] + 7, f"results {cell.code!r} and {back.code!r} do not fit")
                if cell.colour is back.colour:
                    raise BadTrf(where[0], where[1] + 5, f"equal or missing colours in round {round}")

    def _scoring(self) -> Scoring:
        """As laid down (162, XXS, BB*), else the first usual one that explains the points column (6.6)."""
        if self.scores:
            scores = {"pab": self.scores.get("win", 2), **self.scores}
            return Scoring(**scores)
        usual = (Scoring(), Scoring(6, 2, 0, 6), Scoring(4, 2, 0, 4), Scoring(pab=1))
        for scoring in usual:
            if all(
                player.points in (None, sum(worth(cell, scoring) for cell in player.cells if cell))
                for player in self.players.values()
            ):
                return scoring
        return usual[0]

    def _rounds(self) -> int | None:
        found = [
            number_in(self.values[code][0], self.values[code][1], 5) for code in ("142", "XXR")
            if code in self.values
        ]
        if len(set(found)) == 2:
            self.warnings.append(f"records 142 and XXR differ ({found[0]} and {found[1]} rounds), 142 counts")
        return found[0] if found else None

    def _colour(self) -> Colour | None:
        if "152" in self.values:
            line, value = self.values["152"]
            if value.lower() not in COLOURS:
                raise BadTrf(line, 5, f"the initial colour is W or B, not {value!r}")
            return COLOURS[value.lower()]
        words = self.values.get("XXC", (0, ""))[1].split()
        return Colour.WHITE if "white1" in words else Colour.BLACK if "black1" in words else None

    def _system(self) -> str:
        for code in ("192", "092"):
            if re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+", value := self.values.get(code, (0, ""))[1]):
                return value
        return ""


# ---- writing


def write(players: Iterable[Player], records: Sequence[tuple[str, str]] = ()) -> str:
    """A file with these records first, then the players, CRLF line ends (7.1, 7.2)."""
    lines = [f"{code} {body}" for code, body in records] + [_player_line(player) for player in players]
    return "".join(f"{line}\r\n" for line in lines)


def _player_line(player: Player) -> str:
    points = "" if player.points is None else f"{player.points // 2}.{5 * (player.points % 2)}"
    fixed = (
        f"001 {player.number:>4} {player.sex:1.1}{player.title:>3.3} {player.name:33.33} {player.rating or '':>4}"
        f" {player.federation:3.3} {player.fide_id:>11.11} {player.birth:10.10} {points:>4} {player.rank or '':>4}"
    )
    return (fixed + "".join(map(_cell_text, player.cells))).rstrip()


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return " " * 10
    opponent = "0000" if cell.opponent is None else f"{cell.opponent:>4}"
    return f"  {opponent} {cell.colour or '-'} {cell.code or ' '}"
