"""What does the chat say of a season: to the judge who begins it, after an event, and to who asks?"""

from __future__ import annotations

import pytest

from bot.sandbox import Message
from engine.facts import Finished, Held, Undone
from engine.model import CLOCK
from tests.evening import Evening

pytestmark = pytest.mark.usefixtures("databases")


def table_of(post: Message) -> list[str]:
    """The lines of the season in the post after an event, its heading first."""
    lines = post.text.splitlines()
    return lines[next(place for place, line in enumerate(lines) if line.startswith("Autumn")):]


async def test_the_season_comes_before_the_final_table_in_both_languages() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        said = await evening.olga.types(evening.group, "/season new best=8 by=place Autumn")
        begun = await evening.olga.sees("A new season begins")
        assert "Autumn (chess) after 0 events" in begun.text and "The best 8 of everybody count." in begun.text
        await evening.begins()
        await evening.plays()
        season = await evening.group.sees("Autumn (chess) after 1 event", after=said)
        final = await evening.group.sees("Final table")
        assert season.id < final.id, "the final table is the last that names everybody"
        lines = table_of(season)[1:5]
        assert [line.split(". ")[0] for line in lines] == ["1", "1", "3", "3"]
        assert [line.split(" – ")[1] for line in lines] == ["3½ (1 event)"] * 2 + ["1½ (1 event)"] * 2
        winner = next(p for p in evening.players if p.name in lines[0])
        asked = await winner.writes("/season")
        own = await winner.sees("Autumn (chess) after 1 event", after=asked)
        assert "You: 3½" in own.text and "Ties: the better best event" in own.text
        await evening.olga.types(evening.group, "/language ru")
        await evening.rests()
        russian = table_of(season)
        assert russian[0] == "Autumn (шахматы), прошёл 1 турнир" and "3½ (1 турнир)" in russian[1]
        assert season.text.startswith("Коротко о турнире\n1-е место делят ")
        assert evening.sandbox.journal.refused() == []


async def test_what_is_said_of_seasons_and_comes_again_after_a_crash_is_said_once() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        said = []
        for words, answer in (("new Summer", "begins"), ("end", "has ended"), ("new Autumn", "begins")):
            read = len(evening.olga.reads())
            await evening.olga.types(evening.group, f"/season {words}")
            said.append(evening.sandbox.updates.last)
            await evening.rests()
            assert any(answer in message.text for message in evening.olga.reads()[read:])
            evening.time.jump(2)
        club = await evening.app.store.clubs.club_of_chat(evening.group.id)
        assert club is not None
        season, = await evening.app.store.seasons.latest(club.id)
        await evening.begins()
        await evening.plays()
        await evening.group.sees("Autumn (chess) after 1 event")
        for evening.sandbox.updates.last in said:
            evening.sandbox.updates.repeat()
        await evening.rests()
        assert await evening.app.store.seasons.latest(club.id) == [season]


async def test_an_end_taken_back_takes_the_table_back() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        await evening.olga.types(evening.group, "/season new")
        await evening.begins()
        await evening.plays()
        season = await evening.group.sees("Season (chess) after 1 event")
        code = (await evening.row()).code
        end = (await evening.app.store.ledger.entries(code))[-1]
        assert isinstance(end.fact, Finished)
        await evening.app.store.ledger.record(code, lambda t: [Undone((end.seq,)), Held()], CLOCK, "test:undo",
                                              evening.time.now())           # else the clock ends it again
        evening.app.board.touch(code)
        await evening.rests()
        assert "after 1 event" not in season.text


async def test_only_a_judge_begins_a_season_and_wrong_words_are_answered() -> None:
    async with Evening(2, speed=60) as evening:
        anna = evening.players[0]
        await anna.writes("/season")
        await anna.sees("There is no season. A judge begins one")
        await anna.types(evening.group, "/season new Mine")
        await evening.rests()
        assert await evening.app.store.seasons.latest(1) == []
        for word in ("best=0", "by=rating", "game=go", "worst=3"):
            said = await evening.olga.types(evening.group, f"/season new {word}")
            await evening.olga.sees("Write for example /season new", after=said)
        assert await evening.app.store.seasons.latest(1) == []
        await evening.olga.types(evening.group, "/season new")
        await evening.olga.sees("A new season begins")
        await evening.olga.types(evening.group, "/season end")
        await evening.olga.sees("The season has ended")
