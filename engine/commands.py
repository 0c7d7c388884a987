"""The commands that work on report files: `pair`, `check` and `explain`. See `__main__` for the exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields

from engine import checker, trf
from engine.pairing import SYSTEMS, Draw, Field, NoLegalDraw, pair_field
from engine.report import Report

FINE, NO, BAD_INPUT = 0, 1, 3


def _say(where: str, what: object) -> None:
    print(f"{where}: {what}", file=sys.stderr)


def _reports(names: Sequence[str]) -> Iterator[tuple[str, Report | None]]:
    """Each file's name and contents; None, and a word on standard error, if it cannot be read."""
    for name in names:
        try:
            report = trf.load(_bytes(name))
        except (OSError, trf.BadTrf) as error:
            _say(name, error)
            yield name, None
            continue
        for warning in report.warnings:
            _say(name, f"warning: {warning}")
        yield name, report


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def _system(name: str, report: Report, options: argparse.Namespace) -> str:
    """The system to use. Raises BadTrf."""
    system = checker.system_of(report, options.system)
    if options.system is None and report.system == "CUSTOM_SWISS" and not checker.named_by_us(report):
        _say(name, "warning: CUSTOM_SWISS names no system, pairing by the Dutch one (or say --system)")
    if system == "blind" and not options.seed:
        raise trf.BadTrf(0, 0, "no_seed")
    return system


def _named(system: str) -> str:
    from engine.cases import SPELLING  # `pair` starts quicker without

    return SPELLING.get(system, system)


def _choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", choices=SYSTEMS, type=_named, help="instead of what the file says")
    parser.add_argument("--seed", default="", help="for systems with lots: the seed of the tournament")


def _drawn(options: argparse.Namespace, round: int | None = None) -> tuple[str, Field, Draw] | int:
    """System, field and draw of a round of the file, of the next one if not said.

    Where there is none, says why and returns the exit code.
    """
    ((name, report),) = _reports([options.file])
    if report is None:
        return BAD_INPUT
    try:
        system = _system(name, report, options)
        if round is None:
            field = checker.next_field(report, options.seed)
        elif 1 <= round <= report.paired:
            field = checker.past_field(report, round, options.seed)
        else:
            raise trf.BadTrf(0, 0, "no_round", round=round)
        return system, field, pair_field(field, system)
    except trf.BadTrf as error:
        _say(name, error)
        return BAD_INPUT
    except NoLegalDraw as none:
        _say(name, none_words(none))
        return NO


def pair_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.trf")
    parser.add_argument("-o", dest="output", metavar="OUT", help="instead of standard output")
    _choices(parser)


def pair(options: argparse.Namespace) -> int:
    """Pair the next round: the number of lines that follow, `white black` a line, the bye as `n 0`."""
    drawn = _drawn(options)
    if isinstance(drawn, int):
        return drawn
    _, _, draw = drawn
    pairs = [*draw.boards, *([] if draw.bye is None else [(draw.bye, 0)])]
    text = "".join(f"{line}\n" for line in (len(pairs), *(f"{white} {black}" for white, black in pairs)))
    if options.output is None:
        sys.stdout.write(text)
    else:
        try:
            with open(options.output, "w") as file:
                file.write(text)
        except OSError as error:
            _say(options.output, error)
            return BAD_INPUT
    return FINE


CRITERIA = {"no_bye": "C2, 5.4.10.2", "no_pairing": "C1 and C3, 5.4.10.2"}
"""What cannot be kept, by the code of the answer: FIDE's absolute criteria, the article of the draughts rules."""


def none_words(none: NoLegalDraw) -> str:
    """Why there is no legal pairing, in one line: which criterion, which players."""
    told = f"no legal pairing exists ({none.code}, {CRITERIA.get(none.code, none.code)})"
    if none.code == "no_bye":
        return f"{told}: nobody may have the bye"
    crowd, few = (" ".join(map(str, players)) for players in (none.crowd, none.few))
    return f"{told}: {crowd} can meet " + (f"only {few}" if few else "nobody else")


def check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE.trf")
    parser.add_argument("--json", action="store_true", help="one object a round")
    _choices(parser)


def check(options: argparse.Namespace) -> int:
    """Pair every round of every file again and say where the file differs."""
    worst, rounds, differing = FINE, 0, 0
    for name, report in _reports(options.files):
        try:
            if report is None:
                worst = BAD_INPUT
                continue
            for found in checker.check(report, _system(name, report, options), options.seed):
                rounds += 1
                differing += not found.agrees
                _tell(name, found, options.json)
        except trf.BadTrf as error:
            worst = BAD_INPUT
            _say(name, error)
    if not options.json:
        print(f"{rounds} rounds, {differing} differ")
    return max(worst, NO if differing else FINE)


def _tell(name: str, found: checker.Checked, as_json: bool) -> None:
    if as_json:
        import json  # `pair` starts quicker without

        answer = {
            "file": name, "round": found.round, "pairs": found.pairs, "bye": found.bye, "agrees": found.agrees,
        }
        print(json.dumps(answer, separators=(",", ":")), flush=True)
        if found.failure:
            _say(f"{name}, round {found.round}", none_words(found.failure))
    elif not found.agrees:
        ours = none_words(found.failure) if found.failure else _boards(found.pairs, found.expected, found.bye)
        theirs = _boards(found.expected, found.pairs, found.expected_bye)
        print(f"{name}, round {found.round}: file {theirs}; engine {ours}")


def _boards(pairs: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]], bye: int | None) -> str:
    different = [f"{white}-{black}" for white, black in pairs if (white, black) not in others]
    return ", ".join([*different, f"bye {bye or 'none'}"])


def explain_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.trf")
    parser.add_argument("--round", type=int, help="a round of the file; the next one if not said")
    _choices(parser)


def explain(options: argparse.Namespace) -> int:
    """Say of every step of a round's pairing by which article it was taken."""
    drawn = _drawn(options, options.round)
    if isinstance(drawn, int):
        return drawn
    system, field, draw = drawn
    for line in reason_lines(draw):
        print(line)
    if system == "dutch":
        from engine.pairing.dutch_explain import explain as explain_dutch  # `pair` starts quicker without

        for reason in explain_dutch(field, draw):
            print(_line(reason))
    return FINE


def reason_lines(draw: Draw) -> Iterator[str]:
    """The reasons of a draw, one a line: article, code, and the facts of it."""
    return map(_line, draw.reasons)


def _line(reason: object) -> str:
    facts = {each.name: getattr(reason, each.name) for each in fields(reason)}  # type: ignore[arg-type]
    article, code = facts.pop("article"), facts.pop("code")
    return f"{article:<10} {code:<15} " + " ".join(f"{key}={_value(value)}" for key, value in facts.items())


def _value(value: object) -> str:
    """A fact without blanks: lists with commas, pairs with a hyphen, nothing as a hyphen."""
    if isinstance(value, tuple):
        return ",".join("-".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in value) or "-"
    return "-" if value is None else str(value).replace(" ", "_")
