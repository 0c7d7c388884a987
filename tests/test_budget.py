"""Does the bot keep within Telegram's limits, counted in every window and not on average?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.budget import Budget, Kind
from bot.config import Config
from bot.timing import Time

GROUP, PERSON = -100, 7


class Stopwatch(Time):
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.passed = 0.0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.passed)

    def monotonic(self) -> float:
        return self.passed

    async def sleep(self, seconds: float) -> None:
        self.passed += seconds


def most_in(times: list[float], span: float) -> int:
    return max((sum(1 for other in times if at <= other < at + span - 1e-6) for at in times), default=0)


def budget() -> tuple[Budget, Stopwatch]:
    time = Stopwatch()
    return Budget(Config(token="1:x"), time), time


@given(st.lists(st.tuples(st.sampled_from([GROUP, -200, PERSON, 8, 9]), st.sampled_from(list(Kind)),
                          st.floats(0, 3)), max_size=150))
async def test_no_window_is_ever_overfull(wanted: list[tuple[int, Kind, float]]) -> None:
    purse, time = budget()
    sent: list[tuple[float, int, Kind]] = []
    for chat, kind, pause in wanted:
        time.passed += pause if pause > 1 else 0.0
        await purse.turn(chat, kind)
        sent.append((time.passed, chat, kind))
    assert most_in([at for at, _, _ in sent], 1) <= 30
    for chat in {chat for _, chat, _ in sent}:
        here = [(at, kind) for at, place, kind in sent if place == chat]
        assert most_in([at for at, _ in here], 5) <= 5
        if chat < 0:
            edits = [at for at, kind in here if kind is Kind.EDIT]
            assert most_in([at for at, _ in here], 60) <= 20
            assert most_in(edits, 60) <= 7
            assert most_in(edits, 4) <= 1


async def test_taking_buttons_away_does_not_wait_for_the_gap_between_edits() -> None:
    purse, time = budget()
    await purse.turn(GROUP, Kind.EDIT)
    assert purse.wait(GROUP, Kind.EDIT) == 4.0
    assert purse.wait(GROUP, Kind.CLOSING) == 0.0
    assert purse.wait(PERSON, Kind.EDIT) == 0.0
    assert time.passed == 0.0


async def test_sixty_edits_wanted_in_half_a_minute_become_eight_at_most() -> None:
    purse, time = budget()
    edits = 0
    while time.passed < 30:
        await purse.turn(GROUP, Kind.EDIT)
        edits += time.passed < 30
    assert edits <= 8


async def test_forty_people_and_their_group_are_told_within_two_seconds_even_after_a_full_one() -> None:
    purse, time = budget()
    for chat in (*range(100, 130), *range(PERSON, PERSON + 40), GROUP):
        await purse.turn(chat, Kind.SEND)
    assert time.passed <= 2


async def test_telegrams_wait_is_obeyed_in_that_chat_only() -> None:
    purse, _ = budget()
    purse.pause(GROUP, 17)
    purse.pause(GROUP, 3)
    assert purse.wait(GROUP, Kind.SEND) == 17.0
    assert purse.wait(PERSON, Kind.SEND) == 0.0


async def test_two_chats_that_are_to_wait_until_the_same_moment_hear_of_a_wait_of_the_whole_bot() -> None:
    purse, time = budget()
    purse.pause(GROUP, 30)
    time.passed += 4
    purse.pause(-200, 20)
    assert purse.wait(PERSON, Kind.SEND) == 0.0, "two groups, each for itself"
    purse.pause(-300, 25)
    assert purse.wait(PERSON, Kind.SEND) == 25.0 and purse.wait(GROUP, Kind.SEND) == 26.0
    time.passed += 26
    purse.forget_idle()
    purse.pause(-200, 10)
    assert purse.wait(PERSON, Kind.SEND) == 0.0, "that wait is over"


async def test_idle_chats_are_forgotten_and_busy_ones_are_not() -> None:
    purse, time = budget()
    for _ in range(7):
        await purse.turn(GROUP, Kind.EDIT)
    await purse.turn(PERSON, Kind.SEND)
    time.passed += 10
    before = purse.wait(GROUP, Kind.EDIT)
    purse.forget_idle()
    assert purse.wait(GROUP, Kind.EDIT) == before > 0
