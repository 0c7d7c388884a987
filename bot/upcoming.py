"""What is to come in a series, read together for the notice board."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile

from bot.home import Place, home_of
from bot.notices import series as notices
from bot.notices.reminders import softened
from bot.notices.series import Calendar
from bot.operation import Picture
from bot.texts import words
from storage import Store

AHEAD = timedelta(days=20)
BEHIND = timedelta(days=30)
"""The weeks around now of which something may be shown."""


async def place(store: Store, id: int) -> Place:
    """Where the posts of a series go. Raises LookupError for one that does not exist."""
    series = await store.series.series(id)
    if series is None or (club := await store.clubs.club(series.club)) is None:
        raise LookupError(f"no series {id}")
    return Place(club.id, club.chat, series.topic, series.title)


async def picture(store: Store, id: int, now: datetime, bot: str) -> Picture:
    """What the notice board should show of a series; what was shown of one that has ended stays."""
    series = await store.series.series(id)
    if series is None or series.since is None or series.ended is not None:
        return Picture(())
    here = await place(store, id)
    home = await home_of(store, here, bot)
    said = await store.series.weeks(id, (now - 2 * BEHIND).date())
    weeks = takewhile(lambda it: it[1].starts <= now + AHEAD, series.coming(said, home.zone, now - BEHIND))
    running = await store.ledger.in_chat(here.chat, here.topic)
    about = Calendar(series, tuple(weeks), home, now, words, running[0].title if running else "")
    return Picture(softened(home, now, notices.wanted(about)), partial(notices.last_words, about),
                   moment=notices.next_moment(about))
