"""Does the chat end up showing what is wanted, whatever Telegram does meanwhile?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from telegram import Bot

import storage
from bot import noticeboard
from bot.budget import Budget
from bot.config import Config
from bot.figures import Figures
from bot.line import Line
from bot.noticeboard import Noticeboard
from bot.notices.notice import Button, Notice
from bot.operation import Picture
from bot.sandbox import EDITS, SENDS, Call, Group, Person, Sandbox
from bot.sandbox.faults import Kind
from bot.shelf import HELD
from bot.voice import Voice
from storage.posts import Post, Posts, State
from tests.fast import FastTime
from tests.memory import url

TAP = ((Button("Tap", "new"),),)
OWNER = "KX4T"


@dataclass
class Painted:
    """Surroundings that show what the test wants, and remember what they were told."""

    notices: Sequence[Notice] = ()
    version: int = 1
    moment: datetime | None = None
    shown_versions: list[int] = field(default_factory=list)
    blocked: list[int] = field(default_factory=list)
    moves: list[tuple[int, int]] = field(default_factory=list)
    topics: list[int] = field(default_factory=list)
    troubles: list[tuple[str, str]] = field(default_factory=list)
    looks: int = 0
    rehome: object = None

    async def picture(self, owner: str) -> Picture:
        self.looks += 1
        return Picture(tuple(self.notices), self._last_words, self.version, self.moment)

    def _last_words(self, key: str) -> Notice:
        return Notice(key, 0, f"{key} is over", unpin=key.startswith("vote"))

    async def shown(self, owner: str, version: int) -> None:
        self.shown_versions.append(version)

    async def unreachable(self, chat: int) -> None:
        self.blocked.append(chat)
        self.notices = [notice for notice in self.notices if notice.chat != chat]

    async def migrated(self, old: int, new: int) -> None:
        self.moves.append((old, new))
        await self.rehome(old, new)                    # type: ignore[operator]
        self.notices = [replace(n, chat=new) if n.chat == old else n for n in self.notices]

    async def topic_gone(self, owner: str, topic: int) -> None:
        self.topics.append(topic)
        self.notices = [replace(n, topic=None) for n in self.notices]

    async def trouble(self, owner: str, what: str, notice: Notice) -> None:
        self.troubles.append((what, notice.key))


@dataclass
class Hall:
    """A sandbox, a board and a group to look at."""

    sandbox: Sandbox
    time: FastTime
    store: storage.Store
    bot: Bot
    config: Config
    painted: Painted
    olga: Person
    anna: Person
    group: Group
    board: Noticeboard = field(init=False)
    epoch: int = 1

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self.board = Noticeboard(Voice(self.bot), self.store.posts, self.painted, Budget(self.config, self.time),
                                 self.config, self.time, self.epoch)

    async def shows(self, *notices: Notice, version: int | None = None) -> None:
        self.painted.notices = notices
        self.painted.version = self.painted.version + 1 if version is None else version
        self.board.touch(OWNER)
        await self.rest()

    async def rest(self) -> None:
        """Until the board has nothing left to do."""
        async with asyncio.timeout(20):
            while not self.board.idle:
                await asyncio.sleep(0.01)

    def texts(self) -> list[str]:
        return [message.text for message in self.group.posts]

    def calls(self, *methods: str) -> int:
        return sum(1 for call in self.sandbox.journal.calls() if call.method in methods)


@asynccontextmanager
async def opened(tmp_path: Path, speed: float = 60.0) -> AsyncIterator[Hall]:
    time = FastTime(speed)
    async with Sandbox(time.now) as sandbox, storage.open(url(tmp_path / "club.db")) as store:
        olga, anna = sandbox.person("Olga", started=True), sandbox.person("Anna", started=True)
        group = sandbox.group("Club", creator=olga, members=[anna])
        await sandbox.add_bot(group, by=olga, admin=True)
        config = Config(token=sandbox.token, request=1.0)
        async with Bot(sandbox.token, sandbox.base_url, request=Line(16, config, Figures())) as bot:
            painted = Painted(rehome=store.rehome)
            hall = Hall(sandbox, time, store, bot, config, painted, olga, anna, group)
            yield hall
            await hall.board.stop()


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with opened(tmp_path) as hall:
        yield hall


def round_post(hall: Hall, text: str = "Round 3", **more: object) -> Notice:
    return replace(Notice("round/3.97", hall.group.id, text, TAP), **more)


async def test_new_is_sent_changed_is_edited_the_same_is_left_alone(hall: Hall) -> None:
    await hall.shows(round_post(hall))
    await hall.shows(round_post(hall, "Round 3: 1-0"))
    await hall.shows(round_post(hall, "Round 3: 1-0"))
    assert hall.texts() == ["Round 3: 1-0"]
    assert (hall.calls(*SENDS), hall.calls(*EDITS)) == (1, 1)
    assert hall.painted.shown_versions[-1] == hall.painted.version


async def test_a_volley_of_changes_is_looked_at_a_few_times_and_the_last_of_them_is_shown(
        hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that takes long is followed by a rest: meanwhile others can be thanked."""
    true = hall.painted.picture

    async def slow(owner: str) -> Picture:
        await hall.time.sleep(0.5)
        return await true(owner)

    monkeypatch.setattr(hall.painted, "picture", slow)
    began = hall.time.monotonic()
    for n in range(40):
        hall.painted.notices = [round_post(hall, f"Round 3: {n}")]
        hall.board.touch(OWNER)
        await hall.time.sleep(0.25)
    await hall.rest()
    assert hall.texts() == ["Round 3: 39"]
    assert hall.painted.looks <= (hall.time.monotonic() - began) / 1.5 + 2, "half a second, and one to rest"


