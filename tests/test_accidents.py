"""Accidents: wrong buttons, wrong people, two at once, odd names, missing rights, a full disk, a power cut."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from bot.sandbox import Call, Group, Message, Person
from engine import facts as f
from engine.model import Game, Result, Stage
from tests.evening import Evening, FullDisk


async def seats(evening: Evening, board: int) -> tuple[Person, Person]:
    game = await evening.game(board)
    return await evening.person(game.white), await evening.person(game.black)


async def rivals(evening: Evening, person: Person) -> tuple[Game, Person]:
    """Somebody's board of the round that runs, and his opponent."""
    posted = (await evening.tournament()).round
    assert posted is not None
    for game in posted.games:
        people = [await evening.person(player) for player in game.players]
        if person in people:
            return game, next(one for one in people if one is not person)
    raise LookupError(f"{person} has no board")


def pressed(message: Message, label: str) -> str:
    return next(button.data or "" for button in message.all_buttons() if button.text.startswith(label))


async def other_judge(evening: Evening, group: Group | None = None, name: str = "Dora") -> Person:
    dora = evening.sandbox.person(name)
    await (group or evening.group).add(dora)
    await (group or evening.group).promote(dora, by=evening.olga)
    await dora.start()
    await evening.rests()
    return dora


async def test_a_button_of_a_round_that_is_over_never_counts_in_the_next_one() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        white, black = await seats(evening, 1)
        line = await white.sees("Round 1, board 1", buttons=["I won"])
        group, private = pressed(post, "I won"), pressed(line, "Draw")
        await evening.says(1, "0-1")
        await evening.says(2, "0-1")
        await evening.rests()
        confirm = f"yes:{(await evening.row()).code}:1:{(await evening.tournament()).version}"
        await evening.approves()
        before = (await evening.tournament()).version
        toasts = [(await white.forges(post, group)).text, (await white.forges(line, private)).text,
                  (await white.forges(line, confirm)).text]
        await evening.rests()
        t = await evening.tournament()
        assert t.version == before
        assert all(not game.reports and game.result is None for game in t.rounds[1].games)
        for toast in toasts:
            assert "ettled" in toast and f"{black.name} won (0-1)" in toast, toast
        assert evening.sandbox.journal.refused() == []


async def test_a_button_of_another_club_does_nothing_here() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        row = await evening.row()
        elsewhere = evening.sandbox.group("Other club", creator=evening.players[0])
        stranger = evening.sandbox.person("Stranger", started=True)
        await elsewhere.add(stranger)
        await evening.sandbox.add_bot(elsewhere, evening.players[0], admin=True)
        judge = await other_judge(evening, elsewhere, "Egon")                   # a judge, but of the other club
        there = await elsewhere.sees(buttons=["New event"])
        game = await evening.game(1)
        t = await evening.tournament()
        draft = t.rounds[0].draft
        private = await judge.sees()
        code = row.code
        for data in (f"join:{code}", f"res:{code}:1:{draft}:w", f"rule:{code}:1:{game.white}:w:{game.moved}",
                     f"approve:{code}:{draft}", f"cancel:{code}:yes", f"undo:{code}",
                     f"log:{code}:0:all", f"finish:{code}:yes", f"hold:{code}", f"see:{code}"):
            for person in (stranger, judge, evening.players[0]):
                toast = await person.forges(there, data)
                assert toast.text, data
                assert not toast.text.startswith("Something went wrong"), (data, toast.text)
            if not data.startswith("join"):
                toast = await judge.forges(private, data)                       # the same from a private chat
                assert toast.text and "went wrong" not in toast.text, (data, toast.text)
        await evening.rests()
        assert (await evening.tournament()).version == t.version
        assert not any("Log" in message.text or game_words in message.text
                       for message in (*elsewhere.posts, *judge.reads(), *stranger.reads())
                       for game_words in ("Round 1", "Thursday"))
        assert evening.sandbox.journal.refused() == []


