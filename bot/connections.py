"""Connections to Telegram: kept for the next call, by the proxies of the environment, with authorities we know."""

from __future__ import annotations

import os
import selectors
import ssl
from functools import cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass
from weakref import WeakSet

import aiohttp
import certifi
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from aiohttp.tracing import Trace

from bot.config import Misconfigured

_Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.SelectSelector)


class Unsent(aiohttp.ClientError):
    """There was no connection: nothing has left this machine."""


class Connections(aiohttp.TCPConnector):
    """As many as are asked for at once. Raises `Unsent` if one can not be made.

    One that the other side has closed, or where it has said something unasked, is passed by. The event loop
    sees a close, but only when its turn comes; a request that is written before would be lost, and could not
    be told from one that has arrived.
    """

    def __init__(self) -> None:
        super().__init__(limit=0, ssl=_trusted())
        self._used = WeakSet[ResponseHandler]()

    async def connect(self, req: aiohttp.ClientRequest, traces: list[Trace],
                      timeout: aiohttp.ClientTimeout) -> Connection:
        """One that has just been made, or that was silent since it was used."""
        while True:
            try:
                connection = await super().connect(req, traces, timeout)
            except (aiohttp.ClientError, OSError, ValueError) as error:       # ValueError: a name that is none
                raise Unsent(type(error).__name__) from error
            protocol = connection.protocol
            assert protocol is not None
            if protocol not in self._used:                 # a new one may have been told something: TLS does
                self._used.add(protocol)
                return connection
            if not (protocol.should_close or _speaks(protocol)):
                return connection
            connection.close()


class Proxies:
    """Those of the environment, read once. Raises `Misconfigured` if one is of a kind that can not be used."""

    def __init__(self) -> None:
        self._by_scheme: dict[str, str] = {}
        told = getproxies()
        for scheme in ("http", "https", "all"):
            if given := told.get(scheme):
                proxy = given if "://" in given else f"http://{given}"
                if not _usable(proxy):
                    raise Misconfigured(f"{scheme.upper()}_PROXY: only http:// and https:// can be used")
                self._by_scheme[scheme] = proxy

    def of(self, url: str) -> str | None:
        """The way to a URL; None: there is no detour."""
        if not self._by_scheme:
            return None
        parts = urlsplit(url)
        if proxy_bypass(parts.hostname or ""):
            return None
        return self._by_scheme.get(parts.scheme) or self._by_scheme.get("all")


def _usable(proxy: str) -> bool:
    try:
        return urlsplit(proxy).scheme in ("http", "https")
    except ValueError:
        return False


def _speaks(protocol: ResponseHandler) -> bool:
    """Whether there is something to read where nothing has been asked: mostly it is the end."""
    transport = protocol.transport
    if transport is None:
        return True
    with _Selector() as selector:
        selector.register(transport.get_extra_info("socket"), selectors.EVENT_READ)
        return bool(selector.select(0))


def _trusted() -> ssl.SSLContext:
    """The list of authorities that is installed with us, or one that the variables of OpenSSL name."""
    file, folder = os.environ.get("SSL_CERT_FILE") or None, os.environ.get("SSL_CERT_DIR") or None
    return _read(file if file or folder else certifi.where(), folder)


@cache
def _read(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Once in a life of the program: it is most of the work of a start."""
    return ssl.create_default_context(cafile=file, capath=folder)
