"""Whatever people tap and type in the real chat, through restarts and faults: does it show what it should?

After every step: every tap was answered, no handler stumbled, nobody sits twice in a round, the facts give the
same tournament again, what is remembered is what the database says, and each post shows just what is wanted. LONG_SEARCHES=1 for ten times as much.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, Phase, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from bot.operation import Picture, operations
from bot.sandbox import Message, Person
from bot.surroundings import Surroundings
from bot.texts import plain
from engine import fold, weeks
from engine.model import CLOCK, Refused, Stage
from storage.posts import Post, State
from tests.doubting import Doubts
from tests.evening import Evening
from tests.test_random_evening import seats

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
EVENINGS = 40 if os.environ.get("LONG_SEARCHES") else 4
STEPS = 40

FAULTS = (429, 500, 502, "drop_before", "drop_after")
WORDS = (
    "/join", "/leave", "/back", "/bye", "/bye 2", "/result", "/result 1-0", "/result +", "/result =", "/pairs", "/standings",
    "/me", "/help", "/start", "/help rules", "/language", "hello", "/nonsense", "/settings", "/begin", "/draft", "/rule",
    "/rule 1 1-0", "/rule 2 ½", "/rule 1 swap", "/rule 1 clear", "/remove Anna", "/back Anna", "/bye Boris", "/swap Anna Clara",
    "/pair Anna Boris", "/forbid Anna Clara never", "/penalty Anna 1 phone", "/guest Walter", "/guest Ann", "/hold", "/resume",
    "/undo", "/log", "/log 1", "/log Anna", "/finish", "/judges", "/series", "/new rounds=2", "/redraw", "/pots", "/season", "/season new best=2",
)


class Ears(logging.Handler):
    """What the program itself called an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


