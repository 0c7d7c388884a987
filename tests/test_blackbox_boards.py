"""When are open boards a question to everybody, and when only a judge's way of working?"""

from __future__ import annotations

import pytest

from tests.evening import Evening

WORDS = {"en": ("Join", "Approve", "boards without a result"),
         "ru": ("Участвую", "Утвердить", "без результата")}


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_while_judges_enter_the_results_nobody_else_is_called_before_the_judges_time(language: str) -> None:
    join, approve, boards = WORDS[language]
    async with Evening(4, rounds=2, language=language, confirm="judge", cards=5, judges=40) as evening:
        words = " ".join(f"{key}={value}" for key, value in evening.settings.items())
        await evening.olga.types(evening.group, f"/new {words}")
        opened = {"en": "Open entry", "ru": "Открыть запись"}[language]
        await evening.olga.taps(await evening.olga.sees(buttons=[opened]), opened)
        post = await evening.group.sees(buttons=[join])
        for player in evening.players:
            await player.taps(post, join)
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=[approve]), approve)
        await evening.olga.sees(boards)
        await evening.rests()
        for minutes, called in ((30, False), (25, True)):
            evening.time.jump(60 * minutes)
            await evening.rests()
            assert any(boards in message.text for message in evening.group.messages) is called
