"""/import: a report file becomes an event that goes on here; a list of names goes into the running one.

Nothing is written before Yes. The file waits in the dialogue, so the preview can be answered after a
restart; it is read again then. At most one question: how many rounds, if the file does not say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.deed import sight, told, tongue
from bot.desk import button, command, reply
from bot.handlers import club
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import press
from bot.texts import Safe, Say
from bot.visit import Visit
from engine import entry, roster, takeover, trf
from engine.facts import Fact
from engine.model import Actor, MemberId, Refused, Stage, Tournament
from engine.remarks import BadTrf, Remark
from engine.rights import allow
from engine.settings import fewest_rounds
from engine.takeover import Plan
from engine.trf_fields import MOST_BYTES
from storage import Member, names

KIND = "importing"
SHOWN = 5
"""Names and remarks that a preview shows."""


@command("import")
async def import_(v: Visit) -> None:
    """With a file, in reply to one, or with a list below the command; alone it asks for one."""
    if not await club.one(v, "import"):
        return
    club.only_judges(v)
    if v.document is None and not v.text.strip():
        await _ask(v)
    else:
        await _preview(v)


@reply("import")
async def sent(v: Visit) -> None:
    """What was asked for."""
    await club.enter(v, int(v.dialogue["club"]))
    club.only_judges(v)
    await _preview(v)


@button("import")
async def decided(v: Visit) -> None:
    """The club that is meant; Yes (the same people, or all as guests) or No."""
    await club.enter(v, int(v.args[0]))
    club.only_judges(v)
    if len(v.args) == 1:
        await _ask(v)
        return
    kept = await v.office.store.dialogues.get(v.person.id, v.chat)
    if kept is None or kept.kind != KIND or kept.body["club"] != v.the_club.id:
        raise Refused("card_gone")
    if v.args[1] == "no":
        await v.office.store.dialogues.drop(v.person.id, v.chat)
        await v.show(tongue(v)("import.dropped"), here=True)
    elif kept.body["kind"] == "trf":
        await _take_over(v, kept.body, accounts=v.args[1] != "guests",
                         rounds=int(v.args[2]) if len(v.args) > 2 else None)
    else:
        await _enter(v, kept.body, accounts=v.args[1] != "guests")


async def _ask(v: Visit) -> None:
    await v.expect("import", club=v.the_club.id)
    await v.reply(tongue(v)("import.ask"))


# reading


async def _preview(v: Visit) -> None:
    """Read all of it and say what it would become."""
    if v.document is not None:
        data = await v.fetch(MOST_BYTES)
    else:
        data = v.text.encode("utf-8", errors="replace")
    page = "cp1251" if v.the_club.language == "ru" else "cp1252"
    report = trf.decode(data, page)
    if report.lstrip().startswith("{"):
        raise Refused("import_jsonl")
    try:
        if any(line[:4] in ("001 ", "012 ") for line in report.replace("\r", "\n").split("\n")):
            await _preview_report(v, report)
        else:
            await _preview_list(v, roster.decode(data))
    except BadTrf as bad:
        raise _refused(bad, v.say) from bad


def _refused(bad: BadTrf, say: Say) -> Refused:
    reason = _words(bad.remark, say)
    if not bad.line:
        return Refused("bad_file_whole", reason=reason)
    return Refused("bad_file", line=f"{bad.line}:{bad.column}" if bad.column else bad.line, reason=reason)


def _words(remark: Remark, say: Say) -> Safe:
    return say(f"trf.{remark.code}", **remark.details)


async def _keep(v: Visit, kind: str, content: str) -> None:
    chat = v.person.id if v.place == "group" else v.chat
    body: dict[str, Any] = {"club": v.the_club.id, "kind": kind, "text": content, "topic": v.topic}
    await v.office.store.dialogues.put(v.person.id, chat, KIND, body, v.now)


async def _preview_report(v: Visit, content: str) -> None:
    report, s = trf.read(content), tongue(v)
    asked = report.rounds is None
    plan = takeover.plan(report, max(report.paired, 1) if asked else None)
    players = [player.name for player in report.players.values()]
    known = await _known(v, players)
    system = s(f"system.{plan.settings.system}")
    announced = sum(1 for round, *_ in plan.byes if round == plan.played + 1)
    if asked:
        head = s("import.report_open", title=plan.settings.title or "—", system=system, players=len(players),
                 played=plan.played)
    else:
        head = s("import.report", title=plan.settings.title or "—", system=system, players=len(players),
                 played=plan.played, rounds=plan.settings.rounds)
    await _keep(v, "trf", content)
    await v.show(text(
        head, s("import.open_boards", n=plan.open) if plan.open else "",
        s("import.byes", round=plan.played + 1, n=announced) if announced else "",
        s("import.known", n=len(known)) if known else "", *_remarks(s, report.warnings),
        s("import.how_many") if asked else s("import.sure")), _answers(v, s, plan if asked else None, bool(known)))


def _remarks(s: Say, remarks: tuple[Remark, ...]) -> Iterable[Safe]:
    """What was read otherwise than it stands: the first few, and how many there are."""
    if remarks:
        yield s("import.remarks", n=len(remarks))
    for remark in remarks[:SHOWN]:
        yield s("import.remark", line=remark.line, what=_words(remark, s)) if remark.line else _words(remark, s)


def _answers(v: Visit, s: Say, asked: Plan | None, known: bool) -> Buttons:
    """Yes and No; where the file does not say how many rounds there are, the numbers are the Yes."""
    here = v.the_club.id
    no = labelled(s, "no", "import", here, "no")
    if asked is not None:
        least = max(asked.played, 1)
        numbers = sorted({least, least + 1, least + 2, fewest_rounds(len(asked.report.players)), 5, 7, 9, 11})
        offered = [number for number in numbers if number >= least][:6]
        return (tuple(Button(str(number), press("import", here, "yes", number)) for number in offered), (no,))
    yes = labelled(s, "yes", "import", here, "yes")
    if not known:
        return ((yes, no),)
    return ((yes, no), (Button(s.plain("import.as_guests"), press("import", here, "guests")),))


async def _preview_list(v: Visit, content: str) -> None:
    people, s = roster.read(content), tongue(v)
    await _event(v)
    known = await _known(v, [each.name for each in people])
    shown = s.names([*(each.name for each in people[:SHOWN]), *(["…"] if len(people) > SHOWN else [])])
    await _keep(v, "list", content)
    await v.show(text(
        s("import.list", n=len(people), title=(await v.tournament()).settings.title or v.code, names=shown,
          rated=sum(each.rating is not None for each in people)),
        s("import.known", n=len(known)) if known else "", s("import.sure")), _answers(v, s, None, bool(known)))


async def _event(v: Visit) -> None:
    """The running event of the club, into which people go; Refused("import_no_event") without one."""
    rows = [row for row in await v.office.store.ledger.running(v.now)
            if row.club == v.the_club.id and row.stage in (Stage.ENTRY, Stage.PLAYING)]
    if not rows:
        raise Refused("import_no_event")
    v.rows = rows


# who is who


async def _known(v: Visit, wanted: Iterable[str]) -> dict[str, list[Member]]:
    """Members of the club by the key of their names, of those who are in the file."""
    keys = {names.key(name) for name in wanted}
    found: dict[str, list[Member]] = {}
    for member in (await v.members()).values():
        if member.same_as is None and (key := names.key(member.name)) in keys:
            found.setdefault(key, []).append(member)
    return found


async def _people(v: Visit, wanted: Mapping[int, str], *, accounts: bool) -> dict[int, Member]:
    """Who each name is: the member of exactly this name, accounts first; else a guest. Nobody is two people."""
    known, store = await _known(v, wanted.values()), v.office.store.members
    used: set[MemberId] = set()
    found: dict[int, Member] = {}
    for number, name in wanted.items():
        alike = [m for m in known.get(names.key(name), []) if m.id not in used and (accounts or m.guest)]
        alike.sort(key=lambda member: member.guest)
        if alike:
            found[number] = alike[0]
        else:
            called = name if names.clean(name) else str(number)
            guest = await store.guest(v.the_club.id, called)
            found[number] = guest if guest.id not in used else await store.guest(
                v.the_club.id, called, second=f"{v.cause}:{number}")
        used.add(found[number].id)
    return found


# writing


async def _take_over(v: Visit, kept: dict[str, Any], *, accounts: bool, rounds: int | None) -> None:
    """The event is opened and everything in the file happens in it, as one step."""
    try:
        plan = takeover.plan(trf.read(kept["text"]), rounds)
    except BadTrf as bad:
        raise _refused(bad, v.say) from bad
    home, store = v.the_club, v.office.store
    assert v.member is not None, "a judge of the club is a member of it"
    settings = replace(plan.settings, language=home.language, zone=home.zone,
                       title=plan.settings.title or home.title)
    actor = Actor(v.member.id, v.role, v.place)
    allow("enter", actor)
    t = await store.ledger.create(settings, home.id, home.chat, kept["topic"] or home.topic, actor,
                                  f"{v.cause}:open", v.now)
    v.rows = [await store.ledger.row(t.code)]
    people = await _people(v, {n: player.name for n, player in plan.report.players.items()}, accounts=accounts)
    ids = {number: member.id for number, member in people.items()}
    guests = {member.id for member in people.values() if member.guest}

    def action(t: Tournament) -> list[Fact]:
        return [] if t.players else takeover.facts(plan, ids, guests, t.version)

    done = await v.record(action)
    await store.dialogues.drop(v.person.id, v.chat)
    await told(v, done, "import.done", title=settings.title, players=len(ids), played=plan.played,
               rounds=settings.rounds)


async def _enter(v: Visit, kept: dict[str, Any], *, accounts: bool) -> None:
    """Everybody on the list goes into the running event, as one step."""
    listed = roster.read(kept["text"])
    await _event(v)
    actor = v.actor
    allow("enter", actor)
    people = await _people(v, {place: each.name for place, each in enumerate(listed)}, accounts=accounts)

    def action(t: Tournament) -> list[Fact]:
        return [fact for place, each in enumerate(listed) for fact in entry.enter(
            t, actor, people[place].id, guest=people[place].guest, rating=_rating(t, people[place], each.rating))]

    done = await v.record(action)
    for place, each in enumerate(listed):
        if each.rating is not None and each.rating != people[place].rating:
            await v.office.store.members.rate(people[place].id, each.rating, people[place].title)
    await v.office.store.dialogues.drop(v.person.id, v.chat)
    view = await sight(v, done.tournament)
    await told(v, done, "import.entered", n=len(listed), title=view.title, count=len(done.tournament.entered()))


def _rating(t: Tournament, member: Member, listed: int | None) -> int | None:
    """What the list says; for a newcomer else what the club remembers."""
    return listed if listed is not None or member.id in t.players else member.rating
