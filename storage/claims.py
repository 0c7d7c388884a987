"""Claims: somebody with an account is a guest of the club, and a judge confirms it.

A claim begins with a link that a judge hands out, or with an account whose name is like a guest's. A
judge decides; what was confirmed can be parted again. The first answer counts: whoever comes later
gets the claim as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any

from engine.model import MemberId
from storage import members
from storage.database import Database, Steps, ask, moment, written

VALID = timedelta(days=14)
"""So long a link can be used."""


class Step(StrEnum):
    """How far a claim is."""

    OFFERED = "offered"            # a link is out
    WONDERED = "wondered"          # somebody has a name like a guest's and is asked whether it is him
    ASKED = "asked"                # he says it is: judges decide
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"        # the link is worth nothing any more
    PARTED = "parted"              # confirmed, and taken back


@dataclass(frozen=True, slots=True)
class Claim:
    """`person` is None while nobody has used the link; `decided_by` is None where he decided himself."""

    id: int
    club: int
    guest: MemberId
    token: str
    person: int | None
    step: Step
    at: datetime
    decided_by: MemberId | None
    decided_at: datetime | None

    @property
    def open(self) -> bool:
        """Whether judges can decide it."""
        return self.step in (Step.WONDERED, Step.ASKED)

    def usable(self, now: datetime) -> bool:
        """Whether the link is still worth something for whoever has it."""
        return self.step is Step.OFFERED and now < self.at + VALID


class Claims:
    """All claims of all clubs. Each step is one transaction and may be taken again after a crash.

    What names a claim by its number raises LookupError for one that is gone.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, id: int) -> Claim | None:
        return await self._one("c.id = ?", id)

    async def by_token(self, token: str) -> Claim | None:
        return await self._one("c.token = ?", token)

    async def current(self, club: int, since: datetime) -> list[Claim]:
        """Those that wait for an answer, those that can be parted, and those that were answered after `since`."""
        return await self._database.read(partial(
            _claims, "m.club = ? AND (c.step IN ('wondered', 'asked', 'confirmed') OR c.decided_at > ?)",
            club, written(since)))

    async def clubs(self, since: datetime) -> list[int]:
        """The clubs that have any."""
        found = await self._database.read(partial(
            _claims, "c.step IN ('wondered', 'asked') OR c.decided_at > ?", written(since)))
        return sorted({claim.club for claim in found})

    async def offer(self, guest: MemberId, token: str, at: datetime) -> Claim:
        """The link to hand out: the one that is out, while it can be used, else a new one with this token.

        Raises `Taken` if the guest has an account already.
        """
        def work() -> Steps[Claim]:
            yield from members.unclaimed(guest)
            for claim in (yield from _claims("c.guest = ? AND c.step = 'offered'", guest)):
                if claim.usable(at):
                    return claim
            yield from _withdraw(guest)
            yield from _insert(guest, token, None, Step.OFFERED, at)
            return (yield from _claims("c.token = ?", token))[0]

        return await self._database.write(work)

    async def withdraw(self, guest: MemberId) -> None:
        """The link that is out is worth nothing any more."""
        await self._database.write(partial(_withdraw, guest))

    async def wonder(self, guest: MemberId, person: int, token: str, at: datetime) -> None:
        """The person's name is like the guest's: he is asked, once for these two."""
        await self._database.write(partial(_insert, guest, token, person, Step.WONDERED, at))

    async def rule_out(self, guest: MemberId, person: int, token: str, at: datetime) -> None:
        """A judge knows already that these two are not one: nobody is asked."""
        await self._database.write(partial(_insert, guest, token, person, Step.REFUSED, at))

    async def ask(self, id: int, person: int, at: datetime) -> Claim:
        """The person says that he is the guest; no effect on a claim that is somebody else's or past that."""
        def work() -> Steps[Claim]:
            claim = yield from _claim(id)
            if claim.usable(at):
                yield ask("DELETE FROM claim WHERE guest = ? AND person = ?", claim.guest, person)
            if claim.usable(at) or (claim.step is Step.WONDERED and claim.person == person):
                yield ask("UPDATE claim SET step = 'asked', person = ?, at = ? WHERE id = ?",
                          person, written(at), id)
            return (yield from _claim(id))

        return await self._database.write(work)

    async def deny(self, id: int, person: int, at: datetime) -> Claim:
        """The person who was asked says that he is not the guest."""
        def work() -> Steps[Claim]:
            yield ask("UPDATE claim SET step = 'refused', decided_at = ? WHERE id = ? AND person = ?"
                      " AND step = 'wondered'", written(at), id, person)
            return (yield from _claim(id))

        return await self._database.write(work)

    async def confirm(self, id: int, by: MemberId, at: datetime) -> Claim:
        """A judge says so: the guest's history is the person's. Whoever else claims that guest is refused.

        Raises `Taken` if the guest has been given an account otherwise.
        """
        def work() -> Steps[Claim]:
            claim = yield from _claim(id)
            if claim.open and claim.person is not None:
                rated = yield from members.join(claim.guest, claim.person)
                yield from _decide(id, Step.CONFIRMED, by, at)
                yield ask("UPDATE claim SET rated = ? WHERE id = ?", rated, id)
                yield from _withdraw(claim.guest)
                yield ask("UPDATE claim SET step = 'refused', decided_by = ?, decided_at = ?"
                          " WHERE guest = ? AND step IN ('wondered', 'asked')", by, written(at), claim.guest)
            return (yield from _claim(id))

        return await self._database.write(work)

    async def refuse(self, id: int, by: MemberId, at: datetime) -> Claim:
        """A judge says no."""
        def work() -> Steps[Claim]:
            if (yield from _claim(id)).open:
                yield from _decide(id, Step.REFUSED, by, at)
            return (yield from _claim(id))

        return await self._database.write(work)

    async def part(self, id: int, by: MemberId, at: datetime) -> Claim:
        """What was confirmed is taken back: they are two again."""
        def work() -> Steps[Claim]:
            claim = yield from _claim(id)
            if claim.step is Step.CONFIRMED:
                ((rated,),) = yield ask("SELECT rated FROM claim WHERE id = ?", id)
                yield from members.part(claim.guest, rated=bool(rated))
                yield from _decide(id, Step.PARTED, by, at)
            return (yield from _claim(id))

        return await self._database.write(work)

    async def _one(self, condition: str, value: object) -> Claim | None:
        found = await self._database.read(partial(_claims, condition, value))
        return found[0] if found else None


