"""Whatever Telegram, the network and the clock do: does the evening go on, with everything said and nothing twice?"""

from __future__ import annotations

import os
import random
import resource
from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from bot.sandbox import SENDS
from bot.sandbox.faults import Kind
from engine import facts as f
from engine.model import Result
from tests.evening import Evening
from tests.fast import FastTime

SEED = date.today().strftime("%Y%m%d")


def doubled(evening: Evening) -> list[str]:
    """What came to somebody twice without a mark. (Two cards about one board may end with the same last words.)"""
    came = Counter((call.chat, call.text) for call in evening.sandbox.journal.calls(SENDS)
                   if call.applied and not call.text.startswith("↻"))
    return [f"{chat}: {text}" for (chat, text), times in came.items() if times > 1]


@pytest.mark.parametrize("kind", [429, 500, "timeout_before", "timeout_after", "drop_before", "drop_after"])
async def test_a_toast_gets_through_and_the_report_counts_once(kind: Kind) -> None:
    async with Evening(4, speed=20, config={"request": 0.5}) as evening:
        post = await evening.begins()
        fault = evening.sandbox.faults.add(kind, "answerCallbackQuery", times=2)
        toast = await evening.says(1, "1-0")
        assert toast.text.startswith("Settled") and fault.struck == 2
        assert (await evening.game(1)).result is Result.WHITE_WON
        assert "1-0" in (await evening.group.sees("Results: 1/2")).text and post in evening.group.posts


@pytest.mark.parametrize("kind", [429, 500, "timeout_before", "timeout_after", "drop_before", "drop_after"])
async def test_an_answer_gets_through_and_says_if_it_may_be_the_second(kind: Kind) -> None:
    async with Evening(0, speed=20, config={"request": 0.5}) as evening:
        await evening.rests()
        fault = evening.sandbox.faults.add(kind, "sendMessage")
        await evening.olga.writes("/new")
        await evening.olga.sees(buttons=["Open entry"])
        await evening.rests()
        answer = evening.olga.last()
        assert fault.struck == 1
        assert answer.text.startswith("↻") is (kind != 429)
        assert len(evening.olga.reads()) == 1 + str(kind).endswith("after")
        edited = evening.sandbox.faults.add(kind, "editMessageText")
        await evening.olga.taps(answer, "Rounds: 5")
        await evening.olga.sees(buttons=["7"])
        await evening.rests()
        assert edited.struck == 1 and evening.olga.last() is answer and not answer.text.startswith("↻")


@pytest.mark.parametrize("kind", [502, "drop_before"])
async def test_telegram_is_away_for_ten_minutes_in_mid_round(kind: Kind) -> None:
    """What is typed waits at Telegram for a day, a tap for 150 seconds."""
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        first, second = await evening.game(1), await evening.game(2)
        evening.sandbox.updates.hold()                                # a poll that is out already brings nothing
        for method in (None, "getUpdates"):
            fault = evening.sandbox.faults.add(kind, method, times=1_000_000)
        await (await evening.person(first.white)).writes("/result +")
        await evening.sandbox.until(lambda: fault.struck > 0)
        evening.sandbox.updates.release()
        begun = evening.time.monotonic()
        await evening.sandbox.until(lambda: evening.time.monotonic() - begun > 600, 30)
        assert (await evening.game(1)).reports == ()
        taps = [(await evening.person(player)).tap(post, label) for player, label in (
            (first.black, "I lost"), (second.white, "Draw"), (second.black, "Draw"))]
        evening.sandbox.faults.clear()
        for tap in taps:
            assert (await tap.toast(20)).text
        await evening.rests()
        games = (await evening.tournament()).rounds[0].games
        assert [(game.result, game.how) for game in games] == [(Result.WHITE_WON, "agreed"), (Result.DRAW, "agreed")]
        await evening.approves()
        assert doubled(evening) == []


async def test_a_wait_for_one_group_stops_no_other_chat() -> None:
    async with Evening(4, speed=20) as evening:
        await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        card = await evening.olga.sees(buttons=["Approve"])
        fault = evening.sandbox.faults.add(429, "sendMessage", evening.group.id, retry_after=36_000)
        await evening.olga.taps(card, "Approve")
        for player in evening.players:
            await player.sees("Round 1, board")
        await evening.sandbox.until(lambda: fault.struck > 0)
        evening.time.jump(35_000)
        await evening.players[0].writes("/pairs 1")                    # who asks is answered meanwhile
        await evening.players[0].sees("1. ")
        assert not any("Round 1 of" in message.text for message in evening.group.posts)
        evening.time.jump(36_000)
        await evening.group.sees("Round 1 of", buttons=["I won"], timeout=20)
        assert doubled(evening) == []


