"""Clubs: a club is a chat, with its language, its hour and its last settings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from storage import names, ratings
from storage.database import Steps, ask, moment, written
from storage.lookups import Lookups

ARCHIVE = 0
"""The chat of a club that has none: where an import goes that nobody has a group for."""


@dataclass(frozen=True, slots=True)
class Club:
    """`topic` is that of its last event, for what is asked for in private.

    `defaults` are settings as in `/new`, the last ones used.
    `guests_rated`: whether games of guests, and against them, count before somebody has claimed them.
    """

    id: int
    chat: int
    title: str
    language: str
    zone: str
    topic: int | None
    judges_chat: int | None
    defaults: Mapping[str, str]
    guests_rated: bool = True


class Clubs:
    """All clubs, and who administers their groups."""

    def __init__(self, database: Lookups) -> None:
        self._database = database

    async def club(self, id: int) -> Club | None:
        return await self._one("id = ?", id)

    async def club_of_chat(self, chat: int) -> Club | None:
        return await self._one("chat = ?", chat)

    async def clubs_judged_in(self, chat: int) -> list[Club]:
        """The clubs whose judges' chat this is."""
        return await self._database.read(partial(_clubs, "judges_chat = ?", chat))

    async def clubs_of(self, person: int) -> list[Club]:
        """The clubs in which a person is a member."""
        return await self._database.read(partial(
            _clubs, "id IN (SELECT club FROM member WHERE person = ?)", person))

    async def make_club(self, chat: int, title: str, language: str, zone: str = "UTC") -> Club:
        """The club of this chat, made now if there is none; one that exists stays as it is."""
        return await self._database.write(partial(get_or_make, chat, title, language, zone))

    async def plays(self, id: int) -> bool:
        """Whether it has had an event of its own, or sets some up for every week."""
        def work() -> Steps[bool]:
            return bool((yield ask("SELECT 1 FROM tournament WHERE club = ? UNION SELECT 1 FROM series"
                                   " WHERE club = ?", id, id)))

        return await self._database.read(work)

    async def set_title(self, id: int, title: str) -> None:
        await self._set("title", id, names.clean(title))

    async def set_language(self, id: int, language: str) -> None:
        await self._set("language", id, language)

    async def set_zone(self, id: int, zone: str) -> None:
        await self._set("zone", id, zone)

    async def set_topic(self, id: int, topic: int | None) -> None:
        await self._set("topic", id, topic)

    async def leave(self, id: int, topic: int) -> None:
        """The topic is gone."""
        def work() -> Steps[None]:
            yield ask("UPDATE club SET topic = NULL WHERE id = ? AND topic = ?", id, topic)

        await self._database.write(work)

    async def set_judges_chat(self, id: int, chat: int | None) -> None:
        await self._set("judges_chat", id, chat)

    async def set_defaults(self, id: int, defaults: Mapping[str, str]) -> None:
        await self._set("defaults", id, json.dumps(dict(defaults), ensure_ascii=False))

    async def rate_guests(self, id: int, rated: bool) -> None:
        """Whether guests are rated; all ratings of the club are made anew."""
        await self._database.write(partial(rate_guests, id, rated))

    async def administrators(self, id: int) -> tuple[frozenset[int], datetime | None]:
        """The persons Telegram named as administrators, and when; None: never asked."""
        def work() -> Steps[tuple[frozenset[int], datetime | None]]:
            persons = yield ask("SELECT person FROM administrator WHERE club = ?", id)
            asked = yield ask("SELECT administrators_at FROM club WHERE id = ?", id)
            at = asked[0][0] if asked else None
            return frozenset(person for (person,) in persons), at and moment(at)

        return await self._database.look(work, ("administrators", id), ("administrator", "club"))

    async def set_administrators(self, id: int, persons: Iterable[int], at: datetime) -> None:
        """Keep what Telegram has just said, whole."""
        def work() -> Steps[None]:
            yield ask("DELETE FROM administrator WHERE club = ?", id)
            for person in sorted(set(persons)):
                yield ask("INSERT INTO administrator (club, person) VALUES (?, ?)", id, person)
            yield ask("UPDATE club SET administrators_at = ? WHERE id = ?", written(at), id)

        await self._database.write(work)

    async def _one(self, condition: str, value: int) -> Club | None:
        found = await self._database.look(partial(_clubs, condition, value), ("club", condition, value), ("club",))
        return found[0] if found else None

    async def _set(self, column: str, id: int, value: object) -> None:
        def work() -> Steps[None]:
            yield ask(f"UPDATE club SET {column} = ? WHERE id = ?", value, id)

        await self._database.write(work)


_COLUMNS = "id, chat, title, language, zone, topic, judges_chat, defaults, guests_rated"


def _clubs(condition: str, *values: object) -> Steps[list[Club]]:
    rows = yield ask(f"SELECT {_COLUMNS} FROM club WHERE {condition} ORDER BY id", *values)
    return [Club(id, chat, title, language, zone, topic, judges_chat, json.loads(defaults), bool(guests))
            for id, chat, title, language, zone, topic, judges_chat, defaults, guests in rows]


def rate_guests(id: int, rated: bool) -> Steps[None]:
    yield ask("UPDATE club SET guests_rated = ? WHERE id = ?", rated, id)
    yield from ratings.rate(id)


def get_or_make(chat: int, title: str, language: str, zone: str) -> Steps[Club]:
    yield ask(
        "INSERT INTO club (id, chat, title, language, zone, defaults)"
        " SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, ?, '{}' FROM club WHERE TRUE ON CONFLICT (chat) DO NOTHING",
        chat, names.clean(title), language, zone)
    found = yield from _clubs("chat = ?", chat)
    return found[0]
