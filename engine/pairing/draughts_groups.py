"""Who meets whom in the draughts systems (draughts.md sections 5 and 8): the bye, then one group after the other.

Whether a choice can be kept (8.2) is asked of a `Matching` in which a pair across the border of the
group costs 1 and any other 0: its least cost is k, the number who must leave (section 17).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.pairing.bits import bits, mask_of
from engine.pairing.classification import Ranked
from engine.pairing.draughts_rules import Rules
from engine.pairing.field import Field, Limit, NoLegalDraw, Pair
from engine.pairing.legality import breaches, opponents
from engine.pairing.matching import Matching
from engine.pairing.reasons import (
    AvoidedAnyway,
    ByeGiven,
    ByePassed,
    DownPassed,
    Group,
    Paired,
    Reason,
    Rejected,
    WentDown,
)


@dataclass(frozen=True, slots=True)
class Made:
    """Pairs without colours yet, the bye, and how they came about."""

    pairs: tuple[Pair, ...]
    bye: int | None
    reasons: tuple[Reason, ...]


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
