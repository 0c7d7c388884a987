"""Telegram's HTML, read into text and entities.

The parser follows Telegram's own, error texts and byte offsets included, so that a message that would be
refused there is refused here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .formatting import Entity, cut, finish, units
from .refusal import bad

_KIND = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "code": "code", "pre": "pre", "blockquote": "blockquote", "a": "text_link",
}  # fmt: skip
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(rb"&(?:#(\d{1,8})|#x([0-9a-fA-F]{1,8})|(lt|gt|amp|quot));?")
_MENTION = re.compile(r"tg://user/?\?id=(\d+)$")


def parse_html(text: str, known: Callable[[int], bool] = lambda _: True) -> tuple[str, tuple[Entity, ...]]:
    """Text and entities of a message in parse mode HTML.

    `known` says whether the bot may mention a user; other mentions stay plain text, as in Telegram. Raises
    the 400 `can't parse entities: …` of the API.
    """
    try:
        return finish(*_Html(text, known).read())
    except _Wrong as wrong:
        raise bad(f"can't parse entities: {wrong}") from None


class _Wrong(Exception):
    """The HTML can not be parsed; the text is Telegram's."""


class _Html:
    """One run of the parser, over bytes as in the original, because errors count bytes."""

    def __init__(self, text: str, known: Callable[[int], bool]) -> None:
        self.text = text.encode() + b"\0"
        self.at = 0
        self.known = known
        self.out = ""
        self.entities: list[Entity] = []
        self.open: list[tuple[str, str, int]] = []  # tag, argument, offset in UTF-16 units

    def read(self) -> tuple[str, list[Entity]]:
        end = len(self.text) - 1
        while self.at < end:
            stop = next((i for i in range(self.at, end) if self.text[i] in b"&<"), end)
            self.out += self.text[self.at : stop].decode()
            self.at = stop
            if stop == end:
                break
            if self.text[stop] == ord("&"):
                self.out += self.reference()
            elif self.text[stop + 1] == ord("/"):
                self.end_tag()
            else:
                self.start_tag()
        if self.open:
            raise _Wrong(f'Can\'t find end tag corresponding to start tag "{self.open[-1][0]}"')
        return self.out, self.entities

    def reference(self) -> str:
        """The character of `&lt;`, `&#1234;`, `&#x4d2;`; anything else is an ampersand."""
        found = _REFERENCE.match(self.text, self.at)
        if found is None:
            self.at += 1
            return "&"
        decimal, hexadecimal, name = found.groups()
        code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else 0
        if not name and (code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000):
            self.at += 1
            return "&"
        self.at = found.end()
        return _NAMED[name.decode()] if name else chr(code)

    def start_tag(self) -> None:
        begin = self.at
        self.at += 1
        tag = self.until(b" \t\n\r\v\f>").lower()
        if self.here == 0:
            raise _Wrong(f"Unclosed start tag at byte offset {begin}")
        if tag not in _KIND:
            raise _Wrong(f'Unsupported start tag "{tag}" at byte offset {begin}')
        argument = ""
        while self.skip() != ord(">"):
            name, value = self.attribute(tag, begin)
            wanted = {"a": "href", "code": "class", "span": "class", "blockquote": "expandable"}.get(tag)
            argument = value or name if name == wanted else argument
        if tag == "span" and argument != "tg-spoiler":
            raise _Wrong(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        self.at += 1
        self.open.append((tag, argument, units(self.out)))

    def attribute(self, tag: str, begin: int) -> tuple[str, str]:
        name = self.until(b" \t\n\r\v\f=>/\"'")
        if not name:
            raise _Wrong(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
        if self.skip() != ord("="):
            if tag == "blockquote" and name == "expandable":
                return name, ""
            where = f'an attribute of the tag "{tag}" at byte offset {begin}'
            raise _Wrong(f"Expected equal sign in declaration of {where}")
        self.at += 1
        quote = self.skip()
        start = self.at
        if quote not in b"'\"":
            while self.here and (chr(self.here).isalnum() or self.here in b".-"):
                self.at += 1
            if self.here not in b" \t\n\r\v\f>":
                raise _Wrong(f"Unexpected end of name token at byte offset {start}")
            return name, self.text[start : self.at].decode().lower()
        self.at += 1
        value = ""
        while self.here not in (quote, 0):
            value += self.reference() if self.here == ord("&") else self.until(bytes([quote]) + b"&")
        if self.here == 0:
            raise _Wrong(f"Unclosed start tag at byte offset {begin}")
        self.at += 1
        return name, value

    def end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise _Wrong(f"Unexpected end tag at byte offset {begin}")
        self.at += 2
        name = self.until(b" \t\n\r\v\f>").lower()
        if self.skip() != ord(">"):
            raise _Wrong(f"Unclosed end tag at byte offset {begin}")
        self.at += 1
        tag, argument, offset = self.open.pop()
        if name and name != tag:
            raise _Wrong(f'Unmatched end tag at byte offset {begin}, expected "</{tag}>", found "</{name}>"')
        if units(self.out) > offset:
            self.close(tag, argument, offset, units(self.out) - offset)

    def close(self, tag: str, argument: str, offset: int, length: int) -> None:
        kind = "expandable_blockquote" if argument and tag == "blockquote" else _KIND[tag]
        if kind != "text_link":
            language = argument.removeprefix("language-") if tag == "code" else ""
            self.entities.append(Entity(offset, length, kind, language=language))
        elif mention := _MENTION.match(argument):
            if self.known(int(mention[1])):
                self.entities.append(Entity(offset, length, "text_mention", user_id=int(mention[1])))
        elif re.match(r"(https?|tg|ton)://|mailto:", url := argument or cut(self.out, offset, length)):
            self.entities.append(Entity(offset, length, kind, url=url))

    @property
    def here(self) -> int:
        return self.text[self.at]

    def until(self, ends: bytes) -> str:
        start = self.at
        while self.here and self.here not in ends:
            self.at += 1
        return self.text[start : self.at].decode()

    def skip(self) -> int:
        while self.here in b" \t\n\r\v\f":
            self.at += 1
        return self.here
