"""Milliseconds to draw one round, by system and field size. Run: python tests/bench/pairing.py [ROUNDS]"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import SYSTEMS, Draw, Field, NoLegalDraw, pair_field


def play(records: dict[int, Record], draw: Draw, chance: random.Random) -> dict[int, Record]:
    """The records after a round in which White, Black or nobody wins by chance."""
    past: dict[int, Past] = {} if draw.bye is None else {draw.bye: Past(Kind.BYE, 2)}
    for white, black in draw.boards:
        points = chance.choice((0, 1, 2))
        past[white] = Past(Kind.GAME, points, black, Colour.WHITE)
        past[black] = Past(Kind.GAME, 2 - points, white, Colour.BLACK)
    return {n: Record(n, (*record.past, past[n]), record.rating) for n, record in records.items()}


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"ms per round: mean (slowest) of {rounds} rounds")
    print(f"{'players':<10}" + "".join(f"{size:>18}" for size in (10, 30, 100, 300)))
    for name in SYSTEMS:
        cells = []
        for size in (10, 30, 100, 300):
            chance = random.Random(size)
            records = {n: Record(n, rating=2600 - n) for n in range(1, size + 1)}
            times = []
            for round in range(1, min(rounds, size - 1) + 1):
                began = perf_counter()
                try:
                    draw = pair_field(Field(round, records, "bench"), name)
                except NoLegalDraw:
                    break
                times.append(1000 * (perf_counter() - began))
                records = play(records, draw, chance)
            cells.append(f"{sum(times) / len(times):.1f} ({max(times):.1f})")
        print(f"{name:<10}" + "".join(f"{cell:>18}" for cell in cells))


if __name__ == "__main__":
    main()
