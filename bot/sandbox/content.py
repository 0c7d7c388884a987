"""What a message may carry: text, caption, buttons, files; read from the parameters of a call."""

from __future__ import annotations

import re
import struct
from typing import Any, Literal

from .formatting import Entity, given, plain, units
from .markup import parse_html
from .refusal import bad
from .schema import Params, Upload
from .state import Button, Chat, Keyboard, Media
from .world import World

MOST_TEXT = 4096
MOST_CAPTION = 1024
MOST_FILE = 50 * 2**20
MOST_PHOTO = 10 * 2**20
MOST_BUTTONS = 100
_ACTIONS = (
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
)  # fmt: skip
_URL = re.compile(r"(https?://)?[^\s/?#]+\.[^\s/?#]+\S*$|tg://\S+$")

Text = tuple[str, tuple[Entity, ...]]


def read_text(world: World, chat: Chat, params: Params, *, editing: bool = False) -> Text:
    """The text of a message, 1–4096 UTF-16 units after parsing."""
    text, entities = _formatted(world, chat, params.get("text", ""), params, "entities")
    if not text:
        raise bad("message text is empty")
    if units(text) > MOST_TEXT:
        raise bad("MESSAGE_TOO_LONG" if editing else "message is too long")
    return text, entities


def read_caption(world: World, chat: Chat, params: dict[str, Any]) -> Text:
    """The caption under a file, 0–1024 units."""
    text, entities = _formatted(world, chat, params.get("caption", ""), params, "caption_entities")
    if units(text) > MOST_CAPTION:
        raise bad("message caption is too long")
    return text, entities


def _formatted(world: World, chat: Chat, text: str, params: dict[str, Any], entities: str) -> Text:
    def known(user_id: int) -> bool:
        user = world.users.get(user_id)
        return user is not None and (user.started or user_id in chat.members)

    mode = params.get("parse_mode", "")
    if mode.lower() == "html":
        return parse_html(text, known)
    if mode:
        raise bad("unsupported parse_mode")  # the house speaks HTML only
    if entities in params:
        return given(text, params[entities], known)
    return plain(text)


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


def read_file(
    world: World, kind: Literal["document", "photo"], value: str | Upload, attached: dict[str, Upload]
) -> Media:
    """A file to send: an upload, `attach://part`, or the id of one the bot has had before."""
    if isinstance(value, str) and value.startswith("attach://"):
        part = value.removeprefix("attach://")
        if part not in attached:
            raise bad(f'file part "{part}" is missing')
        value = attached[part]
    if isinstance(value, str):
        if value not in world.files or world.files[value].kind != kind:
            raise bad("wrong file identifier/HTTP URL specified")
        return world.files[value]
    return store(world, kind, value)


def store(world: World, kind: Literal["document", "photo"], upload: Upload) -> Media:
    """A new file on Telegram's disks."""
    if not upload.data:
        raise bad("file must be non-empty")
    if len(upload.data) > (MOST_PHOTO if kind == "photo" else MOST_FILE):
        raise bad(f"file is too big for a {kind}")
    size = _photo_size(upload.data) if kind == "photo" else (0, 0)
    media = Media(kind, world.new_id(f"{kind}-"), upload.name, upload.data, size)
    world.files[media.id] = media
    return media


def _photo_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, within Telegram's bounds for photos."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        raise bad("IMAGE_PROCESS_FAILED")
    width, height = struct.unpack(">II", data[16:24])
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return width, height
