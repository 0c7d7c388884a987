"""What a decision about guests would change: it is made, looked at, and taken back in one transaction.

So a preview is what Yes will do, to the last tenth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.model import Colour, MemberId, Result
from engine.ratings import Rating
from engine.season import Line
from storage import clubs, members
from storage.claims import Claim
from storage.database import Database, Steps, ask
from storage.leaderboards import Score
from storage.ratings import current
from storage.seasons import Season, newest, table_of

Ratings = Mapping[tuple[str, MemberId], Rating]


@dataclass(frozen=True, slots=True)
class Shift:
    """A rating of one game before and after; None where there is none."""

    game: str
    member: MemberId
    before: Rating | None
    after: Rating | None


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a claim would do. `events` are the titles of the guest's past, in order, `score` its games.

    `shifts` are the ratings that change, the claimant's first; `seasons` his lines before and after.
    """

    member: MemberId
    events: tuple[str, ...]
    score: Score
    shifts: tuple[Shift, ...]
    seasons: tuple[tuple[Season, Line | None, Line | None], ...]
    guests_rated: bool


class _Seen(Exception):
    """Enough: everything is taken back."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


async def of_claim(database: Database, claim: Claim) -> Prospect | None:
    """What Yes would do; None if it can do nothing any more: the guest has an account."""
    def work() -> Steps[NoReturn]:
        assert claim.person is not None, "a link that nobody has used"
        events, score = yield from _past(claim.guest)
        before, tables = (yield from _ratings(claim.club)), (yield from _tables(claim.club))
        yield from members.join(claim.guest, claim.person)
        ((member,),) = yield ask("SELECT same_as FROM member WHERE id = ?", claim.guest)
        after, then = (yield from _ratings(claim.club)), (yield from _tables(claim.club))
        ((rated,),) = yield ask("SELECT guests_rated FROM club WHERE id = ?", claim.club)
        lines = ((season, _line(table, member), _line(new, member))
                 for (season, table), (_, new) in zip(tables, then, strict=True))
        moved = tuple((season, one, other) for season, one, other in lines if one != other)
        shifts = [shift for shift in _shifts(before, after) if shift.member != claim.guest]
        shifts.sort(key=lambda shift: shift.member != member)
        raise _Seen(Prospect(MemberId(member), events, score, tuple(shifts), moved, bool(rated)))

    try:
        return await database.write(work)
    except _Seen as seen:
        prospect: Prospect = seen.value
        return prospect
    except members.Taken:
        return None


async def of_rating_guests(database: Database, club: int, rated: bool) -> list[Shift]:
    """The ratings that change if guests are rated, or are not."""
    def work() -> Steps[NoReturn]:
        before = yield from _ratings(club)
        yield from clubs.rate_guests(club, rated)
        raise _Seen(_shifts(before, (yield from _ratings(club))))

    try:
        return await database.write(work)
    except _Seen as seen:
        shifts: list[Shift] = seen.value
        return shifts


def _past(guest: MemberId) -> Steps[tuple[tuple[str, ...], Score]]:
    """The titles of the tournaments a guest was in, and what he scored there."""
    titles = yield ask("SELECT t.title, t.code FROM standing AS s JOIN tournament AS t ON t.code = s.tournament"
                       " WHERE s.member = ? ORDER BY t.ended_at, t.code", guest)
    games = yield ask("SELECT white, result FROM played WHERE white = ? OR black = ?", guest, guest)
    won = drawn = 0
    for white, text in games:
        result = Result(text)
        won += result.winner is (Colour.WHITE if white == guest else Colour.BLACK)
        drawn += result is Result.DRAW
    return tuple(title or code for title, code in titles), (won, drawn, len(games) - won - drawn)


def _ratings(club: int) -> Steps[dict[tuple[str, MemberId], Rating]]:
    games = yield from current(club)
    return {(game, member): rating for game, of_game in games.items() for member, rating in of_game.items()}


def _shifts(before: Ratings, after: Ratings) -> list[Shift]:
    return [Shift(game, member, before.get((game, member)), after.get((game, member)))
            for game, member in sorted({*before, *after})
            if before.get((game, member)) != after.get((game, member))]


def _tables(club: int) -> Steps[list[tuple[Season, tuple[Line, ...]]]]:
    found = []
    for season in (yield from newest(club)):
        found.append((season, (yield from table_of(season, None)).lines))
    return found


def _line(lines: tuple[Line, ...], member: MemberId) -> Line | None:
    return next((line for line in lines if line.member == member), None)
