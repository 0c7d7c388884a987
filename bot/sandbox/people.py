"""A person with a phone: reads, writes, taps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from . import wire
from .content import store
from .formatting import plain
from .groups import Group
from .schema import Upload
from .state import Button, Chat, Member, Message, Topic, User, Version
from .taps import Tap, Toast, press
from .world import ANONYMOUS, CHANNEL

if TYPE_CHECKING:
    from .sandbox import Sandbox


class NoSuchButton(LookupError):
    """The message shows no such button; the text says which it shows."""


class Person:
    """Somebody. Everything done here reaches the bot as Telegram would bring it."""

    def __init__(self, sandbox: Sandbox, user: User) -> None:
        self.sandbox = sandbox
        self.world = sandbox.world
        self.user = user
        self.toasts: list[Toast] = []

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def chat(self) -> Chat:
        """The private chat with the bot."""
        return self.world.private(self.user)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # -- reading --------------------------------------------------------------------------------

    def reads(self) -> list[Message]:
        """What the bot has written in private and not deleted, oldest first."""
        return [message for message in self.chat.shown() if message.sender is self.world.bot]

    def last(self, text_contains: str = "") -> Message:
        """The newest of those with that text; raises `LookupError`."""
        for message in reversed(self.reads()):
            if text_contains in message.text:
                return message
        raise LookupError(f"{self.name} has no message with {text_contains!r}: {self.reads()}")

    async def sees(
        self,
        text: str = "",
        *,
        buttons: Iterable[str] = (),
        after: Message | int = 0,
        timeout: float | None = None,
    ) -> Message:
        """Waits until the bot shows such a message in private, new or by an edit; see `Sandbox.shown`."""
        return await self.sandbox.shown(self.chat, text, buttons=buttons, after=after, timeout=timeout)

    # -- writing --------------------------------------------------------------------------------

    async def start(self, payload: str = "") -> Message:
        """Presses Start, or opens `t.me/<bot>?start=payload`."""
        await self.unblocks()
        self.user.started = True
        return await self.writes(f"/start {payload}".rstrip())

    async def writes(self, text: str, *, reply_to: Message | None = None) -> Message:
        """Types to the bot in private; the first line of a conversation is always Start."""
        if not self.user.started or self.user.blocked:
            raise PermissionError(f"{self.name} has not pressed Start, or has blocked the bot")
        return self.world.post(self.chat, self.user, *plain(text), reply_to=reply_to)

    async def types(
        self,
        group: Group,
        text: str,
        *,
        topic: Topic | None = None,
        reply_to: Message | None = None,
        as_chat: Group | None = None,
    ) -> Message:
        """Types in a group; `as_chat`: in the name of another chat, as owners of channels can."""
        member = self._member(group.chat)
        sender, name = self.user, None
        if as_chat is not None:
            sender, name = CHANNEL, as_chat.chat
        elif member.anonymous:
            sender, name = ANONYMOUS, group.chat
        number = topic.id if topic else reply_to.topic if reply_to else None
        return self.world.post(
            group.chat, sender, *plain(text), sender_chat=name, topic=number, reply_to=reply_to
        )

    async def sends(
        self, name: str, data: bytes, caption: str = "", *, group: Group | None = None
    ) -> Message:
        """Sends a file, in private or to a group."""
        media = store(self.world, "document", Upload(name, data))
        chat = group.chat if group else self.chat
        return self.world.post(chat, self.user, *plain(caption), media=media)

    async def edits(self, message: Message, text: str) -> None:
        """Changes what he has written; the bot gets `edited_message`."""
        if message.sender is not self.user:
            raise PermissionError(f"{self.name} did not write {message}")
        self.world.revise(message, Version(self.world.now(), *plain(text)))

    async def deletes(self, message: Message) -> None:
        """Deletes a message for everybody: his own, any in private, any in a group as administrator."""
        own = message.sender is self.user or message.chat.type == "private"
        if not own and not message.chat.member(self.user).may("can_delete_messages"):
            raise PermissionError(f"{self.name} may not delete {message}")
        self.world.remove(message)

    # -- tapping --------------------------------------------------------------------------------

    async def taps(self, message: Message, label: str, *, timeout: float | None = None) -> Toast:
        """Presses a button and waits for the answer of the bot.

        The button is found by its words (whole, else a unique beginning) or its data. A link to the bot
        opens the private chat and presses Start there; another link is just opened: both without a call
        of the bot, so the toast is empty but for the `url`.
        """
        button = self.finds(message, label)
        if button.url is not None:
            await self.follows(button.url)
            return Toast(url=button.url)
        toast = await self.tap(message, label).toast(timeout)
        self.toasts.append(toast)
        return toast

    def tap(self, message: Message, label: str) -> Tap:
        """Presses a button without waiting."""
        button = self.finds(message, label)
        if button.data is None:
            raise NoSuchButton(f"{label!r} sends nothing to the bot")
        return self._pressed(message, button.data, label)

    async def forges(self, message: Message, data: str, *, timeout: float | None = None) -> Toast:
        """Presses a button that is not there, as a made-up client can: any data, any message."""
        return await self._pressed(message, data, data).toast(timeout)

    async def follows(self, url: str) -> None:
        """Opens a link; one to the bot with `start` presses Start with that payload."""
        parts = urlsplit(url)
        if parts.netloc == "t.me" and parts.path == f"/{self.world.bot.username}":
            await self.start(parse_qs(parts.query).get("start", [""])[0])

    def finds(self, message: Message, label: str) -> Button:
        """The button a person would press for these words; raises `NoSuchButton`."""
        if message.deleted:
            raise NoSuchButton(f"{message} is deleted")
        if message.chat.type == "private":
            if message.chat is not self.chat:
                raise PermissionError(f"{self.name} can't see {message}")
        else:
            self._member(message.chat)
        keys = list(message.all_buttons())
        for found in (
            [key for key in keys if key.text == label],
            [key for key in keys if key.data == label],
            [key for key in keys if key.text.startswith(label)],
        ):
            if len(found) == 1:
                return found[0]
            if found:
                raise NoSuchButton(f"{label!r} is on {len(found)} buttons of {message}")
        raise NoSuchButton(f"no {label!r} on {message}")

    def _pressed(self, message: Message, data: str, label: str) -> Tap:
        return Tap(press(self.world, self.user, message, data), label, self.sandbox.patience)

    # -- coming and going -----------------------------------------------------------------------

    async def blocks(self) -> None:
        """Stops the bot; it may not write any more."""
        self._member_of_private("kicked")
        self.user.blocked = True

    async def unblocks(self) -> None:
        if self.user.blocked:
            self.user.blocked = False
            self._member_of_private("member")

    async def joins(self, group: Group) -> None:
        """Comes in by a link."""
        await group.add(self)

    async def leaves(self, group: Group) -> None:
        await group.leave(self)

    def _member(self, chat: Chat) -> Member:
        member = chat.member(self.user)
        if not member.present:
            raise PermissionError(f"{self.name} is not in {chat.title}")
        return member

    def _member_of_private(self, status: str) -> None:
        world, bot = self.world, wire.user(self.world.bot)
        old = "kicked" if status == "member" else "member"

        def member(status: str) -> dict[str, object]:
            return {"status": status, "user": bot} | ({"until_date": 0} if status == "kicked" else {})

        world.updates.push(
            "my_chat_member",
            {
                "chat": wire.chat(self.chat),
                "from": wire.user(self.user),
                "date": int(world.now().timestamp()),
                "old_chat_member": member(old),
                "new_chat_member": member(status),
            },
        )
