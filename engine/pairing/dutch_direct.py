"""One bracket of the Dutch system, directly: the usual case without weights.

Most brackets meet every criterion at its counting bound. `direct` forbids the pairs that would miss a
bound, takes the first candidate in the order of article 4 among the rest (one exchange at most), and
proves C4, C5 and C8 for it afterwards. What it finds is exact: no candidate can be better, and none
that is as good comes earlier. Where it finds nothing it says None, and `dutch_bracket` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.pairing.bits import bits
from engine.pairing.completion import Completion
from engine.pairing.dutch_costs import Bracket, Candidate
from engine.pairing.dutch_players import Players

_EXCHANGES, _OTHERS = 400, 20
"""How many exchanges, and players left over by the following bracket, are tried before the long way."""


def direct(players: Players, completion: Completion, bracket: Bracket) -> Candidate | None:
    """The candidate of the bracket if all bounds are met, else None."""
    if not any(completion.legal[u] & bracket.residents for u in bits(bracket.inside)):
        return Candidate((), bracket.inside)                    # nobody may meet anybody
    goal = _Goal.of(players, completion.legal, bracket)
    if goal is None:
        return None
    moved = list(bits(bracket.moved))
    opponents = first_matching([goal.partners(u) for u in moved], bracket.residents)         # 4.2.2
    if opponents is None:
        return None
    remainder = bracket.residents
    for v in opponents:
        remainder ^= 1 << v
    made = _remainder(goal, remainder)
    if made is None:
        return None
    pairs = (*zip(moved, opponents, strict=True), *made)
    leaving = bracket.inside
    for a, b in pairs:
        leaving ^= 1 << a | 1 << b
    if not completes(completion, bracket, leaving):
        return None
    return Candidate(pairs, leaving)


class _Goal:
    """The counting bounds of a bracket, as pairs that are forbidden and players who may leave.

    `majority` want the same colour as more than half of the bracket (`crowded`) or as the most of it.
    """

    def __init__(self, players: Players, legal: Sequence[int], bracket: Bracket) -> None:
        self.players, self.legal, self.bracket = players, legal, bracket
        self.odd = bracket.inside.bit_count() % 2
        self.leavers = 0
        white, black = players.white & bracket.inside, players.black & bracket.inside
        more = white.bit_count() >= black.bit_count()
        self.majority, self.minority = (white, black) if more else (black, white)
        surplus = 2 * self.majority.bit_count() - bracket.inside.bit_count()
        self.crowded = surplus > 0
        self.refused = max(surplus, 0) // 2
        self.lenient = self.majority & players.mild
        self.short = self.crowded and self.lenient.bit_count() < self.refused
        self.dear: dict[int, int] = {}

    @classmethod
    def of(cls, players: Players, legal: Sequence[int], bracket: Bracket) -> _Goal | None:
        """None where the bounds cannot be counted so simply."""
        goal = cls(players, legal, bracket)
        if bracket.moved.bit_count() > bracket.residents.bit_count():
            return None
        if bracket.bye_here and not goal.odd:
            return None
        if goal.refused and not goal._bar_third_colours():                                   # C10, C11
            return None
        if goal.odd:
            goal._find_leavers()
            if not goal.leavers:
                return None
        return goal

    def _bar_third_colours(self) -> bool:
        """Topscorers and their opponents: no pair that C10 or C11 counts.

        A pair of two absolute preferences that neither counts is no matter of C13, so where that has
        a bound above 0 the bound would be wrong: then False.
        """
        players, free = self.players, False
        absolute = players.absolute & self.majority
        for u in bits(absolute):
            for v in bits(self.legal[u] & absolute & -(2 << u)):
                if any(players.third_colour(u, v)):
                    self.dear[u] = self.dear.get(u, 0) | 1 << v
                    self.dear[v] = self.dear.get(v, 0) | 1 << u
                else:
                    free = True
        return not (self.short and free)

    def _find_leavers(self) -> None:
        """Who may be the odd one: C5, C8 and C9, then C12, C13, C14 and C16."""
        legal, bracket, players = self.legal, self.bracket, self.players
        if not bracket.bye_here:
            able = sum(1 << u for u in bits(bracket.residents) if legal[u] & bracket.following)
        elif bracket.following or bracket.below.bit_count() != 1 or legal[players.size] & bracket.moved:
            return
        else:
            able = legal[players.size] & bracket.residents                                   # C2, C5
            fewest = min((players.unplayed[u] for u in bits(able)), default=0)               # C9
            able = sum(1 << u for u in bits(able) if players.unplayed[u] == fewest)
        if self.crowded:
            able &= self.majority & ~self.lenient if self.short else self.majority           # C12, C13
        for down in players.down:                                                            # C14, C16
            able = able & ~down or able
        self.leavers = able

    def partners(self, u: int) -> int:
        """Whom u may be paired with if every bound is met."""
        row = self.legal[u] & self.bracket.inside & ~(1 << u)
        floated = self.players.up[0] | self.players.up[1]
        if self.bracket.moved >> u & 1:
            row &= ~(self.bracket.moved | floated)                                           # C15, C17, C19, C21
        elif floated >> u & 1:
            row &= ~self.bracket.moved
        if not self.crowded:                                                                 # C12: no two of a kind
            return row & ~(
                self.majority if self.majority >> u & 1 else self.minority if self.minority >> u & 1 else 0
            )
        if not self.majority >> u & 1:                                                       # C12: they meet
            return row & (self.majority & ~self.lenient if self.short else self.majority)
        if not self.refused:
            return row & ~self.majority
        row &= ~self.dear.get(u, 0)
        lenient = self.lenient >> u & 1
        if self.short:                                                                       # C13
            return row & self.majority & ~self.lenient if lenient else row
        if lenient:
            return row
        same = self.players.absolute if self.players.absolute >> u & 1 else 0
        return row & (~self.majority | self.lenient | same)


def _remainder(goal: _Goal, remainder: int) -> list[tuple[int, int]] | None:
    """A homogeneous bracket or remainder with no exchange or one (3.6.1, 4.3)."""
    members = list(bits(remainder))
    count = (len(members) - goal.odd) // 2
    if not count:
        return [] if not goal.odd or goal.leavers & remainder else None
    rows = {u: goal.partners(u) & remainder for u in members}
    for one in _halves(members, count):
        two = remainder
        for u in one:
            two ^= 1 << u
        lefts = [rows[u] & two for u in one]
        if goal.odd:
            lefts.append(goal.leavers & two)                    # the odd one is taken last
        if not all(lefts):
            continue
        chosen = first_matching(lefts, two)
        if chosen is not None:
            return list(zip(one, chosen[:count], strict=True))
    return None


def _halves(members: Sequence[int], count: int) -> Iterator[list[int]]:
    """S1 in the order of 4.3: the original one, then with one exchange."""
    yield list(members[:count])
    tries = 0
    for apart in range(1, len(members)):
        for out in range(count - 1, max(count - 1 - apart, -1), -1):
            if out + apart < len(members):
                yield [*members[:out], *members[out + 1:count], members[out + apart]]
                tries += 1
                if tries == _EXCHANGES:
                    return


def first_matching(rows: Sequence[int], rights: int) -> list[int] | None:
    """The first matching of all rows into `rights`, lexicographically; None if not all can be matched.

    `rows` are the possible partners of each as bits, in the order in which they choose.
    """
    chosen = [-1] * len(rows)
    owner: dict[int, int] = {}
    free = rights

    def reseat(left: int, closed: int, first: int) -> bool:
        """Find another partner for `left` among those not `closed`; only `first` and later give way."""
        nonlocal free
        came: dict[int, int] = {}
        queue = [left]
        for row in queue:
            near = rows[row] & ~closed
            hit = near & free
            if hit:
                right = (hit & -hit).bit_length() - 1
                free ^= 1 << right
                while True:
                    back, chosen[row], owner[right] = chosen[row], right, row
                    if row == left:
                        return True
                    right, row = back, came[row]
            closed |= near
            for right in bits(near):
                other = owner[right]
                if other >= first:
                    came[other] = row
                    queue.append(other)
        return False

    for left, row in enumerate(rows):
        hit = row & free
        if hit:
            right = (hit & -hit).bit_length() - 1
            chosen[left], owner[right] = right, left
            free ^= 1 << right
        elif not reseat(left, 0, 0):
            return None
    taken = 0
    for left, row in enumerate(rows):
        for right in bits(row & ~taken & (1 << chosen[left]) - 1):
            old = chosen[left]
            if free >> right & 1:
                free ^= 1 << right | 1 << old
            else:
                other = owner[right]
                before = free
                free |= 1 << old
                if not reseat(other, taken | 1 << right, left + 1):
                    free = before
                    continue
            chosen[left], owner[right] = right, left
            break
        taken |= 1 << chosen[left]
    return chosen


def completes(completion: Completion, bracket: Bracket, leaving: int) -> bool:
    """C4 and C5 for all below, and C8 at its bound: those who leave are paired in the following bracket."""
    lower = bracket.following | bracket.below
    if not completion.perfect(leaving | lower):
        return False
    if not leaving or not bracket.following:
        return True
    group = leaving | bracket.following
    near = completion if leaving.bit_count() == 1 else completion.without(leaving)
    if not group.bit_count() % 2:
        return near.perfect(group) and completion.perfect(bracket.below)
    others = list(bits(bracket.following))[:-_OTHERS - 1:-1]
    return any(
        near.perfect(group ^ 1 << alone) and completion.perfect(bracket.below | 1 << alone)
        for alone in others
    )
