"""How much comes through: a bare echo, the same behind our intake, the whole bot; and 200 clubs at once.

    python -m tests.bench.crowd updates [REPORTS]        a second; p50 and p99 from update to receipt, by who answers
    python -m tests.bench.crowd clubs [CLUBS] [PLAYERS]  all report within a minute, 1,000 evenings are over

The bot is a process of its own and talks to the sandbox over loopback, on the same machine; Telegram itself is not in it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from asyncio.subprocess import Process
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import monotonic

from telegram import Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, ContextTypes

import storage
from bot.config import Config
from bot.figures import Figures
from bot.intake import Intake, Receipt
from bot.polling import Polling
from bot.sandbox import Group, Message, Person, Sandbox
from bot.timing import Time
from engine import judging
from engine.facts import Begun, Drafted, Drawn, Joined
from engine.model import Actor, MemberId, Role, Settings
from storage import Store
from tests.table import JUDGE, Table

QUIET = Settings(rounds=3, system="individual", nudge=0, judges=0, cards=0)


@dataclass(frozen=True, slots=True)
class Report:
    """A player who is about to say that he has won or lost."""

    person: Person
    post: Message
    data: str


async def prepared(sandbox: Sandbox, where: str, clubs: int, players: int, finished: int) -> tuple[list[Group], list[Report]]:
    """A database with evenings that are over, and in each of the clubs one whose round 1 is posted."""
    async with storage.open(where) as store:
        await _over(store, finished)
        groups, reports = [], []
        for number in range(clubs):
            people = [sandbox.person(f"Player {number}-{n}") for n in range(players)]
            group = sandbox.group(f"Club {number}", creator=sandbox.person(f"Judge {number}", started=True), members=people)
            await group.add_bot(people[0], admin=True)
            card = sandbox.world.post(group.chat, sandbox.bot, "a post of the bot", ())
            groups.append(group)
            code, draft, seated = await _posted(store, group, people)
            reports += [Report(person, card, f"res:{code}:1:{draft}:{'l' if n % 2 else 'w'}") for n, person in enumerate(seated)]
    sandbox.updates.forget()
    return groups, reports


async def _over(store: Store, evenings: int) -> None:
    """Evenings of 12 players and 5 rounds, all of one club."""
    club = await store.clubs.make_club(-1, "Old", "en", "Europe/Berlin")
    members = [await store.members.guest(club.id, f"Guest {n}") for n in range(12)]
    assert [member.id for member in members] == [*range(1, 13)], "a fresh database"
    table = Table(12, rounds=5, system="individual", rated=False)
    table.begins()
    for number in range(5):
        table.plays_round()
        if number < 4:
            table.approves()
    table.judge(judging.finish)
    settings, facts = table.t.settings, [entry.fact for entry in table.entries[1:]]
    judge, at = Actor(MemberId(1), Role.CHIEF, "group"), datetime.now(UTC) - timedelta(days=100)
    for number in range(evenings):
        t = await store.ledger.create(settings, club.id, club.chat, None, judge, f"tap:old{number}", at)
        t = (await store.ledger.record(t.code, lambda t: facts, judge, f"tap:play{number}", at)).tournament
        await store.ledger.set_shown(t.code, t.version)


async def _posted(store: Store, group: Group, people: list[Person]) -> tuple[str, int, list[Person]]:
    now = datetime.now(UTC)
    club = await store.clubs.make_club(group.id, group.title, "en", "Europe/Berlin")
    ids = []
    for person in people:
        await store.people.seen(person.id, person.name, None, "en")
        ids.append((await store.members.member(club.id, person.id, person.name)).id)
    t = await store.ledger.create(QUIET, club.id, group.id, None, JUDGE, f"tap:open{group.id}", now)
    await store.ledger.record(t.code, lambda t: [*map(Joined, ids), Begun()], JUDGE, f"tap:begin{group.id}", now)
    pairs = tuple(zip(ids[::2], ids[1::2], strict=True))
    made = await store.ledger.record(t.code, lambda t: [Drafted(1, pairs, None, tuple(ids), tuple(ids))], JUDGE, f"tap:draft{group.id}", now)
    draft = made.entries[0].seq
    await store.ledger.record(t.code, lambda t: [Drawn(1, draft)], JUDGE, f"tap:post{group.id}", now)
    return t.code, draft, people


# those who answer

async def _echo(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.callback_query is not None
    await update.callback_query.answer(update.callback_query.data)


def bare(config: Config) -> None:
    """What the library's own first example would be."""
    application = ApplicationBuilder().token(config.token).base_url(config.api_url).build()
    application.add_handler(CallbackQueryHandler(_echo))
    application.run_polling(allowed_updates=Update.ALL_TYPES)


async def behind_intake(config: Config) -> None:
    """The same handler behind the intake of the bot, with its ledger of updates."""
    application = ApplicationBuilder().token(config.token).base_url(config.api_url).updater(None).build()
    application.add_handler(CallbackQueryHandler(_echo))

    async def handle(update: Update, cause: str) -> Receipt:
        await application.process_update(update)
        return Receipt.NOTHING

    time = Time()
    async with application, storage.open(config.database_url) as store:
        intake = Intake(application.bot, store.inbox, handle, config, time, Figures())
        await Polling(application.bot, intake, config, time).run()


