"""python -m engine COMMAND: the rules from the command line.

Exit codes: 0 fine, 1 the answer is no (no legal draw, a difference found), 2 usage, 3 bad input.
A command is one line in `COMMANDS`; only the module of the one that is asked for is imported.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS = {
    "draw": ("draw the rounds of cases of the draughts systems", "casework", "draw_arguments", "draw"),
    "generate": ("print random tournaments", "casework", "generate_arguments", "generate"),
    "pair": ("pair the next round of a report file", "commands", "pair_arguments", "pair"),
    "check": ("pair every round of report files again", "commands", "check_arguments", "check"),
    "standings": ("print the table with its tie-breaks", "placing", "arguments", "run"),
    "convert": ("write a report file or an exported tournament as TRF16, TRF26 or CSV", "convert", "arguments",
                "run"),
    "explain": ("say why a round is paired as it is", "commands", "explain_arguments", "explain"),
}
"""name -> (help, module, what adds the arguments to a parser, what runs it and returns the exit code)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    prog = "python -m engine"
    parser = argparse.ArgumentParser(prog=prog, description="Pairing rules from the command line.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", prog=prog)
    for name, (help, module, add_arguments, run) in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=help, description=help)
        if given[:1] == [name]:
            command = import_module(f"engine.{module}")
            getattr(command, add_arguments)(subparser)
            subparser.set_defaults(run=getattr(command, run))
    options = parser.parse_args(given)
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)    # `… | head` ends quietly, as of any other program
    sys.exit(main())
