"""The bot as a process that dies at a chosen point of its life, and a midwife that bears one after another.

A *point* is the moment before or after a commit, before or after a call of Telegram, or of Telegram's webhook before
an update is taken, before it is answered or after that. Polls count where something comes of them: with updates in
their answer, or with a confirmation in their question. Of the lease that is moved on and on only the first time counts.

    async with Midwife(folder) as midwife:
        life = await midwife.bears(environment, death=17)
        await life.ends()                # its exit code, -9 when it has died at its seventeenth point
        life.points                      # how many it has seen
"""

from __future__ import annotations

import asyncio
import itertools
import json
import mmap
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from telegram.request import RequestData

from bot.__main__ import main
from bot.app import load_handlers
from bot.line import Line
from bot.listener import Listener
from bot.texts import LANGUAGES, words
from engine.judging import draws
from storage.database import Steps, Work
from storage.postgres import Postgres
from storage.sqlite import Sqlite

ROOT = Path(__file__).parent.parent
RENEWAL = "Row._moved_on.<locals>.work"


# in the process that dies


class Points:
    """Counts into shared memory, so that the count outlives the process; dies at number `death` (0: never)."""

    def __init__(self, death: int, shared: mmap.mmap) -> None:
        self._numbers = itertools.count(1)
        self._death = death
        self._shared = shared

    def pass_by(self, where: str) -> None:
        number = next(self._numbers)
        self._shared[:80] = f"{number} {where}"[:80].ljust(80).encode()
        if number == self._death:
            os.kill(os.getpid(), signal.SIGKILL)


def arm(points: Points) -> None:
    """From now on commits and calls are points."""
    request, update = Line.do_request, Listener._update
    offsets: set[object] = {None}
    renewals = itertools.count()

    def mortal(write: Callable[[Any, Work[Any]], Awaitable[Any]]) -> Callable[[Any, Work[Any]], Awaitable[Any]]:
        async def mortal_write(self: Any, work: Work[Any]) -> Any:
            if work.__qualname__ == RENEWAL and next(renewals):
                return await write(self, work)

            def to_the_brink() -> Steps[Any]:
                value = yield from work()
                points.pass_by("before a commit")
                return value

            value = await write(self, to_the_brink)
            points.pass_by("after a commit")
            return value

        return mortal_write

    async def mortal_request(self: Line, url: str, method: str, request_data: RequestData | None = None,
                             **timeouts: Any) -> tuple[int, bytes]:
        name = url.rpartition("/")[2]
        offset = request_data.parameters.get("offset") if request_data else None
        if name != "getUpdates" or offset not in offsets:
            offsets.add(offset)
            points.pass_by(f"before {name}")
        status, answer = await request(self, url, method, request_data, **timeouts)
        if name != "getUpdates" or b'"result": []' not in answer:
            points.pass_by(f"after {name}")
        return status, answer

    async def mortal_update(self: Listener, post: web.Request) -> web.Response:
        points.pass_by("before an update is taken")
        answer = await update(self, post)
        points.pass_by("before an update is answered")
        await answer.prepare(post)
        await answer.write_eof()
        points.pass_by("after an update is answered")
        return answer

    for driver in (Sqlite, Postgres):
        driver.write = mortal(driver.write)             # type: ignore[method-assign]
    Line.do_request = mortal_request                    # type: ignore[method-assign]
    Listener._update = mortal_update                    # type: ignore[method-assign]


def bear() -> None:
    """Read a line of JSON, become two, and let the child live as it says; tell when it was born and has died.

    Its judges need no time to look at a draft that has just changed.
    """
    load_handlers()
    for language in (*LANGUAGES, None):
        words(language).day(date.today())               # reads the catalogue, and the names of the days
    draws.LOOK_AGAIN = timedelta(0)
    shared = mmap.mmap(-1, 80)
    for line in sys.stdin:
        wish = json.loads(line)
        shared[:80] = b"0".ljust(80)
        child = os.fork()
        if not child:
            os.environ.update(wish["environment"])
            os.dup2(os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
            arm(Points(wish["death"], shared))
            code = main([])
            sys.stderr.flush()
            os._exit(code)
        print(child, flush=True)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(code, shared[:80].decode().strip(), flush=True)


# in the test


class Life:
    """One process, from its birth on. `points` and `where` (it was last) are known after its end."""

    def __init__(self, pid: int, answers: asyncio.StreamReader) -> None:
        self.pid = pid
        self.points, self.where = 0, ""
        self._end = asyncio.create_task(self._wait(answers))

    async def _wait(self, answers: asyncio.StreamReader) -> int:
        code, points, *where = (await answers.readline()).decode().split(maxsplit=2)
        self.points, self.where = int(points), "".join(where).strip()
        return int(code)

    async def ends(self) -> int:
        """Wait for its end; its exit code."""
        return await asyncio.shield(self._end)

    @property
    def over(self) -> bool:
        return self._end.done()

    def signals(self, number: signal.Signals) -> None:
        if not self.over:
            os.kill(self.pid, number)


class Midwife:
    """Has everything imported and read once, so that a birth costs a fork. Bears one at a time."""

    def __init__(self) -> None:
        self.life: Life | None = None

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "from tests.mortal import bear; bear()", cwd=ROOT,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        if self.life is not None:
            self.life.signals(signal.SIGKILL)
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def bears(self, environment: dict[str, str], log: Path, *, death: int = 0) -> Life:
        """The next process; the one before must have ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        wish = {"environment": environment, "log": str(log), "death": death}
        self._process.stdin.write(json.dumps(wish).encode() + b"\n")
        self.life = Life(int(await self._process.stdout.readline()), self._process.stdout)
        return self.life
