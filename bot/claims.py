"""Claims of a club, read for the notice board and for who decides; their words are `bot.notices.claims`."""

from __future__ import annotations

from datetime import datetime

from bot.deed import mark
from bot.home import Place, home_of, language_of
from bot.notices import claims as words_of
from bot.notices.claims import APART, BOTH, PLAYS, Case
from bot.notices.notice import Notice
from bot.notices.reminders import softened
from bot.texts import words
from engine import judging
from engine.model import Actor, MemberId, Refused, Role, Stage
from storage import Club, Store, TournamentRow, prospects
from storage.claims import Claim
from storage.ledger import AFTERWARDS


async def notices(store: Store, club: Club, now: datetime, bot: str) -> tuple[list[Notice], datetime | None]:
    """All that the club shows about claims, and when that changes by time alone."""
    found = await store.claims.current(club.id, now - AFTERWARDS)
    if not found:
        return [], None
    home = await home_of(store, Place(club.id, club.chat, club.topic, club.title), bot)
    cases = [await case_of(store, claim, now) for claim in found]
    return softened(home, now, words_of.wanted(home, cases, now, words)), words_of.next_moment(cases, now)


async def case_of(store: Store, claim: Claim, now: datetime) -> Case:
    """The claim with everything that is told about it."""
    members = await store.members.members(claim.club)
    persons = await store.people.persons([claim.person] if claim.person is not None else [])
    person = persons.get(claim.person or 0)
    own = next((member for member in members.values() if member.person == claim.person), None)
    judge = members.get(claim.decided_by) if claim.decided_by is not None else None
    prospect = await prospects.of_claim(store.database, claim) if claim.open else None
    running = [(row.title or row.code, how) for row, how in
               await affected(store, claim, own.id if own else None, now)] if claim.open else []
    club = await store.clubs.club(claim.club)
    guest = members[claim.guest].name
    known = own.name if own and own.name != guest else person.name if person else "—"    # made of the guest's name
    return Case(
        claim, guest, known,
        (person.username if person else None) or "", person.id if person and person.reachable else None,
        language_of(person, club) if person else "", judge.name if judge else "", prospect, tuple(running),
        mark(prospect, running))


async def affected(store: Store, claim: Claim, own: MemberId | None, now: datetime
                   ) -> list[tuple[TournamentRow, str]]:
    """The tournaments of the club that run and have the guest in them, and what Yes would do there."""
    found = []
    for row in await store.ledger.running(now):
        if row.club != claim.club or row.stage not in (Stage.ENTRY, Stage.PLAYING):
            continue
        t = await store.ledger.tournament(row.code)
        if claim.guest not in t.players:
            continue
        how = BOTH if own in t.players else PLAYS
        try:
            judging.claim(t, Actor(own or MemberId(0), Role.JUDGE), claim.guest, own or MemberId(0))
        except Refused:
            how = APART
        found.append((row, how))
    return found
