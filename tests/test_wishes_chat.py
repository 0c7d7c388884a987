"""Can a person choose by taps what he is told, and does the chat keep to it, with sound and without?"""

from __future__ import annotations

from datetime import timedelta

from bot.sandbox import Message, Person
from engine.facts import Changed
from engine.model import CLOCK
from storage.people import Wishes
from tests.evening import Evening

CHOICES = ("wishes:way:loud", "wishes:lead:7", "wishes:quiet:22-22", "wishes:quiet:24-3", "wishes:until:99",
           "wishes:quiet:x-y", "wishes:way", "wishes:else:1")


async def wishes(evening: Evening, person: Person) -> Wishes:
    found = await evening.app.store.people.person(person.id)
    assert found is not None
    return found.wishes


def labels(message: Message) -> list[str]:
    return [label for row in message.buttons for label in row]


async def test_everything_is_chosen_by_taps_in_private() -> None:
    async with Evening(2, speed=60) as evening:
        anna = evening.players[0]
        said = await anna.writes("/start")
        card = await anna.sees(buttons=["Notices"], after=said)
        await anna.taps(card, "Notices")
        await evening.rests()
        assert "Reminder before a start: none." in card.text and "Quiet hours: none." in card.text
        assert "Private, else group (now)" in labels(card)
        for label, line, chosen in (
                ("Group only", "a mention in the group for each round", Wishes("group")),
                ("None", "neither a line in private nor a mention", Wishes("none")),
                ("Private only", "never a mention in the group", Wishes("private")),
                ("1 hour before", "Reminder: 1 hour before the start", Wishes("private", 60)),
                ("22:00–8:00", "Quiet hours: 22:00–8:00", Wishes("private", 60, (22, 8)))):
            toast = await anna.taps(card, label)
            await evening.rests()
            assert toast.text == "Kept: from now on" and line in card.text and f"{label} (now)" in labels(card)
            assert await wishes(evening, anna) == chosen
        await anna.taps(card, "Other hours")
        await evening.rests()
        await anna.taps(card, "21:00")
        await evening.rests()
        assert "Quiet from 21:00" in card.text and "21:00" not in labels(card)
        await anna.taps(card, "7:00")
        await evening.rests()
        assert (await wishes(evening, anna)).quiet == (21, 7) and "21:00–7:00 (now)" in labels(card)
        await anna.taps(card, "No quiet hours")
        await evening.rests()
        before = await wishes(evening, anna)
        assert before == Wishes("private", 60)
        for data in CHOICES:
            assert (await anna.forges(card, data)).text, data
        assert await wishes(evening, anna) == before
        assert evening.sandbox.journal.refused() == []


async def test_the_card_is_in_me_and_russian() -> None:
    async with Evening(2, speed=60) as evening:
        await evening.enters()
        anna = evening.players[0]
        await evening.app.store.people.set_language(anna.id, "ru")
        said = await anna.writes("/me")
        menu = await anna.sees(buttons=["Уведомления"], after=said)
        await anna.taps(menu, "Уведомления")
        await evening.rests()
        await anna.taps(menu, "За 24 часа")
        await evening.rests()
        assert "Напоминание: за 24 часа до начала турнира, в котором вы участвуете." in menu.text


async def test_a_round_goes_where_everybody_wishes_it_and_wishes_can_change_on_the_way() -> None:
    async with Evening(4, rounds=2, speed=60) as evening:
        people = evening.app.store.people
        anna, boris, clara, _ = evening.players
        await people.set_wishes(anna.id, Wishes("group"))
        await people.set_wishes(boris.id, Wishes("none"))
        await people.set_wishes(clara.id, Wishes(quiet=(0, 23)))
        post = await evening.begins()
        lines = {who.name: [m for m in who.reads() if "Round 1" in m.text and m.buttons] for who in evening.players}
        assert [len(lines[who.name]) for who in evening.players] == [0, 0, 1, 1]
        assert lines["Clara"][0].silent and not lines["David"][0].silent and not post.silent
        first = (*post.history, post.version)[0]
        assert {entity.user_id for entity in first.entities if entity.user_id} == {anna.id}
        said = await boris.writes("/start")
        card = await boris.sees(buttons=["Notices"], after=said)
        await boris.taps(card, "Notices")
        await evening.rests()
        await boris.taps(card, "Private only")
        await evening.rests()
        assert [m.silent for m in boris.reads() if "Round 1" in m.text and "I won" in labels(m)] == [False]
        assert evening.sandbox.journal.refused() == []