@pytest.mark.parametrize("turn", range(3))
async def test_updates_out_of_order_and_twice_are_the_same_round(turn: int) -> None:
    """Whose word comes first is chance at Telegram too; the same update may come under a new number."""
    dice = random.Random(f"{SEED} {turn}")
    print(f"seed {SEED} {turn}")
    async with Evening(6, speed=60) as evening:
        post = await evening.begins()
        said = [(player, label) for board in (1, 2, 3) for game in [await evening.game(board)]
                for player, label in ((await evening.person(game.white), "I won"), (await evening.person(game.black), "I lost"))]
        dice.shuffle(said)
        evening.sandbox.updates.hold()
        taps = []
        for player, label in said:
            taps.append(player.tap(post, label))
            evening.sandbox.updates.repeat(renumbered=dice.random() < 0.5)
        evening.sandbox.updates.release()
        for tap in taps:
            assert (await tap.toast()).text
        await evening.rests()
        games = (await evening.tournament()).rounds[0].games
        assert [game.result for game in games] == [Result.WHITE_WON] * 3
        entries = await evening.store.ledger.entries((await evening.row()).code)
        assert sum(isinstance(entry.fact, f.Reported) for entry in entries) == 6
        assert sum(isinstance(entry.fact, f.Settled) for entry in entries) == 3
        assert doubled(evening) == []


async def test_of_two_bots_with_one_token_each_says_so_and_the_one_that_is_left_serves(tmp_path: Path) -> None:
    async with Evening(1, speed=1.0) as evening:
        first = await evening.spawns(log=tmp_path / "first")
        await evening.spawns(log=tmp_path / "second", DATABASE_URL=f"sqlite:///{tmp_path}/other.db")
        await evening.sandbox.until(lambda: "another program polls with this token" in (tmp_path / "second").read_text(), 40)
        await evening.kills(first)
        await evening.players[0].writes("/help")
        await evening.players[0].sees("", timeout=40)
        assert (tmp_path / "second").read_text().count("another program polls with this token") >= 1


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="this system has no limit for another process")
async def test_a_disk_that_is_full_for_a_while_holds_the_answers_back_and_loses_none(tmp_path: Path) -> None:
    """The system refuses the process to make any file longer: as true as a full disk can be in a test.

    Its log goes into a pipe, to which that does not apply.
    """
    os.mkfifo(log := tmp_path / "log")
    heard = bytearray()
    with open(os.open(log, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:

        def tried_twice() -> bool:
            heard.extend(pipe.read() or b"")
            return heard.count(b"the database does not answer") > 1

        async with Evening(2, speed=1.0) as evening:
            post = await evening.opens()
            polls = evening.sandbox.journal.polls
            process = await evening.spawns(log=log)
            await evening.sandbox.until(lambda: evening.sandbox.journal.polls > polls + 1, 40)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            taps = [player.tap(post, "Join") for player in evening.players]
            await evening.sandbox.until(tried_twice, 40)
            assert not any(tap.query.answer.done() for tap in taps) and process.returncode is None
            assert (await evening.tournament()).players == {}
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            assert [(await tap.toast(40)).text for tap in taps] == ["You are in, 1", "You are in, 2"]
            assert len((await evening.tournament()).players) == 2


class Wrong(FastTime):
    """A clock that somebody sets; what is measured in spans goes on."""

    by = timedelta(0)

    def now(self) -> datetime:
        return super().now() + self.by


@pytest.mark.parametrize("hours", [-2, 2])
async def test_the_clock_is_set_in_mid_round_and_the_evening_ends(hours: int) -> None:
    async with Evening(4, speed=60, rounds=2) as evening:
        await evening.stops()
        clock = evening.time = Wrong(60, begin=evening.time.now())
        await evening.starts()
        await evening.begins()
        game = await evening.game(1)
        await (await evening.person(game.white)).taps(await evening.round_post(), "I won")
        clock.by = timedelta(hours=hours)
        await evening.rests()
        black = await evening.person(game.black)
        if hours < 0:                                       # nothing has settled, and nothing is asked for twice
            assert (await evening.game(1)).result is None
            await black.taps(await evening.round_post(), "I lost")
        await evening.sandbox.until(lambda: "1/2" in evening.group.last("Round 1 of").text)
        assert (await evening.game(1)).result is Result.WHITE_WON
        await evening.says(2, "½")
        await evening.approves()
        clock.by = timedelta(0)
        await evening.plays()
        await evening.group.sees("Final table")
        assert doubled(evening) == []


async def test_when_the_clock_is_set_back_a_group_that_took_nothing_is_tried_again_as_soon_as_ever() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.stops()
        clock = evening.time = Wrong(60, begin=evening.time.now())
        await evening.starts()
        await evening.begins()
        await evening.group.demote_bot(evening.olga)
        evening.group.silence()
        for board in (1, 2):
            await evening.olga.writes(f"/rule {board} 1-0")
        await evening.rests()
        await evening.olga.sees("I may not write to a chat")
        clock.by = timedelta(hours=-2)
        evening.group.silence(False)
        clock.jump(601)
        await evening.group.sees("After round 1")


async def test_when_the_clock_is_set_back_administrators_are_asked_for_anew() -> None:
    """Or who was one then would be one for hours."""
    async with Evening(1, speed=60) as evening:
        await evening.stops()
        clock = evening.time = Wrong(60, begin=evening.time.now())
        await evening.starts()
        await evening.opens()
        await evening.rests()
        clock.by = timedelta(hours=-2)
        start = len(evening.sandbox.journal)
        await evening.olga.writes("/settings")
        await evening.rests()
        assert evening.sandbox.journal.calls("getChatAdministrators", since=start)
