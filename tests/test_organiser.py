"""Can a judge set up an event with a few taps, and is nothing done by anybody else?"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.sandbox import Message
from engine.model import Stage
from tests.evening import Evening


async def card(evening: Evening, words: str = "/new", shows: str = "") -> Message:
    """The card of a new event in the judge's private chat."""
    await evening.olga.types(evening.group, words)
    return await evening.olga.sees(buttons=[shows, "Open entry"] if shows else ["Open entry"])


async def choose(evening: Evening, message: Message, chip: str, value: str) -> None:
    """Two taps: a chip, a value."""
    await evening.olga.taps(message, chip)
    await evening.sandbox.until(lambda: any(value == button.text for button in message.all_buttons()))
    await evening.olga.taps(message, value)
    await evening.rests()


async def test_six_taps_from_the_greeting_to_open_entry() -> None:
    async with Evening(2) as evening:
        greeting = await evening.group.sees(buttons=["New event"])
        assert "private" in (await evening.olga.taps(greeting, "New event")).text
        chips = await evening.olga.sees(buttons=["Open entry"])
        await choose(evening, chips, "Game", "draughts")
        await choose(evening, chips, "Rounds", "7")
        assert (await evening.olga.taps(chips, "Open entry")).text == "Entry is open"     # the sixth
        post = await evening.group.sees("Draughts", buttons=["Join", "Leave", "Private messages"])
        await evening.sandbox.until(lambda: post.pinned)
        assert "7 rounds" in post.text
        t = await evening.tournament()
        assert (t.settings.game, t.settings.rounds, t.settings.scoring.unit) == ("draughts", 7, 1)
        assert t.settings.title == "Thursday, 5 November"
        assert evening.sandbox.journal.refused() == []


async def test_the_card_survives_a_restart() -> None:
    async with Evening(0) as evening:
        chips = await card(evening, "/new rounds=4 Blitz & tea")
        await choose(evening, chips, "Players at most", "16")
        await evening.stops()
        await evening.starts()
        await choose(evening, chips, "Rounds", "6")
        await evening.olga.taps(chips, "Open entry")
        settings = (await evening.tournament()).settings
        assert (settings.limit, settings.rounds, settings.title) == (16, 6, "Blitz & tea")
        assert "Blitz & tea" in (await evening.group.sees(buttons=["Join"])).text


async def test_the_last_settings_are_the_next_defaults() -> None:
    async with Evening(0) as evening:
        await evening.olga.taps(await card(evening, "/new rounds=3 limit=20 seed=demo First"), "Open entry")
        running = await evening.olga.sees(buttons=["Begin", "Cancel event"])
        await evening.olga.taps(running, "Cancel event")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        await evening.olga.taps(await card(evening, "/new", "Players at most: 20"), "Open entry")
        await evening.group.sees("3 rounds", buttons=["Join"])
        rows = await evening.app.store.ledger.in_chat(evening.group.id, None)
        settings = (await evening.app.store.ledger.tournament(rows[0].code)).settings
        assert (settings.rounds, settings.limit, settings.seed) == (3, 20, None)
        assert settings.title != "First"


@pytest.mark.parametrize(("words", "why"), [
    ("rounds=99", "1–20"), ("system=random", "individual"), ("colour=blue", "lot, white, black"),
    ("flavour=mint", "no setting “flavour”"), ("start=25:00", "19:00"), ("start=2020-01-01T19:00", "19:00"),
    ("limit=1", "2–300"), ("zone=Mars/Olympus", "Europe/Berlin")])
async def test_a_wrong_word_is_refused_with_what_is_possible(words: str, why: str) -> None:
    async with Evening(0) as evening:
        await evening.olga.types(evening.group, f"/new {words}")
        assert why in (await evening.olga.sees(why)).text
        assert not any("Open entry" in row for message in evening.olga.reads() for row in message.buttons)


async def test_the_start_is_an_hour_of_the_club() -> None:
    async with Evening(0) as evening:
        chips = await card(evening, "/new zone=Europe/Moscow start=23:30")
        assert any("23:30" in label for row in chips.buttons for label in row)
        await evening.olga.taps(chips, "Open entry")
        post = await evening.group.sees("23:30", buttons=["Join"])
        assert "Thursday, 5 November" in post.text
        assert (await evening.tournament()).settings.start == datetime(2026, 11, 5, 20, 30, tzinfo=UTC)
        club = await evening.app.store.clubs.club_of_chat(evening.group.id)
        assert club is not None
        assert club.zone == "Europe/Moscow"


