"""State as the JSON objects of the Bot API."""

from __future__ import annotations

from typing import Any, TypeAlias

from .formatting import Entity
from .state import RIGHTS, Chat, Member, Message, User

Json: TypeAlias = dict[str, Any]


def user(it: User) -> Json:
    """`User`."""
    optional = {"last_name": it.last_name, "username": it.username, "language_code": it.language}
    body = {"id": it.id, "is_bot": it.is_bot, "first_name": it.first_name}
    return body | {key: value for key, value in optional.items() if value}


def chat(it: Chat) -> Json:
    """`Chat`."""
    if it.type == "private":
        (member,) = it.members.values()
        named = {key: value for key, value in user(member.user).items() if key.endswith("name")}
        return {"id": it.id, "type": "private"} | named
    body: Json = {"id": it.id, "type": it.type, "title": it.title}
    if it.username:
        body["username"] = it.username
    if it.forum:
        body["is_forum"] = True
    return body


def member(it: Member) -> Json:
    """One of the `ChatMember…` objects."""
    body: Json = {"status": it.status, "user": user(it.user)}
    match it.status:
        case "creator":
            body["is_anonymous"] = it.anonymous
        case "administrator":
            body |= {"can_be_edited": False, "is_anonymous": it.anonymous}
            body |= {right: right in it.rights for right in RIGHTS}
        case "kicked":
            body["until_date"] = 0
    return body


def entity(it: Entity, people: dict[int, User]) -> Json:
    """`MessageEntity`."""
    body: Json = {"type": it.kind, "offset": it.offset, "length": it.length}
    if it.url:
        body["url"] = it.url
    if it.language:
        body["language"] = it.language
    if it.kind == "text_mention":
        body["user"] = user(people[it.user_id])
    return body


def message(it: Message, people: dict[int, User], *, nested: bool = False) -> Json:
    """`Message`, as it stands. A nested one (the message replied to) carries no further reply."""
    body: Json = {
        "message_id": it.id,
        "date": int(it.date.timestamp()),
        "chat": chat(it.chat),
        "from": user(it.sender),
    }
    if it.sender_chat is not None:
        body["sender_chat"] = chat(it.sender_chat)
    if it.topic is not None:
        body |= {"message_thread_id": it.topic, "is_topic_message": True}
    elif it.thread is not None:
        body["message_thread_id"] = it.thread
    if not nested and (parent := _parent(it)) is not None:
        body["reply_to_message"] = message(parent, people, nested=True)
    if it.history:
        body["edit_date"] = int(it.version.at.timestamp())
    return body | it.service | _content(it, people)


def _parent(it: Message) -> Message | None:
    # a message of a topic that answers nothing is sent as an answer to the one that opened the topic
    if it.reply_to is None and it.topic is not None and it.topic != it.id:
        return it.chat.messages.get(it.topic)
    return it.reply_to


def _content(it: Message, people: dict[int, User]) -> Json:
    text, entities = ("caption", "caption_entities") if it.media else ("text", "entities")
    body: Json = {}
    if it.text:
        body[text] = it.text
    if it.version.entities:
        body[entities] = [entity(one, people) for one in it.version.entities]
    if it.media and it.media.kind == "document":
        body["document"] = _file(it.media.id, it.media.data) | {"file_name": it.media.name}
    elif it.media:
        width, height = it.media.size
        body["photo"] = [_file(it.media.id, it.media.data) | {"width": width, "height": height}]
    if it.version.keyboard:
        body["reply_markup"] = {"inline_keyboard": [[key.raw for key in row] for row in it.version.keyboard]}
    return body


def _file(file_id: str, data: bytes) -> Json:
    return {"file_id": file_id, "file_unique_id": f"u{file_id}", "file_size": len(data)}
