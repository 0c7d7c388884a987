"""Logs: one line a thing that happened, with its cause; no token, no name, no text of a message."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import traceback
from datetime import UTC, datetime
from types import TracebackType

from storage import Down

TOKEN = re.compile(r"\b\d{3,}:[A-Za-z0-9_-]{20,}")
"""What a bot token looks like, for the last defence."""

_TOLD = (sqlite3.Error, OSError, Down)
"""Errors whose own words speak of the machine. Those of any other may quote a name or a message."""

_Exception = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

_QUIET = ("httpx", "httpcore", "apscheduler", "asyncio", "aiosqlite", "telegram")


class _Line(logging.Formatter):
    """`time level logger what key=value …`; a token in it, from wherever, is blotted out."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        parts = [at, record.levelname, record.name, record.getMessage()]
        given: dict[str, object] = getattr(record, "values", {})
        parts += [f"{key}={_spell(value)}" for key, value in given.items()]
        line = " ".join(parts)
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        if len(self._token) > 10:
            line = line.replace(self._token, "[token]")
        return TOKEN.sub("[token]", line)

    def formatException(self, ei: _Exception) -> str:
        """Where it went wrong, and what kind of error it was."""
        chain: list[BaseException] = []
        error = ei[1]
        while error is not None and error not in chain:
            chain.append(error)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join("".join(traceback.format_tb(one.__traceback__)) + _kind(one) for one in reversed(chain))


def _kind(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{name}: {error}" if isinstance(error, _TOLD) else name


def _spell(value: object) -> str:
    text = str(value)
    return text if text and not re.search(r"[\s\"=]", text) else json.dumps(text, ensure_ascii=False)


def configure(level: str, token: str) -> None:
    """Send everything to stderr, line by line. httpx would print URLs with the token at INFO: silenced."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Line(token))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def say(log: logging.Logger, level: int, what: str, **values: object) -> None:
    """One structured line. Never put a name or a text of a person into `values`: ids only."""
    log.log(level, what, extra={"values": values})
