"""A tournament as lines of JSON, out of one database and into another.

The first line is a header: format, code, title, the club's language and zone, and the names of the
members who occur. Every other line is an entry as it is kept. Where the law hides the seed until the
end (system `blind`), it is left out of the draws and the header says so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engine.codec import BadFact, decode, encode
from engine.facts import Drafted, Entry, Fact
from engine.fold import replay
from engine.model import MemberId, Role, Stage, Tournament
from storage import entries as rows
from storage.clubs import ARCHIVE, get_or_make
from storage.codes import new_code
from storage.database import Steps, StorageError, ask, written
from storage.leaderboards import project
from storage.members import make
from storage.names import clean
from storage.renumbering import members_in, renumbered

FORMAT = "swissclub tournament 1"


class BadImport(StorageError):
    """The lines are no tournament; the message begins with the number of the line. Nothing was written."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class _Lines:
    """What the lines say. `t` has the member numbers of the place they come from."""

    digest: str
    header: dict[str, Any]
    entries: tuple[Entry, ...]
    t: Tournament


def exported(code: str) -> Steps[list[str] | None]:
    """The lines of a tournament; None if there is none."""
    entries = yield from rows.entries_after(code, 0)
    if not entries:
        return None
    t = replay(code, entries)
    hidden = t.settings.system == "blind" and t.stage is not Stage.FINISHED
    facts = [_without_seed(e.fact) if hidden else e.fact for e in entries]
    ((title, language, zone),) = yield ask(
        "SELECT club.title, club.language, club.zone FROM club JOIN tournament ON tournament.club = club.id"
        " WHERE tournament.code = ?", code)
    present = frozenset(e.by for e in entries if e.by).union(*map(members_in, facts))
    members = []
    for id, name, person in (yield ask(
            "SELECT id, name, person FROM member WHERE club IN (SELECT club FROM tournament WHERE code = ?)"
            " ORDER BY id", code)):
        if id in present:
            members.append({"id": id, "name": name, "guest": person is None})
    header = {
        "format": FORMAT, "code": code, "title": t.settings.title,
        "club": {"title": title, "language": language, "zone": zone},
        "members": members, "withheld": ["seed"] if hidden else [],
    }
    return [_text(header), *(_text(_plain(e, fact)) for e, fact in zip(entries, facts, strict=True))]


def read(lines: Iterable[str]) -> _Lines:
    """Understand the lines and see that every prefix is a tournament. Raises `BadImport`."""
    texts = [line.strip() for line in lines]
    header = _header(texts[0] if texts else "")
    known = {member["id"] for member in header["members"]}
    entries: list[Entry] = []
    for number, text in enumerate(texts[1:], 2):
        if not text and not any(texts[number:]):
            break                         # blank lines at the end
        try:
            entry = _entry(text)
        except (BadFact, ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadImport(number, f"not an entry ({type(error).__name__}: {error})") from None
        if strangers := (members_in(entry.fact) | {entry.by}) - known - {0}:
            raise BadImport(number, f"the header has no member {min(strangers)}")
        entries.append(entry)
    if not entries:
        raise BadImport(len(texts), "there are no entries")
    digest = hashlib.sha256("\n".join(texts[1:]).strip().encode()).hexdigest()[:16]
    return _Lines(digest, header, tuple(entries), _folded(header["code"], entries))


def imported(lines: _Lines, chat: int) -> Steps[str]:
    """Write what was read, or find it written already; the code it has here: its own if that is free."""
    cause = f"import:{lines.digest}"
    for (then,) in (yield ask("SELECT code FROM tournament WHERE cause = ?", cause)):
        return str(then)
    club = yield from get_or_make(chat, *(lines.header["club"][key] for key in ("title", "language", "zone")))
    if chat != ARCHIVE and lines.t.ended_at is None and (yield from rows.rows_where(rows.HERE, chat, 0)):
        raise StorageError("another tournament is running in this chat")
    code = yield from new_code(lines.header["code"])
    number = {MemberId(0): MemberId(0)}
    for member in lines.header["members"]:
        number[member["id"]] = (yield from make(club.id, None, clean(member["name"]))).id
    first: dict[str, int] = {}
    entries = [
        replace(e, fact=renumbered(e.fact, number.__getitem__), by=number[e.by],
                cause=f"{cause}:{first.setdefault(e.cause, e.seq)}")
        for e in lines.entries
    ]
    t = replay(code, entries)
    yield ask(                                                      # nothing of old is announced anew: all is shown
        f"INSERT INTO tournament (cause, {rows.LINE}) VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)",
        cause, code, club.id, chat, *rows.line(t), t.version)
    yield from rows.append(code, entries)
    if t.ended_at:
        yield from project(t)
    return code


def _folded(code: str, entries: Sequence[Entry]) -> Tournament:
    for index, reason in rows.faults(entries):
        raise BadImport(index + 2, reason)
    try:
        return rows.told(code, entries)
    except rows.Untold as untold:
        raise BadImport(untold.index + 2, untold.reason) from untold


def _header(text: str) -> dict[str, Any]:
    try:
        header: dict[str, Any] = json.loads(text)
        if header["format"] != FORMAT:
            raise BadImport(1, f"the format is {header['format']!r}, not {FORMAT!r}")
        ids = [_whole(member["id"]) for member in header["members"]]
        given = [header["code"], *(header["club"][key] for key in ("title", "language", "zone")),
                 *(member["name"] for member in header["members"])]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadImport(1, f"not a header ({type(error).__name__}: {error})") from None
    if not all(isinstance(text, str) for text in given):
        raise BadImport(1, "code, club and names are texts")
    if len(set(ids)) < len(ids) or 0 in ids:
        raise BadImport(1, "member numbers are positive and different")
    return header


def _entry(text: str) -> Entry:
    raw = json.loads(text)
    at = datetime.fromisoformat(raw["at"])
    if at.tzinfo is None:
        raise ValueError("a time without zone")
    return Entry(_whole(raw["seq"]), decode(raw["kind"], json.dumps(raw["body"])), at, MemberId(_whole(raw["by"])),
                 Role(raw["role"]), str(raw["cause"]), _whole(raw["part"]), str(raw["place"]))


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no number")
    return value


def _without_seed(fact: Fact) -> Fact:
    return replace(fact, seed=None) if isinstance(fact, Drafted) else fact


def _plain(e: Entry, fact: Fact) -> dict[str, Any]:
    kind, body = encode(fact)
    return {"seq": e.seq, "kind": kind, "body": json.loads(body), "at": written(e.at), "by": e.by,
            "role": int(e.role), "cause": e.cause, "part": e.part, "place": e.place}


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
