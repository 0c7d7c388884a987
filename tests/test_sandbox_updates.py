"""Are updates delivered as Telegram delivers them: once confirmed gone, to one poll, only what is asked for?"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.error import Conflict

from bot.sandbox import Group, Message, Person, Sandbox


def bot_of(sandbox: Sandbox) -> Bot:
    return Bot(sandbox.token, base_url=sandbox.base_url, base_file_url=sandbox.base_file_url)


async def texts(bot: Bot, **more: object) -> list[str]:
    return [update.message.text for update in await bot.get_updates(**more) if update.message]  # type: ignore


async def test_an_update_comes_again_until_it_is_confirmed() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        anna = sandbox.person("Anna", started=True)
        for text in ("one", "two", "three"):
            await anna.writes(text)
        assert await texts(bot) == await texts(bot) == ["one", "two", "three"]
        first, second, _ = await bot.get_updates()
        assert second.update_id == first.update_id + 1
        assert await texts(bot, limit=1) == ["one"]
        assert await texts(bot, offset=second.update_id) == ["two", "three"]
        assert len(sandbox.updates) == 2
        assert await texts(bot, offset=-1) == ["three"]
        assert await texts(bot, offset=first.update_id + 3) == []


async def test_a_poll_waits_and_is_woken() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        anna = sandbox.person("Anna", started=True)
        poll = asyncio.create_task(texts(bot, timeout=10))
        await sandbox.until(lambda: sandbox.journal.polls == 1)
        assert not poll.done()
        await anna.writes("hello")
        assert await asyncio.wait_for(poll, 2) == ["hello"]


async def test_two_polls_are_a_conflict_for_the_first() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as one, bot_of(sandbox) as other:
        first = asyncio.create_task(one.get_updates(timeout=10))
        await sandbox.until(lambda: sandbox.journal.polls == 1)
        assert await other.get_updates() == ()
        with pytest.raises(Conflict, match="terminated by other getUpdates request"):
            await first
        assert sandbox.updates.conflicts == 1


async def test_a_dead_poll_is_no_conflict() -> None:
    async with Sandbox() as sandbox:
        anna = sandbox.person("Anna", started=True)
        async with bot_of(sandbox) as bot:
            dead = asyncio.create_task(bot.get_updates(timeout=10))
            await sandbox.until(lambda: sandbox.journal.polls == 1)
            dead.cancel()
        await asyncio.sleep(0.05)
        await anna.writes("after the crash")
        async with bot_of(sandbox) as bot:
            assert await texts(bot, timeout=2) == ["after the crash"]
        assert sandbox.updates.conflicts == 0


async def test_no_polling_under_a_webhook() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        await sandbox.person("Anna", started=True).writes("hello")
        await bot.set_webhook("https://example.org/hook")
        with pytest.raises(Conflict, match="webhook is active"):
            await bot.get_updates()
        info = await bot.get_webhook_info()
        assert (info.url, info.pending_update_count) == ("https://example.org/hook", 1)
        await bot.delete_webhook(drop_pending_updates=True)
        assert await bot.get_updates() == ()


async def test_a_tap_waits_150_seconds_and_a_message_a_day() -> None:
    time = datetime(2026, 3, 1, tzinfo=UTC)
    async with Sandbox(lambda: time) as sandbox, bot_of(sandbox) as bot:
        olga, group, post = await club(sandbox, bot)
        await olga.types(group, "/help")
        olga.tap(post, "I won")
        assert len(sandbox.updates) == 2
        time += timedelta(seconds=151)
        assert await texts(bot) == ["/help"]
        assert len(sandbox.updates) == 1
        time += timedelta(hours=24)
        assert await bot.get_updates() == ()


async def club(sandbox: Sandbox, bot: Bot, *, admin: bool = False) -> tuple[Person, Group, Message]:
    """A group with a message of the bot; nothing of that is in the queue any more."""
    olga = sandbox.person("Olga")
    group = sandbox.group("Chess club", creator=olga)
    await sandbox.add_bot(group, by=olga, admin=admin)
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("I won", callback_data="w")]])
    await bot.send_message(group.id, "Round 1", reply_markup=keys)
    sandbox.updates.forget()
    return olga, group, group.last()


async def test_privacy_mode_lets_through_what_is_meant_for_the_bot() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        olga, group, post = await club(sandbox, bot)
        for text in ("hello", "/join", "/join@swissclub_bot now", "/join@another_bot", "I won /join", "/"):
            await olga.types(group, text)
        await olga.types(group, "I won, see above", reply_to=post)
        typed = await olga.types(group, "1-0")
        await olga.edits(typed, "/result 1-0")
        assert await texts(bot) == ["/join", "/join@swissclub_bot now", "I won, see above"]
        edited = [update.edited_message.text for update in await bot.get_updates() if update.edited_message]
        assert edited == ["/result 1-0"]


@pytest.mark.parametrize("how", ["admin", "privacy"])
async def test_administrators_and_bots_without_privacy_hear_everything(how: str) -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        sandbox.world.privacy = how != "privacy"
        olga, group, _ = await club(sandbox, bot, admin=how == "admin")
        await olga.types(group, "hello")
        assert await texts(bot) == ["hello"]
        assert (await bot.get_me()).can_read_all_group_messages == (how == "privacy")


async def test_service_messages_come_through_privacy_mode() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        olga, group, _ = await club(sandbox, bot)
        anna = sandbox.person("Anna")
        await anna.joins(group)
        await group.rename("Chess & draughts", by=olga)
        await anna.leaves(group)
        joined, renamed, left = [update.message for update in await bot.get_updates()]
        assert joined and joined.new_chat_members[0].id == anna.id
        assert renamed and renamed.new_chat_title == renamed.chat.title == "Chess & draughts"
        assert left and left.left_chat_member and left.left_chat_member.id == anna.id


async def test_members_are_told_only_to_an_administrator_who_asks() -> None:
    async def told(sandbox: Sandbox, bot: Bot) -> list[tuple[str, str]]:
        sandbox.updates.forget()
        anna = sandbox.person("Anna")
        await anna.joins(group)
        await group.promote(anna, by=olga)
        changes = [update.chat_member for update in await bot.get_updates() if update.chat_member]
        return [(it.old_chat_member.status, it.new_chat_member.status) for it in changes]

    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        olga, group, _ = await club(sandbox, bot)
        await bot.get_updates(allowed_updates=Update.ALL_TYPES)
        assert await told(sandbox, bot) == []
        await sandbox.add_bot(group, by=olga, admin=True)
        assert await told(sandbox, bot) == [("left", "member"), ("member", "administrator")]
        await bot.get_updates(allowed_updates=[])
        assert await told(sandbox, bot) == []


async def test_the_bot_hears_what_is_done_to_itself() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        olga = sandbox.person("Olga")
        group = sandbox.group("Chess club", creator=olga)
        await sandbox.add_bot(group, by=olga, admin=True, can_pin=False)
        await group.demote_bot(by=olga)
        await group.remove_bot(by=olga)
        await olga.start()
        await olga.blocks()
        await olga.start("x")
        changes = [(u.my_chat_member, u.effective_chat) for u in await bot.get_updates() if u.my_chat_member]
        assert [(chat and chat.type, it and it.new_chat_member.status) for it, chat in changes] == [
            ("group", "member"),
            ("group", "administrator"),
            ("group", "member"),
            ("group", "kicked"),
            ("private", "kicked"),
            ("private", "member"),
        ]
        assert not changes[1][0].new_chat_member.can_pin_messages  # type: ignore[union-attr]


async def test_an_update_can_come_twice_late_or_broken() -> None:
    async with Sandbox() as sandbox, bot_of(sandbox) as bot:
        anna = sandbox.person("Anna", started=True)
        await anna.writes("hello")
        (update,) = await bot.get_updates()
        sandbox.updates.repeat()
        (first, again) = await bot.get_updates()
        assert first.update_id == again.update_id == update.update_id
        assert [it.update_id for it in await bot.get_updates(offset=update.update_id + 1)] == [
            update.update_id
        ]
        assert await bot.get_updates(offset=update.update_id + 1) == ()
        sandbox.updates.repeat(renumbered=True)
        (renumbered,) = await bot.get_updates()
        assert renumbered.update_id == update.update_id + 1
        assert renumbered.message == update.message
        sandbox.updates.forget()
        sandbox.updates.hold()
        await anna.writes("slow")
        assert await texts(bot, timeout=0) == []
        sandbox.updates.release()
        assert await texts(bot) == ["slow"]
        number = sandbox.updates.push_raw({"message": {"date": "never"}})
        raw = await bot.do_api_request("getUpdates", api_kwargs={"offset": number})
        assert raw == [{"update_id": number, "message": {"date": "never"}}]
