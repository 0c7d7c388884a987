"""Does the log say, in words, who did what, when, from where, old → new and why?"""

from __future__ import annotations

from engine.judging import change
from engine.model import Actor, Role
from tests.evening import Evening
from tests.test_judging_chat import card, disagree, name


async def test_the_log_of_a_board_has_its_lines_in_order() -> None:
    async with Evening(6) as evening:
        await evening.begins()
        await disagree(evening, board=3)
        game = await evening.game(3)
        white, black = await name(evening, game.white), await name(evening, game.black)
        await evening.olga.taps(await card(evening.olga, f"1-0 {white}"), "1-0")
        await evening.rests()
        await evening.olga.writes("/undo")
        menu = await evening.olga.sees("Take this back?")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        sent = await evening.olga.writes("/log 3")
        shown = await evening.olga.sees("round 1, board 3", after=sent)
        about = f"board 3 ({white} – {black})"
        lines = shown.text.splitlines()[1:]
        assert len(lines) == 4
        assert f"{white} (in the group): round 1, {about}: {white} reports 1-0" in lines[0]
        assert f"{black} (in the group): round 1, {about}: {black} reports 0-1" in lines[1]
        assert f"Olga (in private): round 1, {about}: no result → 1-0 (taken back)" in lines[2]
        assert "Olga (in private): taken back: round 1" in lines[3]


async def test_the_log_of_a_player_and_the_whole_log() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/rule 1 1-0")
        await evening.olga.writes("/rule 1 ½ wrong sheet")
        preview = await evening.olga.sees(buttons=["Yes", "No"])
        await evening.olga.taps(preview, "Yes")
        await evening.rests()
        game = await evening.game(1)
        await evening.olga.writes(f"/log {await name(evening, game.black)}")
        shown = await evening.olga.sees("Log", buttons=[])
        assert "1-0 → ½-½ (wrong sheet)" in shown.text and "is in" in shown.text
        assert "board 2" not in shown.text
        await evening.olga.writes("/log")
        everything = await evening.olga.sees("everything, newest page first")
        assert "the clock: draft" in everything.text and "round 1 posted from draft" in everything.text
        assert "entry opened" in everything.text


async def test_a_long_log_has_pages() -> None:
    async with Evening(12) as evening:
        await evening.begins()
        for _ in range(2):
            await evening.plays()
            await evening.approves()
        await evening.olga.writes("/log")
        shown = await evening.olga.sees("everything, newest page first", buttons=["◀"])
        newest = shown.text
        assert len(newest) <= 4096 and "▶" not in str(shown.buttons)
        await evening.olga.taps(shown, "◀")
        await evening.rests()
        assert shown.text != newest and "▶" in str(shown.buttons)
        numbers = [int(line.split(".")[0]) for line in shown.text.splitlines()[1:]]
        assert numbers == sorted(numbers) and numbers[-1] < int(newest.splitlines()[1].split(".")[0])


async def test_the_seed_stays_hidden_until_the_end() -> None:
    async with Evening(2) as evening:
        await evening.opens()
        row = await evening.row()
        olga = Actor((await evening.app.store.members.memberships(evening.olga.id))[0].id, Role.CHIEF)
        await evening.app.store.ledger.record(
            row.code, lambda t: change(t, olga, "seed", "secret"), olga, "test:seed", evening.time.now())
        await evening.olga.writes("/log")
        shown = await evening.olga.sees("everything, newest page first")
        assert "Seed of the lots: … → …" in shown.text and "secret" not in shown.text


async def test_the_whole_log_is_handed_over_as_a_file_and_only_to_judges() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        said = await evening.olga.writes("/log")
        menu = await evening.olga.sees("Log", buttons=["As a file"], after=said)
        await evening.olga.taps(menu, "As a file")
        await evening.rests()
        media = evening.olga.reads()[-1].media
        assert media is not None
        lines = media.data.decode().splitlines()
        t = await evening.tournament()
        assert len(lines) == len(await evening.app.store.ledger.entries(t.code)) and lines[0].startswith("1. ")
        data = next(key.data or "" for key in menu.all_buttons() if key.text == "As a file")
        thief = evening.players[0]
        toast = await thief.forges(thief.reads()[-1], data)
        assert "Only judges" in toast.text and all(m.media is None for m in thief.reads())
