"""Leaderboards: the club's ratings, and who has met whom, made from tournaments that have ended.

Kept beside the facts to be looked up, never read by the engine. Whatever may change a rating (an end,
a correction after it, an end taken back, a claim, a start rating) makes all ratings of the club anew
from the games, in the same transaction: they are always what a fresh replay gives (ratings.md 3.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from engine.model import Colour, MemberId, Result, Stage, Tournament
from engine.ratings import Bout, Change, Period, Rating, bouts, follow
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

    async def history(self, club: int) -> list[Rated]:
        """Every change of every rating of the club, in the order in which tournaments ended."""
        return await self._database.read(partial(told, club))

    async def changes(self, code: str) -> Mapping[MemberId, Change]:
        """What a tournament did to ratings, by every number its facts may have for a member."""
        def work() -> Steps[dict[MemberId, Change]]:
            rows = yield ask(
                f"SELECT m.id, {_RATING} FROM rating AS r JOIN member AS m"
                " ON m.id = r.member OR m.same_as = r.member WHERE r.tournament = ?", code)
            return {MemberId(id): _change(code, rest) for id, *rest in rows}

        return await self._database.look(work, ("changes", code), ("rating", "member"))

    async def foreseen(self, t: Tournament) -> dict[MemberId, Change]:
        """The same for a tournament that stood as `t`: what a correction would do. Nothing is written."""
        def work() -> Steps[dict[MemberId, Change]]:
            real = yield from _real_of(t.code)
            changes = {}
            for (club,) in (yield ask("SELECT club FROM tournament WHERE code = ?", t.code)):
                rows = yield from reckoned(club, instead=t)
                changes = {row[1]: _change(t.code, row[1:]) for row in rows if row[0] == t.code}
            return {player: changes[id] for player in t.players if (id := real.get(player, player)) in changes}

        return await self._database.read(work)

    async def met(self, t: Tournament) -> Mapping[tuple[MemberId, MemberId], Score]:
        """How the pairs of a tournament stood in the club's earlier ones of that game, as the first sees it."""
        pairs = frozenset(pair for posted in t.rounds for game in posted.games
                          for pair in (game.players, game.players[::-1]))

        def work() -> Steps[dict[tuple[MemberId, MemberId], Score]]:
            real = yield from _real_of(t.code)
            scores = _scores((yield ask(
                f"{_COUNTED} WHERE t.club = (SELECT club FROM tournament WHERE code = ?) AND f.game = ?"
                f" AND t.ended_at < ? {_BY_PAIR}", t.code, t.settings.game, written(t.opened_at))))
            return {(one, two): scores[key] for one, two in pairs
                    if (key := (real.get(one, one), real.get(two, two))) in scores}

        return await self._database.look(work, ("met", t.code, t.settings.game, t.opened_at, pairs),
                                         ("finished", "played", "member"))

    async def rivals(self, member: MemberId, game: str) -> dict[MemberId, Score]:
        """Everybody he has met in that game, with how it stands."""
        def work() -> Steps[dict[MemberId, Score]]:
            found = _scores((yield ask(
                f"{_COUNTED} WHERE f.game = ? AND (COALESCE(w.same_as, w.id) = ? OR COALESCE(b.same_as, b.id) = ?)"
                f" {_BY_PAIR}", game, member, member)))
            return {two: score for (one, two), score in found.items() if one == member and two != member}

        return await self._database.read(work)


_RATING = ("r.member, r.before_tenths, r.before_games, r.after_tenths, r.after_games, r.scored, r.expected, r.k,"
           " r.performance")
_COUNTED = ("SELECT COALESCE(w.same_as, w.id), COALESCE(b.same_as, b.id), p.result, COUNT(*) FROM played AS p"
            " JOIN finished AS f ON f.tournament = p.tournament JOIN tournament AS t ON t.code = p.tournament"
            " JOIN member AS w ON w.id = p.white JOIN member AS b ON b.id = p.black")
_BY_PAIR = "GROUP BY COALESCE(w.same_as, w.id), COALESCE(b.same_as, b.id), p.result"


def told(club: int) -> Steps[list[Rated]]:
    """Every change of every rating of the club, in the order in which tournaments ended."""
    rows = yield ask(
        f"SELECT f.game, t.title, t.ended_at, t.code, {_RATING} FROM rating AS r"
        " JOIN finished AS f ON f.tournament = r.tournament JOIN tournament AS t ON t.code = r.tournament"
        " WHERE t.club = ? ORDER BY t.ended_at, t.code, r.member", club)
    return [Rated(game, title, moment(at), _change(code, rest)) for game, title, at, code, *rest in rows]