MADE_UP = (
    "", "res", "res:", "res:QQQQ", "res:{code}", "res:{code}:1", "res:{code}:one:two:w", "res:{code}:1:{draft}:zz",
    "res:{code}:-1:{draft}:w", "res:{code}:99999999999999999999:{draft}:w", "yes:{code}:1:0", "no:{code}:7:1",
    "rule:{code}:1:1:w", "approve:{code}:x", "log:{code}:x:y", "undo:{code}:0:0", "seat:{code}:1:1",
    "swap:{code}:{draft}:1:1", "chip:1:2:rounds", "because:{code}:rounds:NaN:mistake", "set:{code}:system:magic",
    "boards:{code}:9:0", "person:{code}:-9", "title:{code}:99999:DOCTOR", "same:1:1", "place:{code}:77",
    "\x00", "é:{code}", "a" * 64)


async def test_made_up_data_is_answered_and_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        t, text = await evening.tournament(), post.text
        for data in MADE_UP:
            wanted = data.format(code=t.code, draft=t.rounds[0].draft)
            for person in (evening.olga, evening.players[0]):
                toast = await person.forges(post, wanted)
                assert toast.text and "went wrong" not in toast.text, (data, toast.text)
        await evening.rests()
        assert (await evening.tournament()).version == t.version and post.text == text
        assert "Traceback" not in caplog.text
        assert evening.sandbox.journal.refused() == []


@pytest.mark.parametrize("data", ["log:{code}:99:all", "people:{code}:out:-9", "boards:{code}:1:-5"])
async def test_a_menu_made_up_in_the_group_opens_in_private(data: str) -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        t, text = await evening.tournament(), post.text
        assert "Only judges may do that" in (await evening.players[0].forges(post, data.format(code=t.code))).text
        read = len(evening.olga.reads())
        await evening.olga.forges(post, data.format(code=t.code))
        await evening.rests()
        assert len(evening.olga.reads()) == read + 1
        assert post.text == text and "I won" in str(post.buttons)
        assert evening.sandbox.journal.refused() == []


async def test_who_does_not_play_reports_nothing() -> None:
    async with Evening(5, speed=60) as evening:
        post = await evening.begins()
        t = await evening.tournament()
        assert t.rounds[0].pab is not None
        bye = await evening.person(t.rounds[0].pab)
        toast = await bye.taps(post, "I won")
        assert toast.text == "You have the bye in round 1: there is nothing to report"
        passer = evening.sandbox.person("Passer")
        await evening.group.add(passer)
        toast = await passer.taps(post, "I won")
        assert toast.text == "You are not playing in this event. Press Join to take part"
        assert "not playing" in (await evening.olga.taps(post, "Draw")).text       # a judge who does not play
        white, black = await seats(evening, 1)
        t = await evening.tournament()
        line = await white.sees("Round 1, board 1", buttons=["I won"])
        other, _ = await seats(evening, 2)
        await other.forges(line, pressed(line, "I won"))                   # a stolen button is one's own board's
        await evening.rests()
        assert (await evening.game(1)).reports == ()
        for button in ("Not here", "Call judge"):
            assert "not playing" in (await passer.taps(post, button)).text
        await passer.types(evening.group, "/result 1-0")
        await evening.group.sees("not playing")
        assert (await evening.game(1)).absence is None and (await evening.game(1)).called is None
        assert black is not white


async def test_a_draft_is_outdated_by_a_correction_and_its_approval_refused() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.says(2, "1-0")
        await evening.rests()
        old = await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        data = pressed(old, "Approve")
        said = await evening.olga.writes("/rule 1 0-1")
        await evening.olga.taps(await evening.olga.sees("Now:", buttons=["Yes"], after=said), "Yes")
        await evening.rests()
        new = await evening.olga.sees("Made again because a result has changed", buttons=["Approve"])
        assert new.id != old.id and not old.buttons and "out of date" in old.text
        toast = await evening.olga.forges(old, data)
        assert toast.text == "This draft is out of date. Press Approve on the newest card; /draft shows it"
        assert len((await evening.tournament()).rounds) == 1
        evening.time.jump(3)
        assert (await evening.olga.taps(new, "Approve")).text == "Round 2 is being posted"


