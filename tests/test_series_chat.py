"""The weekly event in the chat: set up by taps, opened by itself, skipped, moved, ended; and what went wrong."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.sandbox import Message, Person
from bot.texts import words
from bot.weekly import Weekly
from engine.calendar import DAY, Rhythm
from engine.facts import Changed, Opened
from engine.model import MemberId, Stage
from storage import Series, TournamentRow
from tests.evening import Evening
from tests.memory import behind
from tests.test_judges_chat import judges_room

WORDS = {
    "en": ("Set up a weekly event", "Start the series", "Thursday, 12 November, 19:00: entry opens Wednesday", "Join"),
    "ru": ("Настроить турнир на каждую неделю", "Запустить серию",
           "Четверг, 12 ноября, 19:00; начало записи: среда, 11 ноября, 19:00", "Участвую"),
}
THURSDAYS = Rhythm(3, 19 * 60, DAY, 30)


def labels(card: Message) -> list[str]:
    return [label for row in card.buttons for label in row]


class Club(Evening):
    """An evening's club, Berlin time, at its time of 5 November 2026, a Thursday, 20:00. It counts what is pressed."""

    taps = 0

    async def has_series(self, rhythm: Rhythm = THURSDAYS, **settings: str) -> Series:
        """A series as the cards would make it."""
        await self.rests()
        club = await self.app.store.clubs.club_of_chat(self.group.id)
        assert club is not None
        await self.app.store.clubs.set_zone(club.id, "Europe/Berlin")
        template = {"system": "individual", "rounds": "1", **settings}
        made = await self.app.store.series.draft(club.id, None, rhythm, template)
        made = await self.app.store.series.change(
            made.id, lambda it: Series(it.id, club.id, None, "", rhythm, template, self.time.now()))
        self.app.weekly.nudge(made.id)
        await self.rests()
        return made

    async def goes_to(self, wall: str) -> None:
        """It is so late in Berlin, and what is due has happened."""
        at = datetime.fromisoformat(wall).replace(tzinfo=ZoneInfo("Europe/Berlin"))
        left = (at - self.time.now()).total_seconds()
        assert left > 0, "time goes on"
        self.time.jump(left)
        await self.rests()

    async def calls(self) -> Message:
        """The judge's card of the series, called up in private."""
        asked = await self.olga.writes("/series")
        return await self.olga.sees(buttons=["Holidays"], after=asked)

    async def presses(self, card: Message, *words: str) -> None:
        for word in words:
            self.taps += 1
            await self.olga.taps(card, word)
            await self.rests()

    async def rows(self) -> list[TournamentRow]:
        return await self.app.store.ledger.running(self.time.now())

    async def live(self) -> list[TournamentRow]:
        return [row for row in await self.rows() if row.stage in (Stage.ENTRY, Stage.PLAYING)]


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_first_series_takes_three_taps_and_says_the_first_hour(language: str) -> None:
    plan, start, first, join = WORDS[language]
    async with Club(2, language=language, speed=60) as club:
        await club.olga.types(club.group, "/series")
        card = await club.olga.sees(buttons=[plan])
        await club.presses(card, plan)
        assert "Asia/Omsk" in card.text, "the zone is asked for once"
        likely = labels(card)
        assert likely[0].startswith("Europe/Moscow" if language == "ru" else "Europe/London")
        berlin = next(label for label in likely if label.startswith("Europe/Berlin"))
        assert berlin == "Europe/Berlin · 20:00" or berlin.endswith((":01", ":02"))
        await club.presses(card, berlin)
        assert first in card.text
        await club.presses(card, start)
        assert first in card.text and start not in labels(card) and club.taps == 3
        assert await club.rows() == []
        await club.goes_to("2026-11-11 19:00")
        post = await club.group.sees(buttons=[join])
        assert ("Thursday, 12 November, 19:00" if language == "en" else "Четверг, 12 ноября, 19:00") in post.text
        assert club.sandbox.journal.refused() == []


