"""The judge goes home: does the evening go on with another one, or by the rule that was set?"""

from __future__ import annotations

import pytest

from engine.model import Result
from tests.evening import Evening
from tests.test_judging_chat import disagree


async def test_a_card_nobody_answers_comes_into_the_group_and_another_judge_presses() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        dora = evening.sandbox.person("Dora")                                 # an administrator without Start
        await evening.group.add(dora)
        await evening.group.promote(dora, by=evening.olga)
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.sees(buttons=["Approve"])
        await evening.olga.blocks()
        for _ in range(2):
            evening.time.jump(301)
            await evening.rests()
        public = await evening.group.sees("Any administrator", buttons=["Approve", "See it"])
        assert not any(player.name in public.text for player in evening.players)
        assert "Only judges" in (await evening.players[0].taps(public, "Approve")).text
        assert (await dora.taps(public, "Approve")).text == "Round 1 is being posted"
        await evening.rests()
        assert len((await evening.tournament()).rounds) == 1 and not public.buttons


async def test_a_conflict_is_never_settled_by_time_but_by_any_judge() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        dora = evening.sandbox.person("Dora", started=True)
        await evening.group.add(dora)
        await evening.group.promote(dora, by=evening.olga)
        await evening.olga.blocks()
        await disagree(evening)
        for _ in range(5):
            evening.time.jump(3600)
            await evening.rests()
        assert (await evening.game(1)).result is None
        await dora.start()
        card = await dora.sees(" says: ", buttons=["½-½ Draw"])
        await dora.taps(card, "½-½ Draw")
        assert (await evening.game(1)).result is Result.DRAW


async def test_with_auto_approval_the_evening_goes_on_without_a_judge() -> None:
    async with Evening(4, rounds=2, approve="auto=5") as evening:
        await evening.begins()
        await evening.olga.blocks()
        await evening.plays()
        assert (await evening.tournament()).draft is not None
        evening.time.jump(301)
        await evening.rests()
        await evening.group.sees("Round 2 of 2", buttons=["I won"])
        await evening.plays()
        await evening.group.sees("Final table")


async def test_what_people_talk_about_in_the_group_is_nothing_the_bot_was_asked() -> None:
    """As administrator, or without privacy mode, the bot reads everything: a title is asked in private only."""
    async with Evening(2) as evening:
        evening.sandbox.world.privacy = False
        await evening.olga.types(evening.group, "/new")
        card = await evening.olga.sees(buttons=["Open entry"])
        await evening.olga.taps(card, next(key.text for key in card.all_buttons() if key.text.startswith("Title")))
        posts = len(evening.group.posts)
        await evening.olga.types(evening.group, "See you on Thursday")
        await evening.players[0].types(evening.group, "1-0")
        await evening.rests()
        assert "Thursday" not in str(card.buttons) and len(evening.group.posts) == posts


async def test_a_deleted_account_among_the_administrators_has_no_name_and_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """Telegram leaves its first name empty."""
    async with Evening(2, speed=60) as evening:
        gone = evening.sandbox.person("Gone", started=True)
        await evening.group.add(gone)
        gone.user.first_name = ""
        await evening.group.promote(gone, evening.olga)
        await evening.enters()
        assert "You are in" in (await gone.taps(evening.group.posts[-1], "Join")).text
        await evening.rests()
        assert len((await evening.tournament()).players) == 3
        assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("admin", [True, False])
async def test_who_is_thrown_out_of_the_group_judges_in_private_neither(admin: bool) -> None:
    async with Evening(4, speed=60) as evening:
        if not admin:
            await evening.group.demote_bot(evening.olga)
        await evening.begins()
        anna, boris, *_ = evening.players
        for person in (anna, boris):
            await evening.olga.types(evening.group, f"/judges {person.name}")
            await evening.olga.sees(f"{person.name} is a judge now")
        await evening.group.remove(anna, evening.olga)
        await evening.group.leave(boris)                               # of himself: he may have to go on from home
        await evening.rests()
        said = await anna.writes("/rule 1 1-0")
        await anna.sees("Only judges may do that", after=said)
        said = await boris.writes("/rule 1 1-0")
        await boris.sees("1-0", after=said)
