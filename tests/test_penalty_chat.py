"""Are points taken by tapping in a player's menu, with a reason, told to him, counted, and taken back?"""

from __future__ import annotations

import pytest

from bot.sandbox import Message
from engine.standings import scores
from tests.evening import Evening


async def menu_of(evening: Evening, who: str) -> Message:
    await evening.olga.writes("/settings")
    await evening.olga.taps(await evening.olga.sees(buttons=["Players"]), "Players")
    players = await evening.olga.sees("Players: tap one.")
    await evening.olga.taps(players, next(key.text for key in players.all_buttons() if key.text.endswith(who)))
    return await evening.olga.sees(who, buttons=["Take points"])


@pytest.mark.parametrize(("points", "half"), [("1-½-0", "½"), ("2-1-0", "1")])
async def test_points_are_taken_by_tapping(points: str, half: str) -> None:
    async with Evening(4, points=points) as evening:
        await evening.begins()
        menu = await menu_of(evening, "Anna")
        await evening.olga.taps(menu, "Take points")
        await evening.olga.taps(await evening.olga.sees("How many points are taken from Anna?"), half)
        toast = await evening.olga.taps(await evening.olga.sees("Why?", buttons=["The regulations"]), "The regulations")
        assert toast.text == f"Anna: points taken: {half}"
        assert await evening.players[0].sees(f"A judge has taken points from you: {half}")
        t = await evening.tournament()
        anna, = [member for member in t.players if (await evening.person(member)).name == "Anna"]
        assert scores(t)[anna] == -1
        menu = await menu_of(evening, "Anna")
        assert f"Points taken: {half}" in menu.text
        await evening.olga.writes("/log Anna")
        assert await evening.olga.sees(f"Anna: points taken: {half} (the regulations)")
        await evening.olga.writes("/undo")
        await evening.olga.taps(await evening.olga.sees("Take this back?", buttons=["Yes"]), "Yes")
        await evening.rests()
        assert scores(await evening.tournament())[anna] == 0


async def test_a_reason_of_ones_own_may_be_typed() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.taps(await menu_of(evening, "Boris"), "Take points")
        await evening.olga.taps(await evening.olga.sees("How many points are taken from Boris?"), "1")
        await evening.olga.sees("type your own in private")
        await evening.olga.writes("the phone rang twice")
        assert await evening.olga.sees("Boris: points taken: 1", buttons=["Undo"])
        await evening.olga.writes("/log Boris")
        assert await evening.olga.sees("Boris: points taken: 1 (the phone rang twice)")


async def test_what_is_not_typed_is_asked() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/penalty Anna 1")
        asked = await evening.olga.sees("Anna: points taken: 1", buttons=["The regulations", "Back"])
        await evening.olga.taps(asked, "The regulations")
        await evening.rests()
        sent = await evening.olga.writes("/penalty Boris")
        await evening.olga.sees("How many points are taken from Boris?", buttons=["½", "1"], after=sent)
        assert await evening.olga.writes("/penalty Boris 0")
        await evening.olga.sees("How many points? For example", after=sent)
        t = await evening.tournament()
        assert sorted(len(p.penalties) for p in t.players.values()) == [0, 0, 0, 1]
