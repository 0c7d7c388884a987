"""The slowest of thousands of late rounds, by system. Run: python tests/bench/late_rounds.py [TOURNAMENTS]

Fields are tight: rounds go on until no legal draw exists or everybody could have met everybody, a quarter
of the players come and go, and some pairs are forbidden. An exponential case would show as a round that
takes many times as long as its neighbours of the same size.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.history import MISSED, Kind, Past, Record
from engine.model import Colour
from engine.pairing import SYSTEMS, Draw, Field, NoLegalDraw, pair_field, pair_set

SIZES = (8, 11, 16, 23, 32, 45, 64)
LATE = 3
"""Rounds before this one are not counted: nothing stands in the way in them."""


def tournament(system: str, size: int, chance: Random) -> list[tuple[float, int, int, bool]]:
    """(ms, players taking part, round, whether a draw exists) of every late round."""
    past: dict[int, list[Past]] = {n: [] for n in range(1, size + 1)}
    never = pair_set(chance.sample(range(1, size + 1), 2) for _ in range(chance.choice((0, size // 4))))
    times = []
    for round in range(1, size + 1):
        records = {n: Record(n, tuple(items), rating=2600 - n, present=chance.random() > 0.05)
                   for n, items in past.items()}
        field = Field(round, records, "late", rounds=size, never=never)
        began, draw = process_time(), None
        with suppress(NoLegalDraw):
            draw = pair_field(field, system)
        if round >= LATE:
            times.append((1000 * (process_time() - began), len(field.playing), round, draw is not None))
        if draw is None:
            break
        play(past, draw, chance)
    return times


def play(past: dict[int, list[Past]], draw: Draw, chance: Random) -> None:
    """The stronger wins two times in three, so that leaders meet early and groups become uneven."""
    told = {} if draw.bye is None else {draw.bye: Past(Kind.BYE, 2)}
    for white, black in draw.boards:
        first = chance.choice((0, 1, 2) if white > black else (1, 2, 2))
        told[white] = Past(Kind.GAME, first, black, Colour.WHITE)
        told[black] = Past(Kind.GAME, 2 - first, white, Colour.BLACK)
    for n, items in past.items():
        items.append(told.get(n, MISSED))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"{'system':<11}{'players':>8}{'rounds':>8}{'median ms':>11}{'worst ms':>10}  worst at")
    for system in SYSTEMS:
        for size in SIZES:
            times = [each for number in range(count)
                     for each in tournament(system, size, Random(f"{system} {size} {number}"))]
            worst = max(times)
            where = f"round {worst[2]}, {worst[1]} present" + ("" if worst[3] else ", no legal draw")
            print(f"{system:<11}{size:>8}{len(times):>8}{median(each[0] for each in times):>11.1f}{worst[0]:>10.1f}"
                  f"  {where}", flush=True)


if __name__ == "__main__":
    main()
