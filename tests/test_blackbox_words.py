"""Is what the chat says still true where an evening ends, or where a guest plays?"""

from __future__ import annotations

from tests.evening import Evening


async def test_points_taken_are_not_given_back_by_the_end_but_by_an_undo() -> None:
    async with Evening(4, rounds=1) as evening:
        await evening.begins()
        await evening.olga.writes("/penalty Anna 1 phone rang")
        receipt = await evening.olga.sees("Anna: points taken: 1", buttons=["Undo"])
        line = await evening.players[0].sees("A judge has taken points from you: 1")
        await evening.plays()
        await evening.group.sees("Final table")
        await evening.rests()
        assert "A judge has taken points from you: 1" in line.text
        await evening.olga.taps(receipt, "Undo")
        preview = await evening.olga.sees("Take this back?", buttons=["Yes"])
        await evening.olga.taps(preview, "Yes")
        await evening.rests()
        assert line.text == "This was taken back."


async def test_after_the_end_a_contested_result_keeps_no_round_waiting() -> None:
    async with Evening(4, rounds=1) as evening:
        await evening.begins()
        await evening.plays()
        await evening.group.sees("Final table")
        await evening.rests()
        loser = await evening.person((await evening.tournament()).rounds[0].games[0].black)
        await loser.taps(await loser.sees(buttons=["Not so"]), "Not so")
        card = await evening.olga.sees("is contested by", buttons=["It stays"])
        assert "It stands in the final table until you decide." in card.text


async def test_nobody_waits_for_a_guest_to_confirm() -> None:
    async with Evening(1, rounds=1) as evening:
        await evening.opens()
        anna, = evening.players
        await anna.taps(await evening.group.sees(buttons=["Join"]), "Join")
        await evening.olga.writes("/guest Uwe")
        await evening.olga.sees("Entered: Uwe")
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        post = await evening.approves()
        await anna.taps(await anna.sees(buttons=["Draw"]), "Draw")
        await evening.rests()
        assert "⏳ ½-½, counts soon" in post.text
