"""Does the entry post say what is meant, and are the rules one tap away from it?"""

from __future__ import annotations

import pytest

from tests.evening import Evening


@pytest.mark.parametrize(("language", "rules", "told"), [
    ("en", "Rules", "Upper half against lower half"), ("ru", "Правила", "Верхняя половина играет с нижней")])
async def test_the_rules_are_one_tap_from_the_entry_post(language: str, rules: str, told: str) -> None:
    async with Evening(4) as evening:
        await evening.olga.types(evening.group, f"/language {language}")
        await evening.olga.writes(f"/language {language}")
        opened = {"en": "Open entry", "ru": "Открыть запись"}[language]
        await evening.olga.types(evening.group, "/new system=individual")
        await evening.olga.taps(await evening.olga.sees(buttons=[opened]), opened)
        post = await evening.group.sees(buttons=[rules])
        stranger = evening.sandbox.person("Zoe", language=language)
        await evening.group.add(stranger)
        await stranger.taps(post, rules)
        assert await stranger.sees(told)


@pytest.mark.parametrize(("language", "until", "waits", "closed", "refused",
                          "join"), [
    ("en", "Late entry: until round 1 is posted.", "Late entry: only to play {}, who has the bye.", "Entry is closed.",
     "newcomers could come in until round 1 was posted", "Join"),
    ("ru", "Опоздавшие могут войти, пока не объявлен тур 1.", "Опоздавший ещё может сыграть с тем, кто без пары: {}.",
     "Запись закрыта.", "войти можно было, пока не объявлен тур 1", "Участвую")])
async def test_after_the_last_round_for_newcomers_is_posted_its_bye_player_can_still_be_given_one(
        language: str, until: str, waits: str, closed: str, refused: str, join: str) -> None:
    async with Evening(5, rounds=3, late=1) as evening:
        post = await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        await evening.rests()
        assert "Late entry: until round 1 is posted." in post.text
        await evening.approves()
        await evening.olga.types(evening.group, f"/language {language}")
        posted = (await evening.tournament()).rounds[0]
        assert posted.pab is not None
        free = await evening.person(posted.pab)
        await evening.sandbox.until(lambda: waits.format(free.name) in post.text)
        zoe = evening.sandbox.person("Zoe", started=True, language=language)
        await evening.group.add(zoe)
        await zoe.taps(post, join)
        card = await evening.olga.sees("Zoe has come late", buttons=[f"Pair with {free.name}"])
        await evening.olga.taps(card, "Pair with")
        await evening.sandbox.until(lambda: closed in post.text)
        assert join not in str(post.buttons) and until not in post.text
        assert (await evening.tournament()).rounds[0].pab is None
        xenia = evening.sandbox.person("Xenia", started=True, language=language)
        await evening.group.add(xenia)
        await xenia.types(evening.group, "/join")
        assert await evening.group.sees(refused)


async def test_the_chips_of_late_entry_say_it_once() -> None:
    async with Evening(0) as evening:
        await evening.olga.types(evening.group, "/new")
        card = await evening.olga.sees(buttons=["Late entry: until the round before last is posted"])
        await evening.olga.taps(card, "Late entry")
        await evening.olga.taps(card, "until round 2 is posted")
        await evening.rests()
        assert "Late entry: until round 2 is posted" in str(card.buttons)