async def test_a_title_and_an_hour_are_typed_in_private() -> None:
    async with Evening(0) as evening:
        chips = await card(evening)
        await evening.olga.taps(chips, "Title")
        await evening.olga.sees("type the new value")
        await evening.olga.writes("<b>Thursday</b>  \u202eevening " + "x" * 80)
        fresh = await evening.olga.sees(buttons=["Title: <b>Thursday</b> evening", "Open entry"], after=chips)
        await evening.olga.taps(fresh, "Start")
        await evening.sandbox.until(lambda: "Or type it" in fresh.text)
        await evening.olga.writes("nonsense")
        await evening.olga.sees("start=nonsense is not possible")
        await evening.olga.taps(fresh, "Back")
        await evening.sandbox.until(lambda: ["Open entry", "Drop it"] in fresh.buttons)
        await evening.olga.taps(fresh, "Open entry")
        await evening.rests()
        title = (await evening.tournament()).settings.title
        assert title.startswith("<b>Thursday</b> evening xxx")
        assert len(title) == 64
        assert evening.sandbox.journal.refused() == []


async def test_a_second_event_in_the_same_place_is_refused() -> None:
    async with Evening(0) as evening:
        chips = await card(evening, "/new Thursday")
        second = await card(evening, "/new Friday", "Title: Friday")
        await evening.olga.taps(chips, "Open entry")
        assert "out of date" in (await evening.olga.taps(second, "Open entry")).text
        await evening.olga.types(evening.group, "/new Saturday")
        told = await evening.olga.sees("already running here")
        assert "/finish" in told.text
        assert "topic" in told.text
        assert (await evening.row()).title == "Friday"


async def test_two_topics_have_an_event_each() -> None:
    async with Evening(0) as evening:
        forum = evening.sandbox.group("Big club", creator=evening.olga, forum=True)
        await evening.sandbox.add_bot(forum, evening.olga, admin=True)
        for name in ("Juniors", "Masters"):
            topic = await forum.topic(name, evening.olga)
            await evening.olga.types(forum, f"/new {name}", topic=topic)
            chips = await evening.olga.sees(buttons=[f"Title: {name}", "Open entry"])
            await evening.olga.taps(chips, "Open entry")
            post = await forum.sees(name, buttons=["Join"])
            assert post.topic == topic.id
        assert len(await evening.app.store.ledger.running(evening.time.now())) == 2


async def test_what_is_asked_for_in_private_is_in_the_topic_of_the_last_event() -> None:
    async with Evening(0) as evening:
        forum = evening.sandbox.group("Big club", creator=evening.olga, forum=True)
        await evening.sandbox.add_bot(forum, evening.olga, admin=True)
        topic = await forum.topic("Swiss", evening.olga)

        async def opens(title: str) -> Message:
            chips = await evening.olga.sees(buttons=[f"Title: {title}", "Open entry"])
            await evening.olga.taps(chips, "Open entry")
            return await forum.sees(title, buttons=["Join"])

        await evening.olga.types(forum, "/new Thursday", topic=topic)
        assert (await opens("Thursday")).topic == topic.id
        await evening.olga.writes("/new Friday")
        which = await evening.olga.sees(buttons=["Big club"])
        assert "already running here" in (await evening.olga.taps(which, "Big club")).text
        running = await evening.olga.sees(buttons=["Begin", "Cancel event"])
        await evening.olga.taps(running, "Cancel event")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        await evening.rests()
        await evening.olga.writes("/new Friday")
        await evening.olga.taps(await evening.olga.sees(buttons=["Big club"], after=which), "Big club")
        assert (await opens("Friday")).topic == topic.id
        await evening.olga.types(forum, "/new Saturday")                 # in General, which has no number
        assert (await opens("Saturday")).topic is None
        club = await evening.store.clubs.club_of_chat(forum.id)
        assert club is not None and club.topic is None


