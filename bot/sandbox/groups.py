"""A group as the people in it have it: who is in, what is said, what its administrators do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from . import wire
from .asking import leave
from .sending import open_topic
from .state import RIGHTS, Chat, Member, Message, Topic
from .world import World

if TYPE_CHECKING:
    from .people import Person
    from .sandbox import Sandbox


class Group:
    """A group or supergroup. After `migrate` it is the new supergroup; the old chat is `former`."""

    def __init__(self, sandbox: Sandbox, chat: Chat) -> None:
        self.sandbox = sandbox
        self.chat = chat
        self.former: Chat | None = None

    @property
    def world(self) -> World:
        return self.sandbox.world

    @property
    def id(self) -> int:
        """The chat id, another one after a migration."""
        return self.chat.id

    @property
    def title(self) -> str:
        return self.chat.title

    # -- looking --------------------------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """All that is there, service messages too, oldest first."""
        return self.chat.shown()

    @property
    def posts(self) -> list[Message]:
        """What the bot has written and not deleted."""
        bot = self.world.bot
        return [message for message in self.messages if message.sender is bot and not message.service]

    @property
    def pinned(self) -> list[Message]:
        """Pinned messages, the last pinned last."""
        return self.chat.pinned()

    def last(self, text_contains: str = "") -> Message:
        """The newest message of the bot with that text; raises `LookupError`."""
        for message in reversed(self.posts):
            if text_contains in message.text:
                return message
        raise LookupError(f"no post with {text_contains!r} in {self.title}: {self.posts}")

    async def sees(
        self,
        text: str = "",
        *,
        buttons: Iterable[str] = (),
        after: Message | int = 0,
        timeout: float | None = None,
    ) -> Message:
        """Waits until the bot shows such a message, new or by an edit; see `Sandbox.shown`."""
        return await self.sandbox.shown(self.chat, text, buttons=buttons, after=after, timeout=timeout)

    # -- people ---------------------------------------------------------------------------------

    async def add(self, person: Person, by: Person | None = None) -> None:
        """Somebody is added, or comes in by himself."""
        who = by.user if by else person.user
        self.world.set_member(self.chat, Member(person.user), by=who)
        self.world.post(self.chat, who, service={"new_chat_members": [wire.user(person.user)]})

    async def remove(self, person: Person, by: Person) -> None:
        """Kicked out."""
        self.world.post(self.chat, by.user, service={"left_chat_member": wire.user(person.user)})
        self.world.set_member(self.chat, Member(person.user, "kicked"), by=by.user)

    async def leave(self, person: Person) -> None:
        leave(self.world, self.chat, self.chat.member(person.user))

    async def promote(
        self, person: Person, by: Person, rights: Sequence[str] = RIGHTS, *, anonymous: bool = False
    ) -> None:
        """Makes an administrator, or changes his rights. Anonymous ones speak as the group."""
        member = Member(person.user, "administrator", frozenset(rights), anonymous)
        if self.chat.member(person.user).status == "creator":
            member = Member(person.user, "creator", anonymous=anonymous)
        self.world.set_member(self.chat, member, by=by.user)

    async def demote(self, person: Person, by: Person) -> None:
        """An ordinary member again."""
        self.world.set_member(self.chat, Member(person.user), by=by.user)

    # -- the bot --------------------------------------------------------------------------------

    async def add_bot(
        self, by: Person, *, admin: bool = False, can_pin: bool = True, can_delete: bool = True,
        can_manage_topics: bool = True,
    ) -> None:  # fmt: skip
        """The bot is added, or gets other rights if it is in."""
        bot = self.world.bot
        if not self.chat.member(bot).present:
            self.world.set_member(self.chat, Member(bot), by=by.user)
            self.world.post(self.chat, by.user, service={"new_chat_members": [wire.user(bot)]})
        if admin:
            rights = {"can_manage_chat"}
            rights |= {"can_pin_messages"} if can_pin else set()
            rights |= {"can_delete_messages"} if can_delete else set()
            rights |= {"can_manage_topics"} if can_manage_topics else set()
            self.world.set_member(self.chat, Member(bot, "administrator", frozenset(rights)), by=by.user)

    async def demote_bot(self, by: Person) -> None:
        self.world.set_member(self.chat, Member(self.world.bot), by=by.user)

    async def remove_bot(self, by: Person) -> None:
        """The bot is kicked; it hears of it by `my_chat_member` only."""
        self.world.set_member(self.chat, Member(self.world.bot, "kicked"), by=by.user)

    # -- the group itself -----------------------------------------------------------------------

    async def rename(self, title: str, by: Person) -> None:
        self.chat.title = title
        self.world.post(self.chat, by.user, service={"new_chat_title": title})
        self.world.events.emit("chat", self.id, title=title)

    def silence(self, on: bool = True) -> None:
        """Only administrators may write."""
        self.chat.silenced = on

    def delete(self) -> None:
        """The group is no more."""
        self.chat.deleted = True

    async def topic(self, name: str, by: Person) -> Topic:
        """A new topic of a forum."""
        return open_topic(self.world, self.chat, by.user, name)

    async def close_topic(self, topic: Topic, by: Person) -> None:
        topic.closed = True
        self.world.post(self.chat, by.user, topic=topic.id, service={"forum_topic_closed": {}})

    async def delete_topic(self, topic: Topic) -> None:
        """With all its messages; nobody is told."""
        topic.deleted = True
        for message in self.chat.shown():
            if message.topic == topic.id:
                self.world.remove(message)

    async def migrate(self, by: Person, *, forum: bool = False) -> None:
        """Becomes a supergroup: a new id, message ids from 1, the old messages out of reach."""
        old, world = self.chat, self.world
        new = world.add_chat("supergroup", old.title, forum=forum)
        new.members = {key: replace(member) for key, member in old.members.items()}
        new.migrated_from = old.id
        world.post(old, by.user, service={"migrate_to_chat_id": new.id})
        old.migrated_to = new.id
        self.former, self.chat = old, new
        world.post(new, by.user, service={"migrate_from_chat_id": old.id})
        world.events.emit("chat", old.id, migrated_to=new.id)
