"""Whatever happens to a club, in whatever order: are ratings and season what its facts say, told from the beginning?

Evenings, corrections, ends taken back, claims and their parting, start ratings, guests rated or not. A tenth of
the sequences with the seed of the day; all with LONG_SEARCHES=1, another seed with CASES_SEED.
"""

from __future__ import annotations

import os
from collections import Counter
from datetime import date, datetime, timedelta
from random import Random

import pytest

from engine import judging
from engine.facts import Begun, Claimed, Drafted, Drawn, Fact, Finished, Joined, Ruled, Undone
from engine.fold import undone
from engine.model import MemberId, Result, Settings, Stage
from engine.ratings import Bout, Change, Period, bouts, follow
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
        return START + timedelta(hours=self.hour)

    async def writes(self, code: str, *facts: Fact) -> None:
        self.room.causes += 1
        await self.room.ledger.record(code, lambda t: list(facts), self.room.judge, f"y:{self.room.causes}", self.now)

    async def ended(self, stage: Stage) -> str | None:
        found = [code for code in self.codes if (await self.room.ledger.tournament(code)).stage is stage]
        return self.chance.choice(found) if found else None

    # what may happen

    async def evening(self) -> None:
        chance = self.chance
        settings = Settings(title=f"Evening {self.hour}", rounds=1, game=chance.choice(["chess", "chess", "draughts"]),
                            rated=chance.random() < 0.9)
        t = await self.room.ledger.create(settings, 1, CHAT, self.hour, self.room.judge, f"open:{self.hour}", self.now)
        ids = tuple(chance.sample(self.everybody, 2 * chance.randint(1, 4)))
        pairs = tuple(zip(ids[::2], ids[1::2], strict=True))
        await self.writes(t.code, *(Joined(id, id in self.guests) for id in ids), Begun())
        self.codes.append(t.code)
        draft = (await self.room.ledger.tournament(t.code)).version + 1
        await self.writes(t.code, Drafted(1, pairs, None, ids, ids))
        await self.writes(t.code, Drawn(1, draft))
        await self.writes(t.code, *(Ruled(1, white, chance.choice(RESULTS)) for white, _ in pairs), Finished())

    async def correction(self) -> None:
        if code := await self.ended(Stage.FINISHED):
            game = self.chance.choice((await self.room.ledger.tournament(code)).rounds[0].games)
            await self.writes(code, Ruled(1, game.white, self.chance.choice([*RESULTS, None])))

    async def end_taken_back(self) -> None:
        if code := await self.ended(Stage.FINISHED):
            entries = await self.room.ledger.entries(code)
            dead = undone(entries)
            end = next(e for e in reversed(entries) if isinstance(e.fact, Finished) and e.seq not in dead)
            if len([e for e in entries if e.cause == end.cause]) == 1 or self.chance.random() < 0.3:
                await self.writes(code, Undone((end.seq - end.part,)))

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

    async def is_so(self) -> None:
        assert await self.kept() == await self.told()
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
        acts = [years.evening] * 5 + [years.correction, years.end_taken_back, years.end_again, years.claim, years.claim,
                                      years.parting, years.start_rating, years.guests_or_not]
        for years.hour in range(1, STEPS + 1):
            act = chance.choice(acts)
            await act()
            years.done[act.__name__] += 1
            await years.is_so()
        assert years.done["evening"], f"seed {SEED}/{number}"
