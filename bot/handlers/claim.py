"""Guests who turn out to have an account: a link to hand out, the answer of who opens it, a judge's Yes.

    a judge      the list of guests, or a player's card → Link for NAME, which is good for one person
    the person   opens it, says Yes
    a judge      sees what would change, says Yes or No; Undo stays on the card
"""

from __future__ import annotations

import secrets
from functools import partial

from bot import claims
from bot.deed import tongue
from bot.desk import button
from bot.handlers import club
from bot.home import CLUB
from bot.membership import touch_clubs
from bot.notices import claims as words_of
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.parse import link, press
from bot.picking import paged
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.model import MemberId, Refused
from storage import Member, Recorded, Taken, TournamentRow
from storage.claims import VALID, Claim, Step

ALIKE = 3
"""Guests with a like name about whom a newcomer is asked."""


def token() -> str:
    """128 random bits: a link that cannot be guessed."""
    return secrets.token_hex(16)


# a judge: the link


async def remembered(v: Visit) -> None:
    """The guests of the club, which is asked for where several may be meant."""
    if await club.one(v, "guests"):
        await _list(v, 0)


@button("guests")
async def turned(v: Visit) -> None:
    """The club that was chosen, or another page."""
    await club.enter(v, int(v.args[0]))
    await _list(v, int(v.args[1]) if len(v.args) > 1 else 0)


async def _list(v: Visit, page: int) -> None:
    club.only_judges(v)
    s = tongue(v)
    found = sorted((m for m in (await v.members()).values() if _is_guest(m)), key=lambda m: m.name.casefold())
    items = [Button(member.name, press("offer", v.the_club.id, member.id)) for member in found]
    rows = paged(items, page, lambda to: press("guests", v.the_club.id, to))
    await v.show(s("guest.list" if items else "guest.nobody"), rows)


@button("offer")
async def offer(v: Visit) -> None:
    """The link for one guest: the one that is out, else a new one; or it is worth nothing any more."""
    await club.enter(v, int(v.args[0]))
    club.only_judges(v)
    s, store = tongue(v), v.office.store
    guest = (await v.members()).get(MemberId(int(v.args[1])))
    if guest is None:
        raise Refused("unknown_player")
    back = labelled(s, "go_back", "guests", v.the_club.id, 0)
    if len(v.args) > 2:
        await store.claims.withdraw(guest.id)
        await v.show(s("claim.withdrawn", guest=guest.name), ((back,),))
        return
    try:
        offered = await store.claims.offer(guest.id, token(), v.now)
    except Taken:
        raise Refused("no_guest", name=guest.name) from None
    until = s.when(offered.at + VALID, v.the_club.zone)
    await v.show(s("claim.link", guest=guest.name, time=until, url=link(v.office.username, "claim", offered.token)),
                 ((labelled(s, "withdraw", "offer", v.the_club.id, guest.id, "off"),), (back,)))


# the person


@button("claim", rights=False)
async def claim(v: Visit) -> None:
    """The link, or the question about a like name: are you this guest? Then the answer."""
    store, how = v.office.store, v.args[1] if len(v.args) > 1 else ""
    found = await store.claims.by_token(v.args[0])
    if v.place != "private" or found is None or not (found.usable(v.now) or found.person == v.person.id):
        raise Refused("claim_link")
    the_club, guest = await store.clubs.club(found.club), await store.members.get(found.guest)
    assert the_club is not None and guest is not None, "guests stay, and their clubs"
    about = {"guest": guest.name, "club": the_club.title}
    if how == "yes":
        found = await store.claims.ask(found.id, v.person.id, v.now)
    elif how == "no":
        found = await store.claims.deny(found.id, v.person.id, v.now)
    v.office.board.touch(f"{CLUB}{found.club}")
    if found.step is Step.ASKED or how == "yes":
        key = "claim.asked" if found.step is Step.ASKED else "claim.over"
    elif how == "no":
        key = "claim.not_you"
    else:
        key = "claim.is_it_you"
    if how:
        await v.receipt(key, **about)
        await v.done_with(v.say(key, **about))
    else:
        await v.answer(v.say(key, **about), words_of.answers(v.say, found) if key == "claim.is_it_you" else ())


async def wonder(v: Visit, done: Recorded) -> None:
    """Who is new in a tournament is asked about guests with a name like his, once about each; the queue goes on."""
    if v.member is not None and any(isinstance(written.fact, f.Joined) for written in done.entries):
        v.office.spawn(_wonder(v, v.member))