async def test_an_approval_crosses_a_correction() -> None:
    """Two judges at the same moment: either order ends in one round, drawn from what was then true."""
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        dora = await other_judge(evening)
        await evening.says(1, "1-0")
        await evening.says(2, "1-0")
        await evening.rests()
        card = await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        said = await dora.writes("/rule 1 0-1")
        yes = await dora.sees("Now:", buttons=["Yes"], after=said)
        evening.sandbox.updates.hold()
        change, approve = dora.tap(yes, "Yes"), evening.olga.tap(card, "Approve")
        evening.sandbox.updates.release()
        assert "out of date" in (await approve.toast()).text
        assert "Board 1" in (await change.toast()).text
        await evening.rests()
        t = await evening.tournament()
        assert len(t.rounds) == 1 and t.draft is not None and t.rounds[0].games[0].result is Result.BLACK_WON


@pytest.mark.parametrize("count", [0, 1, 2, 3])
async def test_begin_with_few_players(count: int) -> None:
    async with Evening(count, speed=60, rounds=5) as evening:
        await evening.enters()
        card = await evening.olga.sees(buttons=["Begin"])
        toast = await evening.olga.taps(card, "Begin")
        if count < 2:
            assert toast.text == (f"At least 2 players are needed, in so far: {count}. "
                                  "Wait for Join, or add people with /guest")
            assert (await evening.tournament()).stage is Stage.ENTRY
            assert (await evening.tournament()).begun_at is None
            return
        sure = await evening.olga.sees(f"Only {count} players are in", buttons=["Yes", "No"])
        assert (await evening.tournament()).begun_at is None
        await evening.olga.taps(sure, "Yes")
        rounds = {2: 1, 3: 3}[count]
        for number in range(1, rounds + 1):
            post = await evening.approves()
            assert f"Round {number} of {rounds}" in post.text
            await evening.plays()
        t = await evening.tournament()
        assert t.stage is Stage.FINISHED and len(t.rounds) == rounds
        await evening.group.sees("Final table")
        assert evening.sandbox.journal.refused() == []


async def test_odd_names_are_shown_whole_in_private_and_short_in_posts() -> None:
    names = ("‮evil", "שלום עולם", "👩‍👩‍👧‍👦 Family", "W" * 64, "Z̸̢̛a̵l̶g̷o̴", "А" * 64, "​​​", "Ёж\nдва")
    async with Evening(0, speed=60, rounds=2) as evening:
        evening.players = [evening.sandbox.person(name) for name in names]
        for person in evening.players:
            await evening.group.add(person)
            await person.start()
        post = await evening.enters()
        assert "‮" not in post.text
        assert "W" * 25 not in post.text and "W" * 20 in post.text
        assert "שלום עולם" in post.text and "👩‍👩‍👧‍👦 Family" in post.text
        await evening.olga.writes("/begin")
        shown = await evening.approves()
        t = await evening.tournament()
        assert len(t.players) == 8 and len(t.rounds[0].games) == 4
        for game in t.rounds[0].games:
            for member in game.players:
                assert "You play" in (await (await evening.person(member)).sees("Round 1, board")).text
        _, rival = await rivals(evening, evening.players[3])
        assert "W" * 64 in (await rival.sees("Round 1, board")).text
        assert len(shown.text.splitlines()) >= 6
        await evening.plays()
        await evening.group.sees("After round 1")
        assert evening.sandbox.journal.refused() == []


async def test_who_never_pressed_start_is_called_by_the_post_and_plays_from_the_group() -> None:
    async with Evening(4, speed=60) as evening:
        stranger = evening.players[1]
        stranger.user.started = False
        await evening.app.store.people.set_reachable(stranger.id, False)
        post = await evening.begins()
        assert post.mentions == [stranger.id]
        game, rival = await rivals(evening, stranger)
        assert stranger.reads() == []
        toast = await stranger.taps(post, "I lost")
        assert toast.text.startswith(f"Reported: {rival.name} won (")
        assert toast.text.endswith(f"). Waiting for {rival.name}")
        await evening.rests()
        await rival.taps(await rival.sees(buttons=["Confirm"]), "Confirm")
        await evening.rests()
        assert (await evening.game(game.board)).how == "agreed"
        await evening.plays()
        post = await evening.approves()
        assert post.mentions == [stranger.id]
        await stranger.types(evening.group, "/result +")
        answer = await evening.group.sees(f"{stranger.name} won")
        assert answer.reply_to is not None and answer.reply_to.sender is stranger.user
        await stranger.types(evening.group, "/leave")
        await evening.group.sees("/leave good, /leave next")
        since = len(evening.sandbox.journal)
        await stranger.taps(post, "Private messages")                              # now he presses Start
        await stranger.sees("Round 2, board")
        await evening.rests()
        assert post.mentions == []
        assert evening.sandbox.journal.calls(chat=stranger.id, since=since)
        assert evening.sandbox.journal.refused() == []


