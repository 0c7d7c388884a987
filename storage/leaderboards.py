"""Leaderboards: the club's ratings, and who has met whom, made from tournaments that have ended.

Kept beside the facts to be looked up, never read by the engine, and made anew in the transaction of what
changes them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

from engine.model import Colour, MemberId, Result, Stage, Tournament
from engine.ratings import Change, Rating, bouts
from storage import ratings
from storage.database import Steps, ask, moment, written
from storage.lookups import Lookups

Score = tuple[int, int, int]
"""Games won, drawn and lost."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A change with the tournament it came from: the kind of game, the title, and when it ended."""

    game: str
    title: str
    at: datetime
    change: Change


class Leaderboards:
    """What has become of everybody over the tournaments of a club. Members are those whose history it is."""

    def __init__(self, database: Lookups) -> None:
        self._database = database

    async def ratings(self, club: int) -> dict[str, dict[MemberId, Rating]]:
        """Everybody's rating as it is now, by game."""
        return await self._database.read(partial(ratings.current, club))

    async def history(self, club: int, member: MemberId | None = None) -> list[Rated]:
        """Every change of every rating of the club, or of one member, in the order in which tournaments ended."""
        condition, value = ("t.club", club) if member is None else ("r.member", member)

        def work() -> Steps[list[Rated]]:
            rows = yield ask(
                f"SELECT f.game, t.title, t.ended_at, t.code, {ratings.COLUMNS} FROM rating AS r"
                " JOIN finished AS f ON f.tournament = r.tournament JOIN tournament AS t ON t.code = r.tournament"
                f" WHERE {condition} = ? ORDER BY t.ended_at, t.code, r.member", value)
            return [Rated(game, title, moment(at), ratings.change(code, rest))
                    for game, title, at, code, *rest in rows]

        return await self._database.read(work)

    async def changes(self, code: str) -> Mapping[MemberId, Change]:
        """What a tournament did to ratings, by every number its facts may have for a member."""
        def work() -> Steps[dict[MemberId, Change]]:
            rows = yield ask(
                f"SELECT m.id, {ratings.COLUMNS} FROM rating AS r JOIN member AS m"
                " ON m.id = r.member OR m.same_as = r.member WHERE r.tournament = ?", code)
            return {MemberId(id): ratings.change(code, rest) for id, *rest in rows}

        return await self._database.look(work, ("changes", code), ("rating", "member"))

    async def foreseen(self, t: Tournament) -> dict[MemberId, Change]:
        """The same for a tournament that stood as `t`: what a correction would do. Nothing is written."""
        def work() -> Steps[dict[MemberId, Change]]:
            real = yield from _real_of(t.code)
            changes = {}
            for club, ended in (yield ask("SELECT club, ended_at FROM tournament WHERE code = ?", t.code)):
                rows = yield from ratings.reckoned(club, (ended, t.code), instead=t)
                changes = {row[1]: ratings.change(t.code, row[1:]) for row in rows if row[0] == t.code}
            return {player: changes[id] for player in t.players if (id := real.get(player, player)) in changes}

        return await self._database.read(work)

    async def met(self, t: Tournament) -> Mapping[tuple[MemberId, MemberId], Score]:
        """How the pairs of a tournament stood in the club's earlier ones of that game, as the first sees it."""
        pairs = frozenset(pair for posted in t.rounds for game in posted.games
                          for pair in (game.players, game.players[::-1]))

        def work() -> Steps[dict[tuple[MemberId, MemberId], Score]]:
            real = yield from _real_of(t.code)
            scores = _scores((yield from _between(pairs, real, t)))
            return {(one, two): scores[key] for one, two in pairs
                    if (key := (real.get(one, one), real.get(two, two))) in scores}

        return await self._database.look(work, ("met", t.code, t.settings.game, t.opened_at, pairs),
                                         ("finished", "played", "member"))

    async def rivals(self, member: MemberId, game: str) -> dict[MemberId, Score]:
        """Everybody he has met in that game, with how it stands."""
        def work() -> Steps[dict[MemberId, Score]]:
            found = _scores((yield ask(
                f"{_COUNTED} WHERE f.game = ? AND (p.white IN ({_HIS}) OR p.black IN ({_HIS})) {_BY_PAIR}",
                game, member, member, member, member)))
            return {two: score for (one, two), score in found.items() if one == member and two != member}

        return await self._database.read(work)


_HIS = "SELECT id FROM member WHERE id = ? OR same_as = ?"
_COUNTED = ("SELECT COALESCE(w.same_as, w.id), COALESCE(b.same_as, b.id), p.result, COUNT(*) FROM played AS p"
            " JOIN finished AS f ON f.tournament = p.tournament JOIN tournament AS t ON t.code = p.tournament"
            " JOIN member AS w ON w.id = p.white JOIN member AS b ON b.id = p.black")
_BY_PAIR = "GROUP BY COALESCE(w.same_as, w.id), COALESCE(b.same_as, b.id), p.result"

_PAIRS = 50
"""So many are asked for at once."""

