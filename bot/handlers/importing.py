"""/import: a report file becomes an event that goes on here; a list of names goes into the running one.

Nothing is written before Yes. The file waits in the dialogue, so the preview can be answered after a
restart; it is read again then. At most one question: how many rounds, if the file does not say. Reading
and writing go on beside the batch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot import imports, namesakes
from bot.apart import apart
from bot.deed import mark, tongue
from bot.desk import button, command, reply
from bot.handlers import club, guests
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import press
from bot.texts import Safe, Say
from bot.visit import Visit
from engine import pages, roster, takeover, trf
from engine.model import Refused
from engine.remarks import BadTrf, Remark
from engine.settings import fewest_rounds
from engine.takeover import Plan
from engine.trf_fields import MOST_BYTES
from engine.trf_spelling import SPELLINGS
from storage import Dialogue

KIND = "importing"
SHOWN = 5
"""Names and remarks that a preview shows."""


@dataclass(frozen=True, slots=True)
class File:
    """What was sent: its text, and the old code `page` it was in, empty for UTF-8."""

    data: bytes
    text: str
    page: str


@command("import")
async def import_(v: Visit) -> None:
    """With a file, in reply to one, or with a list below the command; alone it asks for one."""
    if not await club.one(v, "import"):
        return
    club.only_judges(v)
    if v.document is None and not v.text.strip():
        await _ask(v)
    else:
        await apart(v, _preview(v))


@reply("import")
async def sent(v: Visit) -> None:
    """What was asked for."""
    await club.enter(v, int(v.dialogue["club"]))
    club.only_judges(v)
    v.rows = [row for row in v.rows if row.code == v.dialogue["event"]] or v.rows
    await apart(v, _preview(v))


@button("import")
async def decided(v: Visit) -> None:
    """The club that is meant; Yes (the same people, or all as guests) or No."""
    await club.enter(v, int(v.args[0]))
    club.only_judges(v)
    if len(v.args) == 1:
        await _ask(v)
        return
    kept = await _kept(v)
    answer, rounds = v.args[1], int(v.args[2])
    if answer == "no":
        await v.office.store.dialogues.drop(v.person.id, v.chat)
        await v.show(tongue(v)("import.dropped"), here=True)
    elif answer == "letters" and kept.body["page"]:
        v.topic = kept.body["topic"]
        await apart(v, _previewed(v, kept.body["raw"].encode("latin-1"), pages.other(kept.body["page"])))
    elif kept.body["kind"] == "trf":
        await apart(v, imports.take_over(v, kept.body, accounts=answer != "guests", rounds=rounds or None))
    else:
        await apart(v, _enter(v, kept.body, accounts=answer != "guests"))


async def _enter(v: Visit, kept: dict[str, Any], *, accounts: bool) -> None:
    await guests.ask(v, await imports.enter(v, kept, accounts=accounts))


async def _ask(v: Visit) -> None:
    here = [row.code for row in v.rows]
    await v.expect("import", club=v.the_club.id, event=here[0] if len(here) == 1 else "")
    await v.reply(tongue(v)("import.ask"))


# what waits for its answer


async def _keep(v: Visit, kind: str, file: File, **more: object) -> str:
    """Keep the file until it is answered; the mark by which its buttons know it."""
    chat = v.person.id if v.place == "group" else v.chat
    cause = imports.cause_of(v.cause, file.text)
    body: dict[str, Any] = {
        "club": v.the_club.id, "kind": kind, "text": file.text, "topic": v.topic, "cause": cause, "page": file.page,
        "raw": file.data.decode("latin-1") if file.page else "", **more}
    await v.office.store.dialogues.put(v.person.id, chat, KIND, body, v.now)
    return mark(cause)


async def _kept(v: Visit) -> Dialogue:
    """The file of the preview that was pressed; Refused("card_gone") where another question came after it."""
    kept = await v.office.store.dialogues.get(v.person.id, v.chat)
    if (kept is None or kept.kind != KIND or kept.body["club"] != v.the_club.id
            or v.args[3:] != (mark(kept.body["cause"]),)):
        raise Refused("card_gone")
    return kept


# previews


async def _preview(v: Visit) -> None:
    """Read all of it and say what it would become."""
    if v.document is not None:
        data = await v.fetch(MOST_BYTES)
    else:
        data = v.text.encode("utf-8", errors="replace")
    await _previewed(v, data)


async def _previewed(v: Visit, data: bytes, page: str = "") -> None:
    """The preview of a file; `page` where somebody says in which letters it is."""
    file = File(data, *pages.decode(data, page))
    if file.text.lstrip().startswith("{"):
        raise Refused("import_jsonl", chat=v.the_club.chat)
    try:
        if any(line[:4] in ("001 ", "012 ") for line in file.text.replace("\r", "\n").split("\n")):
            await _preview_report(v, file)
        else:
            await _preview_list(v, file)
    except BadTrf as bad:
        raise imports.refused(bad, v.say) from bad


async def _preview_report(v: Visit, file: File) -> None:
    report = await asyncio.to_thread(trf.load, file.data, file.page)
    s, asked = tongue(v), report.rounds is None
    plan = await asyncio.to_thread(takeover.plan, report, max(report.paired, 1) if asked else None)
    players = [player.name for player in report.players.values()]
    known = await namesakes.known(v, players)
    similar = await namesakes.similar(v, known, players)
    facts = {"title": plan.settings.title or "—", "system": s(f"system.{plan.settings.system}"),
             "players": len(report.players), "played": plan.played}
    head = s("import.report_open", **facts) if asked else s("import.report", rounds=plan.settings.rounds, **facts)
    announced = sum(1 for round, *_ in plan.byes if round == plan.played + 1)
    key = await _keep(v, "trf", file)
    foreign = [player.name for player in report.players.values() if not player.name.isascii()]
    await v.show(text(
        head, s("import.open_boards", n=plan.open) if plan.open else "",
        s("import.byes", round=plan.played + 1, n=announced) if announced else "",
        s("import.known", n=len(known)) if known else "",
        s("import.similar_new", n=len(similar), names=s.names(similar[:SHOWN])) if similar else "",
        *_remarks(s, report.warnings),
        s("import.letters", names=s.names(foreign[:SHOWN])) if file.page and foreign else "",
        s("import.how_many") if asked else s("import.sure")),
        _answers(v, s, key, plan if asked else None, known=bool(known), page=file.page))


def _remarks(s: Say, remarks: tuple[Remark, ...]) -> Iterable[Safe]:
    """What was read otherwise than it stands: how many, and a few, those that decide something first."""
    if remarks:
        yield s("import.remarks", n=len(remarks))
    for remark in sorted(remarks, key=lambda remark: remark.code in SPELLINGS)[:SHOWN]:
        what = imports.words(remark, s)
        whole = "" if remark.line else "_whole"
        yield s(f"import.remark{whole}", line=remark.line, what=what)


def _answers(v: Visit, s: Say, key: str, asked: Plan | None, *, known: bool, page: str) -> Buttons:
    """Yes and No; where the file does not say how many rounds there are, the numbers are the Yes.

    A file in an old code `page` can be read in the other one.
    """
    here, more = v.the_club.id, []
    if known and asked is None:
        more.append((Button(s.plain("import.as_guests"), press("import", here, "guests", 0, key)),))
    if page:
        words = s.plain("import.read_as", page=pages.PAGES[pages.other(page)])
        more.append((Button(words, press("import", here, "letters", 0, key)),))
    no = labelled(s, "no", "import", here, "no", 0, key)
    if asked is not None:
        least = max(asked.played, 1)
        numbers = sorted({least, least + 1, least + 2, fewest_rounds(len(asked.report.players)), 5, 7, 9, 11})
        offered = [number for number in numbers if number >= least][:6]
        lengths = tuple(Button(str(number), press("import", here, "yes", number, key)) for number in offered)
        return (lengths, (no,), *more)
    return ((labelled(s, "yes", "import", here, "yes", 0, key), no), *more)


async def _preview_list(v: Visit, file: File) -> None:
    people, s = roster.read(file.text), tongue(v)
    await imports.the_event(v)
    known = await namesakes.known(v, [each.name for each in people])
    similar = await namesakes.similar(v, known, [each.name for each in people])
    shown = s.names([*(each.name for each in people[:SHOWN]), *(["…"] if len(people) > SHOWN else [])])
    key = await _keep(v, "list", file, event=v.code)
    await v.show(text(
        s("import.list", n=len(people), title=(await v.tournament()).settings.title or v.code, names=shown,
          rated=sum(each.rating is not None for each in people)),
        s("import.known", n=len(known)) if known else "",
        s("import.similar", n=len(similar), names=s.names(similar[:SHOWN])) if similar else "", s("import.sure")),
        _answers(v, s, key, None, known=bool(known), page=file.page))
