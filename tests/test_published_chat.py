"""Can a member see the table of a round as it was published, after a judge has corrected a result?"""

from engine.model import Stage
from tests.evening import Evening


async def test_a_corrected_table_offers_what_was_published() -> None:
    async with Evening(4, rounds=2, speed=60) as evening:
        await evening.begins()
        await evening.plays()
        anna = evening.players[0]
        await anna.writes("/standings 1")
        table = await anna.sees("After round 1 of 2")
        assert not [key for key in table.all_buttons() if key.text == "As published"]
        await evening.approves()
        assert (await evening.tournament()).stage is Stage.PLAYING
        await evening.olga.writes("/rule r1 1 0-1")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        await evening.rests()
        await anna.writes("/standings 1")
        fresh = await anna.sees("After round 1 of 2", buttons=["As published"], after=table)
        assert fresh.text != table.text
        await anna.taps(fresh, "As published")
        old = await anna.sees("as it was published")
        assert old.text.splitlines()[1:] == table.text.splitlines()[1:]
        assert evening.sandbox.journal.refused() == []
