"""Seasons of a club: what judges have said of them, and their tables from the tournaments that ended in them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from engine.model import MemberId
from engine.season import Line, by_place, by_score, table
from storage.database import Steps, ask, moment, written
from storage.lookups import Lookups


@dataclass(frozen=True, slots=True)
class Season:
    """Tournaments of one game that end from `since` to before `until` (None: it goes on) count.

    The `best` results of everybody are added (None: all); `way` as in `engine.season.WAYS`.
    """

    club: int
    game: str
    since: datetime
    until: datetime | None
    title: str
    best: int | None
    way: str

    @property
    def earliest_end(self) -> datetime:
        """Not before it has begun, for clocks are set back; nor in its second, by which buttons know it."""
        return self.since + timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Seasonal:
    """A season as it stands after so many tournaments."""

    season: Season
    lines: tuple[Line, ...]
    tournaments: int


class Seasons:
    """One season at a time for each game of a club."""

    def __init__(self, database: Lookups) -> None:
        self._database = database

    async def begin(self, club: int, game: str, at: datetime, *, title: str, best: int | None, way: str,
                    cause: str | None = None) -> Season:
        """A new season from now on; the one before ends. The same cause again is the same season."""
        def work() -> Steps[Season]:
            for row in (yield ask(f"SELECT {_COLUMNS} FROM season AS s WHERE club = ? AND game = ? AND begun = ?",
                                  club, game, cause)):
                return _season(row)
            since = at
            for row in (yield ask(f"SELECT {_COLUMNS} FROM season AS s WHERE club = ? AND game = ?", club, game)):
                since = max(since, _season(row).earliest_end)
            yield ask("UPDATE season SET until = ?, ended = ? WHERE club = ? AND game = ? AND until IS NULL",
                      written(since), cause, club, game)
            yield ask("INSERT INTO season (club, game, since, until, title, best, way, begun)"
                      " VALUES (?, ?, ?, NULL, ?, ?, ?, ?)", club, game, written(since), title, best, way, cause)
            return Season(club, game, since, None, title, best, way)

        return await self._database.write(work)

    async def end(self, club: int, at: datetime, game: str | None = None, *, cause: str | None = None) -> int:
        """End what goes on in the club (None: of every game); how many seasons the cause has ended."""
        def work() -> Steps[int]:
            over = [_season(row) for row in (yield ask(
                f"SELECT {_COLUMNS} FROM season AS s WHERE club = ? AND ended = ?", club, cause))]
            if over:
                return len(over)
            found = [_season(row) for row in (yield ask(
                f"SELECT {_COLUMNS} FROM season AS s WHERE club = ? AND game = COALESCE(?, game) AND until IS NULL",
                club, game))]
            for one in found:
                yield ask("UPDATE season SET until = ?, ended = ? WHERE club = ? AND game = ? AND since = ?",
                          written(max(at, one.earliest_end)), cause, club, one.game, written(one.since))
            return len(found)

        return await self._database.write(work)

    async def name(self, season: Season, title: str) -> None:
        """Give it another title; an empty one takes it away."""
        def work() -> Steps[None]:
            yield ask("UPDATE season SET title = ? WHERE club = ? AND game = ? AND since = ?",
                      title, season.club, season.game, written(season.since))

        await self._database.write(work)

    async def latest(self, club: int) -> list[Season]:
        """The newest season of each game."""
        return await self._database.read(partial(newest, club))

    async def counting(self, code: str) -> Season | None:
        """The season a tournament that has ended counts for."""
        def work() -> Steps[Season | None]:
            rows = yield ask(f"SELECT {_COLUMNS} FROM season AS s JOIN tournament AS t ON t.club = s.club"
                             " JOIN finished AS f ON f.tournament = t.code AND f.game = s.game"
                             " WHERE t.code = ? AND t.ended_at >= s.since"
                             " AND (s.until IS NULL OR t.ended_at < s.until)", code)
            return _season(rows[0]) if rows else None

        return await self._database.look(work, ("counting", code), ("season", "finished"))

    async def table(self, season: Season, *, after: str | None = None) -> Seasonal:
        """The table of all tournaments so far, or those that ended not after the named one."""
        return await self._database.read(partial(table_of, season, after))


_COLUMNS = "s.club, s.game, s.since, s.until, s.title, s.best, s.way"


def newest(club: int) -> Steps[list[Season]]:
    """The newest season of each game."""
    rows = yield ask(f"SELECT {_COLUMNS} FROM season AS s WHERE club = ? AND since ="
                     " (SELECT MAX(since) FROM season WHERE club = s.club AND game = s.game)"
                     " ORDER BY game", club)
    return [_season(row) for row in rows]


def table_of(season: Season, after: str | None) -> Steps[Seasonal]:
    """The table of all tournaments so far, or those that ended not after the named one."""
    rows = yield ask(
        "SELECT t.code, COALESCE(m.same_as, m.id), p.place, p.halves, p.win FROM standing AS p"
        " JOIN finished AS f ON f.tournament = p.tournament JOIN tournament AS t ON t.code = p.tournament"
        " JOIN member AS m ON m.id = p.member WHERE t.club = ? AND f.game = ? AND t.ended_at >= ?"
        " AND t.ended_at < COALESCE(?, '9999') AND t.ended_at <="
        " COALESCE((SELECT ended_at FROM tournament WHERE code = ?), '9999')",
        season.club, season.game, written(season.since), season.until and written(season.until), after)
    places: defaultdict[str, dict[MemberId, int]] = defaultdict(dict)
    scores: defaultdict[str, dict[MemberId, tuple[int, int]]] = defaultdict(dict)
    for code, member, place, halves, win in sorted(rows, key=lambda row: -row[2]):
        places[code][MemberId(member)] = place          # of two records of one person the better counts
        scores[code][MemberId(member)] = (halves, win)
    results = ([by_place(each) for each in places.values()] if season.way == "place"
               else [by_score(each) for each in scores.values()])
    return Seasonal(season, tuple(table(results, season.best)), len(results))


def _season(row: tuple[Any, ...]) -> Season:
    club, game, since, until, title, best, way = row
    return Season(club, game, moment(since), until and moment(until), title, best, way)