_COLUMNS = "c.id, m.club, c.guest, c.token, c.person, c.step, c.at, c.decided_by, c.decided_at"


def _claims(condition: str, *values: object) -> Steps[list[Claim]]:
    rows = yield ask(f"SELECT {_COLUMNS} FROM claim AS c JOIN member AS m ON m.id = c.guest"
                     f" WHERE {condition} ORDER BY c.id", *values)
    return [*_read(rows)]


def _read(rows: Iterable[tuple[Any, ...]]) -> Iterable[Claim]:
    for id, club, guest, token, person, step, at, by, decided in rows:
        yield Claim(id, club, MemberId(guest), token, person, Step(step), moment(at),
                    None if by is None else MemberId(by), decided and moment(decided))


def _claim(id: int) -> Steps[Claim]:
    """Raises LookupError: a claim goes with the person, or when he uses another link."""
    for claim in (yield from _claims("c.id = ?", id)):
        return claim
    raise LookupError(f"no claim {id}")


def _insert(guest: MemberId, token: str, person: int | None, step: Step, at: datetime) -> Steps[None]:
    yield ask("INSERT INTO claim (id, guest, token, person, step, at, rated)"
              " SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, ?, ?, FALSE FROM claim WHERE TRUE ON CONFLICT DO NOTHING",
              guest, token, person, step.value, written(at))


def _withdraw(guest: MemberId) -> Steps[None]:
    yield ask("UPDATE claim SET step = 'withdrawn' WHERE guest = ? AND step = 'offered'", guest)


def _decide(id: int, step: Step, by: MemberId, at: datetime) -> Steps[None]:
    yield ask("UPDATE claim SET step = ?, decided_by = ?, decided_at = ? WHERE id = ?",
              step.value, by, written(at), id)
