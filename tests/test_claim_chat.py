"""Does a guest come into his past by a link, a like name, a judge's Yes, and does everybody hear what became of it?"""

from __future__ import annotations

import pytest

from bot.sandbox import Message, Person
from engine.model import MemberId, Stage
from tests.evening import Evening

pytestmark = pytest.mark.usefixtures("databases")


async def guest_of(evening: Evening, name: str) -> MemberId:
    return (await evening.app.store.members.guest(1, name)).id


async def link_for(evening: Evening, name: str) -> str:
    """A judge takes the link from the list of guests; its payload."""
    said = await evening.olga.writes("/guest")
    menu = await evening.olga.sees("The guests the club remembers", after=said)
    await evening.olga.taps(menu, name)
    await evening.rests()
    assert f"A link for {name}" in menu.text
    return menu.text.partition("?start=")[2].split()[0]


async def opened(evening: Evening, person: Person, payload: str) -> Message:
    said = await person.writes(f"/start {payload}")
    return await person.sees(after=said)


async def with_guest(evening: Evening, name: str = "Gregor") -> MemberId:
    """One evening with a guest in it is over; his number."""
    await evening.enters()
    await evening.olga.writes(f"/guest {name}")
    await evening.olga.sees("Entered:")
    guest = await guest_of(evening, name)
    await evening.olga.types(evening.group, "/begin")
    await evening.olga.taps(await evening.olga.sees(buttons=["Approve"]), "Approve")
    await evening.rests()
    t = await evening.tournament()
    for game in t.rounds[0].games:
        await evening.olga.writes(f"/rule {game.board} 1-0")
    await evening.rests()
    assert (await evening.tournament()).stage is Stage.FINISHED
    return guest


async def test_a_link_a_yes_and_a_judges_yes_give_the_past_to_the_account() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        guest = await with_guest(evening)
        before = await evening.app.store.leaderboards.history(1)
        stranger = evening.sandbox.person("Grisha", started=True, language="ru")
        payload = await link_for(evening, "Gregor")
        question = await opened(evening, stranger, payload)
        assert "Gregor" in question.text and question.buttons == [["Да", "Нет"]]
        assert (await stranger.taps(question, "Да")).text.startswith("Судей клуба")
        card = await evening.olga.sees("Is Grisha")
        await evening.rests()
        assert "1 event of Gregor goes over" in card.text and "Nobody else's rating changes" in card.text
        assert "Rating, chess: – → " in card.text and card.buttons == [["Yes", "No"]]
        assert (await evening.olga.taps(card, "Yes")).text == "Grisha is Gregor: one history"
        await evening.rests()
        assert "Yes, one person: Olga" in card.text and card.buttons == [["Undo"]]
        assert "судья подтвердил" in (await stranger.sees("Chess club: судья")).text
        mine, = await evening.app.store.members.memberships(stranger.id)
        after = await evening.app.store.leaderboards.history(1)
        assert [(it.change.member == mine.id, it.change.after) for it in after] == [
            (it.change.member == guest, it.change.after) for it in before]
        assert not [m for m in stranger.chat.shown() if ", доска " in m.text], "of what is over he is told nothing"
        await stranger.writes("/rating")
        assert "Gregor – " in (await stranger.sees("Клубный рейтинг")).text, "one Gregor, not a second"
        assert (await opened(evening, evening.players[0], payload)).text.startswith("This link has been used")
        assert (await evening.olga.taps(card, "Undo")).text.endswith("are two again")
        await evening.rests()
        assert "Taken back" in card.text and card.buttons == []
        assert "судья это отменил" in (await stranger.sees("судья это")).text
        assert await evening.app.store.leaderboards.history(1) == before
        assert evening.sandbox.journal.refused() == []


async def test_a_guest_who_plays_gets_his_board_his_line_and_his_buttons() -> None:
    async with Evening(3, rounds=3, speed=60) as evening:
        await evening.enters()
        await evening.olga.writes("/guest Gregor")
        await evening.olga.sees("Entered:")
        guest = await guest_of(evening, "Gregor")
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        question = await opened(evening, grisha, await link_for(evening, "Gregor"))
        await grisha.taps(question, "Yes")
        card = await evening.olga.sees("Is Grisha")
        assert "Grisha plays on in the place of Gregor" in card.text
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        t = await evening.tournament()
        mine, = await evening.app.store.members.memberships(grisha.id)
        assert guest not in t.players and not t.players[mine.id].guest
        line = await grisha.sees("Round 1, board", buttons=["I won"])
        assert (await grisha.taps(line, "I won")).text.startswith("Reported:")
        toast = await evening.olga.taps(card, "Undo")
        assert "something rests on it" in toast.text, "his report"
        await grisha.writes("/me")
        assert "Round 1" in (await grisha.sees("Round 1")).text
        assert evening.sandbox.journal.refused() == []


