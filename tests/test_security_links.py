"""Does a guessed code, in a link of Start or in a button, open a club to who is not of it?"""

from __future__ import annotations

import pytest
from telegram import ChatMember
from telegram.ext import ExtBot

from bot.sandbox import Person
from tests.evening import Evening


async def stranger_of(evening: Evening) -> Person:
    """Somebody who has pressed Start and is in no group."""
    stranger = evening.sandbox.person("Stranger", started=True)
    await stranger.writes("/start")
    await stranger.sees()
    return stranger


@pytest.mark.parametrize("verb", ["mine", "see", "table", "pairs", "join"])
async def test_a_link_with_a_guessed_code_opens_nothing_to_who_is_not_in_the_group(verb: str) -> None:
    async with Evening(3, speed=60) as evening:
        await evening.enters()
        row, store = await evening.row(), evening.store
        before = await store.members.members(row.club), await evening.tournament()
        stranger = await stranger_of(evening)
        read = len(stranger.reads())
        await stranger.start(f"{verb}-{row.code}")
        answer = await stranger.sees("for members of the club's group")
        await evening.rests()
        assert len(stranger.reads()) == read + 1 and answer is stranger.reads()[-1]
        assert not any(player.name in answer.text for player in evening.players)
        assert "for members of the club's group" in (await stranger.forges(answer, f"{verb}:{row.code}")).text
        assert (await store.members.members(row.club), await evening.tournament()) == before


async def test_who_is_in_the_group_comes_in_by_the_link_and_who_has_been_removed_does_not() -> None:
    async with Evening(1, speed=60) as evening:
        await evening.opens()
        code = (await evening.row()).code
        new, gone = (evening.sandbox.person(name, started=True) for name in ("Nora", "Gone"))
        for person in (new, gone):
            await evening.group.add(person)
        await evening.group.remove(gone, evening.olga)
        await new.start(f"join-{code}")
        await new.sees("You are in, 1")
        await gone.start(f"join-{code}")
        await gone.sees("for members of the club's group")
        assert len((await evening.tournament()).players) == 1


async def test_where_telegram_does_not_say_who_is_in_the_group_one_word_there_is_enough() -> None:
    async with Evening(1, speed=60) as evening:
        await evening.opens()
        code = (await evening.row()).code
        anna = evening.players[0]
        evening.sandbox.faults.add(400, "getChatMember", description="Bad Request: CHAT_ADMIN_REQUIRED", times=99)
        await anna.start(f"join-{code}")
        await anna.sees("type /help there")
        await anna.types(evening.group, "/help")
        await evening.group.sees("What you can do now")
        await anna.start(f"join-{code}")
        await anna.sees("You are in, 1")


RIGHTS = ("send_messages", "send_audios", "send_documents", "send_photos", "send_videos", "send_video_notes", "send_voice_notes",
          "send_polls", "send_other_messages", "add_web_page_previews", "change_info", "invite_users", "pin_messages", "manage_topics", "edit_tag",
          "react_to_messages")


@pytest.mark.parametrize("inside", [True, False])
async def test_who_is_restricted_may_be_in_the_group_or_not(monkeypatch: pytest.MonkeyPatch, inside: bool) -> None:
    async with Evening(1, speed=60) as evening:
        await evening.opens()
        nora = evening.sandbox.person("Nora", started=True)
        said = {"status": "restricted", "user": {"id": nora.id, "is_bot": False, "first_name": "Nora"}, "until_date": 0,
                "is_member": inside, **{f"can_{right}": False for right in RIGHTS}}

        async def restricted(*_: object, **__: object) -> ChatMember:
            return ChatMember.de_json(said)

        monkeypatch.setattr(ExtBot, "get_chat_member", restricted)
        await nora.start(f"join-{(await evening.row()).code}")
        await nora.sees("You are in, 1" if inside else "for members of the club's group")


@pytest.mark.parametrize("payload", [
    "join", "join-", "join-zzzz", "join-ZZZZ", "join-ZZZZ-1", "approve-{code}-1", "claim-token", "claim-token-yes",
    "rules-{code}-x", "table-{code}-999999999999999", "pairs-{code}--1", "mine:{code}", "table-{code}-99999999999999999999",
    "%00", "'; DROP TABLE member; --", "<b>x</b>", "é" * 64, "-" * 64, "x" * 3000, "\u202e\u200b", "\ud83d\ude00" * 8])
async def test_a_made_up_payload_is_answered_and_changes_nothing(payload: str) -> None:
    async with Evening(2, speed=60) as evening:
        await evening.enters()
        before = await evening.tournament()
        anna = evening.players[0]
        read = len(anna.reads())
        await anna.start(payload.format(code=before.code))
        await evening.rests()
        assert len(anna.reads()) > read and anna.reads()[-1].text
        assert "went wrong" not in anna.reads()[-1].text
        assert await evening.tournament() == before
