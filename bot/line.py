"""The line to Telegram: as python-telegram-bot has it, and every call is counted."""

from __future__ import annotations

from typing import Any

from telegram.request import HTTPXRequest

from bot.config import Config
from bot.figures import Figures


class Line(HTTPXRequest):
    """`size` connections; no step of a call may take longer than the configuration allows."""

    def __init__(self, size: int, config: Config, figures: Figures) -> None:
        super().__init__(connection_pool_size=size, read_timeout=config.request, write_timeout=config.request,
                         connect_timeout=config.request, pool_timeout=config.request)
        self._figures = figures

    async def do_request(self, url: str, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """One request, counted by what was called and by the answer's status, or "failed" without an answer."""
        name = url.rpartition("/")[2]
        method, status = (name if name.isalpha() else "file"), "failed"
        try:
            code, body = await super().do_request(url, *args, **kwargs)
            status = str(code)
        finally:
            self._figures.calls[method, status] += 1
        return code, body
