"""Does the page look like the chat it stands for, to somebody who opens it for the first time?"""

from __future__ import annotations

import logging

import pytest
from playwright.async_api import expect

from bot.sandbox.demo import real_bot
from bot.sandbox.state import Button
from tests.test_demo_actors import showing
from tests.test_demo_page import LAPTOP, POCKET, phone, says, stage


async def test_the_buttons_of_a_row_are_equally_wide() -> None:
    async with stage() as it:
        show, tab = await it.show(), await it.tab(LAPTOP)
        boris = show.cast.players[1]              # whose phone shows his chat with the bot
        row = (Button("Eve", "a", None), Button("Bartholomew Longfellow", "b", None))
        says(show, boris, "Who changes places?", keyboard=(row,))
        keys = phone(tab, boris.name).locator(".line").last.locator(".key")
        await expect(keys).to_have_count(2)
        widths = await keys.evaluate_all("keys => keys.map(key => Math.round(key.getBoundingClientRect().width))")
        assert len(widths) == 2 and abs(widths[0] - widths[1]) <= 1


@pytest.mark.parametrize(("language", "back", "card", "disagree"), [
    ("en", "Back", "look at the card you got", "Two players do not agree"),
    ("ru", "Назад", "вам пришла карточка", "Двое не согласны")])
async def test_the_guide_knows_a_page_of_the_card_and_a_board_that_nobody_disagrees_about(
        language: str, back: str, card: str, disagree: str) -> None:
    async with stage(language=language) as it:
        show, tab = await it.show(), await it.tab(LAPTOP)
        guide, judge = tab.locator("#guide"), show.cast.judge
        results = tuple(Button(f"{score} Anna", score, None) for score in ("1-0", "0-1", "+/-", "-/+"))
        says(show, judge, "Round 1, board 2", keyboard=(results,))
        says(show, judge, "More settings", keyboard=((Button(back, "b", None),),))
        await expect(guide).to_contain_text(card)
        await expect(guide).not_to_contain_text(disagree)
        says(show, judge, "Round 1, board 1", keyboard=(results[:2],))
        await expect(guide).to_contain_text(disagree)


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_the_title_is_whole_on_a_phone(language: str) -> None:
    async with stage(real_bot, language) as it:
        tab = await it.tab(POCKET)
        cut = await tab.locator("#title").evaluate("title => title.scrollWidth - title.clientWidth")
        assert cut <= 0


async def test_it_begins_without_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "bot"):
        async with showing(real_bot) as show:
            await show.cast.judge.sees("Now I can write to you")
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
