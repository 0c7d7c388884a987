"""Do groups behave: migration, topics, threads, anonymous administrators?"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Message, ReplyParameters
from telegram.error import BadRequest, ChatMigrated

from bot.sandbox import Group, Sandbox


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Bot]:
    async with Bot(sandbox.token, base_url=sandbox.base_url) as bot:
        yield bot


async def heard(sandbox: Sandbox, bot: Bot) -> list[Message]:
    """The new messages the bot is told of."""
    messages = [update.message for update in await bot.get_updates() if update.message]
    sandbox.updates.forget()
    return messages


async def club(sandbox: Sandbox, **more: object) -> Group:
    olga = sandbox.person("Olga")
    group = sandbox.group("Chess club", creator=olga, **more)  # type: ignore[arg-type]
    await sandbox.add_bot(group, by=olga, admin=True)
    sandbox.updates.forget()
    return group


async def test_a_group_that_migrates_has_another_id_and_new_messages(sandbox: Sandbox, bot: Bot) -> None:
    group = await club(sandbox)
    olga, old = next(iter(sandbox.people.values())), group.id
    post = await bot.send_message(old, "Round 1")
    await bot.pin_chat_message(old, post.message_id)
    sandbox.updates.forget()
    await group.migrate(by=olga)
    away, here = await heard(sandbox, bot)
    assert (away.chat.id, away.migrate_to_chat_id) == (old, group.id)
    assert (here.chat.id, here.migrate_from_chat_id, here.message_id) == (group.id, old, 1)
    assert here.chat.type == "supergroup" and group.pinned == []
    for call in (
        bot.send_message(old, "x"),
        bot.edit_message_text("x", old, post.message_id),
        bot.pin_chat_message(old, post.message_id),
        bot.get_chat_administrators(old),
    ):
        with pytest.raises(ChatMigrated) as migrated:
            await call
        assert migrated.value.new_chat_id == group.id
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("x", group.id, post.message_id)
    assert (await bot.send_message(group.id, "Round 1")).message_id == 2
    assert [it.status for it in await bot.get_chat_administrators(group.id)] == ["creator", "administrator"]
    await olga.types(group, "hello")
    assert group.former is not None and group.former.id == old


async def test_an_old_card_can_still_be_tapped_after_the_migration(sandbox: Sandbox, bot: Bot) -> None:
    group = await club(sandbox)
    olga, old = next(iter(sandbox.people.values())), group.id
    await bot.send_message(
        old, "Entry", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("Join", callback_data="j")]])
    )
    post = group.last()
    await group.migrate(by=olga)
    sandbox.updates.forget()
    olga.tap(post, "Join")
    (update,) = await bot.get_updates()
    assert update.callback_query and update.callback_query.message
    assert update.callback_query.message.chat.id == old


async def test_topics(sandbox: Sandbox, bot: Bot) -> None:
    group = await club(sandbox, forum=True)
    olga = next(iter(sandbox.people.values()))
    topic = await group.topic("Blitz", by=olga)
    await olga.types(group, "/new", topic=topic)
    await olga.types(group, "/new in General")
    opened, inside, general = await heard(sandbox, bot)
    assert opened.forum_topic_created and opened.message_thread_id == topic.id == opened.message_id
    assert (inside.message_thread_id, inside.is_topic_message) == (topic.id, True)
    # what answers nothing in a topic answers, on the wire, the message that opened it
    assert inside.reply_to_message and inside.reply_to_message.forum_topic_created
    assert (general.message_thread_id, general.is_topic_message) == (None, None)
    assert general.chat.is_forum
    sent = await bot.send_message(group.id, "Entry", message_thread_id=topic.id)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic.id, True)
    replied = await bot.send_message(group.id, "x", reply_parameters=ReplyParameters(inside.message_id))
    assert replied.message_thread_id == topic.id
    for thread in (1, 999):
        with pytest.raises(BadRequest, match="Message thread not found"):
            await bot.send_message(group.id, "x", message_thread_id=thread)
    await group.close_topic(topic, by=olga)
    with pytest.raises(BadRequest, match="Topic_closed"):
        await bot.send_message(group.id, "x", message_thread_id=topic.id)
    await group.delete_topic(topic)
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(group.id, "x", message_thread_id=topic.id)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("x", group.id, sent.message_id)
    made = await bot.create_forum_topic(group.id, "Rapid")
    assert group.chat.topics[made.message_thread_id].name == "Rapid"


async def test_replies_in_a_plain_supergroup_carry_a_thread_but_no_topic(sandbox: Sandbox, bot: Bot) -> None:
    group = await club(sandbox, type="supergroup")
    olga = next(iter(sandbox.people.values()))
    first = await olga.types(group, "hello")
    second = await olga.types(group, "hi", reply_to=first)
    await olga.types(group, "and hi", reply_to=second)
    messages = await heard(sandbox, bot)
    assert [(it.message_thread_id, it.is_topic_message) for it in messages] == [
        (None, None),
        (first.id, None),
        (first.id, None),
    ]
    assert messages[2].reply_to_message and not messages[2].reply_to_message.reply_to_message
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(group.id, "x", message_thread_id=first.id)
    with pytest.raises(BadRequest, match="chat is not a forum"):
        await bot.create_forum_topic(group.id, "Blitz")


async def test_an_anonymous_administrator_speaks_as_the_group_but_taps_as_himself(
    sandbox: Sandbox, bot: Bot
) -> None:
    group = await club(sandbox, type="supergroup")
    olga = next(iter(sandbox.people.values()))
    await group.promote(olga, by=olga, anonymous=True)
    typed = await olga.types(group, "/new")
    (message,) = await heard(sandbox, bot)
    assert message.from_user and message.from_user.id == 1087968824 and message.from_user.is_bot
    assert message.sender_chat and message.sender_chat.id == group.id
    (creator, _) = await bot.get_chat_administrators(group.id)
    assert creator.status == "creator" and creator.is_anonymous  # type: ignore[attr-defined]
    with pytest.raises(PermissionError):
        await olga.edits(typed, "/new chess")
    await bot.send_message(
        group.id,
        "Card",
        reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("Open", callback_data="o")]]),
    )
    olga.tap(group.last(), "Open")
    (update,) = await bot.get_updates()
    assert update.callback_query and update.callback_query.from_user.id == olga.id


async def test_somebody_can_write_in_the_name_of_another_chat(sandbox: Sandbox, bot: Bot) -> None:
    group, olga = await club(sandbox, type="supergroup"), next(iter(sandbox.people.values()))
    other = sandbox.group("Another club", creator=olga, type="supergroup")
    await olga.types(group, "/new", as_chat=other)
    (message,) = await heard(sandbox, bot)
    assert message.sender_chat and message.sender_chat.id == other.id
    assert message.from_user and message.from_user.id == 136817688


async def test_message_ids_are_shared_by_private_chats_and_groups_only(sandbox: Sandbox, bot: Bot) -> None:
    group, anna = await club(sandbox), sandbox.person("Anna", started=True)
    big = await club(sandbox, type="supergroup")
    one = await bot.send_message(group.id, "x")
    two = await bot.send_message(anna.id, "x")
    three = await bot.send_message(group.id, "x")
    assert (two.message_id, three.message_id) == (one.message_id + 1, one.message_id + 2)
    assert (await bot.send_message(big.id, "x")).message_id == 2  # after "added the bot"