async def test_every_chip_of_the_card_and_words_typed_for_it() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        card = await club.calls()
        await club.presses(card, "Change", "Day: Thursdays", "Saturdays", "Entry closes: 30 minutes before",
                           "2 hours before", "Entry opens: 1 day before", "3 hours before")
        assert "Saturday, 7 November, 19:00: entry opens Saturday, 7 November, 16:00" in card.text
        await club.presses(card, "Pace: all rounds in one evening", "one round a week", "What is played",
                           "Rounds: 1", "7", "More", "Club rating: counts", "does not count", "Back", "Back")
        assert "One round a week" in card.text and "7 rounds" in card.text
        await club.presses(card, "Start: 19:00")
        for odd in ("25:00", "soon"):
            await club.olga.sees("19:00", after=await club.olga.writes(odd))
        wrong = await club.olga.writes("25:00")
        await club.olga.sees("19:00", after=wrong)
        typed = await club.olga.writes("18.45")
        card = await club.olga.sees("Saturday, 7 November, 18:45", after=typed)
        await club.presses(card, "Title: Weekly event")
        typed = await club.olga.writes("<Blitz> & tea")
        card = await club.olga.sees("<Blitz> & tea", after=typed)
        await club.presses(card, "Zone: Europe/Berlin")
        wrong = await club.olga.writes("Nowhere/Land")
        await club.olga.sees("Europe/Berlin", after=wrong)
        typed = await club.olga.writes("Asia/Kathmandu")
        card = await club.olga.sees("18:45 (Asia/Kathmandu)", after=typed)
        series, = await club.app.store.series.running()
        assert series.rhythm == Rhythm(5, 18 * 60 + 45, 180, 90) and series.title == "<Blitz> & tea"
        assert (series.settings["rounds"], series.settings["rated"], series.pace) == ("7", "no", "weekly")
        assert club.sandbox.journal.refused() == []


async def test_skip_this_week_takes_one_tap_and_the_group_hears_it_when_it_is_near() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        card = await club.calls()
        await club.presses(card, "Skip this week")
        assert "Thursday, 12 November: no event" in card.text and club.taps == 1
        assert not [m for m in club.group.posts if "No event" in m.text], "nobody's news yet"
        await club.goes_to("2026-11-07 12:00")
        post = await club.group.sees("No event on Thursday, 12 November")
        await club.goes_to("2026-11-12 19:30")
        assert await club.rows() == []
        await club.goes_to("2026-11-18 19:00")
        assert [row.title for row in await club.rows()] == ["Thursday, 19 November"]
        assert post.text == "No event on Thursday, 12 November"


async def test_what_a_series_may_have_said_before_it_was_killed_is_said_again_at_once(
        monkeypatch: pytest.MonkeyPatch) -> None:
    async with Club(2, speed=60) as club:
        series = await club.has_series()
        await club.goes_to("2026-11-10 12:00")
        await club.presses(await club.calls(), "Skip this week")
        said = await club.group.sees("No event on Thursday, 12 November")
        await club.stops()
        behind(club.url, f"UPDATE post SET state = 'claimed', message = NULL WHERE owner = 'series:{series.id}'")
        monkeypatch.setattr(Weekly, "look", lambda self: None)           # the clock has not come to it yet
        await club.starts()
        assert [m.text for m in club.group.posts if m is not said][-1] == f"↻ {said.text}"


async def test_a_skipped_week_is_held_after_all() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        await club.goes_to("2026-11-10 12:00")
        card = await club.calls()
        await club.presses(card, "Skip this week")
        post = await club.group.sees("No event on Thursday, 12 November")
        await club.presses(card, "Hold it after all")
        assert post.text == "The event takes place after all: Thursday, 12 November"
        await club.goes_to("2026-11-11 19:00")
        assert [row.title for row in await club.rows()] == ["Thursday, 12 November"]


async def test_an_open_week_is_called_off_after_a_question_and_can_be_held_again() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        await club.goes_to("2026-11-11 20:00")
        post = await club.group.sees(buttons=["Join"])
        await club.players[0].taps(post, "Join")
        card = await club.calls()
        await club.presses(card, "Skip this week")
        assert "1 in" in card.text and await club.live()
        await club.presses(card, "Yes")
        assert await club.live() == [] and "Thursday, 12 November: no event" in card.text and club.taps == 2
        assert not [m for m in club.group.posts if m.text.startswith("No event")], "one message about it is enough"
        await club.presses(card, "Hold it after all")
        row, = await club.live()
        assert row.title == "Thursday, 12 November"
        await club.app.weekly.catch_up()
        await club.rests()
        assert len(await club.live()) == 1


