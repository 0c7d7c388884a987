"""Is a judge asked about somebody who comes while a round is running, once, and does either answer stick?"""

from __future__ import annotations

from engine.cards import cards, free_for
from tests.evening import Evening
from tests.test_judging_chat import name, second_judge


async def test_a_late_join_is_asked_about_and_seated_with_one_tap() -> None:
    async with Evening(5) as evening:
        await evening.begins()
        t = await evening.tournament()
        assert t.rounds[0].pab is not None
        bye = await name(evening, t.rounds[0].pab)
        walter = evening.sandbox.person("Walter")
        await evening.group.add(walter)
        await walter.taps(await evening.group.sees(buttons=["Join"]), "Join")
        card = await evening.olga.sees("Walter has come late", buttons=[f"Pair with {bye}", "Next round"])
        toast = await evening.olga.taps(card, f"Pair with {bye}")
        assert "board 3 of round 1" in toast.text
        await evening.rests()
        t = await evening.tournament()
        assert len(t.rounds[0].games) == 3 and t.rounds[0].pab is None and not cards(t)
        assert card.text == "Walter has a board in the round that runs." and not card.buttons


async def test_next_round_is_remembered_and_the_second_judge_hears_it() -> None:
    async with Evening(5) as evening:
        await evening.begins()
        dora = await second_judge(evening)
        walter = evening.sandbox.person("Walter")
        await evening.group.add(walter)
        await walter.taps(await evening.group.sees(buttons=["Join"]), "Join")
        mine, hers = [await judge.sees("Walter has come late") for judge in (evening.olga, dora)]
        data = next(key.data for key in mine.all_buttons() if key.text == "Next round")
        assert (await evening.olga.taps(mine, "Next round")).text == "Walter plays from round 2."
        assert data is not None and "Done before: Olga" in (await dora.forges(hers, data)).text
        await evening.rests()
        t = await evening.tournament()
        assert not cards(t) and not mine.buttons and not hers.buttons
        assert hers.text == "Walter plays from the next round."
        late = next(p for p in t.players.values() if p.number is None)
        assert late.late is None and late.first_round == 2


async def test_nobody_is_asked_when_nobody_is_free() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/guest Walter")
        await evening.olga.sees("Entered: Walter")
        await evening.rests()
        t = await evening.tournament()
        late = next(p for p in t.players.values() if p.number is None)
        assert late.late is not None and not free_for(t, late.id) and not cards(t)
        await evening.olga.writes("/guest Xenia")                         # now the two could play each other
        await evening.olga.sees("Walter has come late", buttons=["Pair with Xenia"])
        assert len(cards(await evening.tournament())) == 2