async def test_where_nothing_can_be_sent_for_a_while_a_look_is_followed_by_a_rest(
        hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    true = hall.painted.picture

    async def slow(owner: str) -> Picture:
        await hall.time.sleep(0.5)
        return await true(owner)

    monkeypatch.setattr(hall.painted, "picture", slow)
    hall.board._budget.pause(hall.group.id, 20)
    began = hall.time.monotonic()
    hall.painted.notices = [round_post(hall)]
    while (passed := hall.time.monotonic() - began) < 15:
        hall.board.touch(OWNER)
        await hall.time.sleep(0.25)
    assert hall.painted.looks <= passed / 1.5 + 2
    await hall.rest()
    assert hall.texts() == ["Round 3"]


async def test_a_volley_without_end_does_not_keep_the_chat_from_being_shown_anything(
        hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look is overtaken by the next result: then the chat is a little late, and not silent."""
    true = hall.painted.picture

    async def slow(owner: str) -> Picture:
        await hall.time.sleep(0.25)
        hall.board.touch(OWNER)
        await hall.time.sleep(0.25)
        return await true(owner)

    monkeypatch.setattr(hall.painted, "picture", slow)
    hall.painted.notices = [round_post(hall), Notice("dm/3.97/1", hall.anna.id, "Board 1")]
    hall.board.touch(OWNER)
    async with asyncio.timeout(20):
        while not (hall.texts() and hall.anna.reads()):
            assert hall.painted.looks < 20
            await asyncio.sleep(0.01)
    monkeypatch.undo()
    await hall.rest()


async def test_who_rests_when_all_ends_looks_no_more(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noticeboard, "REST", 1e12)
    monkeypatch.setattr(noticeboard, "REST_MOST", 1e6)
    await hall.shows(round_post(hall))
    await hall.shows(round_post(hall, "Round 3: 1-0"))       # there is no rest after something was sent
    hall.board.touch(OWNER)
    await asyncio.sleep(0)
    assert not hall.board.idle
    await hall.board.stop()
    assert hall.board.idle and hall.painted.looks == 2


async def test_what_is_no_longer_wanted_gets_its_last_words_and_comes_back_as_a_new_message(hall: Hall) -> None:
    await hall.shows(round_post(hall))
    await hall.shows()
    first, = hall.group.posts
    assert (first.text, first.buttons) == ("round/3.97 is over", [])
    await hall.shows(round_post(hall))
    assert hall.texts() == ["round/3.97 is over", "Round 3"]


async def test_the_first_sending_may_have_words_of_its_own(hall: Hall) -> None:
    await hall.shows(round_post(hall, first="Round 3 @anna"))
    assert hall.texts() == ["Round 3 @anna"]
    await hall.shows(round_post(hall, "Round 3: 1-0", first="Round 3 @anna"))
    assert hall.texts() == ["Round 3: 1-0"]


async def test_a_message_somebody_deleted_is_sent_again(hall: Hall) -> None:
    await hall.shows(round_post(hall))
    await hall.olga.deletes(hall.group.posts[0])
    await hall.shows(round_post(hall, "Round 3: 1-0"))
    assert hall.texts() == ["Round 3: 1-0"]


async def test_a_wait_that_telegram_orders_is_obeyed_and_nothing_is_sent_twice(hall: Hall) -> None:
    hall.sandbox.faults.add(429, "sendMessage", retry_after=30)
    before = hall.time.monotonic()
    await hall.shows(round_post(hall))
    assert hall.texts() == ["Round 3"]
    assert hall.time.monotonic() - before >= 30
    assert hall.calls("sendMessage") == 2


@pytest.mark.parametrize("kind", ["timeout_after", "drop_after"])
async def test_an_unknown_outcome_is_sent_once_more_and_marked(hall: Hall, kind: str) -> None:
    hall.sandbox.faults.add(kind, "sendMessage")                     # type: ignore[arg-type]
    before = hall.time.monotonic()
    await hall.shows(round_post(hall))
    assert hall.texts() == ["Round 3", "↻ Round 3"]
    assert hall.time.monotonic() - before >= hall.config.claim_retry
    await hall.shows(round_post(hall, "Round 3: 1-0"))
    assert hall.texts() == ["Round 3", "Round 3: 1-0"]


async def test_while_every_outcome_is_unknown_each_wait_is_twice_the_one_before(tmp_path: Path) -> None:
    """Each of these messages may have arrived."""
    async with opened(tmp_path, speed=600) as hall:
        claimed: list[datetime] = []

        async def note(call: Call) -> None:
            claimed.append((await hall.store.posts.of(OWNER))["round/3.97"].claimed_at)

        hall.sandbox.server.before.append(note)
        hall.sandbox.faults.add("drop_after", "sendMessage", times=6)
        await hall.shows(round_post(hall))
        waits = [(after - before).total_seconds() for before, after in pairwise(claimed)]
        assert len(waits) == 6
        assert all(wait >= least for wait, least in zip(waits, (10, 20, 40, 80, 160, 320), strict=True)), waits
        assert hall.texts() == ["Round 3", *["↻ Round 3"] * 6]


async def test_doubts_about_what_is_tried_no_more_are_not_kept_for_ever(hall: Hall) -> None:
    hall.painted.notices = (round_post(hall),)
    for owner in ("AAAA", "CCCC", "DDDD"):                           # none of them is ever looked at again
        hall.sandbox.faults.add("drop_after", "sendMessage")
        hall.sandbox.faults.add(400, "sendMessage", description="Bad Request: can't parse entities")
        hall.board.touch(owner)
        await hall.rest()
        hall.time.jump(2 * hall.config.refused)
    assert list(hall.board._showing._doubts) == [("DDDD", "round/3.97")]


async def test_a_claim_of_an_earlier_life_is_sent_at_once_and_marked(hall: Hall) -> None:
    await hall.store.posts.claim(OWNER, "round/3.97", hall.group.id, None, "x", hall.time.now(), epoch=1)
    hall.epoch = 2
    hall.config = replace(hall.config, claim_retry=1e6)              # this test would not live to see it
    hall.restart()
    await hall.shows(round_post(hall))
    assert hall.texts() == ["↻ Round 3"]


async def test_at_a_start_what_may_have_arrived_is_sent_again_before_anything_else(hall: Hall) -> None:
    await hall.store.posts.claim(OWNER, "round/3.97", hall.group.id, None, "x", hall.time.now(), epoch=1)
    hall.epoch = 2
    hall.restart()
    hall.painted.notices = [round_post(hall)]
    hall.board.touch(OWNER)
    await hall.board.resent(await hall.store.posts.in_doubt())
    assert hall.texts() == ["↻ Round 3"]


async def test_a_start_does_not_wait_for_what_telegram_does_not_take(hall: Hall) -> None:
    hall.sandbox.faults.add(429, "sendMessage", retry_after=60)
    await hall.store.posts.claim(OWNER, "round/3.97", hall.group.id, None, "x", hall.time.now(), epoch=1)
    hall.epoch = 2
    hall.restart()
    hall.painted.notices = [round_post(hall)]
    hall.board.touch(OWNER)
    await hall.board.resent([OWNER, "NONE"])
    assert hall.texts() == []
    await hall.rest()
    assert hall.texts() == ["↻ Round 3"]


async def test_a_start_does_not_wait_for_what_can_not_be_worked_out(
        hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.store.posts.claim(OWNER, "round/3.97", hall.group.id, None, "x", hall.time.now(), epoch=1)
    hall.epoch = 2
    hall.restart()
    hall.painted.notices = [round_post(hall)]
    monkeypatch.setattr(hall.painted, "picture", None)
    monkeypatch.setattr(noticeboard, "RESENT", 1e9)
    hall.board.touch(OWNER)
    await asyncio.wait_for(hall.board.resent([OWNER]), 10)
    monkeypatch.undo()
    hall.time.jump(2 * hall.config.retry_most)
    hall.board.due(hall.time.now(), [OWNER])
    await hall.rest()
    assert hall.texts() == ["↻ Round 3"], "it is tried again a little later"


async def test_last_words_and_that_they_were_said_are_one_step(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between two, it would say other last words later."""
    await hall.shows(round_post(hall))
    monkeypatch.setattr(Posts, "changed", None)
    await hall.shows()
    assert hall.texts() == ["round/3.97 is over"]
    assert [post.state for post in (await hall.store.posts.of(OWNER)).values()] == [State.CLOSED]


async def test_an_edit_of_unknown_outcome_is_made_again(hall: Hall) -> None:
    await hall.shows(round_post(hall))
    hall.sandbox.faults.add("timeout_after", "editMessageText")
    await hall.shows(round_post(hall, "Round 3: 1-0"))
    assert hall.texts() == ["Round 3: 1-0"]
    assert (await hall.store.posts.of(OWNER))["round/3.97"].state is State.SHOWN


async def test_who_has_blocked_the_bot_stops_nobody_else(hall: Hall) -> None:
    await hall.anna.blocks()
    lines = [Notice("dm/3.97/1", hall.anna.id, "Board 1"), Notice("dm/3.97/2", hall.olga.id, "Board 2")]
    await hall.shows(*lines, round_post(hall))
    assert hall.painted.blocked == [hall.anna.id]
    assert hall.olga.last().text == "Board 2"
    assert hall.texts() == ["Round 3"]
    assert hall.calls("sendMessage") == 3
    await hall.anna.start()
    await hall.shows(*lines, round_post(hall))
    assert hall.anna.last().text == "Board 1"


async def test_a_text_telegram_refuses_is_tried_once_and_judges_hear_of_it(hall: Hall) -> None:
    bad = round_post(hall, "<b>Round 3", weighty=True)
    await hall.shows(bad)
    await hall.shows(bad)
    assert hall.texts() == []
    assert hall.painted.troubles == [("unshown", "round/3.97")]
    assert hall.calls("sendMessage") == 1
    await hall.shows(round_post(hall, "<b>Round 3</b>"))
    assert hall.texts() == ["Round 3"]


async def test_a_group_that_becomes_a_supergroup_is_followed(hall: Hall) -> None:
    await hall.shows(round_post(hall), Notice("round/2.50", hall.group.id, "Round 2"))
    await hall.group.migrate(hall.olga)
    old = hall.painted.notices[0].chat
    await hall.shows(round_post(hall, "Round 3: 1-0", chat=old), Notice("round/2.50", old, "Round 2"))
    assert hall.painted.moves == [(old, hall.group.id)]
    assert hall.texts() == ["Round 3: 1-0"]


async def test_a_deleted_topic_falls_back_to_the_group(hall: Hall) -> None:
    forum = hall.sandbox.group("Forum", creator=hall.olga, forum=True)
    await forum.add_bot(hall.olga, admin=True)
    topic = await forum.topic("Swiss", hall.olga)
    await forum.delete_topic(topic)
    await hall.shows(Notice("round/3.97", forum.id, "Round 3", TAP, topic=topic.id))
    assert hall.painted.topics == [topic.id]
    assert [message.text for message in forum.posts] == ["Round 3"]


async def test_without_the_right_to_pin_judges_hear_of_it_and_the_post_stands(hall: Hall) -> None:
    await hall.group.demote_bot(hall.olga)
    await hall.sandbox.add_bot(hall.group, by=hall.olga, admin=True, can_pin=False)
    supergroup = hall.sandbox.group("Super", creator=hall.olga, type="supergroup")
    await supergroup.add_bot(hall.olga, admin=True, can_pin=False)
    await hall.shows(Notice("entry", supergroup.id, "Entry", TAP, pin=True))
    assert [message.text for message in supergroup.posts] == ["Entry"]
    assert hall.painted.troubles == [("unpinned", "entry")]


@pytest.mark.parametrize("kind", [429, 500, "drop_before", "drop_after", 400])
async def test_a_vote_that_is_over_is_pinned_no_longer_and_what_was_pinned_before_is(hall: Hall, kind: Kind) -> None:
    entry, vote = (Notice(key, hall.group.id, key, TAP, pin=True) for key in ("entry", "vote/2"))
    await hall.shows(entry, vote)
    assert [message.text for message in hall.group.pinned] == ["entry", "vote/2"]
    fault = hall.sandbox.faults.add(kind, "unpinChatMessage")
    await hall.shows(entry)
    assert fault.struck == 1 and hall.texts() == ["entry", "vote/2 is over"]
    # what Telegram will not unpin is no reason to leave its buttons there
    assert [message.text for message in hall.group.pinned] == ["entry", *(["vote/2 is over"] if kind == 400 else [])]
    assert hall.painted.troubles == []


async def test_sixty_changes_in_half_a_minute_are_few_edits_and_the_last_state_wins(hall: Hall) -> None:
    await hall.shows(round_post(hall, "0"))
    begun = hall.time.monotonic()
    for number in range(1, 61):
        hall.painted.notices = [round_post(hall, str(number))]
        hall.board.touch(OWNER)
        await hall.time.sleep(max(0.0, begun + number / 2 - hall.time.monotonic()))
    await hall.rest()
    assert hall.texts() == ["60"]
    assert hall.calls("editMessageText") <= 10
    assert hall.sandbox.limits.exceeded == []


async def test_buttons_go_before_anything_new_is_shown(hall: Hall) -> None:
    await hall.shows(Notice("draft/3.9@1", hall.olga.id, "Draft", TAP), round_post(hall))
    card = hall.olga.last()
    hall.painted.notices = [round_post(hall, "Round 3: 1-0"), Notice("round/4.99", hall.group.id, "Round 4", TAP)]
    hall.board.touch(OWNER, pressed=(hall.olga.id, card.id))
    await hall.rest()
    order = [(call.method, call.text) for call in hall.sandbox.journal.calls() if call.method in (*SENDS, *EDITS)]
    assert order[2:] == [("editMessageText", "draft/3.9@1 is over"), ("sendMessage", "Round 4"),
                         ("editMessageText", "Round 3: 1-0")]


async def test_an_old_post_nobody_has_touched_is_not_edited_after_an_upgrade(hall: Hall) -> None:
    await hall.shows(round_post(hall))
    hall.restart()
    hall.board.due(hall.time.now() + timedelta(days=1), {OWNER})
    await hall.rest()
    assert hall.calls(*EDITS) == 0


async def test_a_picture_that_changes_by_time_is_looked_at_again(hall: Hall) -> None:
    hall.painted.moment = hall.time.now() + timedelta(minutes=5)
    await hall.shows(round_post(hall, "10 minutes"))
    hall.painted.notices = [round_post(hall, "5 minutes")]
    hall.board.due(hall.time.now(), {OWNER})
    await hall.rest()
    assert hall.texts() == ["10 minutes"]
    hall.board.due(hall.painted.moment, {OWNER})
    await hall.rest()
    assert hall.texts() == ["5 minutes"]


async def test_a_plan_that_fails_is_made_again_later(hall: Hall) -> None:
    painted, hall.painted.notices = hall.painted, [round_post(hall)]
    working = Painted.picture

    async def broken(self: Painted, owner: str) -> Picture:
        raise RuntimeError("no words")

    Painted.picture = broken                                         # type: ignore[method-assign]
    try:
        hall.board.touch(OWNER)
        await hall.rest()
    finally:
        Painted.picture = working                                    # type: ignore[method-assign]
    assert hall.texts() == [] and painted.looks == 0
    hall.board.due(hall.time.now() + timedelta(seconds=hall.config.retry_most + 1), {OWNER})
    await hall.rest()
    assert hall.texts() == ["Round 3"]


async def test_nothing_is_remembered_of_what_is_over_and_shown(hall: Hall) -> None:
    hall.painted.moment = hall.time.now() + timedelta(minutes=5)
    await hall.shows(round_post(hall))
    hall.board.due(hall.time.now(), ())
    assert [*hall.board._shelves] == [OWNER]                         # it will change by time alone
    hall.painted.moment, moment = None, hall.painted.moment
    hall.board.due(moment, ())
    await hall.rest()
    hall.board.due(moment, {OWNER})
    assert [*hall.board._shelves] == [OWNER]                         # it is running
    hall.board.due(moment, ())
    assert not hall.board._shelves
    await hall.shows(round_post(hall, "Round 3: corrected"))
    assert hall.texts() == ["Round 3: corrected"]


async def test_what_can_not_be_noted_as_shown_does_not_keep_others_from_being_shown(
        hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    true, failing = hall.painted.shown, True

    async def shown(owner: str, version: int) -> None:
        if failing:
            raise storage.Down("the disk is full")
        await true(owner, version)

    monkeypatch.setattr(hall.painted, "shown", shown)
    hall.painted.notices = [round_post(hall)]
    for owner in (OWNER, "CCCC", "DDDD"):
        hall.board.touch(owner)
    await hall.rest()
    assert hall.texts() == ["Round 3"] * 3
    failing = False
    hall.board.due(hall.time.now() + timedelta(seconds=hall.config.retry_most + 1), ())
    await hall.rest()
    assert hall.painted.shown_versions == [1, 1, 1]


async def test_a_group_that_can_not_be_tried_again_now_is_tried_again_later(
        hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    true, tries = hall.store.posts.retry, 0

    async def retry(chat: int) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise storage.Down("the disk is full")
        await true(chat)

    monkeypatch.setattr(hall.store.posts, "retry", retry)
    hall.board._showing.refused[hall.group.id] = hall.time.monotonic()
    for _ in range(3):
        hall.board.due(hall.time.now(), ())
        await hall.rest()
        hall.time.jump(hall.config.retry_most + 1)
    assert tries == 2 and not hall.board._showing.refused


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize(("call", "then", "texts"), [("changed", True, ["Round 3: 1-0"]),
                                                     ("sent", False, ["round/3.97 is over"])])
async def test_what_ends_while_the_board_looks_is_neither_done_again_nor_forgotten(
        hall: Hall, monkeypatch: pytest.MonkeyPatch, call: str, then: bool, texts: list[str]) -> None:
    """The look reads the posts just before it is noted that one was sent or changed, and goes on after that."""
    posts, noted, read, armed = hall.store.posts, getattr(hall.store.posts, call), asyncio.Event(), asyncio.Event()
    true = posts.of

    async def of(owner: str) -> dict[str, Post]:
        found = await true(owner)
        if armed.is_set() and not read.is_set():
            read.set()
            while hall.board._shelves[OWNER].busy:
                await asyncio.sleep(0.01)
        elif read.is_set():
            await hall.time.sleep(HELD + 1)                   # a plan made meanwhile is not waited with for longer
        return found

    async def note(*what: object) -> None:
        if not armed.is_set():
            armed.set()
            hall.painted.notices = hall.painted.notices if then else ()
            hall.board.touch(OWNER)
            await read.wait()
        await noted(*what)

    monkeypatch.setattr(posts, "of", of)
    monkeypatch.setattr(posts, call, note)
    await hall.shows(round_post(hall))
    if then:
        await hall.shows(round_post(hall, "Round 3: 1-0"))
    assert armed.is_set() and hall.texts() == texts
    assert (hall.calls(*SENDS), hall.calls(*EDITS)) == (1, 1)
