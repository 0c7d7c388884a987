"""Members of a club: players, guests and judges. Facts know people by a member's number only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from engine.model import MemberId
from storage import names, ratings
from storage.database import Steps, StorageError, ask
from storage.lookups import Lookups

ANY = ""
"""Instead of a game: of whatever is played."""


class Taken(StorageError):
    """The guest already belongs to an account."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a club. `person` is None for a guest; `same_as` is who has claimed a guest's history.

    `name` is fixed at the first meeting until the person or a judge changes it; empty: erased.
    """

    id: MemberId
    club: int
    person: int | None
    name: str
    rating: int | None = None
    title: str = ""
    estimated: bool = False
    judge: bool = False
    chief: bool = False
    helper: bool = False
    same_as: MemberId | None = None

    @property
    def guest(self) -> bool:
        return self.person is None


class Members:
    """All members of all clubs. Nobody is ever deleted: facts would lose their names."""

    def __init__(self, database: Lookups) -> None:
        self._database = database

    async def member(self, club: int, person: int, name: str) -> Member:
        """The record in this club of a person who has been `seen`, made now under this name if there is none."""
        found = await self._find("club = ? AND person = ?", club, person)
        return found[0] if found else await self._database.write(
            partial(_get_or_make, club, person, names.clean(name) or str(person)))

    async def guest(self, club: int, name: str, *, second: str = "") -> Member:
        """The guest with this name, made now if there is none.

        `second` is the cause of a second one of that name: he is made once for each cause, so all this may
        be called again after a crash. Raises ValueError for a name that is nothing.
        """
        clean = names.clean(name)
        if not clean:
            raise ValueError("a name is needed")
        return await self._database.write(partial(_second_guest, club, clean, second) if second
                                          else partial(_get_or_make_guest, club, clean))

    async def get(self, id: MemberId) -> Member | None:
        found = await self._find("id = ?", id)
        return found[0] if found else None

    async def members(self, club: int) -> dict[MemberId, Member]:
        found = await self._find("club = ?", club)
        return {member.id: member for member in found}

    async def by_name(self, club: int, name: str) -> list[Member]:
        """Those to ask about ("same person?"): equal but for spelling first, then the similar ones.

        The name of a guest means whoever has claimed him.
        """
        everybody = {member.id: member for member in await self._find("club = ?", club)}
        alike = sorted((m for m in everybody.values() if names.similar(m.name, name)),
                       key=lambda m: names.key(m.name) != names.key(name))
        return list(dict.fromkeys(everybody[m.same_as or m.id] for m in alike))

    async def memberships(self, person: int) -> list[Member]:
        """The person's records in all clubs."""
        return await self._find("person = ?", person)

    async def histories(self, id: MemberId) -> frozenset[MemberId]:
        """The member's number, and those of the guests whose history is his."""
        found = await self._find("id = ? OR same_as = ?", id, id)
        return frozenset(member.id for member in found)

    async def rename(self, id: MemberId, name: str) -> str:
        """The name that is kept. Raises ValueError for a name that is nothing."""
        clean = names.clean(name)
        if not clean:
            raise ValueError("a name is needed")
        await self._set("name = ?", id, clean)
        return clean

    async def rate(self, id: MemberId, rating: int | None, title: str = "", estimated: bool = False, *,
                   game: str = ANY) -> None:
        """What the club remembers for the next tournament; the running one has a fact of its own.

        It is also what the club's own rating of that game begins with, so that is made anew."""
        await self._database.write(partial(_remember, {id: (rating, title, estimated)}, game))

    async def rate_all(self, known: Mapping[MemberId, tuple[int | None, str]], *, game: str = ANY) -> None:
        """The same for many at once: rating and title of each."""
        await self._database.write(partial(_remember, {id: (*what, False) for id, what in known.items()}, game))

    async def set_role(self, id: MemberId, *, judge: bool | None = None, chief: bool | None = None,
                       helper: bool | None = None) -> None:
        """Name or dismiss; None leaves as it is. A new chief takes the place of the old one."""
        def work() -> Steps[None]:
            if chief:
                yield ask("UPDATE member SET chief = FALSE WHERE chief AND club IN"
                          " (SELECT club FROM member WHERE id = ?)", id)
            for role, holds in (("judge", judge), ("chief", chief), ("helper", helper)):
                if holds is not None:
                    yield ask(f"UPDATE member SET {role} = ? WHERE id = ?", holds, id)

        await self._database.write(work)

    async def _find(self, condition: str, *values: object) -> list[Member]:
        return [*await self._database.look(partial(_members, condition, *values), ("member", condition, *values),
                                           ("member",))]

    async def _set(self, what: str, id: MemberId, *values: object) -> None:
        def work() -> Steps[None]:
            yield ask(f"UPDATE member SET {what} WHERE id = ?", *values, id)

        await self._database.write(work)