async def test_without_the_right_to_pin_judges_are_told_once_and_the_evening_goes_on() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.group.add_bot(evening.olga, admin=True, can_pin=False)
        post = await evening.enters()
        assert not post.pinned
        told = [message for message in evening.olga.reads() if "pin" in message.text.casefold()]
        assert len(told) == 1, evening.olga.reads()
        await evening.olga.writes("/begin")
        await evening.approves()
        await evening.plays()
        await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        assert len([message for message in evening.olga.reads() if "pin" in message.text.casefold()]) == 1
        assert {call.method for call in evening.sandbox.journal.refused()} == {"pinChatMessage"}


async def test_thrown_out_and_taken_back_the_bot_says_so_and_shows_what_was_missed() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        await evening.group.remove_bot(evening.olga)
        await evening.rests()
        for board in (1, 2):                                                       # they play on in private
            white, black = await seats(evening, board)
            await white.taps(await white.sees("You play", buttons=["I won"]), "I won")
            await black.taps(await black.sees(f"{white.name} says", buttons=["Confirm"]), "Confirm")
        await evening.rests()
        told = [message for message in evening.olga.reads() if "I may not write to a chat" in message.text]
        assert len(told) == 1
        card = await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        assert not [shown for shown in evening.group.posts if "After round 1" in shown.text]
        await evening.group.add_bot(evening.olga, admin=True)
        await evening.group.sees("After round 1 of 3")
        await evening.rests()
        assert "Results: 2/2" in post.text and "I won" not in str(post.buttons)
        assert len([shown for shown in evening.group.posts if "After round 1" in shown.text]) == 1
        await evening.olga.taps(card, "Approve")
        second = await evening.group.sees("Round 2 of 3 ·", buttons=["I won"])
        white, _ = await seats(evening, 1)
        assert (await white.taps(second, "I won")).text.startswith("Reported")
        assert len([it for it in evening.olga.reads() if "I may not write to a chat" in it.text]) == 1


async def test_when_nearly_everybody_has_gone_judges_are_not_asked_to_approve_an_empty_round() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        await evening.plays()
        gone = evening.players[:3]
        for player in gone:
            line = await player.sees(buttons=["My event"])
            await player.taps(line, "My event")
            toast = await player.taps(await player.sees(buttons=["Leave: for good"]), "Leave: for good")
            assert toast.text == "You have left the event. I'm back brings you back"
        card = await evening.olga.sees("Fewer than two players are left for this round", buttons=["Finish now"])
        assert "Round 2 cannot be drawn" in card.text and "Approve" not in str(card.buttons)
        await gone[0].writes("/back")                                             # he changes his mind
        evening.time.jump(11)
        again = await evening.olga.sees("Round 2: draft", buttons=["Approve"], after=card)
        assert gone[0].name in again.text and not card.buttons
        await gone[0].writes("/leave good")
        evening.time.jump(11)
        card = await evening.olga.sees("Fewer than two players", buttons=["Finish now"], after=again)
        await evening.olga.taps(card, "Finish now")
        await evening.olga.taps(await evening.olga.sees("Finish", buttons=["Yes"], after=card), "Yes")
        final = await evening.group.sees("Final table")
        assert all(player.name in final.text for player in evening.players)
        assert evening.sandbox.journal.refused() == []


async def test_a_post_that_somebody_deletes_comes_back_with_its_next_change() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        await evening.olga.deletes(post)
        white, black = await seats(evening, 1)
        await white.taps(await white.sees("You play", buttons=["I won"]), "I won")
        again = await evening.group.sees("Round 1 of 3 ·", buttons=["I won"])
        assert again.id != post.id and f"{black.name} to confirm" in again.text
        assert (await black.taps(again, "I lost")).text.startswith("Settled")


