"""Cross tables typed as people write them: `4w1 7b= 2w+ H U Z`, for questions about tie-breaks."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from engine.history import Kind, Past, Record
from engine.model import Colour, Scoring

ALONE = {"U": Kind.BYE, "F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.ABSENT}
HALVES = Scoring()

EXAMPLE = (
    "4w1 7b1 2w= 3b0 5b=", "5b1 3w= 1b= 4b1 6b1", "6w= 2b= 7b1 1w1 4w=", "1b0 6b+ 5w0 2w0 3b=",
    "2w0 H 4b1 6b= 1w=", "3b= 4w- U 5w= 2w0", "U 1w0 3w0 Z Z",
)
"""Seven players, five rounds, every kind of unplayed round; players rated 2000, 1900 … 1400."""


def past(text: str, scoring: Scoring = HALVES) -> Past:
    """One cell: a game or a forfeit with opponent and colour, or one of U F H Z."""
    points = {"1": scoring.win, "+": scoring.win, "F": scoring.win, "=": scoring.draw, "H": scoring.draw,
              "0": scoring.loss, "-": scoring.absent, "Z": scoring.absent, "U": scoring.pab}
    if text in ALONE:
        return Past(ALONE[text], points[text])
    opponent, colour, result = int(text[:-2]), Colour(text[-2]), text[-1]
    if result == "?":
        return Past(Kind.ABSENT, 0, opponent, colour)
    kind = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}.get(result, Kind.GAME)
    return Past(kind, points[result], opponent, colour)


def crosstable(
    lines: Sequence[str], scoring: Scoring = HALVES, *, ratings: Mapping[int, int | None] | None = None,
    withdrawn: Sequence[int] = (),
) -> dict[int, Record]:
    """Records by start number, one line a player."""
    rated = {n: 2100 - 100 * n for n in range(1, len(lines) + 1)} if ratings is None else ratings
    return {
        n: Record(n, tuple(past(cell, scoring) for cell in line.split()), rated.get(n), withdrawn=n in withdrawn)
        for n, line in enumerate(lines, 1)
    }


def random_table(seed: int, scoring: Scoring = HALVES) -> dict[int, Record]:
    """Three to eleven players and one to seven rounds, every third round of a player or so unplayed."""
    chance = random.Random(seed)
    players, rounds = chance.randint(3, 11), chance.randint(1, 7)
    cells: dict[int, list[str]] = {n: [] for n in range(1, players + 1)}
    for _ in range(rounds):
        left = chance.sample(sorted(cells), players)
        while left:
            one = left.pop()
            if not left or chance.random() < 0.2:
                cells[one].append(chance.choice("UFHZZ"))
                continue
            other = left.pop()
            mine, his = chance.choice(("10", "01", "==", "00", "+-", "-+", "--"))
            cells[one].append(f"{other}w{mine}")
            cells[other].append(f"{one}b{his}")
    gone = [n for n in cells if cells[n][-1] == "Z" and chance.random() < 0.5]
    return crosstable(
        [" ".join(cells[n]) for n in cells], scoring, withdrawn=gone,
        ratings={n: chance.choice((None, chance.randint(1000, 2500), 1800)) for n in cells},
    )