async def test_who_cannot_be_written_to_gets_the_card_in_the_group_where_only_judges_count() -> None:
    async with Evening(1) as evening:
        pavel = evening.sandbox.person("Pavel")
        await evening.group.add(pavel)
        await evening.group.promote(pavel, evening.olga)
        await pavel.types(evening.group, "/new Quick")
        chips = await evening.group.sees(buttons=["Title: Quick", "Open entry"])
        toast = await evening.players[0].taps(chips, "Open entry")
        assert "Only judges" in toast.text
        assert await evening.app.store.ledger.running(evening.time.now()) == []
        assert (await evening.olga.taps(chips, "Open entry")).text == "Entry is open"
        await evening.group.sees("Quick", buttons=["Join"])


async def test_the_card_goes_to_the_judges_chat() -> None:
    async with Evening(0) as evening:
        pavel = evening.sandbox.person("Pavel")
        room = evening.sandbox.group("Judges", creator=evening.olga, members=[pavel])
        await evening.sandbox.add_bot(room, evening.olga)
        await evening.olga.types(room, "/judges here")
        await room.sees("come here now")
        await evening.olga.types(evening.group, "/new Quiet")
        chips = await room.sees(buttons=["Title: Quiet", "Open entry"])
        assert "Only judges" in (await pavel.taps(chips, "Open entry")).text
        await evening.olga.taps(chips, "Open entry")
        await evening.group.sees("Quiet", buttons=["Join"])
        await evening.olga.types(room, "/settings")
        running = await room.sees("Quiet", buttons=["Begin", "Cancel event"], after=chips)
        assert "Only judges" in (await pavel.taps(running, "Cancel event")).text
        await evening.olga.taps(running, "Rounds")
        await evening.sandbox.until(lambda: "choose" in running.text)
        assert (await evening.olga.taps(running, "7")).text == "Rounds: 7"


async def test_an_anonymous_administrator_may_call_up_the_card_and_a_person_presses() -> None:
    async with Evening(0) as evening:
        await evening.group.promote(evening.olga, evening.olga, anonymous=True)
        await evening.olga.types(evening.group, "/new Masked")
        chips = await evening.group.sees(buttons=["Title: Masked", "Open entry"])
        assert (await evening.olga.taps(chips, "Open entry")).text == "Entry is open"


async def test_nobody_else_sets_up_or_changes_anything() -> None:
    async with Evening(1) as evening:
        anna, = evening.players
        greeting = await evening.group.sees(buttons=["New event"])
        assert "Only judges may do that" in (await anna.taps(greeting, "New event")).text
        await anna.types(evening.group, "/new Mine")
        await anna.sees("Only judges may do that")
        chips = await card(evening, "/new Thursday")
        data = next(button.data for button in chips.all_buttons() if button.text == "Open entry")
        assert "Only judges" in (await anna.forges(anna.last(), data or "")).text
        await evening.olga.taps(chips, "Open entry")
        code = (await evening.row()).code
        for forged in (f"set:{code}:rounds:9", f"begin:{code}", f"cancel:{code}:yes", f"finish:{code}",
                       f"because:{code}:rounds:9:mistake", f"close:{code}:1:1:d:1"):
            assert "Only judges" in (await anna.forges(anna.last(), forged)).text, forged
        assert (await evening.tournament()).settings.rounds == 5


async def test_a_dropped_card_is_out_of_date() -> None:
    async with Evening(0) as evening:
        chips = await card(evening)
        data = next(button.data for button in chips.all_buttons() if button.text == "Open entry")
        await evening.olga.taps(chips, "Drop it")
        await evening.olga.sees("Nothing was changed")
        assert "out of date" in (await evening.olga.forges(chips, data or "")).text


async def test_a_judge_of_several_clubs_is_asked_which() -> None:
    async with Evening(0) as evening:
        other = evening.sandbox.group("Other club", creator=evening.olga)
        await evening.sandbox.add_bot(other, evening.olga, admin=True)
        await evening.rests()
        await evening.olga.writes("/new rounds=4 Rapid")
        question = await evening.olga.sees("Which club?", buttons=["Chess club", "Other club"])
        await evening.olga.taps(question, "Other club")
        chips = await evening.olga.sees("Other club", buttons=["Rounds: 4", "Title: Rapid", "Open entry"])
        await evening.olga.taps(chips, "Open entry")
        await other.sees(buttons=["Join"])
        assert (await evening.row()).chat == other.id
        await evening.olga.writes("/judges")
        question = await evening.olga.sees("Which club?", buttons=["Chess club", "Other club"], after=chips)
        await evening.olga.taps(question, "Other club")
        await evening.olga.sees("Judges of Other club")


