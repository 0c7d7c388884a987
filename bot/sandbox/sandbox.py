"""The sandbox as tests and the demo use it: server, people and groups under one roof."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from . import wire
from .bringing import Bringing
from .events import Events, view
from .faults import Faults
from .groups import Group
from .journal import Journal
from .limits import Limits
from .people import Person
from .server import Server
from .state import RIGHTS, Chat, ChatType, Member, Message, User
from .updates import Updates
from .world import World

TOKEN = "7000000001:SANDBOX_sandbox_SANDBOX_sandbox_SAN"
"""Has the shape of a token and opens nothing."""


class Sandbox:
    """`async with Sandbox() as sandbox:`, or `sandbox = await Sandbox.start()` and `await sandbox.close()`.

    `now` gives aware datetimes and may run fast: dates, limits and the life of taps follow it; `patience`
    (how long tests wait) and the timeout of long polling are real seconds.
    """

    def __init__(self, now: Callable[[], datetime] | None = None, *, patience: float = 5.0) -> None:
        self.world = World(now or (lambda: datetime.now(UTC)))
        self.server = Server(self.world, TOKEN)
        self.patience = patience
        self.people: dict[int, Person] = {}
        self.groups: list[Group] = []

    @classmethod
    async def start(
        cls, now: Callable[[], datetime] | None = None, *, patience: float = 5.0, port: int = 0
    ) -> Self:
        """A sandbox that listens already."""
        sandbox = cls(now, patience=patience)
        await sandbox.open(port)
        return sandbox

    async def open(self, port: int = 0) -> None:
        """Listens on loopback. Routes of a page are added to `server.app` before."""
        await self.server.open(port)

    async def close(self) -> None:
        await self.server.close()

    async def __aenter__(self) -> Self:
        if not self.server.port:
            await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # -- what a bot is given --------------------------------------------------------------------

    @property
    def token(self) -> str:
        return self.server.token

    @property
    def base_url(self) -> str:
        """To be followed by the token, as `base_url` of python-telegram-bot."""
        return f"http://127.0.0.1:{self.server.port}/bot"

    @property
    def base_file_url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/file/bot"

    @property
    def bot(self) -> User:
        """The bot's own user."""
        return self.world.bot

    # -- its parts ------------------------------------------------------------------------------

    @property
    def journal(self) -> Journal:
        return self.server.journal

    @property
    def faults(self) -> Faults:
        return self.server.faults

    @property
    def limits(self) -> Limits:
        return self.world.limits

    @property
    def updates(self) -> Updates:
        return self.world.updates

    @property
    def bringing(self) -> Bringing:
        return self.server.bringing

    @property
    def events(self) -> Events:
        return self.world.events

    # -- making people and groups ---------------------------------------------------------------

    def person(self, name: str, *, username: str = "", language: str = "en", started: bool = False) -> Person:
        """Somebody new; `started`: has pressed Start long ago."""
        first, _, last = name.partition(" ")
        user = self.world.add_user(first, username, language, last)
        user.started = started
        person = self.people[user.id] = Person(self, user)
        return person

    def group(
        self,
        title: str,
        *,
        creator: Person,
        members: Iterable[Person] = (),
        admins: Iterable[Person] = (),
        type: ChatType = "group",
        forum: bool = False,
        username: str = "",
    ) -> Group:
        """A new group without the bot (`add_bot` brings it in); a forum is always a supergroup."""
        chat = self.world.add_chat("supergroup" if forum else type, title, username=username, forum=forum)
        chat.members[creator.id] = Member(creator.user, "creator")
        chat.members |= {it.id: Member(it.user) for it in members if it is not creator}
        group = Group(self, chat)
        self.groups.append(group)
        for admin in admins:
            chat.members[admin.id] = Member(admin.user, "administrator", frozenset(RIGHTS))
        return group

    async def add_bot(
        self, group: Group, by: Person, *, admin: bool = False, can_pin: bool = True, can_delete: bool = True
    ) -> None:
        """Somebody adds the bot to a group, or changes its rights there."""
        await group.add_bot(by, admin=admin, can_pin=can_pin, can_delete=can_delete)

    # -- waiting --------------------------------------------------------------------------------

    async def until(
        self, condition: Callable[[], bool], timeout: float | None = None, what: str = "it did not happen"
    ) -> None:
        """Waits for anything; raises `TimeoutError(what)`."""
        await self.events.until(condition, self.patience if timeout is None else timeout, what)

    async def shown(
        self,
        chat: Chat,
        text: str = "",
        *,
        buttons: Iterable[str] = (),
        after: Message | int = 0,
        timeout: float | None = None,
    ) -> Message:
        """The newest message of the bot in a chat that has the text and all the buttons (words or their
        beginnings), waited for; only messages after the given one, if any. Raises `TimeoutError` with
        what the chat shows instead.
        """
        first = after.id if isinstance(after, Message) else after
        wanted = list(buttons)

        def fits(message: Message) -> bool:
            words = [button.text for button in message.all_buttons()]
            return (
                message.id > first
                and message.sender is self.bot
                and not message.service
                and text in message.text
                and all(any(word.startswith(label) for word in words) for label in wanted)
            )

        def found() -> list[Message]:
            return [message for message in chat.shown() if fits(message)]

        try:
            await self.until(lambda: bool(found()), timeout)
        except TimeoutError:
            last = chat.shown()[-5:]
            raise TimeoutError(f"no {text!r} with {wanted} in {chat.title or chat.id}: {last}") from None
        return found()[-1]

    def forget(self, before: datetime) -> None:
        """Drop all calls, and the messages and taps of before this moment: for a sandbox that lives long."""
        self.journal.forget()
        self.limits.exceeded.clear()
        self.world.forget(before)

    # -- for a page -----------------------------------------------------------------------------

    def snapshot(self, chat: int) -> dict[str, Any]:
        """A chat as a phone shows it, in JSON values: `chat`, `messages`, `pinned` (ids), `members`."""
        it = self.world.chats[chat]
        return {
            "chat": wire.chat(it),
            "messages": [view(message) for message in it.shown()],
            "pinned": [message.id for message in it.pinned()],
            "members": [
                {"id": m.user.id, "name": m.user.name, "status": m.status, "is_bot": m.user.is_bot}
                for m in it.present()
            ],
        }

    def message(self, chat: int, number: int) -> Message:
        """The message behind the ids of an event; raises `KeyError`."""
        return self.world.chats[chat].messages[number]
