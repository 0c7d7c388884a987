"""Everything there is, in one place, and the few ways in which it changes.

Each change is told twice: to the bot as an update, if Telegram would tell it (privacy mode, blocked,
`allowed_updates`), and to the event stream as a phone would show it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from . import wire
from .events import Events
from .formatting import Entity
from .limits import Limits
from .profile import Profile
from .refusal import bad, forbidden, upgraded
from .state import Chat, ChatType, Counter, Media, Member, Message, User, Version
from .taps import Query
from .updates import TAP_LIFE, Updates

ANONYMOUS = User(1087968824, "Group", "GroupAnonymousBot", is_bot=True)
"""Whom a message of an anonymous administrator is from: the same in every group."""

CHANNEL = User(136817688, "Channel", "Channel_Bot", is_bot=True)
"""Whom a message sent in the name of another chat is from."""


class World:
    """The state of one sandbox. `now` gives aware datetimes and may run fast."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.bot = User(7_000_000_001, "Swiss evening", "swissclub_bot", is_bot=True)
        self.privacy = True
        self.users: dict[int, User] = {it.id: it for it in (self.bot, ANONYMOUS, CHANNEL)}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, Media] = {}
        self.queries: dict[str, Query] = {}
        self.profile = Profile()
        self.updates = Updates(now)
        self.events = Events()
        self.limits = Limits(now)
        self.tap_life: timedelta = TAP_LIFE
        self._ids = Counter()  # users, chats, files, taps
        self._messages = Counter()  # private chats and groups share their numbers

    # -- making ---------------------------------------------------------------------------------

    def add_user(self, first_name: str, username: str = "", language: str = "", last_name: str = "") -> User:
        """Somebody new."""
        user = User(5_000_000_000 + self._ids.next(), first_name, username, language, last_name)
        self.users[user.id] = user
        return user

    def add_chat(self, type: ChatType, title: str, *, username: str = "", forum: bool = False) -> Chat:
        """A new group or supergroup with nobody in it."""
        base = -1_002_000_000_000 if type == "supergroup" else -4_000_000_000
        counter = Counter() if type == "supergroup" else self._messages
        chat = Chat(base - self._ids.next(), type, counter, title, username, forum)
        self.chats[chat.id] = chat
        return chat

    def private(self, user: User) -> Chat:
        """The chat of a person with the bot."""
        if user.id not in self.chats:
            self.chats[user.id] = Chat(user.id, "private", self._messages, members={user.id: Member(user)})
        return self.chats[user.id]

    def new_id(self, prefix: str) -> str:
        """An id that nothing else has."""
        return f"{prefix}{self._ids.next()}"

    # -- finding --------------------------------------------------------------------------------

    def chat(self, ref: int | str) -> Chat:
        """A chat the bot may act in, by id or `@username`; raises the 400 or 403 that says why not."""
        chat = self._named(ref) if isinstance(ref, str) else self._by_id(ref)
        if chat.type == "private":
            return chat
        if chat.migrated_to is not None:
            raise upgraded(chat.migrated_to)
        mine = chat.member(self.bot)
        if chat.deleted:
            raise forbidden("the group chat was deleted")
        if mine.status == "kicked":
            raise forbidden(f"bot was kicked from the {chat.type} chat")
        if not mine.present:
            raise forbidden(f"bot is not a member of the {chat.type} chat")
        return chat

    def _named(self, name: str) -> Chat:
        for chat in self.chats.values():
            if chat.username and name.lower() == f"@{chat.username.lower()}":
                return chat
        raise bad("chat not found")

    def _by_id(self, number: int) -> Chat:
        user = self.users.get(number)
        if user is not None and (user is self.bot or self.knows(user)):
            if user.is_bot:
                raise forbidden("bots can't send messages to bots")
            return self.private(user)
        if number < 0 and number in self.chats and self.bot.id in self.chats[number].members:
            return self.chats[number]
        raise bad("chat not found")

    def knows(self, user: User) -> bool:
        """Whether the bot has ever met somebody, in private or in a group."""
        return user.started or any(
            user.id in chat.members and self.bot.id in chat.members
            for chat in self.chats.values()
            if chat.type != "private"
        )

    def message(self, chat: Chat, number: int, what: str) -> Message:
        """A message that is still there; raises `message to <what> not found`."""
        message = chat.messages.get(number)
        if message is None or message.deleted:
            raise bad(f"message to {what} not found")
        return message

    # -- changing -------------------------------------------------------------------------------

    def post(
        self,
        chat: Chat,
        sender: User,
        text: str = "",
        entities: tuple[Entity, ...] = (),
        *,
        service: dict[str, Any] | None = None,
        **more: Any,
    ) -> Message:
        """A new message; `more` are fields of `Message`, or of `Version` (`keyboard`, `media`)."""
        content = {name: more.pop(name) for name in ("keyboard", "media") if name in more}
        version = Version(self.now(), text, entities, **content)
        message = Message(chat.counter.next(), chat, sender, version, service=service or {}, **more)
        if chat.type == "supergroup" and not chat.forum and (parent := message.reply_to) is not None:
            message.thread = parent.thread or parent.id
        chat.messages[message.id] = message
        if self._hears(message):
            self.updates.push("message", wire.message(message, self.users))
        self.events.show("message", message)
        return message

    def revise(self, message: Message, version: Version) -> None:
        """An edit, by whoever wrote it."""
        message.history.append(message.version)
        message.version = version
        if self._hears(message):
            self.updates.push("edited_message", wire.message(message, self.users))
        self.events.show("edited", message)

    def remove(self, message: Message) -> None:
        """Deleted for everybody; the bot is not told."""
        message.deleted, message.pinned = True, 0
        self.events.emit("deleted", message.chat.id, id=message.id)

    def forget(self, before: datetime) -> None:
        """Messages and taps older than that are as if they had never been; the bot is not told."""
        for chat in self.chats.values():
            chat.messages = {id: message for id, message in chat.messages.items() if message.date >= before}
        self.queries = {id: query for id, query in self.queries.items() if query.born >= before}

    def pin(self, message: Message, by: User) -> None:
        """Pinned on top of what was pinned before, with the service message that tells so."""
        message.pinned = max((m.pinned for m in message.chat.pinned()), default=0) + 1
        self.events.emit("pinned", message.chat.id, id=message.id)
        self.post(
            message.chat, by, service={"pinned_message": wire.message(message, self.users, nested=True)},
            topic=message.topic,
        )  # fmt: skip

    def unpin(self, message: Message) -> None:
        message.pinned = 0
        self.events.emit("unpinned", message.chat.id, id=message.id)

    def set_member(self, chat: Chat, new: Member, by: User) -> None:
        """Somebody is now something else in a chat; the bot hears of others only as administrator."""
        old = chat.member(new.user)
        chat.members[new.user.id] = new
        mine = new.user is self.bot
        if mine or chat.member(self.bot).admin:
            body = {
                "chat": wire.chat(chat),
                "from": wire.user(by),
                "date": int(self.now().timestamp()),
                "old_chat_member": wire.member(old),
                "new_chat_member": wire.member(new),
            }
            self.updates.push("my_chat_member" if mine else "chat_member", body)
        self.events.emit("members", chat.id)

    def _hears(self, message: Message) -> bool:
        """Whether the bot is told: never of what it writes, in privacy mode only of what is meant for it."""
        if message.service:
            return message.chat.type == "private" or message.chat.member(self.bot).present
        if message.sender is self.bot:
            return False
        if message.chat.type == "private":
            return not message.sender.blocked
        mine = message.chat.member(self.bot)
        if not mine.present:
            return False
        if mine.admin or not self.privacy:
            return True
        if message.reply_to is not None and message.reply_to.sender is self.bot:
            return True
        return self._commanded(message.text)

    def _commanded(self, text: str) -> bool:
        command, _, to = text.split(maxsplit=1)[0].partition("@") if text else ("", "", "")
        return command.startswith("/") and len(command) > 1 and to.lower() in ("", self.bot.username.lower())
