"""Does somebody who floods the bot cost the others anything, and does it end when he stops?"""

from __future__ import annotations

import asyncio

import pytest

from bot.alias import alias
from bot.answers import MOST
from bot.budget import Window
from bot.turnstile import MANY, SPAN, Pass, Turnstile
from tests.evening import Evening


def test_of_a_thousand_updates_as_many_as_the_limit_are_looked_at_and_one_is_answered() -> None:
    stile = Turnstile(60)
    passed = [stile.passes(1, n / 1000) for n in range(1000)]
    assert [passed.count(kind) for kind in Pass] == [60, 1, 939]
    assert stile.passes(2, 0.5) is Pass.OPEN
    assert stile.passes(1, SPAN + 0.001) is Pass.OPEN
    assert sum(stile.passes(1, 2 + n / 10) is not Pass.STILL_SHUT for n in range(1200)) <= 14 * 61


def test_who_comes_once_a_second_never_waits_and_who_is_quiet_is_forgotten() -> None:
    stile = Turnstile(60)
    assert all(stile.passes(1, float(n)) is Pass.OPEN for n in range(600))
    for n in range(3 * MANY):
        stile.passes(n, 1000.0 + n)
    assert len(stile._windows) <= MANY + SPAN and len(stile._shut) == 0


def test_in_a_crowd_nobody_pays_for_all_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is quiet is looked for now and then, and not whenever somebody new comes."""
    looked, idle = 0, Window.idle

    def counted(self: Window, now: float) -> bool:
        nonlocal looked
        looked += 1
        return idle(self, now)

    monkeypatch.setattr(Window, "idle", counted)
    stile = Turnstile(60)
    for n in range(3 * MANY):
        stile.passes(n, 1000.0 + 2 * SPAN * n / (3 * MANY))
    assert MANY <= looked <= 6 * MANY, "twice, in two spans"


async def test_a_thousand_presses_of_one_change_little_and_the_next_one_is_served() -> None:
    async with Evening(2, speed=1, config={"person": 20}) as evening:
        post = await evening.opens()
        anna, boris = evening.players
        before = (await evening.tournament()).version
        taps = [anna.tap(post, "Leave" if n % 2 else "Join") for n in range(1000)]
        assert (await boris.taps(post, "Join", timeout=60)).text.startswith("You are in")
        await evening.rests(60)
        answered = [tap.query.answer.result().text for tap in taps if tap.query.answer.done()]
        told = [text for text in answered if text.startswith("Too much at once")]
        assert (await evening.tournament()).version - before <= len(answered) - len(told) + 1
        # every ten seconds he may come again; in between nothing is looked at
        assert told and len(answered) <= 21 * len(told) + 20 < 1000
        evening.time.jump(SPAN)
        assert "Too much" not in (await anna.taps(post, "Join")).text


async def test_words_beyond_the_limit_are_answered_once_and_nothing_of_them_is_done() -> None:
    async with Evening(1, speed=1, config={"person": 5}) as evening:
        await evening.opens()
        anna = evening.players[0]
        for n in range(50):
            await anna.writes("/leave" if n % 2 else "/join")
        await anna.sees("Too much at once", timeout=30)
        await evening.rests()
        assert sum("Too much at once" in message.text for message in anna.reads()) == 1
        assert len(anna.reads()) <= 6


async def test_what_is_not_looked_at_has_its_answer_and_is_not_done_when_it_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a crash Telegram brings the batch once more, and then he is at no limit."""
    async with Evening(1, speed=1, config={"person": 5}) as evening:
        await evening.opens()
        noted: list[str] = []
        monkeypatch.setattr(evening.app.store.inbox, "note", noted.append)
        asked = [await evening.players[0].writes("/help") for _ in range(20)]
        await evening.players[0].sees("Too much at once", timeout=30)
        await evening.rests(60)
        assert set(noted) == {f"msg:{alias(evening.players[0].id, evening.app.config.token)}:{message.id}" for message in asked}


async def test_answers_that_telegram_cannot_carry_are_not_kept_for_ever() -> None:
    async with Evening(2, speed=60) as evening:
        await evening.rests()
        anna, boris = evening.players
        answers = evening.app.office.answers
        start = len(evening.sandbox.journal)
        late = asyncio.gather(*(answers.say(anna.id, str(n)) for n in range(500)))
        assert await answers.say(boris.id, "you first")
        await late
        sent = evening.sandbox.journal.calls("sendMessage", since=start)
        assert len(sent) == MOST + 1
        assert {message.text for message in anna.reads()} == {str(n) for n in range(MOST)}


async def test_who_comes_and_goes_in_a_group_makes_nobody_ask_for_its_administrators() -> None:
    async with Evening(1, speed=60) as evening:
        await evening.opens()
        await evening.rests()
        guest = evening.sandbox.person("Comes And Goes")
        start = len(evening.sandbox.journal)
        for _ in range(20):
            await evening.group.add(guest)
            await evening.group.leave(guest)
        await evening.rests()
        assert evening.sandbox.journal.calls("getChatAdministrators", since=start) == []


async def test_anonymous_administrators_are_one_account_and_who_floods_one_group_shuts_no_other() -> None:
    async with Evening(1, speed=1, config={"person": 7, "chat_burst": 1000, "group": 1000}) as evening:
        await evening.opens()
        boss = evening.sandbox.person("Boss", started=True)
        other = evening.sandbox.group("Other club", creator=boss)
        await other.add_bot(boss, admin=True)
        for group, judge in ((other, boss), (evening.group, evening.olga)):
            await group.promote(judge, judge, anonymous=True)
        await evening.rests()
        for _ in range(50):
            await boss.types(other, "/help")
        await evening.rests()
        await evening.olga.types(evening.group, "/standings")
        await evening.group.sees("There is no table yet", timeout=30)