async def test_a_claim_that_no_judge_answers_is_told_to_the_group_without_names() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        await with_guest(evening)
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        card = await evening.olga.sees("Is Grisha")
        await evening.rests()
        assert not [post for post in evening.group.posts if "guest of this club" in post.text]
        evening.time.jump(11 * 60)
        await evening.rests()
        post = await evening.group.sees("Somebody says that he is a guest of this club")
        assert "Gr" not in post.text and post.buttons == [["Private messages"]]
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        assert post.text == "A judge has decided about a guest of this club." and post.buttons == []
        assert evening.sandbox.journal.refused() == []


async def test_undo_gives_the_guest_his_place_again() -> None:
    async with Evening(3, rounds=3, speed=60) as evening:
        await evening.enters()
        await evening.olga.writes("/guest Gregor")
        await evening.olga.sees("Entered:")
        guest = await guest_of(evening, "Gregor")
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        card = await evening.olga.sees("Is Grisha")
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        assert guest not in (await evening.tournament()).players
        await evening.olga.taps(card, "Undo")
        await evening.rests()
        t = await evening.tournament()
        assert t.players[guest].guest and len(t.players) == 4
        assert "Gregor" in (await evening.group.sees(buttons=["Join"])).text


async def test_a_name_like_a_guests_is_asked_about_once_and_no_is_kept() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        await evening.opens()
        guest = await guest_of(evening, "Boriss")
        await evening.app.store.members.guest(1, "Nobody")
        post = await evening.group.sees(buttons=["Join"])
        anna, boris, _ = evening.players
        for person in (boris, anna, boris):
            await person.taps(post, "Join")
        question = await boris.sees("knows a guest by the name of Boriss", buttons=["Yes"])
        await evening.rests()
        assert not [m for m in evening.olga.reads() if "the guest" in m.text], "he is asked first"
        assert (await boris.taps(question, "No")).text == "Noted: you are not Boriss."
        await evening.rests()
        assert question.text == "Noted: you are not Boriss." and question.buttons == []
        await boris.taps(post, "Leave")
        await boris.taps(post, "Join")
        await evening.rests()
        assert [m.text for m in boris.reads() if "knows a guest" in m.text] == []
        assert not [m for m in anna.reads() if "knows a guest" in m.text]
        assert (await evening.app.store.members.get(guest)).same_as is None      # type: ignore[union-attr]


async def test_two_entries_in_one_event_are_the_judges_question_too() -> None:
    async with Evening(4, rounds=3, speed=60) as evening:
        david = evening.players.pop()
        await evening.enters()
        await evening.olga.writes("/guest Davit")
        await evening.rests()
        asked = [m for m in evening.olga.reads() if "Somebody else" in str(m.buttons)]
        if asked:
            await evening.olga.taps(asked[-1], "Somebody else")
        await evening.rests()
        await david.taps(await evening.group.sees(buttons=["Join"]), "Join")
        card = await evening.olga.sees("Is David", buttons=["Yes"])
        assert "the two entries become one" in card.text and "both are in one event" in card.text
        question = await david.sees("knows a guest by the name of Davit")
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        t = await evening.tournament()
        assert len(t.players) == 4 and not any(p.guest for p in t.players.values())
        assert question.buttons == []
        assert "a judge has confirmed that you are Davit" in (await david.sees("has confirmed")).text


async def test_of_rounds_that_are_over_he_is_told_nothing() -> None:
    async with Evening(3, rounds=3, speed=60) as evening:
        await evening.enters()
        await evening.olga.writes("/guest Gregor")
        await evening.olga.sees("Entered:")
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        for game in (await evening.tournament()).rounds[0].games:
            await evening.olga.writes(f"/rule {game.board} 1-0")
        await evening.rests()
        await evening.approves()
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        await evening.olga.taps(await evening.olga.sees("Is Grisha"), "Yes")
        await evening.rests()
        lines = [m.text.splitlines()[0] for m in grisha.reads() if ", board " in m.text]
        assert len(lines) == 1 and lines[0].startswith("Round 2, board"), lines


async def test_the_second_judge_hears_who_was_first_and_no_tells_both() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        await evening.enters()
        await guest_of(evening, "Gregor")
        anna = evening.players[0]
        await evening.olga.types(evening.group, "/judges Anna")
        await evening.olga.sees("Anna")
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        hers, olgas = await anna.sees("Is Grisha", buttons=["Yes"]), await evening.olga.sees("Is Grisha")
        assert (await anna.taps(hers, "No")).text == "Grisha and Gregor stay two"
        toast = await evening.olga.forges(olgas, f"claimed:1:yes:{'0' * 8}")
        assert "Done before: Anna" in toast.text
        await evening.rests()
        assert "No, two people: Anna" in olgas.text and "No, two people: Anna" in hers.text and not olgas.buttons
        assert "you and the guest Gregor are two people" in (await grisha.sees("two people")).text
        assert await evening.app.store.members.memberships(grisha.id) == []
        toast = await grisha.forges(await grisha.sees("two people"), "claimed:1:yes:0")
        assert "judge" in toast.text


