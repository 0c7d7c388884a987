"""Methods that change what is shown: edits, deletion, pins."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from . import wire
from .content import keyboard, read_caption, read_file, read_text
from .refusal import bad
from .schema import Params
from .sending import writable
from .state import Chat, Message, Version
from .world import World

DELETABLE = timedelta(hours=48)
_SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)


def edit_message_text(world: World, params: Params) -> Any:
    chat, message = _editable(world, params)
    text, entities = read_text(world, chat, params, editing=True)
    if message.media:
        raise bad("there is no text in the message to edit")
    return _edit(world, message, params, text=text, entities=entities)


def edit_message_caption(world: World, params: Params) -> Any:
    chat, message = _editable(world, params)
    if not message.media:
        raise bad("there is no caption in the message to edit")
    text, entities = read_caption(world, chat, params)
    return _edit(world, message, params, text=text, entities=entities)


def edit_message_media(world: World, params: Params) -> Any:
    chat, message = _editable(world, params)
    wanted = params["media"]
    if wanted["type"] not in ("document", "photo"):
        raise bad("only documents and photos are part of the sandbox")
    media = read_file(world, wanted["type"], wanted["media"], params.get("attached", {}))
    text, entities = read_caption(world, chat, wanted)
    return _edit(world, message, params, text=text, entities=entities, media=media)


def edit_message_reply_markup(world: World, params: Params) -> Any:
    _, message = _editable(world, params)
    return _edit(world, message, params)


def delete_message(world: World, params: Params) -> Any:
    chat = world.chat(params["chat_id"])
    message = world.message(chat, params["message_id"], "delete")
    mine = chat.member(world.bot)
    own = message.sender is world.bot or chat.type == "private"
    if not own and not mine.may("can_delete_messages"):
        raise bad("message can't be deleted")
    if world.now() - message.date > DELETABLE and not mine.may("can_delete_messages"):
        raise bad("message can't be deleted for everyone")
    world.remove(message)
    return True


def pin_chat_message(world: World, params: Params) -> Any:
    chat = _pinnable(world, params)
    message = world.message(chat, params["message_id"], "pin")
    if message.service:
        raise bad("message can't be pinned")
    if not message.pinned:
        world.pin(message, world.bot)
    return True


def unpin_chat_message(world: World, params: Params) -> Any:
    chat = _pinnable(world, params)
    if "message_id" in params:
        message = world.message(chat, params["message_id"], "unpin")
    elif pinned := chat.pinned():
        message = pinned[-1]
    else:
        raise bad("message to unpin not found")
    if message.pinned:
        world.unpin(message)
    return True


def _pinnable(world: World, params: Params) -> Chat:
    chat = writable(world, params["chat_id"])
    if chat.type != "private" and not chat.member(world.bot).may("can_pin_messages"):
        raise bad("not enough rights to manage pinned messages in the chat")
    return chat


def _editable(world: World, params: Params) -> tuple[Chat, Message]:
    if "chat_id" not in params or "message_id" not in params:
        raise bad("message identifier is not specified")
    chat = writable(world, params["chat_id"])
    message = world.message(chat, params["message_id"], "edit")
    if message.sender is not world.bot or message.service:
        raise bad("message can't be edited")
    return chat, message


def _edit(world: World, message: Message, params: Params, **new: Any) -> Any:
    """Without `reply_markup` an edit takes the buttons away."""
    keys = keyboard(params.get("reply_markup"))
    version: Version = replace(message.version, at=world.now(), keyboard=keys, **new)
    if version.same_as(message.version):
        raise bad(_SAME)
    world.limits.count(message.chat.id)
    world.revise(message, version)
    return wire.message(message, world.users)