_BETWEEN = (f"WITH pair (one, two) AS (VALUES (CAST(? AS BIGINT), CAST(? AS BIGINT)){', (?, ?)' * (_PAIRS - 1)})"
            " SELECT p.white, p.black, p.result, COUNT(*) FROM pair"
            " JOIN played AS p ON p.white = pair.one AND p.black = pair.two"
            " JOIN finished AS f ON f.tournament = p.tournament JOIN tournament AS t ON t.code = p.tournament"
            " WHERE f.game = ? AND t.ended_at < ? GROUP BY p.white, p.black, p.result")


def project(t: Tournament, ended: datetime | None = None) -> Steps[None]:
    """Keep what a tournament that has ended says, or that it says nothing (any more); then rate what rests on it.

    `ended` is when it had ended before what has just happened.
    """
    yield from keep(t)
    since = min(written(at) for at in (ended, t.ended_at) if at is not None)
    for (club,) in (yield ask("SELECT club FROM tournament WHERE code = ?", t.code)):
        yield from ratings.rate(club, (since, t.code))


def keep(t: Tournament) -> Steps[None]:
    """The games and the table of a tournament that has ended; of any other none, and no ratings either."""
    if t.stage is not Stage.FINISHED:
        yield ask("DELETE FROM rating WHERE tournament = ?", t.code)
    yield ask("DELETE FROM played WHERE tournament = ?", t.code)
    yield ask("DELETE FROM standing WHERE tournament = ?", t.code)
    yield ask("DELETE FROM finished WHERE tournament = ?", t.code)
    if t.stage is Stage.FINISHED:
        yield ask("INSERT INTO finished (tournament, game, rated) VALUES (?, ?, ?)",
                  t.code, t.settings.game, t.settings.rated)
    for row in _standings(t):
        yield ask("INSERT INTO standing (tournament, member, place, halves, win) VALUES (?, ?, ?, ?, ?)",
                  t.code, *row)
    for place, bout in enumerate(bouts(t)):
        yield ask("INSERT INTO played (tournament, place, white, black, result) VALUES (?, ?, ?, ?, ?)",
                  t.code, place, bout.white, bout.black, bout.result.value)


def kept(code: str) -> Steps[tuple[Any, ...]]:
    """What is kept of a tournament's games and table."""
    return ((yield ask("SELECT game, rated FROM finished WHERE tournament = ?", code)),
            (yield ask("SELECT white, black, result FROM played WHERE tournament = ? ORDER BY place", code)),
            set((yield ask("SELECT member, place, halves, win FROM standing WHERE tournament = ?", code))))


def said(t: Tournament) -> tuple[Any, ...]:
    """The same, as its facts have it."""
    about = [(t.settings.game, t.settings.rated)] if t.stage is Stage.FINISHED else []
    return about, [(bout.white, bout.black, bout.result.value) for bout in bouts(t)], set(_standings(t))


def _standings(t: Tournament) -> list[tuple[MemberId, int, int, int]]:
    """Member, place, halves, and the halves of a win."""
    from engine.standings import standings  # at the first use: it brings the pairing systems along

    rows = standings(t) if t.stage is Stage.FINISHED else []
    return [(row.player, row.place, row.points, t.settings.scoring.win) for row in rows]


def _between(pairs: Iterable[tuple[MemberId, MemberId]], real: Mapping[MemberId, MemberId],
             t: Tournament) -> Steps[list[tuple[Any, ...]]]:
    """White, Black, result and how often, in the games of those pairs before this tournament was opened."""
    same: defaultdict[MemberId, list[MemberId]] = defaultdict(list)
    for guest, member in real.items():
        same[member].append(guest)
    asked = sorted({(white, black) for pair in pairs for one, two in [[real.get(who, who) for who in pair]]
                    for white in (one, *same[one]) for black in (two, *same[two])})
    found = []
    for begin in range(0, len(asked), _PAIRS):
        some = asked[begin:begin + _PAIRS]
        some += [(MemberId(0), MemberId(0))] * (_PAIRS - len(some))                        # that is nobody
        found += yield ask(_BETWEEN, *chain(*some), t.settings.game, written(t.opened_at))
    return [(real.get(white, white), real.get(black, black), *rest) for white, black, *rest in found]


def _real_of(code: str) -> Steps[Mapping[MemberId, MemberId]]:
    rows = yield ask("SELECT id, same_as FROM member WHERE same_as IS NOT NULL"
                     " AND club = (SELECT club FROM tournament WHERE code = ?)", code)
    return {MemberId(id): MemberId(same_as) for id, same_as in rows}


def _scores(rows: Iterable[tuple[Any, ...]]) -> dict[tuple[MemberId, MemberId], Score]:
    """Won, drawn, lost by pair, both ways round; two who were both at fault have met, and lost."""
    found: dict[tuple[MemberId, MemberId], list[int]] = {}
    for white, black, text, count in rows:
        result = Result(text)
        for pair, colour in (((white, black), Colour.WHITE), ((black, white), Colour.BLACK)):
            column = 1 if result is Result.DRAW else 0 if result.winner is colour else 2
            found.setdefault((MemberId(pair[0]), MemberId(pair[1])), [0, 0, 0])[column] += count
    return {pair: (won, drawn, lost) for pair, (won, drawn, lost) in found.items()}
