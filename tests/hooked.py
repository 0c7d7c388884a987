"""An evening whose bot is brought its updates."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import aiohttp

from bot.listener import SHOWN
from tests.evening import Evening

URL = "https://club.example/telegram"
SECRET = "Swordfish_4711"


class Hooked(Evening):
    """The same in everything else. `https://club.example` is a proxy on the bot's own machine."""

    def __init__(self, players: int = 4, *, config: dict[str, Any] | None = None, **more: Any) -> None:
        super().__init__(players, config={
            "webhook_url": URL, "webhook_secret": SECRET, "webhook_listen": ("127.0.0.1", 0), "webhook_check": 5.0,
            **(config or {})}, **more)

    async def starts(self) -> None:
        await super().starts()
        assert self.app.listener is not None
        self.address = f"http://127.0.0.1:{self.app.listener.ports['WEBHOOK_LISTEN']}"
        self.sandbox.bringing.ways[URL] = f"{self.address}/telegram"

    async def spawns(self, prelude: str = "", *, log: Path | None = None,
                     **environment: str) -> asyncio.subprocess.Process:
        with socket.create_server(("127.0.0.1", 0)) as free:
            place = f"127.0.0.1:{free.getsockname()[1]}"
        process = await super().spawns(prelude, log=log, **{
            "WEBHOOK_URL": URL, "WEBHOOK_SECRET": SECRET, "WEBHOOK_LISTEN": place, **environment})
        self.address = f"http://{place}"
        self.sandbox.bringing.ways[URL] = f"{self.address}/telegram"
        return process

    async def posts(self, body: bytes, *, secret: str | None = SECRET, path: str = "/telegram") -> int:
        """Somebody posts this to the webhook; the status of the answer."""
        shown = {SHOWN: secret} if secret is not None else {}
        async with aiohttp.ClientSession() as session, session.post(
                f"{self.address}{path}", data=body, headers=shown) as answer:
            return answer.status

    async def knocks(self, said: bytes) -> bytes:
        """Somebody says this over a connection of his own, and nothing more; the first line of the answer."""
        _, _, port = self.address.rpartition(":")
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        try:
            writer.write(said)
            return (await reader.readline()).rstrip()
        finally:
            writer.close()

    async def gets(self, path: str) -> tuple[int, str]:
        """Somebody looks; status and text."""
        async with aiohttp.ClientSession() as session, session.get(f"{self.address}{path}") as answer:
            return answer.status, await answer.text()
