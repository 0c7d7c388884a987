"""Next week: the demo's time leaps to what comes next in the club's series; without one the judge sets one up."""

from __future__ import annotations

import asyncio
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from storage.series import Fate

from .cast import Cast

if TYPE_CHECKING:
    from bot.app import App
    from bot.timing import Leaping

_WORDS = {
    "en": ("Set up a weekly event", "Start the series"),
    "ru": ("Настроить турнир на каждую неделю", "Запустить серию"),
}


class Weeks:
    """The weeks of the bot that is on, and its time."""

    def __init__(self, app: App, time: Leaping) -> None:
        self._app = app
        self._time = time
        self._alone = asyncio.Lock()

    async def leap(self, cast: Cast) -> datetime:
        """To the next opening of entry, or, when it is open, to the start; what time it is then."""
        async with self._alone:
            coming = await self._coming()
            if not coming:
                await _set_up(cast)
                coming = await self._coming()
                if any(is_open for _, is_open in coming):
                    return self._time.now()  # it has opened at once: people join first
            if coming:
                at, _ = min(coming)
                self._time.jump(max((at - self._time.now()).total_seconds(), 0) + 1)
                await self._app.clock.beat()
            return self._time.now()

    async def _coming(self) -> list[tuple[datetime, bool]]:
        """Of each series what comes next, and whether that is the start of a week that is open."""
        store, now = self._app.store, self._time.now()
        found = []
        for series in await store.series.running():
            club = await store.clubs.club(series.club)
            assert club is not None, "a series has a club"
            said = await store.series.weeks(series.id, now.date())
            weeks = islice(series.coming(said, club.zone, now), 53)
            held = next(((week, it) for week, it in weeks if week.fate is not Fate.SKIPPED), None)
            if held is not None:
                week, it = held
                is_open = week.fate is Fate.OPENED or it.opens <= now
                found.append((it.starts if is_open else it.opens, is_open))
        return found


async def _set_up(cast: Cast) -> None:
    """The judge does it on his phone, as anybody would."""
    plan, start = _WORDS[cast.language]
    judge = cast.judge
    asked = await judge.writes("/series")
    card = await judge.sees(buttons=[plan], after=asked)
    await judge.taps(card, plan)
    await cast.sandbox.until(lambda: len(card.buttons) > 1)
    if not any(start in row for row in card.buttons):
        await judge.taps(card, card.buttons[0][0])  # where the club is: the likeliest
    card = await judge.sees(buttons=[start], after=asked)
    await judge.taps(card, start)
