"""What a report file says of a tournament: players with their rounds, and what a pairing depends on.

The nouns of `trf`, which reads and writes them. Points are halves of a point: `4.5` is 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.model import Colour, Scoring
from engine.remarks import Remark

OBSTACLES = frozenset({"halves", "points", "scoring_parts"})
"""Remarks on files that are read, but can be neither paired nor taken over (trf.md 6.4, 6.6)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. `code` is upper case; empty for a game whose result is not known yet."""

    opponent: int | None = None
    colour: Colour | None = None
    code: str = ""

    @property
    def paired(self) -> bool:
        """Whether the pairing of the round took him into account: a game, a forfeit, the bye."""
        return self.opponent is not None or self.code == "U"


@dataclass(frozen=True, slots=True)
class Player:
    """A record 001. `points` is the points column in halves, None if blank; `line` where it stands.

    `odd_points` is the points column where it says points that are no halves, with `points` None.
    """

    number: int
    name: str = ""
    rating: int | None = None
    cells: tuple[Cell | None, ...] = ()
    points: int | None = None
    rank: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    line: int = 0
    odd_points: str = ""

    def cell(self, round: int) -> Cell | None:
        """What the file says of the round, None if nothing."""
        return self.cells[round - 1] if round <= len(self.cells) else None

    def with_cell(self, round: int, cell: Cell) -> Player:
        """The same player with another cell in a round that he has."""
        return replace(self, cells=(*self.cells[:round - 1], cell, *self.cells[round:]))


@dataclass(frozen=True, slots=True)
class Report:
    """A file: the players by number, what a pairing depends on, and all other records as they stand.

    `forbidden` are (first round, last round, players none of whom may meet another). `virtual` are an
    acceleration's halves by player from round 1 on; `byes` the codes announced for (round, player);
    `absent` who is not there in the round to be paired. `system` is the code of record 192 or 092.
    `awards` are (round, halves) beside the results (record 299). `warnings` is everything that was read
    otherwise than it stands; `obstacle` the first of them that forbids to pair the file or to go on from it.
    """

    players: Mapping[int, Player]
    records: tuple[tuple[str, str], ...] = ()
    rounds: int | None = None
    colour: Colour | None = None
    by_rank: bool = False
    system: str = ""
    scoring: Scoring = field(default_factory=Scoring)
    virtual: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    forbidden: tuple[tuple[int, int, frozenset[int]], ...] = ()
    byes: Mapping[tuple[int, int], str] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    warnings: tuple[Remark, ...] = ()
    awards: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def remarked(self, remarks: Sequence[Remark]) -> Report:
        """The same report with these warnings, in the order of the lines."""
        return replace(self, warnings=tuple(sorted(remarks, key=lambda remark: remark.line)))

    @property
    def obstacle(self) -> Remark | None:
        return next((remark for remark in self.warnings if remark.code in OBSTACLES), None)

    @property
    def paired(self) -> int:
        """The last round that holds a game or a pairing-allocated bye; 0 before round 1."""
        return max(
            (round for player in self.players.values() for round, cell in enumerate(player.cells, 1)
             if cell and cell.paired), default=0,
        )


def worth(cell: Cell | None, scoring: Scoring) -> int:
    """The halves a cell gives; a game without a result gives a draw (C.04.2 3.1), no cell an absence."""
    if cell is None:
        return scoring.absent
    match cell.code:
        case "1" | "W" | "+" | "F":
            return scoring.win
        case "=" | "D" | "H" | "":
            return scoring.draw
        case "0" | "L":
            return scoring.loss
        case "U":
            return scoring.pab
        case _:
            return scoring.absent
