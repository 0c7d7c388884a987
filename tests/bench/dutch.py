"""CPU milliseconds of the Dutch system beside gacrux, where that is installed.

Run: python tests/bench/dutch.py [PLAYERS ...] [--gacrux PYTHON] [--worst ROUNDS] [--uniform]
PYTHON is an interpreter that can `import gacrux`; by default this one, if it can. With --uniform only
tournaments in which White wins nearly always or nearly all is drawn: the largest score groups, and hardly a legal pair in the first.
"""

from __future__ import annotations

import argparse
import importlib.util
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine import checker, trf
from engine.generator import Habits, report
from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Field, pair_field
from engine.report import Report

ROOT = Path(__file__).parents[2]
HABITS = Habits(withdrawn=0, forfeit=2, byes=1)


def reports(players: int, rounds: int, many: int) -> Iterator[Report]:
    for number in range(1, many + 1):
        yield trf.read(report("dutch", players, rounds, "bench", number, HABITS))


def paired(read: Report, round: int) -> float:
    """CPU milliseconds to pair one round of a file that is in memory."""
    return timed(checker.past_field(read, round))


def uniform(players: int, rounds: int, drawn: int, lost: int) -> Iterator[Field]:
    """The rounds of a tournament in which White draws and loses so many percent of the games, and wins the others."""
    chance = Random(drawn)
    records = {n: Record(n, rating=3000 - n) for n in range(1, players + 1)}
    for round in range(1, rounds + 1):
        field = Field(round, records, rounds=rounds, first_colour=Colour.WHITE)
        yield field
        news: dict[int, Past] = {}
        for white, black in pair_field(field, "dutch").boards:
            percent = chance.randrange(100)
            halves = 1 if percent < drawn else 0 if percent < drawn + lost else 2
            news[white] = Past(Kind.GAME, halves, black, Colour.WHITE)
            news[black] = Past(Kind.GAME, 2 - halves, white, Colour.BLACK)
        records = {n: replace(record, past=(*record.past, news[n])) for n, record in records.items()}


def timed(field: Field) -> float:
    """CPU milliseconds to pair a round."""
    began = process_time()
    pair_field(field, "dutch")
    return 1000 * (process_time() - began)


def process(command: list[str]) -> float:
    """CPU milliseconds of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def without_round(read: Report, round: int) -> str:
    """The file as it was before the round was paired."""
    players = [
        trf.Player(p.number, p.name, p.rating, tuple(
            cell if place < round or not (cell and cell.paired) else None
            for place, cell in enumerate(p.cells[:round], 1)
        )) for p in read.players.values()
    ]
    return trf.write(players, [("142", "9"), ("XXR", "9"), ("152", "W"), ("192", "FIDE_DUTCH")])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("players", nargs="*", type=int, default=[10, 30, 100, 300, 1000, 2000])
    parser.add_argument("--gacrux", default=sys.executable if importlib.util.find_spec("gacrux") else None)
    parser.add_argument("--worst", type=int, default=200, metavar="ROUNDS")
    parser.add_argument("--uniform", action="store_true")
    options = parser.parse_args()
    if options.uniform:
        for players in options.players:
            for drawn, lost in ((100, 0), (97, 0), (0, 0), (0, 10)):
                times = [timed(field) for field in uniform(players, min(9, players - 1), drawn, lost)]
                print(f"{players} players, {drawn} % drawn, {lost} % lost by White, else White wins: "
                      f"slowest round {max(times):.0f} ms")
        return
    print(f"{'players':>8}{'round 9':>12}{'slowest':>12}{'process':>12}{'gacrux':>12}   CPU ms")
    for players in options.players:
        many = max(1, min(9, 1000 // players))
        reads = [read for read in reports(players, 9, many) if read.paired == 9]
        if not reads:                                           # too few players for nine rounds
            continue
        times = [paired(read, 9) for read in reads]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "round9.trf"
            file.write_text(without_round(reads[0], 9), newline="")
            whole = process([sys.executable, "-m", "engine", "pair", str(file)])
            other = "-"
            if options.gacrux:
                asked = ["-i", str(file), "-o", f"{file}.out", "-p", "-dT"]
                took = process([options.gacrux, "-m", "gacrux.pairingchecker", *asked])
                other = f"{took:.0f}"
        print(f"{players:>8}{statistics.median(times):>12.1f}{max(times):>12.1f}{whole:>12.0f}{other:>12}")
    # the better of two times: on a busy machine a single one may be anything
    rounds = [min(paired(read, n), paired(read, n))
              for read in reports(100, 10, options.worst // 10) for n in range(1, 11)]
    median, slowest = statistics.median(rounds), max(rounds)
    print(f"{len(rounds)} rounds of 100 players: "
          f"median {median:.1f}, slowest {slowest:.1f}, {slowest / median:.1f} times")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
