"""Which tournament is meant: by a button's code, by the chat and topic, or by who asks in private."""

from __future__ import annotations

from bot.visit import Visit
from engine.model import Refused, Stage
from storage import Club, Member, TournamentRow, Unknown

_RUNNING = (Stage.ENTRY, Stage.PLAYING)


async def find(v: Visit, code: str | None) -> None:
    """Club, tournaments and membership of the visit."""
    store = v.office.store
    if code is not None:
        try:
            v.rows = [await store.ledger.row(code)]
        except Unknown:
            raise Refused("no_tournament") from None
        v.club = await store.clubs.club(v.rows[0].club)
        if v.chat < 0 and v.chat not in (v.rows[0].chat, v.club.judges_chat if v.club else None):
            raise Refused("unknown_button")             # forged, or of a chat that has moved
    elif v.chat > 0:
        v.rows = await _mine(v)
        clubs = {row.club for row in v.rows} or {m.club for m in await store.members.memberships(v.person.id)}
        v.club = await store.clubs.club(clubs.pop()) if len(clubs) == 1 else None
    else:
        await _find_here(v)
    if v.club is not None and not v.anonymous:
        v.member = await member_in(v, v.club)


async def member_in(v: Visit, club: Club) -> Member:
    """The person's record in the club. Refused("not_of_club") for a stranger in private.

    Four letters can be guessed, in a link of /start and in button data: they open nothing to who is not in the
    club's group. Whoever types or presses there is known from then on, also where Telegram does not say who is.
    """
    store = v.office.store
    members = (await store.members.members(club.id)).values()     # looked up for whoever came before him
    known = next((one for one in members if one.person == v.person.id), None)
    if known is not None:
        return known
    if v.chat > 0 and not await v.office.administrators.has_in_group(club, v.person.id):
        raise Refused("not_of_club")
    return await store.members.member(club.id, v.person.id, v.person.name)


async def _find_here(v: Visit) -> None:
    """In a group: the tournament of this topic; if there is none, those of the chat.

    A judges' chat is that first, although it is a group with the bot in it as any club's is.
    """
    clubs = v.office.store.clubs
    judged = await clubs.clubs_judged_in(v.chat)
    ids = {club.id for club in judged}
    rows = [row for row in await v.office.store.ledger.running(v.now)
            if row.chat == v.chat or row.club in ids]
    here = [row for row in rows if row.topic == v.topic]
    v.rows = _liveliest(here) or _liveliest(rows)
    meant = [club for club in judged if club.id in {row.club for row in v.rows}] or judged
    v.club = meant[0] if meant else await clubs.club_of_chat(v.chat)


async def _mine(v: Visit) -> list[TournamentRow]:
    """In private: those the person plays or judges in; if none of them runs, those of his clubs he could join."""
    store = v.office.store
    members = {member.club: member for member in await store.members.memberships(v.person.id)}
    mine: list[TournamentRow] = []
    near: list[TournamentRow] = []
    for row in await store.ledger.running(v.now):
        member = members.get(row.club)
        if member is None:
            continue
        plays = member.id in (await store.ledger.tournament(row.code)).players
        judges = member.judge or member.chief or v.person.id in (await store.clubs.administrators(row.club))[0]
        (mine if plays or judges else near).append(row)
    return _liveliest(mine if any(row.stage in _RUNNING for row in mine) else mine + near)


def _liveliest(rows: list[TournamentRow]) -> list[TournamentRow]:
    """Those that run; if none does, the one that ended last."""
    live = [row for row in rows if row.stage in _RUNNING]
    ended = sorted((row.ended_at, row.code, row) for row in rows if row.ended_at is not None)
    return live or [row for _, _, row in ended[-1:]]