async def test_holidays_are_marked_one_tap_each() -> None:
    async with Club(2, speed=60) as club:
        series = await club.has_series()
        card = await club.calls()
        await club.presses(card, "Holidays", "Thu, 24 Dec", "Thu, 31 Dec", "Thu, 26 Nov", "Thu, 26 Nov: no event")
        assert "Thu, 31 Dec: no event" in labels(card) and "Thu, 26 Nov" in labels(card)
        said = await club.app.store.series.weeks(series.id, club.time.now().date())
        assert {day.isoformat(): week.fate.value for day, week in said.items()} == {
            "2026-11-26": "", "2026-12-24": "skipped", "2026-12-31": "skipped"}


async def test_moved_in_three_taps_before_entry_opens() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        await club.goes_to("2026-11-09 12:00")
        card = await club.calls()
        await club.presses(card, "Move", "Fri, 13 Nov", "20:00")
        assert "Friday, 13 November, 20:00" in card.text and club.taps == 3
        post = await club.group.sees("is moved to: Friday, 13 November, 20:00")
        await club.goes_to("2026-11-11 19:30")
        assert await club.rows() == []
        await club.goes_to("2026-11-12 20:00")
        row, = await club.live()
        t = await club.app.store.ledger.tournament(row.code)
        assert t.settings.start == datetime(2026, 11, 13, 19, tzinfo=UTC)
        card = await club.calls()
        await club.presses(card, "Move", "Sat, 14 Nov", "10:30")
        t = await club.app.store.ledger.tournament(row.code)
        assert t.settings.start == datetime(2026, 11, 14, 9, 30, tzinfo=UTC)
        assert t.settings.closes == datetime(2026, 11, 14, 9, tzinfo=UTC)
        kinds = [e.fact.key for e in await club.app.store.ledger.entries(row.code) if isinstance(e.fact, Changed)]
        assert kinds == ["start", "closes", "title"] and t.settings.title == "Saturday, 14 November"
        assert post.text == "Moved once more: see the newer message"
        assert "14 November, 10:30" in (await club.group.sees("is moved to: Saturday")).text
        assert "Saturday, 14 November, 10:30" in (await club.group.sees(buttons=["Join"])).text


async def test_ended_after_a_question_and_old_buttons_say_so() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        card, other = await club.calls(), await club.calls()
        await club.presses(card, "End the series", "Yes")
        assert "no weekly event yet" in card.text and club.taps == 2
        toast = await club.olga.taps(other, "Skip this week")
        assert "has ended" in toast.text
        await club.goes_to("2026-11-12 18:00")
        assert await club.rows() == []


async def test_begun_again_it_is_as_it_was() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series(Rhythm(1, 18 * 60 + 45, 180, 30), pace="weekly", rounds="7")
        card = await club.calls()
        await club.presses(card, "End the series", "Yes", "Set up a weekly event")
        assert card.text.splitlines()[1:4] == [
            "Tuesdays, 18:45 (Europe/Berlin)", "Entry opens 3 hours before, closes 30 minutes before",
            "One round a week: chess, Swiss, individual coefficients, 7 rounds"]
        await club.presses(card, "Start the series")
        assert "Tuesday, 10 November, 18:45" in card.text


async def test_only_judges_have_the_card_and_forged_buttons_give_nothing() -> None:
    async with Club(2, speed=60) as club:
        series = await club.has_series()
        anna = club.players[0]
        asked = await anna.writes("/series")
        assert "judge" in (await anna.sees(after=asked)).text.lower()
        for data in (f"week:{series.id}:off:2026-11-12", f"rhythm:{series.id}:hour:20:00", f"series:{series.id}:end:yes",
                     f"plan:{series.club}", f"always:{series.id}:{await member_of(club, club.players[1])}:1"):
            toast = await anna.forges(asked, data)
            assert "judge" in toast.text.lower(), data
        for data in (f"week:{series.id}:move:2026-11-12 2026-11-31 20:00", f"week:{series.id}:move:2026-11-12 x y",
                     f"week:{series.id}:move:2026-11-12 2026-11-30 20:00", f"week:{series.id}:off:yesterday",
                     f"rhythm:{series.id}:opens:7", f"rhythm:{series.id}:day:9", f"rhythm:{series.id}:pace:daily",
                     f"rhythm:{series.id}:zone:Europe/Nowhere", "series:99", f"week:{series.id}:burn:2026-11-12"):
            toast = await club.olga.forges(asked, data)
            assert toast.text, data
        now, = await club.app.store.series.running()
        assert now == series and not await club.app.store.series.weeks(series.id, club.time.now().date())


