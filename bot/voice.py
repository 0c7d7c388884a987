"""The few calls by which the bot speaks, as thin as can be: one request each, errors as they come."""

from __future__ import annotations

import html

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, ReplyParameters
from telegram.constants import ParseMode

from bot.notices.notice import Buttons
from bot.texts import plain, units

TOAST, MESSAGE = 200, 4096
"""Letters that fit into a toast, and into a message."""

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class Voice:
    """Texts are HTML. Every method raises what python-telegram-bot raises (see `bot.outcome`)."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def send(self, chat: int, text: str, buttons: Buttons = (), *, topic: int | None = None,
                   reply_to: int | None = None, silent: bool = False) -> int:
        """Send a message, if `silent` without a sound; its id. A reply to what is gone is sent all the same."""
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to is not None else None
        message = await self._bot.send_message(
            chat, text, parse_mode=ParseMode.HTML, message_thread_id=topic, link_preview_options=_NO_PREVIEW,
            reply_markup=_keyboard(buttons), reply_parameters=reply, disable_notification=silent or None)
        return message.message_id

    async def file(self, chat: int, name: str, data: bytes, caption: str = "", *, picture: bool = False) -> int:
        """Send a file, or a picture; the caption is HTML. Returns the message's id."""
        if picture:
            message = await self._bot.send_photo(chat, data, caption=caption or None, filename=name,
                                                 parse_mode=ParseMode.HTML)
        else:
            message = await self._bot.send_document(chat, data, caption=caption or None, filename=name,
                                                    parse_mode=ParseMode.HTML)
        return message.message_id

    async def fetch(self, file: str) -> bytes:
        """A file that somebody has sent."""
        return bytes(await (await self._bot.get_file(file)).download_as_bytearray())

    async def edit(self, chat: int, message: int, text: str, buttons: Buttons = ()) -> None:
        """Change a message; without buttons those it had go away."""
        await self._bot.edit_message_text(
            text, chat, message, parse_mode=ParseMode.HTML, link_preview_options=_NO_PREVIEW,
            reply_markup=_keyboard(buttons))

    async def delete(self, chat: int, message: int) -> None:
        await self._bot.delete_message(chat, message)

    async def pin(self, chat: int, message: int) -> None:
        """Pin without ringing."""
        await self._bot.pin_chat_message(chat, message, disable_notification=True)

    async def unpin(self, chat: int, message: int) -> None:
        """What is pinned below it is on top again."""
        await self._bot.unpin_chat_message(chat, message)

    async def toast(self, tap: str, text: str = "", *, alert: bool = False, url: str | None = None) -> None:
        """Answer a tap. Plain text, cut to what fits; a tap waits only a short time at Telegram."""
        await self._bot.answer_callback_query(tap, cut(text, TOAST) or None, show_alert=alert or None, url=url)


def cut(text: str, most: int) -> str:
    """The text in at most so many UTF-16 units, with an ellipsis where it was cut."""
    if len(text.encode("utf-16-le")) // 2 <= most:
        return text
    kept = text.encode("utf-16-le")[:2 * (most - 1)].decode("utf-16-le", errors="ignore")
    return kept.rstrip() + "…"


def fitting(text: str) -> str:
    """HTML that fits into a message: what does not is cut, and loses its marks."""
    return text if units(text) <= MESSAGE else html.escape(cut(plain(text), MESSAGE), quote=False)


def _keyboard(buttons: Buttons) -> InlineKeyboardMarkup | None:
    if not buttons:
        return None
    return InlineKeyboardMarkup([
        [InlineKeyboardButton(one.text, url=one.url) if one.url
         else InlineKeyboardButton(one.text, callback_data=one.data) for one in row]
        for row in buttons])
