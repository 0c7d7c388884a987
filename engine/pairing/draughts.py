"""The draughts systems of 5.4.10: one procedure (draughts.md sections 5–10) and a table of differences.

`draw` answers a `Field`; the four systems and the simple chess Swiss differ only in their `Rules`.
Whether a choice can be kept (8.2) is asked of a `Matching` in which a pair across the border of the
group costs 1 and any other 0: its least cost is k, the number who must leave (section 17).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.history import entered
from engine.pairing import colours
from engine.pairing.bits import bits, mask_of
from engine.pairing.field import Draw, Field, Forced, Limit, NoLegalDraw, Pair
from engine.pairing.legality import breaches, opponents
from engine.pairing.lots import lot
from engine.pairing.matching import Matching
from engine.pairing.reasons import (
    AvoidedAnyway,
    ByeGiven,
    ByePassed,
    Coloured,
    DownPassed,
    Group,
    Paired,
    Reason,
    Rejected,
    WentDown,
)
from engine.tiebreaks import figure

Choice = Callable[[Sequence[int], Sequence[int], int], Iterable[int]]
"""Step C: (upper half, lower half, x) -> the opponents of the highest remaining player x, in order."""


def neighbours(upper: Sequence[int], lower: Sequence[int], x: int) -> Iterable[int]:
    """The next in the list, the one after, … last."""
    return (y for y in (*upper, *lower) if y != x)


def halves(upper: Sequence[int], lower: Sequence[int], x: int) -> Iterable[int]:
    """The lower half from first to last, then the upper half from last to first."""
    return (y for y in (*lower, *reversed(upper)) if y != x)


def ends(upper: Sequence[int], lower: Sequence[int], x: int) -> Iterable[int]:
    """Last, last but one, … up to the player just below x."""
    return (y for y in reversed((*upper, *lower)) if y != x)


@dataclass(frozen=True, slots=True)
class Rules:
    """What one system does in its own way.

    Order of equal points (section 6): by `lots` from round 2, by `coefficient` from round 3, else by
    start number, in the rounds of `descending` the other way round. 8.2: `floaters_from_end` step A,
    `odd_from_top` step B, `choice` step C. Colours: `balance_first` is 9.3, `odd_white` 9.1 of `blind`.
    """

    name: str
    law: str
    choice: Choice = halves
    lots: bool = False
    coefficient: str = ""
    descending: Callable[[int], bool] = lambda round: False
    floaters_from_end: bool = False
    odd_from_top: bool = False
    balance_first: bool = False
    odd_white: bool = False


BLIND = Rules("blind", "5.4.10.4", neighbours, lots=True, odd_white=True)
INDIVIDUAL = Rules("individual", "5.4.10.5", descending=lambda round: round % 2 == 0)
SOLKOFF = Rules("solkoff", "5.4.10.6", coefficient="BH/C1", descending=lambda round: round == 2)
BUCHHOLZ = Rules(
    "buchholz", "5.4.10.7", ends, coefficient="BH", floaters_from_end=True, odd_from_top=True
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The classification before a round (section 6), of those taking part."""

    order: tuple[int, ...]
    place: dict[int, int]
    points: dict[int, int]
    coefficients: dict[int, int]
    pots: dict[int, int]

    def group(self, number: int) -> tuple[int, int]:
        """Players with equal values form a group: pot and points (D25)."""
        return self.pots[number], self.points[number]

    def sort(self, numbers: Iterable[int]) -> list[int]:
        return sorted(numbers, key=self.place.__getitem__)


@dataclass(frozen=True, slots=True)
class Made:
    """Pairs without colours yet, the bye, and how they came about."""

    pairs: tuple[Pair, ...]
    bye: int | None
    reasons: tuple[Reason, ...]


def classify(field: Field, rules: Rules) -> Ranked:
    """Put those taking part in order: pot, points, then the system's own way inside a group."""
    playing = field.playing
    points = {number: field.records[number].score() for number in playing}
    pots = {number: field.pot(number) for number in playing}
    worth: dict[int, int] = {}
    if rules.coefficient and field.round >= 3:
        everybody = entered(field.records.values(), field.round)
        values = figure(rules.coefficient, everybody, "ru_draughts")
        worth = {number: int(values[number]) for number in playing}

    def inside(number: int) -> tuple[int, str, int]:
        if rules.lots and field.round >= 2:
            return 0, lot(field.seed, f"round-{field.round}", number), 0
        return -worth.get(number, 0), "", -number if rules.descending(field.round) else number

    order = tuple(sorted(playing, key=lambda n: (pots[n], -points[n], inside(n))))
    return Ranked(order, {number: i for i, number in enumerate(order)}, points, worth, pots)


