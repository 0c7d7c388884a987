"""A judge types a name that several have, only one of two, or nobody's: is he asked with buttons, or told?"""

from __future__ import annotations

from bot.sandbox import Message
from engine.model import MemberId
from tests.evening import Evening


async def asked(evening: Evening, typed: str, text: str, *buttons: str) -> Message:
    sent = await evening.olga.writes(typed)
    return await evening.olga.sees(text, buttons=buttons, after=sent)


async def with_anns(evening: Evening) -> MemberId:
    """Round 2 is a draft; Mona Bell and Mona Cole are guests in it. The first of them."""
    post = await evening.opens()
    for player in evening.players:
        await player.taps(post, "Join")
    await evening.olga.writes("/guest Mona Bell\nMona Cole")
    await evening.rests()
    await evening.olga.writes("/begin")
    await evening.approves()
    for board in (1, 2, 3):
        await evening.olga.writes(f"/rule {board} 1-0")
    await evening.rests()
    t = await evening.tournament()
    assert t.draft is not None
    members = await evening.app.store.members.members((await evening.row()).club)
    return next(id for id in t.players if members[id].name == "Mona Bell")


async def test_whoever_may_be_meant_is_chosen_with_a_button() -> None:
    async with Evening(4) as evening:
        mona = await with_anns(evening)
        choice = await asked(evening, "/penalty Mona 1", "Who is meant?", "Mona Bell", "Mona Cole")
        await evening.olga.taps(choice, "Mona Bell")
        await evening.rests()
        await evening.olga.taps(choice, "The regulations")
        await evening.rests()
        assert (await evening.tournament()).players[mona].penalties
        choice = await asked(evening, "/rule r1 Mona", "Who is meant?", "Mona Bell", "Mona Cole")
        await evening.olga.taps(choice, "Mona Bell")
        await evening.rests()
        assert "Mona Bell" in choice.text and "Round 1, board" in choice.text
        choice = await asked(evening, "/forbid Mona Boris never", "Who is meant?", "Mona Bell – Boris", "Mona Cole – Boris")
        await evening.olga.taps(choice, "Mona Bell – Boris")
        await evening.rests()
        assert "Why?" in choice.text
        await asked(evening, "/pair Boris Mona", "Who is meant?", "Boris – Mona Bell", "Boris – Mona Cole")
        await asked(evening, "/swap Mona Boris", "Who is meant?", "Mona Bell – Boris", "Mona Cole – Boris")


async def test_the_second_of_two_is_asked_for() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        shown = await asked(evening, "/forbid Clara", "whom is Clara not to meet?", "Anna")
        await evening.olga.taps(shown, "Anna")
        await evening.rests()
        assert "Clara and Anna are not to meet" in shown.text
        shown = await asked(evening, "/pair Clara", "Clara")
        assert "Clara" not in str(shown.buttons) and "Anna" in str(shown.buttons)
        assert "changes places with whom?" in (await asked(evening, "/swap Clara", "Clara")).text


async def test_who_or_what_is_not_there_is_said() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await asked(evening, "/bye Zed", "I do not know this player")
        await asked(evening, "/log 77", "There is no board 77")
        await asked(evening, "/log r7 1", "There is no board 1")
        await asked(evening, "/forbid Zed Anna", "I do not know this player")
        await asked(evening, "/pair Anna Anna", "same")
        await asked(evening, "/bye x1", "is no round")
