"""Who the names of a file are in the club: the member of exactly this name, accounts first; else somebody new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.visit import Visit
from engine.model import MemberId
from storage import Member, names

Known = Mapping[str, list[Member]]
"""Members by the key of their names."""


async def known(v: Visit, wanted: Iterable[str]) -> Known:
    """The members of the club whose names are among these."""
    keys = {names.key(name) for name in wanted}
    found: dict[str, list[Member]] = {}
    for member in (await v.members()).values():
        if member.same_as is None and (key := names.key(member.name)) in keys:
            found.setdefault(key, []).append(member)
    return found


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
