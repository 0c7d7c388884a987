"""A visit: somebody has typed something or pressed a button, and a handler answers him.

    @command("join")
    async def join(v: Visit) -> None:
        await v.record(partial(entry.join, who=v.actor))
        await v.receipt("toast.joined")

What the handler may ask, the `bot.request` knows: who, where, with which words, about which tournament.
What it may do is here: record, and answer. It never catches anything; the desk does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.membership import touch_clubs
from bot.notices.notice import Buttons
from bot.request import Request
from bot.texts import Safe
from engine.facts import Fact, Undone
from engine.model import Actor, Refused, Settings, Tournament
from storage import Recorded


@dataclass(eq=False, repr=False)
class Visit(Request):
    """See the module. `committed`: what came of it is on disk; `answered`: he has been told."""

    committed: bool = False
    answered: bool = False

    # doing

    async def record(self, action: Callable[[Tournament], list[Fact]]) -> Recorded:
        """Let an action write its facts: once in a visit, for all facts of a cause are one step.

        When this returns they are on disk; the clock and the notice board look at once. Raises Refused.
        """
        ledger = self.office.store.ledger
        done = await ledger.record(self.code, action, self.actor, self.cause, self.now)
        if done.repeated and not done.entries and action(done.tournament):
            raise Refused("out_of_date")      # before a crash it was refused or asked about; it would count now
        if done.tournament.ended_at or any(isinstance(it.fact, Undone) for it in done.entries):
            self.office.spawn(touch_clubs(self.office, {self.row.club}))      # later ratings rest on it
        return self._noted(done)

    async def create(self, settings: Settings, *, chat: int | None = None, topic: int | None = None) -> Tournament:
        """Open a tournament of the visit's club. Raises Refused("not_judge", "already_here")."""
        club = self.the_club
        if self.member is None or self.anonymous:
            raise Refused("anonymous")
        if not self.is_judge:
            raise Refused("not_judge")
        actor = Actor(self.member.id, self.role, self.place)
        t = await self.office.store.ledger.create(settings, club.id, chat or club.chat, topic, actor, self.cause,
                                                  self.now)
        self.rows = [await self.office.store.ledger.row(t.code)]
        self.office.clock.nudge(t.code)
        return self._noted(Recorded(t, ())).tournament

    def changed(self, code: str | None = None) -> None:
        """Something beside the facts has changed (a name, a language): the chat is put right."""
        self.office.board.touch(code or self.code, pressed=(self.chat, self.message) if self.tap else None)

    def _noted(self, recorded: Recorded) -> Recorded:
        self.committed = self.committed or not recorded.repeated
        self.office.clock.follow(recorded)
        self.changed(recorded.tournament.code)
        return recorded

    # answering

    async def receipt(self, key: str, /, **values: object) -> None:
        """What became of it: a toast for a tap, else a private line, else a reply that replaces his last one."""
        if self.tap is not None:
            await self.toast(self.say.plain(key, **values))
        else:
            await self.reply(self.say(key, **values))

    async def toast(self, text: str, *, alert: bool = False) -> None:
        """Answer the tap with plain text; only the first answer of a visit counts, at Telegram too."""
        if self.tap is not None and not self.answered:
            self.answered = True
            answer = self.office.answers.toast(self.tap, text, alert=alert)
            self.office.telling.begin(self.chat, self.person.id, answer)

    async def reply(self, text: str, buttons: Buttons = ()) -> None:
        """A line for this person: in private if he can be written to, else below what he typed."""
        self.answered = self.answered or self.tap is None
        await self._out(self._personal(text, buttons))

    async def _personal(self, text: str, buttons: Buttons) -> None:
        if self.chat > 0 or self.place == "judges":
            await self._say(self.chat, text, buttons, topic=self.topic)
        elif self.anonymous or not self.person.reachable or not await self._say(self.person.id, text, buttons):
            await self._say(self.chat, text, buttons, topic=self.topic, reply_to=self.message,
                            replace=f"reply/{self.person.id}")

    async def answer(self, text: str, buttons: Buttons = (), *, kind: str = "answer") -> None:
        """What was looked up: in the group a reply that replaces the previous one of its kind."""
        self.answered = self.answered or self.tap is None
        group = self.place == "group" and self.tap is None
        chat = self.person.id if self.place == "group" and self.tap else self.chat
        await self._out(self._say(
            chat, text, buttons, topic=self.topic if chat == self.chat else None,
            reply_to=self.message if group else None, replace=kind if group else ""))

    async def show(self, text: str, buttons: Buttons = (), *, here: bool = False) -> None:
        """A menu: the pressed card turns into it, or it is sent where choices may be asked.

        That is in private or in the judges' chat; `here` puts it in the group all the same (for who cannot
        be written to, only judges' taps count there). Refused("write_first") for a person who has not
        pressed Start.
        """
        if self.tap is not None and not await self._is_post() and (self.place != "group" or here):
            await self._out(self._turn_into(text, buttons))
            return
        self.answered = self.answered or self.tap is None
        if here or self.place != "group":
            await self._out(self._say(self.chat, text, buttons, topic=self.topic))
        elif not self.person.reachable or not await self.sent(self.person.id, text, buttons):
            raise Refused("write_first", bot=self.office.username)

    async def sent(self, chat: int, text: str, buttons: Buttons = ()) -> bool:
        """Write to another chat; False if it can not be written to. What is late counts as sent."""
        return await self.office.telling.out(chat, self._say(chat, text, buttons)) is not False

    async def done_with(self, text: str) -> None:
        """The question that was pressed turns into what became of it; a card of the notice board does so itself."""
        if self.tap is not None and self.place != "group" and not await self._is_post():
            await self._out(self._turn_into(text, ()))

    async def retire(self, message: int, text: str) -> None:
        """An earlier question in this chat, answered in words: what became of it, without buttons."""
        await self._out(self._edit(self.chat, message, text))

    async def _turn_into(self, text: str, buttons: Buttons) -> None:
        if not await self._edit(self.chat, self.message, text, buttons):
            await self._say(self.chat, text, buttons, topic=self.topic)

    async def _is_post(self) -> bool:
        """Whether the pressed card belongs to the notice board, which alone may change it."""
        return await self.office.store.posts.by_message(self.chat, self.message) is not None

    async def expect(self, kind: str, **body: object) -> None:
        """What this person types next in private is for the `@reply(kind)` handler, with this in `v.dialogue`."""
        await self.office.store.dialogues.put(self.person.id, self.person.id, kind, dict(body), self.now)

    async def expect_nothing(self) -> None:
        await self.office.store.dialogues.drop(self.person.id, self.person.id, asked=self.asked)

    async def file(self, name: str, data: bytes, caption: Safe) -> None:
        """Hand over a file in private or in the judges' chat; Refused("write_first") before Start."""
        self.answered = self.answered or self.tap is None
        chat = self.person.id if self.place == "group" else self.chat
        if chat > 0 and not self.person.reachable:
            raise Refused("write_first", bot=self.office.username)
        await self._out(self.office.answers.file(chat, name, data, caption))

    async def fetch(self, most: int) -> bytes:
        """The file that was sent; Refused("file_too_big", most) for more bytes, "file_gone" if it cannot be had."""
        if self.document is None or (self.document.file_size or 0) > most:
            raise Refused("file_too_big", most=f"{most // 1_000_000} MB")
        data = await self.office.answers.fetch(self.document.file_id)
        if data is None:
            raise Refused("file_gone")
        return data

    async def at_length(self, work: Any) -> None:
        """Long work (a picture, a large table): not waited for beyond the patience; then it says so and goes on."""
        task = self.office.spawn(work)
        await asyncio.wait([task], timeout=self.office.config.patience)
        if not task.done():
            await self.receipt("toast.working")

    async def _out(self, answer: Coroutine[Any, Any, bool | None]) -> None:
        await self.office.telling.out(self.chat, answer)

    @property
    def _say(self) -> partial[Coroutine[Any, Any, bool]]:
        return partial(self.office.answers.say, cause=self.cause)

    @property
    def _edit(self) -> partial[Coroutine[Any, Any, bool]]:
        return partial(self.office.answers.edit, cause=self.cause)
