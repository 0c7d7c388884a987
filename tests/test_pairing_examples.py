"""Does the engine tell the law's worked examples (draughts.md section 18) line by line as the law does?

The examples are read from the text itself; the reasons of every draw are put into the same words.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.cases import Round, Tournament
from engine.pairing import Draw, pair_field
from engine.pairing.lots import Entry, start_order
from engine.pairing.machine import MACHINE
from engine.pairing.reasons import (
    AvoidedAnyway,
    ByeGiven,
    ByePassed,
    Coloured,
    DownPassed,
    Group,
    Paired,
    Reason,
    Rejected,
    WentDown,
)

TEXT = (Path(__file__).parent / "data" / "draughts" / "examples.md").read_text()
SECTIONS = dict(zip(MACHINE, re.split(r"^### .*$", TEXT, flags=re.M)[1:], strict=True))
RESULTS = {"2-0": "1-0", "1-1": "1/2", "0-2": "0-1", "½-½": "1/2"}


def row(text: str, name: str) -> list[str]:
    """The cells of the first table row with this name."""
    found = re.search(rf"^\| \*{{0,2}}{re.escape(name)}\*{{0,2}} \|(.*)\|$", text, flags=re.M)
    assert found, name
    return [cell.strip(" *") for cell in found[1].split("|")]


def halves(text: str, unit: int) -> int:
    """Points as shown, in halves: `unit` halves are one point."""
    return sum(1 if part == "½" else int(part) * unit for part in re.findall(r"½|\d+", text))


def shown(points: int, unit: int) -> str:
    whole, half = divmod(points, unit)
    return f"{whole}{'½' if half else ''}" if whole or not half else "½"


def boards(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text.splitlines() if re.match(r"\| (\d+|–) \| \d+ \| ", line)
    ]


def read(name: str) -> tuple[Tournament, list[str], str]:
    """The tournament of an example, the texts of its rounds, and what comes after them."""
    first, *rounds = re.split(r"^\*\*Round \d+\.\*\*", SECTIONS[name], flags=re.M)
    rounds[-1], _, end = rounds[-1].partition("After the last round:")
    found = re.search(r"Seed `(.*?)`", first)
    assert found
    seed = found[1]
    count = len(row(first, "Entry"))
    ratings = row(first, "Rating") if "| Rating" in first else ["–"] * count
    entries = tuple(Entry(i, None if r == "–" else int(r)) for i, r in enumerate(ratings, 1))
    order = start_order(entries, seed, name)
    assert [order.index(entry.number) + 1 for entry in entries] == [int(n) for n in row(first, "Start number")]
    read_rounds = []
    for number, text in enumerate(rounds, 1):
        lines = [line for line in boards(text) if line[2] != "plus"]
        bye = next((int(line[1]) for line in boards(text) if line[2] == "plus"), None)
        read_rounds.append(Round(
            number,
            frozenset(int(n) for n in re.findall(r"Player (\d+) is away", text)),
            frozenset(int(n) for n in re.findall(r"Player (\d+) has left", text)),
            pairs=tuple((int(line[1]), int(line[2])) for line in lines),
            bye=bye,
            results=tuple(RESULTS.get(line[4], line[4]) for line in lines),
        ))
    return Tournament(name, name, seed, entries, tuple(order), tuple(read_rounds)), rounds, end


def told(draw: Draw, unit: int) -> list[str]:
    """The reasons of a draw in the words of the examples, colours apart."""
    lines = []
    leaving = 0
    for reason in draw.reasons:
        if isinstance(reason, Group):
            leaving = reason.leaving
        if not isinstance(reason, Coloured):
            lines.append(words(reason, leaving, unit))
    return lines


def words(reason: Reason, leaving: int, unit: int) -> str:
    match reason:
        case ByePassed(player, "won without play"):
            return f"Plus: {player} stands last of those left but already has a win without play; passed over."
        case ByeGiven(player, False):
            return f"Odd number of players: the plus goes to **{player}**."
        case Group(0, points, players, came_down, leaving):
            coming = f"; coming down: {', '.join(map(str, came_down))}" if came_down else ""
            must = f"Must leave it: {leaving}." if leaving else "Nobody need leave it."
            return f"*Group of {shown(points, unit)}*: {', '.join(map(str, players))}{coming}. {must}"
        case Paired(a, b, how):
            return f"- {'floater ' if how == 'floater' else ''}pair **{a}–{b}**."
        case Rejected(a, b, floater, why):
            how_many = f"only {leaving}" if leaving else "nobody"
            no = {
                "met": "no, they have met",
                "unkept": f"allowed, but then the draw cannot be completed with {how_many} leaving; "
                          "this pair is broken",
            }[why]
            return f"- {'floater ' if floater else ''}{a}–{b}: {no}."
        case DownPassed(player, "no opponent"):
            return (f"- {player} has no possible opponent in the next group, "
                    "so he is considered only after those who have one.")
        case DownPassed(player, "rest"):
            return f"- odd number: if {player} went down the others could not be paired; not he."
        case WentDown(player, _, _, "odd"):
            return f"- odd number: **{player} goes down**."
        case WentDown(player, _, _, "left over"):
            return f"- {player} is left without an opponent in the group and goes down."
        case WentDown(player, _, _, "floater"):
            return f"- floater {player} finds no opponent here and goes one group further down."
        case AvoidedAnyway() | _:
            raise AssertionError(f"the examples know no {reason}")


@pytest.mark.parametrize("name", MACHINE)
def test_every_line_of_the_example_is_told(name: str) -> None:
    case, texts, end = read(name)
    unit = 2 if name == "simple" else 1
    assert len(texts) == 5
    for number, text in enumerate(texts, 1):
        draw = pair_field(case.field(number), name)
        said = [line for line in text.splitlines() if re.match(r"- |\*Group|Odd number|Plus:", line)]
        assert said and told(draw, unit) == said
        assert list(draw.order) == [int(n) for n in row(text, "Player")]
        if number > 1:
            assert [draw.points[n] for n in draw.order] == [halves(p, unit) for p in row(text, "Points")]
        if "| Coefficient" in text:
            assert [draw.coefficients[n] for n in draw.order] == [int(p) for p in row(text, "Coefficient")]
        lines = [line[1:4] for line in boards(text) if line[2] != "plus"]
        coloured = [reason for reason in draw.reasons if isinstance(reason, Coloured)]
        assert [[str(c.white), str(c.black), c.rule] for c in coloured] == lines
        assert draw.bye == case.rounds[number - 1].bye
    order = [int(n) for n in row(end, "Player")]
    final = case.final()
    for title, key in (
        ("Points", "points"), ("Truncated Solkoff", "solkoff"), ("Buchholz", "buchholz"),
        ("Truncated Solkoff, manual draw (5.4.10.11)", "solkoff_manual"),
        ("Buchholz, manual draw (5.4.10.11)", "buchholz_manual"),
    ):
        if name != "simple" or key in final:
            assert [final[key][n - 1] for n in order] == [halves(value, unit) for value in row(end, title)]
