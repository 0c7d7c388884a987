"""Is a correction of rating, title, bye or number of rounds shown with what it changes before it is made?"""

from __future__ import annotations

import pytest

from tests.evening import Evening
from tests.test_judging_chat import card, drafted, name


@pytest.mark.parametrize(("language", "stays", "places", "yes"), [
    ("en", "The start number of Anna stays.", "Points and places stay as they are.", "Yes"),
    ("ru", "Стартовый номер не меняется: Anna.", "Очки и места не меняются.", "Да")])
async def test_a_rating_after_round_1_is_shown_first_and_changes_no_number(language: str, stays: str, places: str,
                                                                          yes: str) -> None:
    async with Evening(6) as evening:
        await evening.begins()
        await evening.olga.writes(f"/language {language}")
        t, code = await evening.tournament(), (await evening.row()).code
        anna, = [player for player in t.players if await name(evening, player) == "Anna"]
        post = await evening.round_post()
        await evening.olga.forges(post, f"rating:{code}:{anna}")
        sent = await evening.olga.writes("1850?")
        shown = await evening.olga.sees("Anna: – → 1850?", buttons=[yes], after=sent)
        assert stays in shown.text and places in shown.text
        assert (await evening.tournament()).players[anna].rating is None, "nothing is written yet"
        await evening.olga.taps(shown, yes)
        await evening.rests()
        known = (await evening.tournament()).players[anna]
        assert (known.rating, known.estimated, known.number) == (1850, True, t.players[anna].number)
        again = await evening.olga.forges(shown, f"rate:{code}:{anna}:1850:1:-")
        assert "Olga" in again.text


async def test_a_title_moves_a_start_number_and_makes_the_draft_again() -> None:
    async with Evening(6, system="dutch", ratings="used") as evening:
        await drafted(evening)
        t, code = await evening.tournament(), (await evening.row()).code
        assert t.draft is not None
        last = t.draft.start_list[-1]
        who, shown = await name(evening, last), await card(evening.olga, "Swap")
        await evening.olga.forges(shown, f"title:{code}:{last}:GM")
        preview = await evening.olga.sees(f"{who}: – → – GM", buttons=["Yes", "No"])
        assert f"Start number of {who}: 6 → 1." in preview.text and "The draft of round 1 is made again." in preview.text
        await evening.olga.taps(preview, "Yes")
        await evening.rests()
        after = (await evening.tournament()).draft
        assert after is not None and after.seq != t.draft.seq and after.start_list[0] == last


async def test_a_bye_that_would_take_the_draft_away_is_shown_first() -> None:
    async with Evening(6) as evening:
        await evening.begins()
        await evening.plays()
        await card(evening.olga, "Swap")
        sent = await evening.olga.writes("/bye Anna")
        shown = await evening.olga.sees("Anna misses round 2", buttons=["Yes", "No"], after=sent)
        assert "The draft of round 2 is made again." in shown.text
        assert not any(p.byes for p in (await evening.tournament()).players.values())
        await evening.olga.taps(shown, "Yes")
        await evening.rests()
        assert [2 in p.byes for p in (await evening.tournament()).players.values()].count(True) == 1


async def test_fewer_rounds_say_that_the_draft_goes_and_the_event_ends() -> None:
    async with Evening(6, rounds=3) as evening:
        await evening.begins()
        await evening.plays()
        await card(evening.olga, "Swap")
        await evening.olga.writes("/settings")
        menu = await evening.olga.sees(buttons=["Rounds: 3"])
        await evening.olga.forges(menu, f"set:{(await evening.row()).code}:rounds:1")
        shown = await evening.olga.sees("Rounds: 1", buttons=["a mistake"])
        assert "The draft of round 2 goes." in shown.text and "Points and places stay as they are." in shown.text
        assert "Round 1 is the last one" in shown.text
        assert (await evening.tournament()).settings.rounds == 3
        await evening.olga.forges(menu, f"set:{(await evening.row()).code}:rounds:2")
        shown = await evening.olga.sees("Rounds: 2", buttons=["a mistake"])
        assert "The draft of round 2 is made again." in shown.text


@pytest.mark.parametrize(("language", "places", "rated", "yes"), [
    ("en", "Places: ", "Club rating of {name}: 1510? → 1490?.", "Yes"),
    ("ru", "Места: ", "Клубный рейтинг, {name}: 1510? → 1490?.", "Да")])
async def test_a_result_after_the_end_says_points_places_ratings_and_the_reason(language: str, places: str, rated: str,
                                                                                yes: str) -> None:
    async with Evening(4, rounds=1) as evening:
        await evening.begins()
        await evening.plays()
        await evening.rests()
        await evening.olga.writes(f"/language {language}")
        game = (await evening.tournament()).rounds[0].games[0]
        white, black = await name(evening, game.white), await name(evening, game.black)
        await evening.olga.writes("/rule 1 0-1 <misread>")
        shown = await evening.olga.sees("0-1", buttons=[yes])
        assert f"{white}: 1 → 0" in shown.text and f"{black}: 0 → 1" in shown.text
        assert places in shown.text and "<misread>" in shown.text
        assert rated.format(name=white) in shown.text
        await evening.olga.taps(shown, yes)
        await evening.rests()
        changes = await evening.app.store.leaderboards.changes((await evening.row()).code)
        assert str(changes[game.white].after) == "1490?" and str(changes[game.black].after) == "1510?"
        await evening.olga.writes("/rule 1 +/-")
        shown = await evening.olga.sees("+/-", buttons=[yes])
        assert rated.format(name=black).replace("1490", "1500") in shown.text, "no game, no rating"


async def test_a_correction_that_moves_nobody_says_so() -> None:
    async with Evening(4, rounds=2) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        await evening.olga.writes("/rule 1 swap")
        assert "Points and places stay as they are." in (await evening.olga.sees("Now: ", buttons=["Yes"])).text


async def test_previews_of_a_rating_and_a_missed_round_name_an_event_that_is_over() -> None:
    async with Evening(7, system="dutch", rounds=2) as evening:
        await evening.enters()
        last = evening.players[6]
        await last.writes("/bye 1")
        await evening.rests()
        await evening.olga.types(evening.group, "/begin")
        post = await evening.approves()
        await evening.plays()
        player, = [p for p in (await evening.tournament()).players if await name(evening, p) == last.name]
        code, title = (await evening.row()).code, (await evening.tournament()).settings.title
        for over in (False, True):
            for data, words in ((f"title:{code}:{player}:GM", "– → – GM"), (f"skip:{code}:{player}:1:1", ": 0 → ½")):
                await evening.olga.forges(post, data)
                shown = await evening.olga.sees(words, buttons=["Yes"])
                assert shown.text.startswith(f"{title}\n") == over, data
                await evening.olga.taps(shown, "No")
                await evening.rests()
            await evening.olga.forges(post, f"finish:{code}:yes")
            await evening.rests()
