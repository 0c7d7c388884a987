"""Persons: accounts of Telegram, in whatever club they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from storage import names
from storage.database import Steps, ask, places, portions
from storage.lookups import Lookups
from storage.posts import give_up

WAYS = ("auto", "private", "group", "none")
"""Where somebody is told of his boards: in private or else in the group; in one of them only; nowhere."""

LEADS = (0, 15, 60, 1440)
"""Minutes before a start at which one can be reminded; 0: not at all."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person wishes to be told.

    `way` is one of `WAYS`, `lead` one of `LEADS`. `quiet` are two different hours, 0 to 23, of the clock
    of whatever club it is about: from the first to the second, perhaps over midnight, nothing rings.
    """

    way: str = "auto"
    lead: int = 0
    quiet: tuple[int, int] | None = None

    @property
    def private(self) -> bool:
        """Whether lines in private are wanted."""
        return self.way in ("auto", "private")


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is Telegram's. `language` is None until chosen; `hint` is what his Telegram is set to.

    `reachable`: has pressed Start and not blocked the bot, so may be written to in private.
    """

    id: int
    name: str
    username: str | None = None
    language: str | None = None
    hint: str | None = None
    reachable: bool = False
    wishes: Wishes = Wishes()


class People:
    """Everybody the bot has met."""

    def __init__(self, database: Lookups) -> None:
        self._database = database

    async def seen(self, id: int, name: str, username: str | None, language_hint: str | None) -> Person:
        """Note who wrote or pressed. Writes only if something is new. Names in clubs do not follow."""
        name = names.clean(name) or str(id)
        known = await self.person(id)
        if known and (known.name, known.username, known.hint) == (name, username, language_hint):
            return known

        def work() -> Steps[Person]:
            rows = yield ask(
                "INSERT INTO person (id, name, username, hint, reachable) VALUES (?, ?, ?, ?, FALSE)"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, username = excluded.username,"
                f" hint = excluded.hint RETURNING {_COLUMNS}", id, name, username, language_hint)
            return _person(rows[0])

        return await self._database.write(work)

    async def person(self, id: int) -> Person | None:
        return (await self.persons([id])).get(id)

    async def persons(self, ids: list[int]) -> Mapping[int, Person]:
        """Those of them that are known."""
        return await self._database.look(partial(_persons, ids), ("persons", *ids), ("person",))

    async def by_username(self, username: str) -> Person | None:
        """`@name`, in whatever case. None too if two have been seen with it: it has changed hands."""
        def work() -> Steps[list[Person]]:
            rows = yield ask(f"SELECT {_COLUMNS} FROM person WHERE lower(username) = ?",
                             username.removeprefix("@").lower())
            return [_person(row) for row in rows]

        found = await self._database.read(work)
        return found[0] if len(found) == 1 else None

    async def set_language(self, id: int, language: str | None) -> None:
        await self._set("language", id, language)

    async def set_reachable(self, id: int, reachable: bool) -> None:
        await self._set("reachable", id, reachable)

    async def set_wishes(self, id: int, wishes: Wishes) -> None:
        begins, ends = wishes.quiet or (None, None)

        def work() -> Steps[None]:
            yield ask("UPDATE person SET told = ?, remind = ?, quiet_from = ?, quiet_until = ? WHERE id = ?",
                      wishes.way, wishes.lead, begins, ends, id)

        await self._database.write(work)

    async def forget(self, id: int) -> None:
        """Erase the person's name everywhere: facts hold none, so the rows of his clubs are all.

        What he played stays, under an empty name. If he comes back he is met as somebody new. What was looked up
        in the groups of his clubs is to be deleted, see `Posts.unwanted`.
        """
        def work() -> Steps[None]:
            yield from give_up("owner LIKE 'chat:%' AND chat IN (SELECT chat FROM club WHERE id IN"
                               " (SELECT club FROM member WHERE person = ?) OR id IN"
                               " (SELECT club FROM administrator WHERE person = ?))", id, id)
            yield ask("DELETE FROM unsaid")               # whoever is answered: his name may be in it
            yield ask("DELETE FROM dialogue WHERE person = ?", id)
            yield ask("DELETE FROM administrator WHERE person = ?", id)
            yield ask("DELETE FROM post WHERE chat = ? OR key = ?", id, f"reply/{id}")
            yield ask("DELETE FROM claim WHERE person = ?", id)
            yield ask("DELETE FROM regular WHERE member IN (SELECT id FROM member WHERE person = ?"
                      " OR same_as IN (SELECT id FROM member WHERE person = ?))", id, id)
            yield ask("UPDATE member SET name = '' WHERE same_as IN (SELECT id FROM member WHERE person = ?)", id)
            yield ask("UPDATE member SET name = '', person = NULL, judge = FALSE, chief = FALSE, helper = FALSE"
                      " WHERE person = ?", id)
            yield ask("DELETE FROM person WHERE id = ?", id)

        await self._database.write(work)
        await self._database.scrub()

    async def _set(self, column: str, id: int, value: object) -> None:
        def work() -> Steps[None]:
            yield ask(f"UPDATE person SET {column} = ? WHERE id = ?", value, id)

        await self._database.write(work)


_COLUMNS = "id, name, username, language, hint, reachable, told, remind, quiet_from, quiet_until"


def _person(row: tuple[Any, ...]) -> Person:
    id, name, username, language, hint, reachable, told, remind, begins, ends = row
    quiet = None if begins is None else (begins, ends)
    return Person(id, name, username, language, hint, bool(reachable), Wishes(told, remind, quiet))


def _persons(ids: list[int]) -> Steps[dict[int, Person]]:
    found = {}
    for some in portions(ids):
        for row in (yield ask(f"SELECT {_COLUMNS} FROM person WHERE id IN ({places(some)})", *some)):
            found[row[0]] = _person(row)
    return found
