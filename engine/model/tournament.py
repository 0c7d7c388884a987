"""The tournament itself and its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from engine.model.actor import MemberId
from engine.model.board import Game
from engine.model.draw import Ban, Call, Draft, NoDraw, Round, RoundRules
from engine.model.settings import Settings


class Stage(StrEnum):
    """How far a tournament is."""

    ENTRY = "entry"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Standing(StrEnum):
    """Whether a player takes part. Being on the waiting list is not a state but a place in the queue."""

    IN = "in"
    OUT = "out"            # did not come; out of the draws until he says he is back
    LEFT = "left"          # withdrew himself
    REMOVED = "removed"    # by a judge


@dataclass(frozen=True, slots=True)
class Player:
    """One player. `joined` and `queued` are ledger seqs: of his first entry, and of his queue place."""

    id: MemberId
    joined: int
    queued: int
    guest: bool = False
    rating: int | None = None
    estimated: bool = False
    title: str = ""
    number: int | None = None                # start number, once round 1 (or his first round) is posted
    first_round: int = 1
    standing: Standing = Standing.IN
    objected: datetime | None = None         # taken out by a judge, and says since then that he still plays
    kept_out: bool = False                   # a judge has heard that and stays with it
    present: frozenset[int] = frozenset()    # rounds he has said he is in for
    late: datetime | None = None             # came while a round was running; None once it is decided
    waited: bool = False                     # found no place when he entered: on the waiting list, or moved up
    placed: int = 0                          # seq of the entry by which a judge put him in, whom he tells
    rerated: int = 0                         # seq of the entry by which a judge changed rating or title in play
    byes: Mapping[int, int] = field(default_factory=dict)   # round -> halves, by notice
    excused: Mapping[int, int] = field(default_factory=dict)   # round -> seq of a judge's entry about that bye
    corrected: Mapping[int, int] = field(default_factory=dict)   # round -> seq of a judge's later one
    penalties: tuple[tuple[int, int], ...] = ()   # (round, halves): taken off from its draw on (D36)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as its facts say it stands. Made by `fold` only."""

    code: str
    settings: Settings
    opened_at: datetime
    opened_by: MemberId
    version: int = 0                         # seq of the newest entry
    stage: Stage = Stage.ENTRY
    players: Mapping[MemberId, Player] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    draft: Draft | None = None
    drafts: Mapping[int, tuple[int, int]] = field(default_factory=dict)   # seq -> round, number; undone ones too
    dropped: Draft | None = None             # the draft that was last dropped, to say what changed
    stuck: NoDraw | None = None
    drop_at: datetime | None = None          # when it was dropped
    redraft_at: datetime | None = None       # joins come in bunches: not before this
    because: str = ""                        # what dropped the draft
    rules: Mapping[int, RoundRules] = field(default_factory=dict)
    bans: tuple[Ban, ...] = ()
    robin: int | None = None                 # the round from which a stuck Swiss is a round robin
    meetings: int = 1                        # how often everybody has met everybody at its end
    seed: str | None = None
    calls: Mapping[int, Call] = field(default_factory=dict)          # round -> its vote, in the weekly pace
    closed: Mapping[int, datetime] = field(default_factory=dict)     # round whose vote is over -> when it is drawn
    short: Mapping[int, datetime] = field(default_factory=dict)      # round -> when the group was told "one short"
    missed: Mapping[datetime, datetime] = field(default_factory=dict)   # unseen start -> when that was noticed
    begun_at: datetime | None = None
    begun_on: str = ""                       # the day its report file says, if it began elsewhere
    ended_at: datetime | None = None
    ended: int = 0                           # seq of the entry that ended it
    holds: tuple[tuple[datetime, datetime | None], ...] = ()
    hold_reason: str = ""
    resumed: int = 0                         # seq of the entry that ended the newest pause
    spread: Mapping[str, int] = field(default_factory=dict)   # judges' card -> how far it has been spread

    @property
    def held(self) -> bool:
        return bool(self.holds) and self.holds[-1][1] is None

    @property
    def system(self) -> str:
        """What the next round is drawn by."""
        return self.settings.system if self.robin is None else "roundrobin"

    @property
    def round(self) -> Round | None:
        """The round that was posted last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    def standing_players(self) -> list[Player]:
        """Those who have a place in the tournament, in the order of the queue."""
        kept = [p for p in self.players.values() if p.standing is Standing.IN or p.number is not None]
        return sorted(kept, key=lambda p: p.queued)

    def entered(self) -> list[Player]:
        """Those who are in, not on the waiting list and not gone, in the order of the queue.

        Once the last round a newcomer may enter is posted, nobody moves up from the waiting list either.
        """
        here = [p for p in self.standing_players() if p.standing is Standing.IN]
        limit = self.settings.limit
        if limit is None:
            return here
        numbered = sum(1 for p in here if p.number is not None)
        closed = bool(self.rounds) and self.next_round > self.settings.last_entry
        room = 0 if closed else max(limit - numbered, 0)
        chosen = []
        for player in here:
            if player.number is not None:
                chosen.append(player)
            elif room > 0:
                chosen.append(player)
                room -= 1
        return chosen

    def waiting(self) -> list[Player]:
        """The waiting list in order."""
        inside = {p.id for p in self.entered()}
        return [p for p in self.standing_players() if p.standing is Standing.IN and p.id not in inside]

    def open_games(self) -> list[Game]:
        """The boards, of any round, that hold the next draw."""
        return [game for posted in self.rounds for game in posted.games if game.open]
