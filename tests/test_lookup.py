"""Does everybody find what he looks for, where he looks, in his language?"""

from __future__ import annotations

import pytest

from bot import menus
from bot.handlers import lookup, rules
from bot.texts import LANGUAGES, plain, units, words
from engine import entry, judging
from engine.model import Actor, Role, Settings
from engine.settings import SYSTEMS
from tests.evening import Evening


async def test_start_says_hello_and_asks_the_language() -> None:
    async with Evening(0) as evening:
        stranger = evening.sandbox.person("Стас Ю", language="ru")
        await stranger.start()
        hello = await stranger.sees("Здравствуйте, Стас Ю", buttons=["English", "Русский"])
        assert "ни в одном" in hello.text or "клуб" in hello.text
        assert "English" in (await stranger.taps(hello, "English")).text
        await stranger.writes("/help")
        await stranger.sees("What you can do now")


async def test_private_messages_begin_with_the_link_of_the_entry_post() -> None:
    async with Evening(2, started=False) as evening:
        post = await evening.opens()
        anna = evening.players[0]
        await anna.taps(post, "Join")
        await anna.taps(post, "Private messages")
        await anna.sees("You will get the private messages")
        await anna.sees("You are in, 1", buttons=["Leave"])


async def test_a_link_never_acts_for_a_judge() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        code = (await evening.row()).code
        for payload in (f"cancel-{code}-yes", f"begin-{code}", f"set-{code}-rounds-9", "drop", "x" * 60):
            await evening.olga.start(payload)
            await evening.rests()
        t = await evening.tournament()
        assert (t.stage.value, t.settings.rounds) == ("entry", 3)
        await evening.olga.start("mine-ZZZZ")
        await evening.olga.sees("There is no event here")