async def test_begin_asks_where_few_are_in() -> None:
    async with Evening(3, rounds=5) as evening:
        post = await evening.opens()
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.sees("At least 2 players are needed, in so far: 0")
        for player in evening.players:
            await player.taps(post, "Join")
        await evening.olga.types(evening.group, "/begin")
        question = await evening.olga.sees("Only 3 players are in", buttons=["Yes", "No"])
        await evening.olga.taps(question, "No")
        assert (await evening.tournament()).stage is Stage.ENTRY
        await evening.olga.types(evening.group, "/begin")
        question = await evening.olga.sees("Only 3 players are in", buttons=["Yes"], after=question)
        await evening.olga.taps(question, "Yes")
        t = await evening.tournament()
        assert (t.stage, t.settings.rounds) == (Stage.PLAYING, 3)


async def test_settings_of_a_running_event() -> None:
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        await evening.olga.types(evening.group, "/settings")
        chips = await evening.olga.sees(buttons=["Rounds: 3", "Finish", "Cancel event"])
        offered = [button.text for button in chips.all_buttons()]
        assert not any(text.startswith(("Game", "System", "Start")) for text in offered)     # fixed by round 1
        await choose(evening, chips, "Rounds", "2")
        assert (await evening.tournament()).settings.rounds == 3                             # a reason is asked
        reason = next(button.text for button in chips.all_buttons() if "regulations" in button.text)
        toast = await evening.olga.taps(chips, reason)
        assert toast.text == "Rounds: 2"
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        assert getattr(entries[-1].fact, "reason", "") == "regulations"
        code = (await evening.row()).code
        toast = await evening.olga.forges(chips, f"set:{code}:system:blind")
        assert "can no longer change" in toast.text
        toast = await evening.olga.forges(chips, f"set:{code}:limit:2")
        assert "4 are in already" in toast.text


async def test_cancel_is_always_asked() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        chips = await evening.olga.sees(buttons=["Cancel event"])
        await evening.olga.taps(chips, "Cancel event")
        question = await evening.olga.sees("Nothing of it will count", buttons=["Yes", "No"])
        await evening.olga.taps(question, "No")
        assert (await evening.tournament()).stage is Stage.ENTRY
        await evening.olga.taps(await evening.olga.sees(buttons=["Cancel event"]), "Cancel event")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        await evening.rests()
        assert "cancelled" in (await evening.group.sees("cancelled")).text


async def test_finish_asks_about_each_open_board() -> None:
    async with Evening(4, rounds=3) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        await evening.olga.types(evening.group, "/finish")
        question = await evening.olga.sees("Round 1, board 2 is open", buttons=["Wait", "Draw game", "Void"])
        await evening.olga.taps(question, "Wait")
        assert (await evening.tournament()).stage is Stage.PLAYING
        await evening.olga.types(evening.group, "/finish")
        question = await evening.olga.sees("Round 1, board 2 is open", buttons=["Draw game"], after=question)
        assert "It is the last one: with it the event is over." in question.text
        assert (await evening.olga.taps(question, "Draw game")).text == "The event is over"
        await evening.rests()
        t = await evening.tournament()
        assert t.stage is Stage.FINISHED
        assert {game.result.value for game in t.rounds[0].games if game.result} == {"1-0", "1/2"}
        final = await evening.group.sees("Final table")
        assert all(player.name in final.text for player in evening.players)


