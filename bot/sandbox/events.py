"""What happens, as plain dicts, for whoever looks on: the page of phones, and tests that wait.

Every event has `kind` and `chat` (id). Kinds: `message`, `edited` (with `message`, as `view` makes it) ·
`deleted`, `pinned`, `unpinned` (with `id`) · `toast` (`user`, `text`, `alert`, `url`) · `typing` ·
`members`, `chat` (somebody came, went, changed rights; title, migration).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .state import Message

Event = dict[str, Any]


def view(message: Message) -> Event:
    """A message as a phone shows it: JSON values only."""
    media = message.media
    return {
        "chat": message.chat.id,
        "id": message.id,
        "from": message.sender.id,
        "name": message.sender_chat.title if message.sender_chat else message.sender.name,
        "is_bot": message.sender.is_bot and message.sender_chat is None,
        "date": message.date.isoformat(),
        "edits": message.edits,
        "topic": message.topic,
        "reply_to": message.reply_to.id if message.reply_to else None,
        "text": message.text,
        "html": message.html,
        "entities": [
            {"type": it.kind, "offset": it.offset, "length": it.length, "url": it.url}
            for it in message.version.entities
        ],
        "buttons": [
            [{"text": key.text, "data": key.data, "url": key.url} for key in row]
            for row in message.version.keyboard
        ],
        "media": media and {"kind": media.kind, "file": media.id, "name": media.name},
        "pinned": bool(message.pinned),
        "service": next(iter(message.service), None),
        "about": next(iter(message.service.values()), None),
    }


class Events:
    """The stream. Nobody is waited for: a subscriber that does not read only fills its own queue."""

    def __init__(self) -> None:
        self._queues: list[asyncio.Queue[Event]] = []
        self._waiting: list[asyncio.Future[None]] = []

    def emit(self, kind: str, chat: int, **more: Any) -> None:
        """Tells everybody, now."""
        event = {"kind": kind, "chat": chat, **more}
        for queue in self._queues:
            queue.put_nowait(event)
        self.wake()

    def show(self, kind: str, message: Message) -> None:
        """`message` or `edited`."""
        self.emit(kind, message.chat.id, message=view(message))

    @contextmanager
    def subscribe(self) -> Iterator[AsyncIterator[Event]]:
        """`with sandbox.events.subscribe() as events: async for event in events: …`"""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        self._queues.append(queue)

        async def stream() -> AsyncIterator[Event]:
            while True:
                yield await queue.get()

        try:
            yield stream()
        finally:
            self._queues.remove(queue)

    def wake(self) -> None:
        """Lets everybody who waits look again."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def until(self, condition: Callable[[], bool], timeout: float, what: str) -> None:
        """Returns when the condition holds; raises `TimeoutError(what)` after so many real seconds.

        It is asked after every event and every 20 ms, so it may look at anything.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        while not condition():
            if loop.time() >= deadline:
                raise TimeoutError(what)
            future: asyncio.Future[None] = loop.create_future()
            self._waiting.append(future)
            await asyncio.wait([future], timeout=0.02)
