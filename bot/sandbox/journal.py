"""Every call the bot has made, with what it asked and what it heard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .refusal import Refusal
from .schema import Params

SENDS = frozenset({"sendMessage", "sendDocument", "sendPhoto"})
EDITS = frozenset({"editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup"})


@dataclass(slots=True, eq=False)
class Call:
    """One call. `refusal` is what the API said against it; `fault` is the mischief a test has made of it."""

    method: str
    at: datetime
    params: Params = field(default_factory=dict)
    result: Any = None
    refusal: Refusal | None = None
    fault: str = ""
    applied: bool = False  # the state has changed, whether or not the bot has been told
    finished: bool = False  # an answer is on its way, or never will be

    @property
    def ok(self) -> bool:
        return self.applied and not self.fault

    @property
    def chat(self) -> int | None:
        """The chat it is about, if it names one by id."""
        chat = self.params.get("chat_id")
        return chat if isinstance(chat, int) else None

    @property
    def text(self) -> str:
        """The text or caption as sent, markup included."""
        return str(self.params.get("text", self.params.get("caption", "")))

    def __repr__(self) -> str:
        return f"<{self.method} {self.chat or ''} {self.text!r} {self.refusal or self.fault or 'ok'}>"


class Journal:
    """The calls in the order of their arrival. Polls for updates are kept only as a number."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        self.polls = 0

    def note(self, call: Call) -> None:
        if call.method == "getUpdates":
            self.polls += 1
        else:
            self._calls.append(call)

    def forget(self) -> None:
        """Drops the calls made until now."""
        self._calls.clear()

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def __len__(self) -> int:
        return len(self._calls)

    def calls(
        self,
        method: str | frozenset[str] | None = None,
        chat: int | None = None,
        *,
        since: int = 0,
        ok: bool | None = None,
        text: str = "",
    ) -> list[Call]:
        """Those that fit; `since` is an earlier `len(journal)`, `text` a part of the text."""
        wanted = frozenset({method}) if isinstance(method, str) else method
        return [
            call
            for call in self._calls[since:]
            if (wanted is None or call.method in wanted)
            and (chat is None or call.chat == chat)
            and (ok is None or call.ok == ok)
            and text in call.text
        ]

    def sent(self, chat: int | None = None, *, since: int = 0) -> list[Call]:
        """New messages that went through."""
        return self.calls(SENDS, chat, since=since, ok=True)

    def edited(self, chat: int | None = None, *, since: int = 0) -> list[Call]:
        """Edits that went through."""
        return self.calls(EDITS, chat, since=since, ok=True)

    def refused(self, *, since: int = 0) -> list[Call]:
        """Calls the API itself refused: most often a mistake of the bot."""
        return [call for call in self._calls[since:] if call.refusal is not None and not call.fault]
