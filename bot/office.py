"""The office behind the desk: everything a visit may use, in one hand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.administrators import Administrators
from bot.answers import Answers
from bot.clock import Clock
from bot.config import Config
from bot.noticeboard import Noticeboard
from bot.notices.notice import Notice
from bot.telling import Telling
from bot.timing import Time
from bot.weekly import Weekly
from storage import Store


@dataclass(frozen=True, slots=True)
class Office:
    """What stands behind every visit; made once, in `bot.app`."""

    store: Store
    board: Noticeboard
    clock: Clock
    weekly: Weekly
    answers: Answers
    administrators: Administrators
    config: Config
    time: Time
    username: str
    announce: Callable[[int, Notice], Awaitable[None]]   # club and notice: shown once
    menu: Callable[[int, str], object]            # chat and language: its command menus change
    spawn: Callable[[Any], asyncio.Task[Any]]
    telling: Telling
