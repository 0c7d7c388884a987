"""Is what the chat says still true where an evening ends, or where a guest plays?"""

from __future__ import annotations

import re

import pytest

from bot.desk import COMMANDS
from tests.evening import Evening


async def test_points_taken_are_not_given_back_by_the_end_but_by_an_undo() -> None:
    async with Evening(4, rounds=1) as evening:
        await evening.begins()
        await evening.olga.writes("/penalty Anna 1 phone rang")
        receipt = await evening.olga.sees("Anna: points taken: 1", buttons=["Undo"])
        line = await evening.players[0].sees("A judge has taken points from you: 1")
        await evening.plays()
        await evening.group.sees("Final table")
        await evening.rests()
        assert "A judge has taken points from you: 1" in line.text
        await evening.olga.taps(receipt, "Undo")
        preview = await evening.olga.sees("Take this back?", buttons=["Yes"])
        await evening.olga.taps(preview, "Yes")
        await evening.rests()
        assert line.text == "This was taken back."


async def test_after_the_end_a_contested_result_keeps_no_round_waiting() -> None:
    async with Evening(4, rounds=1) as evening:
        await evening.begins()
        await evening.plays()
        await evening.group.sees("Final table")
        await evening.rests()
        loser = await evening.person((await evening.tournament()).rounds[0].games[0].black)
        await loser.taps(await loser.sees(buttons=["Not so"]), "Not so")
        card = await evening.olga.sees("is contested by", buttons=["It stays"])
        assert "It stands in the final table until you decide." in card.text


async def test_nobody_waits_for_a_guest_to_confirm() -> None:
    async with Evening(1, rounds=1) as evening:
        await evening.opens()
        anna, = evening.players
        await anna.taps(await evening.group.sees(buttons=["Join"]), "Join")
        await evening.olga.writes("/guest Uwe")
        await evening.olga.sees("Entered: Uwe")
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        post = await evening.approves()
        await anna.taps(await anna.sees(buttons=["Draw"]), "Draw")
        await evening.rests()
        assert "⏳ ½-½, counts soon" in post.text


async def test_help_names_only_commands_there_are_and_fits_who_is_in() -> None:
    async with Evening(1) as evening:
        post = await evening.opens()
        anna, = evening.players
        await anna.taps(post, "Join")
        for person in (anna, evening.olga):
            sent = await person.writes("/help")
            told = (await person.sees("What you can do now", after=sent)).text
            named = re.findall(r"^/(\w+)", told, re.MULTILINE)
            assert named and set(named) <= set(COMMANDS)
            assert ("You are in" in told) == (person is anna) == ("Press Join" not in told)


async def test_the_languages_receipt_names_the_language_that_was_chosen() -> None:
    async with Evening(0) as evening:
        await evening.olga.types(evening.group, "/language ru")
        assert await evening.olga.sees("The group's language is now: Русский")
        await evening.olga.types(evening.group, "/language en")
        assert await evening.olga.sees("The group's language is now: English")


async def test_the_group_hears_where_the_card_is_and_who_called_it_up() -> None:
    async with Evening(0) as evening:
        await evening.olga.types(evening.group, "/new One")
        assert await evening.group.sees("Olga is setting up an event. The card is in private.")
        judges = evening.sandbox.group("Judges", creator=evening.olga)
        await evening.sandbox.add_bot(judges, evening.olga)
        await evening.olga.types(judges, "/judges here")
        await judges.sees("come here now")
        await evening.group.promote(evening.olga, evening.olga, anonymous=True)
        await evening.olga.types(evening.group, "/new Two")
        assert await evening.group.sees("A judge is setting up an event. The card is in the judges' chat.")
        await evening.olga.taps(await judges.sees(buttons=["Open entry"]), "Open entry")
        await evening.olga.types(evening.group, "/settings")
        assert await evening.group.sees("The settings of the event are in the judges' chat, called up by: A judge.")


async def test_the_table_of_a_round_that_runs_is_not_called_the_table_after_it() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.olga.writes("/standings")
        assert await evening.olga.sees("During round 1 of 3")
        await evening.says(2, "1-0")
        await evening.rests()
        await evening.olga.writes("/standings")
        assert await evening.olga.sees("After round 1 of 3")


@pytest.mark.parametrize(("language", "head", "prefix"), [
    ("en", "For judges", "Judges:"), ("ru", "Для судей", "Судьям:")])
async def test_below_for_judges_help_does_not_say_so_in_every_line(language: str, head: str, prefix: str) -> None:
    async with Evening(0) as evening:
        await evening.opens()
        await evening.olga.writes(f"/language {language}")
        await evening.olga.writes("/help")
        told = await evening.olga.sees(head)
        assert prefix not in told.text
        menus = [str(call.params) for call in evening.sandbox.journal.calls("setMyCommands")]
        assert any(prefix in menu for menu in menus)
