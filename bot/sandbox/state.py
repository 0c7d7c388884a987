"""What there is: users, chats with their members and topics, messages with their history.

Nothing here talks or decides; `world.py` holds all of it together. Ids follow Telegram: users above 2³²,
groups negative, supergroups below -10¹². Message ids count up through all private chats and groups, but
start again in every supergroup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from .formatting import Entity, to_html

Status = Literal["creator", "administrator", "member", "left", "kicked"]
ChatType = Literal["private", "group", "supergroup"]

RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_pin_messages", "can_manage_topics",
)  # fmt: skip
"""The rights an administrator of a group can have."""


@dataclass(slots=True, eq=False)
class User:
    """A person, or a bot. `started`: has pressed Start; `blocked`: has blocked the bot since."""

    id: int
    first_name: str
    username: str = ""
    language: str = ""
    last_name: str = ""
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(slots=True, eq=False)
class Member:
    """What a user is in a chat."""

    user: User
    status: Status = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False

    @property
    def present(self) -> bool:
        return self.status in ("creator", "administrator", "member")

    @property
    def admin(self) -> bool:
        return self.status in ("creator", "administrator")

    def may(self, right: str) -> bool:
        return self.status == "creator" or (self.admin and right in self.rights)


@dataclass(slots=True, eq=False)
class Topic:
    """A topic of a forum; its id is that of the message that opened it."""

    id: int
    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(slots=True, eq=False)
class Counter:
    """Message ids."""

    last: int = 0

    def next(self) -> int:
        self.last += 1
        return self.last


@dataclass(slots=True, eq=False)
class Chat:
    """A private chat (its id is the person's), a group or a supergroup."""

    id: int
    type: ChatType
    counter: Counter
    title: str = ""
    username: str = ""
    forum: bool = False
    silenced: bool = False  # only administrators may write
    deleted: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    migrated_to: int | None = None
    migrated_from: int | None = None

    def member(self, user: User) -> Member:
        """What the user is here; never having been here is `left`."""
        return self.members.get(user.id) or Member(user, "left")

    def present(self) -> list[Member]:
        return [member for member in self.members.values() if member.present]

    def shown(self) -> list[Message]:
        """The messages that are still there, oldest first."""
        return [message for message in self.messages.values() if not message.deleted]

    def pinned(self) -> list[Message]:
        """Pinned messages, last pinned last."""
        return sorted((m for m in self.shown() if m.pinned), key=lambda m: m.pinned)


@dataclass(frozen=True, slots=True)
class Button:
    """One button of an inline keyboard; `raw` is the object as the bot sent it."""

    text: str
    data: str | None
    url: str | None
    raw: dict[str, Any] = field(compare=False, hash=False, repr=False, default_factory=dict)


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Media:
    """A file in a message. `size` is width and height of a photo."""

    kind: Literal["document", "photo"]
    id: str
    name: str
    data: bytes = field(repr=False)
    size: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Version:
    """What a message said from a moment on. With media, text and entities are the caption."""

    at: datetime
    text: str = ""
    entities: tuple[Entity, ...] = ()
    keyboard: Keyboard = ()
    media: Media | None = None

    def same_as(self, other: Version) -> bool:
        """Whether Telegram would call an edit from one to the other not modified."""
        return (self.text, self.entities, self.keyboard, self.media) == (
            other.text, other.entities, other.keyboard, other.media,
        )  # fmt: skip


@dataclass(slots=True, eq=False)
class Message:
    """A message: what it says now (`text`, `html`, `buttons` …) and every earlier version (`history`)."""

    id: int
    chat: Chat
    sender: User
    version: Version
    sender_chat: Chat | None = None
    topic: int | None = None
    thread: int | None = None  # `message_thread_id` outside forums
    reply_to: Message | None = None
    service: dict[str, Any] = field(default_factory=dict)
    history: list[Version] = field(default_factory=list)
    deleted: bool = False
    silent: bool = False  # came without a sound
    pinned: int = 0  # how many were pinned before, plus one; 0 is not pinned

    @property
    def text(self) -> str:
        return self.version.text

    @property
    def html(self) -> str:
        """The text as a phone shows it; a bot's own markup may differ in what is equal to it."""
        return to_html(self.version.text, self.version.entities)

    @property
    def buttons(self) -> list[list[str]]:
        """The words on the buttons, row by row."""
        return [[button.text for button in row] for row in self.version.keyboard]

    @property
    def media(self) -> Media | None:
        return self.version.media

    @property
    def date(self) -> datetime:
        """When it was sent."""
        return (self.history[0] if self.history else self.version).at

    @property
    def edits(self) -> int:
        """How often it was edited."""
        return len(self.history)

    @property
    def mentions(self) -> list[int]:
        """Ids of the people mentioned by `tg://user?id=`, who hear a sound for it."""
        return [entity.user_id for entity in self.version.entities if entity.kind == "text_mention"]

    def all_buttons(self) -> Iterator[Button]:
        """Every button, from the top left on."""
        for row in self.version.keyboard:
            yield from row

    def __repr__(self) -> str:
        return f"<message {self.id} in {self.chat.id} {self.text!r} {self.buttons}>"
