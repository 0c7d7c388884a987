"""Does a club play a whole evening by taps alone, within the yardsticks of the product?"""

from __future__ import annotations

from collections import Counter

import pytest

from bot.sandbox import Person
from engine.model import Stage
from tests.evening import Evening

PLAYERS, ROUNDS = 12, 5


class Taps:
    """Counts what each person does from now on."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.of: Counter[str] = Counter()

    async def tap(self, person: Person, message: object, label: str) -> None:
        self.of[person.name] += 1
        await person.taps(message, label)


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_twelve_players_and_five_rounds(language: str) -> None:
    words = {"en": ("New event", "Open entry", "Join", "Begin", "Approve", "I won", "Draw", "I lost",
                    "Confirm"),
             "ru": ("Новый турнир", "Открыть запись", "Участвую", "Начать", "Утвердить", "Я выиграл", "Ничья",
                    "Я проиграл", "Подтвердить")}[language]
    new, opened, join, begin, approve, won, draw, lost, confirm = words
    async with Evening(PLAYERS, language=language, speed=60) as evening:
        taps = Taps(evening)
        greeting = await evening.group.sees(buttons=[new])
        await taps.tap(evening.olga, greeting, new)
        card = await evening.olga.sees(buttons=[opened])
        await taps.tap(evening.olga, card, opened)
        assert taps.of["Olga"] <= 6                                    # first event: ≤ 6 taps
        post = await evening.group.sees(buttons=[join])
        await evening.rests()
        assert post.pinned
        for player in evening.players:
            await taps.tap(player, post, join)
        await evening.rests()
        assert f"{PLAYERS}" in post.text
        card = await evening.olga.sees(buttons=[begin])
        await taps.tap(evening.olga, card, begin)
        for number in range(1, ROUNDS + 1):
            card = await evening.olga.sees(buttons=[approve])
            before = len(evening.group.posts)
            await taps.tap(evening.olga, card, approve)
            await evening.rests()
            t = await evening.tournament()
            assert len(t.rounds) == number
            for game in t.rounds[-1].games:
                white, black = await evening.person(game.white), await evening.person(game.black)
                for person, label in ((white, (won, draw, lost)[(game.board + number) % 3]), (black, confirm)):
                    line = await person.sees(buttons=[label])
                    await taps.tap(person, line, label)
            await evening.rests()
            assert len(evening.group.posts) - before <= 3              # unasked messages a round
        t = await evening.tournament()
        assert t.stage is Stage.FINISHED
        assert taps.of["Olga"] <= 25
        assert all(taps.of[player.name] <= 1 + ROUNDS for player in evening.players)
        final = evening.group.posts[-1]
        assert all(player.name in final.text for player in evening.players)
        # an edit to what is shown already is refused by Telegram and does no harm; nothing else may be
        assert [call for call in evening.sandbox.journal.refused() if "not modified" not in str(call.refusal)] == []
        assert not evening.sandbox.limits.exceeded
