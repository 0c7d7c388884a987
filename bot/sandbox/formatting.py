"""Text with entities, counted in UTF-16 units as Telegram counts.

What Telegram cuts is cut alike: white space at the ends, entities after the hundredth, mentions of people
the bot does not know. `markup.py` reads HTML into this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

MOST_ENTITIES = 100
_TAG = {
    "bold": "b", "italic": "i", "underline": "u", "strikethrough": "s", "spoiler": "tg-spoiler",
    "code": "code", "pre": "pre", "blockquote": "blockquote", "expandable_blockquote": "blockquote",
}  # fmt: skip
_FOUND = re.compile(
    r"(?P<url>\bhttps?://[^\s<>]+[^\s<>.,;:!?)\]])"
    r"|(?P<bot_command>(?<![\w/@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/]))"
    r"|(?P<mention>(?<![\w/@])@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w))"
    r"|(?P<hashtag>(?<![\w/&#])#\w*[^\W\d]\w*)"
)


@dataclass(frozen=True, slots=True, order=True)
class Entity:
    """One marked stretch; offset and length in UTF-16 units."""

    offset: int
    length: int
    kind: str
    url: str = ""
    user_id: int = 0
    language: str = ""


def units(text: str) -> int:
    """The length Telegram counts: UTF-16 code units."""
    return len(text) + sum(char > "\uffff" for char in text)


def cut(text: str, offset: int, length: int) -> str:
    """The stretch of an entity."""
    return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le", "replace")


def plain(text: str) -> tuple[str, tuple[Entity, ...]]:
    """Text without markup: commands, mentions, links and hashtags are found in it."""
    return finish(text, [])


def given(
    text: str, entities: Iterable[dict[str, Any]], known: Callable[[int], bool]
) -> tuple[str, tuple[Entity, ...]]:
    """Text with entities that the caller made himself."""
    made = []
    for raw in entities:
        user = raw.get("user", {}).get("id", 0)
        if raw["type"] != "text_mention" or known(user):
            url, language = raw.get("url", ""), raw.get("language", "")
            made.append(Entity(raw["offset"], raw["length"], raw["type"], url, user, language))
    return finish(text, made)


def to_html(text: str, entities: Iterable[Entity]) -> str:
    """HTML that shows the text as a phone would; entities found by Telegram itself are left out."""
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for entity in sorted(entities, key=lambda e: (e.offset, -e.length)):
        if entity.kind in ("text_link", "text_mention"):
            href = entity.url or f"tg://user?id={entity.user_id}"
            start, end = f'<a href="{escape(href)}">', "</a>"
        elif entity.kind in _TAG:
            start, end = f"<{_TAG[entity.kind]}>", f"</{_TAG[entity.kind]}>"
        else:
            continue
        opening.setdefault(entity.offset, []).append(start)
        closing.setdefault(entity.offset + entity.length, []).insert(0, end)
    out, at = [], 0
    for char in text:
        out += [*closing.get(at, ()), *opening.get(at, ()), escape(char, quote=False)]
        at += units(char)
    return "".join([*out, *closing.get(at, ())])


def finish(text: str, entities: list[Entity]) -> tuple[str, tuple[Entity, ...]]:
    """Blank lines before and white space behind go; entities are clipped, found ones added, 100 kept."""
    text = text.rstrip()
    kept = re.sub(r"\A(?:[^\S\n]*\n)+", "", text)
    shift, end = units(text) - units(kept), units(kept)
    clipped = []
    for e in entities:
        start, stop = max(e.offset - shift, 0), min(e.offset - shift + e.length, end)
        if start < stop:
            clipped.append(Entity(start, stop - start, e.kind, e.url, e.user_id, e.language))
    closed = [e for e in clipped if e.kind in ("code", "pre", "text_link", "text_mention")]
    for found in _FOUND.finditer(kept):
        start, length = units(kept[: found.start()]), units(found[0])
        if not any(e.offset < start + length and start < e.offset + e.length for e in closed):
            clipped.append(Entity(start, length, str(found.lastgroup)))
    clipped.sort(key=lambda e: (e.offset, -e.length))
    return kept, tuple(clipped[:MOST_ENTITIES])
