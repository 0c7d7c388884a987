"""All that is stored about one person, to be handed to him."""

from __future__ import annotations

import json
from typing import Any

from engine.codec import decode, encode
from storage.database import Database, Steps, ask
from storage.renumbering import members_in

_HIS = "person = ? OR same_as IN (SELECT id FROM member WHERE person = ?)"
"""A condition on member: the person's records, those of guests he has claimed too."""

_FLAGS = frozenset({"reachable", "estimated", "judge", "chief", "helper"})
"""Columns that are yes or no; SQLite gives them back as numbers."""


async def about(database: Database, person: int) -> dict[str, Any]:
    """Everything, for JSON. `tournaments` are by code; of their facts those which speak of him or are his.

    Facts know people by a member's number only: `members` says which numbers are his. Opponents are
    numbers too, for their names are theirs. Each tournament is read by itself, so nobody waits long.
    """
    found = await database.read(lambda: _person(person))
    numbers = {member["id"] for member in found["members"]}
    tournaments = {}
    for code, title in await database.read(lambda: _tournaments(person)):
        facts = await database.read(lambda code=code: _facts(code, numbers))     # type: ignore[misc]
        if facts:
            ratings = await database.read(lambda code=code: _ratings(code, numbers))   # type: ignore[misc]
            tournaments[code] = {"title": title, "facts": facts, "ratings": ratings}
    return {**found, "tournaments": tournaments}


def _person(person: int) -> Steps[dict[str, Any]]:
    own = yield from _rows("person", "id, name, username, language, hint, reachable, told, remind, quiet_from,"
                           " quiet_until", "id = ?", person)
    members = yield from _rows(
        "member", "id, club, person, name, rating, title, estimated, judge, chief, helper, same_as",
        _HIS, person, person)
    clubs = yield from _rows("club", "id, chat, title",
                             "id IN (SELECT club FROM member WHERE person = ?)"
                             " OR id IN (SELECT club FROM administrator WHERE person = ?)", person, person)
    dialogues = yield from _rows("dialogue", "chat, kind, body, at", "person = ?", person)
    administers = yield from _rows("administrator", "club", "person = ?", person)
    always = yield from _rows("regular", "series, member", f"member IN (SELECT id FROM member WHERE {_HIS})",
                              person, person)
    starts = yield from _rows("start_rating", "member, game, rating",
                              "member IN (SELECT id FROM member WHERE person = ?)", person)
    said = yield from _rows("diary", "series, number, at, what, was, became",
                            f"by_member IN (SELECT id FROM member WHERE {_HIS}) OR what IN ('always', 'never')"
                            f" AND became IN (SELECT CAST(id AS TEXT) FROM member WHERE {_HIS})", *4 * (person,))
    claims = yield from _rows("claim", "id, guest, step, at, decided_by, decided_at", "person = ?", person)
    posts = yield from _rows("post", "owner, key, message, claimed_at", "chat = ?", person)
    return {"person": own, "clubs": clubs, "members": members, "administers": administers,
            "always_in": always, "said_of_series": said, "claims": claims, "start_ratings": starts,
            "unfinished_questions": dialogues, "private_messages": posts}


def _rows(table: str, columns: str, condition: str, *values: object) -> Steps[list[dict[str, Any]]]:
    """Rows as objects, in an order that does not hang on the database. The first two columns name a row."""
    names = columns.split(", ")
    order = "ORDER BY " + ", ".join(names[:2])
    rows = yield ask(" ".join(("SELECT", columns, "FROM", table, "WHERE", condition, order)), *values)
    return [{name: bool(value) if name in _FLAGS else value for name, value in zip(names, row, strict=True)}
            for row in rows]


def _tournaments(person: int) -> Steps[list[tuple[Any, ...]]]:
    return (yield ask("SELECT code, title FROM tournament WHERE club IN"
                      " (SELECT club FROM member WHERE person = ?) ORDER BY code", person))


def _facts(code: str, numbers: set[int]) -> Steps[list[dict[str, Any]]]:
    rows = yield ask("SELECT seq, kind, body, at, by_member, place FROM fact WHERE tournament = ?"
                     " ORDER BY seq", code)
    found = []
    for seq, kind, body, at, by, place in rows:
        fact = decode(kind, body)
        if by in numbers or members_in(fact) & numbers:
            kind, body = encode(fact)
            found.append({"seq": seq, "what": kind, "details": json.loads(body), "at": at,
                          "by_you": by in numbers, "place": place})
    return found


def _ratings(code: str, numbers: set[int]) -> Steps[list[dict[str, Any]]]:
    rows = yield from _rows("rating", "member, before_tenths, after_tenths, after_games, scored, expected, k",
                            "tournament = ?", code)
    return [row for row in rows if row["member"] in numbers]
