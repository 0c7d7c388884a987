"""Is nothing lost, and nothing opened, when judges say things about one series or one event at the same moment?"""

from __future__ import annotations

import asyncio

import pytest

from bot.kept import MOST, keep, kept
from bot.sandbox import Message, Person
from bot.visit import Visit
from engine.calendar import DAY, Rhythm
from storage.series import Fate, Series
from tests.evening import Evening
from tests.test_series_chat import THURSDAYS, Club


class Door(asyncio.Lock):
    """What lets only one in, and says that somebody stands before it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def acquire(self) -> bool:
        if self.locked():
            self.asked.set()
        return await super().acquire()


async def while_a_week_is_opened(club: Club, card: Message, word: str) -> asyncio.Task[None]:
    """A tap that has come as far as it can, while what is due is being opened; it waits for that."""
    club.app.weekly.alone = door = Door()
    await door.acquire()
    tap = asyncio.create_task(club.presses(card, word))
    async with asyncio.timeout(10):
        await door.asked.wait()
    return tap


async def of(club: Club, series: Series) -> Series:
    now = await club.app.store.series.series(series.id)
    assert now is not None
    return now


@pytest.mark.parametrize(("way", "word"), [(["End the series"], "Yes"), (["Change", "Day: Thursdays"], "Saturdays")])
async def test_nothing_is_said_of_a_series_while_a_week_of_it_is_being_opened(way: list[str], word: str) -> None:
    async with Club(2, speed=1) as club:
        series = await club.has_series()
        card = await club.calls()
        await club.presses(card, *way)
        tap = await while_a_week_is_opened(club, card, word)
        assert await of(club, series) == series
        club.app.weekly.alone.release()
        await tap
        then = await of(club, series)
        assert (then.ended is not None, then.rhythm.weekday) == ((True, 3) if word == "Yes" else (False, 5))


async def test_nothing_is_said_of_a_week_whose_series_has_ended_meanwhile() -> None:
    async with Club(2, speed=1) as club:
        series = await club.has_series()
        card = await club.calls()
        tap = await while_a_week_is_opened(club, card, "Skip this week")
        await club.app.store.series.change(
            series.id, lambda it: Series(it.id, it.club, None, "", it.rhythm, it.settings, it.since, club.time.now()))
        club.app.weekly.alone.release()
        await tap
        assert "has ended" in club.olga.toasts[-1].text
        weeks = await club.app.store.series.weeks(series.id, club.time.now().date())
        assert Fate.SKIPPED not in {week.fate for week in weeks.values()}


async def test_of_two_judges_who_change_a_series_at_once_both_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Club(2, speed=1) as club:
        series = await club.has_series()
        dora = club.sandbox.person("Dora", started=True)
        await club.group.add(dora)
        await club.group.promote(dora, by=club.olga)
        await club.rests()
        cards = []
        for judge, way in ((club.olga, ["Change", "Day: Thursdays"]), (dora, ["Change", "Entry opens: 1 day before"])):
            cards.append(await called(judge))
            for word in way:
                await judge.taps(cards[-1], word)
        both, read = asyncio.Barrier(2), club.app.store.series.series

        async def read_together(id: int) -> Series | None:
            found = await read(id)
            await both.wait()
            return found

        monkeypatch.setattr(club.app.store.series, "series", read_together)
        async with asyncio.timeout(10):
            await asyncio.gather(club.olga.taps(cards[0], "Saturdays"), dora.taps(cards[1], "3 hours before"))
        now, = await club.app.store.series.running()
        assert now.rhythm == Rhythm(5, THURSDAYS.minute, 180, 30)
        assert series.rhythm == Rhythm(3, THURSDAYS.minute, DAY, 30)


async def called(judge: Person) -> Message:
    asked = await judge.writes("/series")
    return await judge.sees(buttons=["Holidays"], after=asked)


async def test_what_is_kept_for_questions_at_the_same_moment_is_all_kept() -> None:
    async with Evening(1) as evening:
        who = await evening.app.store.people.seen(evening.olga.id, "Olga", None, "en")
        visits = [Visit(evening.app.office, now=evening.time.now(), cause=f"tap:{n}", person=who, chat=who.id, topic=None,
                        message=n) for n in range(MOST)]
        await asyncio.gather(*(keep(v, f"question {v.message}", v.message) for v in visits))
        assert [await kept(v, f"question {v.message}") for v in visits] == list(range(MOST))
