"""The club itself: which one is meant, who judges in it, where judges' cards go."""

from __future__ import annotations

from collections.abc import Iterable

from bot.deed import tongue
from bot.desk import button, command
from bot.home import role_of
from bot.meant import member_in
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import press
from bot.visit import Visit
from bot.whom import Known, find
from engine.model import MemberId, Refused, Role
from storage import Club, Member, Unknown

# which club

async def enter(v: Visit, id: int) -> Club:
    """Go on as a judge of this club. Refused("no_club", "not_judge").

    Numbers of clubs can be guessed: a forged one must make nobody a member, who would see what runs there.
    """
    club = await v.office.store.clubs.club(id)
    if club is None:
        raise Refused("no_club")
    if v.club is None or v.club.id != id or v.member is None:
        v.club, v.member, v.rows = club, None, [row for row in v.rows if row.club == id]
        v.role = Role.PERSON if v.anonymous else await role_in(v, club)
        if v.is_judge:
            v.member = await v.office.store.members.member(id, v.person.id, v.person.name)
    if not v.anonymous:
        only_judges(v)
    return club


async def visit(v: Visit, code: str) -> None:
    """Go on about the tournament with this code. Refused("no_tournament"), and "not_of_club" for a stranger."""
    try:
        row = await v.office.store.ledger.row(code)
    except Unknown:
        raise Refused("no_tournament") from None
    club = await v.office.store.clubs.club(row.club)
    assert club is not None, "a tournament has a club"
    v.rows, v.club = [row], club
    if not v.anonymous:
        v.member = await member_in(v, club)
        v.role = await role_in(v, club)


async def role_in(v: Visit, club: Club) -> Role:
    """As what the person comes in a club."""
    members = await v.office.store.members.members(club.id)
    mine = next((member for member in members.values() if member.person == v.person.id), None)
    listed = await v.office.administrators.of(club)
    v.doubtful = v.doubtful or listed is None
    if mine is None:
        return Role.JUDGE if listed and v.person.id in listed else Role.PERSON
    chief = next((member.id for member in members.values() if member.chief), None)
    return role_of(mine, listed is not None and v.person.id in listed, chief)


async def judged(v: Visit) -> list[Club]:
    """The clubs in which the person is a judge."""
    clubs = await v.office.store.clubs.clubs_of(v.person.id)
    return [club for club in clubs if await role_in(v, club) >= Role.JUDGE]


async def one(v: Visit, verb: str) -> bool:
    """Whether it is clear now which club a judge's command means; if not, buttons ask for it.

    In the group it is the group's. Raises Refused("not_judge") for who judges nowhere.
    """
    if v.place == "group":
        return v.the_club is not None
    clubs = await judged(v)
    if v.place == "judges":
        clubs = [club for club in clubs if club.judges_chat == v.chat]
    if not clubs:
        raise Refused("not_judge")
    if len(clubs) == 1:
        await enter(v, clubs[0].id)
        return True
    await v.reply(v.say("ask.which_club"), choice(clubs, verb))
    return False


def choice(clubs: Iterable[Club], verb: str) -> Buttons:
    """A button for each club."""
    return tuple((Button(club.title or str(club.id), press(verb, club.id)),) for club in clubs)


def only_judges(v: Visit) -> None:
    """What is no act in a tournament is asked here: Refused("not_judge", "anonymous")."""
    if v.anonymous:
        raise Refused("anonymous")
    if not v.is_judge:
        raise Refused("not_judge")


# judges

@command("judges")
async def judges(v: Visit) -> None:
    """Who judges; `/judges NAME`, `dismiss NAME`, `helper NAME`, `chief NAME`, `chief none`, `here`, `away`."""
    what = v.args[0].casefold() if v.args else ""
    if what == "here":
        await _here(v)
        return
    if not await one(v, "club"):
        return
    only_judges(v)
    rest = " ".join(v.args[1:])
    if not what:
        await v.reply(await _listed(v))
    elif what == "away":
        await v.office.store.clubs.set_judges_chat(v.the_club.id, None)
        await settled(v, "judges.away")
    elif what == "chief" and rest.casefold() in ("none", "-", "нет"):
        await _chief(v, None)
    elif what in ("chief", "dismiss", "helper"):
        await _name(v, rest, what)
    else:
        await _name(v, v.text, "judge")


@button("club")
async def judges_of(v: Visit) -> None:
    """Who judges in the club that was chosen."""
    await enter(v, int(v.args[0]))
    only_judges(v)
    await v.show(await _listed(v), here=True)


@button("named")
async def named(v: Visit) -> None:
    """One of several people whom the typed name may have meant."""
    await enter(v, int(v.args[0]))
    only_judges(v)
    await _appoint(v, MemberId(int(v.args[1])), v.args[2])


