"""The club's own ratings (ratings.md section 3): one tournament is one rating period.

    changes = follow(periods, starts)          # periods in the order in which they finished

Nothing is ever patched: whoever wants ratings plays all periods through again, or those from a changed
one on, so a result corrected late is no special case (3.2). A list holds one kind of game only (3.1).
Everything is exact: ratings are whole tenths, an expectation has six digits, a period is rounded once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from engine.model import MemberId, Result, Stage, Tournament
from engine.tiebreaks.ratings import DIFFERENCE, rounded

START = 1500
"""What somebody begins with of whom nothing is known (3.1)."""

NEWCOMER = 6
"""Below so many rated games a rating is provisional; with them it is made anew as a performance (3.6)."""

CAP = 4000
"""The greatest difference an expectation is made of, in tenths (3.3)."""

MOST = 300
"""What K times the games of a period may not exceed (3.4)."""

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Bout:
    """A game that was played, by the people it is told of."""

    white: MemberId
    black: MemberId
    result: Result


@dataclass(frozen=True, slots=True)
class Period:
    """The rated games of one finished tournament."""

    code: str
    bouts: tuple[Bout, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """`tenths` of a point, after so many rated `games`."""

    tenths: int = 10 * START
    games: int = 0

    @property
    def whole(self) -> int:
        """As shown: .5 away from zero (3.5)."""
        return _away(Fraction(self.tenths, 10))

    @property
    def provisional(self) -> bool:
        return self.games < NEWCOMER

    def __str__(self) -> str:
        return f"{self.whole}?" if self.provisional else str(self.whole)


@dataclass(frozen=True, slots=True)
class Change:
    """What one tournament did to one member's rating.

    `scored` are halves, `expected` a sum of expectations, `k` as in 3.4 before it is halved against
    newcomers. `performance` is the TPR of the tournament against the ratings at its start (section 4).
    """

    code: str
    member: MemberId
    before: Rating
    after: Rating
    scored: int
    expected: Fraction
    k: int
    performance: int

    @property
    def games(self) -> int:
        return self.after.games - self.before.games

    @property
    def gain(self) -> int:
        """The difference of the two ratings as they are shown."""
        return self.after.whole - self.before.whole

    @property
    def remade(self) -> bool:
        """Whether the rating was made anew as the performance of all games, not by K (3.6)."""
        return self.before.provisional and not self.after.provisional


@dataclass(frozen=True, slots=True)
class Past:
    """With what a member comes to a period.

    Of the games so far: the sum of the opponents' `tenths` then, and the `halves` that were scored. They are
    asked for only while the rating is provisional.
    """

    rating: Rating
    tenths: int = 0
    halves: int = 0


@dataclass(frozen=True, slots=True)
class _Met:
    """A game as one side sees it: the opponent's rating then, and what was scored, in halves."""

    opponent: Rating
    halves: int


def bouts(t: Tournament) -> tuple[Bout, ...]:
    """The games of a finished tournament that were played: no byes, no forfeits, no open boards (3.7)."""
    if t.stage is not Stage.FINISHED:
        return ()
    return tuple(Bout(game.white, game.black, game.result) for posted in t.rounds for game in posted.games
                 if game.result is not None and game.result.played)


def follow(periods: Iterable[Period], starts: Mapping[MemberId, int],
           past: Mapping[MemberId, Past] = MappingProxyType({})) -> list[Change]:
    """What every period did to everybody in it; `starts` are the ratings somebody was entered with (3.1).

    Give the periods in the order in which they finished, and what was made of the ones before as `past`. A
    game against oneself (a guest of whom it was learnt later who he is) counts for nobody.
    """
    book = dict(past)
    changes: list[Change] = []
    for period in periods:
        met = _meetings(period, book, starts)
        for member, games in sorted(met.items(), key=lambda it: it[0]):
            change, book[member] = _period(period.code, member, _come(member, book, starts), games)
            changes.append(change)
    return changes


def expected(difference: int) -> Fraction:
    """What is expected of who is rated so many tenths higher: 1 / (1 + 10^(-D/400)), |D| at most 400 (3.3)."""
    higher = _expected(min(abs(difference), CAP))
    return higher if difference >= 0 else 1 - higher


def factor(rating: Rating, games: int) -> int:
    """K of who plays so many games in a period that he begins with this rating (3.4)."""
    k = 40 if rating.games < 20 else 24 if rating.games < 100 else 16
    return min(k, MOST // games)


@lru_cache(maxsize=CAP + 1)
def _expected(difference: int) -> Fraction:
    context = Context(prec=40)
    power = context.exp(context.multiply(Decimal(-difference) / 4000, context.ln(Decimal(10))))
    return Fraction(round(context.divide(Decimal(1), 1 + power), DIGITS))


def _come(member: MemberId, book: Mapping[MemberId, Past], starts: Mapping[MemberId, int]) -> Past:
    return book.get(member) or Past(Rating(10 * starts.get(member, START)))


def _meetings(period: Period, book: Mapping[MemberId, Past],
              starts: Mapping[MemberId, int]) -> dict[MemberId, list[_Met]]:
    """Everybody's games of the period; all ratings are those at its start (3.2)."""
    found: defaultdict[MemberId, list[_Met]] = defaultdict(list)
    for bout in period.bouts:
        if bout.white != bout.black:
            sides = ((bout.white, bout.black, bout.result), (bout.black, bout.white, bout.result.flipped))
            for player, opponent, result in sides:
                halves = {Result.WHITE_WON: 2, Result.DRAW: 1}.get(result, 0)
                found[player].append(_Met(_come(opponent, book, starts).rating, halves))
    return found


def _period(code: str, member: MemberId, then: Past, met: Sequence[_Met]) -> tuple[Change, Past]:
    """What it did to him, and with what he goes on."""
    before, k = then.rating, factor(then.rating, len(met))
    expectations = [expected(before.tenths - it.opponent.tenths) for it in met]
    gain = sum((_weight(k, it) * (Fraction(it.halves, 2) - share)
                for it, share in zip(met, expectations, strict=True)), Fraction(0))
    tenths, scored = sum(it.opponent.tenths for it in met), sum(it.halves for it in met)
    now = Past(Rating(before.tenths + _away(10 * gain), before.games + len(met)), then.tenths + tenths,
               then.halves + scored)
    if before.provisional and not now.rating.provisional:
        now = replace(now, rating=Rating(_away(10 * _entrance(now)), now.rating.games))
    performance = rounded(Fraction(tenths, 10 * len(met))) + _worth(Fraction(scored, 2 * len(met)))
    return Change(code, member, before, now.rating, scored, sum(expectations, Fraction(0)), k, performance), now


def _weight(k: int, met: _Met) -> Fraction:
    """Who meets a newcomer gains or loses with half K (3.6)."""
    return Fraction(k, 2 if met.opponent.provisional else 1)


def _entrance(ever: Past) -> Fraction:
    """The performance over all games, with one imaginary draw against 1500 (3.6)."""
    average = Fraction(10 * START + ever.tenths, 10 * (ever.rating.games + 1))
    return average + _worth(Fraction(1 + ever.halves, 2 * (ever.rating.games + 1)))


def _worth(share: Fraction) -> int:
    """dp of a share of the points, in hundredths with .005 up (1.6)."""
    hundredths = rounded(100 * share)
    return DIFFERENCE[hundredths - 50] if hundredths >= 50 else -DIFFERENCE[50 - hundredths]


def _away(value: Fraction) -> int:
    """The nearest whole number, .5 away from zero."""
    return rounded(value) if value >= 0 else -rounded(-value)
