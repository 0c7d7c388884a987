"""Everybody who may come to a club's desk, and what the club remembers, for questions about who may do what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.parse import VERBS
from bot.sandbox import Message, Person
from bot.sandbox.taps import Tap, press
from bot.sandbox.world import ANONYMOUS
from engine.calendar import DAY, Rhythm
from engine.model import Stage
from storage.database import Steps, ask
from tests.evening import ROOT, Evening

QUIET = {"settle": 600, "nudge": 0, "judges": 0, "cards": 0, "noshow": 600, "rounds": 3}
"""Settings with which time alone does nothing while everybody tries everything."""

STAGES = ("entry", "draft", "round", "finished")

ARGUMENTS = {
    "join": "", "leave": "good", "back": "", "bye": "2", "mine": "", "late": "1", "still": "",
    "retract": "1:{draft}", "res": "1:{draft}:w", "gone": "1:{draft}", "call": "1:{draft}",
    "yes": "1:{report}", "no": "1:{report}", "contest": "1:{report}",
    "approve": "{draft}", "seats": "{draft}:0", "swap": "{draft}:{p}:{q}:mistake", "why": "{draft}:0",
    "order": "1:0", "place": "{p}", "places": "0", "nudge": "1", "later": "{draft}", "again": "{draft}",
    "rule": "1:{p}:w:{moved}", "stay": "1:{p}:{moved}", "noshow": "1:{p}:out:{moved}", "rounds": "", "boards": "1",
    "board": "1:{p}", "put": "1:{p}:b:{moved}:x", "flip": "1:{p}:{moved}", "closing": "1:0", "shut": "1:{p}:w:{moved}",
    "accept": "1", "seat": "{m}", "pair": "{p}:{q}", "ban": "{p}:{q}:never:mistake", "lift": "colour",
    "allow": "{p}:{q}", "rematch": "1:0", "robin": "", "redraw": "mistake", "hand": "2", "pick": "pair:2",
    "force": "{p}:{q}:mistake", "pots": "2", "penal": "{p}:1:late", "even": "rounds:4",
    "begin": "yes", "cancel": "yes", "finish": "yes", "hold": "", "resume": "", "set": "rounds:4",
    "because": "rounds:4:other", "close": "1:{p}:d:{moved}", "undo": "2", "steps": "0", "log": "0", "logfile": "",
    "people": "all", "person": "{p}", "out": "{p}:win", "in": "{p}", "stayout": "{p}", "twin": "{p}",
    "merge": "{g}:{m}", "skip": "{p}:2:1", "rating": "{p}", "title": "{p}:GM", "rate": "{p}:1900:0:GM", "rename": "{p}",
    "see": "", "pairs": "1", "table": "", "first": "1", "same": "1:{g}", "other": "1", "rates": "x:yes",
    "new": "{club}", "chip": "{club}:{m}", "open": "{club}:{m}", "drop": None, "lang": "ru:{club}",
    "named": "{club}:{m}:judge", "here": "{club}", "club": "{club}", "rules": "{code}", "guests": "{club}",
    "offer": "{club}:{g}", "rated": "{club}:no", "claim": "token:yes", "claimed": "1:yes", "mydata": "erase",
    "wishes": None, "season": "{club}:new", "series": "{series}:end:yes", "weeks": "{series}", "week": "{series}:skip",
    "plan": "{club}", "rhythm": "{series}:begin", "always": "{series}:{m}:1", "regular": "{series}:1",
    "export": "trf26", "import": "{club}:yes:5",
}
"""Verb -> what follows it (after the code, where it has one) in a press that would do something; None: nothing."""


def granted(section: str = "## Who may do what") -> dict[str, dict[str, frozenset[str]]]:
    """The README's table: who -> its columns -> the names in them."""
    lines = (ROOT / "README.md").read_text().split(section + "\n")[1].splitlines()
    table = [re.split(r"(?<!\\)\|", line.strip("|")) for line in lines[:next(
        n for n, line in enumerate(lines) if line.startswith("## "))] if line.startswith("|")]
    head, _, *rows = table
    return {re.split("[:,]", row[0])[0].strip(): {column.strip(): frozenset(re.findall(r"`/?([^`]+)`", cell))
                             for column, cell in zip(head[1:], row[1:], strict=True)} for row in rows}