def draw(field: Field, rules: Rules) -> Draw:
    """Pair the round (section 15). Raises NoLegalDraw; gives up no requirement by itself."""
    ranked = classify(field, rules)
    forced = field.standing_pairs
    taken = {number for pair in forced for number in pair.players}
    made = make_pairs(field, rules, ranked, [n for n in ranked.order if n not in taken])
    free = [Forced(a, b, coloured=False) for a, b in made.pairs]
    boards, coloured = arrange(field, rules, ranked, [*forced, *free])
    told = [Paired(pair.white, pair.black, "forced", article="5.4.10.9") for pair in forced]
    return Draw(
        boards, made.bye, ranked.order, ranked.points, ranked.coefficients, (*told, *made.reasons, *coloured)
    )


def arrange(
    field: Field, rules: Rules, ranked: Ranked, pairs: Sequence[Forced], leader: int | None = None
) -> tuple[tuple[Pair, ...], tuple[Coloured, ...]]:
    """Colours (section 9) and board order (section 10) of finished pairs.

    `leader` is player m of 9.1 where it is already known; otherwise he is found among the pairs.
    """
    if field.round == 1 and leader is None and not rules.odd_white:
        open_pairs = [number for pair in pairs if not pair.coloured for number in pair.players]
        leader = ranked.sort(open_pairs)[0] if open_pairs else None

    def colour(pair: Forced) -> Coloured:
        hi, lo = ranked.sort(pair.players)
        if pair.coloured:
            return Coloured(pair.white, pair.black, "given", article="5.4.10.9")
        if field.round == 1:
            return colours.first_round(field, hi, lo, leader)
        return colours.later_round(field, hi, lo, balance_first=rules.balance_first)

    def board(coloured: Coloured) -> tuple[int, int, int, int]:
        hi, lo = ranked.sort((coloured.white, coloured.black))
        points = ranked.points[hi], ranked.points[lo]
        return ranked.pots[hi], -max(points), -sum(points), ranked.place[hi]

    done = tuple(sorted(map(colour, pairs), key=board))
    return tuple((each.white, each.black) for each in done), done


def make_pairs(
    field: Field, rules: Rules, ranked: Ranked, players: Sequence[int], no_bye: frozenset[int] = frozenset()
) -> Made:
    """Pair `players` (in classification order) among themselves: bye, groups, and 5.3 if need be."""
    try:
        return _Attempt(field, rules, ranked, players, no_bye, avoid=True).made()
    except NoLegalDraw:
        if not any(pair <= set(players) for pair in field.avoid - field.never):
            raise
    made = _Attempt(field, rules, ranked, players, no_bye, avoid=False).made()
    return Made(made.pairs, made.bye, (AvoidedAnyway(), *made.reasons))


class _Attempt:
    """One draw of the whole round with fixed legality. Inside, players are places in `players`."""

    def __init__(
        self, field: Field, rules: Rules, ranked: Ranked, players: Sequence[int], no_bye: frozenset[int],
        avoid: bool,
    ) -> None:
        self.field, self.rules, self.ranked, self.players = field, rules, ranked, players
        self.no_bye, self.avoid = no_bye, avoid
        self.legal = opponents(field, players, avoid=avoid)
        self.reasons: list[Reason] = []
        self.pairs: list[Pair] = []

    def made(self) -> Made:
        bye, matching = self._bye() if len(self.players) % 2 else (None, self._full(self.legal))
        left = [i for i in range(len(self.players)) if i != bye]
        self._groups(left, matching)
        pairs = tuple((self.players[a], self.players[b]) for a, b in self.pairs)
        return Made(pairs, None if bye is None else self.players[bye], tuple(self.reasons))

    # ---- 5.1, 5.2

    def _full(self, legal: Sequence[int]) -> Matching:
        matching = Matching([{0: mask} for mask in legal])
        if not matching.solve():
            names = [*self.players, 0]                   # the last one is the bye, if there is one
            raise NoLegalDraw("no_pairing", *([names[i] for i in bits(m) if names[i]] for m in matching.blocked))
        return matching

    def _with_bye(self, candidates: Sequence[int]) -> list[int]:
        """The graph with the bye as one more player, the possible partner of all candidates."""
        bye = 1 << len(self.players)
        may = mask_of(candidates)
        return [mask | (bye if may >> i & 1 else 0) for i, mask in enumerate(self.legal)] + [may]

    def _bye(self) -> tuple[int, Matching]:
        """The lowest player who may have it and leaves the others with a full legal pairing."""
        upwards = range(len(self.players) - 1, -1, -1)
        won = {i for i in upwards if self.field.records[self.players[i]].won_without_play}
        barred = {i for i in upwards if self.players[i] in self.no_bye}
        lifted = Limit.PLUS in self.field.lifted
        for second in (False, True) if lifted else (False,):
            candidates = [i for i in upwards if (i in won) == second and i not in barred]
            try:
                matching = self._full(self._with_bye(candidates))
            except NoLegalDraw:
                continue
            for i in upwards:
                if i in candidates and matching.keep(len(self.players), i):
                    self.reasons.append(ByeGiven(self.players[i], lifted=second))
                    return i, matching
                if i in candidates:
                    self.reasons.append(ByePassed(self.players[i], "rest"))
                elif not second:
                    self.reasons.append(ByePassed(self.players[i], "won without play"))
        self._full(self._with_bye(upwards))              # raises if no bye at all would help
        raise NoLegalDraw("no_bye")

    # ---- section 8

    def _groups(self, left: Sequence[int], matching: Matching) -> None:
        groups = [
            (points, list(members))
            for points, members in groupby(left, key=lambda i: self.ranked.group(self.players[i]))
        ]
        down: list[int] = []
        for at, ((pot, points), own) in enumerate(groups):
            below = [i for _, members in groups[at + 1:] for i in members]
            matching = self._priced(down, own, below, matching)
            self.reasons.append(Group(pot, points, self._names(own), self._names(down), matching.cost))
            (_, next_points), following = groups[at + 1] if below else ((pot, points), [])
            down = sorted(_Group(self, matching, down, own, following, (points, next_points)).leavers())

    def _priced(self, down: list[int], own: list[int], below: list[int], hint: Matching) -> Matching:
        """Pairs across the border cost 1; two who came down are no pair (8.1)."""
        came, group, lower = mask_of(down), mask_of(own), mask_of(below)
        rows: list[dict[int, int]] = [{} for _ in self.players]
        for members, free in ((came, group), (group, came | group), (lower, lower)):
            dear = came | group if members is lower else lower
            for i in bits(members):
                rows[i] = {0: self.legal[i] & free, 1: self.legal[i] & dear}
        matching = Matching(rows, came | group | lower, hint.mate)
        solved = matching.solve()
        assert solved, "what was kept before leaves a full legal pairing"
        return matching

    def _names(self, members: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.players[i] for i in members)


