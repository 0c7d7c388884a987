"""Is every menu of the event card one tap away from the card again?"""

from __future__ import annotations

import pytest

from bot.sandbox import Message
from tests.evening import Evening

MENUS = {"en": ("Back", ("Players", "Results", "Log", "By hand"), "Finish"),
         "ru": ("Назад", ("Игроки", "Результаты", "Журнал", "Вручную"), "Закончить")}


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_back_leads_to_the_card_from_all_its_menus(language: str) -> None:
    back, menus, finish = MENUS[language]
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        await evening.olga.writes(f"/language {language}")
        await evening.olga.writes("/settings")
        card = await evening.olga.sees(buttons=[menus[0], finish])
        for menu in menus:
            await evening.olga.taps(card, menu)
            await evening.rests()
            assert finish not in _buttons(card), menu
            await evening.olga.taps(card, back)
            await evening.rests()
            assert finish in _buttons(card), menu


async def test_back_from_a_log_leads_to_what_it_is_about() -> None:
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        anna = (await evening.tournament()).players
        number = next(player.number for player in anna.values())
        await evening.olga.writes(f"/log #{number}")
        card = await evening.olga.sees("Log · ", buttons=["Back"])
        await evening.olga.taps(card, "Back")
        await evening.rests()
        assert "Take points" in _buttons(card)
        await evening.olga.writes("/log 1")
        card = await evening.olga.sees("Log · ", buttons=["Back"])
        assert " · round 1, board 1" in card.text
        await evening.olga.taps(card, "Back")
        await evening.rests()
        assert "+/-" in " ".join(_buttons(card))


def _buttons(card: Message) -> list[str]:
    return [button.text for button in card.all_buttons()]
