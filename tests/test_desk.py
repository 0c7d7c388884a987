"""Does the desk know who comes, from where and about which tournament, and is every tap answered?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.desk import BUTTONS, button, command
from bot.notices.notice import Button
from bot.parse import press
from bot.visit import Visit
from engine.model import Refused, Role
from tests.evening import Evening, toys

SEEN: list[tuple[str, Role, bool]] = []


@pytest.fixture(autouse=True)
def simple() -> Iterator[None]:
    """Handlers that do one thing."""
    with toys():
        _register()
        yield


def _register() -> None:
    SEEN.clear()
    BUTTONS.pop("see", None)

    @command("who")
    async def who(v: Visit) -> None:
        SEEN.append((v.place, v.role, v.anonymous))
        await v.reply(f"{v.place} {v.role.name}")

    @command("judge")
    async def judge(v: Visit) -> None:
        if not v.is_judge:
            raise Refused("not_judge")
        await v.reply("yes, judge")

    @command("which", rights=False)
    async def which(v: Visit) -> None:
        await v.reply(f"it is {v.code} {v.text}")

    @command("card", rights=False)
    async def card(v: Visit) -> None:
        await v.show("a card", ((Button("Stumble", press("see", v.code)),),))

    @button("see")
    async def see(v: Visit) -> None:
        raise ZeroDivisionError



async def test_administrators_come_as_chief_where_none_is_named_and_others_as_persons() -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        await evening.olga.types(evening.group, "/who")
        await evening.olga.sees("group CHIEF")
        await evening.players[0].types(evening.group, "/who")
        await evening.players[0].sees("group PERSON")


async def test_with_a_named_chief_the_other_judges_come_as_judges() -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        members = evening.app.store.members
        club = (await evening.row()).club
        await members.set_role((await members.member(club, evening.players[0].id, "Anna")).id, chief=True)
        await evening.olga.types(evening.group, "/who")
        await evening.olga.sees("group JUDGE")
        await evening.players[0].types(evening.group, "/who")
        await evening.players[0].sees("group CHIEF")


async def test_rights_follow_a_promotion_and_a_demotion_at_once() -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        anna = evening.players[0]
        await evening.group.promote(anna, evening.olga)
        await evening.rests()
        await anna.types(evening.group, "/judge")
        await anna.sees("yes, judge")
        await evening.group.demote(anna, evening.olga)
        await evening.rests()
        await anna.types(evening.group, "/judge")
        await anna.sees("Only judges")


async def test_when_telegram_does_not_say_who_administers_nobody_is_a_judge_and_hears_to_try_again() -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        await evening.rests()
        evening.time.jump(120)                                        # the list is too old
        evening.sandbox.faults.add(500, "getChatAdministrators")
        await evening.olga.types(evening.group, "/judge")
        await evening.olga.sees("Try again")
        await evening.olga.types(evening.group, "/judge")
        await evening.olga.sees("yes, judge")


async def test_administrators_are_asked_for_once_a_minute_however_many_come() -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        await evening.rests()
        evening.time.jump(120)
        start = len(evening.sandbox.journal)
        for _ in range(5):
            await evening.olga.types(evening.group, "/who")
        await evening.rests()
        assert len(evening.sandbox.journal.calls("getChatAdministrators", since=start)) == 1


async def test_an_anonymous_administrator_calls_up_cards_and_has_no_rights() -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        await evening.group.promote(evening.olga, evening.olga, anonymous=True)
        await evening.olga.types(evening.group, "/who")
        await evening.group.sees("group PERSON")
        assert SEEN == [("group", Role.PERSON, True)]
        await evening.olga.types(evening.group, "/join")
        await evening.group.sees("Remain anonymous")
        assert (await evening.tournament()).players == {}


async def test_in_the_judges_chat_only_judges_count() -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        anna = evening.players[0]
        room = evening.sandbox.group("Judges", creator=evening.olga, members=[anna])
        await room.add_bot(evening.olga, admin=True)
        await evening.rests()
        await evening.app.store.clubs.set_judges_chat((await evening.row()).club, room.id)
        await anna.types(room, "/which")
        await room.sees("Only judges")
        await evening.olga.types(room, "/who")
        await room.sees("judges CHIEF")


async def test_the_tournament_meant_in_private_is_the_only_one_or_asked_for() -> None:
    async with Evening(2) as evening:
        code = await evening.open_quietly()
        anna = evening.players[0]
        await anna.taps(await evening.group.sees(buttons=["Join"]), "Join")
        await anna.writes("/which one")
        await anna.sees(f"it is {code} one")

        second = evening.sandbox.group("Draughts", creator=evening.olga, members=[anna])
        await second.add_bot(evening.olga, admin=True)
        await evening.olga.types(second, "/new Friday")
        await evening.olga.taps(await evening.olga.sees("Draughts", buttons=["Open entry"]), "Open entry")
        await anna.taps(await second.sees("Friday", buttons=["Join"]), "Join")
        other = next(row.code for row in await evening.app.store.ledger.running() if row.code != code)
        await anna.writes("/which two words")
        question = await anna.sees("Which event?", buttons=["Friday"])
        await anna.taps(question, "Friday")
        await anna.sees(f"it is {other} two words")


async def test_every_tap_is_answered_also_when_a_handler_stumbles_or_data_are_forged() -> None:
    async with Evening(1) as evening:
        code = await evening.open_quietly()
        anna = evening.players[0]
        await anna.types(evening.group, "/card")
        card = await anna.sees("a card", buttons=["Stumble"])
        assert "nothing was lost" in (await anna.taps(card, "Stumble")).text
        post = await evening.group.sees(buttons=["Join"])
        for data in ("", "nonsense", "join:ZZZZ", "join", f"approve:{code}:99999999", "do:ZZZZ:join", "do:",
                     f"res:{code}:1:1:w", f"do:{code}:nothing", "🂡" * 16, f"undo:{code}:1"):
            assert (await anna.forges(post, data)).text, data
        assert (await evening.tournament()).players == {}


async def test_a_tap_from_another_group_has_no_effect() -> None:
    async with Evening(1) as evening:
        code = await evening.open_quietly()
        anna = evening.players[0]
        other = evening.sandbox.group("Elsewhere", creator=anna)
        await other.add_bot(anna, admin=True)
        greeting = await other.sees(buttons=["New event"])
        assert (await anna.forges(greeting, f"join:{code}")).text
        assert (await evening.tournament()).players == {}


async def test_a_tap_too_old_to_be_answered_still_counts_and_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async with Evening(1) as evening:
        await evening.open_quietly()
        post = await evening.group.sees(buttons=["Join"])
        evening.sandbox.faults.add(400, "answerCallbackQuery", description=(
            "Bad Request: query is too old and response timeout expired or query ID is invalid"))
        tap = evening.players[0].tap(post, "Join")
        await evening.rests()
        assert len((await evening.tournament()).players) == 1
        assert "not answered" not in caplog.text
        assert not tap.query.answer.done()


async def test_the_bot_greets_a_group_once_in_the_language_of_who_added_it() -> None:
    async with Evening(0) as evening:
        irina = evening.sandbox.person("Ирина", language="ru")
        group = evening.sandbox.group("Шахматы", creator=irina)
        await group.add_bot(irina, admin=True)
        await group.sees(buttons=["Новый турнир"])
        await evening.rests()
        assert len(group.posts) == 1
        club = await evening.app.store.clubs.club_of_chat(group.id)
        assert club is not None and club.language == "ru"
        await group.remove_bot(irina)
        await evening.rests()
        await group.add_bot(irina, admin=True)
        await evening.sandbox.until(lambda: len(group.posts) == 2)


async def test_who_presses_start_can_be_written_to_and_who_blocks_can_not() -> None:
    async with Evening(1, started=False) as evening:
        anna = evening.players[0]
        await anna.start()
        await evening.rests()
        person = await evening.app.store.people.person(anna.id)
        assert person is not None and person.reachable
        await anna.blocks()
        await evening.rests()
        person = await evening.app.store.people.person(anna.id)
        assert person is not None and not person.reachable


async def test_a_typed_command_of_one_who_cannot_be_written_to_gets_one_reply_that_replaces_the_last() -> None:
    async with Evening(1, started=False) as evening:
        await evening.open_quietly()
        anna = evening.players[0]
        for text in ("one", "two", "three"):
            await anna.types(evening.group, f"/which {text}")
            await evening.group.sees(text)
        await evening.rests()
        assert [m.text.split()[-1] for m in evening.group.posts if m.text.startswith("it is")] == ["three"]


async def test_the_toast_comes_right_after_the_commit_however_slow_the_group_is() -> None:
    """So slow that it would be waited for without end."""
    async with Evening(2, speed=60, config={"request": 36_000.0, "drain": 0.0}) as evening:
        await evening.open_quietly()
        post = await evening.group.sees(buttons=["Join"])
        hung = evening.sandbox.faults.add("timeout_before", "editMessageText", times=99)
        for n, player in enumerate(evening.players, 1):
            assert (await player.taps(post, "Join")).text == f"You are in, {n}"
            await evening.sandbox.until(lambda: hung.struck > 0)


async def test_from_start_to_the_first_answer_nothing_is_waited_for_but_what_it_needs() -> None:
    """Not for menus, nor for posts. How long a start takes is measured by `tests.bench.start`."""
    async with Evening(2, speed=1.0) as evening:
        await evening.open_quietly()
        post = await evening.group.sees(buttons=["Join"])
        await evening.rests()
        await evening.stops()
        tap = evening.players[0].tap(post, "Join")
        beside = [evening.sandbox.faults.add("timeout_before", method, times=99) for method in (
            "setMyCommands", "setMyDescription", "setMyShortDescription", "sendMessage", "editMessageText")]
        await evening.spawns(REQUEST="3600")
        assert (await tap.toast(60)).text == "You are in, 1"
        await evening.sandbox.until(lambda: beside[0].struck > 0)
