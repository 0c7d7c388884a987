"""The rules of inline keyboards."""

from __future__ import annotations

import re
from typing import Any

from .refusal import bad
from .state import Button, Keyboard

MOST_BUTTONS = 100
_ACTIONS = (
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
)  # fmt: skip
_URL = re.compile(r"(https?://)?[^\s/?#]+\.[^\s/?#]+\S*$|tg://\S+$")


def keyboard(markup: dict[str, Any] | None) -> Keyboard:
    """The buttons of a `reply_markup`; rows without buttons vanish. Raises the API's 400s."""
    if markup is None:
        return ()
    if "inline_keyboard" not in markup:
        return ()  # a reply keyboard or its removal: below the field, not below the message
    rows = tuple(tuple(_button(raw) for raw in row) for row in markup["inline_keyboard"] if row)
    if sum(len(row) for row in rows) > MOST_BUTTONS:
        raise bad("REPLY_MARKUP_TOO_LONG")
    return rows


def _button(raw: dict[str, Any]) -> Button:
    actions = [action for action in _ACTIONS if action in raw]
    if not actions:
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise bad(f"can't parse inline keyboard button: exactly one of {', '.join(actions)} must be used")
    if not raw["text"].strip():
        raise bad("BUTTON_TEXT_INVALID")
    data, url = raw.get("callback_data"), raw.get("url")
    if data is not None and not 1 <= len(data.encode()) <= 64:
        raise bad("BUTTON_DATA_INVALID")
    if url is not None and not _URL.match(url):
        raise bad("BUTTON_URL_INVALID")
    return Button(raw["text"], data, url, raw)
