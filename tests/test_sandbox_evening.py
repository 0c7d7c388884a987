"""Does a small real bot meet in the sandbox what it would meet at Telegram?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update

from bot.sandbox import NoAnswer, NoSuchButton, Sandbox


@asynccontextmanager
async def answering(sandbox: Sandbox, data_to_text: dict[str, str]) -> AsyncIterator[Bot]:
    """A bot that sends a keyboard for `/play` and answers taps with a toast and an edit."""
    bot = Bot(sandbox.token, base_url=sandbox.base_url, base_file_url=sandbox.base_file_url)
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("I won", callback_data="won")]])

    async def run() -> None:
        offset = 0
        while True:
            updates: tuple[Update, ...] = await bot.get_updates(
                offset=offset, timeout=5, allowed_updates=Update.ALL_TYPES
            )
            for update in updates:
                offset = update.update_id + 1
                if update.callback_query and update.callback_query.data in data_to_text:
                    text = data_to_text[update.callback_query.data]
                    await update.callback_query.answer(text)
                    await update.callback_query.edit_message_text(f"<b>{text}</b>", parse_mode="HTML")
                elif update.message and update.message.text and update.message.text.startswith("/play"):
                    await update.message.reply_text("Board 1", reply_markup=keys)

    async with bot:
        task = asyncio.create_task(run())
        yield bot
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_tap_gets_its_toast_and_the_message_is_edited() -> None:
    async with Sandbox() as sandbox, answering(sandbox, {"won": "Noted", "again": "Again"}):
        olga, anna = sandbox.person("Olga"), sandbox.person("Anna")
        group = sandbox.group("Chess club", creator=olga, members=[anna])
        await sandbox.add_bot(group, by=olga)
        await anna.types(group, "/play")
        post = await group.sees("Board 1", buttons=["I won"])
        toast = await anna.taps(post, "I won")
        assert toast.text == "Noted"
        assert await group.sees("Noted") is post
        assert (post.html, post.buttons, post.edits) == ("<b>Noted</b>", [], 1)
        assert len(sandbox.journal.sent(group.id)) == len(sandbox.journal.edited(group.id)) == 1
        assert sandbox.journal.refused() == []
        with pytest.raises(NoSuchButton):
            await anna.taps(post, "I won")
        with pytest.raises(NoAnswer):
            await anna.forges(post, "lost", timeout=0.1)
        assert (await anna.forges(post, "again")).text == "Again"
