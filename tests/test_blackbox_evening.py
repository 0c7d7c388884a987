"""Small things that members saw in an evening: countdowns, words nobody asked for, reasons, an early end."""

from __future__ import annotations

import pytest

from engine import facts as f
from engine.model import Stage
from tests.evening import Evening

LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])


@LANGUAGES
async def test_a_short_countdown_tells_its_seconds_and_never_no_minutes(language: str) -> None:
    shown, never = {"en": ("(30 seconds)", "(0 "), "ru": ("(30 секунд)", "(0 ")}[language]
    async with Evening(4, noshow="30s") as evening:
        post = await evening.begins()
        await evening.olga.types(evening.group, f"/language {language}")
        await evening.rests()
        white = await evening.person((await evening.game(1)).white)
        await white.taps(post, {"en": "Not here", "ru": "Нет соперника"}[language])
        await evening.sandbox.until(lambda: shown in post.text)
        evening.time.jump(30)
        await evening.olga.sees(buttons=["0 "])
        await evening.rests()
        assert not any(never in version.text for version in post.history)


@LANGUAGES
async def test_words_nobody_asked_for_get_no_long_answer(language: str) -> None:
    said, mine = {"en": ("I asked nothing just now.", "My event"),
                  "ru": ("Я сейчас ни о чём не спрашивал.", "Мой турнир")}[language]
    async with Evening(4) as evening:
        await evening.begins()
        anna = evening.players[0]
        await anna.writes(f"/language {language}")
        await anna.writes("hello, is it my turn?")
        line = await anna.sees(said, buttons=[mine])
        assert len(line.text.splitlines()) == 2 and "/help" in line.text and "/result 1-0" in line.text


@LANGUAGES
async def test_a_swap_takes_a_reason_of_ones_own(language: str) -> None:
    swap, other, typed = {"en": ("Swap", "Another", "type the reason"),
                          "ru": ("Поменять", "Друг", "напишите причину")}[language]
    async with Evening(4) as evening:
        await evening.enters()
        await evening.olga.writes(f"/language {language}")
        await evening.olga.writes("/begin")
        await evening.olga.sees(buttons=[swap])
        await evening.olga.writes("/swap Anna Boris")
        card = await evening.olga.sees(typed, buttons=[other])
        await evening.olga.taps(card, other)
        await evening.rests()
        assert typed in card.text
        await evening.olga.writes("they came in one car")
        await evening.olga.sees("they came in one car", buttons=[swap])
        t = await evening.tournament()
        assert t.draft is not None and [change.reason for change in t.draft.changes] == ["they came in one car"]


@LANGUAGES
async def test_the_last_open_board_decided_at_the_end_is_the_end_with_no_draft_in_between(language: str) -> None:
    last, void, over = {"en": ("It is the last one", "Void", "The event is over"),
                        "ru": ("Это последняя", "Аннулировать", "Турнир окончен")}[language]
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.olga.writes(f"/language {language}")
        await evening.olga.writes("/finish")
        question = await evening.olga.sees(last, buttons=[void])
        assert (await evening.olga.taps(question, void)).text == over
        await evening.rests()
        t = await evening.tournament()
        entries = await evening.app.store.ledger.entries(t.code)
        assert t.stage is Stage.FINISHED and len(t.rounds) == 1
        assert sum(isinstance(entry.fact, f.Drafted) for entry in entries) == 1
        assert not [message for message in evening.group.messages if "After round" in message.text]
