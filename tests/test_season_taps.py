"""Does a judge run a season by taps, and is its table right after every correction? (complaint E14)"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.notices.season import points
from bot.sandbox import Message
from engine.model import Result
from engine.season import by_place, table
from engine.standings import standings
from tests.evening import Evening
from tests.test_ratings_chat import plays_whole


def labels(message: Message) -> list[str]:
    return [label for row in message.buttons for label in row]


async def test_a_season_begins_in_three_taps_and_is_named() -> None:
    async with Evening(2, speed=60) as evening:
        olga, seasons = evening.olga, evening.app.store.seasons
        await olga.types(evening.group, "/season")
        await evening.group.sees("This comes in private")
        await olga.writes("/season")
        none = await olga.sees("no season goes on", buttons=["New season"])
        await olga.taps(none, "New season")                                                       # 1
        card = await olga.sees("New season · Chess club · chess", buttons=["Begin the season"])
        assert "All events count." in card.text
        assert {"chess (now)", "Points of the events (now)", "All events count (now)"} <= set(labels(card))
        await olga.taps(card, "Best 8")                                                           # 2
        await evening.rests()
        assert "The best 8 of everybody count." in card.text and "Best 8 (now)" in labels(card)
        await olga.taps(card, "Points by place")                                                  # 3, if wanted
        await evening.rests()
        assert "Ties: the better best event" in card.text and "Guests are in the table" in card.text
        assert "who left an event keeps what he made there" in card.text
        await olga.taps(card, "Begin the season")                                                 # 3
        await evening.rests()
        assert card.text.startswith("A new season begins.")
        (begun,) = await seasons.latest(1)
        assert (begun.game, begun.best, begun.way, begun.title, begun.until) == ("chess", 8, "place", "", None)
        await olga.taps(card, "Title")
        await olga.sees("Type the title of the season")
        await olga.writes("Autumn <b>")
        await olga.sees("The season is called “Autumn <b>”.")
        assert [it.title for it in await seasons.latest(1)] == ["Autumn <b>"]
        await olga.taps(card, "Title")
        await olga.sees("Type the title of the season")
        await olga.writes("\u3164\u200d\ufe0f")
        await olga.sees("The season is called “Season”.")
        assert [it.title for it in await seasons.latest(1)] == [""]
        assert evening.sandbox.journal.refused() == []


@pytest.mark.parametrize("how", ["End the season", "New season"])
async def test_a_season_begun_in_words_ends_by_a_tap_also_where_our_clock_is_behind(how: str) -> None:
    async with Evening(2, speed=60) as evening:
        olga, seasons = evening.olga, evening.app.store.seasons
        evening.sandbox.world.now = lambda: evening.time.now() + timedelta(minutes=5)
        await olga.types(evening.group, "/season new Spring")
        await evening.rests()
        (spring,) = await seasons.latest(1)
        said = await olga.writes("/season")
        card = await olga.sees("Spring (chess)", buttons=[how], after=said)
        await olga.taps(card, how)
        await evening.rests()
        await olga.taps(card, "Yes" if how == "End the season" else "Begin the season")
        await evening.rests()
        (latest,) = await seasons.latest(1)
        ended = latest.until if how == "End the season" else latest.since
        assert ended is not None and ended > spring.since
        assert "The season has ended" in card.text or "A new season begins" in card.text


@pytest.mark.usefixtures("databases")
async def test_an_end_is_asked_about_and_an_old_card_begins_nothing() -> None:
    async with Evening(2, speed=60) as evening:
        olga, seasons = evening.olga, evening.app.store.seasons
        await olga.types(evening.group, "/season new Spring")
        await evening.rests()
        first = await olga.writes("/season")
        shown = await olga.sees("Spring (chess)", buttons=["Title", "End the season", "New season"], after=first)
        await olga.taps(shown, "New season")
        await evening.rests()
        assert "“Spring” goes on now and ends when this one begins." in shown.text
        second = await olga.writes("/season")
        other = await olga.sees("Spring (chess)", buttons=["End the season"], after=second)
        await olga.taps(other, "End the season")
        await evening.rests()
        assert "End this season?" in other.text
        await olga.taps(other, "No")
        await evening.rests()
        assert (await seasons.latest(1))[0].until is None
        third = await olga.writes("/season")
        question = await olga.sees("Spring (chess)", buttons=["End the season"], after=third)
        await olga.taps(question, "End the season")
        await evening.rests()
        yes = next(button.data for button in question.all_buttons() if button.text == "Yes")
        await olga.taps(question, "Yes")
        await evening.rests()
        assert "The season has ended" in question.text
        (ended,) = await seasons.latest(1)
        assert ended.title == "Spring" and ended.until is not None
        assert "No season goes on" in (await olga.forges(question, yes)).text
        toast = await olga.taps(shown, "Begin the season")
        await evening.rests()
        assert toast.text and len(await seasons.latest(1)) == 1 and (await seasons.latest(1))[0] == ended


async def test_taps_of_others_and_forged_ones_do_nothing() -> None:
    async with Evening(2, speed=60) as evening:
        anna, seasons = evening.players[0], evening.app.store.seasons
        await evening.olga.types(evening.group, "/season new Spring")
        await evening.enters()
        before = await seasons.latest(1)
        await anna.writes("/season")
        shown = await anna.sees("Spring (chess)")
        assert shown.buttons == []
        mark = int(before[0].since.timestamp())
        for data in ("season:1:new", f"season:1:begin:chess:score:8:{mark}", "season:1:title:chess",
                     "season:1:end:chess", f"season:1:over:chess:{mark}"):
            assert "judge" in (await anna.forges(shown, data)).text, data
        olgas = await evening.olga.writes("/season")
        card = await evening.olga.sees("Spring (chess)", after=olgas)
        for data in ("season:1:begin:go:score:8:none", "season:1:new:chess:score:0", "season:1:new:chess:rating:8",
                     "season:1:new:chess", "season:1:over:chess:7", "season:1:title:draughts", "season:999:new"):
            toast = await evening.olga.forges(card, data)
            assert toast.text and "went wrong" not in toast.text, data
        assert await seasons.latest(1) == before


async def told(evening: Evening, codes: list[str], best: int) -> list[tuple[str, str, str]]:
    """Place, name and sum as they must be, from the facts alone."""
    rows = [standings(await evening.app.store.ledger.tournament(code)) for code in codes]
    members = await evening.app.store.members.members(1)
    return [(str(it.place), members[it.member].name, points(it.total))
            for it in table([by_place({row.player: row.place for row in each}) for each in rows], best)]


def shown_in(post: Message) -> list[tuple[str, str, str]]:
    """The same as a message shows it."""
    return re.findall(r"^(\d+)\. (\w+) – (\S+) \(\d+ events?\)$", post.text, re.MULTILINE)


async def test_e14_the_season_is_the_best_results_and_follows_a_correction_of_an_old_event() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        ledger = evening.app.store.ledger
        await evening.olga.types(evening.group, "/season new best=1 by=place Cup")
        codes = [await plays_whole(evening)]
        evening.time.jump(3600)
        codes.append(await plays_whole(evening))
        post = await evening.group.sees("Cup (chess) after 2 events")
        before = await told(evening, codes, 1)
        assert shown_in(post) == before
        loser = await evening.person((await ledger.tournament(codes[0])).rounds[0].games[0].black)
        line = next(message for message in loser.reads() if "Not so" in labels(message))
        said = len(evening.group.posts)
        await loser.taps(line, "Not so")
        await evening.olga.taps(await evening.olga.sees(buttons=["It stays"]), "0-1")
        await evening.rests()
        assert (await ledger.tournament(codes[0])).rounds[0].games[0].result is Result.BLACK_WON
        after = await told(evening, codes, 1)
        assert after != before and shown_in(post) == after
        assert len(evening.group.posts) == said, "edited: nothing is said anew"
        asked = await evening.olga.writes("/season")
        assert shown_in(await evening.olga.sees("Cup (chess) after 2 events", after=asked)) == after
        assert evening.sandbox.journal.refused() == []
