"""Who the names of a file are in the club: the member of exactly this name, accounts first; else somebody new."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from bot.visit import Visit
from engine.model import MemberId
from storage import Member, names

Known = Mapping[str, list[Member]]
"""Members by the key of their names."""


async def known(v: Visit, wanted: Iterable[str]) -> Known:
    """The members of the club whose names are among these; the name of a guest means whoever has claimed him."""
    keys, members = {names.key(name) for name in wanted}, await v.members()
    found: dict[str, list[Member]] = {}
    for member in members.values():
        if (key := names.key(member.name)) in keys:
            real = members[member.same_as or member.id]
            found[key] = [*(other for other in found.get(key, []) if other.id != real.id), real]
    return found


async def similar(v: Visit, club: Known, wanted: Iterable[str]) -> list[str]:
    """Those of the names that are nobody's, but like somebody's: he may be meant."""
    unknown = [name for name in wanted if names.key(name) not in club]
    members = [member.name for member in (await v.members()).values()]

    def look() -> list[str]:
        return [name for name in unknown if any(names.similar(known, name) for known in members)]

    return await asyncio.to_thread(look)


def matched(club: Known, wanted: Mapping[int, str], *, accounts: bool) -> dict[int, Member]:
    """The members that the names mean, by the numbers of the names; without `accounts` guests only.

    Nobody is two people: the second of two equal names is somebody else.
    """
    used: set[MemberId] = set()
    found: dict[int, Member] = {}
    for number, name in wanted.items():
        alike = [m for m in club.get(names.key(name), []) if m.id not in used and (accounts or m.guest)]
        if alike:
            found[number] = min(alike, key=lambda member: member.guest)
            used.add(found[number].id)
    return found


def called(number: int, name: str) -> str:
    """The name of a guest; his number in the file if it says none."""
    return names.clean(name) or str(number)
