"""The configuration: the environment, read once; an error names the variable and says what it wants."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

TOKEN_WANTED = (
    "BOT_TOKEN is not set. Open @BotFather in Telegram, send /newbot, and start the bot with the token\n"
    "it gives you:   BOT_TOKEN=123456:ABC… python -m bot\n"
    "Without a token you can look at everything in your browser:   python -m bot demo"
)


class Misconfigured(Exception):
    """A variable of the environment is missing or makes no sense; the message names it."""


def _variable(name: str, default: Any, read: Callable[[str], Any] = str, *, repr: bool = True) -> Any:
    return field(default=default, repr=repr, metadata={"variable": name, "read": read})


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < 1e9:
        raise ValueError(text)
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def _level(text: str) -> str:
    if text.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise ValueError(text)
    return text.upper()


def _format(text: str) -> str:
    if text.lower() not in ("plain", "json"):
        raise ValueError(text)
    return text.lower()


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path in ("/healthz", "/metrics"):
        raise ValueError(text)
    return text


def _server(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(text)
    return text


def _secret(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", text):
        raise ValueError("unsaid")
    return text


def _connections(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 100:
        raise ValueError(text)
    return value


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not 0 <= int(port) < 2**16:
        raise ValueError(text)
    return host.strip("[]"), int(port)


_WANTS = {_seconds: "a number of seconds", _count: "a whole number above 0",
          _level: "DEBUG, INFO, WARNING or ERROR", _format: "plain or json",
          _url: "the address that Telegram is to call, https://example.org/telegram",
          _server: "the address of a Bot API server, up to the token: https://api.telegram.org/bot",
          _secret: "1 to 256 of the signs A-Z a-z 0-9 _ -", _connections: "a whole number from 1 to 100",
          _address: "host:port, like 127.0.0.1:8080"}


_EXTRAS = {"metrics_listen": "prometheus_client"}
"""What is needed besides for a variable; the extra of the package is called by its first word."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set from outside. Spans are seconds; the limits are Telegram's, with room.

    `token` and `webhook_secret` are secrets: this object's repr leaves them out, and nothing may log them.
    """

    token: str = field(repr=False)
    api_url: str = _variable("BOT_API_URL", "https://api.telegram.org/bot", _server)
    file_url: str = _variable("BOT_API_FILE_URL", "https://api.telegram.org/file/bot", _server)
    database_url: str = _variable("DATABASE_URL", "sqlite:///club.db")
    log_level: str = _variable("LOG_LEVEL", "INFO", _level)
    log_format: str = _variable("LOG_FORMAT", "plain", _format)

    webhook_url: str = _variable("WEBHOOK_URL", "", _url)               # empty: polling
    webhook_listen: tuple[str, int] = _variable("WEBHOOK_LISTEN", ("127.0.0.1", 8080), _address)
    webhook_secret: str = _variable("WEBHOOK_SECRET", "", _secret, repr=False)   # empty: made at each start
    webhook_connections: int = _variable("WEBHOOK_CONNECTIONS", 40, _connections)
    webhook_check: float = _variable("WEBHOOK_CHECK", 60.0, _seconds)   # whether Telegram still knows it
    metrics_listen: tuple[str, int] | None = _variable("METRICS_LISTEN", None, _address)   # None: with the webhook

    beat: float = _variable("BEAT", 2.0, _seconds)                      # the clock's metronome
    poll: float = _variable("POLL", 30.0, _seconds)                     # how long Telegram holds getUpdates
    poll_grace: float = _variable("POLL_GRACE", 15.0, _seconds)         # then polling counts as dead
    retry: float = _variable("RETRY", 1.0, _seconds)                    # first pause after an error, doubled
    retry_most: float = _variable("RETRY_MOST", 30.0, _seconds)
    request: float = _variable("REQUEST", 10.0, _seconds)               # how long one request may take
    refused: float = _variable("REFUSED", 600.0, _seconds)              # may not write there: then once more
    claim_retry: float = _variable("CLAIM_RETRY", 10.0, _seconds)       # outcome unknown: then again
    administrators: float = _variable("ADMINISTRATORS", 60.0, _seconds)  # how long the list may be trusted
    patience: float = _variable("PATIENCE", 5.0, _seconds)              # then "working on it"
    lease: float = _variable("LEASE", 12.0, _seconds)                   # then a silent leader is replaced
    drain: float = _variable("DRAIN", 6.0, _seconds)                    # so long each of four parts of a stop waits

    overall: int = _variable("LIMIT_OVERALL", 30, _count)               # messages in any second, all chats
    chat_burst: int = _variable("LIMIT_CHAT_BURST", 5, _count)          # in any so many seconds, one chat
    group: int = _variable("LIMIT_GROUP", 20, _count)                   # in any minute, one group
    group_edits: int = _variable("LIMIT_GROUP_EDITS", 7, _count)        # of them edits
    person: int = _variable("LIMIT_PERSON", 60, _count)                 # updates of one person in ten seconds
    edit_gap: float = _variable("EDIT_GAP", 4.0, _seconds)              # between two edits in one group

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> Config:
        """Read all variables; raises Misconfigured, whose text is meant for a person.

        An empty variable counts as not set.
        """
        token = environ.get("BOT_TOKEN", "").strip()
        if not token:
            raise Misconfigured(TOKEN_WANTED)
        if ":" not in token:
            raise Misconfigured("BOT_TOKEN does not look like a token: it should be like 123456:ABC…")
        values: dict[str, Any] = {"token": token}
        for one in fields(cls):
            variable = one.metadata.get("variable")
            text = environ.get(variable, "").strip() if variable else ""
            if not text:
                continue
            read = one.metadata["read"]
            try:
                values[one.name] = read(text)
            except ValueError:
                given = f", but it is {text.replace(token, '[token]')!r}" if one.repr else ""
                raise Misconfigured(f"{variable} must be {_WANTS[read]}{given}") from None
            if (needed := _EXTRAS.get(one.name)) and find_spec(needed) is None:
                raise Misconfigured(f"{variable} needs more: pip install '.[{one.name.partition('_')[0]}]'")
        return cls(**values)
