"""Can judges take people out, bring them back, enter guests and late arrivals, with the name on the card?"""

from __future__ import annotations

from tests.evening import Evening
from tests.test_judging_chat import name

NOTHING = "\u3164\u200d\ufe0f"
"""A letter to Unicode, a joiner, and what makes a sign an emoji."""


async def test_a_tap_in_the_list_is_answered_by_a_card_with_the_name_and_undo() -> None:
    async with Evening(8) as evening:
        await evening.enters()
        await evening.olga.writes("/remove")
        menu = await evening.olga.sees("Who is out?")
        assert [len(row) for row in menu.buttons] == [1] * 8                 # one big button a row
        await evening.olga.taps(menu, "Greta")
        await evening.rests()
        assert menu.text == "Greta is out" and menu.buttons == [["Back"], ["Undo"]]
        assert await evening.players[6].sees("A judge has taken you out", buttons=["I am still playing"])
        await evening.olga.taps(menu, "Undo")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        assert len((await evening.tournament()).entered()) == 8


async def test_a_second_removal_says_who_did_the_first() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        await evening.olga.types(evening.group, "/remove Boris")
        await evening.olga.sees("Boris is out")
        sent = await evening.olga.writes("/remove Boris")
        assert "Done before: Olga" in (await evening.olga.sees("Boris is out", after=sent)).text
        sent = await evening.olga.writes("/back Boris")
        assert await evening.olga.sees("Boris is in again", after=sent)


async def test_an_open_board_is_left_open_or_forfeited_as_the_judge_says() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        game = await evening.game(1)
        white = await name(evening, game.white)
        await evening.olga.writes(f"/remove {white}")
        menu = await evening.olga.sees(f"{white} has an open board (1)")
        await evening.olga.taps(menu, "Leave the board open")
        await evening.rests()
        t = await evening.tournament()
        assert t.players[game.white].standing == "removed" and t.rounds[0].games[0].result is None
        card = await evening.olga.sees(f"{white} has left; the board is open", buttons=["-/+"])
        await evening.olga.taps(card, "-/+")
        assert (await evening.game(1)).result == "-/+"


async def test_a_judge_excuses_a_player_from_the_next_round() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/bye David")
        assert await evening.olga.sees("David misses round 2", buttons=["Undo"])
        await evening.olga.writes("/bye #1 r3")
        assert await evening.olga.sees("misses round 3")


async def test_people_can_be_named_by_number_account_and_beginning_and_are_chosen_when_in_doubt() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        await evening.olga.writes("/guest Anton\nBella")
        await evening.olga.sees("Entered: Anton, Bella. Now in: 6.")
        await evening.olga.writes("/remove An")
        menu = await evening.olga.sees("Who is meant?", buttons=["Anna", "Anton"])
        await evening.olga.taps(menu, "Anton")
        await evening.rests()
        assert menu.text == "Anton is out"
        sent = await evening.olga.writes("/remove Zoe")
        assert await evening.olga.sees("I do not know this player", after=sent)


async def test_many_guests_are_entered_at_once_and_a_similar_name_is_asked_about() -> None:
    async with Evening(3) as evening:
        await evening.enters()
        await evening.olga.writes("/guest 1. Ivan Petrov 1500\n2. Mary Smith\n3. Anna")
        told = await evening.olga.sees("Entered: Ivan Petrov, Mary Smith. Now in: 5.", buttons=["Undo"])
        question = await evening.olga.sees("“Anna” looks like somebody of the club", buttons=["Same person: Anna"])
        await evening.olga.taps(question, "Same person")
        await evening.rests()
        assert "In already: Anna. Now in: 5." in question.text                # one entry (complaint C34)
        await evening.olga.writes("/guest Ivan Petrow 1600")
        question = await evening.olga.sees("“Ivan Petrow” looks like", buttons=["Somebody else"])
        await evening.olga.taps(question, "Somebody else")
        await evening.rests()
        t = await evening.tournament()
        assert sorted(p.rating for p in t.players.values() if p.guest and p.rating) == [1500, 1600]
        await evening.olga.writes("/guest Ivan Petrov 1550")                  # an existing name sets the rating
        await evening.rests()
        t = await evening.tournament()
        assert sorted(p.rating for p in t.players.values() if p.guest and p.rating) == [1550, 1600]
        assert told.buttons == [["Undo"]]


async def test_a_question_about_a_name_survives_a_restart() -> None:
    async with Evening(3) as evening:
        await evening.enters()
        await evening.olga.writes("/guest Boriss 1400")
        question = await evening.olga.sees("“Boriss” looks like", buttons=["Somebody else"])
        await evening.stops()
        await evening.starts()
        await evening.olga.taps(question, "Somebody else")
        await evening.rests()
        assert "Entered: Boriss" in question.text
        toast = await evening.olga.forges(question, f"other:{(await evening.row()).code}:1")
        assert toast.text.startswith("This question is out of date")


