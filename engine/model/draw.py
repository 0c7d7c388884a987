"""Rounds, posted and in preparation, and what judges have ordered about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.model.actor import MemberId
from engine.model.board import Game


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a draw by hand.

    `kind`: swap, order, force, forbid, lift, seat, pots, robin or redraw; of a re-draw `players` are the new
    boards, White first, and the new bye alone at the end; of an order the Whites, from board 1 on.
    """

    kind: str
    players: tuple[MemberId, ...]
    by: MemberId
    reason: str = ""
    detail: str = ""                         # limit lifted, strength of a ban; "given" colours of a forced pair
    seq: int = 0
    fits: bool = True                        # False: it no longer fits the field and was not applied


@dataclass(frozen=True, slots=True)
class Call:
    """The vote for a round: open since `at` until `closes`; drawn at `starts`, to be played by `until`."""

    round: int
    at: datetime
    closes: datetime
    starts: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Round:
    """A posted round. `draft` is the seq of the `Drafted` entry it came from."""

    number: int
    draft: int
    drawn: int                               # seq of the posting
    at: datetime
    games: tuple[Game, ...]
    pab: MemberId | None = None
    order: tuple[MemberId, ...] = ()         # the classification it was drawn from
    byes: Mapping[MemberId, int] = field(default_factory=dict)   # halves granted by notice
    changes: tuple[Change, ...] = ()         # manual changes, shown to everybody (5.4.10.12)
    free: tuple[MemberId, ...] = ()          # round robin: no opponent this round, and nothing for it
    pab_since: int = 0                       # seq of the entry that gave the bye
    nudged: datetime | None = None           # when silent players were last reminded
    nudges: int = 0                          # and how often so far
    elsewhere: bool = False                  # posted by whoever ran the tournament before
    day: str = ""                            # and when, if its file says so
    asked: datetime | None = None            # since when the judges have their open-boards card

    def game_of(self, player: MemberId) -> Game | None:
        return next((game for game in self.games if player in game.players), None)


@dataclass(frozen=True, slots=True)
class Draft:
    """A draw judges see and players do not. `seq` identifies it and is never used again; what people call it by is
    its number in `Tournament.drafts`."""

    seq: int
    round: int
    at: datetime
    pairs: tuple[tuple[MemberId, MemberId], ...]
    pab: MemberId | None
    start_list: tuple[MemberId, ...]
    order: tuple[MemberId, ...]
    forced: tuple[MemberId, ...] = ()        # White of each forced pair
    not_yet: bool = False
    changes: tuple[Change, ...] = ()
    because: str = ""                        # what dropped the draft before it


@dataclass(frozen=True, slots=True)
class RoundRules:
    """What judges have ordered for one round before it is posted; kept by every remake."""

    changes: tuple[Change, ...] = ()
    lifted: frozenset[str] = frozenset()     # colour, plus (5.2)
    pots: tuple[tuple[MemberId, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Ban:
    """Two who are not to meet: `never` or `avoid`, in one round or (None) in all (5.3)."""

    players: frozenset[MemberId]
    strength: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way out when there is no legal draw: `colour` or `plus` (limits to lift), `strike`, `rematch`, `robin`.

    `players` come two by two: the pair whose ban is struck off, all pairs that are to meet again.
    """

    kind: str
    players: tuple[MemberId, ...] = ()


@dataclass(frozen=True, slots=True)
class NoDraw:
    """The answer that no legal pairing exists for a round: why, who blocks, and what would help."""

    seq: int
    round: int
    code: str
    players: tuple[MemberId, ...]
    at: datetime
    ways: tuple[Way, ...] = ()               # what would help, tried with the law's engine
