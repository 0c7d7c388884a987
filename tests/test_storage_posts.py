"""Is every notice claimed by one sender, and is a post's end a new beginning?"""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import storage
from storage import Post, State, Store
from tests.memory import CHAT, claims, hall, url
from tests.table import START

pytestmark = pytest.mark.usefixtures("databases")


async def claim(store: Store, digest: str = "d1", key: str = "round/3.97", **more: object) -> bool:
    return await store.posts.claim("KX4T", key, CHAT, 7, digest, START, 1, **more)  # type: ignore[arg-type]


async def test_two_replicas_can_not_both_announce_a_round(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db")) as room, storage.open(url(tmp_path / "club.db")) as other:
        got = await asyncio.gather(*(claim(store) for store in (room.store, other) * 4))
        assert sorted(got) == [False] * 7 + [True]


async def test_claim_send_edit_close_and_wanted_again() -> None:
    async with hall() as room:
        posts = room.store.posts
        assert await claim(room.store)
        post = (await posts.of("KX4T"))["round/3.97"]
        assert post == Post("KX4T", "round/3.97", CHAT, 7, "d1", State.CLAIMED, None, START, 1)
        await posts.sent("KX4T", "round/3.97", 55)
        await posts.changed("KX4T", "round/3.97", "d2")
        post = (await posts.of("KX4T"))["round/3.97"]
        assert (post.state, post.digest, post.message, post.closed) == (State.SHOWN, "d2", 55, False)
        assert await posts.by_message(CHAT, 55) == post and await posts.by_message(CHAT, 56) is None
        assert not await claim(room.store, "d3")
        assert await posts.in_doubt() == []
        await posts.close("KX4T", "round/3.97", "d9")
        post = (await posts.of("KX4T"))["round/3.97"]
        assert post.closed and post.digest == "d9"
        await posts.close("KX4T", "round/3.97")
        assert await posts.of("KX4T") == {"round/3.97": post}
        assert await claim(room.store, "d3")
        post = (await posts.of("KX4T"))["round/3.97"]
        assert (post.state, post.digest, post.message) == (State.CLAIMED, "d3", None)
        assert await posts.in_doubt() == ["KX4T"]


async def test_a_claim_is_given_back_but_not_what_was_sent() -> None:
    async with hall() as room:
        posts = room.store.posts
        await claim(room.store)
        await posts.release("KX4T", "round/3.97")
        assert await posts.of("KX4T") == {}
        await claim(room.store)
        await posts.sent("KX4T", "round/3.97", 55)
        await posts.release("KX4T", "round/3.97")
        assert (await posts.of("KX4T"))["round/3.97"].message == 55


async def test_a_claim_of_unknown_outcome_is_taken_over_by_one_who_saw_it() -> None:
    async with hall() as room:
        posts = room.store.posts
        await claim(room.store)
        seen = (await posts.of("KX4T"))["round/3.97"]
        later = START + timedelta(seconds=10)
        assert not await claim(room.store, instead=replace(seen, epoch=9))
        assert not await claim(room.store, instead=replace(seen, claimed_at=later))
        again = [await posts.claim("KX4T", "round/3.97", CHAT, 7, "d1", later, 2, instead=seen) for _ in range(2)]
        assert again == [True, False]


async def test_a_deleted_message_is_sent_anew_by_one_who_saw_it() -> None:
    async with hall() as room:
        posts = room.store.posts
        await claim(room.store)
        await posts.sent("KX4T", "round/3.97", 55)
        seen = (await posts.of("KX4T"))["round/3.97"]
        assert not await claim(room.store, instead=replace(seen, message=54))
        assert await claim(room.store, instead=seen)


async def test_what_failed_or_is_gone_may_be_tried_as_a_new_message() -> None:
    async with hall() as room:
        posts = room.store.posts
        for spoil in (lambda: posts.failed("KX4T", "round/3.97", "d2"), lambda: posts.gone("KX4T", "round/3.97")):
            assert await claim(room.store)
            await posts.sent("KX4T", "round/3.97", 55)
            await spoil()
            assert (await posts.of("KX4T"))["round/3.97"].message == 55
            assert await claim(room.store, "d3")
            await posts.close("KX4T", "round/3.97")


async def test_a_group_that_became_a_supergroup_takes_everything_along() -> None:          # C38
    async with hall() as room:
        store, new = room.store, -100500
        await store.clubs.set_judges_chat(1, CHAT)
        for key, message in (("entry", 5), ("round/1.9", None)):
            await store.posts.claim(room.code, key, CHAT, 3, "d", START, 1)
            if message:
                await store.posts.sent(room.code, key, message)
        await store.dialogues.put(1, CHAT, "rule", {}, START)
        for _ in range(2):
            await store.rehome(CHAT, new)
            posts = await store.posts.of(room.code)
            assert {(p.chat, p.topic, p.state) for p in posts.values()} == \
                {(new, None, State.GONE), (new, None, State.CLAIMED)}
            assert await store.posts.by_message(new, 5) is None
            assert (await store.ledger.row(room.code)).chat == new
            assert [row.code for row in await store.ledger.in_chat(new, None)] == [room.code]
            club = await store.clubs.club_of_chat(new)
            assert club is not None and club.id == 1 and club.judges_chat == new
            assert await store.dialogues.get(1, CHAT) is None


async def test_in_the_new_chat_a_number_of_the_old_one_is_another_message() -> None:
    async with hall() as room:
        posts, new = room.store.posts, -100500
        for number, (key, spoil) in enumerate((("dispute/9", posts.close), ("entry", posts.changed),
                                               ("round/1.9", posts.failed)), 5):
            await posts.claim(room.code, key, CHAT, None, "d", START, 1)
            await posts.sent(room.code, key, number)
            await spoil(room.code, key, "d2")
        await room.store.rehome(CHAT, new)
        await posts.claim("club:1", "greeting/1", new, None, "d", START, 1)
        await posts.sent("club:1", "greeting/1", 5)
        await posts.retry(new)
        await posts.reopen(room.code)                                  # a name in it has gone
        states = {key: post.state for key, post in (await posts.of(room.code)).items()}
        assert states == {"dispute/9": State.CLOSED, "entry": State.GONE, "round/1.9": State.GONE}
        found = [await posts.by_message(new, number) for number in (5, 6, 7)]
        assert [post and post.owner for post in found] == ["club:1", None, None]


async def test_a_club_made_too_early_for_the_new_chat_gives_way() -> None:
    async with hall() as room:
        store, new = room.store, -100500
        early = await store.clubs.make_club(new, "the same", "en")
        await store.clubs.set_administrators(early.id, [9001], START)
        twin = await store.members.member(early.id, 9001, "Player 1")
        guest = await store.members.guest(early.id, "Gregor")
        await claims(store, guest.id, 9001)
        other = await store.members.member(early.id, 777, "Newcomer") if await store.people.seen(
            777, "Newcomer", None, None) else None
        await store.members.set_role(twin.id, chief=True)
        await store.members.set_role(room.players[1].member, chief=True)
        await store.posts.claim(f"club:{early.id}", "greeting/1", new, None, "d", START, 1)
        await store.rehome(CHAT, new)
        club = await store.clubs.club_of_chat(new)
        assert club is not None and club.id == 1 and await store.clubs.club(early.id) is None
        assert await store.posts.of(f"club:{early.id}") == {}, "the next new club has its number"
        members = await store.members.members(1)
        mine = room.players[0].member
        assert members[twin.id].same_as == mine and members[twin.id].guest
        assert [member.id for member in members.values() if member.chief] == [room.players[1].member]
        assert await store.members.histories(mine) == {mine, twin.id, guest.id}, "whom the twin had claimed too"
        assert other is not None and members[other.id].person == 777
