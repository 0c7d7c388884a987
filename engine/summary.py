"""What is worth saying of a tournament that has ended, in a few lines: data, the bot has the words.

    for remark in remarks(t, changes, earlier): ...

Nothing is said that is not so, and nothing that is so every time: the thresholds are below. It is
always reckoned from the games as they stand, so a correction needs no special case.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from typing import TypeVar

from engine.model import MemberId, Result, Tournament
from engine.ratings import Bout, Change, Rating, bouts
from engine.standings import Row, standings

MOST = 5
"""Remarks of one tournament."""

UPSET = 100
"""By so many points the winner of an upset is rated lower."""

FORM_GAMES, FORM_SURPLUS = 3, 1
"""Games, and points above what the ratings expected, of who was in form."""

WINS, UNBEATEN = 5, 10
"""Games of a series that is told."""

WITHOUT_WIN = 3
"""Games against somebody before the first win is told."""

JUBILEE = 50
"""Every so many games in the club."""

NEWCOMERS = 5
"""Names of those who were there for the first time."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What the club remembers from before a tournament.

    `bouts` are all games of its kind in the order played, `seen` who had been in a tournament; both
    by the number under which a person's history is kept, which `real` has for every other number.
    """

    bouts: tuple[Bout, ...] = ()
    seen: frozenset[MemberId] = frozenset()
    real: Mapping[MemberId, MemberId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Victory:
    """Who is first: one, `lead` halves ahead of the next (0: before `level` by a tie-break), or several."""

    winners: tuple[MemberId, ...]
    points: int
    most: int
    lead: int
    level: tuple[MemberId, ...] = ()


@dataclass(frozen=True, slots=True)
class Upset:
    """A game won against somebody rated much higher; ratings at the tournament's start."""

    round: int
    winner: MemberId
    lower: Rating
    loser: MemberId
    higher: Rating


@dataclass(frozen=True, slots=True)
class Form:
    """More points (`scored` halves of so many games) than the ratings expected."""

    member: MemberId
    scored: int
    games: int
    expected: Fraction
    performance: int


@dataclass(frozen=True, slots=True)
class Series:
    """So many games in a row, over tournaments, all won or (`unbeaten`) none lost."""

    member: MemberId
    games: int
    unbeaten: bool


@dataclass(frozen=True, slots=True)
class FirstWin:
    """After so many games against that opponent without one."""

    winner: MemberId
    loser: MemberId
    before: int


@dataclass(frozen=True, slots=True)
class Newcomers:
    """Their first tournament of the club, with the places they made, best first."""

    places: tuple[tuple[MemberId, int], ...]


@dataclass(frozen=True, slots=True)
class Jubilee:
    """So many games in the club with this tournament."""

    member: MemberId
    games: int


Remark = Victory | Upset | Form | Series | FirstWin | Newcomers | Jubilee

_T = TypeVar("_T")


def remarks(t: Tournament, changes: Mapping[MemberId, Change], earlier: Earlier) -> tuple[Remark, ...]:
    """The best of what can be said of a tournament that has ended and what it did to ratings."""
    table = standings(t)
    if not t.rounds or not table:
        return ()
    return tuple(_all(t, table, changes, earlier))[:MOST]


def _all(t: Tournament, table: Sequence[Row], changes: Mapping[MemberId, Change],
         earlier: Earlier) -> Iterator[Remark]:
    players = [row.player for row in table]                # of equals the better placed is named
    record = _Record(t, earlier)
    yield _victory(t, table)
    yield from _best(_upsets(t, changes), lambda it: it.higher.tenths - it.lower.tenths)
    yield from _best(_forms(t, players, changes), lambda it: Fraction(it.scored, 2) - it.expected)
    yield from _best((it for player in players if (it := record.wins(player)).games >= WINS), lambda it: it.games)
    yield from _best((it for player in players for it in record.first_wins(player)), lambda it: it.before)
    yield from _best((it for player in players if (it := record.unbeaten(player)).games >= UNBEATEN
                      and it.games > record.wins(player).games), lambda it: it.games)
    yield from _newcomers(table, earlier)
    yield from _best(filter(None, map(record.jubilee, players)), lambda it: it.games)


def _best(found: Iterable[_T], worth: Callable[[_T], Fraction | int]) -> list[_T]:
    """The first of those worth most, if there is any."""
    candidates = list(found)
    return [max(candidates, key=worth)] if candidates else []


