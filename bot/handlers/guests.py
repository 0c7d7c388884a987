"""/guest: people without account, one a line, each with a rating if it is known.

A name that looks like somebody of the club is asked about, one after the other; what is still to be
asked is kept, so a restart in between loses nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.deed import sight, told, tongue
from bot.desk import button, command
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.view import View
from bot.parse import press
from bot.visit import Visit
from bot.whom import guests
from engine import entry
from engine.facts import Fact, Joined, Rated, Returned
from engine.model import MemberId, Refused, Tournament
from engine.rights import allow
from storage import Member, names

KIND = "guests"

Wanted = tuple[str, int | None]


@command("guest")
async def guest(v: Visit) -> None:
    """Enter everybody that is clear in one step, then ask about the others."""
    allow("enter", v.actor)
    lines = guests(v.text)
    if not lines:
        raise Refused("which_guest")
    for _, rating in lines:
        entry.check_rating(rating)
    await _enter(v, lines)


@button("same")
async def same(v: Visit) -> None:
    """Same person: the one of the club that was shown."""
    _, rating, rest = await _asked(v, int(v.args[1]))
    member = await v.office.store.members.get(MemberId(int(v.args[2])))
    if member is None or member.club != v.the_club.id:
        raise Refused("unknown_player")
    await _go_on(v, [(member, rating)], rest)


@button("other")
async def other(v: Visit) -> None:
    """Somebody else: a new guest of that name."""
    name, rating, rest = await _asked(v, int(v.args[1]))
    await _go_on(v, [(await v.office.store.members.guest(v.the_club.id, name, second=v.cause), rating)], rest)


async def _enter(v: Visit, lines: Iterable[Wanted]) -> None:
    """Those who are nobody known, or exactly a known guest, go in; the others are asked about."""
    store, club = v.office.store.members, v.the_club.id
    clear: list[tuple[Member, int | None]] = []
    unclear: list[Wanted] = []
    players = (await v.tournament()).players
    for name, rating in lines:
        alike = await store.by_name(club, name)
        exact = [m for m in alike if names.key(m.name) == names.key(name)
                 and (m.guest or (rating is not None and m.id in players))]      # PRODUCT 2: sets the rating
        if exact or not alike:
            clear.append((exact[0] if exact else await store.guest(club, name), rating))
        else:
            unclear.append((name, rating))
    await _go_on(v, clear, unclear)


async def _go_on(v: Visit, people: list[tuple[Member, int | None]], rest: list[Wanted]) -> None:
    """Enter these as one step; keep and ask the rest."""
    if people:
        def action(t: Tournament) -> list[Fact]:
            return [fact for member, rating in people for fact in entry.enter(
                t, v.actor, member.id, guest=member.guest, rating=_rating(t, member, rating))]

        done = await v.record(action)
        for member, rating in people:
            if rating is not None and rating != member.rating:
                await v.office.store.members.rate(member.id, rating, member.title)
        view = await sight(v, done.tournament)
        new = any(isinstance(written.fact, Joined | Returned) for written in done.entries)
        rated = {written.fact.player: written.fact.rating for written in done.entries
                 if isinstance(written.fact, Rated)}
        shown = view.club.names(f"{view.whole(member.id)} {rated.get(member.id) or ''}".strip()
                                for member, _ in people)
        key = "guest.in" if new else "guest.rated" if rated else "guest.known"
        await told(v, done, key, names=shown, count=len(done.tournament.entered()))
    if rest:
        await _ask(v, rest)
    else:
        await v.office.store.dialogues.drop(v.person.id, v.chat)


def _rating(t: Tournament, member: Member, typed: int | None) -> int | None:
    """What was typed; for a newcomer else what the club remembers."""
    return typed if typed is not None or member.id in t.players else member.rating


async def _ask(v: Visit, rest: list[Wanted]) -> None:
    """Is the first of these somebody of the club?"""
    name, _ = rest[0]
    alike = await v.office.store.members.by_name(v.the_club.id, name)
    view, s = await sight(v), tongue(v)
    number = len(rest)
    rows: list[tuple[Button, ...]] = [
        (Button(s.plain("guest.same", name=_shown(view, member)), press("same", v.code, number, member.id)),)
        for member in alike[:8]]
    rows.append((labelled(s, "other", "other", v.code, number),))
    chat = v.person.id if v.place == "group" else v.chat
    body: dict[str, Any] = {"code": v.code, "rest": [list(wanted) for wanted in rest]}
    await v.office.store.dialogues.put(v.person.id, chat, KIND, body, v.now)
    await v.reply(s("guest.similar", name=name), tuple(rows))


def _shown(view: View, member: Member) -> str:
    return view.home.names.get(member.id, member.name)


async def _asked(v: Visit, number: int) -> tuple[str, int | None, list[Wanted]]:
    """The name the pressed question is about, its rating, and what is to be asked after it."""
    allow("enter", v.actor)
    kept = await v.office.store.dialogues.get(v.person.id, v.chat)
    if kept is None or kept.kind != KIND or kept.body["code"] != v.code or len(kept.body["rest"]) != number:
        raise Refused("guest_again")
    (name, rating), *rest = kept.body["rest"]
    return name, rating, [(other, others) for other, others in rest]
