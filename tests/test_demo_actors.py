"""Do the invented people of the demo play an evening by themselves, with a judge who only approves?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import ClassVar

import pytest

from bot.sandbox import Message, NoSuchButton, Person, Sandbox, Toast
from bot.sandbox.actors import PlayOn
from bot.sandbox.cast import gather
from bot.sandbox.demo import Bot, Demo, Show, real_bot
from bot.sandbox.state import Button
from bot.timing import Leaping

JUDGE = {"en": ("New event", "Open entry", "Begin", "Approve"),
         "ru": ("Новый турнир", "Открыть запись", "Начать", "Утвердить")}


@asynccontextmanager
async def showing(bot: Bot, language: str = "en") -> AsyncIterator[Show]:
    demo = Demo(bot, seed=1)
    running = asyncio.create_task(demo.run(language))
    try:
        first = asyncio.create_task(demo.show())
        await asyncio.wait([first, running], return_when=asyncio.FIRST_COMPLETED)
        yield first.result() if first.done() else running.result()
    finally:
        running.cancel()
        await asyncio.wait([running])


async def opened(show: Show) -> Message:
    """Entry is open; the entry post."""
    new, open, begin, _ = JUDGE[show.cast.language]
    olga, group = show.cast.judge, show.cast.group
    await olga.taps(await group.sees(buttons=[new]), new)
    await olga.taps(await olga.sees(buttons=[open]), open)
    await olga.sees(buttons=[begin])
    await show.cast.sandbox.until(lambda: bool(group.pinned))
    return group.pinned[-1]


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's own pace, out of the way."""
    for name, value in (("LIMIT_GROUP", "1000"), ("LIMIT_GROUP_EDITS", "1000"), ("LIMIT_CHAT_BURST", "1000"),
                        ("LIMIT_OVERALL", "1000"), ("EDIT_GAP", "0"), ("BEAT", "0.2")):
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_an_evening_needs_only_approvals(language: str) -> None:
    _, _, begin, approve = JUDGE[language]
    async with showing(real_bot, language) as show:
        cast, olga = show.cast, show.cast.judge
        post = await opened(show)

        async def play(until: str) -> Message:
            """Until the judge has a new card with this button."""
            for _ in range(3000):
                await show.play.step()
                await asyncio.sleep(0.005)
                for card in olga.reads():
                    if any(button.text == until for button in card.all_buttons()):
                        return card
            raise AssertionError(f"no {until}: {[message.text for message in olga.reads()[-3:]]}")

        while not all(person.name in post.text for person in cast.players):
            await show.play.step()
            await asyncio.sleep(0.01)
        await olga.taps(await play(begin), begin)
        for _ in range(5):
            card = await play(approve)
            while card.buttons:                      # "just changed, look again" keeps them
                with suppress(NoSuchButton):
                    await olga.taps(card, approve)
                await asyncio.sleep(0.3)
        for _ in range(3000):
            await show.play.step()
            await asyncio.sleep(0.005)
            if not post.buttons:
                break
        assert not post.buttons, post
        assert [person.user.started for person in cast.players] == [True] * 10 + [False] * 2
        assert show.play.settings["pace"] == "pause"
        assert any(toast.text for person in cast.players for toast in person.toasts)


@pytest.mark.usefixtures("unhurried")
async def test_who_is_not_left_alone_does_nothing() -> None:
    async with showing(real_bot) as show:
        await opened(show)
        anna = show.cast.players[0]
        show.play.leave_alone(anna, alone=False)
        while await show.play.step():
            await asyncio.sleep(0)
        assert anna.toasts == [] and not anna.user.started
        assert len(show.play.settings["alone"]) == 11
        with pytest.raises(KeyError):
            show.play.leave_alone(show.cast.judge, alone=True)


@asynccontextmanager
async def polite(sandbox: Sandbox, _: Leaping) -> AsyncIterator[None]:
    """A bot that says hello to the judge and no more."""
    judge = next(iter(sandbox.people.values()))
    sandbox.world.post(judge.chat, sandbox.bot, "Hello")
    yield


async def test_a_pause_is_a_pause_and_a_pace_is_a_pace() -> None:
    async with showing(polite) as show:
        await asyncio.sleep(0.1)
        assert show.play.steps == 0
        show.play.pace = "fast"
        await show.cast.sandbox.until(lambda: show.play.steps >= 3)
        show.play.pace = "pause"
        before = show.play.steps
        await asyncio.sleep(0.4)
        assert show.play.steps <= before + 1
        with pytest.raises(ValueError, match="hurried"):
            show.play.pace = "hurried"


class Told(Person):
    """Somebody whose taps are only noted: what the message said, and the button."""

    pressed: ClassVar[dict[str, str]] = {}

    async def taps(self, message: Message, label: str, *, timeout: float | None = None) -> Toast:
        self.pressed[message.text] = label
        return Toast()


async def test_two_people_tell_the_same_result_of_their_game() -> None:
    sandbox = Sandbox()
    cast = gather(sandbox, "en")
    people = tuple(Told(sandbox, person.user) for person in cast.players)
    keys = tuple((Button(word, f"res:AAAA:1:9:{word}", None),) for word in ("I won", "Draw", "I lost"))
    pairs = list(zip(people[::2], people[1::2], strict=True))
    for white, black in pairs:
        for me, other in ((white, black), (black, white)):
            me.user.started = True
            sandbox.world.post(me.chat, sandbox.bot, f"{me.name}, you play {other.name}", keyboard=keys)
    play = PlayOn(replace(cast, players=people))
    for _ in range(200):
        await play.step()
    opposite = {"I won": "I lost", "I lost": "I won", "Draw": "Draw"}
    pressed = Told.pressed
    for white, black in pairs:
        mine = pressed[f"{white.name}, you play {black.name}"]
        assert opposite[mine] == pressed[f"{black.name}, you play {white.name}"]
    assert len(pressed) == 12
