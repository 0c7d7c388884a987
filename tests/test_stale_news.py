"""Is nothing old said anew: at the first start of a new release, to a new judge, to who is reached only now?"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import storage
from bot.notices import Notice
from bot.operation import Operation, Picture, operations
from bot.surroundings import Surroundings
from engine import entry, judging
from engine.model import MemberId
from storage.posts import Post, State
from tests.memory import behind, url
from tests.noticed import JUDGE, Evening
from tests.test_storage_migrations import first_release
from tests.weeks import Told

WRITTEN = [
    ("C66G", "Rated", '{"player":3,"rating":1700}', 1, 4),
    ("C66G", "Away", '{"player":5,"round":2}', 1, 4),
    ("C66G", "Left", '{"player":3}', 3, 1),
    ("C66G", "Returned", '{"player":3}', 1, 4),
    ("C66G", "Settled", '{"round":1,"player":2,"result":"1-0","how":"time"}', 0, 0),
    ("C66G", "Ruled", '{"round":1,"player":2,"result":"1/2"}', 1, 4),
    ("6NXQ", "Ruled", '{"round":2,"player":3,"result":"1/2"}', 1, 4),
]
"""What judges did under the first release, of which it told nobody by itself: kind, body, member and role."""

NEWS = ["bye", "corrected", "excused", "placed", "rated", "season"]
"""Kinds of messages that the first release did not have."""


def said(notices: Collection[Notice], posts: Mapping[str, Post], *, owner: str = "KX4T") -> list[Operation]:
    """The messages that are sent now; the one who decides has lived before."""
    found = operations(owner, Picture(tuple(notices), lambda key: Notice(key, 0, "over")), posts, (), epoch=2,
                       claim_retry=lambda key: timedelta(0))
    return [one for one in found if one.message is None]


def kinds(found: Collection[Operation]) -> list[str]:
    return sorted({re.split(r"[/@]", one.key)[0] for one in found} & {*NEWS})


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize("whole", [True, False])
async def test_the_first_start_of_a_new_release_says_nothing_old(
        whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But what the old one had still to show when it was stopped is shown."""
    where, seqs = url(tmp_path / "club.db"), {"C66G": 10, "6NXQ": 24}
    await first_release(where, monkeypatch)
    for code, kind, body, by, role in WRITTEN:
        seqs[code] += 1
        behind(where, "INSERT INTO fact (tournament, seq, kind, body, at, by_member, by_role, place, cause, part) VALUES"
                      f" ('{code}', {seqs[code]}, '{kind}', '{body}', '2026-11-05T19:13:30.000000+00:00', {by}, {role},"
                      f" 'private', 'msg:{seqs[code]}', 0)",
               f"UPDATE tournament SET version = {seqs[code]} WHERE code = '{code}'")
    behind(where, f"UPDATE tournament SET shown = {'version' if whole else '0'}")
    found: list[Operation] = []
    async with storage.open(where) as store:
        around = Surroundings(store, Told(datetime(2026, 11, 5, 19, 14, tzinfo=UTC)), "club_bot")
        for code in seqs:
            picture = await around.picture(code)
            assert picture.version == seqs[code]
            found += said(picture.notices, await store.posts.of(code), owner=code)
    if whole:
        assert [one.key for one in found] == []
    else:
        assert kinds(found) == ["corrected", "excused", "placed", "rated", "season"]


def evening() -> Evening:
    """In round 1 the rating of Boris is changed, and Anna's bye for round 2 is a judge's."""
    it = Evening(4).starts()
    it.act(JUDGE, entry.rate, MemberId(2), 1850)
    it.act(JUDGE, entry.excuse, MemberId(1), round=2)
    return it


def test_a_new_judge_hears_of_what_is_corrected_from_now_on() -> None:
    it = evening()
    posts = {key: shown(notice) for key, notice in it.shows().items()}
    it.home = replace(it.home, judges=(JUDGE.member, MemberId(3)), shown=it.t.version)
    assert kinds(said(it.shows().values(), posts)) == []
    it.act(JUDGE, entry.rate, MemberId(4), 1900)
    assert {one.chat for one in said(it.shows().values(), posts) if one.key.startswith("rated/")} == {1003, 1004}


def test_who_is_reached_only_now_hears_nothing_old() -> None:
    it = evening()
    it.home = replace(it.home, reachable=it.home.reachable - {MemberId(1), MemberId(2)})
    posts = {key: shown(notice) for key, notice in it.shows().items()}
    it.home = replace(it.home, reachable=it.home.reachable | {MemberId(1), MemberId(2)}, shown=it.t.version)
    found = said(it.shows().values(), posts)
    assert kinds(found) == [] and {one.key.split("/")[0] for one in found} == {"dm"}, "but his board"


def test_what_stands_again_after_it_was_taken_back_is_said_again() -> None:
    it = evening()
    key = it.one("rated/2").key
    posts = {key: shown(it.shows()[key])}
    step = next(e.seq for e in it.entries if type(e.fact).__name__ == "Rated")
    for again in (False, True):
        undone = it.t.version if again else step
        it.act(JUDGE, judging.undo, entries=it.entries, step=undone, along=judging.goes_along(it.entries, undone))
        it.home = replace(it.home, shown=it.t.version)
        posts[key] = replace(posts[key], state=State.CLOSED)
        assert (key in {one.key for one in said(it.shows().values(), posts)}) == again


def shown(notice: Notice) -> Post:
    at = datetime(2026, 12, 3, 18, tzinfo=UTC)
    return Post("KX4T", notice.key, notice.chat, notice.topic, "p", State.SHOWN, 1, at, 1)
