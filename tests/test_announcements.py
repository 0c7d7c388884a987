"""Is what is said once beside all events kept until it is old, and not longer?"""

from __future__ import annotations

from datetime import timedelta

import pytest

import storage
from storage import Announcement
from storage.announcements import KEPT
from tests.evening import Evening
from tests.memory import hall
from tests.table import START

LATER = timedelta(seconds=1)


@pytest.mark.usefixtures("databases")
async def test_what_is_old_is_not_said_although_nothing_new_has_come() -> None:
    async with hall() as room:
        said, kept = room.store.announcements, Announcement("topic/KX4T", -5, {"text": "gone"})
        await said.keep(1, kept, START)
        await said.keep(1, Announcement("topic/KX4T", -5, {"text": "another"}), START + KEPT)
        assert await said.of(1, START + KEPT) == [kept] and await said.clubs(START + KEPT) == [1]
        assert await said.of(1, START + KEPT + LATER) == [] == await said.clubs(START + KEPT + LATER)
        await said.keep(1, Announcement("unpinned/KX4T", -5, {}), START + KEPT + LATER)
        assert [one.key for one in await said.of(1, START + KEPT + LATER)] == ["unpinned/KX4T"]


async def test_what_could_not_be_said_for_two_days_is_not_said_at_a_start() -> None:
    async with Evening(1) as evening:
        anna = evening.players[0]
        await evening.open_quietly()
        await evening.rests()
        await evening.stops()
        async with storage.open(evening.url) as store:                # it died before it could say so
            body = {"text": "an old story", "silent": False, "buttons": []}
            await store.announcements.keep(1, Announcement("unpinned/KX4T", anna.id, body), evening.time.now())
        evening.time.jump((KEPT + LATER).total_seconds())
        await evening.starts()
        await evening.rests()
        assert anna.reads() == []
