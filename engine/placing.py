"""The command `standings`: the table of a report file, of an exported tournament, or of a draughts case.

What the file does not say is the law's: the edition of C.07 by the date of the start (tiebreaks.md 1.2),
the list of criteria by the system (11.4). Points are those of the points column (trf.md 6.6).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from engine import casefile, exported, reported, scorebook, trf
from engine.cases import SPELLING, BadCase, Redraw
from engine.exported import BadFile
from engine.history import Record
from engine.model import MemberId, Scoring, Tournament
from engine.report import Report
from engine.standings import criteria, records_after
from engine.tiebreaks import DEFAULTS, POLICIES, ROBIN, BadCode, in_points, order, parse

FINE, BAD_INPUT = 0, 3


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament after a round: what a table is made of. `names` are empty where a file has none."""

    records: Mapping[int, Record]
    scoring: Scoring
    codes: tuple[str, ...]
    policy: str
    names: Mapping[int, str]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.trf|FILE.jsonl")
    parser.add_argument("--tiebreaks", type=_codes, metavar="BH,SB,DE…", help="instead of the file's or the law's")
    parser.add_argument("--unplayed", choices=POLICIES, help="policy for unplayed rounds; a round robin has none")
    parser.add_argument("--system", choices=DEFAULTS, type=lambda name: SPELLING.get(name, name),
                        help="instead of what a report file says")
    parser.add_argument("--after", type=int, metavar="ROUND", help="the table after this round")
    parser.add_argument("--encoding", default="", metavar="PAGE",
                        help="code page of a file that is not UTF-8, instead of a guess")
    parser.add_argument("--json", action="store_true", help="one object, figures as exact decimals or fractions")


def _codes(text: str) -> tuple[str, ...]:
    """For argparse: codes as the table spells them."""
    try:
        return tuple(str(parse(code)) for code in text.split(",") if code.strip())
    except BadCode as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def run(options: argparse.Namespace) -> int:
    """Print the table. Exit codes: 0 fine, 3 bad input."""
    try:
        with open(0 if options.file == "-" else options.file, "rb") as file:
            data = file.read()
        event = _event(data, options)
        lines = order(event.records, event.codes, event.policy, event.scoring)
    except (OSError, ValueError, LookupError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return BAD_INPUT
    shown = [
        {
            "tpn": line.number, "rank": line.place, "points": _exact("PTS", _score(event, line.number), event),
            "tiebreaks": {code: _exact(code, value, event)
                          for code, value in zip(event.codes, line.values, strict=True)},
        }
        for line in lines
    ]
    if options.json:
        print(json.dumps({"players": shown}, separators=(",", ":")))
        return FINE
    print(f"Unplayed rounds: {event.policy}")
    print("\t".join(("rank", "tpn", "name", "points", *event.codes)))
    for row, line in zip(shown, lines, strict=True):
        figures = (_exact(code, value, event) or "-" for code, value in zip(event.codes, line.values, strict=True))
        print("\t".join((str(row["rank"]), str(line.number), event.names.get(line.number, ""),
                         str(row["points"]), *figures)))
    return FINE


def _score(event: Event, number: int) -> Fraction:
    return Fraction(event.records[number].score())


def _exact(code: str, value: Fraction | None, event: Event) -> str | None:
    """`26.5`, `24`, `38/3`: a decimal if it ends, else a fraction; None where there is no figure."""
    if value is None:
        return None
    points = in_points(code, value, event.scoring)
    for digits in range(13):
        if (10**digits * points).denominator == 1:
            whole = abs(int(10**digits * points))
            text = f"{whole // 10**digits}" + (f".{whole % 10**digits:0{digits}}" if digits else "")
            return f"-{text}" if points < 0 else text
    return str(points)


# ---- the files


def _event(data: bytes, options: argparse.Namespace) -> Event:
    """What the file holds, with the criteria and the policy asked for. Raises ValueError."""
    text = trf.decode(data, options.encoding)
    if not text.lstrip().startswith("{"):
        event = _reported(options.file, trf.load(data, options.encoding), options)
    elif '"format"' in text.lstrip().split("\n", 1)[0]:
        event = _exported(text, options.after)
    else:
        event = _case(text, options.after)
    policy = event.policy if event.policy == ROBIN else options.unplayed or event.policy
    codes = event.codes if options.tiebreaks is None else options.tiebreaks
    return replace(event, codes=codes, policy=policy)


def _within(after: int | None, rounds: int) -> int:
    if after is not None and not 0 <= after <= rounds:
        raise BadFile(f"there is no round {after}, the last one is {rounds}")
    return rounds if after is None else after


def _case(text: str, after: int | None) -> Event:
    """A draughts case (one line)."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) != 1:
        raise BadFile(f"{len(lines)} cases; a table is of one")
    case = casefile.read(lines[0])
    if isinstance(case, Redraw):
        raise BadCase("a re-draw has no table")
    codes, policy = DEFAULTS[case.system]
    return Event(case.table(_within(after, case.played)), Scoring(unit=1), codes, policy, {})


def _exported(text: str, after: int | None) -> Event:
    """A tournament as the bot exports it."""
    found = exported.read(text)
    t = found.t
    after = _within(after, len(t.rounds))
    codes, policy = criteria(t)
    return Event(records_after(t, after), t.settings.scoring, codes, policy, _numbered(t, found.names))


def _numbered(t: Tournament, names: Mapping[MemberId, str]) -> dict[int, str]:
    return {number: names.get(id, "") for id, number in scorebook.numbers(scorebook.start_list(t)).items()}


def _reported(name: str, report: Report, options: argparse.Namespace) -> Event:
    for warning in report.warnings:
        print(f"{name}: warning: {warning}", file=sys.stderr)
    codes, policy, wrong = reported.criteria(report, options.system)
    if wrong and options.tiebreaks is None:
        print(f"{name}: warning: {wrong}; the law's list instead", file=sys.stderr)
    last = reported.last(report)
    return Event(
        reported.records(report, _within(options.after, last)), report.scoring, codes, policy,
        {number: player.name for number, player in report.players.items()},
    )
