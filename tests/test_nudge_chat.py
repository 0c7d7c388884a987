"""Can a judge remind silent players once more, by a new message, and never twice at once?"""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine import judging
from engine.model import Refused
from tests.evening import Evening
from tests.table import JUDGE, Table


def test_a_reminder_waits_five_minutes_and_replaces_that_of_the_clock() -> None:
    table = Table(4, rounds=3)
    table.begins()
    table.judge(judging.nudge, 1, now=table.now)
    posted = table.t.rounds[0]
    assert posted.nudged is not None and posted.nudges == 1
    assert judging.nudge(table.t, JUDGE, 1, now=posted.nudged + timedelta(minutes=4)) == []
    assert len(judging.nudge(table.t, JUDGE, 1, now=posted.nudged + timedelta(minutes=5))) == 1
    assert len(judging.nudge(table.t, JUDGE, 1, now=posted.nudged - timedelta(hours=1))) == 1     # the clock was put back


def test_nobody_is_reminded_where_nobody_is_silent() -> None:
    for table, number, code in ((Table(4, rounds=3), 1, "nobody_silent"), (Table(4, rounds=3), 2, "out_of_date"),
                                (Table(4, rounds=3, confirm="judge"), 1, "nobody_silent")):
        table.begins()
        if table.t.settings.confirm != "judge":
            table.plays_round()
        with pytest.raises(Refused) as no:
            judging.nudge(table.t, JUDGE, number, now=table.now)
        assert no.value.code == code


@pytest.mark.parametrize(("language", "label", "said", "lately"), [
    ("en", "Nudge now", "Reminder sent to 2 of 2", "Reminded a moment ago: Olga"),
    ("ru", "Напомнить сейчас", "ничего не сообщили: 2 из 2", "Только что напомнили: Olga")])
async def test_the_silent_board_hears_it_anew_each_time(language: str, label: str, said: str, lately: str) -> None:
    async with Evening(4, nudge=0, judges=0) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.olga.writes(f"/language {language}")
        await evening.olga.writes("/rule")
        menu = await evening.olga.sees(buttons=[label])
        silent = await evening.person((await evening.game(2)).white)
        toast = await evening.olga.taps(menu, label)
        assert said in toast.text
        first = await silent.sees("How did your game with", buttons=["I won"])
        assert lately in (await evening.olga.taps(menu, label)).text
        evening.time.jump(600)
        await evening.rests()
        assert said in (await evening.olga.taps(menu, label)).text
        second = await silent.sees("How did your game with", buttons=["I won"], after=first)
        await evening.rests()
        assert second.id > first.id and not first.buttons
