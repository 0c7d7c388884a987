"""Telegram's corners in mid-evening: a group that moves, topics, a bot that is thrown out, crowds, edited words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.notices import wanted
from bot.sandbox import Group, Message
from bot.sandbox.state import Topic
from bot.texts import words
from engine.judging import rule
from engine.model import MemberId, Result, Stage
from tests.evening import Evening
from tests.noticed import JUDGE
from tests.noticed import Evening as Quiet

SENDS = ("sendMessage", "sendDocument", "sendPhoto")


@pytest.mark.parametrize("phase", ["entry", "draft", "in the middle of a post", "playing", "conflict", "end"])
async def test_a_group_becomes_a_supergroup_in_any_phase(phase: str) -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        move, group = evening.group.migrate, evening.group
        if phase == "entry":
            post = await evening.opens()
            await evening.players[0].taps(post, "Join")
            await move(evening.olga)
            for player in evening.players[1:]:
                await player.taps(await group.sees(buttons=["Join"]), "Join")
            await evening.olga.types(group, "/begin")
        else:
            await evening.enters()
            await evening.olga.types(group, "/begin")
        card = await evening.olga.sees(buttons=["Approve"])
        if phase == "draft":
            await move(evening.olga)
        if phase == "in the middle of a post":
            evening.sandbox.faults.add("delay_before", "sendMessage", chat=group.id, seconds=0.3)
            await evening.olga.taps(card, "Approve")
            await move(evening.olga)
        else:
            await evening.olga.taps(card, "Approve")
        await evening.rests()
        await group.sees("Round 1 of", buttons=["I won"])
        if phase == "playing":
            await move(evening.olga)
        await evening.says(1, "1-0")
        game = await evening.game(2)
        for player in game.players:
            await (await evening.person(player)).taps(await evening.round_post(), "I won")
        if phase == "conflict":
            await move(evening.olga)
        await evening.olga.taps(await evening.olga.sees("do not agree", buttons=["½-½"]), "½-½")
        await evening.rests()
        if phase == "end":
            await move(evening.olga)
            await evening.rests()
        assert (await evening.row()).chat == group.id and group.former is not None
        assert (await evening.tournament()).stage is Stage.FINISHED
        await evening.rests()
        shown = [m.text for m in (*group.former.shown(), *group.posts) if m.text.startswith("Final table")]
        assert len(shown) == 1, "shown once; what has no buttons stays readable above"


async def test_in_a_group_that_has_moved_no_other_message_is_changed_for_one_of_the_old_chat() -> None:
    """There the numbers begin anew."""
    async with Evening(2, speed=60) as evening:
        await evening.opens()
        before = evening.group.id
        await evening.group.migrate(evening.olga)
        post = await evening.group.sees(buttons=["Join"])
        await evening.rests()
        assert not await evening.app.office.answers.edit(before, post.id, "Round 1 of 3")
        await evening.app.office.answers.pin(before, post.id)
        assert post.all_buttons()
        calls = evening.sandbox.journal.calls("editMessageText") + evening.sandbox.journal.calls("pinChatMessage")
        assert all(call.chat != evening.group.id or call.ok for call in calls)


async def forum_of(evening: Evening, *names: str) -> tuple[Group, list[Topic]]:
    forum = evening.sandbox.group("Forum", creator=evening.olga, members=evening.players, forum=True)
    await forum.add_bot(evening.olga, admin=True)
    return forum, [await forum.topic(name, evening.olga) for name in names]


async def opened(evening: Evening, forum: Group, topic: Topic, title: str) -> Message:
    """Entry is open in this topic, and everybody is in."""
    said = len(evening.olga.reads())
    await evening.olga.types(forum, f"/new rounds=2 system=individual {title}", topic=topic)
    await evening.rests()
    assert len(evening.olga.reads()) > said
    await evening.olga.taps(evening.olga.reads()[-1], "Open entry")
    post = await forum.sees(title, buttons=["Join"])
    for player in evening.players:
        await player.taps(post, "Join")
    return post


async def test_two_events_in_topics_and_one_person_in_both_commands_ask_and_buttons_never() -> None:
    async with Evening(4, speed=60) as evening:
        forum, (blitz, rapid) = await forum_of(evening, "Blitz", "Rapid")
        for topic, title in ((blitz, "Lightning"), (rapid, "Slow")):
            post = await opened(evening, forum, topic, title)
            assert post.topic == topic.id
            await evening.olga.types(forum, "/begin", topic=topic)             # the topic says which
            await evening.olga.taps(await evening.olga.sees(title, buttons=["Approve"]), "Approve")
            round_post = await forum.sees(title, buttons=["I won"])
            assert round_post.topic == topic.id
        anna = evening.players[0]
        which = await anna.sees(after=await anna.writes("/pairs"), buttons=["Lightning", "Slow"])
        await anna.taps(which, "Slow")
        assert (await anna.sees("Round 1", after=which)).text
        line = next(m for m in reversed(anna.reads()) if "Slow" in m.text and m.buttons and m.buttons[0][0] == "I won")
        assert (await anna.taps(line, "I won")).text.startswith("Reported:")
        rows = {row.title: row.code for row in await evening.app.store.ledger.running(evening.time.now())}
        reports = {title: sum(len(game.reports) for game in
                              (await evening.app.store.ledger.tournament(code)).rounds[0].games)
                   for title, code in rows.items()}
        assert reports == {"Lightning": 0, "Slow": 1}
        said = await anna.types(forum, "/standings", topic=blitz)
        assert (await forum.sees("Lightning", after=said)).topic == blitz.id
        assert evening.sandbox.journal.refused() == []


async def test_every_answer_in_a_forum_is_in_its_topic() -> None:
    async with Evening(4, speed=60) as evening:
        forum, (topic,) = await forum_of(evening, "Swiss")
        await opened(evening, forum, topic, "Thursday")
        stranger = evening.sandbox.person("Stranger")                          # cannot be written to
        await forum.add(stranger)
        since = len(evening.sandbox.journal)
        for typed in ("/join", "/leave", "/back", "/bye", "/result 1-0", "/pairs", "/standings", "/me", "/help",
                      "/rating", "/season", "/mydata", "/language ru", "/begin", "/rule 1 1-0", "/nonsense"):
            await stranger.types(forum, typed, topic=topic)
            await evening.rests()
        calls = evening.sandbox.journal.calls(SENDS, forum.id, since=since)
        assert len(calls) >= 10
        elsewhere = [m for m in forum.posts if m.topic != topic.id and "I run Swiss evenings" not in m.text]
        assert elsewhere == []
        assert evening.sandbox.journal.refused() == []


async def test_thrown_out_in_mid_round_and_added_again() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        await evening.olga.writes("/judges Olga")           # who administers a group is not told outside of it
        await evening.rests()
        await evening.group.remove_bot(evening.olga)
        await evening.rests()
        game = await evening.game(1)
        white, black = [await evening.person(player) for player in game.players]
        await white.taps(await white.sees("Round 1", buttons=["I won"]), "I won")       # private goes on
        await black.taps(await black.sees("says", buttons=["Confirm"]), "Confirm")
        await evening.olga.writes("/rule 2 1-0")
        await evening.rests()
        assert (await evening.tournament()).draft is not None
        await evening.group.add_bot(evening.olga, admin=True)
        await evening.rests()
        post = await evening.group.sees("Round 1 of")
        assert "Results: 2/2" in post.text
        assert await evening.approves()
        assert len([m for m in evening.group.posts if m.text.startswith("Round 2")]) == 1


async def test_somebody_renames_himself_deletes_a_post_and_edits_a_command() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        anna = evening.players[0]
        anna.user.first_name = "Annabel"
        await anna.writes("/me")
        await evening.rests()
        assert "Annabel" not in post.text and "Anna" in post.text, "a name is fixed at Join"
        await evening.olga.deletes(post)
        await evening.olga.writes("/rule 1 1-0")
        again = await evening.group.sees("Round 1 of", buttons=["I won"])
        assert again is not post and "1-0" in again.text
        typed = await evening.olga.types(evening.group, "/pairs")
        await evening.rests()
        await evening.olga.edits(typed, "/rule 2 0-1")
        await evening.rests()
        assert (await evening.game(2)).result is None


@pytest.mark.parametrize("players", [80, 300])
def test_a_long_list_is_split_by_keys_that_stay(players: int) -> None:
    evening = Quiet(players, rounds=1, limit=300, system="simple").starts()
    evening.home = replace(evening.home, names={MemberId(n): f"Player {n} " + "x" * 28 for n in range(1, players + 1)})

    def parts(kind: str) -> dict[str, str]:
        return {notice.key: notice.text for notice in wanted(evening.t, evening.home, evening.now, words)
                if notice.key.split("/")[0] == kind and notice.chat == evening.home.chat}

    before = parts("round")
    assert len(before) >= players // 80 + 1 - (players < 100)
    evening.says(players // 2, Result.DRAW)                                    # the last board, at the bottom
    after = parts("round")
    assert list(after) == list(before), "the same messages, edited"
    changed = [key for key in after if after[key] != before[key]]
    assert 1 <= len(changed) <= 2, "its own part, and the first for the count"
    evening.shows()                                                            # lengths, entities, data
    for board in range(1, players // 2):
        evening.act(JUDGE, rule, 1, evening.board(board).white, Result.WHITE_WON)
    evening.tick()
    assert evening.t.stage is Stage.FINISHED
    (table,) = parts("final").values()
    assert table.count("Player ") == 40, "the first forty; all of them are one tap away"
    evening.shows()


async def test_a_group_that_lets_nobody_write_for_a_while_is_shown_what_was_missed() -> None:
    """Telegram says nothing when the members' rights come back: the bot looks by itself, and judges hear it once."""
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        await evening.group.demote_bot(evening.olga)
        evening.group.silence()
        for board in (1, 2):
            await evening.olga.writes(f"/rule {board} 1-0")
        await evening.rests()
        await evening.olga.sees("I may not write to a chat")
        for _ in range(2):
            evening.time.jump(601)
            await evening.rests()
        assert not [shown for shown in evening.group.posts if "After round 1" in shown.text]
        evening.group.silence(False)
        evening.time.jump(601)
        await evening.group.sees("After round 1")
        await evening.rests()
        assert len([shown for shown in evening.group.posts if "After round 1" in shown.text]) == 1
        assert len([told for told in evening.olga.reads() if "I may not write to a chat" in told.text]) == 1
