"""Mischief for tests: answers that are wrong, late, or never come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from .journal import Call
from .refusal import Refusal, too_many

Moment = Literal[
    "timeout_before", "timeout_after", "drop_before", "drop_after", "delay_before", "delay_after"
]
Kind = int | Moment
_WORDS = {
    400: "Bad Request: made up by a test",
    401: "Unauthorized",
    403: "Forbidden: bot was blocked by the user",
    409: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}


@dataclass(slots=True)
class Fault:
    """One kind of mischief, waiting for calls that fit.

    An int is an error answered *before* the call takes effect. `timeout_…`: the connection stays open, no
    answer ever comes. `drop_…`: the connection is closed. `delay_…`: a fine answer after `seconds`.
    `…_before`: the call has not been applied (for a delay: not yet); `…_after`: it has.
    """

    kind: Kind
    method: str | None = None
    chat: int | None = None
    times: int = 1
    text: str = ""
    when: Callable[[Call], bool] | None = None
    retry_after: int = 1
    description: str = ""
    seconds: float = 1.0
    struck: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.kind, int) and self.kind not in get_args(Moment):
            raise ValueError(f"no fault is called {self.kind!r}")

    def fits(self, call: Call) -> bool:
        return (
            self.times > 0
            and self.method in (None, call.method)
            and self.chat in (None, call.chat)
            and self.text in call.text
            and (self.when is None or self.when(call))
        )

    @property
    def refusal(self) -> Refusal:
        """The error of a fault that is a number."""
        assert isinstance(self.kind, int)
        if self.kind == 429:
            return too_many(self.retry_after)
        return Refusal(self.kind, self.description or _WORDS.get(self.kind, "Unknown"))


class Faults:
    """The mischief in store. Without a method a fault spares `getUpdates`."""

    def __init__(self) -> None:
        self._store: list[Fault] = []

    def add(
        self,
        kind: Kind,
        method: str | None = None,
        chat: int | None = None,
        *,
        times: int = 1,
        text: str = "",
        when: Callable[[Call], bool] | None = None,
        retry_after: int = 1,
        description: str = "",
        seconds: float = 1.0,
    ) -> Fault:
        """Strikes the next `times` calls that fit; `fault.struck` counts them."""
        fault = Fault(kind, method, chat, times, text, when, retry_after, description, seconds)
        self._store.append(fault)
        return fault

    def clear(self) -> None:
        """No more mischief."""
        self._store.clear()

    def take(self, call: Call) -> Fault | None:
        """The fault that strikes this call, used up by one."""
        for fault in self._store:
            if fault.fits(call) and (fault.method or call.method != "getUpdates"):
                fault.times -= 1
                fault.struck += 1
                return fault
        return None
