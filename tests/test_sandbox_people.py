"""Do people in the sandbox do what people with phones do, and see what they would see?"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator

import aiohttp
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaDocument, InputMediaPhoto
from telegram.error import BadRequest

from bot.sandbox import Message, NoSuchButton, Person, Sandbox


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def keys(*rows: dict[str, str]) -> InlineKeyboardMarkup:
    """Rows of words → data, or → address."""
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(text, **{"url" if to.startswith("http") else "callback_data": to})
                for text, to in row.items()
            ]
            for row in rows
        ]
    )


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Bot]:
    async with Bot(sandbox.token, base_url=sandbox.base_url, base_file_url=sandbox.base_file_url) as bot:
        yield bot


@pytest.fixture
def anna(sandbox: Sandbox) -> Person:
    return sandbox.person("Anna Karlova", username="anna", language="ru", started=True)


async def card(bot: Bot, anna: Person, markup: InlineKeyboardMarkup) -> Message:
    await bot.send_message(anna.id, "Card", reply_markup=markup)
    return anna.last("Card")


async def test_who_presses_start_is_known_by_name_and_language(sandbox: Sandbox, bot: Bot) -> None:
    anna = sandbox.person("Anna Karlova", username="anna", language="ru")
    with pytest.raises(PermissionError):
        await anna.writes("hello")
    await anna.start(payload="join_KX4T")
    (update,) = await bot.get_updates()
    message = update.message
    assert message and message.text == "/start join_KX4T"
    assert [(it.type, it.length) for it in message.entities] == [("bot_command", 6)]
    assert message.from_user and message.from_user.full_name == "Anna Karlova"
    assert (message.from_user.username, message.from_user.language_code) == ("anna", "ru")
    assert message.chat.id == anna.id
    await bot.send_message(anna.id, "Hello")
    assert [it.text for it in anna.reads()] == ["Hello"]


async def test_a_button_is_found_by_words_data_or_beginning(bot: Bot, anna: Person) -> None:
    post = await card(bot, anna, keys({"Yes": "y", "Yes, all": "ya"}, {"No, thanks": "n", "Not now": "nn"}))
    assert anna.finds(post, "Yes").data == "y"
    assert anna.finds(post, "nn").text == "Not now"
    assert anna.finds(post, "No,").data == "n"
    for label in ("Maybe", "No"):
        with pytest.raises(NoSuchButton):
            anna.finds(post, label)
    anna.world.remove(post)
    with pytest.raises(NoSuchButton):
        anna.finds(post, "Yes")


async def test_nobody_taps_what_he_can_not_see(sandbox: Sandbox, bot: Bot, anna: Person) -> None:
    boris, olga = sandbox.person("Boris"), sandbox.person("Olga")
    post = await card(bot, anna, keys({"Yes": "y"}))
    with pytest.raises(PermissionError):
        boris.finds(post, "Yes")
    group = sandbox.group("Chess club", creator=olga)
    await sandbox.add_bot(group, by=olga)
    await bot.send_message(group.id, "Entry", reply_markup=keys({"Join": "j"}))
    with pytest.raises(PermissionError):
        await boris.taps(group.last(), "Join")
    with pytest.raises(PermissionError):
        await boris.types(group, "/join")


async def test_a_tap_carries_what_was_pressed_and_by_whom(bot: Bot, anna: Person) -> None:
    post = await card(bot, anna, keys({"Yes": "y"}))
    tap = anna.tap(post, "Yes")
    (update,) = await bot.get_updates()
    query = update.callback_query
    assert query and query.from_user.id == anna.id and query.data == "y"
    assert isinstance(query.message, type(await bot.send_message(anna.id, "x")))
    assert query.message.reply_markup and query.message.text == "Card"
    waiting = asyncio.create_task(tap.toast())
    await query.answer("Done", show_alert=True)
    toast = await waiting
    assert (toast.text, toast.alert) == ("Done", True)


async def test_forged_and_outdated_taps_come_through(bot: Bot, anna: Person) -> None:
    post = await card(bot, anna, keys({"Yes": "y"}))
    forging = asyncio.create_task(anna.forges(post, "delete everything"))
    (update,) = await bot.get_updates(timeout=1)
    assert update.callback_query and update.callback_query.data == "delete everything"
    await update.callback_query.answer("No")
    assert (await forging).text == "No"
    anna.world.remove(post)
    forging = asyncio.create_task(anna.forges(post, "y"))
    (update,) = await bot.get_updates(offset=update.update_id + 1, timeout=1)
    assert update.callback_query and update.callback_query.message
    assert not update.callback_query.message.is_accessible
    await update.callback_query.answer()
    assert (await forging).text == ""


async def test_a_link_to_the_bot_presses_start(sandbox: Sandbox, bot: Bot, anna: Person) -> None:
    name, boris = sandbox.bot.username, sandbox.person("Boris")
    olga = sandbox.person("Olga")
    group = sandbox.group("Chess club", creator=olga, members=[boris])
    await sandbox.add_bot(group, by=olga)
    links = keys(
        {"Private messages": f"https://t.me/{name}?start=dm_KX4T"}, {"Rules": "https://example.org/"}
    )
    await bot.send_message(group.id, "Entry", reply_markup=links)
    toast = await boris.taps(group.last(), "Private")
    assert toast.url.endswith("dm_KX4T") and boris.user.started
    assert boris.chat.shown()[-1].text == "/start dm_KX4T"
    toast = await boris.taps(group.last(), "Rules")
    assert toast.url == "https://example.org/"
    assert len(boris.chat.shown()) == 1


async def test_a_typed_line_can_be_edited_and_deleted(bot: Bot, anna: Person) -> None:
    typed = await anna.writes("/result 1-0")
    await anna.edits(typed, "/result 0-1")
    _, update = await bot.get_updates()
    assert update.edited_message and update.edited_message.text == "/result 0-1"
    assert update.edited_message.message_id == typed.id
    await anna.deletes(typed)
    await bot.send_message(anna.id, "Hello")
    await anna.deletes(anna.last())
    assert anna.reads() == []
    with pytest.raises(LookupError):
        anna.last()


async def test_only_administrators_delete_what_others_wrote(sandbox: Sandbox, bot: Bot, anna: Person) -> None:
    olga = sandbox.person("Olga")
    group = sandbox.group("Chess club", creator=olga, members=[anna])
    await sandbox.add_bot(group, by=olga)
    await bot.send_message(group.id, "Entry")
    with pytest.raises(PermissionError):
        await anna.deletes(group.last())
    await olga.deletes(group.last())
    assert group.posts == []


async def test_mentions_reach_only_people_the_bot_may_mention(
    sandbox: Sandbox, bot: Bot, anna: Person
) -> None:
    boris, olga, stranger = (sandbox.person(name) for name in ("Boris", "Olga", "Stranger"))
    group = sandbox.group("Chess club", creator=olga, members=[boris])
    await sandbox.add_bot(group, by=olga)
    links = " ".join(f'<a href="tg://user?id={it.id}">{it.name}</a>' for it in (anna, boris, stranger))
    sent = await bot.send_message(group.id, links, parse_mode="HTML")
    assert group.last().mentions == [anna.id, boris.id]
    assert [it.user.first_name for it in sent.entities if it.user] == ["Anna", "Boris"]


async def test_waiting_sees_new_messages_and_edits(bot: Bot, anna: Person) -> None:
    waiting = asyncio.create_task(anna.sees("Round 2", buttons=["I won", "Draw"]))
    sent = await bot.send_message(anna.id, "Round 2")
    await asyncio.sleep(0.03)
    assert not waiting.done()
    await bot.edit_message_text(
        "Round 2.", anna.id, sent.message_id, reply_markup=keys({"I won": "w", "Draw": "d"})
    )
    assert (await waiting).id == sent.message_id
    with pytest.raises(TimeoutError, match="no 'Round' with"):
        await anna.sees("Round", after=anna.last(), timeout=0.05)


async def test_files_go_both_ways(sandbox: Sandbox, bot: Bot, anna: Person) -> None:
    await bot.send_document(anna.id, b"1-0", filename="KX4T.trf", caption="<b>Export</b>", parse_mode="HTML")
    exported = anna.last()
    assert exported.media and (exported.media.name, exported.media.data) == ("KX4T.trf", b"1-0")
    assert exported.html == "<b>Export</b>"
    await anna.sends("old.json", b"{}", "/import")
    (update,) = await bot.get_updates()
    assert update.message and update.message.document and update.message.caption == "/import"
    file = await update.message.document.get_file()
    assert bytes(await file.download_as_bytearray()) == b"{}"
    again = await bot.send_document(anna.id, update.message.document.file_id)
    assert again.document and again.document.file_name == "old.json"
    async with aiohttp.ClientSession() as http, http.get(f"{sandbox.base_file_url}1:x/documents/1") as answer:
        assert answer.status == 404


async def test_pictures(bot: Bot, anna: Person) -> None:
    sent = await bot.send_photo(anna.id, png(800, 600), caption="Standings")
    assert sent.photo and (sent.photo[0].width, sent.photo[0].height) == (800, 600)
    await bot.edit_message_media(
        InputMediaPhoto(png(900, 600), caption="Standings after round 2"), anna.id, sent.message_id
    )
    post = anna.last()
    assert post.media and post.media.size == (900, 600) and post.text == "Standings after round 2"
    await bot.edit_message_caption(anna.id, sent.message_id, caption="Final table")
    assert (anna.last().text, anna.last().edits) == ("Final table", 2)
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("x", anna.id, sent.message_id)
    await bot.edit_message_media(InputMediaDocument(b"%PDF", filename="t.pdf"), anna.id, sent.message_id)
    assert post.media.kind == "document"
    for data, error in ((b"JFIF", "Image_process_failed"), (png(9000, 2000), "Photo_invalid_dimensions")):
        with pytest.raises(BadRequest, match=error):
            await bot.send_photo(anna.id, data)
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await bot.send_photo(anna.id, png(8, 8), caption="x" * 1025)


async def test_what_is_forgotten_is_as_if_it_had_never_been(sandbox: Sandbox, bot: Bot, anna: Person) -> None:
    long_ago = await card(bot, anna, keys({"Yes": "y"}))
    tap, before = anna.tap(long_ago, "Yes"), sandbox.journal.polls
    await bot.get_updates()
    moment = sandbox.world.now()
    lately = (await bot.send_message(anna.id, "Lately")).message_id
    sandbox.forget(moment)
    assert [message.id for message in anna.reads()] == [lately]
    assert not sandbox.journal.calls() and sandbox.journal.polls == before + 1
    with pytest.raises(BadRequest, match="not found"):
        await bot.edit_message_text("Card, changed", anna.id, long_ago.id)
    with pytest.raises(BadRequest, match="too old"):
        await bot.answer_callback_query(tap.query.id)
