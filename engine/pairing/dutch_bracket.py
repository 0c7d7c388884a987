"""One bracket of the Dutch system, exactly: articles 2.2 to 4 of C.04.3 as a cheapest perfect matching.

All players not yet paired (and the bye, if their number is odd) are matched completely: that is C4. A
pair inside the bracket costs what it breaks of C10 to C21, a pair across its border what the leaving
of its player breaks of C6, C7, C14, C16, C18 and C20; C8 is charged to pairs that leave the following
bracket. Costs are integers whose digits are the criteria in their order, so the cheapest matchings are
the best candidates, and the first of them in the order of article 4 is found choice by choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.pairing.completion import Completion
from engine.pairing.dutch_players import Players
from engine.pairing.bits import bits
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

    def __init__(self, players: Players, legal: Sequence[int], bracket: Bracket, fewest_unplayed: bool) -> None:
        self.players, self.legal, self.bracket = players, legal, bracket
        self.bye = 1 << players.size if fewest_unplayed and len(legal) > players.size else 0
        involved = bracket.inside | bracket.following
        scores = sorted({players.scores[i] for i in bits(involved)}, reverse=True)
        digits: list[tuple[str, int]] = []
        for name in ("C6", "C7", "C8", "C8 scores", *(f"C{n}" for n in range(9, 22))):
            by_score = name in ("C7", "C8 scores", "C18", "C19", "C20", "C21")
            digits += [(name, score) for score in scores] if by_score else [(name, 0)]
        width = max(len(legal), players.field.round).bit_length() + 1
        self.unit = {key: 1 << width * place for place, key in enumerate(reversed(digits))}

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
            both(u, legal[u] & self.bye, leaving[u] + alone[u] + self.unit["C9", 0] * self.players.unplayed[u]) \
                if self.bye else None
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


def best(players: Players, completion: Completion, bracket: Bracket) -> Candidate:
    """The first of the best candidates (3.8.1) of a bracket that leaves the round completable (C4)."""
    spare = bracket.moved.bit_count() + 4
    spare += (bracket.inside | bracket.following).bit_count() + spare & 1
    if bracket.below.bit_count() > 2 * spare and not bracket.bye_here:
        candidate = _narrowly(players, completion, bracket, spare)
        if candidate is not None:
            return candidate
    candidate, _ = _solve(players, completion.legal, bracket, completion.mate)
    return candidate


def _narrowly(players: Players, completion: Completion, bracket: Bracket, spare: int) -> Candidate | None:
    """The same with a few stand-ins for all below, whom anybody may meet: a relaxation, quick to solve.

    Its best candidate is the true one if the round can really be completed with it. A pair of
    stand-ins left over shows that there were enough of them.
    """
    close = bracket.inside | bracket.following
    stand_ins = 0
    for u, _ in zip(bits(bracket.below), range(spare), strict=False):
        stand_ins |= 1 << u
    legal = [0] * len(completion.legal)
    for u in bits(close):
        legal[u] = completion.legal[u] & close | stand_ins
    for u in bits(bracket.moved):
        legal[u] &= ~bracket.moved
    for u in bits(stand_ins):
        legal[u] = (close | stand_ins) ^ 1 << u
    candidate, mate = _solve(players, legal, replace(bracket, below=stand_ins), ())
    if not any(stand_ins >> mate[u] & 1 for u in bits(stand_ins)):
        return None
    alone = 0
    for u in bits(candidate.leaving | bracket.following):
        if stand_ins >> mate[u] & 1:
            alone |= 1 << u
    return candidate if completion.perfect(alone | bracket.below) else None


def _solve(
    players: Players, legal: Sequence[int], bracket: Bracket, hint: Sequence[int]
) -> tuple[Candidate, Sequence[int]]:
    """The best candidate and a matching of everybody that contains it."""
    live = bracket.inside | bracket.following | bracket.below
    rows = Costs(players, legal, bracket, False).rows()
    matching = Matching(rows, live, hint)
    solved = matching.solve()
    assert solved, "every bracket leaves the round completable (C4)"
    if bracket.bye_here and _leaving(bracket, matching.mate).bit_count() == 1:               # C9
        rows = Costs(players, legal, bracket, True).rows()
        matching = Matching(rows, live, hint)
        matching.solve()
    pairs = _pair_moved(matching, legal, bracket, live)
    seated = 0
    for a, b in pairs:
        seated |= 1 << a | 1 << b
    made, left, mate = _pair_remainder(rows, matching, bracket.residents & ~seated, live & ~seated)
    return Candidate((*pairs, *made), bracket.moved & ~seated | left), mate


def _leaving(bracket: Bracket, mate: Sequence[int]) -> int:
    gone = 0
    for u in bits(bracket.inside):
        if not bracket.inside >> mate[u] & 1 or (bracket.moved >> u & bracket.moved >> mate[u] & 1):
            gone |= 1 << u
    return gone


def _pair_moved(matching: Matching, legal: Sequence[int], bracket: Bracket, live: int) -> list[tuple[int, int]]:
    """The MDP-pairing: 4.4 for the set S1, then 4.2 for the opponents."""
    elsewhere = live & ~bracket.residents
    paired = [u for u in bits(bracket.moved) if matching.bar(u, elsewhere)]                  # 4.4.2
    pairs = []
    residents = bracket.residents
    for u in paired:                                                                         # 4.2.2
        v = next(v for v in bits(legal[u] & residents) if matching.keep(u, v))
        pairs.append((u, v))
        residents ^= 1 << v
    return pairs


def _pair_remainder(
    rows: Sequence[Row], solved: Matching, remainder: int, live: int
) -> tuple[list[tuple[int, int]], int, Sequence[int]]:
    """A homogeneous bracket or remainder: 4.3 for the exchange, then 4.2 for the opponents.

    Returns the pairs, who is left over, and the matching of the others. Pairs of one half cost an exchange each, the more the
    later it comes in 4.3.2 (number, then difference of the sums).
    """
    members = list(bits(remainder))
    floating = sum(not remainder >> solved.mate[u] & 1 for u in members)
    count = (len(members) - floating) // 2
    if not count:
        return [], remainder, solved.mate
    upper = members[:count]                                                                  # 3.2.2, 3.3.3
    one = sum(1 << u for u in upper)
    two = remainder ^ one
    matching = Matching(_with_exchanges(rows, members, one, two, live), live, solved.mate)
    matching.solve()
    exchanged = sum(not remainder >> matching.mate[u] & 1 or matching.mate[u] < u for u in upper)
    out = into = 0
    for u in reversed(upper):                                                                # 4.3.2 (3)
        if out.bit_count() < exchanged and matching.bar(u, remainder & -(2 << u)):
            out |= 1 << u
    for v in bits(two):                                                                      # 4.3.2 (4)
        if into.bit_count() < exchanged and matching.bar(v, live & ~(remainder & -(2 << v))):
            into |= 1 << v
    one, two = one & ~out | into, two & ~into | out
    pairs = []
    for u in bits(one):                                                                      # 4.2.2
        v = next(v for v in bits(two & -(2 << u)) if matching.keep(u, v))
        pairs.append((u, v))
        two ^= 1 << v
    return pairs, two, matching.mate


def _with_exchanges(rows: Sequence[Row], members: Sequence[int], one: int, two: int, live: int) -> list[Row]:
    """The costs with two last digits: how many are exchanged, and how far apart they are."""
    size = len(members)
    single = size * size + 1
    shift = (2 * size * (single + size)).bit_length()
    leaves = {u: single + size - place for place, u in enumerate(members) if one >> u & 1}
    enters = {u: single + place for place, u in enumerate(members) if two >> u & 1}
    remainder = one | two
    result: list[Row] = [{} for _ in rows]
    for u in bits(live):
        row = result[u]
        for cost, mask in rows[u].items():
            scaled, partners = cost << shift, mask & live
            if remainder >> u & 1:
                half = one if one >> u & 1 else two
                for v in bits(partners & half):
                    extra = leaves[max(u, v)] if half is one else enters[min(u, v)]
                    row[scaled + extra] = row.get(scaled + extra, 0) | 1 << v
                groups = ((partners & remainder & ~half, 0), (partners & ~remainder, leaves.get(u, 0)))
            else:
                for v in bits(partners & one):
                    row[scaled + leaves[v]] = row.get(scaled + leaves[v], 0) | 1 << v
                groups = ((partners & ~one, 0),)
            for group, extra in groups:
                if group:
                    row[scaled + extra] = row.get(scaled + extra, 0) | group
    return result