_COLUMNS = "id, club, person, name, rating, title, estimated, judge, chief, helper, same_as"


def _members(condition: str, *values: object) -> Steps[list[Member]]:
    rows = yield ask(f"SELECT {_COLUMNS} FROM member WHERE {condition} ORDER BY id", *values)
    return [
        Member(MemberId(id), club, person, name, rating, title, bool(estimated), bool(judge), bool(chief),
               bool(helper), same_as if same_as is None else MemberId(same_as))
        for id, club, person, name, rating, title, estimated, judge, chief, helper, same_as in rows
    ]


def _get_or_make(club: int, person: int, name: str) -> Steps[Member]:
    found = yield from _members("club = ? AND person = ?", club, person)
    return found[0] if found else (yield from make(club, person, name))


def _remember(known: Mapping[MemberId, tuple[int | None, str, bool]], game: str) -> Steps[None]:
    since: dict[int, ratings.Place] = {}
    for id, (rating, title, estimated) in known.items():
        rows = yield ask("UPDATE member SET rating = ?, title = ?, estimated = ? WHERE id = ? RETURNING club",
                         rating, title, estimated, id)
        if rows and (yield from ratings.begin(id, game, rating)) and (place := (yield from ratings.first(id))):
            since[rows[0][0]] = min(place, since.get(rows[0][0], place))
    for club, place in sorted(since.items()):
        yield from ratings.rate(club, place)


def unclaimed(guest: MemberId) -> Steps[Member]:
    """The record of a guest who can be claimed. Raises `Taken` if he has an account, or was forgotten with one."""
    for record in (yield from _members("id = ? AND person IS NULL AND same_as IS NULL AND name <> ''", guest)):
        return record
    raise Taken(f"{guest} is no guest")


def join(guest: MemberId, person: int) -> Steps[bool]:
    """The guest's history is the person's; who has no record in the club gets one under the guest's name.

    True if the guest's start rating and title are his now too, because he had none. Raises `Taken`.
    """
    record = yield from unclaimed(guest)
    own = yield from _get_or_make(record.club, person, record.name)
    rated = record.rating is not None and own.rating is None and not own.title
    if rated:
        yield ask("UPDATE member SET rating = ?, title = ?, estimated = ? WHERE id = ?",
                  record.rating, record.title, record.estimated, own.id)
    yield ask("UPDATE member SET same_as = ? WHERE id = ?", own.id, guest)
    if place := (yield from ratings.first(guest)):
        yield from ratings.rate(record.club, place)
    return rated


def part(guest: MemberId, *, rated: bool) -> Steps[None]:
    """Take back a `join`, which gave that value; a start rating that was changed since stays."""
    (record,) = yield from _members("id = ?", guest)
    place = yield from ratings.first(guest)
    yield ask("UPDATE member SET same_as = NULL WHERE id = ?", guest)
    if rated:
        yield ask("UPDATE member SET rating = NULL, title = '', estimated = FALSE WHERE id = ? AND rating = ?",
                  record.same_as, record.rating)
    if place:
        yield from ratings.rate(record.club, place)


def _get_or_make_guest(club: int, name: str) -> Steps[Member]:
    for member in (yield from _members("club = ? AND person IS NULL AND same_as IS NULL", club)):
        if names.key(member.name) == names.key(name):
            return member
    return (yield from make(club, None, name))


def _second_guest(club: int, name: str, cause: str) -> Steps[Member]:
    found = yield from _members("cause = ?", cause)
    return found[0] if found else (yield from make(club, None, name, cause))


def make(club: int, person: int | None, name: str, cause: str | None = None) -> Steps[Member]:
    rows = yield ask(
        "INSERT INTO member (id, club, person, name, title, estimated, judge, chief, helper, cause)"
        " SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, '', FALSE, FALSE, FALSE, FALSE, ? FROM member RETURNING id",
        club, person, name, cause)
    return (yield from _members("id = ?", rows[0][0]))[0]
