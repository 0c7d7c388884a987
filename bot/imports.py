"""What a judge has said Yes to is written: a tournament out of a report file, or people out of a list.

It happens once for each preview, however often Yes is pressed and whatever is killed: the cause is made of
the message that brought the file and of the file itself.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot import namesakes
from bot.deed import sight, told
from bot.texts import Safe, Say
from bot.visit import Visit
from engine import entry, roster, takeover, trf
from engine.facts import Fact
from engine.model import Actor, MemberId, Refused, Stage, Tournament
from engine.remarks import BadTrf, Remark
from engine.rights import allow
from engine.takeover import Plan
from storage import Member
from storage.ledger import Brought


def cause_of(message: str, content: str) -> str:
    """The cause of what a file brings, to be followed by the number of the step."""
    digest = hashlib.sha256(f"{message}\n{content}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"import:{digest[:16]}"


def words(remark: Remark, say: Say) -> Safe:
    """A remark on a file in the language of a chat."""
    bye = {"code": say(f"trf.bye.{remark.details['code']}")} if "code" in remark.details else {}
    return say(f"trf.{remark.code}", **{**remark.details, **bye})


def refused(bad: BadTrf, say: Say) -> Refused:
    """Why a file is not taken, with the place."""
    reason = words(bad.remark, say)
    if not bad.line:
        return Refused("bad_file_whole", reason=reason)
    return Refused("bad_file", line=f"{bad.line}:{bad.column}" if bad.column else bad.line, reason=reason)


async def the_event(v: Visit) -> None:
    """The running event of the club, into which people go; Refused("import_no_event") without one."""
    rows = [row for row in await v.office.store.ledger.running(v.now)
            if row.club == v.the_club.id and row.stage in (Stage.ENTRY, Stage.PLAYING)]
    if not rows:
        raise Refused("import_no_event")
    meant = {row.code for row in v.rows}
    v.rows = [row for row in rows if row.code in meant] or rows


async def take_over(v: Visit, kept: dict[str, Any], *, accounts: bool, rounds: int | None) -> None:
    """The event is opened and everything in the file happens in it, in one transaction and as one step."""
    try:
        plan = await asyncio.to_thread(_plan, kept["text"], rounds)
    except BadTrf as bad:
        raise refused(bad, v.say) from bad
    home, store = v.the_club, v.office.store
    assert v.member is not None, "a judge of the club is a member of it"
    settings = replace(plan.settings, language=home.language, zone=home.zone,
                       title=plan.settings.title or home.title)
    actor = Actor(v.member.id, v.role, v.place)
    allow("enter", actor)
    wanted = {number: player.name for number, player in plan.report.players.items()}
    members = namesakes.matched(await namesakes.known(v, wanted.values()), wanted, accounts=accounts)
    new = [number for number in wanted if number not in members]

    def facts(guests: Sequence[MemberId], version: int) -> list[Fact]:
        ids = {**{number: member.id for number, member in members.items()}, **dict(zip(new, guests, strict=True))}
        return takeover.facts(plan, ids, {*guests, *(m.id for m in members.values() if m.guest)}, version)

    v.cause = f"{kept['cause']}:1"
    brought = Brought(v.cause, [namesakes.called(number, wanted[number]) for number in new], facts)
    t = await store.ledger.create(settings, home.id, home.chat, kept["topic"] or home.topic, actor,
                                  f"{kept['cause']}:0", v.now, brought)
    v.rows = [await store.ledger.row(t.code)]
    done = await v.record(_nothing_more)
    known = await v.members()
    await store.members.rate_all({
        id: (player.rating, player.title) for id, player in done.tournament.players.items()
        if player.rating is not None and (known[id].rating, known[id].title) == (None, "")},
        game=t.settings.game)
    await told(v, done, "import.done", title=t.settings.title, players=len(wanted), played=plan.played,
               rounds=t.settings.rounds)
    await store.dialogues.drop(v.person.id, v.chat)          # not before: until he is told, Yes may come again


def _plan(content: str, rounds: int | None) -> Plan:
    return takeover.plan(trf.read(content), rounds)


def _nothing_more(_: Tournament) -> list[Fact]:
    """All facts of the cause are written; clock and notice board are to look at them."""
    return []


async def enter(v: Visit, kept: dict[str, Any], *, accounts: bool) -> list[tuple[str, int | None]]:
    """Everybody on the list goes into the event of the preview, as one step; but names that are like somebody's,
    with their ratings, come back to be asked about.
    """
    listed = dict(enumerate(roster.read(kept["text"])))
    await the_event(v)
    if v.code != kept["event"]:
        raise Refused("card_gone")
    v.cause = f"{kept['cause']}:1"
    actor = v.actor
    allow("enter", actor)
    club = await namesakes.known(v, [each.name for each in listed.values()])
    unclear = {*await namesakes.similar(v, club, [each.name for each in listed.values()])} if accounts else set()
    asked = [(each.name, each.rating) for each in listed.values() if each.name in unclear]
    listed = {place: each for place, each in listed.items() if each.name not in unclear}
    if not listed:
        return asked
    wanted = {place: each.name for place, each in listed.items()}
    people = namesakes.matched(club, wanted, accounts=accounts)
    for place in wanted.keys() - people.keys():
        people[place] = await _guest(v, place, wanted[place], {member.id for member in people.values()})

    def action(t: Tournament) -> list[Fact]:
        return [fact for place, each in listed.items() for fact in entry.enter(
            t, actor, people[place].id, guest=people[place].guest, rating=_rating(t, people[place], each.rating))]

    done = await v.record(action)
    await v.office.store.members.rate_all({
        people[place].id: (each.rating, people[place].title) for place, each in listed.items()
        if each.rating is not None and each.rating != people[place].rating}, game=done.tournament.settings.game)
    view = await sight(v, done.tournament)
    await told(v, done, "import.entered", n=len(listed), title=view.title, count=len(done.tournament.entered()))
    return asked


async def _guest(v: Visit, place: int, name: str, used: set[MemberId]) -> Member:
    """A guest of this name; where that one is on the list already, a second one."""
    store, called = v.office.store.members, namesakes.called(place + 1, name)
    guest = await store.guest(v.the_club.id, called)
    return guest if guest.id not in used else await store.guest(v.the_club.id, called, second=f"{v.cause}:{place}")


def _rating(t: Tournament, member: Member, listed: int | None) -> int | None:
    """What the list says; for a newcomer else what the club remembers."""
    return listed if listed is not None or member.id in t.players else member.rating
