"""What a club remembers from before one of its tournaments."""

from __future__ import annotations

from engine.model import MemberId, Result, Tournament
from engine.ratings import Bout
from engine.summary import Earlier
from storage.database import Database, Steps, ask, written


async def before(database: Database, t: Tournament) -> Earlier:
    """The games of its kind and the people of all tournaments that ended before this one did."""
    def work() -> Steps[Earlier]:
        ended = "" if t.ended_at is None else written(t.ended_at)
        games = yield ask(
            "SELECT COALESCE(w.same_as, w.id), COALESCE(b.same_as, b.id), p.result FROM played AS p"
            " JOIN finished AS f ON f.tournament = p.tournament JOIN tournament AS e ON e.code = p.tournament"
            " JOIN member AS w ON w.id = p.white JOIN member AS b ON b.id = p.black"
            f" WHERE f.game = ? AND {_EARLIER} ORDER BY e.ended_at, e.code, p.place",
            t.settings.game, t.code, ended, ended, t.code)
        people = yield ask(
            "SELECT DISTINCT COALESCE(m.same_as, m.id) FROM standing AS p"
            " JOIN tournament AS e ON e.code = p.tournament JOIN member AS m ON m.id = p.member"
            f" WHERE {_EARLIER}", t.code, ended, ended, t.code)
        numbers = yield ask("SELECT id, same_as FROM member WHERE same_as IS NOT NULL"
                            " AND club = (SELECT club FROM tournament WHERE code = ?)", t.code)
        return Earlier(
            tuple(Bout(MemberId(white), MemberId(black), Result(result)) for white, black, result in games),
            frozenset(MemberId(id) for (id,) in people),
            {MemberId(id): MemberId(same_as) for id, same_as in numbers})

    return await database.read(work)


_EARLIER = ("e.club = (SELECT club FROM tournament WHERE code = ?)"
            " AND (e.ended_at < ? OR (e.ended_at = ? AND e.code < ?))")