async def _wonder(v: Visit, known: Member) -> None:
    store = v.office.store
    alike = [m for m in await store.members.by_name(known.club, known.name) if _is_guest(m)][:ALIKE]
    for guest in alike:
        await store.claims.wonder(guest.id, v.person.id, token(), v.now)
    if alike:
        v.office.board.touch(f"{CLUB}{known.club}")


async def rule_out(v: Visit, guest: Member) -> None:
    """A judge says that this guest is nobody with a like name: none of them is asked."""
    for member in await v.office.store.members.by_name(guest.club, guest.name):
        if member.person is not None:
            await v.office.store.claims.rule_out(guest.id, member.person, token(), v.now)


async def suspect(v: Visit, guest: MemberId, account: MemberId) -> None:
    """A judge has made two entries of a tournament one: the rest of the guest's past is asked about."""
    members = await v.members()
    person = members[account].person
    if _is_guest(members[guest]) and person is not None:
        await v.office.store.claims.wonder(guest, person, token(), v.now)
        v.office.board.touch(f"{CLUB}{v.the_club.id}")


def _is_guest(member: Member) -> bool:
    return member.guest and member.same_as is None and bool(member.name)


# a judge: the answer


@button("claimed")
async def decide(v: Visit) -> None:
    """Yes, No, or Undo; the first judge counts, the second hears who it was."""
    store = v.office.store
    found = await store.claims.get(int(v.args[0]))
    if found is None:
        raise Refused("claim_gone")
    await club.enter(v, found.club)
    club.only_judges(v)
    act = {"yes": _confirm, "no": _refuse, "undo": _part}.get(v.args[1])
    if act is None:
        raise Refused("unknown_button")
    done = await act(v, found)
    v.office.board.touch(f"{CLUB}{found.club}", pressed=(v.chat, v.message))
    v.office.spawn(touch_clubs(v.office, {found.club}))
    case = await claims.case_of(store, done, v.now)
    what = v.say.plain(f"claim.done_{done.step}", who=case.who, guest=case.guest)
    if (done.decided_by, done.decided_at) != (_me(v), v.now):
        time = v.say.clock(done.decided_at or v.now, v.the_club.zone)
        what = v.say.plain("did.before", what=what, who=case.judge or case.who, time=time)
    await v.toast(what)


async def _confirm(v: Visit, found: Claim) -> Claim:
    """The memory says so first: killed after that, the same tap puts the tournaments right."""
    store = v.office.store
    if found.open:
        case = await claims.case_of(store, found, v.now)
        if not case.possible or case.mark != "".join(v.args[2:]):
            v.office.board.touch(f"{CLUB}{found.club}")
            raise Refused("claim_changed")
    done = await store.claims.confirm(found.id, _me(v), v.now)
    real = await store.members.get(found.guest)
    if done.step is Step.CONFIRMED and real is not None and real.same_as is not None:
        for row in await _rows(v):
            if found.guest in (await store.ledger.tournament(row.code)).players:
                v.rows = [row]
                await v.record(partial(judging.claim, who=v.actor, guest=found.guest, member=real.same_as))
    return done


async def _refuse(v: Visit, found: Claim) -> Claim:
    return await v.office.store.claims.refuse(found.id, _me(v), v.now)


async def _part(v: Visit, found: Claim) -> Claim:
    """Only while nothing in the tournaments rests on it: what does is to be taken back there first."""
    ledger, rows = v.office.store.ledger, await _rows(v)
    entries = {row.code: await ledger.entries(row.code) for row in rows}
    for row in rows:
        v.rows = [row]
        judging.unclaim(await v.tournament(), v.actor, entries=entries[row.code], guest=found.guest)
    for row in rows:
        v.rows = [row]
        await v.record(partial(judging.unclaim, who=v.actor, entries=entries[row.code], guest=found.guest))
    return await v.office.store.claims.part(found.id, _me(v), v.now)


def _me(v: Visit) -> MemberId:
    assert v.member is not None, "a judge of the club is a member of it"
    return v.member.id


async def _rows(v: Visit) -> list[TournamentRow]:
    """What runs in the club, or has ended lately."""
    return [row for row in await v.office.store.ledger.running(v.now) if row.club == v.the_club.id]
