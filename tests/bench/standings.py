"""Milliseconds for a table by field size, rounds and criterion. Run: python tests/bench/standings.py

First all tie-breaks together, under the costliest policies; then each alone for the largest field.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.tiebreaks import FIGURES, order


def table(size: int, rounds: int) -> dict[int, Record]:
    """Random pairings, one player in ten without a game in a round."""
    chance = random.Random(size)
    past: dict[int, list[Past]] = {n: [] for n in range(1, size + 1)}
    for _ in range(rounds):
        left = chance.sample(sorted(past), size)
        while left:
            one = left.pop()
            if not left or chance.random() < 0.1:
                past[one].append(Past(Kind.HALF_BYE, 1))
                continue
            other, points = left.pop(), chance.choice((0, 1, 2))
            past[one].append(Past(Kind.GAME, points, other, Colour.WHITE))
            past[other].append(Past(Kind.GAME, 2 - points, one, Colour.BLACK))
    return {n: Record(n, tuple(past[n]), 2600 - n) for n in past}


def milliseconds(records: dict[int, Record], codes: list[str], policy: str) -> float:
    """The best of three."""
    times = []
    for _ in range(3):
        began = perf_counter()
        order(records, codes, policy)
        times.append(1000 * (perf_counter() - began))
    return min(times)


def main() -> None:
    codes = list(FIGURES)
    print(f"all {len(codes)} criteria, ms")
    print(f"{'players x rounds':<20}{'fide2026':>12}{'virtual':>12}{'ru_draughts':>14}{'played':>12}")
    for size, rounds in ((30, 11), (100, 11), (300, 5), (300, 11), (300, 20)):
        records = table(size, rounds)
        cells = [milliseconds(records, codes, policy) for policy in ("fide2026", "virtual", "ru_draughts", "played")]
        print(f"{f'{size} x {rounds}':<20}{cells[0]:>12.0f}{cells[1]:>12.0f}{cells[2]:>14.0f}{cells[3]:>12.0f}")
    records = table(300, 11)
    for code in codes:
        print(f"{code:<8}{milliseconds(records, [code], 'fide2026'):>8.1f}")


if __name__ == "__main__":
    main()