async def test_a_rating_no_list_has_is_refused_at_entry() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        sent = await evening.olga.writes("/guest Hans 9999")
        assert await evening.olga.sees("A rating is a number from 0 to 3500", after=sent)
        assert len((await evening.tournament()).players) == 2


async def test_a_player_card_sets_rating_title_and_name() -> None:
    async with Evening(3) as evening:
        await evening.enters()
        code = (await evening.row()).code
        await evening.olga.writes("/settings")
        menu = await evening.olga.sees(buttons=["Players", "Log"])
        await evening.olga.taps(menu, "Players")
        await evening.rests()
        assert menu.text == "Players: tap one."
        await evening.olga.taps(menu, "Boris")
        await evening.rests()
        assert menu.text == "Boris"
        await evening.olga.taps(menu, "Rating")
        await evening.olga.sees("Type the rating of Boris")
        await evening.olga.writes("1850?")
        assert await evening.olga.sees("Boris: rating 1850")
        await evening.olga.taps(menu, "Title")
        await evening.olga.taps(menu, "FM")
        await evening.rests()
        t = await evening.tournament()
        boris = next(p for p in t.players.values() if p.rating)
        assert (boris.rating, boris.estimated, boris.title) == (1850, True, "FM")
        await evening.olga.forges(menu, f"rename:{code}:{boris.id}")
        await evening.olga.sees("Type the new name of Boris")
        await evening.olga.writes(NOTHING)
        await evening.olga.sees("That is no name")
        await evening.olga.writes("Boris Ivanov")
        await evening.olga.sees("The name is now Boris Ivanov")
        await evening.rests()
        assert "Boris Ivanov" in (await evening.group.sees(buttons=["Join"])).text


async def test_what_nobody_sees_is_no_title_and_no_name() -> None:
    async with Evening(1) as evening:
        nobody = evening.sandbox.person(NOTHING)
        await evening.group.add(nobody)
        await evening.olga.types(evening.group, f"/new {NOTHING}")
        await evening.olga.taps(await evening.olga.sees(buttons=["Open entry"]), "Open entry")
        post = await evening.group.sees(buttons=["Join"])
        assert NOTHING not in post.text
        assert (await evening.tournament()).settings.title != ""                 # its day
        await nobody.taps(post, "Join")
        await evening.olga.writes(f"/guest {NOTHING} 1500\nVera\n\u200b")
        await evening.olga.sees("Entered: Vera")
        await evening.rests()
        assert str(nobody.id) in post.text and len((await evening.tournament()).players) == 2
        sent = await evening.olga.writes(f"/guest {NOTHING}")
        await evening.olga.sees("The guests the club remembers", after=sent)


async def test_a_rating_for_somebody_who_is_in_is_shown_before_it_is_set() -> None:
    async with Evening(4, system="dutch", ratings="used") as evening:
        await evening.enters()
        await evening.olga.writes("/guest Walter 1400\nVera 1500")
        await evening.rests()
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.sees("Round 1: draft", buttons=["Approve"])
        draft = (await evening.tournament()).draft
        assert draft is not None
        await evening.olga.writes("/guest Walter 2000\nNew One 1300\nWaltor 1200")
        await evening.olga.sees("Entered: New One")
        shown = await evening.olga.sees("Walter: 1400 → 2000", buttons=["Yes", "No"])
        assert "Start number of Walter: 2 → 1." in shown.text
        rated = {p.rating for p in (await evening.tournament()).players.values()}
        assert 2000 not in rated and 1300 in rated
        await evening.olga.taps(shown, "Yes")
        await evening.rests()
        assert "Rating set: Walter 2000" in shown.text and shown.buttons == [["Undo"]]
        assert 2000 in {p.rating for p in (await evening.tournament()).players.values()}
        await evening.olga.sees("“Waltor” looks like", buttons=["Somebody else"])          # goes on with the names


async def test_no_to_a_rating_changes_nothing_and_an_old_question_says_so() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/guest Anna 1900")
        shown = await evening.olga.sees("Anna: – → 1900", buttons=["Yes", "No"])
        yes = next(key.data or "" for key in shown.all_buttons() if key.text == "Yes")
        await evening.olga.taps(shown, "No")
        await evening.rests()
        assert not shown.buttons and not any(p.rating for p in (await evening.tournament()).players.values())
        assert "out of date" in (await evening.olga.forges(shown, yes)).text


async def test_names_that_are_equal_only_as_far_as_they_are_kept_are_asked_about() -> None:
    long = "Maximilian " * 6
    async with Evening(1) as evening:
        await evening.enters()
        await evening.olga.writes(f"/guest {long}Smith\n{long}Jones")
        question = await evening.olga.sees("looks like somebody of the club", buttons=["Somebody else"])
        await evening.olga.taps(question, "Somebody else")
        await evening.rests()
        assert len((await evening.tournament()).players) == 3
