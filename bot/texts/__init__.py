"""The bot's words in both languages: `words("ru")("toast.joined", count="9/24")`.

The catalogues are gettext files (`en.po`, `ru.po`), read by Babel into memory at the first
use; a key is a short msgid. Values are escaped for Telegram's HTML here and nowhere else:
what is already HTML carries the type `Safe`, which only this module makes.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from gettext import c2py
from pathlib import Path
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_decimal_symbol

LANGUAGES = ("en", "ru")
"""The languages of the bot; the first one is spoken to everybody else."""

_TAG = re.compile(r"<[^>]*>")


class Safe(str):
    """Text that is HTML already: put into other texts as it is."""

    __slots__ = ()


class Say:
    """The words of one language. Calling it gives HTML; `plain` gives toasts and button texts."""

    def __init__(self, language: str, catalog: Catalog) -> None:
        self.language = language
        self._catalog = catalog
        self._form = c2py(catalog.plural_expr)

    def __call__(self, key: str, /, **values: object) -> Safe:
        """The text of `key` as HTML; every value that is not `Safe` is escaped.

        A plural text is chosen by the value `n`. Raises KeyError for an unknown key or a
        missing value: both are mistakes of the program, and tests look for them.
        """
        shown = {name: value if isinstance(value, Safe) else html.escape(str(value), quote=False)
                 for name, value in values.items()}
        return Safe(self._template(key, values.get("n")).format(**shown))

    def plain(self, key: str, /, **values: object) -> str:
        """The text of `key` for places without HTML: toasts, buttons, descriptions of commands."""
        shown = {name: plain(value) if isinstance(value, Safe) else value for name, value in values.items()}
        return self._template(key, values.get("n")).format(**shown)

    def has(self, key: str) -> bool:
        """Whether the catalogue knows this key."""
        return bool(key) and self._catalog.get(key) is not None

    def names(self, names: Iterable[str]) -> Safe:
        """Several names or texts in a row, each escaped unless it is `Safe`."""
        return Safe(", ".join(name if isinstance(name, Safe) else html.escape(name, quote=False)
                              for name in names))

    def when(self, moment: datetime, zone: str) -> str:
        """Day and hour in the club's own time: "Thursday, 3 December, 19:00"."""
        return format_datetime(moment, "EEEE, d MMMM, HH:mm", tzinfo=ZoneInfo(zone), locale=self.language)

    def day(self, day: date) -> str:
        """A day without an hour: "Thursday, 3 December"."""
        return format_date(day, "EEEE, d MMMM", locale=self.language)

    def tenths(self, n: int) -> str:
        """So many tenths with the decimal sign of the language: "1.3", «1,3»."""
        return str(format_decimal(Decimal(n) / 10, "0.0", locale=self.language))

    def figure(self, value: str) -> str:
        """A figure of a table with the decimal sign of the language: "6.75", «6,75»; halves stay "6½"."""
        return value.replace(".", get_decimal_symbol(self.language))

    def clock(self, moment: datetime, zone: str) -> str:
        """The hour in the club's own time: "19:00"."""
        return moment.astimezone(ZoneInfo(zone)).strftime("%H:%M")

    def _template(self, key: str, n: object) -> str:
        message = self._catalog.get(key) if key else None
        if message is None:
            raise KeyError(f"no words for {key!r} in {self.language}")
        if isinstance(message.string, str):
            return message.string
        if not isinstance(n, int):
            raise KeyError(f"{key!r} is a plural and needs n")
        return str(message.string[self._form(abs(n))])


@lru_cache
def words(language: str | None) -> Say:
    """The words for a Telegram language code such as `ru` or `en-GB`; English for all others."""
    short = (language or "").lower().replace("_", "-").split("-")[0]
    chosen = short if short in LANGUAGES else LANGUAGES[0]
    with (Path(__file__).parent / f"{chosen}.po").open("rb") as file:
        return Say(chosen, read_po(file, locale=chosen, abort_invalid=True))


def plain(text: str) -> str:
    """HTML of ours as plain text: without tags and entities."""
    return html.unescape(_TAG.sub("", text))


def opening(text: Safe) -> Safe:
    """A text of ours as the beginning of a line, with a capital letter; never for what people have written."""
    return Safe(text[:1].upper() + text[1:])


def units(text: str) -> int:
    """The length of an HTML text as Telegram counts it: UTF-16 units after parsing."""
    return len(plain(text).encode("utf-16-le")) // 2