def project(t: Tournament) -> Steps[None]:
    """Keep what a tournament that has ended says, or that it says nothing (any more); then rate its club."""
    yield from keep(t)
    for (club,) in (yield ask("SELECT club FROM tournament WHERE code = ?", t.code)):
        yield from rate(club)


def keep(t: Tournament) -> Steps[None]:
    """The games and the table of a tournament that has ended; of any other none."""
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


def rate(club: int) -> Steps[None]:
    """All ratings of a club, from its games."""
    yield ask("DELETE FROM rating WHERE tournament IN (SELECT code FROM tournament WHERE club = ?)", club)
    for row in (yield from reckoned(club)):
        yield ask("INSERT INTO rating (tournament, member, before_tenths, before_games, after_tenths, after_games,"
                  " scored, expected, k, performance) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)


def reckoned(club: int, instead: Tournament | None = None) -> Steps[set[tuple[Any, ...]]]:
    """The ratings of a club as its games give them, as rows; those of one tournament taken from `instead`.

    Where the club does not rate guests, games against them count for nobody, until they are claimed (3.7).
    """
    unrated = {id for (id,) in (yield ask(
        "SELECT m.id FROM member AS m JOIN club AS c ON c.id = m.club WHERE c.id = ? AND NOT c.guests_rated"
        " AND m.person IS NULL AND m.same_as IS NULL AND m.name <> ''", club))}
    members = yield ask("SELECT id, same_as FROM member WHERE club = ?", club)
    real = {id: MemberId(same_as or id) for id, same_as in members}
    begun = yield ask(                                                                     # one's own comes last
        "SELECT s.member, s.game, s.rating FROM start_rating AS s JOIN member AS m ON m.id = s.member"
        " WHERE m.club = ? ORDER BY m.same_as IS NULL, m.id, s.game", club)
    games = yield ask(
        "SELECT f.game, p.tournament, p.white, p.black, p.result FROM played AS p"
        " JOIN finished AS f ON f.tournament = p.tournament JOIN tournament AS t ON t.code = p.tournament"
        " WHERE t.club = ? AND f.rated ORDER BY f.game, t.ended_at, t.code, p.place", club)
    found = set()
    for game, rows in groupby(games, key=lambda row: row[0]):
        starts = {real[member]: rating for member, of, rating in begun if of in ("", game)}
        played = {code: [Bout(white, black, Result(result)) for _, _, white, black, result in boards]
                  for code, boards in groupby(rows, key=lambda row: row[1])}
        if instead is not None and instead.code in played:
            played[instead.code] = [*bouts(instead)]
        periods = [Period(code, tuple(Bout(real[bout.white], real[bout.black], bout.result) for bout in boards
                                      if unrated.isdisjoint((bout.white, bout.black))))
                   for code, boards in played.items()]
        found |= {_row(change) for change in follow(periods, starts)}
    return found


def begin(member: MemberId, game: str, rating: int | None) -> Steps[bool]:
    """What a member's ratings begin with, of one game or (an empty one) of all; False if that is so already."""
    rows = yield ask("SELECT game, rating FROM start_rating WHERE member = ? AND game IN (?, '')", member, game)
    known: dict[str, int] = dict(rows)
    if known.get(game, known.get("")) == rating:
        return False
    if rating is None:
        yield ask("DELETE FROM start_rating WHERE member = ? AND game IN (?, '')", member, game)
    else:
        yield ask("INSERT INTO start_rating (member, game, rating) VALUES (?, ?, ?)"
                  " ON CONFLICT (member, game) DO UPDATE SET rating = excluded.rating", member, game, rating)
    return True


def misrated(club: int) -> Steps[set[str]]:
    """The tournaments whose kept changes are not those that the games give."""
    kept = yield ask(f"SELECT r.tournament, {_RATING} FROM rating AS r"
                     " JOIN tournament AS t ON t.code = r.tournament WHERE t.club = ?", club)
    return {code for code, *_ in set(kept) ^ (yield from reckoned(club))}


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


def _row(change: Change) -> tuple[Any, ...]:
    return (change.code, change.member, change.before.tenths, change.before.games, change.after.tenths,
            change.after.games, change.scored, str(change.expected), change.k, change.performance)


def _change(code: str, row: Iterable[Any]) -> Change:
    member, tenths, games, after, after_games, scored, expected, k, performance = row
    return Change(code, MemberId(member), Rating(tenths, games), Rating(after, after_games), scored,
                  Fraction(expected), k, performance)


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
