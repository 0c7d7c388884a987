"""Ratings: what every rated tournament of a club did to them, kept beside the games to be looked up.

They are always what a fresh replay of all games gives (ratings.md 3.2). Whatever may change one (an end, a
correction after it, an end taken back, a claim, a start rating) plays all tournaments from the first that
it is about through again, in its own transaction; what ended before that stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from engine.model import MemberId, Result, Tournament
from engine.ratings import Bout, Change, Past, Period, Rating, bouts, follow
from storage.database import Steps, ask

Place = tuple[str, str]
"""Among what has ended: when that was, as it is kept, and the code."""

BEGINNING: Place = "", ""

COLUMNS = ("r.member, r.before_tenths, r.before_games, r.after_tenths, r.after_games, r.scored, r.expected, r.k,"
           " r.performance")
"""Of rating AS r, for `change`."""


def rate(club: int, since: Place = BEGINNING) -> Steps[None]:
    """The ratings of a club from its games, of what ended at that place or later."""
    condition, values = _from(since)
    yield ask("DELETE FROM rating WHERE tournament IN"
              f" (SELECT t.code FROM tournament AS t WHERE t.club = ? {condition})", club, *values)
    for row in (yield from reckoned(club, since)):
        yield ask("INSERT INTO rating (tournament, member, before_tenths, before_games, after_tenths, after_games,"
                  " scored, expected, k, performance) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)


def reckoned(club: int, since: Place = BEGINNING, instead: Tournament | None = None) -> Steps[set[tuple[Any, ...]]]:
    """The same as rows; the games of one tournament taken from `instead`. What ended earlier must be rated.

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
    condition, values = _from(since)
    games = yield ask(                                               # also of where none was played, for `instead`
        "SELECT f.game, t.code, p.white, p.black, p.result FROM tournament AS t"
        " JOIN finished AS f ON f.tournament = t.code LEFT JOIN played AS p ON p.tournament = t.code"
        f" WHERE t.club = ? {condition} AND f.rated ORDER BY f.game, t.ended_at, t.code, p.place", club, *values)
    found = set()
    for game, rows in groupby(games, key=lambda row: row[0]):
        starts = {real[member]: rating for member, of, rating in begun if of in ("", game)}
        played = {code: [Bout(white, black, Result(result)) for _, _, white, black, result in boards if result]
                  for code, boards in groupby(rows, key=lambda row: row[1])}
        if instead is not None and instead.code in played:
            played[instead.code] = [*bouts(instead)]
        periods = [Period(code, tuple(Bout(real[bout.white], real[bout.black], bout.result) for bout in boards
                                      if unrated.isdisjoint((bout.white, bout.black))))
                   for code, boards in played.items()]
        past = {} if since == BEGINNING else (yield from _past(periods, game, since))
        found |= {_row(change) for change in follow(periods, starts, past)}
    return found


def first(member: MemberId) -> Steps[Place | None]:
    """The first tournament that counts for him, or for whoever has claimed him; None: he has not played."""
    numbers = yield ask("SELECT m.id FROM member AS one JOIN member AS m ON m.id = COALESCE(one.same_as, one.id)"
                        " OR m.same_as = COALESCE(one.same_as, one.id) WHERE one.id = ?", member)
    found = []
    for (number,) in numbers:
        found += yield ask("SELECT t.ended_at, t.code FROM played AS p"
                           " JOIN tournament AS t ON t.code = p.tournament"
                           " WHERE p.white = ? OR p.black = ? ORDER BY t.ended_at, t.code LIMIT 1", number, number)
    return min(found, default=None)


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
    """The tournaments whose kept changes are not those that the games give, all played through."""
    kept = yield ask(f"SELECT r.tournament, {COLUMNS} FROM rating AS r"
                     " JOIN tournament AS t ON t.code = r.tournament WHERE t.club = ?", club)
    return {code for code, *_ in set(kept) ^ (yield from reckoned(club))}


def current(club: int) -> Steps[dict[str, dict[MemberId, Rating]]]:
    """Everybody's rating as it is now, by game. The games of a rating only grow, so the newest has most."""
    rows = yield ask(
        "SELECT g.game, r.member, r.after_tenths, r.after_games FROM (SELECT DISTINCT f.game FROM tournament AS t"
        " JOIN finished AS f ON f.tournament = t.code WHERE t.club = ? AND t.ended_at > '') AS g"
        " CROSS JOIN member AS m JOIN rating AS r ON r.member = m.id AND r.tournament ="
        " (SELECT e.tournament FROM rating AS e JOIN finished AS f ON f.tournament = e.tournament"
        " WHERE e.member = m.id AND f.game = g.game ORDER BY e.after_games DESC LIMIT 1)"
        " WHERE m.club = ? ORDER BY g.game, r.member", club, club)
    return {game: {MemberId(member): Rating(tenths, games) for _, member, tenths, games in of_game}
            for game, of_game in groupby(rows, key=lambda row: row[0])}


def change(code: str, row: Iterable[Any]) -> Change:
    member, tenths, games, after, after_games, scored, expected, k, performance = row
    return Change(code, MemberId(member), Rating(tenths, games), Rating(after, after_games), scored,
                  Fraction(expected), k, performance)


def _row(it: Change) -> tuple[Any, ...]:
    return (it.code, it.member, it.before.tenths, it.before.games, it.after.tenths, it.after.games, it.scored,
            str(it.expected), it.k, it.performance)


def _from(since: Place) -> tuple[str, tuple[str, ...]]:
    """A condition on tournament AS t, after one on its club (there is an index); what has not ended meets none."""
    if since == BEGINNING:
        return "", ()
    at, code = since
    return "AND t.ended_at >= ? AND (t.ended_at > ? OR t.code >= ?)", (at, at, code)


_OF_MEMBER = ("FROM rating AS r JOIN finished AS f ON f.tournament = r.tournament"
              " JOIN tournament AS t ON t.code = r.tournament")
_BEFORE = "r.member = ? AND f.game = ? AND t.ended_at <= ? AND (t.ended_at < ? OR t.code < ?)"


def _past(periods: Sequence[Period], game: str, since: Place) -> Steps[dict[MemberId, Past]]:
    """With what those who play in the periods come to them."""
    at, code = since
    found = {}
    for member in sorted({who for period in periods for bout in period.bouts for who in (bout.white, bout.black)}):
        for tenths, games in (yield ask(f"SELECT r.after_tenths, r.after_games {_OF_MEMBER} WHERE {_BEFORE}"
                                        " ORDER BY r.after_games DESC LIMIT 1", member, game, at, at, code)):
            rating = Rating(tenths, games)
            if not rating.provisional:
                found[member] = Past(rating)
                continue
            rows = yield ask(                                # so many games as a newcomer has; who counts is rated
                f"SELECT r.tournament, r.scored, o.before_tenths {_OF_MEMBER}"
                " JOIN played AS p ON p.tournament = t.code JOIN member AS w ON w.id = p.white"
                " JOIN member AS b ON b.id = p.black"
                " JOIN rating AS o ON o.tournament = t.code AND o.member <> r.member"
                " AND o.member IN (COALESCE(w.same_as, w.id), COALESCE(b.same_as, b.id))"
                f" WHERE {_BEFORE} AND r.member IN (COALESCE(w.same_as, w.id), COALESCE(b.same_as, b.id))",
                member, game, at, at, code)
            found[member] = Past(rating, sum(tenths for _, _, tenths in rows),
                                 sum({event: scored for event, scored, _ in rows}.values()))
    return found
