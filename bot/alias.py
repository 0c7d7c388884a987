"""Another name for a number of Telegram's, the same for the same; who has not the key can not tell it back."""

from __future__ import annotations

import re
from hashlib import blake2s

ALIAS = re.compile(r"~[0-9a-f]{16}")


def alias(number: int | str, key: str) -> str:
    """`~` and 16 signs. `key` is the bot's token; under another one nobody is known again."""
    return "~" + blake2s(str(number).encode(), key=key.encode()[:32], digest_size=8).hexdigest()
