"""When no legal pairing exists, does one tap of a judge lead on, and are all told why?"""

from __future__ import annotations

from bot.sandbox import Message
from engine import judging
from engine.model import Actor, Role
from tests.evening import Evening


def rematch(card: Message) -> str:
    """The first rematch a card offers."""
    return next(button.text for button in card.all_buttons() if button.text.startswith("Allow a rematch: "))


async def test_all_rematches_that_are_needed_are_allowed_by_one_tap() -> None:
    async with Evening(4, rounds=5) as evening:
        await evening.begins()
        for number in (1, 2, 3):
            await evening.plays()
            if number < 3:
                await evening.approves()
        first = await evening.olga.sees("cannot be drawn", buttons=["Allow a rematch", "Finish now"])
        assert "met already" in first.text
        label = rematch(first)
        assert label.count(" – ") == 2, "two boards, two rematches, one button"
        assert len([1 for key in first.all_buttons() if key.text.startswith("Allow a rematch: ")]) == 3
        data = next(key.data for key in first.all_buttons() if key.text == label)
        toast = await evening.olga.taps(first, label)
        assert toast.text.startswith("May meet again: ")
        await evening.rests()
        assert not first.buttons
        assert "Done before: Olga" in (await evening.olga.forges(first, data or "")).text
        draft = await evening.olga.sees("no legal pairing exists", buttons=["Approve"])
        assert draft.text.count("By hand: pair set by hand") == 2
        await evening.time.sleep(3)                    # a card that has just changed is to be looked at again
        post = await evening.approves()
        assert post.text.count("no legal pairing exists") == 2




async def test_a_ban_that_blocks_is_struck_off_by_one_tap() -> None:
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        one, two = (await evening.game(1)).white, (await evening.game(2)).white
        judge = Actor((await evening.tournament()).opened_by, Role.CHIEF)
        await evening.app.store.ledger.record(
            (await evening.row()).code, lambda t: judging.forbid(t, judge, one, two, "never", reason="regulations"), judge, "test:forbid",
            evening.time.now())
        for _ in (1, 2):
            await evening.plays()
            if (await evening.tournament()).draft is not None:
                await evening.approves()
        names = sorted([(await evening.person(one)).name, (await evening.person(two)).name])
        card = await evening.olga.sees("cannot be drawn", buttons=["Lift: ", "Finish now"])
        assert "Forbidden pair: " + ", ".join(names) in card.text
        await evening.olga.taps(card, f"Lift: {names[0]} – {names[1]}")
        await evening.rests()
        assert await evening.olga.sees("a pair was forbidden or allowed", buttons=["Approve"])
        assert not card.buttons and (await evening.tournament()).bans == ()