def _victory(t: Tournament, table: Sequence[Row]) -> Victory:
    first = table[0]
    winners = tuple(row.player for row in table if row.place == first.place)
    others = table[len(winners):]
    return Victory(winners, first.points, t.settings.scoring.win * len(t.rounds),
                   first.points - others[0].points if others else 0,
                   tuple(row.player for row in others if row.points == first.points))


def _upsets(t: Tournament, changes: Mapping[MemberId, Change]) -> Iterator[Upset]:
    for posted in t.rounds:
        for game in posted.games:
            if game.result is None or not game.result.played or game.result.winner is None:
                continue
            winner = game.white if game.result is Result.WHITE_WON else game.black
            loser = game.opponent_of(winner)
            if all(player in changes and _known(t, player, changes[player]) for player in game.players):
                lower, higher = changes[winner].before, changes[loser].before
                if higher.tenths - lower.tenths >= 10 * UPSET:
                    yield Upset(posted.number, winner, lower, loser, higher)


def _known(t: Tournament, player: MemberId, change: Change) -> bool:
    """Whether the rating says something: from games enough, or given by a judge."""
    return not change.before.provisional or t.players[player].rating is not None


def _forms(t: Tournament, players: Sequence[MemberId], changes: Mapping[MemberId, Change]) -> Iterator[Form]:
    for player in (player for player in players if player in changes):
        change = changes[player]
        enough = change.games >= FORM_GAMES and Fraction(change.scored, 2) - change.expected >= FORM_SURPLUS
        if enough and _known(t, player, change):
            yield Form(player, change.scored, change.games, change.expected, change.performance)


def _newcomers(table: Sequence[Row], earlier: Earlier) -> Iterator[Newcomers]:
    """Nobody is one in the first tournament of all."""
    found = [(row.player, row.place) for row in table
             if earlier.real.get(row.player, row.player) not in earlier.seen]
    if earlier.seen and found:
        yield Newcomers(tuple(found[:NEWCOMERS]))


@dataclass(frozen=True, slots=True)
class _Met:
    """A game as one side sees it."""

    rival: MemberId
    halves: int
    now: bool


class _Record:
    """The games of everybody, over all tournaments, in the order played."""

    def __init__(self, t: Tournament, earlier: Earlier) -> None:
        self._real = earlier.real
        self._shown = {self._kept(player): player for player in t.players}
        self._games: defaultdict[MemberId, list[_Met]] = defaultdict(list)
        for now, told in ((False, earlier.bouts), (True, bouts(t))):
            for bout in told:
                self._add(bout, now)

    def _kept(self, member: MemberId) -> MemberId:
        return self._real.get(member, member)

    def _add(self, bout: Bout, now: bool) -> None:
        white, black = self._kept(bout.white), self._kept(bout.black)
        if white != black:                                # else a guest of whom it was learnt later who he is
            for player, rival, result in ((white, black, bout.result), (black, white, bout.result.flipped)):
                halves = {Result.WHITE_WON: 2, Result.DRAW: 1}.get(result, 0)
                self._games[player].append(_Met(rival, halves, now))

    def wins(self, player: MemberId) -> Series:
        """How many games in a row are won, the last one now."""
        return Series(player, self._run(player, least=2), unbeaten=False)

    def unbeaten(self, player: MemberId) -> Series:
        """How many games in a row are not lost, the last one now."""
        return Series(player, self._run(player, least=1), unbeaten=True)

    def _run(self, player: MemberId, least: int) -> int:
        games = self._games[self._kept(player)]
        if not games or not games[-1].now:
            return 0
        return sum(1 for _ in takewhile(lambda met: met.halves >= least, reversed(games)))

    def first_wins(self, player: MemberId) -> Iterator[FirstWin]:
        """Whom he has beaten now who had never lost to him in many games."""
        games = self._games[self._kept(player)]
        for place, met in enumerate(games):
            if met.now and met.halves == 2:
                before = [past.halves for past in games[:place] if past.rival == met.rival]
                if len(before) >= WITHOUT_WIN and 2 not in before:
                    yield FirstWin(player, self._shown[met.rival], len(before))

    def jubilee(self, player: MemberId) -> Jubilee | None:
        """The round number of games that was reached now."""
        games = self._games[self._kept(player)]
        rounds, before = len(games) // JUBILEE, sum(1 for met in games if not met.now) // JUBILEE
        return Jubilee(player, rounds * JUBILEE) if rounds > before else None
