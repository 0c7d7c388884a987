"""Can a judge take back what was done, in two taps, knowing what goes along?"""

from __future__ import annotations

import pytest

from tests.evening import Evening
from tests.test_judging_chat import card, name, second_judge

pytestmark = pytest.mark.usefixtures("databases")


async def test_undo_takes_back_the_last_step_in_two_taps_and_an_undo_can_be_undone() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/rule 1 0-1")
        told = await evening.olga.sees("won (0-1)", buttons=["Undo"])
        await evening.olga.taps(told, "Undo")                                          # 1
        assert "Take this back?" in told.text and "no result → 0-1" in told.text
        assert "Olga (in private)" in told.text
        await evening.olga.taps(told, "Yes")                                           # 2
        await evening.rests()
        assert (await evening.game(1)).result is None
        assert told.text.startswith("Taken back: ") and not (await evening.tournament()).held
        await evening.olga.taps(told, "Undo")
        await evening.olga.taps(told, "Yes")
        await evening.rests()
        assert (await evening.game(1)).result == "0-1"


async def test_taking_back_a_posting_names_the_results_that_go_along_and_holds_the_clock() -> None:
    async with Evening(4) as evening:
        post = await evening.begins()
        await evening.olga.writes("/undo")
        menu = await evening.olga.sees("Take this back?", buttons=["Yes", "No", "Show all"])
        assert "round 1 posted" in menu.text and "These go along" not in menu.text
        await evening.says(1, "1-0")
        await evening.rests()
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        assert "These go along" in menu.text and "reports" in menu.text                # asked again: more would go
        assert len((await evening.tournament()).rounds) == 1
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        t = await evening.tournament()
        assert not t.rounds and t.held
        assert menu.buttons[0] == ["Resume"] and "The clock is stopped" in menu.text
        assert post.text == "Round 1 was taken back." and not post.buttons
        await evening.olga.taps(menu, "Resume")
        await evening.rests()
        evening.time.jump(3)                      # a draft that has just changed wants a second look
        after = await evening.approves()
        assert after.id != post.id


async def test_unrelated_newer_facts_do_not_matter_to_the_preview() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/rule 1 1-0")
        told = await evening.olga.sees("won (1-0)", buttons=["Undo"])
        await evening.olga.taps(told, "Undo")
        await evening.says(2, "0-1")
        await evening.rests()
        await evening.olga.taps(told, "Yes")
        await evening.rests()
        assert [(await evening.game(board)).result for board in (1, 2)] == [None, "0-1"]


async def test_show_all_offers_every_step_and_the_second_judge_hears_who_was_first() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        dora = await second_judge(evening)
        await evening.says(1, "1-0")
        await evening.rests()
        white = await name(evening, (await evening.game(1)).white)
        menus = []
        for judge in (evening.olga, dora):
            await judge.writes("/undo")
            menu = await judge.sees("Take this back?")
            await judge.taps(menu, "Show all")
            label = next(key.text for key in menu.all_buttons() if f"{white} reports 1-0" in key.text)
            await judge.taps(menu, label)
            assert "Take this back?" in menu.text
            menus.append(menu)
        await evening.olga.taps(menus[0], "Yes")
        await evening.rests()
        toast = await dora.taps(menus[1], "Yes")
        assert "Done before: Olga" in toast.text
        game = await evening.game(1)
        assert game.result is None and all(report.side != game.white for report in game.reports)


async def test_the_opening_can_not_be_taken_back_and_nobody_finds_it_among_the_steps() -> None:
    async with Evening(2) as evening:
        await evening.opens()
        sent = await evening.olga.writes("/undo")
        assert await evening.olga.sees("There is nothing to take back", after=sent)
        toast = await evening.olga.forges(await card(evening.olga), f"undo:{(await evening.row()).code}:1")
        assert toast.text.startswith("The opening of entry cannot be taken back")


async def test_a_player_dropped_by_mistake_is_back_at_his_board_after_an_undo() -> None:
    async with Evening(6) as evening:
        await evening.begins()
        game = await evening.game(2)
        victim = await name(evening, game.black)
        await evening.olga.types(evening.group, f"/remove {victim}")
        menu = await evening.olga.sees("What becomes of it?")
        assert victim in menu.text
        await evening.olga.taps(menu, "Opponent wins by forfeit")
        await evening.rests()
        assert (await evening.game(2)).result == "+/-"
        assert menu.text.startswith(f"{victim} is out")
        await evening.olga.taps(menu, "Undo")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        again = await evening.game(2)
        assert again.result is None and again.players == game.players
        assert (await evening.tournament()).players[game.black].standing == "in"
