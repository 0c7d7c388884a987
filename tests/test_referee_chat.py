"""Do no-show settings and lifted limits work in chat, and does everybody see what was done and by whom?"""

from __future__ import annotations

import pytest

from engine.model import MemberId, Standing
from tests.evening import Evening
from tests.test_stuck_chat import rematch


async def absent(evening: Evening) -> MemberId:
    """Round 1 has been played but for one board, whose Black has not come; the judge has said 0 and out."""
    await evening.begins()
    game = await evening.game(1)
    await evening.says(2, "1-0")
    await evening.rests()
    post = await evening.round_post()
    await (await evening.person(game.white)).taps(post, "Not here")
    await evening.rests()
    evening.time.jump(300)
    card = await evening.olga.sees("has not come", buttons=["0 and out till back"])
    await evening.olga.taps(card, "0 and out till back")
    await evening.rests()
    return game.black


@pytest.mark.parametrize(("policy", "standing"), [
    ("pause", Standing.OUT), ("withdraw", Standing.REMOVED), ("keep", Standing.IN)])
async def test_who_does_not_come_is_treated_as_the_club_has_said(policy: str, standing: Standing) -> None:
    async with Evening(4, noshow=5, noshow_policy=policy) as evening:
        player = await absent(evening)
        t = await evening.tournament()
        assert t.players[player].standing is standing and t.draft is not None
        seated = {player for pair in t.draft.pairs for player in pair} | {t.draft.pab}
        assert (player in seated) == (policy == "keep")
        who = await evening.person(player)
        told = {"pause": "left out of the draws", "withdraw": "A judge has taken you out"}
        if policy in told:
            assert await who.sees(told[policy])
        await who.writes("/help rules")
        said = {"pause": "left out of the next draws", "withdraw": "is out of the event", "keep": "is paired again"}
        assert await who.sees(said[policy])


async def test_the_policy_is_a_chip() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        await evening.olga.writes("/settings")
        await evening.olga.taps(await evening.olga.sees(buttons=["More"]), "More")
        chips = await evening.olga.sees(buttons=["Who does not come: ", "No-show countdown: ", "Unplayed rounds: "])
        await evening.olga.taps(chips, "Who does not come: ")
        await evening.olga.taps(await evening.olga.sees("Who does not come: choose"), "out of the event")
        assert (await evening.tournament()).settings.noshow_policy == "withdraw"
        await evening.olga.taps(await evening.olga.sees(buttons=["More"]), "More")
        await evening.olga.taps(await evening.olga.sees(buttons=["Unplayed rounds: by the system's rules"]),
                                "Unplayed rounds: ")
        await evening.olga.taps(await evening.olga.sees("Unplayed rounds: choose"), "as in a manual draw")
        assert (await evening.tournament()).settings.unplayed == "ru_draughts_manual"


async def test_a_lifted_limit_is_on_record_and_the_players_see_it() -> None:
    async with Evening(3, rounds=3) as evening:
        await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.taps(await evening.olga.sees("Begin all the same?", buttons=["Yes"]), "Yes")
        await evening.approves()
        await evening.olga.writes("/settings")
        await evening.olga.taps(await evening.olga.sees(buttons=["Rounds: "]), "Rounds: ")
        await evening.olga.taps(await evening.olga.sees("Rounds: choose"), "4")
        await evening.olga.taps(await evening.olga.sees("Why?"), "the regulations")
        for number in (1, 2, 3):
            await evening.plays()
            if number < 3:
                await evening.approves()
        card = await evening.olga.sees("cannot be drawn", buttons=["Lift: a second bye", "Round robin"])
        await evening.olga.taps(card, "Lift: a second bye")
        await evening.rests()
        again = await evening.olga.sees("cannot be drawn", buttons=["Allow a rematch: "], after=card)
        await evening.olga.taps(again, rematch(again))
        await evening.rests()
        await evening.time.sleep(3)
        post = await evening.approves()
        assert "By hand: limit lifted: a second bye (Olga; no legal pairing exists)" in post.text
        await evening.olga.writes("/log")
        assert await evening.olga.sees("round 4, limit lifted: a second bye (no legal pairing exists)")