class _Group:
    """One group: steps A, B and C of 8.2. A choice is kept if the least cost survives it."""

    def __init__(
        self, attempt: _Attempt, matching: Matching, down: list[int], own: list[int], following: list[int],
        points: tuple[int, int],
    ) -> None:
        self.attempt, self.matching = attempt, matching
        self.down, self.own = down, own
        self.inside = mask_of(down) | mask_of(own)
        self.next_group = mask_of(following)
        self.points = points                             # of this group and of the next one

    def leavers(self) -> Iterator[int]:
        """Make the pairs and yield who leaves."""
        rules = self.attempt.rules
        left = list(self.own)
        for f in self.down:
            partner = self._pair(f, left[::-1] if rules.floaters_from_end else left, floater=True)
            if partner is None:
                yield self._leave(f, "floater")
            else:
                left.remove(partner)
        if len(left) % 2:
            odd = self._odd(left if rules.odd_from_top else left[::-1])
            left.remove(odd)
            self._tell(odd, "odd")
            yield odd
        upper, lower = left[:len(left) // 2], left[len(left) // 2:]
        while left:
            x = left.pop(0)
            partner = self._pair(x, rules.choice(upper, lower, x), floater=False)
            if partner is None:
                yield self._leave(x, "left over")
            else:
                left.remove(partner)
            gone = {x, partner}
            upper, lower = ([i for i in half if i not in gone] for half in (upper, lower))

    def _pair(self, x: int, candidates: Iterable[int], *, floater: bool) -> int | None:
        attempt = self.attempt
        for y in candidates:
            legal = attempt.legal[x] >> y & 1
            if legal and self.matching.keep(x, y):
                a, b = attempt.players[x], attempt.players[y]
                attempt.pairs.append((x, y))
                attempt.reasons.append(Paired(a, b, "floater" if floater else "group"))
                return y
            a, b = attempt.players[x], attempt.players[y]
            why = "unkept" if legal else breaches(attempt.field, a, b, avoid=attempt.avoid)[0]
            attempt.reasons.append(Rejected(a, b, floater, why))
        return None

    def _tell(self, x: int, why: str) -> None:
        self.attempt.reasons.append(WentDown(self.attempt.players[x], *self.points, why))

    def _leave(self, x: int, why: str) -> int:
        """Nobody in the group can be kept for x, so every cheapest matching pairs him below."""
        stays = self.matching.bar(x, self.inside)
        assert stays, "x has no partner in his group in any cheapest matching"
        self._tell(x, why)
        return x

    def _odd(self, candidates: Sequence[int]) -> int:
        """Step B: first those with a legal opponent in the next group, then the others (D12)."""
        attempt = self.attempt
        able = [i for i in candidates if attempt.legal[i] & self.next_group]
        for second in (False, True):
            for i in candidates:
                if (i in able) == second:
                    if not second:
                        attempt.reasons.append(DownPassed(attempt.players[i], "no opponent"))
                    continue
                if self.matching.bar(i, self.inside):
                    return i
                attempt.reasons.append(DownPassed(attempt.players[i], "rest"))
        raise AssertionError("an odd group always has somebody who can leave")
