"""Does the group stay quiet and right on a real evening: crowds, blocked people, moves, deleted topics?"""

from __future__ import annotations

import asyncio

from bot.home import CLUB
from bot.sandbox import EDITS, SENDS, Call
from engine.model import Stage
from tests.evening import Evening


async def test_sixty_joins_in_half_a_minute_are_sixty_toasts_and_few_edits() -> None:
    async with Evening(60, rounds=5) as evening:                     # complaint C40
        post = await evening.opens()
        await evening.rests()
        start, begun = len(evening.sandbox.journal), evening.time.monotonic()
        taps = []
        for number, player in enumerate(evening.players, 1):
            taps.append(player.tap(post, "Join"))
            await evening.time.sleep(max(0.0, begun + number / 2 - evening.time.monotonic()))
        toasts = [await tap.toast() for tap in taps]
        assert len({toast.text for toast in toasts}) == 60, "everybody hears his own place"
        minutes = 1 + int(evening.time.monotonic() - begun) // 60        # a busy machine may need more than one
        assert len(evening.sandbox.journal.edited(evening.group.id, since=start)) <= 10 * minutes
        await evening.rests()
        assert "60" in post.text
        for player in evening.players:
            assert player.name in post.text
        assert evening.sandbox.journal.sent(evening.group.id, since=start) == []
        assert evening.sandbox.limits.exceeded == []
        assert evening.sandbox.journal.refused(since=start) == []


async def test_one_who_has_blocked_the_bot_is_mentioned_and_the_others_get_their_lines() -> None:
    async with Evening(8) as evening:                                # complaint E02
        await evening.enters()
        lost = evening.players[3]
        await lost.blocks()
        await evening.olga.types(evening.group, "/begin")
        post = await evening.approves()
        assert lost.name in post.text.splitlines()[-1] or f"tg://user?id={lost.id}" in post.html
        for player in evening.players:
            if player is not lost:
                assert "Round 1" in player.last("Round 1").text


async def test_one_who_blocks_without_a_word_is_found_out_by_the_first_message() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        lost = evening.players[0]
        lost.user.blocked = True                                     # Telegram has not told
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        await evening.rests()
        person = await evening.app.store.people.person(lost.id)
        assert person is not None and not person.reachable
        for player in evening.players[1:]:
            player.last("Round 1")


async def test_a_group_that_becomes_a_supergroup_in_mid_round_loses_nothing() -> None:
    async with Evening(4) as evening:                                # complaint C38
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        await evening.group.migrate(evening.olga)
        await evening.rests()
        post = await evening.group.sees(buttons=["I won"])
        assert "1-0" in post.text
        await evening.says(2, "0-1")
        await evening.approves()
        assert len(await evening.app.store.ledger.running(evening.time.now())) == 1
        assert (await evening.tournament()).stage is Stage.PLAYING
        assert len([m for m in evening.group.posts if "Round 2 of 3 ·" in m.text]) == 1


async def test_everything_lands_in_the_topic_and_falls_back_when_it_is_deleted() -> None:
    async with Evening(4) as evening:                                # complaint E04
        forum = evening.sandbox.group("Forum", creator=evening.olga, members=evening.players, forum=True)
        await forum.add_bot(evening.olga, admin=True)
        topic = await forum.topic("Swiss", evening.olga)
        await evening.olga.types(forum, "/new rounds=3", topic=topic)
        await evening.olga.taps(await evening.olga.sees(buttons=["Open entry"]), "Open entry")
        post = await forum.sees(buttons=["Join"])
        assert post.topic == topic.id
        for player in evening.players:
            await player.taps(post, "Join")
        await forum.delete_topic(topic)
        await evening.olga.types(forum, "/begin")
        card = await evening.olga.sees(buttons=["Approve"])
        await evening.olga.taps(card, "Approve")
        post = await forum.sees(buttons=["I won"])
        assert post.topic is None


async def test_a_round_is_at_most_three_unasked_messages() -> None:
    async with Evening(8, rounds=3) as evening:
        await evening.begins()
        for number in (1, 2):
            start = len(evening.sandbox.journal)
            await evening.plays()
            await evening.approves()
            sent = evening.sandbox.journal.calls(SENDS, evening.group.id, since=start, ok=True)
            assert len(sent) <= 3, [call.text for call in sent]
            assert (await evening.tournament()).next_round == number + 2
        assert evening.sandbox.limits.exceeded == []
        assert evening.sandbox.journal.refused() == []


