"""Does a club play a round robin by tapping, and is it the way out of a Swiss that is stuck?"""

from __future__ import annotations

from engine.model import Stage
from tests.evening import Evening


async def test_the_card_recommends_it_to_few_and_shows_its_own_chips() -> None:
    async with Evening(4, limit=6) as evening:
        await evening.olga.types(evening.group, "/new limit=6 rounds=3")
        card = await evening.olga.sees(buttons=["Open entry"])
        assert "For 6 players a round robin is better" in card.text
        await evening.olga.taps(card, "System: ")
        await evening.olga.taps(await evening.olga.sees("best for 3–6 players"), "round robin")
        card = await evening.olga.sees(buttons=["Round robin: everybody once"])
        assert "a round robin is better" not in card.text
        assert not [key for key in card.all_buttons() if key.text.startswith("Rounds: ")]


async def test_five_players_twice_to_the_final_table() -> None:
    async with Evening(3, system="roundrobin", cycles=2) as evening:
        post = await evening.enters()
        assert "everybody twice" in post.text
        await evening.olga.types(evening.group, "/begin")
        ask = await evening.olga.sees("Begin all the same?", buttons=["Yes"])
        assert "rounds: 6" in ask.text
        await evening.olga.taps(ask, "Yes")
        for number in range(1, 7):
            post = await evening.approves()
            assert f"Round {number} of 6" in post.text and "Free this round: " in post.text
            t = await evening.tournament()
            free = await evening.person(t.rounds[-1].free[0])
            assert await free.sees("You have a free round")
            await evening.plays()
            await evening.time.sleep(3)
        final = await evening.group.sees("Final table")
        assert "Berger tables" in final.text and "6 rounds" in final.text
        assert (await evening.tournament()).stage is Stage.FINISHED


async def test_a_late_arrival_hears_why_he_can_not_come_in() -> None:
    async with Evening(4, system="roundrobin") as evening:
        post = await evening.begins()
        entry = await evening.group.sees(buttons=["I'm back"])
        assert not [key for key in entry.all_buttons() if key.text == "Join"] and "Entry is closed" in entry.text
        late = evening.sandbox.person("Walter", started=True)
        await evening.group.add(late)
        await late.types(evening.group, "/join")
        assert await evening.group.sees("no free line")
        assert post.text.startswith("Round 1 of 3")


async def test_a_stuck_swiss_ends_as_a_round_robin() -> None:
    async with Evening(4, rounds=5) as evening:
        await evening.begins()
        for number in (1, 2, 3):
            await evening.plays()
            if number < 3:
                await evening.approves()
        card = await evening.olga.sees("cannot be drawn", buttons=["Round robin", "Finish now"])
        assert "those who have not met yet meet each other" in card.text
        toast = await evening.olga.taps(card, "Round robin")
        assert toast.text == "From round 4 on a round robin, 5 rounds in all. Drawing again"
        await evening.rests()
        await evening.time.sleep(3)
        post = await evening.approves()
        assert "from this round on a round robin of those who are left (Olga; no legal pairing exists)" in post.text
        await evening.plays()
        await evening.approves()
        await evening.plays()
        final = await evening.group.sees("Final table")
        assert "From round 4 on: round robin of those who were left" in final.text


async def test_its_rules_are_one_tap_away_in_both_languages() -> None:
    for language, words, system in (("en", "Berger table", "round robin"), ("ru", "таблице Бергера", "круговая")):
        async with Evening(3, system="roundrobin") as evening:
            await evening.enters()
            reader = evening.sandbox.person("Walter", started=True, language=language)
            await evening.group.add(reader)
            await reader.writes("/help rules")
            await reader.taps(await reader.sees(buttons=[system]), system)
            assert await reader.sees(words)


async def test_an_even_number_of_rounds_of_a_simple_swiss_is_confirmed() -> None:
    async with Evening(4) as evening:
        await evening.olga.types(evening.group, "/new system=simple rounds=4")
        card = await evening.olga.sees(buttons=["Open entry"])
        await evening.olga.taps(card, "Open entry")
        ask = await evening.olga.sees("Keep 4 all the same?", buttons=["Yes", "Back"])
        await evening.olga.taps(ask, "Yes")
        assert await evening.group.sees("4 rounds", buttons=["Join"])
        await evening.olga.writes("/settings")
        for number, confirmed in (("5", False), ("6", True)):
            await evening.olga.taps(await evening.olga.sees(buttons=["Rounds: "]), "Rounds: ")
            await evening.olga.taps(await evening.olga.sees("Rounds: choose"), number)
            if confirmed:
                await evening.olga.taps(await evening.olga.sees("Keep 6 all the same?"), "Yes")
            assert (await evening.tournament()).settings.rounds == int(number)


async def test_the_final_table_names_the_corrections_of_a_manual_draw() -> None:
    async with Evening(4, system="buchholz", rounds=3, unplayed="ru_draughts_manual") as evening:
        await evening.begins()
        for number in (1, 2, 3):
            await evening.plays()
            if number < 3:
                await evening.approves()
        final = await evening.group.sees("Final table")
        assert "who withdrew, as the average of his group" in final.text
