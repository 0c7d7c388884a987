"""Polling: Telegram is asked for updates, again and again.

Telegram forgets an update once `getUpdates` is called with a higher offset. So the offset moves only
when every update of the batch has its receipt; one that is missing keeps the whole batch in Telegram's queue.
"""

from __future__ import annotations

import asyncio
import logging
import warnings
from typing import Any

from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot import logs
from bot.config import Config
from bot.intake import WANTED, Delivery, Intake
from bot.outcome import kind_of, seconds_of
from bot.timing import Time

log = logging.getLogger(__name__)

# `bot.get_updates` parses the whole list and fails as a whole if one update makes no sense
warnings.filterwarnings("ignore", message="Please use 'Bot.getUpdates'")


class Polling:
    """The loop."""

    def __init__(self, bot: Bot, intake: Intake, config: Config, time: Time) -> None:
        self._bot = bot
        self._intake = intake
        self._config = config
        self._time = time
        self._offset: int | None = None
        self._polling: asyncio.Task[list[Delivery]] | None = None
        self._stopping = False
        self._answered = time.monotonic()

    async def run(self) -> None:
        """Until `stop`, or until Telegram says that the token is wrong (InvalidToken)."""
        suspects = await self._intake.suspects()
        while not self._stopping:
            self._polling = asyncio.create_task(self._fetch(1 if suspects else 100))
            await asyncio.wait([self._polling])
            if self._stopping:
                break
            batch = self._polling.result()
            if not any(one.cause in suspects for one in batch):
                suspects = {}
            if batch:
                await self._work(batch, alone=bool(suspects))
                self._offset = batch[-1].id + 1
        await self._confirm()

    def stop(self) -> None:
        """Take no more updates; `run` ends when those in hand are done."""
        self._stopping = True
        if self._polling is not None:
            self._polling.cancel()

    @property
    def trouble(self) -> str:
        """Why nothing may be coming: nothing can be done, Telegram has not answered, or a batch takes very long."""
        if self._intake.trouble:
            return self._intake.trouble
        silence, config = self._time.monotonic() - self._answered, self._config
        late = silence > config.poll + config.poll_grace + config.retry_most
        return f"Telegram has given no answer for {silence:.0f} s" if late else ""

    async def _confirm(self) -> None:
        """Tell Telegram at a stop what is done, so that nothing of it is delivered again."""
        if self._offset is not None:
            try:
                await self._request(1, 0)
            except TelegramError as error:
                logs.say(log, logging.INFO, "the last batch was not confirmed", error=kind_of(error))

    async def _request(self, limit: int, timeout: float) -> list[Delivery]:
        asked: dict[str, Any] = {"limit": limit, "timeout": int(timeout), "allowed_updates": list(WANTED)}
        if self._offset is not None:
            asked["offset"] = self._offset
        got = await self._bot.do_api_request(
            "getUpdates", api_kwargs=asked,
            read_timeout=timeout + self._config.request, connect_timeout=self._config.request,
            pool_timeout=self._config.request)
        read = (Delivery.read(raw, self._time.monotonic(), self._config.token) for raw in got)
        return [one for one in read if one is not None]

    async def _fetch(self, limit: int) -> list[Delivery]:
        """The next updates, however long the network or another poller stands in the way."""
        pause = self._config.retry
        last: type[BaseException] | None = None
        while True:
            try:
                async with asyncio.timeout(self._config.poll + self._config.poll_grace):
                    got = await self._request(limit, self._config.poll)
                self._answered = self._time.monotonic()
                if last is not None:
                    logs.say(log, logging.INFO, "polling again")
                return got
            except InvalidToken:
                raise
            except (TelegramError, TimeoutError) as error:
                if type(error) is not last:
                    logs.say(log, logging.WARNING, _trouble(error), error=kind_of(error))
                last = type(error)
                wait = seconds_of(error) if isinstance(error, RetryAfter) else pause
            await self._time.sleep(wait)
            pause = min(pause * 2, self._config.retry_most)

    async def _work(self, batch: list[Delivery], *, alone: bool) -> None:
        """Handle a batch until every update has its receipt; the offset stays as long as one has not."""
        todo = await self._intake.patiently(lambda: self._intake.take(batch, alone=alone))
        pause = self._config.retry
        while todo := await self._intake.handle(todo):
            await self._time.sleep(pause)
            pause = min(pause * 2, self._config.retry_most)
        await self._intake.patiently(self._intake.done)


def _trouble(error: BaseException) -> str:
    if isinstance(error, Conflict) and "webhook" in str(error):
        return "another program has set a webhook for this token: waiting until it is gone"
    if isinstance(error, Conflict):
        return "another program polls with this token: waiting until it stops"
    if isinstance(error, TimeoutError):
        return "polling was silently dead: started anew"
    return "Telegram can not be reached: trying again"