async def test_words_are_a_title_only_while_they_are_asked_for() -> None:
    async with Evening(0) as evening:
        chips = await card(evening)
        await evening.olga.taps(chips, "Title")
        await evening.olga.sees("type the new value")
        await evening.olga.taps(chips, "Back")
        await evening.sandbox.until(lambda: ["Open entry", "Drop it"] in chips.buttons)
        await evening.olga.writes("just talking")
        await evening.olga.sees("I asked nothing just now")
        await evening.olga.taps(chips, "Open entry")
        assert (await evening.tournament()).settings.title == "Thursday, 5 November"
        running = await evening.olga.sees(buttons=["Begin"])
        await evening.olga.taps(running, "Title")
        await evening.olga.sees("type the new value")
        await evening.olga.writes("Blitz")
        await evening.group.sees("Blitz", buttons=["Join"])


async def test_a_judge_who_cannot_be_written_to_types_his_yes() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        pavel = evening.sandbox.person("Pavel")
        await evening.group.add(pavel)
        await evening.group.promote(pavel, evening.olga)
        await pavel.types(evening.group, "/begin")
        told = await evening.group.sees("/begin yes")
        assert told.buttons == []
        await pavel.types(evening.group, "/begin yes")
        await evening.olga.sees(buttons=["Approve"])
        assert (await evening.tournament()).settings.rounds == 1


async def test_the_second_judge_hears_who_began() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        chips = await evening.olga.sees(buttons=["Begin"])
        pavel = evening.sandbox.person("Pavel", started=True)
        await evening.group.add(pavel)
        await evening.group.promote(pavel, evening.olga)
        await pavel.start()
        await pavel.types(evening.group, "/settings")
        his = await pavel.sees(buttons=["Begin"])
        await evening.olga.taps(chips, "Begin")
        toast = await pavel.taps(his, "Begin")
        assert "Done before: Olga" in toast.text
        await evening.olga.sees("Begun", buttons=["Settings", "Undo"])


async def test_the_judges_chat_asks_for_which_club() -> None:
    async with Evening(0) as evening:
        other = evening.sandbox.group("Other club", creator=evening.olga)
        room = evening.sandbox.group("Judges", creator=evening.olga)
        for group in (other, room):
            await evening.sandbox.add_bot(group, evening.olga, admin=True)
        await evening.rests()
        await evening.olga.types(room, "/judges here")
        question = await room.sees("Which club?", buttons=["Chess club", "Other club"])
        await evening.olga.taps(question, "Other club")
        clubs = evening.app.store.clubs
        found = {club.title: club.judges_chat for club in await clubs.clubs_of(evening.olga.id)}
        assert (found["Chess club"], found["Other club"]) == (None, room.id)
        await evening.olga.types(other, "/judges away")
        await evening.olga.sees("go in private again")


async def test_the_rounds_that_are_enough_are_named() -> None:
    async with Evening(0) as evening:
        chips = await card(evening, "/new limit=40 rounds=4")
        assert "Too few rounds" in chips.text
        await evening.olga.taps(chips, "Rounds")
        await evening.sandbox.until(lambda: "6 rounds are enough" in chips.text)
        await evening.olga.taps(chips, "6")
        await evening.sandbox.until(lambda: ["Rounds: 6", "Players at most: 40"] in chips.buttons and "Too few" not in chips.text)


@pytest.mark.parametrize(("language", "hold", "resume", "undo", "settings", "finish"), [
    ("en", "Hold", "Resume", "Undo", "Settings", "Finish"),
    ("ru", "Пауза", "Продолжить", "Вернуть ход", "Настройки", "Закончить")])
async def test_the_card_of_the_event_stops_the_clock_and_takes_back(language: str, hold: str, resume: str, undo: str,
                                                                    settings: str, finish: str) -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes(f"/language {language}")
        sent = await evening.olga.writes("/settings")
        card = await evening.olga.sees(buttons=[hold, undo, finish], after=sent)
        await evening.olga.taps(card, hold)
        await evening.rests()
        assert (await evening.tournament()).held and [settings] in card.buttons
        await evening.olga.taps(card, settings)
        await evening.rests()
        await evening.olga.taps(card, resume)
        await evening.rests()
        assert not (await evening.tournament()).held
        await evening.olga.taps(card, settings)
        await evening.rests()
        await evening.olga.taps(card, undo)                            # of the last step: the clock goes on
        await evening.rests()
        assert card.buttons[0] == [{"en": "Yes", "ru": "Да"}[language], {"en": "No", "ru": "Нет"}[language]]
        assert evening.sandbox.journal.refused() == []
