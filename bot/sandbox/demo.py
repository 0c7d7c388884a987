"""`python -m bot demo`: the real bot in a sandbox, and a page of phones in the browser.

No token, no Telegram: the bot speaks over loopback to the sandbox and is not told. Everything it remembers
is in a temporary directory and gone afterwards. The page listens on the loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot import logs
from bot.timing import Leaping

from .actors import PlayOn
from .cast import LANGUAGES, Cast, gather
from .sandbox import TOKEN, Sandbox
from .web import Page
from .weeks import Weeks

PORT = 8095

Bot = Callable[[Sandbox, Leaping], AbstractAsyncContextManager[Weeks | None]]
"""Starts a bot against a sandbox, by the same time, and stops it; what it does every week, if it does."""


@dataclass(frozen=True, slots=True)
class Show:
    """One evening from the bot's arrival on."""

    cast: Cast
    play: PlayOn
    weeks: Weeks | None
    opened: dict[str, Any] | None
    """The update that was the last of the opening."""

    @property
    def played(self) -> bool:
        """Whether anybody has done anything since: the bot hears of all that is done on the page's phones."""
        return self.cast.sandbox.updates.last is not self.opened


class Demo:
    """One evening after another: `run` gives them, `begin` asks for a fresh one, `show` is the one that is on."""

    def __init__(self, bot: Bot, *, seed: int = 0) -> None:
        self.bot = bot
        self.seed = seed
        self._show: Show | None = None
        self._on = asyncio.Event()
        self._next: asyncio.Future[str] | None = None

    async def run(self, language: str) -> None:
        """Evenings for ever; an accident of the bot or of the people ends it and is raised."""
        while True:
            async with self._evening(language) as self._show:
                self._next = asyncio.get_running_loop().create_future()
                self._on.set()
                try:
                    language = await self._next
                finally:
                    self._on.clear()
                    self._show.cast.sandbox.events.emit("curtain", 0)

    async def show(self) -> Show:
        """The evening that is on, waited for."""
        while self._show is None or not self._on.is_set():
            await self._on.wait()
        return self._show

    async def begin(self, language: str) -> None:
        """Ends the evening that is on; returns when the next has begun. Raises `ValueError` for a language
        that the cast does not speak."""
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}")
        await self.show()
        if self._next is not None and not self._next.done():
            self._next.set_result(language)
            self._on.clear()
        await self.show()

    @asynccontextmanager
    async def _evening(self, language: str) -> AsyncIterator[Show]:
        """The judge brings the bot into the group and presses Start; the other way round it would ask about a group
        that it remembers and is not in yet, and warn."""
        time = Leaping()
        sandbox = Sandbox(time.now, patience=15)
        cast = gather(sandbox, language)
        async with sandbox, self.bot(sandbox, time) as weeks:
            await sandbox.add_bot(cast.group, by=cast.judge, admin=True)
            await cast.judge.start()
            with suppress(TimeoutError):  # a slow bot greets later
                await cast.judge.sees(timeout=3)
            show = Show(cast, PlayOn(cast, seed=self.seed), weeks, sandbox.updates.last)
            async with asyncio.TaskGroup() as tasks:
                playing = tasks.create_task(show.play.run())
                yield show
                playing.cancel()


@asynccontextmanager
async def real_bot(sandbox: Sandbox, time: Leaping) -> AsyncIterator[Weeks]:
    """The bot as anybody runs it, configured by the environment, on a database with a season in it."""
    from bot.app import App
    from bot.config import Config

    from .memories import remember

    with tempfile.TemporaryDirectory(prefix="swissclub-") as directory:
        config = Config.from_environment(
            os.environ
            | {
                "BOT_TOKEN": sandbox.token,
                "BOT_API_URL": sandbox.base_url,
                "BOT_API_FILE_URL": sandbox.base_file_url,
                "DATABASE_URL": f"sqlite:///{Path(directory) / 'club.db'}",
            }
        )
        await remember(config.database_url, sandbox.groups[0], list(sandbox.people.values()), time.now())
        async with App(config, time=time) as app, asyncio.TaskGroup() as tasks:
            running = tasks.create_task(app.run())
            yield Weeks(app, time)
            running.cancel()


async def perform(bot: Bot, *, port: int, language: str, browser: bool) -> None:
    """Shows the demo until it is interrupted."""
    demo = Demo(bot)
    page = Page(demo)
    try:
        await page.open(port)
    except OSError:
        await page.open()  # somebody else has that port
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # not on Windows
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    running, stopped = asyncio.create_task(demo.run(language)), asyncio.create_task(stop.wait())
    begun = asyncio.create_task(demo.show())
    try:
        await asyncio.wait([running, stopped, begun], return_when=asyncio.FIRST_COMPLETED)
        if begun.done():
            print(f"The demo is at {page.url}   (Ctrl+C ends it)", flush=True)
            if browser:
                webbrowser.open(page.url)
        await asyncio.wait([running, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (running, stopped, begun):
            task.cancel()
        ends = await asyncio.gather(running, stopped, begun, return_exceptions=True)
        await page.close()
    if isinstance(ends[0], Exception):
        raise ends[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the words after `python -m bot demo`; exit code 0 fine, 2 usage."""
    parser = argparse.ArgumentParser(prog="python -m bot demo", description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=PORT, help=f"of the page (default {PORT}, or a free one)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="can be changed on the page")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    chosen = parser.parse_args(arguments)
    logs.configure(os.environ.get("LOG_LEVEL", "WARNING"), TOKEN)
    with suppress(KeyboardInterrupt):
        asyncio.run(
            perform(real_bot, port=chosen.port, language=chosen.language, browser=not chosen.no_browser)
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
