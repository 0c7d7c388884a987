"""The webhook: Telegram brings updates, and brings one again until it is told that it is done.

Posts come side by side, a chat's messages one after the other and a person's taps. What has come while a
batch was handled is the next batch, in the order of Telegram's numbers: from here on everything is as in
`bot.polling`. There a batch that is not done stands before the next one; here what was not done comes again
among newer ones, and those of its chat or tournament are sent back until it has come.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from telegram import Bot, WebhookInfo
from telegram.error import BadRequest, InvalidToken, TelegramError

from bot import logs
from bot.config import Config
from bot.figures import Figures
from bot.intake import WANTED, Delivery, Intake
from bot.outcome import kind_of
from bot.timing import Time

log = logging.getLogger(__name__)

SPARE = 200
"""An update whose answer was lost comes again among at most so many later ones, and is known then."""

WAITS = 150.0
"""Seconds. Telegram brings again within two minutes, and a tap lives no longer than this; what has not come by
then does not come, and a chat does not stand still for it."""

FIRST = 5.0
"""Seconds after a start. So long what is newer waits for what was in hand when the program died: Telegram has
both, and brings them side by side."""


@dataclass(frozen=True, slots=True, eq=False)
class _Post:
    """A delivery, and whether it is done when that is known."""

    delivery: Delivery
    done: asyncio.Future[bool]

    @property
    def cause(self) -> str:
        return self.delivery.cause


class Webhook:
    """`take` is called for every update; `secret` is what Telegram shows to be known by."""

    def __init__(self, bot: Bot, intake: Intake, config: Config, time: Time, figures: Figures,
                 secret: str) -> None:
        self._bot = bot
        self._intake = intake
        self._config = config
        self._time = time
        self._figures = figures
        self._secret = secret
        self._waiting: list[_Post] = []
        self._owed: dict[str, tuple[Delivery, float]] = {}    # by cause: not done, and when it was here last
        self._bell = asyncio.Event()
        self._stopping = False
        self._begun = self._answered = time.monotonic()
        self._failed_at: object = None

    async def run(self) -> None:
        """Until `stop`, or until Telegram says that the token is wrong (InvalidToken)."""
        suspects = await self._intake.suspects()
        self._begun = self._time.monotonic()
        watching, waiting = asyncio.create_task(self._watch()), asyncio.create_task(self._time.sleep(FIRST))
        for task in (watching, waiting):
            task.add_done_callback(lambda _: self._bell.set())
        try:
            while not (self._stopping or watching.done()):
                await self._bell.wait()
                self._bell.clear()
                while not self._stopping and (batch := self._next(suspects)):
                    for cause in await self._work(batch):
                        suspects.pop(cause, None)
        finally:
            self._stopping = True                   # also after an error: nobody would answer who comes now
            for post in self._waiting:
                post.done.set_result(False)
            self._waiting.clear()
            watching.cancel()
            waiting.cancel()
            await asyncio.wait([watching, waiting])
        if not watching.cancelled():
            watching.result()

    def stop(self) -> None:
        """Take no more updates; `run` ends when those in hand are done. Telegram keeps the others."""
        self._stopping = True
        self._bell.set()

    async def take(self, delivery: Delivery) -> bool:
        """Until the update is done; False if it is not, and must be brought again."""
        if self._stopping:
            return False
        post = _Post(delivery, asyncio.get_running_loop().create_future())
        self._waiting.append(post)
        self._bell.set()
        return await asyncio.shield(post.done)      # whoever brought it may be gone

    @property
    def trouble(self) -> str:
        """Why nothing may be coming: nothing can be done, or Telegram has long not known this webhook."""
        if self._intake.trouble:
            return self._intake.trouble
        silence, config = self._time.monotonic() - self._answered, self._config
        late = silence > 2 * config.webhook_check + config.request + config.retry_most
        return f"Telegram has not known this webhook for {silence:.0f} s" if late else ""

    def _next(self, suspects: dict[str, int]) -> list[_Post]:
        """All that wait, in their order; but one alone of those that were in hand when the program died.

        Soon after the start nothing that is newer than one of those which have not come yet.
        """
        posts = sorted(self._waiting, key=lambda post: post.delivery.id)
        if self._time.monotonic() < self._begun + FIRST:
            missing = suspects.keys() - {post.cause for post in posts}
            posts = [post for post in posts if all(post.delivery.id < suspects[cause] for cause in missing)]
        sound = next((place for place, post in enumerate(posts) if post.cause in suspects), len(posts))
        batch = posts[:sound] or posts[:1]
        self._waiting = [post for post in self._waiting if post not in batch]
        return batch

    async def _work(self, batch: list[_Post]) -> set[str]:
        """Handle a batch once; the causes that had their turn. What gets no receipt, or no commit, comes again."""
        undone: set[str] | None = None
        ready = self._in_turn(batch)
        try:
            if ready:
                todo = await self._intake.take([post.delivery for post in ready], spare=SPARE)
                left = await self._intake.handle(todo)
                await self._intake.done(left)
                undone = {one.cause for one in left}
        except Exception:
            log.exception("the database does not answer: Telegram will bring it again")
        finally:
            self._figures.in_hand = 0                   # what is not done is in Telegram's hands
            for post in batch:
                done = undone is not None and post in ready and post.cause not in undone
                if done:
                    self._owed.pop(post.cause, None)
                else:
                    self._owed[post.cause] = post.delivery, self._time.monotonic()
                post.done.set_result(done)
        return {post.cause for post in ready}

    def _in_turn(self, batch: Sequence[_Post]) -> list[_Post]:
        """Those of the batch that no earlier one of their chat or tournament has still to come before."""
        known, ready = self._time.monotonic() - WAITS, []
        self._owed = {cause: owed for cause, owed in self._owed.items() if owed[1] > known}
        here = {post.cause for post in batch}
        missing = [one for cause, (one, _) in self._owed.items() if cause not in here]
        for post in batch:
            one = post.delivery
            if any(other.id < one.id and other.lanes & one.lanes for other in missing):
                logs.say(log, logging.INFO, "not before an earlier one: sent back", cause=one.cause, update=one.id)
                missing.append(one)
            else:
                ready.append(post)
        return ready

    # being known

    async def _watch(self) -> None:
        """Be known to Telegram as the webhook, and see that it stays so."""
        known, pause = False, self._config.retry
        while True:
            try:
                if not known:
                    await self._bot.set_webhook(
                        self._config.webhook_url, max_connections=self._config.webhook_connections,
                        allowed_updates=WANTED, secret_token=self._secret)
                    logs.say(log, logging.INFO, "webhook set")
                info = await self._bot.get_webhook_info()
                known = info.url == self._config.webhook_url
                self._look(info, known)
                wait, pause = (self._config.webhook_check if known else self._config.retry), self._config.retry
            except InvalidToken:
                raise
            except TelegramError as error:
                if isinstance(error, BadRequest):
                    logs.say(log, logging.ERROR, "Telegram refuses this webhook: trying again", why=error.message)
                else:
                    logs.say(log, logging.WARNING, "Telegram can not be reached: trying again",
                             error=kind_of(error))
                wait, pause = pause, min(pause * 2, self._config.retry_most)
            await self._time.sleep(wait)

    def _look(self, info: WebhookInfo, known: bool) -> None:
        if not known:
            logs.say(log, logging.WARNING, "another program has changed the webhook of this token: set again")
            return
        self._answered = self._time.monotonic()
        if info.last_error_date not in (None, self._failed_at):
            logs.say(log, logging.WARNING, "Telegram could not bring an update", why=info.last_error_message,
                     waiting=info.pending_update_count)
            self._failed_at = info.last_error_date
