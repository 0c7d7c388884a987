"""The problem report: all that is needed to see what went wrong, and nobody's name.

People are numbers in it, as in the facts, and Telegram's numbers, which are those of other clubs too, are masked:
the same one always alike. What somebody has typed – a title, a reason – is left out, and so is the seed, which
nobody may know before the end.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

import telegram

from bot import __version__, logs
from bot.alias import ALIAS, alias
from bot.config import Config
from engine.codec import encode
from engine.facts import Entry
from engine.model import Tournament
from storage import Post

FORMAT = "swissclub problem report 1"

TYPED = frozenset({"title", "reason", "seed", "tempo", "federation"})
"""Fields of facts and keys of settings that hold words of somebody, or a secret."""

LEFT_OUT = "…"

_NUMBER = re.compile(rf"{ALIAS.pattern}|-?\d{{7,}}")
"""Accounts, chats and taps, and what has an alias; years and milliseconds are shorter."""


def report(t: Tournament, entries: Iterable[Entry], posts: Iterable[Post], config: Config, now: datetime) -> bytes:
    """The file, as JSON."""
    masked = _mask(config.token)
    told = {
        "format": FORMAT,
        "at": now,
        "versions": {"swissclub": __version__, "python-telegram-bot": telegram.__version__,
                     "python": platform.python_version(), "system": platform.system()},
        "database": config.database_url.partition(":")[0],
        "updates": "webhook" if config.webhook_url else "polling",
        "trouble": [masked(line) for line in logs.trouble()],
        "event": {"code": t.code, "stage": t.stage, "version": t.version, "settings": _bare(asdict(t.settings))},
        "facts": [_entry(entry, masked(entry.cause)) for entry in entries],
        "posts": [{"key": masked(post.key), "state": post.state, "chat": "private" if post.chat > 0 else "group",
                   "message": post.message, "claimed_at": post.claimed_at, "epoch": post.epoch} for post in posts],
    }
    return json.dumps(told, ensure_ascii=False, indent=1, default=str).encode()


def _mask(key: str) -> Callable[[str], str]:
    """Puts something else for long numbers; who does not know the key can not tell which."""
    def other(found: re.Match[str]) -> str:
        return found[0] if found[0].startswith("~") else alias(found[0], key)

    return lambda text: _NUMBER.sub(other, text)


def _entry(e: Entry, cause: str) -> dict[str, Any]:
    kind, body = encode(e.fact)
    return {"seq": e.seq, "at": e.at, "by": e.by, "role": e.role.name, "place": e.place, "cause": cause,
            "kind": kind, "fact": _bare(json.loads(body))}


def _bare(value: Any) -> Any:
    """Without what was typed."""
    if isinstance(value, dict):
        typed = TYPED | {"value"} if value.get("key") in TYPED else TYPED
        return {key: LEFT_OUT if key in typed and one else _bare(one) for key, one in value.items()}
    return [_bare(one) for one in value] if isinstance(value, list) else value
