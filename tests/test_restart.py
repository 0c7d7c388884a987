"""Is anything lost, or counted twice, when the process is killed at the worst moment?"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import storage
from bot.sandbox import Call, Tap
from engine import facts as f
from engine.model import Result, Stage, Tournament
from storage.address import path_of
from storage.sqlite import BUSY_SECONDS
from tests.evening import Evening

both = pytest.mark.usefixtures("databases")

KILLER = """
import os, signal
from bot.desk import command
@command("kill", rights=False)
async def kill(v):
    os.kill(os.getpid(), signal.SIGKILL)
@command("echo", rights=False)
async def echo(v):
    await v.reply("echo " + v.text)
"""


TELLS = """
import sys
from storage.sqlite import Sqlite
write = Sqlite.write
async def told(self, work):
    print("writes", file=sys.stderr, flush=True)
    return await write(self, work)
Sqlite.write = told
"""


def answered(taps: Sequence[Tap], enough: int) -> bool:
    return sum(tap.query.answer.done() for tap in taps) >= enough


async def remembered(evening: Evening, code: str) -> tuple[Tournament, Counter[int]]:
    """What the database says, read beside the running process: the state, and how often each has joined."""
    async with storage.open(evening.url) as store:
        entries = await store.ledger.entries(code)
        return (await store.ledger.tournament(code),
                Counter(e.fact.player for e in entries if isinstance(e.fact, f.Joined)))


async def acts(evening: Evening, code: str) -> list[tuple[int, str]]:
    """What people have done, and the cause: what the clock does beside is its own affair."""
    async with storage.open(evening.url) as store:
        return [(e.seq, e.cause) for e in await store.ledger.entries(code) if e.by]


@both
async def test_kill_after_kill_with_updates_queued_loses_nothing_and_counts_nothing_twice() -> None:
    async with Evening(40, speed=1.0) as evening:
        code = await evening.open_quietly()
        post = await evening.group.sees(buttons=["Join"])
        await evening.stops()
        taps = [player.tap(post, "Join") for player in evening.players]
        thanked: set[int] = set()
        for more in (3, 11, 5):
            process = await evening.spawns()
            enough = sum(tap.query.answer.done() for tap in taps) + more
            await evening.sandbox.until(partial(answered, taps, enough), 15)
            await evening.kills(process)
            known, joined = await remembered(evening, code)
            thanked = {tap.query.user.id for tap in taps if tap.query.answer.done()}
            async with storage.open(evening.url) as store:
                members = await store.members.members((await store.ledger.row(code)).club)
            written = {members[player].person for player in known.players}
            assert thanked <= written, "somebody was told that he is in, and is not"
            assert set(joined.values()) <= {1}
        process = await evening.spawns()
        await evening.sandbox.until(lambda: all(tap.query.answer.done() for tap in taps), 20)
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 20)
        known, joined = await remembered(evening, code)
        assert len(known.players) == 40 and set(joined.values()) == {1}
        await evening.sandbox.until(lambda: any("Anna" in m.text and "40" in m.text for m in evening.group.posts), 20)


@both
async def test_an_update_that_kills_three_times_is_set_aside_and_the_others_are_served(tmp_path: Path) -> None:
    async with Evening(3, speed=1.0) as evening:
        anna, boris, clara = evening.players
        await evening.stops()
        await anna.writes("/echo before")
        await boris.writes("/kill")
        await clara.writes("/echo after")
        for _ in range(3):
            process = await evening.spawns(KILLER)
            assert await asyncio.wait_for(process.wait(), 20) == -signal.SIGKILL
        await evening.spawns(KILLER, log=tmp_path / "log")
        await clara.sees("echo after", timeout=15)
        await anna.sees("echo before")
        await boris.writes("/echo alive")
        await boris.sees("echo alive", timeout=15)
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 15)
        assert (tmp_path / "log").read_text().count("stopped the bot three times: set aside") == 1
        assert evening.olga.reads() == [], "judges can do nothing about it"


async def dies_unconfirmed(evening: Evening, taps: list[Tap]) -> None:
    """The bot answers these taps and is killed before Telegram hears that they are done."""
    process = await evening.spawns()
    killed = asyncio.Event()

    async def kill_before_the_confirmation(call: Call) -> None:
        if call.method == "getUpdates" and all(tap.query.answer.done() for tap in taps):
            process.kill()
            killed.set()
            await asyncio.sleep(60)                                      # the dead client ends this

    evening.sandbox.server.before.append(kill_before_the_confirmation)
    await asyncio.wait_for(killed.wait(), 20)
    await process.wait()
    evening.sandbox.server.before.clear()
    assert len(evening.sandbox.updates) >= len(taps), "confirmed before the kill"


@both
async def test_a_batch_that_comes_again_after_a_kill_ends_as_it_ended() -> None:
    """Draw, Draw, I won: the second Draw added nothing. Evaluated again after I won, it would count."""
    async with Evening(4, speed=1.0) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        white = await evening.person(game.white)
        await evening.stops()
        await dies_unconfirmed(evening, [white.tap(post, label) for label in ("Draw", "Draw", "I won")])
        code = (await _codes(evening))[0]
        then = await acts(evening, code)
        await evening.spawns()
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 20)
        now, _ = await remembered(evening, code)
        assert await acts(evening, code) == then
        report = now.rounds[0].games[0].report_of(game.white)
        assert report is not None and report.result.winner is game.colour_of(game.white)


@both
async def test_a_question_that_comes_again_after_a_kill_does_not_become_the_deed() -> None:
    """Begin with three is asked about, then a fourth joins. Evaluated again with four, it would begin."""
    async with Evening(4, speed=1.0) as evening:
        post = await evening.opens()
        *three, fourth = evening.players
        for player in three:
            await player.taps(post, "Join")
        card = await evening.olga.sees(buttons=["Begin"])
        await evening.rests()
        await evening.stops()
        await dies_unconfirmed(evening, [evening.olga.tap(card, "Begin"), fourth.tap(post, "Join")])
        code = (await _codes(evening))[0]
        then = await acts(evening, code)
        await evening.spawns()
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 20)
        now, _ = await remembered(evening, code)
        assert len(now.entered()) == 4
        assert now.stage is Stage.ENTRY and await acts(evening, code) == then


@both
async def test_a_yes_that_comes_again_after_its_commit_is_not_refused_by_what_it_did_itself() -> None:
    """The preview of a correction is out of date as soon as it has been made."""
    async with Evening(4, speed=1.0) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        said = await evening.olga.writes("/rule 1 0-1")
        preview = await evening.olga.sees("Now:", buttons=["Yes"], after=said)
        code = (await evening.row()).code
        await evening.stops()
        process = await evening.spawns()
        killed = asyncio.Event()

        async def kill_before_the_toast(call: Call) -> None:
            if call.method == "answerCallbackQuery":
                process.kill()
                killed.set()
                await asyncio.sleep(60)                                  # the dead client ends this

        evening.sandbox.server.before.append(kill_before_the_toast)
        yes = evening.olga.tap(preview, "Yes")
        await asyncio.wait_for(killed.wait(), 20)
        await process.wait()
        evening.sandbox.server.before.clear()
        then, _ = await remembered(evening, code)
        assert then.rounds[0].games[0].result is Result.BLACK_WON, "the commit came first"
        done = await acts(evening, code)
        await evening.spawns()
        assert (await yes.toast(20)).text == "That is done already"
        assert await acts(evening, code) == done


@both
async def test_words_that_come_again_after_a_kill_do_not_answer_a_newer_question() -> None:
    """A name is typed, then a penalty asks for its reason. Taken for the reason, the name would take a point."""
    async with Evening(4, speed=1.0) as evening:
        await evening.begins()
        code, player = (await evening.row()).code, (await evening.game(1)).white
        card = await evening.olga.sees("Round 1")
        await evening.olga.forges(card, f"penal:{code}:{player}")
        points = await evening.olga.sees("How many points")
        await evening.olga.forges(card, f"rename:{code}:{player}")
        await evening.olga.sees("Type the new name")
        await evening.stops()
        await evening.olga.writes("Bobby Tables")
        await dies_unconfirmed(evening, [evening.olga.tap(points, "1")])
        await evening.spawns()
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 20)
        now, _ = await remembered(evening, code)
        assert not now.players[player].penalties, "the name was taken for a reason"
        assert not [m for m in evening.olga.reads() if "changed meanwhile" in m.text], "nor looked at as one"
        said = await evening.olga.writes("late for the third time")      # the newer question is still open
        await evening.olga.sees("points taken: 1", after=said, timeout=20)
        now, _ = await remembered(evening, code)
        assert len(now.players[player].penalties) == 1


@both
async def test_what_was_claimed_when_the_process_died_is_shown_again_and_marked() -> None:
    async with Evening(4, speed=1.0) as evening:
        post = await evening.enters()
        await evening.stops()
        process = await evening.spawns()
        killed = asyncio.Event()

        async def kill_after_the_message(call: Call) -> None:
            if call.method == "sendMessage" and "approve:" in str(call.params):
                process.kill()
                killed.set()
                await asyncio.sleep(60)

        evening.sandbox.server.after.append(kill_after_the_message)
        await evening.olga.types(evening.group, "/begin")
        await asyncio.wait_for(killed.wait(), 20)
        await process.wait()
        evening.sandbox.server.after.clear()
        await evening.spawns()
        await evening.sandbox.until(lambda: any(m.text.startswith("↻") for m in evening.olga.reads()), 15)
        assert post in evening.group.posts


@both
async def test_an_old_button_works_after_a_restart() -> None:
    async with Evening(4) as evening:
        post = await evening.begins()
        await evening.stops()
        await evening.starts()
        game = await evening.game(1)
        toast = await (await evening.person(game.white)).taps(post, "I won")
        assert toast.text
        assert len((await evening.game(1)).reports) == 1


@both
async def test_sigterm_ends_it_in_good_order_and_nothing_comes_twice() -> None:
    async with Evening(2, speed=1.0) as evening:
        await evening.stops()
        process = await evening.spawns(KILLER)
        await evening.players[0].writes("/echo one")
        await evening.players[0].sees("echo one", timeout=10)
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 10) == 0
        assert len(evening.sandbox.updates) == 0, "the last batch was not confirmed"


async def test_sigterm_ends_it_in_half_a_minute_while_telegram_answers_nothing() -> None:
    async with Evening(4, speed=1.0) as evening:
        post = await evening.begins()
        polls = evening.sandbox.journal.polls
        process = await evening.spawns(DRAIN="2")
        await evening.sandbox.until(lambda: evening.sandbox.journal.polls > polls + 1, 20)
        game = await evening.game(1)
        white, black = await evening.person(game.white), await evening.person(game.black)
        silence = [evening.sandbox.faults.add("timeout_before", method, times=10_000) for method in (None, "getUpdates")]
        tap = white.tap(post, "I won")
        await evening.sandbox.until(lambda: all(fault.struck for fault in silence), 20)
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 4 * 2 + 10) == 0
        evening.sandbox.faults.clear()
        await evening.spawns()
        assert (await tap.toast(20)).text
        assert (await black.taps(post, "I lost", timeout=20)).text.startswith("Settled")
        assert 4 * evening.config.drain <= 30 - 5


async def test_sigterm_ends_it_in_half_a_minute_while_somebody_else_has_locked_the_file(tmp_path: Path) -> None:
    """Whoever writes waits for the file longer than a stop may take."""
    log = tmp_path / "log"
    async with Evening(1, speed=1.0) as evening:
        post = await evening.opens()
        process = await evening.spawns(TELLS, log=log, DRAIN="0.1")
        with closing(sqlite3.connect(path_of(evening.url), isolation_level=None)) as other:
            await evening.sandbox.until(lambda: "started" in log.read_text(), 20)
            other.execute("BEGIN IMMEDIATE")
            told = log.read_text().count("writes")
            tap = evening.players[0].tap(post, "Join")
            await evening.sandbox.until(lambda: log.read_text().count("writes") > told, 20)
            process.terminate()
            assert await asyncio.wait_for(process.wait(), BUSY_SECONDS / 2) == 1
            assert "could not stop in good order" in log.read_text() and not tap.query.answer.done()
        await evening.spawns()
        assert (await tap.toast(20)).text == "You are in, 1"


async def test_a_second_process_on_the_same_file_is_stopped_at_once() -> None:
    async with Evening(2, speed=1.0) as evening:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env=evening.environment, stderr=asyncio.subprocess.PIPE)
        try:
            _, said = await asyncio.wait_for(process.communicate(), 20)
        finally:
            await evening.kills(process)                                # it has not stopped: the test fails, alone
        assert process.returncode == 1
        assert b"is in use by process" in said


async def _codes(evening: Evening) -> list[str]:
    async with storage.open(evening.url) as store:
        return [row.code for row in await store.ledger.running()]
