"""Logs: one line a thing that happened, with its cause; no token, no name, no text of a message."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import traceback
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime
from types import TracebackType

from storage import Down

TOKEN = re.compile(r"\b\d{3,}:[A-Za-z0-9_-]{20,}")
"""What a bot token looks like, for the last defence."""

_TOLD = (sqlite3.Error, OSError, Down)
"""Errors whose own words speak of the machine. Those of any other may quote a name or a message."""

_Exception = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

_QUIET = ("httpx", "httpcore", "apscheduler", "asyncio", "aiohttp", "aiosqlite", "telegram")

_OWN = ("bot", "engine", "storage", "__main__")

KEPT = 50
"""Lines of trouble held in memory, for a problem report."""


class _Line(logging.Formatter):
    """`time level logger what key=value …`; a secret in it, from wherever, is blotted out."""

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__()
        self._secrets = [secret for secret in secrets if len(secret) > 10]

    def format(self, record: logging.LogRecord) -> str:
        line = self.spell(record)
        for secret in self._secrets:
            line = line.replace(secret, "[token]")
        return TOKEN.sub("[token]", line)

    def spell(self, record: logging.LogRecord) -> str:
        """The line as it would be without secrets."""
        parts = [_at(record), record.levelname, record.name, _what(record)]
        parts += [f"{key}={_spell(value)}" for key, value in _given(record).items()]
        line = " ".join(parts)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line

    def formatException(self, ei: _Exception) -> str:
        """Where it went wrong, and what kind of error it was."""
        chain: list[BaseException] = []
        error = ei[1]
        while error is not None and error not in chain:
            chain.append(error)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join("".join(traceback.format_tb(one.__traceback__)) + _kind(one) for one in reversed(chain))


class _Json(_Line):
    """The same as an object a line, for programs."""

    def spell(self, record: logging.LogRecord) -> str:
        line = {"at": _at(record), "level": record.levelname, "logger": record.name, "what": _what(record),
                **_given(record)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class _Kept(logging.Handler):
    """Holds the newest lines from WARNING on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: deque[str] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


_kept = _Kept()


def _at(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def _what(record: logging.LogRecord) -> str:
    """What was said. Of others only the first line, and without what they put into it: the answer that is no JSON,
    the task that failed and its error.
    """
    own = record.name.partition(".")[0] in _OWN
    return record.getMessage() if own else str(record.msg).partition("\n")[0]


def _given(record: logging.LogRecord) -> dict[str, object]:
    given: dict[str, object] = getattr(record, "values", {})
    return given


def _kind(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{name}: {error}" if isinstance(error, _TOLD) else name


def _spell(value: object) -> str:
    text = str(value)
    return text if text and not re.search(r"[\s\"=]", text) else json.dumps(text, ensure_ascii=False)


def configure(level: str, *secrets: str, form: str = "plain") -> None:
    """Send everything to stderr, line by line (`form`: plain, or json), and keep what speaks of trouble.

    What others say may be of people, or a URL with the token in it: they speak only of trouble.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_Json(secrets) if form == "json" else _Line(secrets))
    _kept.setFormatter(_Line(secrets))
    _kept.lines.clear()
    logging.basicConfig(level=level, handlers=[handler, _kept], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def trouble() -> list[str]:
    """The newest lines of trouble, the oldest first; like every line without names, texts and secrets."""
    return list(_kept.lines)


def say(log: logging.Logger, level: int, what: str, **values: object) -> None:
    """One structured line. Never put a name or a text of a person into `values`: ids only."""
    log.log(level, what, extra={"values": values})