@dataclass(slots=True)
class Club:
    """An evening at one stage, with one of everybody. `numbers` fills what buttons carry."""

    evening: Evening
    people: dict[str, Person]
    numbers: dict[str, Any]

    def data(self, verb: str) -> str:
        """What a button with this verb would carry here."""
        words = [verb] + (["{code}"] if VERBS[verb].split()[:1] == ["code"] else [])
        words += [ARGUMENTS[verb]] if ARGUMENTS[verb] else []
        return ":".join(words).format(**self.numbers)

    async def answers(self, person: Person, verb: str, message: Message) -> str:
        """The toast of one press."""
        return (await person.forges(message, self.data(verb), timeout=60)).text

    def pressed_by_nobody(self, verb: str, message: Message) -> Tap:
        """A press that says it comes from the account all anonymous administrators share."""
        world = self.evening.sandbox.world
        return Tap(press(world, ANONYMOUS, message, self.data(verb)), verb, 60)

    async def remembered(self, only: frozenset[int] = frozenset()) -> dict[str, Any]:
        """All that counts: every fact but the clock's, the club, its members' names and roles, what it plans."""
        def work() -> Steps[dict[str, Any]]:
            found: dict[str, Any] = {}
            for name, columns, where in (
                    ("fact", "tournament, kind, body, by_member, cause", "by_member <> 0"),
                    ("tournament", "code, title, stage", ""), ("club", "id, chat, title, language, zone, judges_chat, defaults", ""),
                    ("member", "id, name, rating, title, estimated, judge, chief, helper, same_as", ""),
                    ("season", "*", ""), ("series", "*", ""), ("occurrence", "*", ""), ("regular", "*", ""),
                    ("claim", "*", "")):
                rows = yield ask(f"SELECT {columns} FROM {name}" + (f" WHERE {where}" if where else ""))
                found[name] = sorted((row for row in rows if name != "member" or not only or row[0] in only), key=repr)
            return found

        return await self.evening.store.database.read(work)

    async def known(self) -> frozenset[int]:
        """The numbers of the members there are."""
        return frozenset(row[0] for row in (await self.remembered())["member"])


async def gather(evening: Evening, stage: str) -> Club:
    """The evening is brought to this stage; everybody has pressed Start, and says a word in private.

    Six people, five of them in, with a guest; Olga is the named chief, Lev a judge, Nina was one and is dismissed.
    """
    box = evening.sandbox
    names = ("member", "helper", "judge", "dismissed", "judge elsewhere", "stranger")
    people = {name: box.person(f"{name.title()} Person", started=True) for name in names}
    for name, person in people.items():
        if name != "stranger":
            await evening.group.add(person)
    other = box.group("Elsewhere", creator=people["judge elsewhere"])
    await other.add_bot(people["judge elsewhere"], admin=True)
    await evening.enters()
    await evening.olga.types(evening.group, "/guest Gustav")
    await evening.rests()
    row = await evening.row()
    store = evening.store
    for name in names[:5]:
        member = await store.members.member(row.club, people[name].id, people[name].name)
        if name in ("helper", "judge"):
            await store.members.set_role(member.id, **{name: True})
    olga = await store.members.member(row.club, evening.olga.id, "Olga")
    await store.members.set_role(olga.id, chief=True)
    people["chief"] = evening.olga
    if stage != "entry":
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.sees(buttons=["Approve"])
    if stage in ("round", "finished"):
        await evening.approves()
    t = await evening.tournament()
    guest = next(player.id for player in t.players.values() if player.guest)
    p, q, report, moved = *[id for id in t.players if id != guest][:2], 1, 0
    if t.round is not None:
        game = next(game for game in t.round.games if guest not in game.players)
        p, q = game.players
        against = next(game for game in t.round.games if guest in game.players)
        people["guest's opponent"] = await evening.person(against.opponent_of(guest))
        await (await evening.person(p)).forges(evening.group.posts[-1], f"res:{row.code}:1:{t.round.draft}:w")
        report = moved = (await evening.tournament()).version
    if stage == "finished":
        for posted in (await evening.tournament()).open_games():
            await evening.olga.types(evening.group, f"/rule {posted.board} 1-0")
        await evening.rests()
        await evening.olga.types(evening.group, "/finish yes")
        await evening.rests()
    t = await store.ledger.tournament(row.code)
    assert t.stage is {"entry": Stage.ENTRY, "finished": Stage.FINISHED}.get(stage, Stage.PLAYING)
    draft = t.draft.seq if t.draft is not None else t.round.draft if t.round is not None else 1
    people |= {"player": await evening.person(p), "other player": await evening.person(q)}
    series = await store.series.draft(row.club, None, Rhythm(0, 19 * 60, DAY), {"rounds": "3"})
    await store.claims.wonder(guest, people["member"].id, "token", datetime(2026, 1, 1, tzinfo=UTC))
    member = await store.members.member(row.club, people["member"].id, "")
    for person in people.values():
        if not person.reads():
            await person.writes("/help")
    await evening.rests()
    return Club(evening, people, {
        "code": row.code, "club": row.club, "draft": draft, "report": report, "p": int(p), "q": int(q), "g": int(guest),
        "m": int(member.id), "moved": moved, "series": series.id})

