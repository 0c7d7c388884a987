"""`python -m bot` runs the bot (BOT_TOKEN); `python -m bot demo` shows it in the browser, without a token."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading

from telegram.error import InvalidToken

from bot import logs
from bot.app import App
from bot.config import Config, Misconfigured
from storage import StorageError, leases
from storage.database import Overtaken

log = logging.getLogger(__name__)

LAST = 2.0
"""Seconds beyond the four parts of a stop. Whoever waits for the end kills after thirty."""


async def serve(config: Config) -> None:
    """Run until SIGTERM or Ctrl-C; what is being done is brought to an end first. Who is overtaken stands by."""
    async def work() -> None:
        while True:
            try:
                async with App(config) as app:
                    return await app.run()
            except (leases.Lost, Overtaken):         # while it was at work, or before it had begun
                logs.say(log, logging.WARNING, "another process has taken over")

    working = asyncio.create_task(work())

    def stop() -> None:
        working.cancel()
        latest = threading.Timer(4 * config.drain + LAST, _leave)
        latest.daemon = True
        latest.start()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    with contextlib.suppress(asyncio.CancelledError):
        await working


def _leave() -> None:
    """A frozen server or a locked file lets nothing end. What is in hand comes again, as after a kill."""
    logs.say(log, logging.WARNING, "could not stop in good order: what is in hand comes again")
    os._exit(1)


def main(argv: list[str]) -> int:
    """Exit codes: 0 stopped in good order, 1 could not run or not stop, 2 wrong usage."""
    if argv[:1] == ["demo"]:
        from bot.sandbox import demo  # a bot has no use for it

        return demo.main(argv[1:])
    if argv:
        print("usage: python -m bot [demo]", file=sys.stderr)
        return 2
    try:
        config = Config.from_environment(os.environ)
    except Misconfigured as error:
        print(error, file=sys.stderr)
        return 1
    logs.configure(config.log_level, config.token, config.webhook_secret, form=config.log_format)
    try:
        asyncio.run(serve(config))
    except InvalidToken:
        print("Telegram does not know this BOT_TOKEN: ask @BotFather for the right one (/mybots).", file=sys.stderr)
        return 1
    except Misconfigured as error:
        print(error, file=sys.stderr)
        return 1
    except StorageError as error:
        print(f"DATABASE_URL: {error}", file=sys.stderr)
        return 1
    except Exception:                                # Python itself would tell its words, and names in them
        log.exception("can not go on; if it is the database, python -m storage check says what is wrong there")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