async def test_rules_are_one_tap_from_the_entry_post() -> None:
    async with Evening(1) as evening:
        post = await evening.opens()
        assert "start=rules-" in post.html
        await evening.players[0].start(f"rules-{(await evening.row()).code}")
        told = await evening.players[0].sees("Rules: Swiss, individual coefficients")
        assert "5.4.10.5" in told.text
        assert "Ties:" in told.text
        await evening.players[0].writes("/help rules")
        await evening.players[0].sees("Rules: Swiss", after=told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_its_rules_in_words(language: str, system: str) -> None:
    for policy in ("pause", "withdraw", "keep"):
        told = rules.told(words(language), Settings(system=system, noshow_policy=policy))
        assert units(told) < 4096
        assert plain(told).count("•") >= 8


async def test_help_follows_stage_and_person() -> None:
    async with Evening(5) as evening:
        anna, olga = evening.players[0], evening.olga
        await olga.writes("/help")
        none = await olga.sees("There is no event now")
        assert "/new" in none.text
        assert "/begin" not in none.text
        await evening.enters()
        await anna.writes("/help")
        before = await anna.sees("What you can do now")
        assert "/leave" in before.text
        assert "/result" not in before.text
        assert "/new" not in before.text
        await olga.types(evening.group, "/help")
        assert "/begin" in (await evening.group.sees("For judges")).text
        await olga.types(evening.group, "/begin")
        await evening.approves()
        await anna.writes("/help")
        playing = await anna.sees("/result")
        assert "/bye" in playing.text
        assert "For judges" not in playing.text


def test_help_knows_every_command() -> None:
    everything = {*lookup._ALWAYS, "start", "help"}
    for table in (lookup._PLAYER, lookup._JUDGE):
        everything |= {name for names in table.values() for name in names}
    assert everything == {*menus.PRIVATE, *menus.GROUP, *menus.ADMINISTRATORS}


async def test_pairs_point_to_a_fresh_post_and_repeat_an_old_one() -> None:
    async with Evening(4, speed=5) as evening:
        anna = evening.players[0]
        await anna.types(evening.group, "/pairs")
        await anna.sees("There is no event here")
        post = await evening.begins()
        await anna.types(evening.group, "/pairs")
        await evening.group.sees("just above")
        evening.time.jump(180)
        await anna.types(evening.group, "/pairs")
        told = await evening.group.sees("Round 1 of 3", after=post)
        assert told is not post
        assert told.buttons == []
        await anna.types(evening.group, "/pairs 1")
        await evening.group.sees("Round 1 of 3", after=told)
        await evening.rests()
        assert told.deleted                                          # one of its kind at a time
        await anna.types(evening.group, "/pairs 7")
        await anna.sees("Round 7 is not possible")
        await anna.writes("/pairs")
        await anna.sees("White – Black")


async def test_the_table_in_private_has_the_figures() -> None:
    async with Evening(4, rounds=2) as evening:
        anna = evening.players[0]
        await evening.enters()
        await anna.writes("/standings")
        await anna.sees("There is no table yet")
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        await evening.plays()
        await anna.writes("/standings")
        table = await anna.sees("After round 1 of 2")
        assert "Ties:" in table.text
        assert table.text.count(" · ") >= 4
        await evening.approves()
        await evening.plays()
        await anna.writes("/standings")
        final = await anna.sees("Final table")
        assert all(player.name in final.text for player in evening.players)
        await anna.writes("/standings 1")
        await anna.sees("After round 1 of 2", after=final)


async def test_a_long_list_comes_in_parts() -> None:
    async with Evening(0) as evening:
        await evening.opens()
        row = await evening.row()
        store = evening.app.store
        olga = await store.members.member(row.club, evening.olga.id, "Olga")
        judge = Actor(olga.id, Role.CHIEF, "group")
        for number in range(90):
            guest = await store.members.guest(row.club, f"Guest number {number} of a long evening")
            await store.ledger.record(row.code, lambda t, guest=guest: entry.enter(t, judge, guest.id, guest=True),
                                      judge, f"test:{number}", evening.time.now())
        await store.ledger.record(row.code, lambda t: judging.begin(t, judge), judge, "test:begin",
                                  evening.time.now())
        evening.app.clock.nudge(row.code)
        card = await evening.olga.sees(buttons=["Approve"])
        await evening.olga.taps(card, "Approve")
        await evening.rests()
        await evening.olga.writes("/pairs")
        await evening.olga.sees("45. ")
        evening.time.jump(180)
        before = evening.group.posts[-1]
        await evening.olga.types(evening.group, "/pairs")
        told = await evening.group.sees("and 5 more", after=before)
        assert "40. " in told.text


async def test_me_in_private_and_a_hint_in_the_group() -> None:
    async with Evening(5, rounds=3) as evening:
        anna = evening.players[0]
        await evening.begins()
        await evening.plays()
        await anna.types(evening.group, "/me")
        await evening.group.sees("This comes in private")
        await anna.writes("/me")
        mine = await anna.sees("You are in, number", buttons=["Bye", "Leave"])
        assert "1. " in mine.text
        await evening.olga.writes("/me")
        await evening.olga.sees("You are not taking part", buttons=["Join"])


async def test_the_language_of_a_person_and_of_a_club() -> None:
    async with Evening(2) as evening:
        anna = evening.players[0]
        post = await evening.opens()
        await anna.writes("/language")
        question = await anna.sees("Which language", buttons=["English", "Русский"])
        assert "по-русски" in (await anna.taps(question, "Русский")).text
        assert (await anna.taps(post, "Join")).text == "Вы участвуете, 1"
        await anna.types(evening.group, "/language ru")
        await anna.sees("только судь")
        assert "Join" in str(post.buttons)
        await evening.olga.types(evening.group, "/language de")
        await evening.olga.sees("en, ru")
        await evening.olga.types(evening.group, "/language ru")
        await evening.sandbox.until(lambda: "Участвую" in str(post.buttons))
        await evening.rests()
        scopes = [call.params["scope"] for call in evening.sandbox.journal.calls("setMyCommands", ok=True)]
        assert [scope["type"] for scope in scopes if scope.get("chat_id") == evening.group.id] == [
            "chat", "chat_administrators"]
        assert evening.sandbox.journal.refused() == []


async def test_judges_are_named_and_dismissed() -> None:
    async with Evening(2) as evening:
        anna, boris = evening.players
        await evening.opens()
        for person in (anna, boris):
            await person.types(evening.group, "/help")
        await evening.rests()
        await anna.types(evening.group, "/judges Anna")
        await anna.sees("Only judges")
        await evening.olga.types(evening.group, "/judges Anna")
        await evening.olga.sees("Anna is a judge now")
        await anna.types(evening.group, "/judges chief Olga")                # nobody is chief, so everybody is
        await anna.sees("Olga is the chief judge now")
        await anna.types(evening.group, "/judges chief none")
        await anna.sees("Only the chief judge")
        await anna.types(evening.group, "/judges")
        listed = await anna.sees("Judges of Chess club")
        assert "Olga (chief)" in listed.text
        assert "Anna" in listed.text
        await evening.olga.types(evening.group, "/judges dismiss Anna")
        await evening.olga.sees("no longer a judge")
        await anna.types(evening.group, "/settings")
        await anna.sees("Only judges", after=listed)
        await evening.olga.types(evening.group, "/judges Nobody")
        await evening.olga.sees("I do not know “Nobody”")
        await evening.olga.types(evening.group, "/judges here")
        await evening.olga.sees("the club's own group")
