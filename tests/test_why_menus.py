"""Is Why one tap from where one would ask: the bye's line, /me, a board's menu, a player's card?"""

from __future__ import annotations

from tests.evening import Evening
from tests.test_judging_chat import name


async def test_the_bye_player_reads_why() -> None:
    async with Evening(5) as evening:
        await evening.begins()
        pab = (await evening.tournament()).rounds[0].pab
        assert pab is not None
        player = await evening.person(pab)
        await player.taps(await player.sees("no opponent", buttons=["Why", "My event"]), "Why")
        answer = await player.sees("Why the bye? Round 1")
        assert f"{player.name} has the bye: from the bottom up the first who may have it" in answer.text


async def test_me_leads_to_why_this_place() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        anna = evening.players[0]
        await anna.writes("/me")
        before = await anna.sees("You are in, 4")
        assert "Why this place" not in [key.text for key in before.all_buttons()]     # no table yet
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        await evening.plays()
        await anna.writes("/me")
        await anna.taps(await anna.sees("You are in, number", buttons=["Why this place"]), "Why this place")
        await anna.sees("Why this place? Anna: place")


async def test_a_judge_asks_from_a_board_and_from_a_players_card() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        game = await evening.game(1)
        await evening.olga.writes("/rule 1")
        menu = await evening.olga.sees(buttons=["Why", "Log"])
        await evening.olga.taps(menu, "Why")
        await evening.olga.sees("Why this board? Round 1, board 1")
        white = await name(evening, game.white)
        code = (await evening.row()).code
        await evening.olga.forges(menu, f"person:{code}:{game.white}")
        await evening.olga.taps(await evening.olga.sees(buttons=["Why this place"]), "Why this place")
        await evening.olga.sees(f"Why this place? {white}: place 1 after round 1")


async def test_the_table_leads_to_every_place_and_its_sums() -> None:
    async with Evening(4, system="dutch") as evening:
        await evening.begins()
        await evening.plays()
        anna, other = evening.players[:2]
        await anna.writes("/standings")
        await anna.taps(await anna.sees("After round 1 of 3", buttons=["Places"]), "Places")
        row = next(key.text for key in (await anna.sees("Whose place")).all_buttons() if other.name in key.text)
        await anna.taps(await anna.sees("Whose place"), row)
        told = await anna.sees(f"Why this place? {other.name}: place")
        assert "Sonneborn-Berger" in told.text and "Buchholz" in told.text
        post = await evening.group.sees("After round 1 of 3")
        evening.time.jump(180)
        await anna.types(evening.group, "/standings")
        again = await evening.group.sees("After round 1 of 3", after=post)
        assert not [key for key in again.all_buttons() if key.text == "Places"]        # in private only
