"""A report file as records: what tables are made of (trf.md; for pairing see `checker`)."""

from __future__ import annotations

import re

from engine.checker import KINDS, named_by_us
from engine.dates import date_of
from engine.history import Kind, Past, Record
from engine.report import Cell, Player, Report, worth
from engine.tiebreaks import DEFAULTS, POLICIES, BadCode, parse


def records(report: Report, after: int | None = None) -> dict[int, Record]:
    """Records by start number over the rounds 1 … `after`, or up to the last one in which something was decided.

    After the last round the points column stands even where the results give something else (6.6). Who
    has no game in the last round counts as gone: a file does not say who has withdrawn.
    """
    end = last(report)
    rounds = end if after is None else after
    return {number: _record(report, player, rounds, end) for number, player in report.players.items()}


def _record(report: Report, player: Player, after: int, end: int) -> Record:
    past = tuple(_past(player, round, report) for round in range(1, max(end, len(player.cells)) + 1))
    made, announced = (sum(each.points for each in part) for part in (past[:end], past[end:]))
    over = 0                                     # what the results give and the points column does not
    if after == end and player.points not in (None, made, made + announced):
        over = made - (player.points or 0)
    return Record(
        player.number, past[:after], player.rating, penalties=((after + 1, over),) if over else (),
        withdrawn=after > 0 and past[after - 1].kind is Kind.ABSENT,
    )


def _past(player: Player, round: int, report: Report) -> Past:
    cell = player.cell(round)
    if cell is None and (code := report.byes.get((round, player.number))):
        cell = Cell(code=code)
    if cell is None:
        return Past(Kind.ABSENT, report.scoring.absent)
    if not cell.code:
        return Past(Kind.ABSENT, 0, cell.opponent, cell.colour)          # a game whose result is awaited
    kind = KINDS.get(cell.code, Kind.ABSENT)
    return Past(kind, worth(cell, report.scoring), cell.opponent, cell.colour)


def last(report: Report) -> int:
    """The last round in which something was decided."""
    cells = ((round, cell) for player in report.players.values() for round, cell in enumerate(player.cells, 1))
    return max((round for round, cell in cells if cell and cell.paired and cell.code), default=0)


def system(report: Report) -> str:
    """As the file says (our own files name it); else a round robin by who met whom, or a FIDE Swiss."""
    if own := named_by_us(report):
        return own
    said = " ".join(body for code, body in report.records if code in ("092", "192"))
    if re.search(r"round.?robin|berger", said, re.IGNORECASE):
        return "roundrobin"
    return "roundrobin" if not re.search("swiss", said, re.IGNORECASE) and all_met(report) else "dutch"


def all_met(report: Report) -> bool:
    """Whether everybody was paired with everybody equally often and nobody got points without an opponent."""
    met: dict[tuple[int, int], int] = {}
    for number, player in report.players.items():
        for cell in filter(None, player.cells):
            if cell.opponent is not None:
                met[number, cell.opponent] = met.get((number, cell.opponent), 0) + 1
            elif worth(cell, report.scoring):
                return False
    players = len(report.players)
    return players > 2 and len(met) == players * (players - 1) and len(set(met.values())) == 1


def criteria(report: Report, system_: str | None = None) -> tuple[tuple[str, ...], str, str]:
    """(codes after points, policy, what is wrong with the list of the file): as the file says, else the law's.

    The codes are those of record 212 or 202; the policy is that of our own files (092), or of the edition of
    C.07 at the start.
    """
    codes, policy = DEFAULTS[system_ or system(report)]
    said, wrong = dict(report.records), ""
    try:
        listed = tuple(str(parse(code)) for code in said.get("212", said.get("202", "")).split(",") if code.strip())
        codes = tuple(code for code in listed if code != "PTS") or codes
    except BadCode as error:
        wrong = str(error)
    if (own := re.search(r"unplayed (\w+)", said.get("092", ""))) and own[1] in POLICIES and policy in POLICIES:
        policy = own[1]
    elif policy == "fide2026":
        policy = edition(said.get("042", ""))
    return codes, policy, wrong


def edition(start: str) -> str:
    """The policy of C.07 on this date (record 042, in any of its spellings); undated: the newest (1.2)."""
    date = date_of(start)
    if date is None and (found := re.search(r"\b(\d{1,2})[-/. ]+(\d{4})\b|\b(\d{4})[-/. ]+(\d{1,2})\b", start)):
        date = int(found[2] or found[3]), int(found[1] or found[4]), 1      # a month without a day
    if date is None:
        return "fide2026"
    return "virtual" if date < (2023, 9, 1) else "fide2023" if date < (2026, 3, 1) else "fide2026"
