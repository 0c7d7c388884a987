"""Does a question that was answered lose its buttons and say the answer?"""

from __future__ import annotations

import pytest

from tests.evening import Evening


@pytest.mark.parametrize(("language", "yes"), [
    ("en", "Yes"), ("ru", "Да")])
async def test_a_typed_score_that_was_asked_back_keeps_no_buttons(language: str, yes: str) -> None:
    async with Evening(4) as evening:
        await evening.begins()
        black = await evening.person((await evening.game(1)).black)
        await black.writes(f"/language {language}")
        await black.writes("/result 1-0")
        question = await black.sees(buttons=[yes])
        await black.taps(question, yes)
        await evening.rests()
        assert not question.buttons
        assert "1-0" in question.text and question.text == black.toasts[-1].text


@pytest.mark.parametrize(("language", "opened", "title"), [
    ("en", "Open entry", "Title"), ("ru", "Открыть запись", "Название")])
async def test_the_title_that_was_typed_takes_the_place_of_the_question(language: str, opened: str, title: str
                                                                          ) -> None:
    async with Evening(0, language=language) as evening:
        await evening.olga.types(evening.group, "/new")
        card = await evening.olga.sees(buttons=[opened])
        await evening.olga.taps(card, title)
        await evening.rests()
        assert not any(button.text == opened for button in card.all_buttons())
        sent = await evening.olga.writes("Blitz & tea")
        new = await evening.olga.sees(buttons=[opened], after=sent)
        await evening.rests()
        assert card.text == f"{title}: Blitz & tea" and not card.buttons
        await evening.olga.taps(new, opened)
        running = await evening.olga.sees("Blitz & tea", buttons=[title], after=sent)
        await evening.olga.taps(running, title)
        sent = await evening.olga.writes("Tea <b>only</b>")
        await evening.olga.sees(buttons=[title], after=sent)
        await evening.rests()
        assert running.text == f"{title}: Tea <b>only</b>" and not running.buttons
