"""Whatever happens to a club, in whatever order: are ratings and season what its facts say, told from the beginning?

Evenings, two of which may end at one moment, rated or not, corrections, ends taken back or moved, imports of what was
long ago, claims and their parting, start ratings, newcomers, guests rated or not. A tenth of the sequences with the
seed of the day; all with LONG_SEARCHES=1, another seed with CASES_SEED.
"""

from __future__ import annotations

import os
from collections import Counter
from datetime import date, datetime, timedelta
from random import Random

import pytest

from engine import judging
from engine.facts import Begun, Changed, Claimed, Drafted, Drawn, Entry, Fact, Finished, Joined, Ruled, Undone
from engine.fold import evolve, undone
from engine.model import MemberId, Result, Role, Settings, Stage
from engine.ratings import Bout, Change, Period, Rating, bouts, follow
from engine.season import by_score, table
from engine.standings import standings
from storage import audit, prospects
from storage.claims import Claim, Step
from tests.memory import CHAT, Hall, hall
from tests.table import START

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
SEQUENCES = 60 if os.environ.get("LONG_SEARCHES") else 6
STEPS = 40
RESULTS = [*Result]


class Years:
    """A club of six accounts and three guests, and what is known of it without its leaderboards."""

    def __init__(self, room: Hall, chance: Random) -> None:
        self.room, self.store, self.chance = room, room.store, chance
        self.hour = 0
        self.codes: list[str] = []
        self.same: dict[MemberId, MemberId] = {}               # guest -> who has claimed him
        self.claims: list[Claim] = []
        self.starts: dict[tuple[MemberId, str], int] = {}
        self.guests_rated = True
        self.done: Counter[str] = Counter()

    async def moves_in(self) -> None:
        self.guests = [(await self.store.members.guest(1, f"Guest {n}")).id for n in range(3)]
        self.everybody = [*(who.member for who in self.room.players), *self.guests]
        self.season = await self.store.seasons.begin(1, "chess", START, title="", best=3, way="score")

    @property
    def now(self) -> datetime:
        """Two hours are one moment: then codes say which came first."""
        return START + timedelta(hours=self.hour // 2)

    async def writes(self, code: str, *facts: Fact) -> None:
        self.room.causes += 1
        await self.room.ledger.record(code, lambda t: list(facts), self.room.judge, f"y:{self.room.causes}", self.now)

    async def ended(self, stage: Stage) -> str | None:
        found = [code for code in self.codes if (await self.room.ledger.tournament(code)).stage is stage]
        return self.chance.choice(found) if found else None

    # what may happen

    async def evening(self) -> None:
        chance = self.chance
        settings = Settings(title=f"Evening {self.hour}", rounds=chance.randint(1, 3), game=chance.choice(["chess", "chess", "draughts"]),
                            rated=chance.random() < 0.9)
        t = await self.room.ledger.create(settings, 1, CHAT, self.hour, self.room.judge, f"open:{self.hour}", self.now)
        ids = tuple(chance.sample(self.everybody, 2 * chance.randint(1, 4)))
        await self.writes(t.code, *(Joined(id, id in self.guests) for id in ids), Begun())
        self.codes.append(t.code)
        for number in range(1, settings.rounds + 1):
            order = tuple(chance.sample(ids, len(ids)))
            pairs = tuple(zip(order[::2], order[1::2], strict=True))
            draft = (await self.room.ledger.tournament(t.code)).version + 1
            await self.writes(t.code, Drafted(number, pairs, None, ids, ids))
            await self.writes(t.code, Drawn(number, draft))
            await self.writes(t.code, *(Ruled(number, white, chance.choice(RESULTS)) for white, _ in pairs))
        await self.writes(t.code, Finished())

    async def newcomer(self) -> None:
        self.arrives((await self.store.members.guest(1, f"Newcomer {self.hour}")).id)

    def arrives(self, *guests: MemberId) -> None:
        self.guests += guests
        self.everybody += guests

    async def what_was_elsewhere(self) -> None:
        """An evening of here comes back as a file: of people whom nobody knows, and of the time when it was."""
        if code := await self.ended(Stage.FINISHED):
            known = await self.store.members.members(1)
            brought = await self.room.ledger.import_(await self.room.ledger.export(code), chat=CHAT)
            if brought not in self.codes:
                self.codes.append(brought)
                self.arrives(*(await self.store.members.members(1)).keys() - known.keys())

    async def correction(self) -> None:
        if code := await self.ended(Stage.FINISHED):
            t = await self.room.ledger.tournament(code)
            posted = self.chance.choice(t.rounds)
            fact = Ruled(posted.number, self.chance.choice(posted.games).white, self.chance.choice([*RESULTS, None]))
            then = evolve(t, Entry(t.version + 1, fact, self.now, self.room.judge.member, Role.CHIEF, "seen"), code)
            seen = await self.store.leaderboards.foreseen(then)
            await self.writes(code, fact)
            changes = await self.store.leaderboards.changes(code)
            assert seen == {who: changes[who] for who in t.players if who in changes}, "what was shown"

    async def end_taken_back(self) -> None:
        if code := await self.ended(Stage.FINISHED):
            entries = await self.room.ledger.entries(code)
            dead = undone(entries)
            end = next(e for e in reversed(entries) if isinstance(e.fact, Finished) and e.seq not in dead)
            if len([e for e in entries if e.cause == end.cause]) == 1 or self.chance.random() < 0.3:
                await self.writes(code, Undone((end.seq - end.part,)))

    async def end_moved(self) -> None:
        if code := await self.ended(Stage.FINISHED):
            entries = await self.room.ledger.entries(code)
            dead = undone(entries)
            end = next(e for e in reversed(entries) if isinstance(e.fact, Finished) and e.seq not in dead)
            if len([e for e in entries if e.cause == end.cause]) == 1:
                await self.writes(code, Undone((end.seq,)), Finished())

    async def rated_or_not(self) -> None:
        if code := await self.ended(Stage.FINISHED):
            await self.writes(code, Changed("rated", self.chance.choice(["yes", "no"])))

    async def end_again(self) -> None:
        if code := await self.ended(Stage.PLAYING):
            await self.writes(code, Finished())

    async def claim(self) -> None:
        free = [guest for guest in self.guests if guest not in self.same]
        if not free:
            return
        guest, person = self.chance.choice(free), 9001 + self.chance.randrange(6)
        offered = await self.store.claims.offer(guest, f"token {self.hour}", self.now)
        asked = await self.store.claims.ask(offered.id, person, self.now)
        seen = await prospects.of_claim(self.store.database, asked)
        assert await self.kept() == await self.told(), "a preview writes nothing"
        done = await self.store.claims.confirm(asked.id, self.room.judge.member, self.now)
        assert done.step is Step.CONFIRMED and seen is not None
        own = next(m for m in (await self.store.members.members(1)).values() if m.person == person)
        self.same[guest] = own.id
        self.claims.append(done)
        now = {(it.game, it.change.member): it.change.after for it in await self.store.leaderboards.history(1)}
        assert all(now.get((shift.game, shift.member)) == shift.after for shift in seen.shifts), "what was shown"
        for code in self.codes:                                                # also where he has played
            if self.chance.random() < 0.5:
                t = await self.room.ledger.tournament(code)
                both_play = t.stage is Stage.PLAYING and {guest, own.id} <= t.players.keys()
                if not both_play and (facts := judging.claim(t, self.room.judge, guest, own.id)):
                    await self.writes(code, *facts)

    async def parting(self) -> None:
        if not self.claims:
            return
        claim = self.claims.pop(self.chance.randrange(len(self.claims)))
        for code in self.codes:
            entries = await self.room.ledger.entries(code)
            dead = undone(entries)
            steps = [e.seq for e in entries if isinstance(e.fact, Claimed) and e.fact.guest == claim.guest
                     and e.seq not in dead]
            if steps:
                await self.writes(code, Undone(tuple(steps)))
        await self.store.claims.part(claim.id, self.room.judge.member, self.now)
        self.same.pop(claim.guest)

    async def start_rating(self) -> None:
        who = self.chance.choice(self.everybody)
        rating, game = self.chance.choice([None, 1200, 1900]), self.chance.choice(["", "chess", "draughts"])
        await self.store.members.rate(who, rating, game=game)
        if rating is not None:
            self.starts[who, game] = rating
        else:
            self.starts = {key: value for key, value in self.starts.items() if key not in ((who, game), (who, ""))}

    async def guests_or_not(self) -> None:
        rated = self.chance.random() < 0.5
        shifts = await prospects.of_rating_guests(self.store.database, 1, rated)
        before = await self.kept()
        await self.store.clubs.rate_guests(1, rated)
        self.guests_rated = rated
        assert bool(shifts) or await self.kept() == before

    # what is so

    async def kept(self) -> set[Change]:
        return {it.change for it in await self.store.leaderboards.history(1)}

    async def told(self) -> set[Change]:
        """From the facts alone."""
        ended = [t for code in self.codes if (t := await self.room.ledger.tournament(code)).stage is Stage.FINISHED]
        ended.sort(key=lambda t: (t.ended_at, t.code))
        out = set() if self.guests_rated else {*self.guests} - self.same.keys()
        found: set[Change] = set()
        for game in ("chess", "draughts"):
            periods = [Period(t.code, tuple(
                Bout(self.same.get(it.white, it.white), self.same.get(it.black, it.black), it.result)
                for it in bouts(t) if out.isdisjoint((it.white, it.black))))
                for t in ended if t.settings.game == game and t.settings.rated]
            begun = [(who, rating) for (who, of), rating in sorted(self.starts.items()) if of in ("", game)]
            starts = {self.same[who]: rating for who, rating in begun if who in self.same}
            found |= set(follow(periods, starts | {who: rating for who, rating in begun if who not in self.same}))
        return found

    async def met(self, code: str) -> dict[tuple[MemberId, MemberId], tuple[int, int, int]]:
        """How those who are paired there stood when it was opened, from the facts alone."""
        t = await self.room.ledger.tournament(code)
        count: Counter[tuple[MemberId, MemberId, int]] = Counter()
        for other in [await self.room.ledger.tournament(code) for code in self.codes]:
            if other.stage is Stage.FINISHED and other.settings.game == t.settings.game and other.ended_at is not None:
                for it in bouts(other) if other.ended_at < t.opened_at else ():
                    white, black = self.same.get(it.white, it.white), self.same.get(it.black, it.black)
                    for one, two, result in ((white, black, it.result), (black, white, it.result.flipped)):
                        place = (Result.WHITE_WON, Result.DRAW).index(result) if result in (
                            Result.WHITE_WON, Result.DRAW) else 2
                        count[one, two, place] += 1
        found = {}
        for one, two in [pair for posted in t.rounds for game in posted.games
                         for pair in (game.players, game.players[::-1])]:
            a, b = self.same.get(one, one), self.same.get(two, two)
            if any(score := (count[a, b, 0], count[a, b, 1], count[a, b, 2])):
                found[one, two] = score
        return found

    async def is_so(self) -> None:
        told = await self.told()
        assert await self.kept() == told
        now: dict[str, dict[MemberId, Rating]] = {}
        for it in sorted(told, key=lambda it: it.after.games):
            game = (await self.room.ledger.tournament(it.code)).settings.game
            now.setdefault(game, {})[it.member] = it.after
        assert await self.store.leaderboards.ratings(1) == now
        for code in self.chance.sample(self.codes, min(3, len(self.codes))):
            assert await self.store.leaderboards.met(await self.room.ledger.tournament(code)) == await self.met(code)
        assert await audit.check(self.store.database) == []
        results = []
        for code in self.codes:
            t = await self.room.ledger.tournament(code)
            if t.stage is Stage.FINISHED and t.settings.game == "chess":
                best: dict[MemberId, tuple[int, int]] = {}
                for row in standings(t):
                    who = self.same.get(row.player, row.player)
                    best[who] = max(best.get(who, (0, 0)), (row.points, t.settings.scoring.win))
                results.append(by_score(best))
        season = await self.store.seasons.table(self.season)
        assert [(line.place, line.total) for line in season.lines] == [
            (line.place, line.total) for line in table(results, 3)]


@pytest.mark.parametrize("number", range(SEQUENCES))
async def test_ratings_and_season_are_always_a_fresh_replay(number: int) -> None:
    chance = Random(f"{SEED}/{number}")
    async with hall(players=6) as room:
        years = Years(room, chance)
        await years.moves_in()
        acts = [years.evening] * 5 + [years.newcomer, years.what_was_elsewhere, years.correction, years.correction,
                                      years.end_taken_back, years.end_moved, years.end_again, years.rated_or_not,
                                      years.claim, years.claim, years.parting, years.start_rating, years.guests_or_not]
        for years.hour in range(1, STEPS + 1):
            act = chance.choice(acts)
            await act()
            years.done[act.__name__] += 1
            await years.is_so()
        assert years.done["evening"], f"seed {SEED}/{number}"
