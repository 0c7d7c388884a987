"""What the bot answers over HTTP: updates that Telegram brings, `/healthz`, `/metrics`.

Everything here may be asked by anybody on the network, so it tells nothing of people, and a post that
does not know the secret is not even read.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from typing import Self
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot import logs
from bot.config import Config, Misconfigured
from bot.figures import Figures
from bot.health import Health
from bot.intake import Delivery
from bot.timing import Time

log = logging.getLogger(__name__)

MOST = 2**20
"""Bytes of one update. The longest message with the longest it answers is far below."""

LAST = 1.0
"""Seconds for the last answers at a stop. By then it is known of every update whether it is done."""

_STRANGERS = logging.getLogger(f"{__name__}.strangers")
_STRANGERS.disabled = True
"""What is no HTTP, or packed wrongly, is for no log: anybody could fill it, and push out what speaks of trouble."""

SHOWN = "X-Telegram-Bot-Api-Secret-Token"


class Listener:
    """`async with`: listens where the configuration says. Raises `Misconfigured` if it can not.

    Until `take` is set every update is to be brought again. `page` makes the figures; None: there are none.
    """

    def __init__(self, config: Config, time: Time, figures: Figures, health: Health) -> None:
        self._config = config
        self._time = time
        self._figures = figures
        self._health = health
        self._exit = AsyncExitStack()
        self.secret = config.webhook_secret or secrets.token_urlsafe(32)
        self.take: Callable[[Delivery], Awaitable[bool]] | None = None
        self.page: Callable[[], tuple[bytes, str]] | None = None
        self.ports: dict[str, int] = {}          # by variable, for who has asked for port 0

    async def __aenter__(self) -> Self:
        config = self._config
        watching = [web.get("/healthz", self._healthz), web.get("/metrics", self._metrics)]
        try:
            if config.webhook_url:
                path = urlsplit(config.webhook_url).path or "/"
                beside = [] if config.metrics_listen else watching
                await self._open("WEBHOOK_LISTEN", config.webhook_listen, [web.post(path, self._update), *beside])
            if config.metrics_listen:
                await self._open("METRICS_LISTEN", config.metrics_listen, watching)
        except BaseException:
            await self._exit.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._exit.aclose()

    async def _open(self, variable: str, address: tuple[str, int], routes: Iterable[web.RouteDef]) -> None:
        app = web.Application(client_max_size=MOST, middlewares=[_answered])
        app.add_routes(routes)
        runner = web.AppRunner(app, access_log=None, logger=_STRANGERS, shutdown_timeout=LAST)
        await runner.setup()
        self._exit.push_async_callback(runner.cleanup)
        try:
            await web.TCPSite(runner, *address).start()
        except OSError as error:
            why = str(error.strerror).rpartition(": ")[2]      # asyncio puts the address before it
            raise Misconfigured(f"{variable}: can not listen on {address[0]}:{address[1]}: {why}") from None
        self.ports[variable] = runner.addresses[0][1]

    async def _update(self, request: web.Request) -> web.Response:
        """200 once the update is done; 503 and Telegram brings it again."""
        if not hmac.compare_digest(request.headers.get(SHOWN, "").encode(errors="replace"), self.secret.encode()):
            self._figures.foreign += 1
            return web.Response(status=403)
        try:
            async with asyncio.timeout(self._config.request):
                raw = json.loads(await request.read())
        except TimeoutError:
            return web.Response(status=408)
        except (ValueError, RecursionError, web.RequestPayloadError):
            raw = None
        delivery = Delivery.read(raw, self._time.monotonic(), self._config.token)
        if delivery is None:
            logs.say(log, logging.WARNING, "a post that is no update")
            return web.Response(status=400)
        done = self.take is not None and await self.take(delivery)
        return web.Response(status=200 if done else 503)

    async def _healthz(self, _: web.Request) -> web.Response:
        troubles = await self._health.troubles()
        return web.Response(status=503 if troubles else 200, text="\n".join(troubles or ["ok"]) + "\n")

    async def _metrics(self, _: web.Request) -> web.Response:
        if self.page is None:
            return web.Response(status=404, text="no figures: not started yet, or the extra `metrics` is missing\n")
        body, kind = self.page()
        return web.Response(body=body, headers={"Content-Type": kind})


@web.middleware
async def _answered(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What goes wrong here is our own mistake, and said."""
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception:
        log.exception("a request was not answered")
        return web.Response(status=500)
