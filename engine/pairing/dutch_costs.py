"""A bracket of the Dutch system and what its pairs cost: article 2.4 of C.04.3 in figures.

All players not yet paired (and the bye, if their number is odd) are matched completely: that is C4. A
pair inside the bracket costs what it breaks of C10 to C21, a pair across its border what the leaving
of its player breaks of C6, C7, C14, C16, C18 and C20; C8 is charged to pairs that leave the following
bracket. Costs are integers whose digits are the criteria in their order, so the cheapest complete
matchings are the best candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.pairing.bits import bits
from engine.pairing.dutch_players import Players
from engine.pairing.matching import Matching

Row = dict[int, int]
"""Partners (bits) by cost."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket and what lies below it, as masks; `below` is beyond the following scoregroup.

    The bye, if there is one, is the last vertex and belongs to `below`. `bye_here`: its receiver is
    one of this bracket, since S_pab is not below the residents' score (C5).
    """

    moved: int
    residents: int
    following: int
    below: int
    bye_here: bool = False

    @property
    def inside(self) -> int:
        return self.moved | self.residents


@dataclass(frozen=True, slots=True)
class Candidate:
    """Pairs made and players left over (1.4.1)."""

    pairs: tuple[tuple[int, int], ...]
    leaving: int


class Costs:
    """What every pair costs, as rows for a `Matching`."""

    def __init__(
        self, players: Players, legal: Sequence[int], bracket: Bracket, *, fewest_unplayed: bool
    ) -> None:
        self.players, self.legal, self.bracket = players, legal, bracket
        self.bye = 1 << players.size if fewest_unplayed and len(legal) > players.size else 0
        involved = bracket.inside | bracket.following
        scores = sorted({players.scores[i] for i in bits(involved)}, reverse=True)
        digits: list[tuple[str, int]] = []
        for name in ("C6", "C7", "C8", "C8 scores", *(f"C{n}" for n in range(9, 22))):
            by_score = name in ("C7", "C8 scores", "C18", "C19", "C20", "C21")
            digits += [(name, score) for score in scores] if by_score else [(name, 0)]
        self.width = max(len(legal), players.field.round).bit_length() + 1
        self.unit = {key: 1 << self.width * (len(digits) - place) for place, key in enumerate(digits, 1)}

    def digits(self, cost: int) -> dict[str, tuple[int, ...]]:
        """A cost taken apart: every criterion with its number, or with numbers by score, highest first."""
        found: dict[str, tuple[int, ...]] = {}
        for (name, _), unit in self.unit.items():
            found[name] = (*found.get(name, ()), cost // unit % (1 << self.width))
        return found

    def rows(self) -> list[Row]:
        bracket, legal = self.bracket, self.legal
        rows: list[Row] = [{} for _ in legal]
        leaving = {u: self._leaving(u) for u in bits(bracket.inside)}
        alone = {u: self._alone(u) for u in bits(bracket.inside | bracket.following)}

        def both(u: int, partners: int, cost: int) -> None:
            if partners:
                rows[u][cost] = rows[u].get(cost, 0) | partners
                for v in bits(partners):
                    rows[v][cost] = rows[v].get(cost, 0) | 1 << u

        for u in bits(bracket.residents):
            rows[u] = self._colours(u, bracket.residents)
        for u in bits(bracket.moved):
            for cost, partners in self._moved(u).items():
                both(u, partners, cost)
            for v in bits(legal[u] & bracket.moved & -(2 << u)):      # the two of them leave
                both(u, 1 << v, leaving[u] + alone[u] + leaving[v] + alone[v])
        for u in bits(bracket.inside):
            both(u, legal[u] & bracket.following, leaving[u])
            both(u, legal[u] & bracket.below & ~self.bye, leaving[u] + alone[u])
            alone_in_all = self.unit["C9", 0] * self.players.unplayed[u]                     # C9
            both(u, legal[u] & self.bye, leaving[u] + alone[u] + alone_in_all)
        for u in bits(bracket.following):
            near = legal[u] & bracket.following
            if near:
                rows[u][0] = rows[u].get(0, 0) | near
            both(u, legal[u] & bracket.below, alone[u])
        for u in bits(bracket.below):
            near = legal[u] & bracket.below
            if near:
                rows[u][0] = rows[u].get(0, 0) | near
        return rows

    def kinds(self) -> list[int]:
        """Sets (bits) of players who are alike in all that counts here, but for whom they have met."""
        players, bracket = self.players, self.bracket
        marks = [
            bracket.moved, bracket.residents, bracket.following, 1 << players.size,
            players.white, players.black, players.strong, players.absolute, players.topscorers, self.legal[-1],
        ]
        floats = (*players.down, *players.up)
        found: dict[tuple[object, ...], int] = {}
        for u in bits(bracket.inside | bracket.following | bracket.below):
            inside = bracket.inside >> u & 1
            key = (
                *(mask >> u & 1 for mask in marks), *(mask >> u & inside for mask in floats),
                players.scores[u] if inside else 0, players.unplayed[u] if inside and self.bye else 0,
            )
            found[key] = found.get(key, 0) | 1 << u
        return list(found.values())

    def _leaving(self, u: int) -> int:
        """A player of the bracket is not paired in it."""
        players, unit, score = self.players, self.unit, self.players.scores[u]
        cost = unit["C6", 0] + unit["C7", score]                                             # C6, C7
        moved = self.bracket.moved >> u & 1
        for down, resident, scored in zip(players.down, ("C14", "C16"), ("C18", "C20"), strict=True):
            if down >> u & 1:
                cost += unit[scored, score] if moved else unit[resident, 0]
        return cost

    def _alone(self, u: int) -> int:
        """A player of the following bracket is not paired in it."""
        return self.unit["C8", 0] + self.unit["C8 scores", self.players.scores[u]]           # C8

    def _colours(self, u: int, partners: int) -> Row:
        """C10 to C13 for the pairs of u with `partners`."""
        players, unit = self.players, self.unit
        row = {0: self.legal[u] & partners}
        same = players.white if players.white >> u & 1 else players.black if players.black >> u & 1 else 0
        if not row[0] & same:
            return row if row[0] else {}
        row = charged(row, same, unit["C12", 0])                                             # C12
        if players.strong >> u & 1:                                                          # C13
            row = charged(row, same & (players.strong | players.absolute), unit["C13", 0])
        elif players.absolute >> u & 1:
            row = charged(row, same & players.strong, unit["C13", 0])
            for v in bits(self.legal[u] & partners & same & players.absolute):               # C10, C11
                wide, third = players.third_colour(u, v)
                row = charged(row, 1 << v, wide * unit["C10", 0] + third * unit["C11", 0])
        return row

    def _moved(self, u: int) -> Row:
        """The pairs of an MDP with residents."""
        row = self._colours(u, self.bracket.residents)
        score = self.players.scores[u]
        for up, number, scored in zip(self.players.up, ("C15", "C17"), ("C19", "C21"), strict=True):
            row = charged(row, up, self.unit[number, 0] + self.unit[scored, score])          # C15, C17, C19, C21
        return row


def charged(row: Row, partners: int, cost: int) -> Row:
    """The row with `cost` added for some partners."""
    if not cost:
        return row
    result: Row = {}
    for old, mask in row.items():
        if hit := mask & partners:
            result[old + cost] = result.get(old + cost, 0) | hit
        if rest := mask & ~partners:
            result[old] = result.get(old, 0) | rest
    return result


def failures(
    players: Players, legal: Sequence[int], bracket: Bracket, made: Candidate
) -> dict[str, tuple[int, ...]] | None:
    """What a candidate of the bracket breaks, criterion by criterion; None if it breaks C1 to C5.

    `legal` are the rows with the bye as last vertex, as in `Completion`.
    """
    if any(not legal[a] >> b & 1 for a, b in made.pairs):
        return None
    alone = bracket.bye_here and made.leaving.bit_count() == 1
    costs = Costs(players, legal, bracket, fewest_unplayed=alone)
    rows = costs.rows()
    total = sum(cost for a, b in made.pairs for cost, partners in rows[a].items() if partners >> b & 1)
    for u in bits(made.leaving):
        others = bracket.residents if bracket.moved >> u & 1 else bracket.inside
        rows[u] = {cost: partners & ~others for cost, partners in rows[u].items()}
        for v in bits(made.leaving & others):
            rows[v] = {cost: partners & ~(1 << u) for cost, partners in rows[v].items()}
    matching = Matching(rows, made.leaving | bracket.following | bracket.below)
    if not matching.solve():
        return None
    return costs.digits(total + matching.cost)
