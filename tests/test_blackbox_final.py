"""Is the final table, which everybody looks at, put right first and in full?"""

from __future__ import annotations

import pytest

from bot.sandbox import EDITS
from tests.evening import Evening


@pytest.mark.parametrize(("language", "final", "contested"), [
    ("en", "Final table", "A result is contested and may still change."),
    ("ru", "Итоговая таблица", "Один из результатов оспорен и может измениться.")])
async def test_a_ruling_after_the_end_reaches_the_final_table_before_older_posts(
        language: str, final: str, contested: str) -> None:
    async with Evening(4, rounds=2) as evening:
        await evening.begins()
        await evening.plays()
        await evening.approves()
        await evening.plays()
        await evening.group.sees("Final table")
        await evening.rests()
        await evening.olga.types(evening.group, f"/language {language}")
        table = await evening.group.sees(final)
        await evening.rests()
        loser = await evening.person((await evening.tournament()).rounds[0].games[0].black)
        await loser.taps(await loser.sees(buttons=["Not so"]), "Not so")
        await evening.rests()
        assert contested in table.text
        evening.time.jump(120)
        before = len(evening.sandbox.journal)
        await evening.olga.writes("/rule r1 1 ½")
        preview = await evening.olga.sees(buttons=["Yes"])
        await evening.olga.taps(preview, "Yes")
        await evening.rests()
        edits = evening.sandbox.journal.calls(EDITS, evening.group.id, since=before)
        assert edits[0].params["message_id"] == table.id