class RandomChat(RuleBasedStateMachine):
    """An evening in the sandbox. People are 0 Olga the judge, then the players, the last of whom has no Start."""

    steps_done = 0
    doubts: Doubts

    def __init__(self) -> None:
        super().__init__()
        self.left_behind: set[tuple[str, int | None]] = set()        # messages of the group that was
        self.runner = asyncio.Runner()
        self.ears = Ears()
        logging.getLogger().addHandler(self.ears)

    def teardown(self) -> None:
        logging.getLogger().removeHandler(self.ears)
        self.runner.run(self.evening.__aexit__(None, None, None))
        self.runner.close()

    def do(self, coroutine):
        """A step, and everything it brings about."""
        async def whole():
            await coroutine
            await self.evening.rests(timeout=40)
            await self.is_sound()
        self.runner.run(whole())
        type(self).steps_done += 1

    @initialize(players=st.integers(3, 6), begun=st.booleans(), language=st.sampled_from(["en", "ru"]),
                confirm=st.sampled_from(["opponent", "none", "judge"]), pace=st.sampled_from(["", "evening", "weekly"]))
    def opens(self, players, begun, language, confirm, pace):
        async def begin():
            self.evening = Evening(players, speed=200, language=language, confirm=confirm)
            await self.evening.__aenter__()
            self.evening.players[-1].user.started = False
            starts = self.evening.time.now() + timedelta(minutes=50) if pace == "evening" else None
            await self.evening.open_quietly(
                system="dutch" if pace else "individual", confirm=confirm, approve=1200, byes=1, series=1 if pace else 0,
                pace=pace or "evening", start=starts, closes=starts and starts - timedelta(minutes=20))
            if pace == "weekly":
                await self.calls(20)
            post = await self.evening.group.sees(buttons=["Join"])
            for player in self.evening.players:
                await player.tap(post, "Join").toast(20)
            if begun:
                await self.evening.olga.types(self.evening.group, "/begin")
        self.do(begin())

    def person(self, number: int) -> Person:
        return [self.evening.olga, *self.evening.players][number % (len(self.evening.players) + 1)]

    # people

    @rule(who=st.integers(0, 6), which=st.integers(0, 200), private=st.booleans())
    def taps(self, who, which, private):
        person = self.person(who)
        self.do(self.presses(person, which, [person.reads() if private else self.evening.group.posts]))

    @rule(which=st.integers(0, 200))
    def the_judge_taps(self, which):
        self.do(self.presses(self.evening.olga, which, [self.evening.olga.reads()[-3:]]))

    async def presses(self, person: Person, which: int, shown: list[list[Message]]):
        keys = [(message, key.data) for messages in shown for message in messages[-8:]
                for key in message.all_buttons() if key.data]
        if keys:
            await person.tap(*keys[which % len(keys)]).toast(20)     # TimeoutError: nobody answered

    @rule(who=st.integers(0, 6), words=st.sampled_from(WORDS), private=st.booleans())
    def types(self, who, words, private):
        person = self.person(who)
        able = person.user.started and not person.user.blocked
        self.do(person.writes(words) if private and able else person.types(self.evening.group, words))

    @rule(words=st.sampled_from([word for word in WORDS if word.startswith("/")]))
    def the_judge_types(self, words):
        able = not self.evening.olga.user.blocked
        self.do(self.evening.olga.writes(words) if able else self.evening.olga.types(self.evening.group, words))

    @rule(who=st.integers(0, 6))
    def blocks_or_comes_back(self, who):
        person = self.person(who)
        self.do(person.start() if person.user.blocked or not person.user.started else person.blocks())

    @rule(which=st.integers(0, 20))
    def somebody_deletes_a_post(self, which):
        posts = self.evening.group.posts
        if posts:
            self.do(self.evening.olga.deletes(posts[which % len(posts)]))

    # a series

    @rule(minutes=st.sampled_from([0, 20, 90]))
    def a_round_is_called(self, minutes):
        self.do(self.calls(minutes))

    async def calls(self, minutes: int) -> None:
        """The clock of a series asks who is in for the next round, where it is one round a week."""
        now, row = self.evening.time.now(), await self.evening.row()
        starts = now + timedelta(minutes=minutes + 20)
        if not (await self.evening.tournament()).settings.weekly:
            return
        with suppress(Refused):
            await self.evening.app.store.ledger.record(row.code, lambda t: weeks.call_round(
                t, CLOCK, closes=now + timedelta(minutes=minutes), starts=starts, until=starts + timedelta(days=7),
            ), CLOCK, f"series:1:{now}", now)
        self.evening.app.clock.nudge(row.code)
        self.evening.app.board.touch(row.code)

    # the evening goes on

    @rule()
    def all_goes_on(self):
        self.do(self.goes_on())

    async def goes_on(self):
        t = await self.evening.tournament()
        if t.settings.weekly and t.draft is None:
            await self.calls(20)
            for player in self.evening.players:
                await player.types(self.evening.group, "/join")
        if t.stage is not Stage.PLAYING or t.settings.weekly:
            await self.evening.olga.types(self.evening.group, "/begin")
        elif t.held:
            await self.evening.olga.types(self.evening.group, "/resume")
        for game in t.open_games():
            await self.evening.olga.types(self.evening.group, f"/rule r{game.round} {game.board} 1-0")
        self.evening.time.jump(1300)

    # the world

    @rule(seconds=st.sampled_from([3, 15, 130, 700, 3000]))
    def time_passes(self, seconds):
        async def jump():
            self.evening.time.jump(seconds)
        self.do(jump())

    @rule()
    def the_bot_is_started_again(self):
        async def again():
            await self.evening.stops()
            await self.evening.starts()
        self.do(again())

    @rule(kind=st.sampled_from(FAULTS), method=st.sampled_from(["sendMessage", "editMessageText"]))
    def telegram_has_trouble(self, kind, method):
        self.evening.sandbox.faults.add(kind, method)

    @rule()
    @precondition(lambda self: self.evening.group.former is None)
    def the_group_becomes_a_supergroup(self):
        self.do(self.moves())

    async def moves(self):
        for row in await self.evening.app.store.ledger.in_chat(self.evening.group.id, None):
            posts = await self.evening.app.store.posts.of(row.code)
            self.left_behind |= {(key, post.message) for key, post in posts.items() if post.chat == row.chat}
        await self.evening.group.migrate(self.evening.olga)

    # looking

    async def is_sound(self) -> None:
        assert not self.ears.heard, self.ears.heard
        assert not self.doubts.wrong, self.doubts.wrong
        store = self.evening.app.store
        for row in await store.ledger.in_chat(self.evening.group.id, None):
            t = await store.ledger.tournament(row.code)
            assert fold.replay(row.code, await store.ledger.entries(row.code)) == t
            for posted in t.rounds:
                seats(posted)
            await self.is_shown(row.code)

    async def is_shown(self, code: str) -> None:
        """What is wanted is shown; waited for, because time runs on and pictures change with it."""
        store = self.evening.app.store
        around = Surroundings(store, self.evening.time, self.evening.sandbox.bot.username)
        wrong: object = None
        for _ in range(150):
            posts, picture = await store.posts.of(code), await around.picture(code)
            todo = operations(code, picture, posts, (), epoch=0, claim_retry=lambda key: timedelta(0))
            wrong = [(it.key, it.kind) for it in todo] or list(self.different(picture, posts))
            if not wrong:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(wrong)

    def different(self, picture: Picture, posts: Mapping[str, Post]) -> Iterator[tuple[str, str]]:
        """Messages that say something else than their notice, and buttons on what is no longer wanted."""
        wanted = {notice.key: notice for notice in picture.notices}
        for key, post in posts.items():
            if post.message is None or post.state not in (State.SHOWN, State.CLOSED):
                continue
            message = self.evening.sandbox.world.chats[post.chat].messages.get(post.message)
            notice = wanted.get(key)
            if post.closed and (key, post.message) in self.left_behind:
                continue
            if message is None:
                yield key, "is nowhere"
                continue
            if message.deleted:
                continue
            if notice is None or post.closed:
                if message.buttons:
                    yield key, "still has buttons"
            elif not message.text.removeprefix("↻ ").startswith(plain(notice.text)):   # calls of the first sending
                yield key, message.text
            elif message.buttons != [[button.text for button in row] for row in notice.buttons]:
                yield key, str(message.buttons)


@pytest.mark.timeout(7200)
def test_a_random_evening_in_the_chat_shows_what_is_wanted() -> None:
    print(f"CASES_SEED={SEED}")
    chosen = hypothesis_settings(
        max_examples=EVENINGS, stateful_step_count=STEPS, deadline=None, database=None, print_blob=True,
        phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    with Doubts() as RandomChat.doubts:
        run_state_machine_as_test(seed(SEED)(RandomChat), settings=chosen)
    print(f"{RandomChat.steps_done} steps in the chat, {RandomChat.doubts.compared} answers from memory")
    assert RandomChat.steps_done >= EVENINGS * 10
    assert RandomChat.doubts.compared >= RandomChat.steps_done
