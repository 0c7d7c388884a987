"""Does the demo have weeks to come and a season that has been?"""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.sandbox.demo import real_bot
from tests.test_demo_actors import showing, unhurried

__all__ = ["unhurried"]

WORDS = {"en": ("Join", "Approve", "after 5 events"), "ru": ("Участвую", "Утвердить", "прошло 5 турниров")}


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_next_week_sets_up_the_series_and_leaps_to_entry_and_to_the_start(language: str) -> None:
    join, approve, _ = WORDS[language]
    async with showing(real_bot, language) as show:
        cast, weeks = show.cast, show.weeks
        assert weeks is not None
        before = cast.sandbox.world.now()
        now = await weeks.leap(cast)
        assert now - before < timedelta(days=8)
        post = await cast.group.sees(buttons=[join])
        for _ in range(60):
            if not await show.play.step():
                break
        await cast.sandbox.until(lambda: all(person.name in post.text for person in cast.players))
        start = await weeks.leap(cast)
        assert start - now < timedelta(days=2)
        card = await cast.judge.sees(buttons=[approve], timeout=20)
        assert card.date >= start - timedelta(seconds=5)
        later = await weeks.leap(cast)
        assert timedelta(days=5) < later - start < timedelta(days=8)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_there_is_a_season_to_look_at(language: str) -> None:
    async with showing(real_bot, language) as show:
        anna = show.cast.players[0]
        await anna.start()
        asked = await anna.writes("/season")
        table = await anna.sees(WORDS[language][2], after=asked)
        assert sum(person.name in table.text for person in show.cast.players) >= 8
        asked = await anna.writes("/rating")
        rating = await anna.sees(show.cast.players[1].name, after=asked)
        assert anna.name in rating.text
        assert not [post for post in show.cast.group.posts if anna.name in post.text], "what has been is not told again"
