"""Taps on buttons: made by people, delivered to the bot, answered with a toast while they live."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from . import wire
from .formatting import units
from .refusal import bad
from .schema import Params
from .state import Chat, Message, User

if TYPE_CHECKING:
    from .world import World

MOST_TOAST = 200
_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass(frozen=True, slots=True)
class Toast:
    """The answer to a tap: a line on the screen, or a box if `alert`; `url` is opened. Text may be empty."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass(slots=True, eq=False)
class Query:
    """A tap that the bot should answer."""

    id: str
    user: User
    chat: Chat
    born: datetime
    answer: asyncio.Future[Toast]


class NoAnswer(TimeoutError):
    """The bot has left a tap without an answer: the phone shows a spinner."""


class Tap:
    """A tap that has been made; `toast()` waits for the answer."""

    def __init__(self, query: Query, label: str, patience: float) -> None:
        self.query = query
        self.label = label
        self.patience = patience

    async def toast(self, timeout: float | None = None) -> Toast:
        """The bot's answer; raises `NoAnswer` after so many real seconds."""
        wait = self.patience if timeout is None else timeout
        done, _ = await asyncio.wait([self.query.answer], timeout=wait)
        if not done:
            raise NoAnswer(f"no answer to {self.label!r} of {self.query.user.name} in {wait} s")
        return self.query.answer.result()


def press(world: World, user: User, message: Message, data: str) -> Query:
    """Somebody presses a button, or says so: the bot gets a callback query."""
    answer: asyncio.Future[Toast] = asyncio.get_running_loop().create_future()
    query = Query(world.new_id("tap-"), user, message.chat, world.now(), answer)
    world.queries[query.id] = query
    body = wire.message(message, world.users)
    if message.deleted:  # an old phone still shows it
        body = {"chat": body["chat"], "message_id": message.id, "date": 0}
    world.updates.push(
        "callback_query",
        {
            "id": query.id,
            "from": wire.user(user),
            "message": body,
            "chat_instance": str(message.chat.id),
            "data": data,
        },
    )
    return query


def answer_callback_query(world: World, params: Params) -> Any:
    query = world.queries.get(params["callback_query_id"])
    if query is None or query.answer.done() or world.now() - query.born > world.tap_life:
        raise bad(_OLD)
    toast = Toast(params.get("text", ""), params.get("show_alert", False), params.get("url", ""))
    if units(toast.text) > MOST_TOAST:
        raise bad("MESSAGE_TOO_LONG")
    if toast.url and not toast.url.startswith((f"https://t.me/{world.bot.username}?", "tg://")):
        raise bad("URL_INVALID")  # anything else is for games only
    query.answer.set_result(toast)
    world.events.emit(
        "toast", query.chat.id, user=query.user.id, text=toast.text, alert=toast.alert, url=toast.url
    )
    return True