async def member_of(club: Club, person: Person) -> MemberId:
    home = await club.app.store.clubs.club_of_chat(club.group.id)
    assert home is not None
    return (await club.app.store.members.member(home.id, person.id, person.name)).id


@pytest.mark.usefixtures("databases")
async def test_always_in_by_oneself_and_by_a_judge() -> None:
    async with Club(3, speed=60) as club:
        series = await club.has_series()
        anna, boris, _ = club.players
        for person in club.players:
            await member_of(club, person)
        asked = await anna.writes("/me")
        mine = await anna.sees(buttons=["Always in: Weekly event"], after=asked)
        toast = await anna.taps(mine, "Always in: Weekly event")
        await club.rests()
        assert "every week" in toast.text and labels(mine) == ["Answer every week: Weekly event"]
        stranger = club.sandbox.person("Stranger", started=True)
        said = await stranger.start()
        assert "has ended" in (await stranger.forges(said, f"regular:{series.id}:1")).text
        card = await club.calls()
        await club.presses(card, "Always in: 1")
        assert "Anna: always in" in labels(card)
        await club.presses(card, "Boris: answers every week")
        assert "Boris: always in" in labels(card)
        await club.goes_to("2026-11-11 19:00")
        post = await club.group.sees(buttons=["Join"])
        assert "Anna, Boris" in post.text
        clara = club.players[2]
        asked = await clara.writes("/me")
        mine = await clara.sees(buttons=["Always in: Weekly event"], after=asked)
        await clara.taps(mine, "Always in: Weekly event")
        await club.rests()
        assert "Anna, Boris, Clara" in post.text, "the entry that is open too"
        await boris.taps(post, "Leave")
        await club.rests()
        assert "Boris" not in post.text
        assert len(await club.app.store.series.regulars(series.id)) == 3


@pytest.mark.parametrize(("language", "taps", "lines"), [
    ("en", ("Log", "Back", "Change", "Day: Thursdays", "Saturdays", "Entry closes: 30 minutes before", "2 hours before",
            "Start: 19:00", "19:30", "Back", "Skip this week", "Hold it after all"),
     ("1. {at} Olga: Day: Thursdays → Saturdays", "2. {at} Olga: Entry closes: 30 minutes before → 2 hours before",
      "3. {at} Olga: Start: 19:00 → 19:30", "4. {at} Olga: Saturday, 7 November is off",
      "5. {at} Olga: Saturday, 7 November is held after all", "6. {at} Anna: Anna is always in")),
    ("ru", ("Журнал", "Назад"), ("1. {at} Anna: Anna играет всегда",))])
async def test_judges_see_who_has_changed_what(language: str, taps: tuple[str, ...], lines: tuple[str, ...]) -> None:
    async with Club(2, speed=60, language=language) as club:
        series = await club.has_series()
        await member_of(club, club.players[0])
        card = await club.olga.sees(buttons=[taps[0]], after=await club.olga.writes("/series"))
        await club.presses(card, taps[0])
        assert ("Nothing yet." if language == "en" else "Пока пусто.") in card.text, "nobody has said anything"
        await club.presses(card, *taps[1:])
        await club.players[0].forges(card, f"regular:{series.id}:1")
        await club.presses(card, taps[0])
        shown = re.sub(r"(?<=\. )[^:]*\d\d:\d\d", "{at}", card.text)
        assert tuple(shown.splitlines()[1:]) == lines
        refused = await club.players[0].forges(card, f"series:{series.id}:log")
        assert refused.text == words(language).plain("refused.not_judge")


async def test_who_has_ended_it_is_in_the_log_that_stays() -> None:
    async with Club(2, speed=60) as club:
        series = await club.has_series()
        card = await club.calls()
        await club.presses(card, "End the series", "Yes", "Log")
        assert re.fullmatch(r"1\. .* Olga: ended", card.text.splitlines()[1])
        await club.presses(card, "Back")
        assert "Set up a weekly event" in labels(card)
        assert (await club.olga.forges(card, f"series:{series.id}")).text == words("en").plain("refused.no_series")
        refused = await club.players[0].forges(card, f"series:{series.id}:log")
        assert refused.text == words("en").plain("refused.not_judge")