async def _name(v: Visit, typed: str, what: str) -> None:
    people = [member for member in (await v.members()).values() if member.person is not None]
    usernames = {id: person.username or "" for id, person in (await v.office.store.people.persons(
        [member.person for member in people if member.person is not None])).items()}
    known = [Known(member.id, member.name, None, usernames.get(member.person or 0, "")) for member in people]
    found = find(typed, known)
    if not found:
        raise Refused("unknown_person", name=typed[:24], bot=v.office.username)
    if len(found) == 1:
        await _appoint(v, found[0], what)
        return
    members = await v.members()
    await v.reply(v.say("ask.which_player"), tuple(
        (Button(members[id].name, press("named", v.the_club.id, id, what)),) for id in found[:20]))


async def _appoint(v: Visit, id: MemberId, what: str) -> None:
    member = (await v.members()).get(id)
    if member is None or member.person is None:
        raise Refused("unknown_player")
    store = v.office.store.members
    if what == "chief":
        await _chief(v, member)
    elif what == "dismiss":
        listed = await v.office.administrators.of(v.the_club)
        if member.chief:
            await _chief(v, None, quiet=True)
        await store.set_role(id, judge=False, helper=False)
        still = listed is not None and member.person in listed
        await settled(v, "judges.administers" if still else "toast.judge_dismissed", name=member.name)
    elif what == "helper":
        await store.set_role(id, helper=True)
        await settled(v, "toast.helper_named", name=member.name)
    elif what == "judge":
        await store.set_role(id, judge=True)
        await settled(v, "toast.judge_named", name=member.name)
    else:
        raise Refused("unknown_button")


async def _chief(v: Visit, member: Member | None, *, quiet: bool = False) -> None:
    """A chief is named, or nobody is. Only a chief or an administrator may, so that a club is never stuck."""
    listed = await v.office.administrators.of(v.the_club)
    if v.role is not Role.CHIEF and not (listed and v.person.id in listed):
        raise Refused("not_chief")
    store = v.office.store.members
    if member is not None:
        await store.set_role(member.id, judge=True, chief=True)
        await settled(v, "toast.chief_named", name=member.name)
        return
    for other in (await v.members()).values():
        if other.chief:
            await store.set_role(other.id, chief=False)
    if not quiet:
        await settled(v, "toast.chief_none")


async def _listed(v: Visit) -> str:
    """Everybody who was named, and where the cards go."""
    lines = [v.say(f"judges.{'chief' if m.chief else 'line' if m.judge else 'helps'}", name=m.name)
             for m in (await v.members()).values() if m.chief or m.judge or m.helper]
    where = "judges.cards_private" if v.the_club.judges_chat is None else "judges.cards_chat"
    return text(v.say("judges.head", club=v.the_club.title), *lines, v.say("judges.administrators"), v.say(where),
                v.say("judges.usage"))


# the judges' chat

async def _here(v: Visit) -> None:
    if v.chat > 0:
        raise Refused("not_a_group")
    clubs = [club for club in await judged(v) if club.chat != v.chat]
    if v.anonymous:
        raise Refused("anonymous")
    if not clubs:
        raise Refused("no_other_club")
    if len(clubs) > 1:
        await v.answer(v.say("ask.which_club"), choice(clubs, "here"), kind="judges")
        return
    await _move_cards(v, clubs[0].id)


@button("here")
async def here(v: Visit) -> None:
    """The judges' cards of this club come into the chat in which the button was pressed."""
    await _move_cards(v, int(v.args[0]))


async def _move_cards(v: Visit, id: int) -> None:
    """A judges' chat takes its commands along: of a group that plays itself who judges there too makes one,
    or a judge elsewhere could do that to his opponents.
    """
    await enter(v, id)
    only_judges(v)
    if v.chat > 0:
        raise Refused("not_a_group")
    clubs = v.office.store.clubs
    whose = await clubs.club_of_chat(v.chat)
    if whose is not None and await clubs.plays(whose.id) and await role_in(v, whose) < Role.JUDGE:
        raise Refused("not_judge")
    await clubs.set_judges_chat(id, v.chat)
    await settled(v, "toast.judges_here", club=v.the_club.title)


async def settled(v: Visit, key: str, **values: object) -> None:
    """Something about the club has changed: its tournaments show it, and a receipt is given."""
    club = await v.office.store.clubs.club(v.the_club.id)
    v.club = club or v.club
    for row in await v.office.store.ledger.running(v.now):
        if row.club == v.the_club.id:
            v.changed(row.code)
    await v.receipt(key, **values)


@button("drop")
async def drop(v: Visit) -> None:
    """No: the question goes, nothing has changed. A card that had to go into the group is the judges'."""
    if v.place == "group":
        only_judges(v)
    await v.receipt("toast.kept")
    await v.show(tongue(v)("toast.kept"), here=True)
