"""Where a draft came from: the draw the law makes of the facts before it, and what judges changed by hand.

Reasons are not kept in the ledger: the same facts give the same draw, and with it the same reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import fold
from engine.drafting import BY_HAND, applied, field_of
from engine.facts import Drafted, Entry
from engine.model import MemberId, RoundRules
from engine.pairing import Draw, Field, NoLegalDraw, pair_field


@dataclass(frozen=True, slots=True)
class Origin:
    """A draft with the law's own `draw` of the same state.

    `system` is the one of that time. `boards` are the law's as ids in its order, `bye` likewise.
    """

    fact: Drafted
    field: Field
    draw: Draw
    system: str

    @property
    def boards(self) -> tuple[tuple[MemberId, MemberId], ...]:
        order = self.fact.start_list
        return tuple((order[white - 1], order[black - 1]) for white, black in self.draw.boards)

    @property
    def bye(self) -> MemberId | None:
        return None if self.draw.bye is None else self.fact.start_list[self.draw.bye - 1]

    @property
    def by_hand(self) -> tuple[int, ...]:
        """Boards of the draft, from 1 on, that are not the law's: other people or other colours."""
        return tuple(n for n, pair in enumerate(self.fact.pairs, 1) if pair not in self.boards)


def origin(code: str, entries: Sequence[Entry], seq: int) -> Origin | None:
    """The origin of the draft with this number; None if the facts before it give another draft today.

    Then a release has drawn otherwise, and what today's says would explain nothing. Later entries, an
    undo among them, do not count: the draft knew nothing of them. Raises KeyError where there is no such
    draft.
    """
    before = [entry for entry in entries if entry.seq < seq]
    fact = next((entry.fact for entry in entries if entry.seq == seq), None)
    if not isinstance(fact, Drafted):
        raise KeyError(seq)
    t = fold.replay(code, before)
    field, _ = field_of(t, fact.start_list, t.seed or fact.seed or "")
    try:
        found = Origin(fact, field, pair_field(field, t.system), t.system)
    except NoLegalDraw:
        return None
    boards, bye = found.boards, found.bye
    for change in t.rules.get(fact.round, RoundRules()).changes:
        if change.kind in BY_HAND and change.seq not in fact.misfits:
            changed = applied(change, boards, bye)
            if changed is None:
                return None
            boards, bye = changed
    return found if (boards, bye) == (fact.pairs, fact.pab) else None
