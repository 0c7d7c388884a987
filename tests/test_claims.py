"""Claims in the memory: is a link used once, does the first answer count, and are ratings a fresh replay after each?"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import storage
from engine.model import MemberId, Result
from engine.ratings import Bout, Change, Period, bouts, follow
from storage import Store, prospects
from storage.claims import VALID, Step
from tests.memory import Hall, hall
from tests.table import START
from tests.test_leaderboards import kept, meets, room_of

W, D, B = Result.WHITE_WON, Result.DRAW, Result.BLACK_WON
JUDGE = MemberId(1)


async def with_guest(room: Hall) -> MemberId:
    """A guest plays beside three accounts: two evenings with him, one without."""
    await room_of(room)
    guest = (await room.store.members.guest(1, "Gregor")).id
    room.players.append(replace(room.players[0], member=guest))
    await room.store.people.seen(77, "Grigory", "grisha", "ru")
    return guest


async def told(store: Store, codes: list[str], same: dict[MemberId, MemberId], *, without: frozenset[MemberId] = frozenset(),
               starts: dict[MemberId, int] | None = None) -> list[Change]:
    """All from the facts; `same` says who is whom, games against `without` are left out."""
    periods = []
    for code in codes:
        games = bouts(await store.ledger.tournament(code))
        periods.append(Period(code, tuple(
            Bout(same.get(it.white, it.white), same.get(it.black, it.black), it.result)
            for it in games if without.isdisjoint((it.white, it.black)))))
    return follow(periods, starts or {})


async def test_a_link_is_one_until_it_is_used_withdrawn_or_too_old() -> None:
    async with hall(players=1) as room:
        guest = (await room.store.members.guest(1, "Gregor")).id
        link = room.store.claims
        first = await link.offer(guest, "one", START)
        assert await link.offer(guest, "two", START) == first == await link.by_token("one")
        assert await link.by_token("two") is None and await link.by_token("") is None
        assert first.usable(START + VALID - timedelta(seconds=1)) and not first.usable(START + VALID)
        later = await link.offer(guest, "three", START + VALID)
        old = await link.by_token("one")
        assert later.token == "three" and old is not None and old.step is Step.WITHDRAWN
        await link.withdraw(guest)
        assert (await link.ask(later.id, 9001, START)).step is Step.WITHDRAWN
        newest = await link.offer(guest, "four", START)
        asked = await link.ask(newest.id, 9001, START)
        assert (asked.step, asked.person) == (Step.ASKED, 9001)
        assert await link.ask(newest.id, 5, START) == asked, "used by somebody else"
        assert [claim.id for claim in await link.current(1, START)] == [newest.id] and await link.clubs(START) == [1]


async def test_the_first_answer_counts_and_other_claims_of_the_guest_are_refused() -> None:
    async with hall(players=2) as room:
        guest = (await room.store.members.guest(1, "Gregor")).id
        link = room.store.claims
        for person, token in ((9001, "a"), (9002, "b"), (9002, "c")):
            await link.wonder(guest, person, token, START)
        one, two = await link.current(1, START)
        assert [(claim.person, claim.step) for claim in (one, two)] == [(9001, Step.WONDERED), (9002, Step.WONDERED)]
        assert (await link.deny(two.id, 9001, START)).step is Step.WONDERED, "he was not asked"
        assert (await link.ask(two.id, 9002, START)).step is Step.ASKED
        done = await link.confirm(one.id, JUDGE, START + timedelta(hours=1))
        assert (done.step, done.decided_by) == (Step.CONFIRMED, JUDGE)
        assert await link.refuse(one.id, MemberId(2), START + timedelta(hours=2)) == done
        assert {claim.step for claim in await link.current(1, START)} == {Step.CONFIRMED, Step.REFUSED}
        with pytest.raises(storage.Taken):
            await link.offer(guest, "d", START)
        parted = await link.part(one.id, MemberId(2), START + timedelta(hours=3))
        assert parted.step is Step.PARTED and await link.part(one.id, JUDGE, START) == parted
        assert await room.store.members.histories(room.players[0].member) == {room.players[0].member}
        await link.refuse(two.id, JUDGE, START)
        fresh = await link.offer(guest, "e", START)
        assert (await link.ask(fresh.id, 9001, START)).step is Step.ASKED, "parted, and claimed again"
        with pytest.raises(LookupError):
            await link.confirm(one.id, JUDGE, START)


async def test_who_said_no_is_not_asked_again() -> None:
    async with hall(players=1) as room:
        guest = (await room.store.members.guest(1, "Player")).id
        link = room.store.claims
        await link.wonder(guest, 9001, "a", START)
        asked, = await link.current(1, START)
        assert (await link.deny(asked.id, 9001, START)).step is Step.REFUSED
        await link.wonder(guest, 9001, "b", START)
        assert await link.current(1, START) == []
        assert (await link.ask(asked.id, 9001, START)).step is Step.REFUSED
        other = (await room.store.members.guest(1, "Player Two")).id
        await link.rule_out(other, 9001, "c", START)
        await link.wonder(other, 9001, "d", START)
        assert await link.current(1, START - VALID) == [await link.get(asked.id)], "ruled out: nobody hears of it"


async def test_ratings_after_a_claim_and_after_its_parting_are_a_fresh_replay() -> None:
    async with hall(rounds=1, players=3) as room:
        guest = await with_guest(room)
        await room.store.members.rate(guest, 1700, "CM", estimated=True)
        one, two = await meets(room, 1, W, D), await meets(room, 2, B, W)
        before = await kept(room.store)
        offered = await room.store.claims.offer(guest, "t", START)
        asked = await room.store.claims.ask(offered.id, 77, START)
        seen = await prospects.of_claim(room.store.database, asked)
        assert await kept(room.store) == before and await room.store.members.memberships(77) == [], "nothing is written"
        assert seen is not None and seen.events == ("Week 1", "Week 2") and seen.score == (0, 1, 1)
        await room.store.claims.confirm(asked.id, JUDGE, START)
        mine, = await room.store.members.memberships(77)
        assert (mine.name, mine.rating, mine.title, mine.estimated) == ("Gregor", 1700, "CM", True)
        after = await kept(room.store)
        assert after == await told(room.store, [one, two], {guest: mine.id}, starts={mine.id: 1700})
        now = {change.member: change.after for change in after}
        assert [(shift.member, shift.before, shift.after) for shift in seen.shifts] == [(mine.id, None, now[mine.id])]
        await room.store.claims.part(asked.id, JUDGE, START)
        assert await kept(room.store) == before
        assert (await room.store.members.memberships(77))[0].rating is None, "the start rating goes back with him"
        await room.store.people.forget(77)
        assert await room.store.claims.get(asked.id) is None


async def test_where_guests_are_not_rated_a_claim_rates_his_games_from_the_first_one_on() -> None:
    async with hall(rounds=1, players=3) as room:
        guest = await with_guest(room)
        one, two, three = await meets(room, 1, W, D), await meets(room, 2, B, W), await meets(room, 3, D, B)
        codes, boards = [one, two, three], room.store.leaderboards
        rated = await kept(room.store)
        shifts = await prospects.of_rating_guests(room.store.database, 1, False)
        await room.store.clubs.rate_guests(1, False)
        unrated = await kept(room.store)
        assert unrated == await told(room.store, codes, {}, without=frozenset({guest})) != rated
        third = room.players[2].member
        assert {shift.member for shift in shifts} == {guest, third} and guest not in await boards.changes(one)
        club = await room.store.clubs.club(1)
        assert club is not None and not club.guests_rated
        offered = await room.store.claims.offer(guest, "t", START)
        asked = await room.store.claims.ask(offered.id, 77, START)
        seen = await prospects.of_claim(room.store.database, asked)
        assert seen is not None and not seen.guests_rated
        await room.store.claims.confirm(asked.id, JUDGE, START)
        mine, = await room.store.members.memberships(77)
        after = await kept(room.store)
        assert after == await told(room.store, codes, {guest: mine.id})
        assert [(shift.member, shift.before is None) for shift in seen.shifts] == [(mine.id, True), (third, True)]
        assert {shift.member: shift.after for shift in seen.shifts} == {
            it.change.member: it.change.after for it in await boards.history(1) if it.change.member in (mine.id, third)}
        await room.store.people.forget(77)
        assert await kept(room.store) == after, "a former member is no guest"
        await room.store.clubs.rate_guests(1, True)
        assert await kept(room.store) == after


async def test_a_preview_tells_the_season_before_and_after() -> None:
    async with hall(rounds=1, players=3) as room:
        guest = await with_guest(room)
        season = await room.store.seasons.begin(1, "chess", START, title="", best=None, way="score")
        await meets(room, 1, W, B)
        await room.store.members.member(1, 77, "Grigory")
        room.players[0] = replace(room.players[0], member=(await room.store.members.memberships(77))[0].id)
        room.players[3] = replace(room.players[3], member=(await room.store.members.guest(1, "Other")).id)
        await meets(room, 2, D, D)
        offered = await room.store.claims.offer(guest, "t", START)
        asked = await room.store.claims.ask(offered.id, 77, START)
        seen = await prospects.of_claim(room.store.database, asked)
        assert seen is not None
        (which, before, after), = seen.seasons
        assert which.since == season.since and before is not None and after is not None
        assert (before.total, after.total, before.place > after.place) == (before.total, before.total + 1, True)
        await room.store.claims.confirm(asked.id, JUDGE, START)
        assert await prospects.of_claim(room.store.database, asked) is None
