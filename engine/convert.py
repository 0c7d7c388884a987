"""The command `convert`: a report file, or a tournament as the bot exports it, as TRF16, TRF26 or CSV.

Written are CRLF line ends and UTF-8 without mark. What the other edition has no record for stays as it is.
"""

from __future__ import annotations

import argparse
import sys

from engine import crosstable, exported, trf
from engine.filing import report_of
from engine.latin import in_latin, latin
from engine.report import Report
from engine.trf_editions import EDITIONS, in_edition, players_in

FINE, BAD_INPUT = 0, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="IN.trf|IN.jsonl")
    parser.add_argument("output", metavar="OUT")
    parser.add_argument("--to", choices=(*EDITIONS, "csv"), required=True)
    parser.add_argument("--encoding", default="", metavar="PAGE",
                        help="code page of a file that is not UTF-8, instead of a guess")
    parser.add_argument("--latin", action="store_true", help="names in Latin letters (ICAO 9303)")


def run(options: argparse.Namespace) -> int:
    """Write the file; nothing is written where the other one cannot be read. Exit codes: 0 fine, 3 bad input."""
    try:
        with open(0 if options.file == "-" else options.file, "rb") as file:
            data = file.read()
        made = _made(data, options)
        with open(1 if options.output == "-" else options.output, "wb") as file:
            file.write(made)
    except (OSError, ValueError, LookupError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return BAD_INPUT
    return FINE


def _made(data: bytes, options: argparse.Namespace) -> bytes:
    """The bytes of the other file. Raises BadTrf, BadFile, ValueError, LookupError."""
    text = trf.decode(data, options.encoding)
    if text.lstrip().startswith("{"):
        found = exported.read(text)
        if options.to == "csv":
            return _csv(crosstable.of_tournament(found.t, found.names), options)
        made = report_of(found.t, found.names, place=found.place, judges=found.judges)
        return _trf(trf.read(trf.write(made.players.values(), made.records)), options)
    report = trf.load(data, options.encoding)
    for warning in report.warnings:
        print(f"{options.file}: warning: {warning}", file=sys.stderr)
    return _csv(crosstable.of_report(report), options) if options.to == "csv" else _trf(report, options)


def _trf(report: Report, options: argparse.Namespace) -> bytes:
    report = in_latin(report) if options.latin else report
    return trf.encode(trf.write(players_in(report, options.to), in_edition(report, options.to)))


def _csv(table: crosstable.CrossTable, options: argparse.Namespace) -> bytes:
    text = crosstable.write(table)
    return crosstable.encode(latin(text) if options.latin else text)
