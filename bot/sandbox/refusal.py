"""What the API says instead of a result: a status code, a text in Telegram's own words, parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refusal(Exception):
    """A call that is answered with `ok: false`; the state is as it was before the call."""

    def __init__(self, code: int, description: str, parameters: Mapping[str, int] | None = None) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = dict(parameters or {})

    @property
    def body(self) -> dict[str, Any]:
        """The JSON of the answer."""
        body = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


def bad(text: str) -> Refusal:
    """400: the request itself is at fault."""
    return Refusal(400, f"Bad Request: {text}")


def forbidden(text: str) -> Refusal:
    """403: somebody does not want the bot there."""
    return Refusal(403, f"Forbidden: {text}")


def conflict(text: str) -> Refusal:
    """409: two ask for updates."""
    return Refusal(409, f"Conflict: {text}")


def too_many(seconds: int) -> Refusal:
    """429: a limit; the same call may be tried again after so many seconds."""
    return Refusal(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def upgraded(chat_id: int) -> Refusal:
    """400 for everything sent to a group that has become the supergroup `chat_id`."""
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    return Refusal(400, text, {"migrate_to_chat_id": chat_id})
