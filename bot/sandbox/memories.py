"""What the club of the demo remembers: a season of five evenings, so that there is something to look at.

They are played by the rules straight into the memory, before the bot starts on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from babel.dates import format_date

import storage
from engine import due, entry, judging
from engine.facts import Fact
from engine.model import CLOCK, Actor, MemberId, Result, Role, Settings, Stage, Tournament
from storage import Store

from .groups import Group
from .people import Person

EVENINGS, ROUNDS, BEST = 5, 5, 4
_RESULTS = (Result.WHITE_WON, Result.WHITE_WON, Result.BLACK_WON, Result.BLACK_WON, Result.DRAW)


async def remember(url: str, group: Group, people: Sequence[Person], now: datetime, *, seed: int = 0) -> None:
    """Write the evenings of the last weeks into the database at `url`; the first of the people is the judge."""
    chance, language = Random(seed), people[0].user.language
    async with storage.open(url) as store:
        club = await store.clubs.make_club(group.id, group.title, language)
        ids: list[MemberId] = []
        for person in people:
            await store.people.seen(person.id, person.name, person.user.username or None, language)
            ids.append((await store.members.member(club.id, person.id, person.name)).id)
        since = now - timedelta(weeks=EVENINGS + 1)
        await store.seasons.begin(club.id, "chess", since, title="", best=BEST, way="score")
        judge = Actor(ids[0], Role.CHIEF)
        for ago in range(EVENINGS, 0, -1):
            at = now - timedelta(weeks=ago)
            day = format_date(at, "EEEE, d MMMM", locale=language)
            settings = Settings(title=day[:1].upper() + day[1:], system="dutch", rounds=ROUNDS, language=language)
            came = [id for id in ids[1:] if chance.random() < 0.8]
            t = await store.ledger.create(settings, club.id, group.id, None, judge, f"demo:{ago}", at)
            await _play(store, t, judge, came, at, chance)


async def _play(store: Store, t: Tournament, judge: Actor, came: Sequence[MemberId], at: datetime, chance: Random
                ) -> None:
    """One evening, step by step, twenty minutes a round."""
    keys = {id: f"{id:04}" for id in came}

    async def does(who: Actor, facts: list[Fact]) -> None:
        nonlocal t
        cause = f"demo:{t.code}:{t.version}"
        t = (await store.ledger.record(t.code, lambda _: facts, who, cause, at)).tournament

    await does(judge, [fact for id in came for fact in entry.enter(t, judge, id)])
    await does(judge, judging.begin(t, judge))
    while t.stage is Stage.PLAYING:
        at += timedelta(minutes=5)
        if t.draft is not None:
            await does(judge, judging.approve(t, judge, t.draft.seq, now=at))
        elif t.open_games():
            at += timedelta(minutes=15)
            await does(judge, [fact for game in t.open_games()
                               for fact in judging.rule(t, judge, game.round, game.white, chance.choice(_RESULTS))])
        else:
            await does(CLOCK, due.tick(t, at, fresh_seed=f"{chance.random()}", keys=keys))
    await store.ledger.set_shown(t.code, t.version)
