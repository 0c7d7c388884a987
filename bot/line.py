"""The line to Telegram: what python-telegram-bot wants sent goes through aiohttp, and every call is counted.

Of a call that fails it must be known whether it may have had an effect. It has had none, for certain, if there was
never a connection to send it on: then the `NetworkError` comes from `Unsent`. No error has words of aiohttp's, for
they often have the URL in them, and in it is the token.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

import aiohttp
from aiohttp.abc import AbstractStreamWriter
from aiohttp.payload import BytesPayload
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.config import Config
from bot.connections import Connections, Proxies, Unsent
from bot.figures import Figures

PIECE: Final = 2**16
"""Bytes that must get away within the time for writing."""

_GIVEN: Final = BaseRequest.DEFAULT_NONE


class Unanswered(Exception):
    """Some of it may have arrived, and there is no answer."""


class Line(BaseRequest):
    """`size` calls at once; no step of one may take longer than the configuration allows.

    Raises `telegram.error.TimedOut` if one does, else `NetworkError`; from `Unsent` or from `Unanswered`.
    `config.Misconfigured` when it is made: the environment names a proxy that can not be used.
    """

    def __init__(self, size: int, config: Config, figures: Figures) -> None:
        self._patience = config.request
        self._free = asyncio.Semaphore(size)
        self._figures = figures
        self._proxies = Proxies()
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds, unless a call says otherwise."""
        return self._patience

    async def initialize(self) -> None:
        """Ready for calls; again is nothing."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=Connections(), cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT}, skip_auto_headers=("Content-Type",))

    async def shutdown(self) -> None:
        """Hang up; again is nothing."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(self, url: str, method: str, request_data: RequestData | None = None,
                         read_timeout: object = _GIVEN, write_timeout: object = _GIVEN,
                         connect_timeout: object = _GIVEN, pool_timeout: object = _GIVEN) -> tuple[int, bytes]:
        """One request, counted by what was called and by the answer's status, or "failed" without an answer.

        Times are in seconds, None is for ever, anything else is what the configuration says.
        """
        name = url.rpartition("/")[2]
        called, status = (name if name.isalpha() else "file"), "failed"
        try:
            await self._turn(self._seconds(pool_timeout))
            try:
                body = await _body(request_data, self._seconds(write_timeout))
                timeout = aiohttp.ClientTimeout(
                    connect=self._seconds(connect_timeout), sock_read=self._seconds(read_timeout))
                code, answer = await self._exchange(method, url, body, timeout)
            finally:
                self._free.release()
            status = str(code)
            if method == "POST" and code >= 300:
                self.parse_json_payload(answer)
        finally:
            self._figures.calls[called, status] += 1
        return code, answer

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """What Telegram has said. Raises `NetworkError` from `Unanswered` for what is not its own.

        The library would take the 404 of a proxy's page for a wrong token and its 403 for somebody who does
        not want the bot, and put all of it into the log.
        """
        try:
            said = json.loads(payload.decode(errors="replace"))
        except (ValueError, RecursionError):
            said = None
        if isinstance(said, dict) and said.keys() & {"result", "description"}:
            return said
        raise NetworkError("no answer of Telegram's") from Unanswered("no answer of Telegram's")

    def _seconds(self, given: object) -> float | None:
        return given if given is None or isinstance(given, int | float) else self._patience

    async def _turn(self, seconds: float | None) -> None:
        """Wait as long as too many calls are on their way; whoever comes first is first."""
        try:
            async with asyncio.timeout(seconds):
                await self._free.acquire()
        except TimeoutError:
            raise TimedOut("all connections were busy") from Unsent("all connections were busy")

    async def _exchange(self, method: str, url: str, body: _Body | None,
                        timeout: aiohttp.ClientTimeout) -> tuple[int, bytes]:
        """The answer's status, and all of it: only then is the connection used again, else it is closed."""
        if self._session is None:
            raise NetworkError("the line is closed") from Unsent("the line is closed")
        try:
            answer = await self._session.request(
                method, url, data=body, headers={"Content-Type": body.content_type} if body else None,
                timeout=timeout, proxy=self._proxies.of(url), allow_redirects=False)
            return answer.status, await answer.read()
        except (aiohttp.ClientError, OSError) as error:
            failed = error
        # Not inside `except`: what is raised there drags the first error along, with the URL.
        raise _error(failed) from _cause(failed)


class _Body(BytesPayload):
    """Each piece of it must get away in time."""

    def __init__(self, value: bytes, content_type: str, seconds: float | None) -> None:
        super().__init__(value, content_type=content_type)
        self._seconds = seconds

    async def write_with_length(self, writer: AbstractStreamWriter, content_length: int | None) -> None:
        for start in range(0, len(self._value), PIECE):
            async with asyncio.timeout(self._seconds):
                await writer.write(self._value[start:start + PIECE])


async def _body(asked: RequestData | None, seconds: float | None) -> _Body | None:
    """What is asked as JSON, or as a form if there are files in it."""
    if asked is None or not (asked.contains_files or asked.parameters):
        return None
    if not asked.contains_files:
        return _Body(json.dumps(asked.parameters).encode(), "application/json", seconds)
    form = aiohttp.FormData(asked.json_parameters, quote_fields=False, default_to_multipart=True)
    for name, (filename, content, kind) in asked.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    parts = form()
    return _Body(await parts.as_bytes(), parts.content_type, seconds)


def _error(failed: Exception) -> NetworkError:
    late = isinstance(failed, TimeoutError) or isinstance(failed.__cause__, TimeoutError)
    return TimedOut() if late else NetworkError(type(failed).__name__)


def _cause(failed: Exception) -> Exception:
    """The same without a URL."""
    if isinstance(failed, Unsent):
        return Unsent(*failed.args)
    nowhere = isinstance(failed, (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError))
    kind = Unsent if nowhere else Unanswered
    return kind(type(failed).__name__)