WHO = {"bare": "tests.bench.crowd as", "intake": "tests.bench.crowd as", "bot": "bot"}


async def started(sandbox: Sandbox, who: str, where: str) -> tuple[Process, float]:
    """The process, and the seconds until it polled for the first time."""
    words = WHO[who].split() + ([who] if who != "bot" else [])
    began = monotonic()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *words, stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "BOT_TOKEN": sandbox.token, "BOT_API_URL": sandbox.base_url, "DATABASE_URL": where, "LOG_LEVEL": "ERROR"})
    async with asyncio.timeout(120):
        while sandbox.updates.allowed is None:
            await asyncio.sleep(0.005)
    return process, monotonic() - began


def memory(process: Process) -> int:
    """Megabytes in use."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def processor(process: Process) -> float:
    """Seconds of processor time used so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _pressed(report: Report) -> float:
    began = monotonic()
    toast = await report.person.forges(report.post, report.data, timeout=120)
    assert toast.text, report.data
    return monotonic() - began


def _spread(spans: list[float]) -> str:
    ordered = sorted(spans)
    return f"p50 {1000 * median(ordered):.0f} ms, p99 {1000 * ordered[int(0.99 * len(ordered))]:.0f} ms"


async def updates(count: int) -> None:
    """Reports as fast as they are taken, 50 at a time; each kind of answerer twice, the better one counts."""
    rates: dict[str, float] = {}
    for who in (*WHO, *WHO):
        async with AsyncExitStack() as exit:
            folder = exit.enter_context(tempfile.TemporaryDirectory())
            sandbox = await exit.enter_async_context(Sandbox(lambda: datetime.now(UTC)))
            where = f"sqlite:///{folder}/club.db"
            _, reports = await prepared(sandbox, where, max(1, count // 30), 30, 0)
            process, _ = await started(sandbox, who, where)
            await asyncio.sleep(3)                                   # what is shown at a start is shown
            gate, spans = asyncio.Semaphore(50), []

            async def one(report: Report, gate: asyncio.Semaphore = gate) -> float:
                async with gate:
                    return await _pressed(report)

            began, busy = monotonic(), processor(process)
            spans = await asyncio.gather(*map(one, reports[::2]))    # White's, then Black's
            spans += await asyncio.gather(*map(one, reports[1::2]))
            rate, busy = len(spans) / (monotonic() - began), processor(process) - busy
            process.kill()
            await process.wait()
        rates[who] = max(rate, rates.get(who, 0.0))
        print(f"{who:<8}{rate:>8.0f} a second, {_spread(spans)}; processor {1000 * busy / len(spans):.1f} ms each", flush=True)
    print(", ".join(f"{who} {rate / rates['bare']:.2f} of the bare one" for who, rate in rates.items()))


async def clubs(count: int, players: int) -> None:
    """Everybody of so many clubs reports within one minute."""
    with tempfile.TemporaryDirectory() as folder:
        where = f"sqlite:///{folder}/club.db"
        async with Sandbox(lambda: datetime.now(UTC)) as sandbox:
            sandbox.limits.enforce = True
            groups, reports = await prepared(sandbox, where, count, players, 1000)
            size = Path(f"{folder}/club.db").stat().st_size
            process, start = await started(sandbox, "bot", where)
            try:
                print(f"started in {start:.1f} s with 1000 evenings over and {count} running; database {size / 2**20:.0f} MB")
                await asyncio.sleep(10 + count / 15)
                spent = processor(process)
                print(f"memory before {memory(process)} MB", flush=True)
                since, gap = len(sandbox.journal), 60 / len(reports)
                tasks = []
                order = [report for half in (reports[::2], reports[1::2]) for report in half]
                for report in order:
                    tasks.append(asyncio.create_task(_pressed(report)))
                    await asyncio.sleep(gap)
                spans = await asyncio.gather(*tasks)
                print(f"{len(spans)} reports, {_spread(spans)}; memory after {memory(process)} MB; "
                      f"processor {1000 * (processor(process) - spent) / len(spans):.1f} ms each")
                chats = {group.id for group in groups}
                edits = Counter(call.chat for call in sandbox.journal.edited(since=since) if call.chat in chats)
                limited = [call for call in sandbox.journal.refused(since=since) if "Too Many" in repr(call)]
                print(f"edits per group {min(edits.values())}–{max(edits.values())}; 429: {len(limited)}")
            finally:
                process.kill()
                await process.wait()


def main(words: list[str]) -> None:
    match words:
        case ["as", who]:
            config = Config.from_environment(os.environ)
            asyncio.run(behind_intake(config)) if who == "intake" else bare(config)
        case ["updates", *rest]:
            asyncio.run(updates(int(rest[0]) if rest else 1200))
        case ["clubs", *rest]:
            asyncio.run(clubs(*(int(word) for word in rest) if rest else (200, 30)))
        case _:
            print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
