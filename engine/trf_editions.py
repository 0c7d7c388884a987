"""From one edition of the report file to another: what says the same (trf.md 5.6).

What has no counterpart stays as it is, because readers pass over records they do not know. `XXR` stays
beside 142: old programs cannot do without it (7.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.dates import date_of, written
from engine.model import Colour, Scoring
from engine.report import Cell, Player, Report, worth
from engine.trf_fields import MOST_ROUNDS, SYMBOLS, points_in

EDITIONS = ("trf16", "trf26")
Records = tuple[tuple[str, str], ...]


def in_edition(report: Report, edition: str) -> Records:
    """The records of the report as this edition (`trf16`, `trf26`) has them, in their order."""
    return tuple(_new(report) if edition == "trf26" else _old(report))


def players_in(report: Report, edition: str) -> tuple[Player, ...]:
    """The players as this edition has them: who announces points for the round to be paired.

    In TRF16 he has them already, in the cell of that round (section 4); in TRF26 that is a record 240.
    """
    move = _without_announced if edition == "trf26" else _with_announced
    return tuple(move(report, player) for player in report.players.values())


def _with_announced(report: Report, player: Player) -> Player:
    bye = Cell(code=report.byes.get((report.paired + 1, player.number), ""))
    if bye.code not in ("H", "F") or player.cell(report.paired + 1) is not None:
        return player
    cells = (*player.cells, *[None] * (report.paired - len(player.cells)), bye)
    made = _worth_more(replace(player, cells=cells), worth(bye, report.scoring))
    return made if made.points is None or len(points_in(made.points)) <= 4 else player    # 100.5 fits no column


def _without_announced(report: Report, player: Player) -> Player:
    announced = sum(worth(cell, report.scoring) for cell in player.cells[report.paired:] if cell is not None)
    return _worth_more(replace(player, cells=player.cells[:report.paired]), -announced)


def _worth_more(player: Player, halves: int) -> Player:
    return player if player.points is None else replace(player, points=player.points + halves)


def _announced(report: Report) -> Iterator[str]:
    """Bodies of record 240 for the cells of rounds to come."""
    found: dict[tuple[int, str], list[int]] = {}
    for player in report.players.values():
        for round, cell in enumerate(player.cells[report.paired:], report.paired + 1):
            if cell is not None and cell.code in ("H", "F", "Z") and (round, player.number) not in report.byes:
                found.setdefault((round, cell.code), []).append(player.number)
    yield from (_list(f"{code} {round:>3}", numbers) for (round, code), numbers in sorted(found.items()))


def _new(report: Report) -> Iterator[tuple[str, str]]:
    there = {code for code, _ in report.records}
    if _found_out(report):
        yield "162", scoring_162(report.scoring)
    for code, body in report.records:
        match code:
            case "042" | "052" if (date := date_of(body)) is not None:
                yield code, written(date)
            case "XXR" if "142" not in there and report.rounds is not None:
                yield from (("142", str(report.rounds)), (code, body))
            case "XXC":
                if report.colour is not None and "152" not in there:
                    yield "152", report.colour.upper()
                if report.by_rank:
                    yield code, "rank"
            case "092" if "192" not in there and report.system:
                yield from ((code, body), ("192", report.system))
            case "XXZ":
                yield "240", _list(f"Z {report.paired + 1:>3}", map(int, body.split()))
            case "XXA" if not _unheld(report, "XXA", "250"):
                if "XXA" in there:
                    there.discard("XXA")
                    yield from (("250", body) for body in _ranges(report.virtual))
            case "XXP" if report.rounds is not None:
                yield "260", _list(f"{1:>3} {report.rounds:>3}", map(int, body.split()))
            case _ if _scores(code) and code != "162" and not _odd_scoring(report):
                if "162" not in there:
                    there.add("162")
                    yield "162", scoring_162(report.scoring)
            case _:
                yield code, body
    yield from (("240", body) for body in _announced(report))


def _old(report: Report) -> Iterator[tuple[str, str]]:
    there, accelerated = {code for code, _ in report.records}, False
    announced = {each.number for each in players_in(report, "trf16") if each.cell(report.paired + 1) is not None}
    if _found_out(report):
        yield "XXS", _xxs(report.scoring)
    for code, body in report.records:
        match code:
            case "142":
                yield "XXR", body if report.rounds is None else str(report.rounds)
            case "152" if report.colour is not None:
                yield "XXC", f"{_colour_word(report.colour)}{' rank' if report.by_rank else ''}"
            case "XXR" if "142" in there:
                pass                                        # the numeric record counts, here and below
            case "XXC" if "152" in there and report.colour is not None:
                pass
            case "162" if not _odd_scoring(report):
                yield "XXS", _xxs(report.scoring)
            case _ if "162" in there and _scores(code) and not _odd_scoring(report):
                pass
            case "XXA" if "250" in there and not _unheld(report, "XXA", "250"):
                pass
            case "240" if body[:1].upper() == "Z" and _number(body[2:5]) == report.paired + 1:
                yield "XXZ", " ".join(body[6:].split())
            case "240" if body[:1].upper() in ("H", "F") and _number(body[2:5]) == report.paired + 1:
                others = [number for number in map(int, body[6:].split()) if number not in announced]
                if others:
                    yield code, _list(body[:5], others)
            case "250" if not body[:4].strip() and not _unheld(report, "XXA", "250"):   # match points stay
                if not accelerated:
                    accelerated = True
                    yield from _histories(report.virtual)
            case "260" if _number(body[:3]) == 1 and _number(body[4:7]) >= (report.rounds or MOST_ROUNDS):
                yield "XXP", " ".join(body[8:].split())
            case "192" if "092" not in there:
                yield "092", body
            case _:
                yield code, body


def _number(text: str) -> int:
    return int(text) if text.strip().isdecimal() else 0


def _list(head: str, numbers: Iterable[int]) -> str:
    return " ".join((head, *(f"{number:>4}" for number in numbers)))


def _colour_word(colour: Colour) -> str:
    return "white1" if colour is Colour.WHITE else "black1"


# ---- scoring


def _scores(code: str) -> bool:
    return code == "162" or code == "XXS" or (code in SYMBOLS and code.startswith("BB"))


def _found_out(report: Report) -> bool:
    """Whether another scoring than 1-½-0 was read from the points column (6.6): then the new file says it (7.3)."""
    return report.scoring != Scoring() and not any(_scores(code) for code, _ in report.records)


def _odd_scoring(report: Report) -> bool:
    """Whether the scoring is not held (tenths, a half-point bye of another value): then its records stay."""
    parts = any(remark.code == "scoring_parts" for remark in report.warnings)
    return parts or _unheld(report, *(code for code, _ in report.records if _scores(code)))


def _unheld(report: Report, *codes: str) -> bool:
    """Whether one of these records has points that are no halves: then they all stay as they stand (6.6)."""
    return any(remark.code == "halves" and remark.details.get("record") in codes for remark in report.warnings)


def scoring_162(scoring: Scoring) -> str:
    """The body of record 162 for these points, in halves of a point of the file."""
    values = (("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss), ("A", scoring.absent),
              ("P", scoring.pab))
    return " " + "    ".join(f"{symbol}{points_in(halves):>4}" for symbol, halves in values)


def _xxs(scoring: Scoring) -> str:
    groups = (("WW BW FPB FW", scoring.win), ("WD BD HPB", scoring.draw), ("WL BL", scoring.loss),
              ("ZPB FL", scoring.absent), ("PAB", scoring.pab))
    return " ".join(f"{name}={points_in(halves)}" for names, halves in groups for name in names.split())


# ---- acceleration


def _ranges(virtual: Mapping[int, Sequence[int]]) -> Iterator[str]:
    """Bodies of record 250: for neighbours in number and rounds in a row that have the same."""
    runs: dict[tuple[int, int, int], list[int]] = {}
    for number in sorted(virtual):
        for halves, first, last in _runs(virtual[number]):
            runs.setdefault((halves, first, last), []).append(number)
    for (halves, first, last), numbers in runs.items():
        low = high = numbers[0]
        for number in (*numbers[1:], 0):
            if number == high + 1:
                high = number
                continue
            yield f"{'':4} {points_in(halves):>4} {first:>3} {last:>3} {low:>4} {high:>4}"
            low = high = number


def _runs(history: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    first = 1
    for round in range(2, len(history) + 2):
        if round > len(history) or history[round - 1] != history[first - 1]:
            if history[first - 1]:
                yield history[first - 1], first, round - 1
            first = round


def _histories(virtual: Mapping[int, Sequence[int]]) -> Iterator[tuple[str, str]]:
    for number, history in sorted(virtual.items()):
        yield "XXA", " ".join((f"{number:>4}", *(f"{points_in(halves):>4}" for halves in history)))