async def test_a_question_comes_without_a_sound_to_who_wishes_nothing() -> None:
    async with Evening(4, rounds=2, speed=60) as evening:
        await evening.begins()
        game = await evening.game(1)
        white, black = await evening.person(game.white), await evening.person(game.black)
        await evening.app.store.people.set_wishes(black.id, Wishes("none"))
        await white.taps(await evening.round_post(), "I won")
        question = await black.sees(buttons=["Confirm", "Not so"])
        assert question.silent
        await black.taps(question, "Confirm")
        await evening.rests()
        assert (await evening.game(1)).result is not None


async def test_a_reminder_comes_once_before_the_start_a_moved_start_has_its_own_and_a_begun_one_none() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        anna, boris, *_ = evening.players
        people = evening.app.store.people
        await people.set_wishes(anna.id, Wishes(lead=60))
        await people.set_wishes(boris.id, Wishes(lead=15))
        start = evening.time.now() + timedelta(hours=3)
        evening.settings["start"] = f"{start:%Y-%m-%dT%H:%M}"
        await evening.enters()

        def reminders(who: Person) -> list[Message]:
            return [m for m in who.reads() if "You are in." in (*m.history, m.version)[0].text]

        assert reminders(anna) == []
        evening.time.jump(2.1 * 3600)
        await evening.rests()
        (reminder,) = reminders(anna)
        assert reminder.buttons == [["Leave", "My event"]] and not reminder.silent and reminders(boris) == []
        await evening.stops()
        await evening.starts()
        await evening.rests()
        assert reminders(anna) == [reminder], "a restart reminds nobody twice"
        code, later = (await evening.row()).code, (start + timedelta(hours=1)).replace(second=0, microsecond=0)
        await evening.app.store.ledger.record(code, lambda t: [Changed("start", later.isoformat())], CLOCK,
                                              "test:later", evening.time.now())
        evening.app.board.touch(code)
        await evening.rests()
        assert "out of date" in reminder.text and reminder.buttons == []
        evening.time.jump(3600)
        await evening.rests()
        assert len(reminders(anna)) == 2 and reminders(anna)[1].buttons
        evening.time.jump(2 * 3600)
        await evening.rests()
        assert [m.text for m in reminders(anna)] == ["This message is out of date.", "The hour of the start is past."]
        assert evening.sandbox.journal.refused() == []


async def test_who_wishes_no_lines_has_his_board_in_me() -> None:
    async with Evening(4, rounds=2, speed=60) as evening:
        anna = evening.players[0]
        await evening.app.store.people.set_wishes(anna.id, Wishes("none"))
        await evening.begins()
        said = await anna.writes("/me")
        menu = await anna.sees(buttons=["I won", "Call judge", "Notices"], after=said)
        assert "Round 1, board" in menu.text
        await anna.taps(menu, "I won")
        game = next(game for game in (await evening.tournament()).rounds[0].games if game.reports)
        rival = await evening.person(game.opponent_of(game.reports[0].side))
        await rival.taps(await evening.round_post(), "I lost")
        await evening.rests()
        asked = await anna.writes("/me")
        later = await anna.sees(buttons=["Not so"], after=asked)
        assert (await anna.taps(later, "Not so")).text
        await evening.rests()
        assert any(game.contested is not None for game in (await evening.tournament()).rounds[0].games)
        theirs = await rival.writes("/me")
        assert "Round 1, board" not in (await rival.sees(buttons=["Notices"], after=theirs)).text
        assert evening.sandbox.journal.refused() == []
