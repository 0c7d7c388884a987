"""Can these players all be paired with each other? One matching, kept and repaired, answers it (C4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing.bits import bits
from engine.pairing.matching import Matching

_FREE = -1


class Completion:
    """Perfect matchings in a fixed graph: `legal[v]` are the partners of v, as bits.

    Every question starts from the matching of the last answer, so asking about a few players more or
    less costs little. `mate` is the last matching found; it means something only for its players.
    """

    def __init__(self, legal: Sequence[int]) -> None:
        self.legal = legal
        self.mate = [_FREE] * len(legal)
        self.blocked: tuple[int, int] = (0, 0)
        """After a False: (crowd, few) as in `Matching.blocked`."""

    def without(self, apart: int) -> Completion:
        """The same graph without the pairs of two of `apart`, and as far as it fits the same matching."""
        other = Completion([mask & ~apart if apart >> v & 1 else mask for v, mask in enumerate(self.legal)])
        other.mate = self.mate[:]
        return other

    def perfect(self, live: int) -> bool:
        """Whether all of `live` can be paired among themselves."""
        if live.bit_count() % 2:
            return False
        legal, mate = self.legal, self.mate
        single = 0
        for v in bits(live):
            if mate[v] == _FREE or not live >> mate[v] & 1 or mate[mate[v]] != v or not legal[v] >> mate[v] & 1:
                single |= 1 << v
        for v in bits(single):
            if single >> v & 1 and (near := legal[v] & single):
                w = (near & -near).bit_length() - 1
                mate[v], mate[w] = w, v
                single ^= 1 << v | 1 << w
        for v in bits(single):
            if single >> v & 1:
                single &= ~self._insert(v, live, single)
        return not single or self._search(live, single)

    def _insert(self, v: int, live: int, single: int) -> int:
        """Pair v by breaking up one pair whose other half finds a single one; those no longer single."""
        legal, mate = self.legal, self.mate
        for w in bits(legal[v] & live & ~single):
            x = mate[w]
            near = legal[x] & single & ~(1 << v)
            if near:
                y = (near & -near).bit_length() - 1
                mate[v], mate[w], mate[x], mate[y] = w, v, y, x
                return 1 << v | 1 << y
        return 0

    def _search(self, live: int, single: int) -> bool:
        """Edmonds' algorithm for what is still single."""
        hint = [_FREE] * len(self.legal)
        for v in bits(live & ~single):
            hint[v] = self.mate[v]
        matching = Matching([{0: mask} if live >> v & 1 else {} for v, mask in enumerate(self.legal)], live, hint)
        if not matching.solve():
            self.blocked = matching.blocked or (0, 0)
            return False
        for v in bits(live):
            self.mate[v] = matching.mate[v]
        return True
