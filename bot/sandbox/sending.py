"""Methods that show something new: messages, files, topics, "typing …"."""

from __future__ import annotations

from typing import Any

from . import wire
from .content import keyboard, read_caption, read_file, read_text
from .refusal import bad, forbidden
from .schema import Params
from .state import Chat, Media, Message, Topic
from .world import World

ACTIONS = frozenset({"typing", "upload_photo", "upload_document"})


def writable(world: World, ref: int | str) -> Chat:
    """A chat the bot may write in now."""
    chat = world.chat(ref)
    if chat.type == "private":
        user = world.users[chat.id]
        if user.deactivated:
            raise forbidden("user is deactivated")
        if user.blocked:
            raise forbidden("bot was blocked by the user")
        if not user.started:
            raise forbidden("bot can't initiate conversation with a user")
    elif chat.silenced and not chat.member(world.bot).admin:
        raise bad("not enough rights to send text messages to the chat")
    return chat


def send_message(world: World, params: Params) -> Any:
    chat = writable(world, params["chat_id"])
    text, entities = read_text(world, chat, params)
    return _send(world, chat, params, text, entities)


def send_document(world: World, params: Params) -> Any:
    return _send_file(world, params, "document")


def send_photo(world: World, params: Params) -> Any:
    return _send_file(world, params, "photo")


def send_chat_action(world: World, params: Params) -> Any:
    chat = writable(world, params["chat_id"])
    if params["action"] not in ACTIONS:
        raise bad("wrong parameter action in request")
    world.events.emit("typing", chat.id, action=params["action"])
    return True


def create_forum_topic(world: World, params: Params) -> Any:
    chat = writable(world, params["chat_id"])
    if not chat.forum:
        raise bad("the chat is not a forum")
    if not chat.member(world.bot).may("can_manage_topics"):
        raise bad("not enough rights to create a topic")
    topic = open_topic(world, chat, world.bot, params["name"])
    return {"message_thread_id": topic.id, "name": topic.name, "icon_color": 7322096}


def open_topic(world: World, chat: Chat, by: Any, name: str) -> Topic:
    """A new topic; the service message that opens it gives it its id."""
    if not 1 <= len(name) <= 128:
        raise bad("TOPIC_TITLE_EMPTY" if not name else "TOPIC_TITLE_TOO_LONG")
    number = chat.counter.last + 1
    topic = chat.topics[number] = Topic(number, name)
    world.post(chat, by, topic=number, service={"forum_topic_created": {"name": name, "icon_color": 7322096}})
    return topic


def _send_file(world: World, params: Params, kind: Any) -> Any:
    chat = writable(world, params["chat_id"])
    text, entities = read_caption(world, chat, params)
    media = read_file(world, kind, params[kind], params.get("attached", {}))
    return _send(world, chat, params, text, entities, media)


def _send(
    world: World, chat: Chat, params: Params, text: str, entities: Any, media: Media | None = None
) -> Any:
    keys = keyboard(params.get("reply_markup"))
    reply_to = _replied(world, chat, params.get("reply_parameters"))
    topic = _topic(chat, params.get("message_thread_id"))
    if topic is None and reply_to is not None:
        topic = reply_to.topic
    world.limits.count(chat.id)
    message = world.post(
        chat, world.bot, text, entities, keyboard=keys, media=media, topic=topic, reply_to=reply_to,
        silent=params.get("disable_notification", False),
    )
    return wire.message(message, world.users)


def _replied(world: World, chat: Chat, reply: dict[str, Any] | None) -> Message | None:
    if reply is None:
        return None
    if reply.get("chat_id", chat.id) != chat.id:
        raise bad("replies to other chats are not part of the sandbox")
    message = chat.messages.get(reply["message_id"])
    if message is not None and not message.deleted:
        return message
    if reply.get("allow_sending_without_reply"):
        return None
    raise bad("message to be replied not found")


def _topic(chat: Chat, thread: int | None) -> int | None:
    """Only a living topic can be written to by its id; General has none, nor have other chats."""
    if thread is None:
        return None
    topic = chat.topics.get(thread)
    if topic is None or topic.deleted:
        raise bad("message thread not found")
    if topic.closed:
        raise bad("TOPIC_CLOSED")
    return topic.id
