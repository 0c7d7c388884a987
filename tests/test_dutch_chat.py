"""Is chess Dutch without asking, and can a club choose what a FIDE event lets it choose, by taps?"""

from __future__ import annotations

from engine.model import Stage
from tests.evening import Evening
from tests.test_judging_chat import name
from tests.test_organiser import card as new_card
from tests.test_organiser import choose


async def test_chess_is_dutch_and_draughts_are_not() -> None:
    async with Evening(0) as evening:
        chips = await new_card(evening)
        assert ["System: Swiss, FIDE Dutch"] in chips.buttons
        assert "The FIDE standard" in chips.text
        await choose(evening, chips, "Game", "draughts")
        assert ["System: Swiss, individual coefficients"] in chips.buttons
        await choose(evening, chips, "Game", "chess")
        assert ["System: Swiss, FIDE Dutch"] in chips.buttons
        await evening.olga.taps(chips, "More")
        await evening.sandbox.until(lambda: any("Handling rules" in key.text for key in chips.all_buttons()))
        assert any("out of the draws till back" in key.text for key in chips.all_buttons())
        await choose(evening, chips, "Handling rules", "FIDE 2017")
        assert any("Who does not come: out of the event" in key.text for key in chips.all_buttons())
        await choose(evening, chips, "Half-point byes", "1")
        await evening.olga.taps(chips, "Back")
        await evening.sandbox.until(lambda: ["Open entry", "Drop it"] in chips.buttons)
        await evening.olga.taps(chips, "Open entry")
        await evening.rests()
        settings = (await evening.tournament()).settings
        assert (settings.system, settings.handling, settings.byes) == ("dutch", "fide-2017", 1)
        assert (settings.game, settings.noshow_policy) == ("chess", "withdraw")
        await evening.olga.writes("/help rules")
        rules = await evening.olga.sees("Rules: Swiss, FIDE Dutch")
        assert "rules of 2017" in rules.text and "virtual opponent" in rules.text


async def test_a_player_takes_his_half_point_bye_and_no_second_one() -> None:
    async with Evening(6, system="dutch", rounds=4, byes=1) as evening:
        await evening.begins()
        anna = evening.players[0]
        await anna.writes("/bye 2 ½")
        await anna.sees("Noted: you miss round 2 (points: ½)")
        sent = await anna.writes("/bye 3 ½")
        await anna.sees("You have had all half-point byes there are (1)", after=sent)
        sent = await anna.writes("/bye 4 ½")
        await anna.sees("No half point in the last round", after=sent)
        await evening.plays()
        await evening.approves()
        t = await evening.tournament()
        assert t.stage is Stage.PLAYING and len(t.rounds[1].byes) == 1
        me, = t.rounds[1].byes
        assert await name(evening, me) == "Anna" and t.rounds[1].byes[me] == 1
        assert t.rounds[1].pab is not None                       # five are left


async def test_c09_a_late_entry_is_in_the_next_draw_with_half_a_point() -> None:
    async with Evening(7, system="dutch", rounds=4, byes=1) as evening:
        await evening.begins()
        await evening.plays()
        walter = evening.sandbox.person("Walter")
        await evening.group.add(walter)
        toast = await walter.taps(await evening.group.sees(buttons=["Join"]), "Join")
        assert toast.text.startswith("You are in from round 2")
        evening.time.jump(20)                                    # joins come in bunches
        card = await evening.olga.sees("Walter", buttons=["Approve"])
        evening.time.jump(20)
        await evening.olga.taps(card, "Approve")
        await evening.rests()
        t = await evening.tournament()
        assert len(t.rounds[1].games) == 4 and t.rounds[1].pab is None
        await evening.plays()
        table = await evening.group.sees("After round 2 of 4")
        line = next(line for line in table.text.splitlines() if "Walter" in line)
        assert line.endswith("½")
