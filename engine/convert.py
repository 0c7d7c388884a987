"""The command `convert`: a report file, or a tournament as the bot exports it, as TRF16, TRF26 or CSV.

Written are CRLF line ends and UTF-8 without mark. What the other edition has no record for stays as it is.
"""

from __future__ import annotations

import argparse
import sys

from engine import crosstable, exported, trf
from engine.filing import report_of
from engine.report import Report
from engine.trf_editions import EDITIONS, in_edition

FINE, BAD_INPUT = 0, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="IN.trf|IN.jsonl")
    parser.add_argument("output", metavar="OUT")
    parser.add_argument("--to", choices=(*EDITIONS, "csv"), required=True)
    parser.add_argument("--encoding", default="cp1252", metavar="PAGE",
                        help="code page of a file that is not UTF-8")


def run(options: argparse.Namespace) -> int:
    """Write the file; nothing is written where the other one cannot be read. Exit codes: 0 fine, 3 bad input."""
    try:
        with open(0 if options.file == "-" else options.file, "rb") as file:
            data = file.read()
        text = trf.decode(data, options.encoding)
        if text != trf.decode(data, "ascii"):                   # in UTF-8 the page makes no difference
            print(f"{options.file}: warning: not UTF-8, read as {options.encoding}", file=sys.stderr)
        made = _csv(text, options.file) if options.to == "csv" else _trf(text, options.file, options.to)
        with open(1 if options.output == "-" else options.output, "wb") as file:
            file.write(made)
    except (OSError, ValueError, LookupError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return BAD_INPUT
    return FINE


def _trf(text: str, name: str, edition: str) -> bytes:
    if _is_exported(text):
        made = report_of(*exported.read(text))
        report = trf.read(trf.write(made.players.values(), made.records))
    else:
        report = _read(text, name)
    return trf.encode(trf.write(report.players.values(), in_edition(report, edition)))


def _csv(text: str, name: str) -> bytes:
    if _is_exported(text):
        table = crosstable.of_tournament(*exported.read(text))
    else:
        table = crosstable.of_report(_read(text, name))
    return crosstable.encode(crosstable.write(table))


def _is_exported(text: str) -> bool:
    return text.lstrip().startswith("{")


def _read(text: str, name: str) -> Report:
    report = trf.read(text)
    for warning in report.warnings:
        print(f"{name}: warning: {warning}", file=sys.stderr)
    return report