async def test_of_settings_that_nobody_has_said_anything_of_only_those_that_change_are_in_the_log() -> None:
    """The first chip of what is played says all of them."""
    async with Club(2, speed=60) as club:
        await club.has_series()
        card = await club.calls()
        await club.presses(card, "Change", "Pace: all rounds in one evening", "one round a week", "What is played",
                           "Rounds: 1", "7", "Back", "Back", "Log")
        shown = re.sub(r"(?<=\. )[^:]*\d\d:\d\d", "{at}", card.text)
        assert shown.splitlines()[1:] == ["1. {at} Olga: Pace: all rounds in one evening → one round a week",
                                          "2. {at} Olga: Rounds: 1 → 7"]


async def test_c35_seven_in_the_evening_stays_seven_when_the_clocks_change() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        for opening, start, utc in (("2027-03-24 19:00", "Thursday, 25 March, 19:00", 18),
                                    ("2027-03-31 19:00", "Thursday, 1 April, 19:00", 17),
                                    ("2027-10-27 19:00", "Thursday, 28 October, 19:00", 17),
                                    ("2027-11-03 19:00", "Thursday, 4 November, 19:00", 18)):
            await club.goes_to(opening)
            row, = await club.live()
            assert start in (await club.group.sees(buttons=["Join"])).text
            t = await club.app.store.ledger.tournament(row.code)
            assert t.settings.start is not None and t.settings.start.astimezone(UTC).hour == utc
            card = await club.calls()
            await club.presses(card, "Skip this week", "Yes")


@pytest.mark.usefixtures("databases")
async def test_c36_back_four_minutes_late_it_opens_then_and_once() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        await club.goes_to("2026-11-11 18:55")
        await club.stops()
        club.time.jump(9 * 60)
        await club.starts()
        await club.rests()
        row, = await club.live()
        opened = (await club.app.store.ledger.entries(row.code))[0]
        assert isinstance(opened.fact, Opened)
        assert timedelta(minutes=3) < opened.at - datetime(2026, 11, 11, 18, tzinfo=UTC) < timedelta(minutes=8)
        await club.stops()
        await club.starts()
        await club.rests()
        assert len([m for m in club.group.posts if "Join" in labels(m)]) == 1 == len(await club.live())


async def test_missed_altogether_the_judges_are_told_and_may_open_it_now() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        await club.stops()
        club.time.jump(timedelta(days=8).total_seconds())
        await club.starts()
        await club.rests()
        assert await club.rows() == []
        card = await club.olga.sees("Entry for Thursday, 12 November, 19:00 was not opened", buttons=["Open now", "Move"])
        toast = await club.olga.taps(card, "Open now")
        await club.rests()
        assert toast.text
        row, = await club.live()
        assert (await club.app.store.ledger.tournament(row.code)).settings.start is None
        assert card.text == "Entry is open: Thursday, 12 November" and card.buttons == []
        await club.group.sees(buttons=["Join"])


async def test_what_still_runs_in_the_place_is_waited_for() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        old = await club.open_quietly(title="Long night")
        await club.goes_to("2026-11-11 19:00")
        card = await club.olga.sees("“Long night” is still running")
        assert [row.code for row in await club.live()] == [old]
        card_of_old = await club.olga.writes("/settings")
        running = await club.olga.sees(buttons=["Cancel event"], after=card_of_old)
        await club.presses(running, "Cancel event", "Yes")
        club.time.jump(15)
        await club.rests()
        row, = await club.live()
        assert row.title == "Thursday, 12 November"
        assert card.text == "Entry is open: Thursday, 12 November"


async def test_a_round_a_week_is_called_by_itself_and_postponed_when_skipped() -> None:
    async with Club(4, speed=60) as club:
        await club.has_series(pace="weekly", rounds="2")
        await club.goes_to("2026-11-11 19:00")
        row, = await club.live()
        t = await club.app.store.ledger.tournament(row.code)
        assert t.calls[1].starts == datetime(2026, 11, 12, 18, tzinfo=UTC)
        assert t.calls[1].until == datetime(2026, 11, 19, 18, tzinfo=UTC)
        card = await club.calls()
        await club.presses(card, "Skip this week", "Yes")
        t = await club.app.store.ledger.tournament(row.code)
        assert t.calls[1].starts == datetime(2026, 11, 19, 18, tzinfo=UTC)
        assert t.calls[1].until == datetime(2026, 11, 26, 18, tzinfo=UTC)
        await club.group.sees("No event on Thursday, 12 November")
        await club.goes_to("2026-11-18 19:00")
        assert [row.code] == [it.code for it in await club.live()]
        t = await club.app.store.ledger.tournament(row.code)
        assert t.next_round == 1 and t.calls[1].starts == datetime(2026, 11, 19, 18, tzinfo=UTC)