async def test_a_cancelled_event_says_so_to_everybody_and_its_buttons_explain_themselves() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        white, _ = await seats(evening, 1)
        line = await white.sees("You play", buttons=["I won"])
        group, private = pressed(post, "I won"), pressed(line, "I won")
        await evening.olga.writes("/settings")
        await evening.olga.taps(await evening.olga.sees(buttons=["Cancel event"]), "Cancel event")
        assert (await evening.tournament()).stage is Stage.PLAYING, "always asked"
        code = (await evening.row()).code
        await evening.olga.taps(await evening.olga.sees("Nothing of it will count", buttons=["Yes"]), "Yes")
        for player in evening.players:
            await player.sees("The event was cancelled. Nothing counts.")
        await evening.group.sees("The event was cancelled. Nothing counts.")
        await evening.rests()
        assert not post.buttons and not line.buttons
        await evening.olga.types(evening.group, "/new Another evening")
        await evening.olga.taps(await evening.olga.sees(buttons=["Open entry", "Title: Another"]), "Open entry")
        await evening.group.sees("Another evening", buttons=["Join"])
        for message, data in ((post, group), (line, private), (post, f"join:{code}")):
            assert (await white.forges(message, data)).text.startswith("The event was cancelled")
        assert evening.sandbox.journal.refused() == []


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR_FSYNC])
async def test_while_the_disk_fails_nothing_is_thanked_for_and_nothing_is_lost(code: int) -> None:
    disk = FullDisk(code)
    async with Evening(4, speed=60, before_commit=disk) as evening:
        post = await evening.begins()
        white, black = await seats(evening, 1)
        before, text = (await evening.tournament()).version, post.text
        disk.failing = True
        tap = white.tap(post, "I won")
        await evening.sandbox.until(lambda: disk.failed >= 1)
        await asyncio.sleep(0.2)
        assert not tap.query.answer.done(), "thanked for what is not on disk"
        assert (await evening.tournament()).version == before and post.text == text
        disk.failing = False
        assert (await tap.toast()).text.startswith(f"Reported: {white.name} won")
        assert (await black.taps(post, "I lost")).text.startswith("Settled")
        await evening.rests()
        assert (await evening.tournament()).version == before + 3
        assert evening.sandbox.journal.refused() == []


@pytest.mark.parametrize("calls", [1, 4])
async def test_a_power_cut_in_any_second_of_a_posting_leaves_one_round_and_a_line_for_everybody(calls: int) -> None:
    async with Evening(6, speed=1.0) as evening:
        await evening.enters()
        await evening.olga.writes("/begin")
        card = await evening.olga.sees(buttons=["Approve"])
        await evening.stops()
        process = await evening.spawns()
        seen, killed = [], asyncio.Event()

        async def cut(call: Call) -> None:
            if call.method == "sendMessage" and "Round 1" in call.text:
                seen.append(call)
                if len(seen) == calls:
                    process.kill()
                    killed.set()
                    await asyncio.sleep(60)

        evening.sandbox.server.after.append(cut)
        evening.olga.tap(card, "Approve")
        await asyncio.wait_for(killed.wait(), 20)
        await process.wait()
        evening.sandbox.server.after.clear()
        await evening.starts()
        for player in evening.players:
            await player.sees("Round 1, board", timeout=15)
        await evening.group.sees("Round 1 of 3 ·", buttons=["I won"], timeout=15)
        await evening.rests()
        shown = [[post for post in evening.group.posts if "Round 1 of 3 ·" in post.text]]
        shown += [[it for it in player.reads() if "Round 1, board" in it.text] for player in evening.players]
        for copies in shown:                    # what was on its way may be there twice, and says so
            assert 1 <= len(copies) <= 2
            assert sum(not it.text.startswith("↻") for it in copies) <= 1
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        assert sum(isinstance(entry.fact, f.Drawn) for entry in entries) == 1
        assert (await evening.says(1, "1-0")).text.startswith("Settled")
