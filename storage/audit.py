"""Whether the memory is whole: every tournament can be told again, and what is kept beside it agrees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from engine.codec import BadFact
from engine.facts import Entry
from storage import entries as rows
from storage import leaderboards, ratings
from storage.damage import damage, odd
from storage.database import Database, Steps, StorageError, ask
from storage.renumbering import members_in

_OF_ENTRY = re.compile(r"(draft|round|dm|call|ask|missed|nudge|corrected)/\d+\.(\d+)")


async def check(database: Database) -> list[str]:
    """What is wrong, one line each; empty if nothing is."""
    found = []
    for code, _ in await database.read(_all):
        found += await database.read(partial(_tournament, code))
    for part in (_ratings, _strays, damage):
        found += await database.read(part)
    return found


async def count(database: Database) -> int:
    """How many tournaments there are."""
    return len(await database.read(_all))


async def rebuild(database: Database) -> list[str]:
    """Make again what is derived: lines, games and ratings of tournaments. The codes of those that were wrong.

    Raises `StorageError` where the facts themselves are damaged; then what came before is put right.
    """
    changed: set[str] = set()
    clubs: set[int] = set()
    for code, club in await database.read(_all):
        def work(code: str = code) -> Steps[bool]:
            try:
                t = yield from rows.fold(code, None)
            except Exception as error:        # whatever the engine says of facts that no action would have written
                raise StorageError(f"{code}: its facts can not be told ({error!r}): see what check says") from error
            if t is None:
                return False
            kept = (yield from _line(code)), (yield from leaderboards.kept(code))
            if kept == (rows.line(t), leaderboards.said(t)):
                return False
            yield from rows.save_line(t)
            yield from leaderboards.keep(t)
            return True

        if await database.write(work):
            changed.add(code)
        clubs.add(club)
    for club in sorted(clubs):
        changed |= await database.write(partial(_rated, club))
    return sorted(changed)


def _rated(club: int) -> Steps[set[str]]:
    """Rate the club again; the tournaments whose changes were wrong."""
    try:
        wrong = yield from ratings.misrated(club)
    except (LookupError, ValueError) as error:
        raise StorageError(f"club {club}: its ratings can not be told ({error!r}): see what check says") from error
    if wrong:
        yield from ratings.rate(club)
    return wrong


def _all() -> Steps[list[tuple[str, int]]]:
    """Codes and clubs. The rest of their lines may be what is damaged."""
    return [(code, club) for code, club in (yield ask("SELECT code, club FROM tournament ORDER BY code"))]


def _tournament(code: str) -> Steps[list[str]]:
    try:
        entries = yield from rows.entries_after(code, 0)
    except (BadFact, ValueError) as error:
        return [f"{code}: a fact can not be read ({error})"]
    if not entries:
        return [f"{code}: no facts"]
    found = [f"{code} {entries[index].seq}: {reason}" for index, reason in rows.faults(entries)]
    found += [f"{code} {e.seq}: {reason}" for e in entries for reason in odd(e)]
    found += yield from _opened(code, entries[0])
    found += yield from _posts(code, entries)
    try:
        t = rows.told(code, entries)
    except rows.Untold as untold:
        return [*found, f"{code} {entries[untold.index].seq}: {untold.reason}"]
    if (yield from _line(code)) != rows.line(t):
        found.append(f"{code}: its line differs from its facts (rebuild puts it right)")
    if (yield from leaderboards.kept(code)) != leaderboards.said(t):
        found.append(f"{code}: its games differ from its facts (rebuild puts them right)")
    members = {id for (id,) in (yield ask(
        "SELECT id FROM member WHERE club IN (SELECT club FROM tournament WHERE code = ?)", code))}
    present = frozenset(e.by for e in entries).union(*(members_in(e.fact) for e in entries))
    return found + [f"{code}: member {stranger} is not in the club" for stranger in sorted(present - members - {0})]


def _opened(code: str, first: Entry) -> Steps[list[str]]:
    """The tournament's row and its first entry are of one cause; an import numbers its steps."""
    ((cause,),) = yield ask("SELECT cause FROM tournament WHERE code = ?", code)
    if first.cause in (cause, f"{cause}:1"):
        return []
    return [f"{code}: opened by {cause}, but begins with {first.cause}"]


def _posts(code: str, entries: Sequence[Entry]) -> Steps[list[str]]:
    """Keys name entries that are there: a draft or round that of its draw (`round/3.97`)."""
    known = {e.seq: type(e.fact).__name__ for e in entries}
    found = []
    for (key,) in (yield ask("SELECT key FROM post WHERE owner = ? ORDER BY key", code)):
        kind, seq = match.groups() if (match := _OF_ENTRY.match(key)) else ("", "1")
        if int(seq) not in known or (kind in ("draft", "round") and known[int(seq)] != "Drafted"):
            found.append(f"{code}: post {key} is of an entry that is not there")
    return found


def _line(code: str) -> Steps[tuple[object, ...]]:
    (line,) = yield ask("SELECT title, stage, version, due_at, ended_at FROM tournament WHERE code = ?", code)
    return line


def _ratings() -> Steps[list[str]]:
    found: list[str] = []
    for (club,) in (yield ask("SELECT id FROM club ORDER BY id")):
        try:
            wrong = yield from ratings.misrated(club)
        except (LookupError, ValueError) as error:
            found.append(f"club {club}: its ratings can not be told ({error!r})")
        else:
            found += (f"{code}: its ratings differ from its games (rebuild puts them right)"
                      for code in sorted(wrong))
    return found


def _strays() -> Steps[list[str]]:
    posts = yield ask("SELECT owner, key FROM post WHERE owner NOT LIKE '%:%'"
                      " AND owner NOT IN (SELECT code FROM tournament) ORDER BY owner, key")
    unseen = yield ask("SELECT owner, key, state FROM post WHERE state = 'shown' AND message IS NULL"
                       " OR state NOT IN ('claimed', 'shown', 'closed', 'failed', 'gone') ORDER BY owner, key")
    twice = yield ask("SELECT chat, message FROM post WHERE state = 'shown' GROUP BY chat, message"
                      " HAVING COUNT(*) > 1 ORDER BY chat, message")
    facts = yield ask("SELECT DISTINCT tournament FROM fact WHERE tournament NOT IN (SELECT code FROM tournament)")
    foreign = yield ask("SELECT o.series, o.day, t.code FROM occurrence AS o JOIN series AS s ON s.id = o.series"
                        " JOIN tournament AS t ON t.code = o.tournament WHERE t.club <> s.club ORDER BY 1, 2")
    ahead = yield ask("SELECT code FROM tournament WHERE shown > version ORDER BY code")
    return [
        *(f"post {key} belongs to {owner}, which does not exist" for owner, key in posts),
        *(f"post {key} of {owner} is {state} without a message" for owner, key, state in unseen),
        *(f"message {message} in {chat} is two posts" for chat, message in twice),
        *(f"{code}: facts without a tournament" for (code,) in facts),
        *(f"series {series}: {code} of {day} is of another club" for series, day, code in foreign),
        *(f"{code}: more is shown than has happened" for (code,) in ahead),
    ]