async def test_a_series_is_at_home_in_the_topic_it_was_set_up_in() -> None:
    async with Club(2, speed=60) as club:
        forum = club.sandbox.group("Forum", creator=club.olga, members=club.players, forum=True)
        await forum.add_bot(club.olga, admin=True)
        topic = await forum.topic("Thursdays", club.olga)
        await club.olga.types(forum, "/series", topic=topic)
        card = await club.olga.sees(buttons=["Set up a weekly event"])
        await club.presses(card, "Set up a weekly event")
        await club.presses(card, next(label for label in labels(card) if label.startswith("Europe/Berlin")))
        await club.presses(card, "Start the series", "Skip this week")
        await club.goes_to("2026-11-08 12:00")
        off = await forum.sees("No event on Thursday, 12 November")
        await club.goes_to("2026-11-18 19:00")
        post = await forum.sees(buttons=["Join"])
        assert off.topic == post.topic == topic.id
        await forum.delete_topic(topic)
        asked = await club.olga.writes("/series")
        card = await club.olga.sees("Which club?", after=asked)
        await club.presses(card, "Forum", "Move", "Fri, 20 Nov", "20:00")
        await forum.sees("is moved to: Friday, 20 November, 20:00")
        series, = await club.app.store.series.running()
        assert series.topic is None


async def test_with_a_judges_chat_the_card_and_what_was_missed_are_there() -> None:
    async with Club(2, speed=60) as club:
        room = await judges_room(club)
        dora = next(person for person in club.sandbox.people.values() if person.name == "Dora")
        await club.has_series()
        await club.olga.types(club.group, "/series")
        card = await room.sees(buttons=["Holidays"])
        await dora.taps(card, "Skip this week")
        await club.rests()
        assert "Thursday, 12 November: no event" in card.text
        toast = await club.players[0].forges(card, f"week:{1}:on:2026-11-12")
        assert "judge" in toast.text.lower()
        await club.olga.taps(card, "Hold it after all")
        await club.stops()
        club.time.jump(timedelta(days=8).total_seconds())
        await club.starts()
        await club.rests()
        missed = await room.sees("was not opened", buttons=["Open now", "Move"])
        await dora.taps(missed, "Move")
        menu = await room.sees("To which day is Thursday, 12 November moved?")
        await dora.taps(menu, "Sun, 15 Nov")
        await club.rests()
        await dora.taps(menu, "19:00")
        await club.rests()
        assert missed.text == "The event of Thursday, 12 November is moved to: Sunday, 15 November, 19:00"
        await club.goes_to("2026-11-14 19:00")
        row, = await club.live()
        t = await club.app.store.ledger.tournament(row.code)
        assert t.settings.start == datetime(2026, 11, 15, 18, tzinfo=UTC)


async def test_an_anonymous_administrator_calls_the_card_up_and_a_person_presses() -> None:
    async with Club(2, speed=60) as club:
        await club.has_series()
        await club.group.promote(club.olga, club.olga, anonymous=True)
        await club.olga.types(club.group, "/series")
        card = await club.group.sees(buttons=["Holidays"])
        toast = await club.players[0].taps(card, "Skip this week")
        assert "judge" in toast.text.lower()
        await club.presses(card, "Skip this week")
        assert "Thursday, 12 November: no event" in card.text


@pytest.mark.usefixtures("databases")
async def test_two_weeks_need_nothing_of_the_organiser_but_approvals() -> None:
    async with Club(4, speed=60) as club:
        series = await club.has_series(rounds="2", settle="0")
        for person in club.players[:3]:
            await club.app.store.series.set_regular(series.id, await member_of(club, person), True)
        for wednesday, thursday in (("2026-11-11 19:00", "2026-11-12 19:00"), ("2026-11-18 19:00", "2026-11-19 19:00")):
            await club.goes_to(wednesday)
            post = await club.group.sees(thursday[8:10] + " November", buttons=["Join"])
            await club.players[3].taps(post, "Join")
            await club.goes_to(thursday)
            for _ in range(2):
                await club.approves()
                await club.plays()
            t = await club.app.store.ledger.tournament((await club.row()).code)
            assert t.stage is Stage.FINISHED
        assert club.sandbox.journal.refused() == []