async def test_yes_is_refused_when_it_would_change_something_else_by_now() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        guest = await with_guest(evening)
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        card = await evening.olga.sees("Is Grisha")
        await evening.app.store.members.rate(guest, 1900)
        assert (await evening.olga.taps(card, "Yes")).text.startswith("What it would change is different now")
        await evening.rests()
        assert "Rating, chess: – → 1882?." in card.text
        assert (await evening.olga.taps(card, "Yes")).text.endswith("one history")


async def test_with_no_judge_in_reach_the_group_hears_only_that_there_is_something() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        await evening.enters()
        guest = await guest_of(evening, "Gregor")
        store = evening.app.store
        offered = await store.claims.offer(guest, "f" * 32, evening.time.now())
        evening.olga.user.started = False
        await store.people.set_reachable(evening.olga.id, False)
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, f"claim-{offered.token}"), "Yes")
        post = await evening.group.sees("Somebody says that he is a guest of this club")
        assert "Gregor" not in post.text and "Grisha" not in post.text
        await evening.olga.start()
        await evening.olga.taps(await evening.olga.sees("Is Grisha"), "Yes")
        await evening.rests()
        assert (post.text, post.buttons) == ("A judge has decided about a guest of this club.", [])
        assert evening.sandbox.journal.refused() == []


async def test_what_was_asked_before_a_restart_is_answered_after_it() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        await evening.enters()
        await guest_of(evening, "Gregor")
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        question = await opened(evening, grisha, await link_for(evening, "Gregor"))
        await evening.stops()
        await evening.starts()
        await grisha.taps(question, "Yes")
        card = await evening.olga.sees("Is Grisha")
        await evening.rests()
        await evening.stops()
        await evening.starts()
        assert (await evening.olga.taps(card, "Yes")).text.endswith("one history")
        await evening.rests()
        assert "Yes, one person: Olga" in card.text
        assert len([m for m in evening.olga.chat.shown() if "Is Grisha" in m.text]) == 1


async def test_the_card_comes_to_the_judges_chat_in_the_clubs_language() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        await evening.enters()
        guest = await guest_of(evening, "Gregor")
        room = evening.sandbox.group("Judges", creator=evening.olga)
        await room.add_bot(evening.olga)
        await evening.olga.types(room, "/judges here")
        await evening.rests()
        for message in room.chat.shown():
            if any(button.text.startswith("Chess club") for button in message.all_buttons()):
                await evening.olga.taps(message, "Chess club")
        offered = await evening.app.store.claims.offer(guest, "a" * 32, evening.time.now())
        grisha = evening.sandbox.person("Grisha", started=True, language="ru")
        await grisha.taps(await opened(evening, grisha, f"claim-{offered.token}"), "Да")
        card = await room.sees("Is Grisha the guest Gregor?", buttons=["Yes", "No"])
        assert not [m for m in evening.olga.chat.shown() if "Is Grisha" in m.text]
        assert (await evening.olga.taps(card, "Yes")).text.endswith("one history")
        await evening.rests()
        assert "Yes, one person: Olga" in card.text and card.buttons == [["Undo"]]
        assert evening.sandbox.journal.refused() == []


async def test_killed_between_the_yes_and_the_board_the_same_tap_puts_the_event_right() -> None:
    async with Evening(3, rounds=3, speed=60) as evening:
        await evening.enters()
        await evening.olga.writes("/guest Gregor")
        await evening.olga.sees("Entered:")
        guest = await guest_of(evening, "Gregor")
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        card = await evening.olga.sees("Is Grisha")
        olga, = await evening.app.store.members.memberships(evening.olga.id)
        await evening.app.store.claims.confirm(1, olga.id, evening.time.now())      # and then the power went
        assert guest in (await evening.tournament()).players
        assert (await evening.olga.taps(card, "Yes")).text.startswith("Grisha is Gregor: one history")
        await evening.rests()
        mine, = await evening.app.store.members.memberships(grisha.id)
        t = await evening.tournament()
        assert guest not in t.players and mine.id in t.players


async def test_who_is_forgotten_is_gone_from_the_judges_cards_too() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        await with_guest(evening)
        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        card = await evening.olga.sees("Is Grisha")
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        evening.time.jump(72 * 3600)
        await evening.rests()
        assert card.buttons == [["Undo"]], "as long as it can be taken back"
        said = await grisha.writes("/mydata")
        menu = await grisha.sees(buttons=["Erase"], after=said)
        await grisha.taps(menu, "Erase")
        await grisha.taps(menu, "Yes")
        await evening.rests()
        assert (card.text, card.buttons) == ("This question about a guest is closed.", [])
        assert not [m for m in evening.olga.chat.shown() if "Grisha" in m.text]
