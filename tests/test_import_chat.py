"""Does an import go on beside the batch, all of it or nothing, and once however often Yes is pressed?"""

from __future__ import annotations

import asyncio
import signal
import threading

import pytest

import storage
from bot import imports
from bot.sandbox import Message
from engine import facts as f
from engine.model import MemberId, Refused, Settings
from engine.takeover import Plan
from storage.ledger import Brought
from tests.evening import Evening
from tests.memory import hall
from tests.table import START
from tests.test_files_chat import RUNNING, known, members, tournaments

KILLER = """
import os, signal
from storage import entries
whole = entries.append
def append(code, found):
    found = tuple(found)
    if len(found) > 5:
        yield from whole(code, found[:5])
        os.kill(os.getpid(), signal.SIGKILL)
    return (yield from whole(code, found))
entries.append = append
"""


async def previewed(evening: Evening, content: str = RUNNING) -> Message:
    await known(evening)
    await evening.olga.sends("open.trf", content.encode())
    return await evening.olga.sees("Autumn Open", buttons=["Yes", "No"])


@pytest.mark.usefixtures("databases")
async def test_the_batch_does_not_wait_for_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    plan = imports._plan

    def slow(content: str, rounds: int | None) -> Plan:
        assert go_on.wait(30)
        return plan(content, rounds)

    monkeypatch.setattr(imports, "_plan", slow)
    async with Evening(2) as evening:
        card = await previewed(evening)
        assert (await evening.olga.taps(card, "Yes")).text == "Working on it"
        await evening.olga.writes("/help")                  # the same chat is served meanwhile
        await evening.olga.sees("/new")
        assert await tournaments(evening) == []
        go_on.set()
        await evening.olga.sees("goes on here", buttons=["Undo"])


@pytest.mark.usefixtures("databases")
async def test_two_taps_on_yes_are_one_event() -> None:
    async with Evening(2) as evening:
        card = await previewed(evening)
        await asyncio.gather(evening.olga.taps(card, "Yes"), evening.olga.taps(card, "Yes"))
        await evening.rests()
        t, = await tournaments(evening)
        assert len(t.players) == 5
        assert len(await members(evening)) == 6             # Olga and the five of the file
        causes = {entry.cause for entry in await evening.app.store.ledger.entries(t.code)}
        brought = {tuple(cause.split(":")) for cause in causes if cause.startswith("import:")}
        assert {step for _, _, step in brought} == {"0", "1"} and len({digest for _, digest, _ in brought}) == 1


@pytest.mark.usefixtures("databases")
async def test_an_import_that_is_killed_has_not_happened_and_can_be_pressed_again() -> None:
    async with Evening(2, speed=1.0) as evening:
        card = await previewed(evening)
        before = len(await members(evening))
        await evening.stops()
        evening.olga.tap(card, "Yes")
        process = await evening.spawns(KILLER)
        assert await asyncio.wait_for(process.wait(), 20) == -signal.SIGKILL
        async with storage.open(evening.url) as store:
            assert await store.ledger.running(evening.time.now()) == []
            club, = await store.clubs.clubs_of(evening.olga.id)
            assert len(await store.members.members(club.id)) == before
        evening.olga.tap(card, "Yes")
        await evening.spawns()
        await evening.olga.sees("goes on here", timeout=20)
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 20)
        async with storage.open(evening.url) as store:
            row, = await store.ledger.running(evening.time.now())
            assert len((await store.ledger.tournament(row.code)).players) == 5


async def test_the_card_of_an_earlier_file_is_out_of_date() -> None:
    async with Evening(2) as evening:
        first = await previewed(evening)
        await evening.olga.sends("other.trf", RUNNING.replace("Autumn", "Winter").encode())
        second = await evening.olga.sees("Winter Open", buttons=["Yes", "No"])
        await evening.olga.taps(first, "Yes")
        await evening.rests()
        assert await tournaments(evening) == []
        await evening.olga.taps(second, "Yes")
        await evening.rests()
        assert [t.settings.title for t in await tournaments(evening)] == ["Winter Open"]


