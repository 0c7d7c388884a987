"""The Bot API over HTTP: `POST /bot<token>/<method>` and `GET /file/bot<token>/<path>`.

A call goes through: token → method → fault that strikes first → `before` hooks → check of the parameters
→ the method → journal → `after` hooks → fault that strikes last → answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from .bringing import Bringing
from .faults import Fault, Faults
from .journal import Call, Journal
from .methods import METHODS
from .refusal import Refusal, bad
from .schema import Upload, check, method_named
from .world import World

Hook = Callable[[Call], Awaitable[None]]
MOST_REQUEST = 64 * 2**20


class Server:
    """Answers one bot. `before` and `after` hooks are awaited around every call, polls included."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.journal = Journal()
        self.faults = Faults()
        self.bringing = Bringing(world.updates)
        self.before: list[Hook] = []
        self.after: list[Hook] = []
        self.port = 0
        self.app = web.Application(client_max_size=MOST_REQUEST)
        self.app.router.add_route("*", r"/bot{token:[^/]+}/{method}", self._handle)
        self.app.router.add_get(r"/file/bot{token:[^/]+}/{path:.+}", self._download)
        self._runner: web.AppRunner | None = None
        self._closing = asyncio.Event()

    async def open(self, port: int = 0) -> None:
        """Listens on loopback; port 0 takes a free one, afterwards in `port`."""
        # a client that goes away cancels what is done for it: a dead poll does not fight with a new one
        self._runner = web.AppRunner(
            self.app, handler_cancellation=True, access_log=None, shutdown_timeout=0.2
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.bringing.open()

    async def close(self) -> None:
        """Ends what still waits, and the server."""
        await self.bringing.close()
        self._closing.set()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        call = Call(request.match_info["method"], self.world.now())
        fault: Fault | None = None
        try:
            if request.match_info["token"] != self.token:
                raise Refusal(401, "Unauthorized")
            call.method = method_named(call.method)
            raw = await _read(request)
            try:
                call.params = check(call.method, raw)
            finally:
                self.journal.note(call)
            fault = self.faults.take(call)
            for hook in self.before:
                await hook(call)
            await self._strike(call, fault, "before", request)
            call.result = await self._apply(call)
            call.applied = True
        except Refusal as refusal:
            call.refusal = refusal
        for hook in self.after:
            await hook(call)
        await self._strike(call, fault, "after", request)
        call.finished = True
        self.world.events.wake()
        if call.refusal is not None:
            return web.json_response(call.refusal.body, status=call.refusal.code)
        return web.json_response({"ok": True, "result": call.result})

    async def _apply(self, call: Call) -> Any:
        if call.method != "getUpdates":
            return METHODS[call.method](self.world, call.params)
        p = call.params
        return await self.world.updates.fetch(
            p.get("offset", 0), p.get("limit", 100), p.get("timeout", 0), p.get("allowed_updates")
        )

    async def _strike(self, call: Call, fault: Fault | None, moment: str, request: web.Request) -> None:
        if fault is None:
            return
        if isinstance(fault.kind, int):
            if moment == "before":
                call.fault = str(fault.kind)
                raise fault.refusal
            return
        what, _, when = fault.kind.partition("_")
        if when != moment:
            return
        if what == "delay":
            await asyncio.sleep(fault.seconds)
            return
        call.fault, call.finished = fault.kind, True
        self.world.events.wake()
        if what == "timeout":
            await self._closing.wait()  # or until the client has had enough, which cancels
        if request.transport is not None:
            request.transport.abort()
        raise asyncio.CancelledError

    async def _download(self, request: web.Request) -> web.StreamResponse:
        media = self.world.files.get(request.match_info["path"].rpartition("/")[2])
        if request.match_info["token"] != self.token or media is None:
            raise web.HTTPNotFound
        return web.Response(body=media.data)


async def _read(request: web.Request) -> dict[str, Any]:
    """The parameters of a query, a form, a multipart form or a JSON body."""
    raw: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        try:
            return raw | dict(await request.json())
        except (ValueError, TypeError):
            raise bad("can't parse request body as a JSON object") from None
    for name, value in (await request.post()).items():
        if isinstance(value, FileField):
            raw[name] = Upload(value.filename, value.file.read())
        else:
            raw[name] = value
    return raw
