"""Does a number that is made up open the door of another club, or a judge's card to everybody?"""

from __future__ import annotations

import pytest

from bot.sandbox import Person
from tests.evening import Evening


async def stranger_of(evening: Evening) -> Person:
    """Somebody who has pressed Start and belongs to no club."""
    stranger = evening.sandbox.person("Stranger", started=True)
    await stranger.writes("/start")
    return stranger


@pytest.mark.parametrize("data", ["club:{club}", "named:{club}:1:judge", "chip:{club}:1", "open:{club}:1", "lang:ru:{club}",
                                  "new:{club}", "here:{club}", "guests:{club}", "offer:{club}:1", "claimed:1:yes:x"])
async def test_the_number_of_a_club_makes_nobody_its_member(data: str) -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        store = evening.app.store
        club = (await evening.row()).club
        before = await store.members.members(club)
        stranger = await stranger_of(evening)
        toast = await stranger.forges(await stranger.sees(), data.format(club=club))
        await evening.rests()
        assert toast.text and "went wrong" not in toast.text
        assert await store.members.members(club) == before
        read = len(stranger.reads())
        await stranger.writes("/standings")
        await evening.rests()
        answer = "\n".join(message.text for message in stranger.reads()[read:])
        assert answer and not any(player.name in answer for player in evening.players)


async def test_only_judges_put_away_a_card_that_had_to_go_into_the_group() -> None:
    async with Evening(2, started=False, speed=60) as evening:
        evening.olga.user.started = False
        await evening.app.store.people.set_reachable(evening.olga.id, False)
        await evening.olga.types(evening.group, "/new rounds=3 system=individual")
        card = await evening.group.sees(buttons=["Open entry"])
        text = card.text
        toast = await evening.players[0].forges(card, "drop")
        await evening.rests()
        assert "Only judges" in toast.text
        assert card.text == text and card.buttons
        await evening.olga.forges(card, "drop")
        await evening.rests()
        assert card.text != text and not card.buttons
