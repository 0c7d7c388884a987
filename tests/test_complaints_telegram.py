"""Telegram's own corners: restarts, names, crowds, double taps, people who have blocked the bot."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.sandbox import Person
from engine import facts as f
from engine.model import Result, Standing
from tests.evening import Evening

NAMES = ("<b>Max", "A&B", "snake_case_", "*star*", "; DROP", "'; DROP TABLE fact; --", "&lt;i&gt;", "[a](b) `c`")


async def white_of(evening: Evening, board: int) -> Person:
    return await evening.person((await evening.game(board)).white)


async def test_c37_buttons_and_half_finished_menus_live_through_a_restart() -> None:
    async with Evening(6, speed=60) as evening:
        post = await evening.begins()
        white = await white_of(evening, 1)
        line = await white.sees("Round 1, board 1", buttons=["I won"])
        leaver = await white_of(evening, 2)
        await leaver.taps(await leaver.sees(buttons=["My event"]), "My event")
        ways = await leaver.sees(buttons=["Leave: for good"])
        await evening.olga.writes("/rule")
        rule = await evening.olga.sees("Which board?")
        await evening.olga.taps(rule, "3.")
        rule = await evening.olga.sees(buttons=["Swap colours"])
        await evening.rests()
        sent = len(evening.sandbox.journal.sent())
        await evening.stops()
        tap = white.tap(line, "I won")                    # pressed while nobody is there
        await evening.starts()
        assert "Reported:" in (await tap.toast()).text
        await evening.rests()
        assert len((await evening.game(1)).reports) == 1
        assert (await leaver.taps(ways, "Leave: for good")).text.startswith("You have left")
        assert (await evening.olga.taps(rule, "½-½ draw")).text == "Board 3: draw (½-½)"
        await evening.rests()
        t = await evening.tournament()
        assert t.rounds[0].games[2].result is Result.DRAW
        assert sum(p.standing is Standing.LEFT for p in t.players.values()) == 1
        assert "1-0?" in post.text or "0-1?" in post.text
        news = evening.sandbox.journal.sent()[sent:]
        assert not any("Round 1 of 3" in call.text for call in news), "the round was posted again"
        assert evening.sandbox.journal.refused() == []


async def test_c37_a_question_that_waits_for_words_is_still_there_or_says_what_to_do() -> None:
    async with Evening(2, speed=60) as evening:
        post = await evening.opens()
        await evening.players[0].taps(post, "Join")
        await evening.olga.writes("/guest Anny")
        question = await evening.olga.sees("The same person?", buttons=["Somebody else"])
        await evening.rests()
        await evening.stops()
        await evening.starts()
        await evening.olga.taps(question, "Somebody else")
        await evening.olga.sees("Entered: Anny. Now in: 2")
        toast = await evening.olga.forges(question, "wizard:1:2")
        assert toast.text == "I do not know this button. Look at the newest message, or /help"


async def test_c39_names_are_never_format() -> None:
    async with Evening(0, speed=60, rounds=2) as evening:
        evening.players = [evening.sandbox.person(name, started=True) for name in NAMES]
        for person in evening.players:
            await evening.group.add(person)
            await person.start()
        post = await evening.enters()
        for name in NAMES:
            assert name in post.text
        await evening.olga.writes("/begin")
        card = await evening.olga.sees("Round 1: draft", buttons=["Approve"])
        assert all(name in card.text for name in NAMES)
        shown = await evening.approves()
        assert all(name in shown.text for name in NAMES)
        t = await evening.tournament()
        for game in t.rounds[0].games:
            white, black = await evening.person(game.white), await evening.person(game.black)
            assert f"You play White against {black.name}." in (await white.sees("You play")).text
            toast = await white.taps(shown, "I won")
            assert toast.text == f"Reported: {white.name} won (1-0). Waiting for {black.name}"
            asked = await black.sees(f"{white.name} says: {white.name} won", buttons=["Confirm"])
            await black.taps(asked, "Confirm")
        await evening.rests()
        table = await evening.group.sees("After round 1")
        assert all(name in table.text for name in NAMES)
        for command, head in (("/standings", "After round 1"), ("/pairs", "Round 1"), ("/log", "Log")):
            said = await evening.olga.writes(command)
            answer = await evening.olga.sees(head, after=said)
            if command != "/log":
                assert all(name in answer.text for name in NAMES), command
        for name in ("<b>Max", "; DROP"):
            said = await evening.olga.writes(f"/log {name}")
            assert name in (await evening.olga.sees("Log", after=said)).text
        said = await evening.olga.writes("/remove <b>Max")
        await evening.olga.sees("<b>Max is out", after=said)
        assert evening.sandbox.journal.refused() == []


async def test_c40_sixty_joins_in_half_a_minute_are_few_edits() -> None:
    async with Evening(60, speed=25) as evening:
        post = await evening.opens()
        since = len(evening.sandbox.journal)
        begun = evening.time.monotonic()
        taps = []
        for number, player in enumerate(evening.players, 1):
            taps.append(player.tap(post, "Join"))
            await evening.time.sleep(max(0.0, begun + number / 2 - evening.time.monotonic()))
        toasts = [(await tap.toast()).text for tap in taps]
        assert sorted(toasts) == sorted(f"You are in, {n}" for n in range(1, 61))
        minutes = 1 + int(evening.time.monotonic() - begun) // 60          # a busy machine may need more than one
        await evening.rests()
        edits = evening.sandbox.journal.edited(evening.group.id, since=since)
        assert 1 <= len(edits) <= 10 * minutes, (len(edits), minutes)
        assert "In: 60" in post.text
        assert all(player.name in post.text for player in evening.players)
        assert not evening.sandbox.limits.exceeded
        assert evening.sandbox.journal.refused() == []
        assert not [call for call in evening.sandbox.journal if call.fault]


async def test_e01_a_double_tap_counts_once_and_says_already() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        white, black = await evening.person(game.white), await evening.person(game.black)
        taps = [white.tap(post, "I won"), white.tap(post, "I won")]
        first, second = [(await tap.toast()).text for tap in taps]
        assert first.startswith("Reported: ")
        assert second == f"You have reported that already: {white.name} won (1-0). Waiting for {black.name}"
        assert len((await evening.game(1)).reports) == 1
        taps = [black.tap(post, "I lost"), black.tap(post, "I lost"), white.tap(post, "I won")]
        toasts = [(await tap.toast()).text for tap in taps]
        assert toasts[0] == f"Settled on board 1: {white.name} won (1-0)"
        assert toasts[1] == toasts[2] == f"Already settled on board 1: {white.name} won (1-0)"
        await evening.rests()
        assert evening.sandbox.journal.refused() == []
        evening.sandbox.updates.repeat()                          # the same update delivered again
        await evening.rests()
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        assert sum(isinstance(entry.fact, f.Settled) for entry in entries) == 1
        assert sum(isinstance(entry.fact, f.Reported) for entry in entries) == 2


@pytest.mark.parametrize("told", [True, False])
async def test_e02_one_who_has_blocked_the_bot_stops_nobody(told: bool, caplog: pytest.LogCaptureFixture) -> None:
    """`told`: whether Telegram has brought the news before the round; else the bot finds out by a 403."""
    async with Evening(8, speed=60) as evening:
        await evening.enters()
        blocker = evening.players[3]
        if told:
            await blocker.blocks()
        else:
            blocker.user.blocked = True
        await evening.rests()
        await evening.olga.writes("/begin")
        card = await evening.olga.sees("Round 1: draft", buttons=["Approve"])
        if told:
            assert f"Cannot be written to: {blocker.name}" in card.text
        with caplog.at_level(logging.WARNING):
            post = await evening.approves()
        for player in evening.players:
            if player is not blocker:
                assert "Round 1, board" in (await player.sees("You play")).text
        if told:
            assert blocker.id in {member for version in post.history for entity in version.entities
                                  for member in [entity.user_id] if member} | set(post.mentions)
            assert evening.sandbox.journal.refused() == []
        else:
            assert {call.chat for call in evening.sandbox.journal.refused()} == {blocker.id}
        assert (await blocker.taps(post, "I won")).text.startswith("Reported:")        # he plays from the group
        await evening.plays()
        second = await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        assert f"Cannot be written to: {blocker.name}" in second.text
        shown = await evening.approves()
        assert blocker.id in shown.mentions or any(
            entity.user_id == blocker.id for version in shown.history for entity in version.entities)
        assert "Traceback" not in caplog.text
        since = len(evening.sandbox.journal)
        await evening.plays()
        assert not evening.sandbox.journal.calls(chat=blocker.id, since=since), "written to all the same"


async def test_e03_everything_at_once_loses_nothing() -> None:
    async with Evening(24, speed=10, nudge=1, judges=2) as evening:
        post = await evening.begins()
        t = await evening.tournament()
        pairs = [(await evening.person(game.white), await evening.person(game.black)) for game in t.rounds[0].games]
        taps = []
        await evening.stops()                                     # it all waits at Telegram
        for white, black in pairs:
            for _ in range(2):
                taps += [white.tap(post, "I won"), black.tap(post, "I lost")]
            await white.writes("/standings")
            await black.writes("/me")
        evening.time.jump(61)                                     # a tap lives for 150 s only
        await evening.starts()
        toasts = await asyncio.gather(*(tap.toast(15) for tap in taps))
        await evening.rests()
        assert not [toast.text for toast in toasts if "wrong" in toast.text]
        t = await evening.tournament()
        assert all(game.result is Result.WHITE_WON for game in t.rounds[0].games)
        entries = await evening.app.store.ledger.entries(t.code)
        assert sum(isinstance(entry.fact, f.Settled) for entry in entries) == 12
        assert sum(isinstance(entry.fact, f.Drafted) and entry.fact.round == 2 for entry in entries) == 1
        await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        assert evening.sandbox.journal.refused() == []


async def test_e12_all_who_cannot_be_written_to_are_called_in_portions() -> None:
    async with Evening(44, started=False, speed=60) as evening:
        await evening.begins()
        t = await evening.tournament()
        playing = {(await evening.person(player)).id for game in t.rounds[0].games for player in game.players}
        called = {message.id: set(message.mentions) | {
            entity.user_id for version in message.history for entity in version.entities if entity.user_id}
            for message in evening.group.posts}
        assert all(len(people) <= 20 for people in called.values())
        assert set().union(*called.values()) == playing


async def test_e12_a_reminder_rings_only_for_those_who_must_act() -> None:
    async with Evening(8, speed=60) as evening:
        post = await evening.begins()
        await evening.says(1, "1-0")
        await evening.says(2, "½")
        await (await white_of(evening, 3)).taps(post, "I won")
        await evening.rests()
        t = await evening.tournament()
        silent = [await evening.person(player) for player in t.rounds[0].games[3].players]
        since = len(evening.sandbox.journal)
        evening.time.jump(11 * 60)
        await evening.sandbox.until(lambda: "to confirm" not in post.text)        # the lone report counts by time
        evening.time.jump(20 * 60)
        for player in silent:
            await player.sees("How did your game")
        await evening.rests()
        sent = evening.sandbox.journal.sent(since=since)
        assert {call.chat for call in sent if "How did your game" in call.text} == {player.id for player in silent}
        assert not [call for call in sent if call.chat == evening.group.id and "tg://user" in call.text]
        assert (await evening.game(3)).how == "time"
