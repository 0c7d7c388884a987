"""Are the club's ratings always what a fresh replay gives, whatever has happened since? (C24)"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import storage
from engine.facts import Begun, Drafted, Drawn, Fact, Finished, Joined, Ruled, Undone
from engine.model import MemberId, Result, Settings, Stage
from engine.ratings import Bout, Change, Period, bouts, follow
from storage import Store, audit
from tests.memory import CHAT, Hall, behind, claims, hall, url
from tests.table import START

W, D, B, FORFEIT = Result.WHITE_WON, Result.DRAW, Result.BLACK_WON, Result.WHITE_BY_FORFEIT
WEEK = timedelta(days=7)

pytestmark = pytest.mark.usefixtures("databases")


async def writes(room: Hall, code: str, week: int, *facts: Fact) -> storage.Recorded:
    room.causes += 1
    return await room.ledger.record(code, lambda t: list(facts), room.judge, f"w:{room.causes}", START + week * WEEK)


async def meets(room: Hall, week: int, *results: Result, **settings: object) -> str:
    """An evening of one round, 1–2, 3–4 … with these results, from beginning to end; its code."""
    club = (await room.store.clubs.club_of_chat(CHAT))
    assert club is not None
    t = await room.ledger.create(Settings(title=f"Week {week}", rounds=1, **settings),   # type: ignore[arg-type]
                                 club.id, CHAT, None, room.judge, f"tap:week{week}", START + week * WEEK)
    ids = tuple(who.member for who in room.players)
    await writes(room, t.code, week, *map(Joined, ids), Begun())
    pairs = tuple(zip(ids[::2], ids[1::2], strict=True))
    drafted = await writes(room, t.code, week, Drafted(1, pairs, None, ids, ids))
    await writes(room, t.code, week, Drawn(1, drafted.entries[0].seq))
    await writes(room, t.code, week, *(Ruled(1, white, result) for (white, _), result in zip(pairs, results, strict=True)))
    await writes(room, t.code, week, Finished())
    return t.code


async def fresh(store: Store, codes: list[str], starts: dict[MemberId, int] | None = None) -> list[Change]:
    """All from the facts, in the order in which the evenings ended."""
    return follow([Period(code, bouts(await store.ledger.tournament(code))) for code in codes], starts or {})


async def kept(store: Store) -> list[Change]:
    found = [rated.change for club in await _clubs(store) for rated in await store.leaderboards.history(club)]
    assert await audit.check(store.database) == [] and await audit.rebuild(store.database) == []
    return found


async def _clubs(store: Store) -> list[int]:
    club = await store.clubs.club_of_chat(CHAT)
    assert club is not None
    return [club.id]


async def room_of(room: Hall) -> None:
    """The hall's own tournament makes way."""
    await room.does(Begun(), Finished())


async def test_c24_a_result_of_an_earlier_evening_is_corrected() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        one, two = await meets(room, 1, W, D), await meets(room, 2, W, B)
        before = await kept(room.store)
        assert before == await fresh(room.store, [one, two]) and len(before) == 8
        white = room.players[0].member
        await writes(room, one, 3, Ruled(1, white, B))
        after = await kept(room.store)
        assert after == await fresh(room.store, [one, two]) and after != before
        assert next(c for c in after if (c.code, c.member) == (two, white)).before.tenths == 14900, "the later one too"
        assert {who: change.after for who, change in (await room.store.leaderboards.changes(two)).items()} == \
            {change.member: change.after for change in after if change.code == two}


async def test_an_end_taken_back_rates_nothing_and_ends_again_as_the_last() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        one, two = await meets(room, 1, W, D), await meets(room, 2, W, B)
        end = (await room.ledger.entries(one))[-1].seq
        done = await writes(room, one, 3, Undone((end,)))
        assert done.tournament.stage is Stage.PLAYING
        assert await kept(room.store) == await fresh(room.store, [two])
        await writes(room, one, 4, Finished())
        assert await kept(room.store) == await fresh(room.store, [two, one])


async def test_an_end_that_is_moved_in_one_step_rates_what_lies_between_anew() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        one, two = await meets(room, 1, W, D), await meets(room, 2, W, B)
        end = (await room.ledger.entries(one))[-1].seq
        await writes(room, one, 3, Undone((end,)), Finished())
        assert await kept(room.store) == await fresh(room.store, [two, one])


async def test_unrated_evenings_forfeits_and_the_other_game_stay_apart() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        chess = await meets(room, 1, W, FORFEIT)
        await meets(room, 2, W, W, rated=False)
        draughts = await meets(room, 3, B, B, game="draughts")
        first, *_, last = (who.member for who in room.players)
        changes = await kept(room.store)
        assert changes == [*await fresh(room.store, [chess]), *await fresh(room.store, [draughts])]
        assert [(c.code, c.before.tenths) for c in changes if c.member == first] == [(chess, 15000), (draughts, 15000)]
        assert [c.code for c in changes if c.member == last] == [draughts], "a forfeit is no game"
        assert [it.game for it in await room.store.leaderboards.history(1)] == ["chess"] * 2 + ["draughts"] * 4


