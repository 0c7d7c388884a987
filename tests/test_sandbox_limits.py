"""Are Telegram's limits on messages counted, and enforced when a test wants it?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.sandbox import Refusal
from bot.sandbox.limits import ALL, CHAT, GROUP, Limits

START = datetime(2026, 3, 1, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


def test_a_group_takes_twenty_a_minute() -> None:
    clock = Clock()
    limits = Limits(clock)
    limits.enforce = True
    for _ in range(20):
        limits.count(-1)
        clock.wait(2)
    with pytest.raises(Refusal) as refusal:
        limits.count(-1)
    assert refusal.value.body == {
        "ok": False,
        "error_code": 429,
        "description": "Too Many Requests: retry after 20",
        "parameters": {"retry_after": 20},
    }
    limits.count(-2)  # another group
    clock.wait(20)
    limits.count(-1)
    assert [it.rule for it in limits.exceeded] == [GROUP.name]


def test_a_chat_takes_five_at_once_and_one_a_second_after() -> None:
    clock = Clock()
    limits = Limits(clock)
    for _ in range(5):
        limits.count(7)
    limits.count(7)
    assert [(it.rule, it.chat) for it in limits.exceeded] == [(CHAT.name, 7)]
    clock.wait(60)
    for _ in range(60):  # a private chat has no limit a minute
        limits.count(7)
        clock.wait(1)
    assert len(limits.exceeded) == 1


def test_everybody_together_takes_thirty_a_second() -> None:
    clock = Clock()
    limits = Limits(clock)
    limits.enforce = True
    for chat in range(30):
        limits.count(chat)
    with pytest.raises(Refusal, match="retry after 1"):
        limits.count(31)
    clock.wait(1)
    limits.count(31)
    assert [it.rule for it in limits.exceeded] == [ALL.name]
