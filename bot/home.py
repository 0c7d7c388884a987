"""The home of a tournament or a series, put together: what no fact holds and every notice needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from bot.notices.notice import Home
from bot.texts import words
from engine.model import MemberId, Role
from storage import Club, Member, Person, Store, TournamentRow
from storage.people import Wishes

CLUB = "club:"
"""Begins the owner of what a club shows beside its tournaments and series."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something of a club that is no tournament is at home, such as its series."""

    club: int
    chat: int
    topic: int | None
    title: str
    code: str = ""
    shown: int = 0


async def home_of(store: Store, row: TournamentRow | Place, bot: str) -> Home:
    """Read club, members and persons; `bot` is the username. Raises LookupError for a club that is gone."""
    place = (row.club, row.chat, row.topic, row.title, row.code, row.shown)
    return await store.database.made(partial(_home, store, row, bot), ("home", bot, *place),
                                     ("club", "member", "person", "administrator"))


async def _home(store: Store, row: TournamentRow | Place, bot: str) -> Home:
    club = await store.clubs.club(row.club)
    if club is None:
        raise LookupError(f"{row.code or row.title} has no club")
    members = await store.members.members(club.id)
    persons = await store.people.persons(sorted({m.person for m in members.values() if m.person is not None}))
    administrators, _ = await store.clubs.administrators(club.id)
    return build(club, row, members.values(), persons, administrators, bot)


def build(club: Club, row: TournamentRow | Place, members: Iterable[Member], persons: Mapping[int, Person],
          administrators: frozenset[int], bot: str) -> Home:
    """Pure: the same rows give the same home. A claimed guest has the name and account of who claimed him."""
    by_id = {member.id: member for member in members}
    real = {member.id: by_id.get(member.same_as, member) if member.same_as else member for member in by_id.values()}
    known = {id: persons[it.person] for id, it in real.items() if it.person is not None and it.person in persons}
    return Home(
        club=club.id, chat=row.chat, topic=row.topic, language=club.language, zone=club.zone, bot=bot,
        names={id: it.name or words(club.language).plain("former") for id, it in real.items()},
        accounts={id: person.id for id, person in known.items()},
        reachable=frozenset(id for id, person in known.items() if person.reachable),
        languages={id: language_of(person, club) for id, person in known.items()},
        wishes={person.id: person.wishes for person in known.values() if person.wishes != Wishes()},
        judges=tuple(id for id, it in by_id.items()
                     if it.person is not None and (it.judge or it.chief or it.person in administrators)),
        chief=next((id for id, it in by_id.items() if it.chief), None),
        judges_chat=club.judges_chat, code=row.code, title=row.title, shown=row.shown)


def language_of(person: Person, club: Club | None) -> str:
    """What is spoken with a person: his choice, else his Telegram's language, else the club's."""
    chosen = person.language or person.hint or (club.language if club else None)
    return words(chosen).language


def role_of(member: Member, administers: bool, chief: MemberId | None) -> Role:
    """As what somebody comes. Where the club has named no chief, every judge comes as chief."""
    if member.chief:
        return Role.CHIEF
    if administers or member.judge:
        return Role.CHIEF if chief is None else Role.JUDGE
    return Role.HELPER if member.helper else Role.PERSON
