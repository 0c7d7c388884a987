"""python -m storage: look after the database that DATABASE_URL names (default sqlite:///club.db).

Exit codes: 0 fine · 1 the answer is no (something is wrong, there is no such tournament) · 2 usage ·
3 bad input. What was asked for goes to stdout, everything else to stderr.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import storage
from storage import audit
from storage.address import on_server, path_of, shown
from storage.backup import backup
from storage.clubs import ARCHIVE
from storage.database import Steps, ask
from storage.transfer import BadImport

FINE, NO, BAD_INPUT = 0, 1, 3


async def _migrate(url: str, _: argparse.Namespace) -> int:
    async with storage.open(url):
        _say(f"{shown(url)} is up to date")
    return FINE


async def _backup(url: str, given: argparse.Namespace) -> int:
    if on_server(url):
        raise storage.StorageError(f"copy it with PostgreSQL's own program: pg_dump --file=FILE {shown(url)}")
    source = Path(path_of(url))
    to = Path(given.to or f"{source}.backup")
    if to.resolve() == source.resolve():
        raise storage.StorageError(f"{to} is the database itself")
    backup(source, to)
    print(to)
    return FINE


async def _export(url: str, given: argparse.Namespace) -> int:
    async with storage.open(url) as store:
        for line in await store.ledger.export(given.code.upper()):
            print(line)
    return FINE


async def _import(url: str, given: argparse.Namespace) -> int:
    lines = _text(given.file).splitlines()
    async with storage.open(url) as store:
        print(await store.ledger.import_(lines, chat=given.club))
    return FINE


async def _rebuild(url: str, _: argparse.Namespace) -> int:
    async with storage.open(url) as store:
        for code in await audit.rebuild(store.database):
            _say(f"{code}: put right")
    return FINE


async def _forget(url: str, given: argparse.Namespace) -> int:
    async with storage.open(url) as store:
        if await store.people.person(given.person) is None:
            _say(f"nobody is known as {given.person}")
            return NO
        await store.people.forget(given.person)
    return FINE


async def _check(url: str, _: argparse.Namespace) -> int:
    async with storage.open(url) as store:
        found = await audit.check(store.database)
        count = await audit.count(store.database)
    for line in found or [f"fine; tournaments: {count}"]:
        print(line)
    return NO if found else FINE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m storage",
                                     description="Look after the database that DATABASE_URL names.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[str, argparse.Namespace], Awaitable[int]], words: str, *,
                makes: bool = False) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words, description=words)
        made.set_defaults(run=run, makes=makes)
        return made

    command("migrate", _migrate, "bring the database up to this release", makes=True)
    command("backup", _backup, "copy it while the bot is running").add_argument("to", nargs="?", metavar="TO")
    command("export", _export, "print a tournament as lines of JSON").add_argument("code", metavar="CODE")
    importing = command("import", _import, "write an exported tournament; prints its code", makes=True)
    importing.add_argument("file", metavar="F", help="- for standard input")
    importing.add_argument("--club", type=int, default=ARCHIVE, metavar="CHAT",
                           help="the chat of the club it goes to (without: an archive nobody is told of)")
    command("rebuild", _rebuild, "make again what is derived from the facts")
    command("forget", _forget, "erase a person's name everywhere").add_argument("person", type=int, metavar="ID")
    command("check", _check, "see whether every event can be told again and was shown right; prints what is wrong")
    return parser


def main(arguments: list[str], url: str) -> int:
    """Run one command; the exit code. Usage errors leave by SystemExit(2)."""
    given = _parser().parse_args(arguments)
    try:
        return asyncio.run(_done(url, given))
    except storage.Unknown as unknown:
        _say(str(unknown))
        return NO
    except BadImport as bad:
        _say(f"{given.file}: {bad}")
        return BAD_INPUT
    except (storage.StorageError, OSError, UnicodeError, sqlite3.DatabaseError) as error:
        _say(str(error))
        return BAD_INPUT


async def _done(url: str, given: argparse.Namespace) -> int:
    if not given.makes and not await _exists(url):
        raise storage.StorageError(f"{shown(url)}: there is no such database")
    code: int = await given.run(url, given)
    return code


async def _exists(url: str) -> bool:
    """Whether a release has been here: a command that only looks makes nothing."""
    if not on_server(url):
        return Path(path_of(url)).is_file()

    def work() -> Steps[bool]:
        return bool((yield ask("SELECT 1 FROM pg_tables WHERE schemaname = current_schema()"
                               " AND tablename = 'migration'")))

    async with storage.connected(url) as database:
        return await database.read(work)


def _text(file: str) -> str:
    return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8-sig")


def _say(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ.get("DATABASE_URL", "sqlite:///club.db")))