async def test_a_start_rating_set_later_begins_the_history() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        one = await meets(room, 1, D, D)
        first = room.players[0].member
        await room.store.members.rate(first, 1900)
        assert await kept(room.store) == await fresh(room.store, [one], {first: 1900})
        await room.store.members.rate(first, None)
        assert await kept(room.store) == await fresh(room.store, [one])


async def test_a_chess_rating_begins_no_draughts_rating() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        one, two = await meets(room, 1, D, D), await meets(room, 2, D, D, game="draughts")
        first = room.players[0].member
        await room.store.members.rate(first, 1900, game="chess")
        chess, draughts = await fresh(room.store, [one], {first: 1900}), await fresh(room.store, [two])
        assert await kept(room.store) == [*chess, *draughts]
        await room.store.members.rate(first, 1700, game="draughts")
        assert await kept(room.store) == [*chess, *await fresh(room.store, [two], {first: 1700})]
        await room.store.members.rate(first, None, game="chess")
        assert await kept(room.store) == [*await fresh(room.store, [one]), *await fresh(room.store, [two], {first: 1700})]


async def test_a_guest_is_rated_like_anybody_and_a_claim_joins_both_histories() -> None:
    async with hall(rounds=1, players=3) as room:
        await room_of(room)
        guest = await room.store.members.guest(1, "Gregor")
        await room.store.members.rate(guest.id, 1700)
        anna = room.players[0]
        room.players.append(replace(anna, member=guest.id))
        one, two = await meets(room, 1, W, D), await meets(room, 2, B, W)
        assert len(await kept(room.store)) == 8
        third = room.players[2].member
        assert (await room.store.leaderboards.rivals(third, "chess")) == {guest.id: (1, 1, 0)}
        await claims(room.store, guest.id, 9001)                          # Anna was the guest
        claimed = [Period(code, tuple(Bout(white, anna.member if black == guest.id else black, result)
                                      for white, black, result in ((b.white, b.black, b.result) for b in
                                                                   bouts(await room.ledger.tournament(code)))))
                   for code in (one, two)]
        assert await kept(room.store) == follow(claimed, {anna.member: 1700})
        changes = await room.store.leaderboards.changes(one)
        assert changes[guest.id] == changes[anna.member], "the facts still say guest"
        assert (await room.store.leaderboards.rivals(third, "chess")) == {anna.member: (1, 1, 0)}


async def test_head_to_head_is_of_earlier_evenings_of_the_game() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        await meets(room, 1, W, D)
        await meets(room, 2, W, D, rated=False)
        await meets(room, 3, D, D, game="draughts")
        t = await room.ledger.tournament(await meets(room, 4, B, B))
        a, b, c, d = (who.member for who in room.players)
        assert await room.store.leaderboards.met(t) == {(a, b): (2, 0, 0), (b, a): (0, 0, 2), (c, d): (0, 2, 0),
                                                        (d, c): (0, 2, 0)}


async def test_what_was_played_before_this_release_is_told_at_the_first_start(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where, rounds=1) as room:
        await room_of(room)
        codes = [await meets(room, 1, W, D), await meets(room, 2, B, D)]
    behind(where, *(f"DROP TABLE {table}" for table in ("finished", "played", "rating")),
           "DELETE FROM migration WHERE number = 2")
    async with storage.open(where) as store:
        assert await kept(store) == await fresh(store, codes)


async def test_rebuild_puts_a_tampered_rating_right_and_names_it(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where, rounds=1) as room:
        await room_of(room)
        one, two = await meets(room, 1, W, D), await meets(room, 2, B, D)
    behind(where, f"UPDATE rating SET after_tenths = 1 WHERE tournament = '{two}'",
           f"DELETE FROM played WHERE tournament = '{one}' AND place = 1")
    async with storage.open(where) as store:
        found = await audit.check(store.database)
        assert f"{one}: its games differ from its facts (rebuild puts them right)" in found
        assert f"{two}: its ratings differ from its games (rebuild puts them right)" in found
        assert await audit.rebuild(store.database) == sorted([one, two])
        assert await kept(store) == await fresh(store, [one, two])


async def test_ratings_that_can_not_be_made_again_are_refused_in_words(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where, rounds=1) as room:
        await room_of(room)
        await meets(room, 1, W, D)
    behind(where, "DELETE FROM member WHERE id = 1", "DELETE FROM rating")
    async with storage.open(where) as store:
        with pytest.raises(storage.StorageError, match=r"club 1: its ratings can not be told \(KeyError\(1\)\): see what check says"):
            await audit.rebuild(store.database)


async def test_a_club_whose_ratings_can_not_be_told_hides_nothing_of_another(tmp_path: Path) -> None:
    where = url(tmp_path / "club.db")
    async with hall(where, rounds=1) as room:
        await room_of(room)
        here = await meets(room, 1, W, D)
        there = await room.ledger.import_(await room.ledger.export(here), chat=CHAT - 1)
    behind(where, f"UPDATE rating SET after_tenths = 1 WHERE tournament = '{here}'",
           f"UPDATE played SET white = 7777 WHERE tournament = '{there}'")
    async with storage.open(where) as store:
        found = await audit.check(store.database)
        assert f"{here}: its ratings differ from its games (rebuild puts them right)" in found
        assert "club 2: its ratings can not be told (KeyError(7777))" in found
