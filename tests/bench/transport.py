"""What a call of the Bot API costs: by httpx or by our own line, by the number of connections, with and without uvloop.

    python -m tests.bench.transport [CALLS]      a second, and ms of processor each; 50 messages at a time

Who calls is a process of its own and talks to the sandbox over loopback; the figures are of that process, the sandbox
bounds the rate. What is not installed is left out.
"""

from __future__ import annotations

import asyncio
import sys
from importlib.util import find_spec
from time import monotonic, process_time

from telegram import Bot
from telegram.request import BaseRequest, HTTPXRequest

from bot.config import Config
from bot.figures import Figures
from bot.line import Line
from bot.sandbox import Sandbox

AT_ONCE = 50
SIZES = (1, 8, 32, 64, 256)


def request(kind: str, size: int, token: str) -> BaseRequest:
    """Times are long: 50 wait for one connection."""
    if kind == "httpx":
        return HTTPXRequest(connection_pool_size=size, read_timeout=60, pool_timeout=60)
    return Line(size, Config(token=token, request=60.0), Figures())


async def calls(kind: str, size: int, count: int, token: str, address: str, chat: int) -> None:
    """Prints how many a second, and the processor's ms for each."""
    gate = asyncio.Semaphore(AT_ONCE)
    async with Bot(token, address, request=request(kind, size, token)) as bot:
        async def one(number: int) -> None:
            async with gate:
                await bot.send_message(chat, f"Round {number}")

        await asyncio.gather(*map(one, range(AT_ONCE)))                # the connections are made
        began, busy = monotonic(), process_time()
        await asyncio.gather(*map(one, range(count)))
        print(f"{count / (monotonic() - began):.0f} {1000 * (process_time() - busy) / count:.2f}")


async def compare(count: int) -> None:
    async with Sandbox() as sandbox:
        person = sandbox.person("Anna", started=True)
        for loop in ("asyncio", "uvloop") if find_spec("uvloop") else ("asyncio",):
            for kind in ("httpx", "line"):
                for size in SIZES:
                    words = ("as", loop, kind, size, count, sandbox.token, sandbox.base_url, person.id)
                    process = await asyncio.create_subprocess_exec(
                        sys.executable, "-m", "tests.bench.transport", *map(str, words), stdout=asyncio.subprocess.PIPE)
                    said, _ = await process.communicate()
                    rate, each = said.decode().split()
                    print(f"{loop:<8}{kind:<6}{size:>4} connections {rate:>6} a second, processor {each} ms each", flush=True)


def main(words: list[str]) -> None:
    match words:
        case ["as", loop, kind, size, count, token, address, chat]:
            work = calls(kind, int(size), int(count), token, address, int(chat))
            if loop == "uvloop":
                import uvloop

                uvloop.run(work)
            else:
                asyncio.run(work)
        case [] | [_]:
            asyncio.run(compare(int(words[0]) if words else 2000))
        case _:
            print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
