"""Does a refusal speak to the one who asked: a judge by names, a player about his own board?"""

from __future__ import annotations

import pytest

from engine.cards import cards
from tests.evening import Evening

LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])


@LANGUAGES
async def test_who_is_no_judge_is_not_sent_to_a_button_that_is_not_there(language: str) -> None:
    said = {"en": "Ask a judge or an administrator", "ru": "Обратитесь к судье или администратору"}[language]
    async with Evening(1, language=language) as evening:
        hello = await evening.group.sees("", buttons=[{"en": "New event", "ru": "Новый турнир"}[language]])
        toast = await evening.players[0].taps(hello, hello.buttons[0][0])
        assert said in toast.text


@LANGUAGES
async def test_a_judge_reads_who_is_meant_and_how_to_bring_him_back(language: str) -> None:
    left, misses = {"en": ("Boris is not among those who play.", "Clara misses round 2 by notice."),
                    "ru": ("Boris сейчас не участвует.", "Clara пропускает 2-й тур по заявке.")}[language]
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        await evening.olga.writes(f"/language {language}")
        await evening.players[1].writes("/leave good")
        await evening.players[2].writes("/bye")
        await evening.rests()
        for other, said in (("Boris", left), ("Clara", misses)):
            await evening.olga.writes(f"/pair Anna {other}")
            assert f"/back {other}" in (await evening.olga.sees(said)).text
        await evening.olga.writes("/bye Boris")
        await evening.olga.sees(left)


@LANGUAGES
async def test_before_play_a_judge_is_sent_to_begin_and_then_to_the_draft(language: str) -> None:
    begin, approve = {"en": ("Press Begin", "press Approve"), "ru": ("Нажмите «Начать»", "нажмите «Утвердить»")}[language]
    async with Evening(4, rounds=3) as evening:
        await evening.enters()
        await evening.olga.writes(f"/language {language}")
        for command in ("/swap Anna Boris", "/rule 1 1-0"):
            sent = await evening.olga.writes(command)
            await evening.olga.sees(begin, after=sent)
        await evening.olga.writes("/begin")
        await evening.rests()
        await evening.olga.writes("/rule 1 1-0")
        await evening.olga.sees(approve)


@LANGUAGES
async def test_nobody_is_waited_for_who_has_said_that_he_left(language: str) -> None:
    said = {"en": "has left the event; the judges have been asked", "ru": "больше не участвует, судей уже спросили"}
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        game = await evening.game(1)
        white, black = await evening.person(game.white), await evening.person(game.black)
        await black.writes("/leave good")
        await evening.olga.sees(f"{black.name}", buttons=["+/-"])
        await white.writes(f"/language {language}")
        await evening.rests()
        line = next(message for message in reversed(white.reads()) if len(message.buttons) > 2)
        toast = await white.taps(line, {"en": "Not here", "ru": "Нет соперника"}[language])
        assert black.name in toast.text and said[language] in toast.text and len(toast.text) <= 200
        t = await evening.tournament()
        assert [card.kind for card in cards(t)] == ["left"] and t.rounds[0].games[0].absence is None


@LANGUAGES
async def test_the_exact_name_of_a_player_with_a_rating_sets_it_and_says_so(language: str) -> None:
    said = {"en": "Rating set: Anna 2000", "ru": "Рейтинг записан: Anna 2000"}[language]
    async with Evening(4) as evening:
        await evening.enters()
        await evening.olga.writes(f"/language {language}")
        await evening.olga.writes("/guest anna 2000")
        await evening.olga.sees(said)
        assert {player.rating for player in (await evening.tournament()).players.values()} == {None, 2000}


@LANGUAGES
async def test_a_question_with_values_and_words_says_its_name_once(language: str) -> None:
    opened, start, typed = {"en": ("Open entry", "Start", "Or type it, for example"),
                            "ru": ("Открыть запись", "Начало", "Или напишите, например")}[language]
    async with Evening(0, language=language) as evening:
        await evening.olga.types(evening.group, "/new")
        card = await evening.olga.sees(buttons=[opened])
        await evening.olga.taps(card, start)
        await evening.rests()
        assert typed in card.text and card.text.count(start) == 1


@LANGUAGES
async def test_why_of_round_1_tells_of_the_boards(language: str) -> None:
    said = {"en": "Nobody has points yet: all are one score group.",
            "ru": "Очков ещё ни у кого нет: все в одной очковой группе."}[language]
    async with Evening(5) as evening:
        await evening.enters()
        await evening.olga.writes("/begin")
        card = await evening.olga.sees(buttons=["Why"])
        await evening.olga.writes(f"/language {language}")
        await evening.rests()
        await evening.olga.taps(card, {"en": "Why", "ru": "Почему"}[language])
        await evening.olga.sees(said)