async def test_the_letters_of_an_old_file_are_guessed_and_can_be_changed() -> None:
    async with Evening(2, language="ru") as evening:
        await known(evening)
        await evening.olga.sends("open.trf", RUNNING.replace("Player 2 ", "Müßig, É.").encode("cp1252"))
        card = await evening.olga.sees("не в UTF-8, прочитан как cp1252", buttons=["Прочитать как Windows-1251"])
        assert "Имена, как прочитаны: Müßig, É." in card.text
        await evening.olga.taps(card, "Прочитать как Windows-1251")
        card = await evening.olga.sees("прочитан как cp1251", buttons=["Прочитать как Windows-1252"])
        assert "Müßig" not in card.text
        await evening.olga.taps(card, "Прочитать как Windows-1252")
        card = await evening.olga.sees("прочитан как cp1252", buttons=["Да"])
        await evening.olga.taps(card, "Да")
        await evening.rests()
        assert "Müßig, É." in {member.name for member in await members(evening)}


async def test_so_can_those_of_a_list() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        await evening.olga.sends("players.txt", "Müßig 1500\nÉmile 1600".encode("cp1252"), caption="/import")
        card = await evening.olga.sees("Müßig", buttons=["Read as Windows-1251"])
        await evening.olga.taps(card, "Read as Windows-1251")
        await evening.olga.sees("Mь", buttons=["Read as Windows-1252"])


async def test_what_is_refused_in_the_end_is_said_and_the_question_stays() -> None:
    async with Evening(2) as evening:
        card = await previewed(evening)
        await evening.opens()
        await evening.olga.taps(card, "Yes")
        await evening.olga.sees("already")
        assert "Yes" in [button.text for button in card.all_buttons()]


async def test_what_decides_something_is_remarked_on_before_spellings() -> None:
    odd = RUNNING.replace("042 2026/10/05", "\n".join(["042 5.10.2026"] * 6)).replace("0000 - U", "       U")
    async with Evening(2) as evening:
        card = await previewed(evening, odd)
        first = next(line for line in card.text.split("\n") if line.startswith("·"))
        assert "a letter alone, without 0000 and hyphen, read as pairing-allocated bye (U)" in first


async def test_an_export_of_everything_is_refused_with_the_two_ways_there_are() -> None:
    async with Evening(2) as evening:
        await known(evening)
        await evening.olga.sends("all.jsonl", b'{"format":"swissclub tournament 1"}\n')
        refusal = await evening.olga.sees("send me the event as TRF26")
        assert f"--club {evening.group.id}" in refusal.text


@pytest.mark.usefixtures("databases")
async def test_what_is_brought_is_written_with_the_opening_or_not_at_all() -> None:
    async with hall() as room:
        def refused(guests: list[MemberId], version: int) -> list[f.Fact]:
            raise Refused("full")

        def entered(guests: list[MemberId], version: int) -> list[f.Fact]:
            assert version == 1
            return [f.Joined(guest, True) for guest in guests]

        before = await room.store.members.members(1)
        with pytest.raises(Refused, match="full"):
            await room.ledger.create(Settings(), 1, -7, None, room.judge, "import:a:0", START,
                                     Brought("import:a:1", ["Nina", "Lev"], refused))
        assert await room.store.members.members(1) == before and await room.ledger.in_chat(-7, None) == []
        for _ in range(2):
            t = await room.ledger.create(Settings(), 1, -7, None, room.judge, "import:a:0", START,
                                         Brought("import:a:1", ["Nina", "Lev"], entered))
        row, = await room.ledger.in_chat(-7, None)
        assert (row.code, row.version, len(t.players)) == (t.code, 3, 2)
        assert len(await room.store.members.members(1)) == len(before) + 2