async def test_flood_control_delays_and_loses_nothing() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        evening.sandbox.faults.add(429, times=6, retry_after=8, when=lambda call: call.method in SENDS | EDITS)
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        await evening.plays()
        for player in evening.players:
            assert len([m for m in player.reads() if "Round 1" in m.text and not m.text.startswith("↻")]) >= 1
        assert not any(m.text.startswith("↻") for m in evening.group.posts)


async def test_two_boards_and_a_judge_at_the_same_moment_are_one_round() -> None:
    async with Evening(8) as evening:                                # complaint C13
        post = await evening.begins()
        for board in (1, 2, 3):
            await evening.says(board, "1-0")
        game = await evening.game(4)
        white, black = await evening.person(game.white), await evening.person(game.black)
        await white.taps(post, "I won")
        last = black.tap(post, "I lost")
        await evening.olga.types(evening.group, "/draft")
        evening.app.clock.nudge((await evening.row()).code)
        await asyncio.gather(last.toast(), evening.app.clock.beat(), evening.app.clock.beat())
        await evening.rests()
        t = await evening.tournament()
        entries = await evening.app.store.ledger.entries(t.code)
        assert [type(e.fact).__name__ for e in entries].count("Drafted") == 2
        assert t.draft is not None and t.draft.round == 2


async def test_every_one_of_forty_players_has_his_line_after_the_approval_and_waits_for_no_other() -> None:
    """Within ten seconds, `tests/bench/evening.py` measures it. Here: twenty lines are under way before the first has
    arrived, and all that goes out before the last of them is allowed in two seconds."""
    under_way, enough = 0, asyncio.Event()

    async def slow(call: Call) -> None:
        nonlocal under_way
        if call.method == "sendMessage" and call.chat != evening.group.id and "Round 1" in call.text:
            under_way += 1
            if under_way == 20:
                enough.set()
            await enough.wait()

    async with Evening(40, config={"request": 60.0}) as evening:
        await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        card = await evening.olga.sees(buttons=["Approve"])
        await evening.rests()
        evening.time.jump(3)                                         # a draft just made asks to be looked at
        evening.sandbox.server.before.append(slow)
        since = len(evening.sandbox.journal)
        await evening.olga.taps(card, "Approve")
        await evening.sandbox.until(
            lambda: all(any("Round 1" in m.text for m in player.reads()) for player in evening.players), 60)
        assert len(evening.sandbox.journal.calls(since=since)) <= 2 * evening.config.overall
        assert evening.sandbox.limits.exceeded == []


async def test_a_greeting_that_was_deleted_before_the_group_moved_goes_to_the_new_one() -> None:
    async with Evening(2) as evening:
        greeting = await evening.group.sees(buttons=["New event"])
        await evening.group.migrate(evening.olga)
        await evening.rests()
        await evening.olga.deletes(greeting)
        await evening.olga.types(evening.group, "/judges")
        evening.app.board.touch(f"{CLUB}1")
        await evening.rests()
        assert not [call for call in evening.sandbox.journal.refused() if call.method == "sendMessage"]
        assert (await evening.group.sees(buttons=["New event"])).chat.id == evening.group.id


async def test_a_greeting_that_could_not_be_sent_comes_after_a_restart_and_only_once() -> None:
    async with Evening(0) as evening:
        await evening.rests()
        silence = evening.sandbox.faults.add(503, "sendMessage", times=10_000)
        group = evening.sandbox.group("Second club", creator=evening.olga)
        await group.add_bot(evening.olga, admin=True)
        await evening.sandbox.until(lambda: silence.struck > 0 and len(evening.sandbox.updates) == 0)
        await evening.stops()
        evening.sandbox.faults.clear()
        await evening.starts()
        greeting = await group.sees(buttons=["New event"])
        await evening.rests()
        await evening.stops()
        await evening.starts()
        await evening.rests()
        assert group.posts == [greeting]


async def test_what_judges_are_told_of_trouble_lives_through_a_restart() -> None:
    async with Evening(2) as evening:
        await evening.group.add_bot(evening.olga, admin=True, can_pin=False)
        silence = evening.sandbox.faults.add(503, "sendMessage", evening.olga.id, times=10_000, text="pin")
        await evening.opens()
        await evening.sandbox.until(lambda: silence.struck > 0)
        await evening.stops()
        evening.sandbox.faults.clear()
        await evening.starts()
        assert "pin" in (await evening.olga.sees("pin")).text
