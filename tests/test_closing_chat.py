"""Can a judge close a round by tapping through its open boards, and remind the silent from the same card?"""

from __future__ import annotations

import pytest

from engine.model import Result
from tests.evening import Evening
from tests.test_judging_chat import name, second_judge


@pytest.mark.parametrize(("language", "close", "forfeit", "wait", "waits", "closed"), [
    ("en", "Close the round", "+/- ", "Wait", "Round 1: 1 board stays open", "Round 1 is closed"),
    ("ru", "Закрыть тур", "+/- ", "Ждать", "Тур 1: остаётся открытой 1 доска", "Тур 1 закрыт")])
async def test_each_open_board_is_decided_or_left_by_one_tap(language: str, close: str, forfeit: str, wait: str,
                                                             waits: str, closed: str) -> None:
    async with Evening(8) as evening:
        await evening.begins()
        await evening.olga.writes(f"/language {language}")
        await evening.says(2, "½")
        await evening.rests()
        white = await name(evening, (await evening.game(4)).white)
        await evening.olga.writes("/draft")
        card = await evening.olga.sees(buttons=[close])
        for label in (close, "1-0", wait):
            await evening.olga.taps(card, label)                                       # 1, 2, 3
            await evening.rests()
        toast = await evening.olga.taps(card, f"{forfeit}{white}")                     # 4
        assert white in toast.text and "+/-" in toast.text
        await evening.rests()
        t = await evening.tournament()
        assert [game.result for game in t.rounds[0].games] == [
            Result.WHITE_WON, Result.DRAW, None, Result.WHITE_BY_FORFEIT]
        assert waits in card.text and t.draft is None
        await evening.olga.writes("/rule")
        menu = await evening.olga.sees(buttons=[close], after=card)
        await evening.olga.taps(menu, close)
        await evening.olga.taps(menu, "-/-")
        await evening.rests()
        assert closed in menu.text and (await evening.tournament()).draft is not None
        assert evening.sandbox.journal.refused() == []


async def test_a_board_another_judge_has_decided_says_so_and_the_next_one_comes() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        dora = await second_judge(evening)
        await evening.olga.writes("/rule")
        menu = await evening.olga.sees(buttons=["Close the round"])
        await evening.olga.taps(menu, "Close the round")
        assert "board 1" in menu.text and "Open boards: 2" in menu.text
        await dora.writes("/rule 1 ½")
        await evening.rests()
        toast = await evening.olga.taps(menu, "1-0")
        assert "Done before: Dora" in toast.text and "draw" in toast.text
        await evening.rests()
        assert (await evening.game(1)).result is Result.DRAW and "board 2" in menu.text


async def test_a_contested_result_is_an_open_board_and_may_stand() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        black = await evening.person((await evening.game(1)).black)
        await evening.rests()
        await black.taps(await black.sees(buttons=["Not so"]), "Not so")
        await evening.olga.writes("/rule")
        menu = await evening.olga.sees(buttons=["Close the round"])
        await evening.olga.taps(menu, "Close the round")
        assert f"{black.name}" in menu.text
        await evening.olga.taps(menu, "It stays")
        await evening.rests()
        game = await evening.game(1)
        assert (game.result, game.contested) == (Result.WHITE_WON, None) and "board 2" in menu.text


async def test_the_card_of_open_boards_reminds_the_silent() -> None:
    async with Evening(4, nudge=0, judges=10) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        evening.time.jump(601)
        await evening.rests()
        card = await evening.olga.sees("without a result", buttons=["Nudge now", "Close the round"])
        assert (await evening.olga.taps(card, "Nudge now")).text.startswith("Reminder sent to 2 of 2")
        await evening.rests()
        for player in (await evening.game(2)).players:
            await (await evening.person(player)).sees("board 2", buttons=["I won"])
