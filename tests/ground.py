"""What a bot stands on while it is killed: its database, and the way its updates come.

`Ground` is where it asks Telegram for them; the database is a file, or one of a server inside of
`tests.memory.on_server`. To `Doorstep` they are brought.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Self

from bot.sandbox import Sandbox
from tests import memory
from tests.hooked import SECRET, URL


class Ground:
    """For one evening; the folder is its own. With the end of the block a server's database is gone."""

    in_order = True
    """Whether taps of several people come in the order in which they were made."""

    def __init__(self, folder: Path, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.url = memory.url(folder / "club.db")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        memory.drop(self.url)

    @property
    def environment(self) -> dict[str, str]:
        """For every life. A dead leader's lease ends at about the time at which the next life wants it."""
        return {"BOT_TOKEN": self.sandbox.token, "BOT_API_URL": self.sandbox.base_url,
                "BOT_API_FILE_URL": self.sandbox.base_file_url, "DATABASE_URL": self.url, "LEASE": "0.3"}

    @property
    def ready(self) -> int:
        """How often a life has come so far that it wants updates."""
        return self.sandbox.journal.polls


class Doorstep(Ground):
    """The port is kept for all lives: a socket that does not listen lets one of them have it, and nobody else."""

    in_order = False

    async def __aenter__(self) -> Self:
        self._port = socket.socket()
        self._port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._port.bind(("127.0.0.1", 0))
        self._place = f"127.0.0.1:{self._port.getsockname()[1]}"
        self.sandbox.bringing.ways[URL] = f"http://{self._place}/telegram"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._port.close()
        await super().__aexit__()

    @property
    def environment(self) -> dict[str, str]:
        return super().environment | {"WEBHOOK_URL": URL, "WEBHOOK_SECRET": SECRET, "WEBHOOK_LISTEN": self._place}

    @property
    def ready(self) -> int:
        return len(self.sandbox.journal.calls("setWebhook"))
