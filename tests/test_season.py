"""Is the season the best of everybody, ties as said, and always as its events stand?"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.facts import Ruled, Undone
from engine.model import MemberId
from engine.season import Line, by_place, by_score, table
from storage import Season, audit
from tests.memory import claims, hall
from tests.table import START
from tests.test_leaderboards import B, D, W, meets, room_of, writes

F = Fraction


def m(**points: int) -> dict[MemberId, Fraction]:
    """Results of members a, b, c …"""
    return {MemberId(ord(name)): F(value) for name, value in points.items()}


def told(lines: list[Line]) -> list[tuple[int, str, Fraction]]:
    return [(line.place, chr(line.member), line.total) for line in lines]


def test_the_best_count_and_the_others_are_named() -> None:
    lines = table([m(a=3, b=2), m(a=1, b=2), m(a=2, b=0)], best=2)
    assert told(lines) == [(1, "a", F(5)), (2, "b", F(4))]
    assert (lines[0].counted, lines[0].left, lines[0].played) == ((F(3), F(2)), (F(1),), 3)
    assert told(table([m(a=3, b=2), m(a=1, b=2), m(a=2, b=3)], best=None)) == [(1, "b", F(7)), (2, "a", F(6))]


def test_ties_the_better_best_then_more_events_then_a_shared_place() -> None:
    assert told(table([m(a=3, b=2), m(a=1, b=2)], None)) == [(1, "a", F(4)), (2, "b", F(4))]
    assert told(table([m(a=3, b=3), m(b=0)], 1)) == [(1, "b", F(3)), (2, "a", F(3))], "played more often"
    assert told(table([m(a=1, b=1, c=0)], None)) == [(1, "a", F(1)), (1, "b", F(1)), (3, "c", F(0))]


def test_points_by_place_and_by_score() -> None:
    a, b, c, d = map(MemberId, range(4))
    assert by_place({a: 1, b: 2, c: 2, d: 4}) == {a: 4, b: F(5, 2), c: F(5, 2), d: 1}
    assert by_score({a: (5, 2), b: (4, 3)}) == {a: F(5, 2), b: F(4, 3)}


@given(st.lists(st.integers(1, 6), min_size=1, max_size=9))
def test_places_give_away_the_same_sum_however_they_are_shared(ranks: list[int]) -> None:
    places = {MemberId(n): 1 + sum(other < rank for other in ranks) for n, rank in enumerate(ranks)}
    assert sum(by_place(places).values()) == len(ranks) * (len(ranks) + 1) // 2


def test_the_order_of_events_does_not_matter() -> None:
    events = [m(a=3, b=2), m(a=1, b=2, c=3), m(c=1)]
    assert len({tuple(table(list(order), 2)) for order in permutations(events)}) == 1


@pytest.mark.usefixtures("databases")
async def test_a_season_is_what_ended_in_it_and_follows_corrections() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        seasons = room.store.seasons
        a, b, c, d = (who.member for who in room.players)
        await meets(room, 1, W, W)                                             # before the season
        season = await seasons.begin(1, "chess", START + timedelta(days=8), title="Autumn", best=2, way="score")
        one, two = await meets(room, 2, W, D), await meets(room, 3, B, D)
        await meets(room, 4, B, B, game="draughts")
        assert await seasons.latest(1) == [season] and await seasons.counting(one) == season
        found = await seasons.table(season)
        assert found.tournaments == 2
        assert [(line.place, line.member, line.total) for line in found.lines] == [
            (1, a, 1), (1, b, 1), (3, c, 1), (3, d, 1)]
        assert [line.member for line in (await seasons.table(season, after=one)).lines] == [a, c, d, b]
        await writes(room, one, 5, Ruled(1, a, B))
        assert [(line.member, line.total) for line in (await seasons.table(season)).lines] == [
            (b, 2), (c, 1), (d, 1), (a, 0)]
        end = (await room.ledger.entries(two))[-1].seq
        await writes(room, two, 6, Undone((end,)))
        assert (await seasons.table(season)).tournaments == 1 and await seasons.counting(two) is None
        assert await audit.check(room.store.database) == [] == await audit.rebuild(room.store.database)


@pytest.mark.usefixtures("databases")
async def test_a_new_season_ends_the_one_before_and_an_ended_one_can_be_read() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        seasons = room.store.seasons
        first = await seasons.begin(1, "chess", START + timedelta(days=1), title="One", best=None, way="place")
        code = await meets(room, 1, W, D)
        await seasons.begin(1, "chess", START + timedelta(days=8), title="Two", best=None, way="place")
        counted = await seasons.counting(code)
        assert counted is not None and counted.title == first.title and counted.until is not None
        assert [line.total for line in (await seasons.table(counted)).lines] == [4, F(5, 2), F(5, 2), 1]
        assert await seasons.end(1, START + timedelta(days=9)) == 1 and await seasons.end(1, START) == 0
        later = await meets(room, 3, W, D)
        assert await seasons.counting(later) is None
        assert [it.title for it in await seasons.latest(1)] == ["Two"]


@pytest.mark.usefixtures("databases")
async def test_a_cause_that_comes_again_begins_and_ends_no_season_a_second_time() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        seasons = room.store.seasons

        async def begins(title: str, hour: int) -> Season:
            return await seasons.begin(1, "chess", START + timedelta(hours=hour), title=title, best=None, way="score",
                                       cause=f"msg:-1:{title}")

        one = await begins("One", 1)
        assert await seasons.end(1, START + timedelta(hours=2), cause="msg:-1:end") == 1
        two = await begins("Two", 3)
        ended = await begins("One", 4)
        assert ended == replace(one, until=START + timedelta(hours=2))
        assert await seasons.end(1, START + timedelta(hours=5), cause="msg:-1:end") == 1
        assert await seasons.latest(1) == [two] and two.until is None
        assert await seasons.end(1, START + timedelta(hours=6), cause="msg:-1:another") == 1


@pytest.mark.usefixtures("databases")
async def test_a_clock_set_back_brings_no_two_seasons_that_go_on() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        seasons = room.store.seasons
        one, two = [await seasons.begin(1, "chess", START - timedelta(days=day), title="", best=None, way="score")
                    for day in (0, 1)]
        assert two.since > one.since and await seasons.latest(1) == [two]
        assert await seasons.end(1, START - timedelta(days=2)) == 1
        assert (await seasons.latest(1))[0].until == two.earliest_end


@pytest.mark.usefixtures("databases")
async def test_a_claimed_guest_brings_his_results() -> None:
    async with hall(rounds=1, players=3) as room:
        await room_of(room)
        guest = await room.store.members.guest(1, "Gregor")
        room.players.append(type(room.players[0])(guest.id, room.players[0].role, "group"))
        season = await room.store.seasons.begin(1, "chess", START, title="", best=None, way="score")
        await meets(room, 1, B, B)
        before = {line.member: line.total for line in (await room.store.seasons.table(season)).lines}
        assert before[guest.id] == 1
        await room.store.people.seen(77, "Gregor", None, "en")
        own = await room.store.members.member(1, 77, "Gregor G.")
        await claims(room.store, guest.id, 77)
        after = {line.member: line.total for line in (await room.store.seasons.table(season)).lines}
        assert after[own.id] == 1 and guest.id not in after
