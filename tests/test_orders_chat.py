"""Can a judge order a pair, keep two apart and take points, with the reason on record?"""

from __future__ import annotations

from tests.evening import Evening
from tests.test_judging_chat import drafted, name


async def test_a_pair_is_ordered_with_a_reason_and_the_draft_is_made_again() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        before = (await evening.tournament()).draft
        assert before is not None
        white, black = before.pairs[0][0], before.pairs[1][0]
        await evening.olga.writes(f"/pair {await name(evening, white)} {await name(evening, black)}")
        menu = await evening.olga.sees("Why? Players will see the reason.")
        order = next(key.data for key in menu.all_buttons() if key.text == "The regulations")
        await evening.olga.taps(menu, "The regulations")
        again = await evening.olga.forges(menu, order or "")
        assert "Done before: Olga" in again.text
        await evening.rests()
        after = (await evening.tournament()).draft
        assert after is not None and (white, black) in after.pairs
        post = await evening.approves()
        assert "(Olga; the regulations)" in post.text


async def test_two_who_have_met_can_not_be_ordered_again() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        game = await evening.game(1)
        await evening.says(1, "1-0")
        await evening.rests()
        names = f"{await name(evening, game.white)} {await name(evening, game.black)}"
        sent = await evening.olga.writes(f"/pair {names}")
        assert await evening.olga.sees("have met already", after=sent)


async def test_two_are_kept_apart_and_may_meet_again() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        before = (await evening.tournament()).draft
        assert before is not None
        a, b = before.pairs[0]
        names = f"{await name(evening, a)} {await name(evening, b)}"
        await evening.olga.writes(f"/forbid {names}")
        menu = await evening.olga.sees("are not to meet", buttons=["Never", "Avoid"])
        await evening.olga.taps(menu, "Never")
        await evening.rests()
        after = (await evening.tournament()).draft
        assert after is not None and {frozenset(pair) for pair in after.pairs}.isdisjoint({frozenset({a, b})})
        await evening.olga.writes(f"/forbid {names} off")
        assert await evening.olga.sees("may meet again", buttons=["Undo"])


async def test_a_penalty_needs_points_and_a_reason_and_the_player_is_told() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        for typed, words in (("/penalty Anna", "How many points are taken"), ("/penalty Anna 1", "Why?"),
                             ("/penalty Nobody 1 x", "I do not know this player")):
            sent = await evening.olga.writes(typed)
            assert await evening.olga.sees(words, after=sent)
        await evening.olga.writes("/penalty Anna ½ phone rang")
        assert await evening.olga.sees("Anna: points taken: ½", buttons=["Undo"])
        assert await evening.players[0].sees("A judge has taken points from you")
