"""/export: the event as a file, for a federation, a spreadsheet, another program, another bot, or its makers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence

from bot.apart import apart
from bot.deed import tongue
from bot.desk import button, command
from bot.notices.notice import Button
from bot.parse import press
from bot.problem import report
from bot.visit import Visit
from engine import crosstable, trf
from engine.filing import arbiters, report_of
from engine.latin import in_latin
from engine.model import MemberId, Refused, Tournament
from engine.rights import allow
from engine.trf_editions import in_edition, players_in

Names = Mapping[MemberId, str]
Judges = Sequence[MemberId]


def _trf(t: Tournament, names: Names, place: str, judges: Judges, edition: str, *,
         abroad: bool = False) -> bytes:
    made = report_of(t, names, place=place, judges=judges)
    report = trf.read(trf.write(made.players.values(), made.records))
    report = in_latin(report) if abroad else report
    return trf.encode(trf.write(players_in(report, edition), in_edition(report, edition)))


def _csv(t: Tournament, names: Names, *, mark: bool) -> bytes:
    return crosstable.encode(crosstable.write(crosstable.of_tournament(t, names)), mark=mark)


KINDS: dict[str, tuple[str, Callable[[Tournament, Names, str, Judges], bytes]]] = {
    "trf16": ("trf", lambda t, names, place, judges: _trf(t, names, place, judges, "trf16")),
    "trf26": ("trf", lambda t, names, place, judges: _trf(t, names, place, judges, "trf26")),
    "latin16": ("trf", lambda t, names, place, judges: _trf(t, names, place, judges, "trf16", abroad=True)),
    "latin26": ("trf", lambda t, names, place, judges: _trf(t, names, place, judges, "trf26", abroad=True)),
    "csv": ("csv", lambda t, names, place, judges: _csv(t, names, mark=False)),
    "excel": ("csv", lambda t, names, place, judges: _csv(t, names, mark=True)),
}
"""Kind of file -> (how its name ends, what makes it); beside them `jsonl` and `problem`, made of the ledger."""


@command("export")
async def export(v: Visit) -> None:
    """The kinds of file to choose from."""
    allow("rule", v.actor)
    await v.tournament()
    s = tongue(v)
    rows = (("trf16", "trf26"), ("latin16", "latin26"), ("csv", "excel"), ("jsonl", "problem"))
    await v.show(s("export.which"), tuple(
        tuple(Button(s.plain(f"export.{kind}"), press("export", v.code, kind)) for kind in row) for row in rows))


@button("export")
async def made(v: Visit) -> None:
    """Hand over the file, which is made beside the batch."""
    allow("rule", v.actor)
    kind = v.args[1]
    if kind not in (*KINDS, "jsonl", "problem"):
        raise Refused("unknown_button")
    t = await v.tournament()
    if not t.players and kind != "problem":
        raise Refused("export_nobody")
    await apart(v, _made(v, t, kind))


async def _made(v: Visit, t: Tournament, kind: str) -> None:
    store, title = v.office.store, t.settings.title
    if kind == "jsonl":
        ending, data = "jsonl", "".join(f"{line}\n" for line in await store.ledger.export(t.code)).encode()
    elif kind == "problem":
        entries, posts = await store.ledger.entries(t.code), await store.posts.of(t.code)
        ending, title = "json", "problem"
        data = report(t, entries, posts.values(), v.office.config, v.now)
    else:
        home = await v.home()
        ending, make = KINDS[kind]
        judges = arbiters(await store.ledger.entries(t.code), home.chief)
        data = await asyncio.to_thread(make, t, home.names, v.the_club.title, judges)
    name = re.sub(r"[^\w-]+", "-", title).strip("-")[:40] or t.code
    await v.file(f"{name}-{t.code}.{ending}", data, tongue(v)(f"export.about_{kind}"))
