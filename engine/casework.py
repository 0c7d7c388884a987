"""The commands that work on case files and make tournaments up: `draw` and `generate`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from engine import casefile, cases, generator
from engine.pairing import SYSTEMS
from engine.pairing.machine import MACHINE

FINE, NO, USAGE, BAD_INPUT = 0, 1, 2, 3


def complain(where: str, reason: object) -> None:
    """Say on standard error what is wrong with the input."""
    print(f"{where}: {reason}", file=sys.stderr)


def texts(files: Sequence[str]) -> Iterator[tuple[str, str | Exception]]:
    """Each file's name and text, or why it cannot be read; standard input without files or for "-"."""
    for name in files or ["-"]:
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            yield ("standard input" if name == "-" else name), data.decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            yield name, error


def draw(options: argparse.Namespace) -> int:
    """Answer every case: each line good for one answer, bad lines reported and passed over."""
    worst = FINE
    for name, text in texts(options.files):
        if isinstance(text, Exception):
            complain(name, text)
            worst = BAD_INPUT
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            try:
                answer = cases.answer(casefile.read(line))
            except cases.BadCase as error:
                complain(f"{name}, line {number}", error)
                worst = BAD_INPUT
                continue
            print(json.dumps(answer, separators=(",", ":")), flush=True)
            if cases.says_no(answer):
                worst = max(worst, NO)
    return worst


def draw_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE.jsonl", help="cases, one a line; standard input if none")


def generate(options: argparse.Namespace) -> int:
    """Print random tournaments, the same ones for the same options."""
    habits = generator.Habits(
        options.unrated, options.late, options.absent, options.withdrawn, options.forfeit, options.draws,
        options.byes,
    )
    system = cases.SPELLING.get(options.system, options.system)
    form = options.format or ("jsonl" if system in MACHINE else "trf")
    if form == "jsonl" and system not in MACHINE:
        complain(system, "there are no cases of this system, only reports (--format trf)")
        return USAGE
    for number in range(1, options.count + 1):
        if form == "trf":
            report = generator.report(system, options.players, options.rounds, options.seed, number, habits)
            print(report.replace("\r\n", "\n"), end="", flush=True)
        else:
            case = generator.generate(system, options.players, options.rounds, options.seed, number, habits)
            print(json.dumps(generator.as_case(case), separators=(",", ":")), flush=True)
    return FINE


def whole(least: int, most: int = 10**6) -> Callable[[str], int]:
    """A whole number within limits, for argparse."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least} to {most}")
        return int(text)

    return number


def generate_arguments(parser: argparse.ArgumentParser) -> None:
    usual = generator.Habits()
    parser.add_argument("--system", default="dutch", choices=[*SYSTEMS, *cases.SPELLING])
    parser.add_argument("--players", required=True, type=whole(2, 5000))
    parser.add_argument("--rounds", required=True, type=whole(1, 100))
    parser.add_argument("--seed", required=True, help="any text")
    parser.add_argument("--count", type=whole(1), default=1)
    parser.add_argument("--format", choices=["trf", "jsonl"], help="jsonl for the draughts systems, else trf")
    for names, why in (
        ("unrated", "players without a rating"), ("late", "late entries"), ("absent", "absences in a round"),
        ("withdrawals withdrawn", "withdrawals in a round"), ("forfeits forfeit", "forfeits at a board"),
        ("draws", "drawn games (trf)"), ("byes", "half-point byes in a round (trf)"),
    ):
        spellings = names.split()
        parser.add_argument(
            *(f"--{name}" for name in spellings), dest=spellings[-1], type=whole(0, 100), metavar="PERCENT",
            default=getattr(usual, spellings[-1]), help=f"{why} (%(default)s)",
        )
