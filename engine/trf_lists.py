"""The records of a report file that list players: who may not meet, who is away, points beside the results.

What they say grows with players times rounds, so they are bounded: a file of two megabytes must not take
a gigabyte (trf.md 6.8).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from engine.remarks import BadTrf
from engine.report import Player
from engine.trf_fields import MOST_LISTS, MOST_PAIRS, MOST_ROUNDS, halves_in, number_in, numbers_in
from engine.trf_games import kind_of

CODES = frozenset(("XXP", "XXZ", "XXA", "013", "240", "250", "260", "299"))
FOR_EVER = 10**6


class Lists:
    """All of them in a file, as they are read."""

    def __init__(self) -> None:
        self.absent: set[int] = set()
        self.byes: dict[tuple[int, int], str] = {}
        self._virtual: dict[int, list[int]] = {}
        self._ranges: list[tuple[int, int, int, int, int]] = []
        self._forbidden: list[tuple[int, int, frozenset[int]]] = []
        self._awards: list[tuple[str, int, int, frozenset[int]]] = []
        self._teams: set[int] = set()

    def take(self, number: int, code: str, line: str) -> None:
        """One record of `CODES` in this line. Raises BadTrf."""
        if len(self._ranges) + len(self._forbidden) + len(self._awards) >= MOST_LISTS:
            raise BadTrf(number, 0, "many_lists", limit=MOST_LISTS)
        match code:
            case "XXP":
                self._forbidden.append((1, FOR_EVER, numbers_in(number, line[4:], 5)))
            case "260":
                first, last = (number_in(number, line[at:at + 3], at + 1) for at in (4, 8))
                self._forbidden.append((first, last, numbers_in(number, line[12:], 13)))
            case "XXZ":
                self.absent |= numbers_in(number, line[4:], 5)
            case "013":
                self._teams |= {int(each) for each in re.findall(r"(?<!\S)\d{1,4}(?!\S)", line[36:], re.ASCII)}
            case "240":
                round = number_in(number, line[6:9], 7)
                self.byes |= {(round, player): line[4:5].upper() for player in numbers_in(number, line[10:], 11)}
            case "XXA":
                self._virtual[number_in(number, line[4:8], 5)] = [
                    halves_in(number, line[at:at + 4].strip() or "0", at + 1) for at in range(9, len(line), 5)
                ]
            case "250":
                extra = halves_in(number, line[9:13].strip() or "0", 10)
                first, last, low, high = (
                    number_in(number, line[a:b], a + 1) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31))
                )
                self._ranges.append((extra, first, last, low, high))
            case _:
                award = halves_in(number, line[13:17].strip() or "0", 14)
                round = number_in(number, line[19:22].strip() or "0", 20)
                self._awards.append((line[4:5].strip().upper(), award, round, numbers_in(number, line[23:], 24)))

    @property
    def named(self) -> frozenset[int]:
        """Everybody in one of them."""
        lists = [*(each[2] for each in self._forbidden), *(each[3] for each in self._awards)]
        byes = (player for _, player in self.byes)
        return frozenset().union(self.absent, self._teams, self._virtual, byes, *lists)

    def forbidden(self, players: Collection[int]) -> tuple[tuple[int, int, frozenset[int]], ...]:
        """(first round, last round, players none of whom may meet another), of those who are in the file."""
        there = frozenset(players)
        found = tuple((first, last, listed & there) for first, last, listed in self._forbidden)
        if sum(len(listed) * (len(listed) - 1) // 2 for _, _, listed in found) > MOST_PAIRS:
            raise BadTrf(0, 0, "many_pairs", limit=MOST_PAIRS)
        return found

    def virtual(self, players: Collection[int]) -> dict[int, tuple[int, ...]]:
        """An acceleration's halves by player, from round 1 on (XXA, and 250 for the rounds there can be)."""
        found = {player: list(points) for player, points in self._virtual.items() if player in players}
        for extra, first, last, low, high in self._ranges:
            last = min(last, MOST_ROUNDS)
            for player in players:
                if low <= player <= high and 1 <= first <= last:
                    points = found.setdefault(player, [])
                    points += [0] * (last - len(points))
                    points[first - 1:last] = [extra] * (last - first + 1)
        return {player: tuple(points) for player, points in found.items()}

    def awards(self, players: Mapping[int, Player]) -> dict[int, tuple[tuple[int, int], ...]]:
        """(round, halves) that record 299 gives beside the results; without a round they count from the first."""
        found: dict[int, dict[int, int]] = {}
        for kind, halves, round, listed in self._awards:
            for player in listed & players.keys():
                given = found.setdefault(player, {})
                for at in [max(round, 1)] if not kind else _rounds_of(players[player], kind, round):
                    given[at] = given.get(at, 0) + halves
        return {player: tuple(sorted(given.items())) for player, given in found.items() if given}


def _rounds_of(player: Player, kind: str, round: int) -> list[int]:
    """The rounds, or this one, in which he has a result of the kind."""
    return [at for at, cell in enumerate(player.cells, 1)
            if cell is not None and kind_of(cell) == kind and round in (0, at)]
