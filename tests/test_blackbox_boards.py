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


@pytest.mark.parametrize(("language", "not_so", "mine"), [
    ("en", "Not so", "My event"), ("ru", "Не так", "Мой турнир")])
async def test_what_a_judge_has_entered_can_be_contested_from_the_private_line(
        language: str, not_so: str, mine: str) -> None:
    async with Evening(4, rounds=2, confirm="judge") as evening:
        await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Approve"]), "Approve")
        await evening.group.sees("Round 1 of", buttons=["Call judge"])
        white = await evening.person((await evening.game(1)).white)
        await white.writes(f"/language {language}")
        await evening.olga.writes("/rule 1 0-1")
        line = await white.sees("0-1", buttons=[not_so, mine])
        await white.taps(line, not_so)
        card = await evening.olga.sees("is contested by", buttons=["It stays"])
        await evening.rests()
        assert line.buttons == [[mine]]
        await evening.olga.taps(card, "1-0")
        await evening.rests()
        assert "1-0" in line.text and line.buttons == [[mine]]
