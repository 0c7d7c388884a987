"""The nouns of a tournament: results, players, games, rounds, settings, and who acts.

Everything here is frozen. Points are integers of *halves*: a win is 2, a draw 1, for
1-½-0 and for 2-1-0 alike; only `Scoring.unit` says how they are shown. Times are aware
datetimes handed down from outside; the engine never looks at a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import NewType

MemberId = NewType("MemberId", int)
"""A person in a club: a player, guest or judge. Names belong to it elsewhere; facts hold only this."""


class Colour(StrEnum):
    """The colour of the pieces of one side."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Result(StrEnum):
    """How a board ended, White's side first, spelled as on the wall.

    `0-0` is a game *played* in which both are at fault (draughts.md section 2, D36); the
    three forfeits are not games: the two have not met and no colour counts (D6, D7).
    """

    WHITE_WON = "1-0"
    DRAW = "1/2"
    BLACK_WON = "0-1"
    BOTH_LOST = "0-0"
    WHITE_BY_FORFEIT = "+/-"
    BLACK_BY_FORFEIT = "-/+"
    NOBODY_CAME = "-/-"

    @property
    def played(self) -> bool:
        """Whether a game really took place."""
        return self in _PLAYED

    @property
    def flipped(self) -> Result:
        """The same outcome for the same people when the colours are the other way round."""
        return _FLIPPED.get(self, self)

    @property
    def winner(self) -> Colour | None:
        """The side with the full point, by play or by forfeit."""
        if self in (Result.WHITE_WON, Result.WHITE_BY_FORFEIT):
            return Colour.WHITE
        if self in (Result.BLACK_WON, Result.BLACK_BY_FORFEIT):
            return Colour.BLACK
        return None


_PLAYED = frozenset({Result.WHITE_WON, Result.DRAW, Result.BLACK_WON, Result.BOTH_LOST})
_FLIPPED = {
    Result.WHITE_WON: Result.BLACK_WON,
    Result.BLACK_WON: Result.WHITE_WON,
    Result.WHITE_BY_FORFEIT: Result.BLACK_BY_FORFEIT,
    Result.BLACK_BY_FORFEIT: Result.WHITE_BY_FORFEIT,
}


class Claim(StrEnum):
    """What a player says of his own game; never a forfeit."""

    WON = "won"
    DRAW = "draw"
    LOST = "lost"

    def as_result(self, colour: Colour) -> Result:
        """The board's result when the player of `colour` says this."""
        if self is Claim.DRAW:
            return Result.DRAW
        won = self is Claim.WON
        return Result.WHITE_WON if won == (colour is Colour.WHITE) else Result.BLACK_WON


class Bye(StrEnum):
    """Why a player has no board in a round."""

    PAB = "pab"            # the pairing-allocated bye, called "plus" in draughts: a full win
    HALF = "half"          # asked for, half a point (FIDE systems only)
    ABSENT = "absent"      # by notice, or out of the draws: 0 points (5.4.10.2)


class Role(IntEnum):
    """As what somebody acts; handed down by the desk, checked by `rights`."""

    CLOCK = 0
    PERSON = 1
    HELPER = 2
    JUDGE = 3
    CHIEF = 4


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, as what, and in which kind of chat (`group`, `private`, `judges`, `clock`)."""

    member: MemberId
    role: Role
    place: str = "private"

    @property
    def is_judge(self) -> bool:
        return self.role >= Role.JUDGE


CLOCK = Actor(MemberId(0), Role.CLOCK, "clock")


class Refused(Exception):
    """A rule said no. `code` has words in both languages in the texts; `details` fill them.

    Nothing has been written when this is raised.
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        given = ", ".join(f"{key}={value}" for key, value in self.details.items())
        return f"{self.code}({given})"


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points in halves. `unit` halves are one point as shown: 2 for 1-½-0, 1 for 2-1-0 and 3-1-0."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    pab: int = 2
    absent: int = 0
    unit: int = 2


@dataclass(frozen=True, slots=True)
class Settings:
    """All the settings of a tournament (PRODUCT.md section 3). Spans of time are whole seconds."""

    title: str = ""
    game: str = "chess"
    system: str = "individual"
    rounds: int = 5
    scoring: Scoring = Scoring()
    tiebreaks: tuple[str, ...] = ()          # empty: the law's list for the system
    unplayed: str = ""                       # empty: the law's policy for the system
    limit: int | None = None
    start: datetime | None = None
    approve: int | None = None               # None: a judge; else posted this long after the draft
    confirm: str = "opponent"                # opponent | none | judge
    settle: int = 600
    nudge: int = 1800
    judges: int = 2400
    cards: int = 300
    noshow: int = 600
    late: int | None = None                  # last round a newcomer may enter; None: the one before last
    byes: int = 0
    ratings: bool = True
    colour: str = "lot"                      # lot | white | black
    seed: str | None = None                  # chosen by somebody: tests and demonstrations only (D1)
    noshow_policy: str = "pause"             # pause | withdraw | keep (draughts.md section 5, no. 5)
    handling: str = "fide-2026"
    contest: int = 86400
    rated: bool = True
    language: str = "en"
    zone: str = "UTC"

    @property
    def last_entry(self) -> int:
        """The last round in which a newcomer may play his first game; 0: none after the start."""
        return self.rounds - 1 if self.late is None else self.late


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
    byes: Mapping[int, int] = field(default_factory=dict)   # round -> halves, by notice
    penalties: tuple[tuple[int, int], ...] = ()   # (round, halves): taken off from its draw on (D36)


@dataclass(frozen=True, slots=True)
class Report:
    """What one side says of the board. `side` is whose claim it is, `by` who made it, `seq` its entry."""

    side: MemberId
    by: MemberId
    result: Result
    at: datetime
    seq: int


@dataclass(frozen=True, slots=True)
class Absence:
    """An opponent who is said not to be here; `over` once the countdown has run out."""

    missing: MemberId
    by: MemberId
    at: datetime
    over: datetime | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One board of a posted round. `seq` is the entry which gave these two this game and these colours."""

    round: int
    board: int
    white: MemberId
    black: MemberId
    seq: int
    forced: bool = False
    result: Result | None = None
    how: str = ""                            # agreed | time | guest | first | judge
    settled_at: datetime | None = None
    reports: tuple[Report, ...] = ()
    disputed: MemberId | None = None         # said "Not so" to a pending report
    disputed_at: datetime | None = None
    escalated: bool = False                  # the dispute is before the judges
    contested: MemberId | None = None        # said "Not so" to a settled result
    contested_at: datetime | None = None
    contested_by: frozenset[MemberId] = frozenset()
    absence: Absence | None = None
    called: datetime | None = None           # a judge was called to this board
    called_by: MemberId | None = None
    moved: int = 0                           # seq of the newest entry about this board
    moved_at: datetime | None = None

    @property
    def players(self) -> tuple[MemberId, MemberId]:
        return (self.white, self.black)

    def colour_of(self, player: MemberId) -> Colour:
        return Colour.WHITE if player == self.white else Colour.BLACK

    def opponent_of(self, player: MemberId) -> MemberId:
        return self.black if player == self.white else self.white

    def report_of(self, side: MemberId) -> Report | None:
        return next((report for report in self.reports if report.side == side), None)

    @property
    def conflict(self) -> bool:
        """Whether judges must decide: two different claims, or a dispute nobody explained."""
        if self.result is not None:
            return False
        return self.escalated or len({report.result for report in self.reports}) > 1

    @property
    def open(self) -> bool:
        """Whether it holds up the next draw: no result yet, or a settled one that is contested."""
        return self.result is None or self.contested is not None


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
    nudged: datetime | None = None
    asked: datetime | None = None            # since when the judges have their open-boards card

    def game_of(self, player: MemberId) -> Game | None:
        return next((game for game in self.games if player in game.players), None)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a draw by hand: `kind` is swap, force, colours, forbid, order, lift, seat or redraw."""

    kind: str
    players: tuple[MemberId, ...]
    by: MemberId
    reason: str = ""
    detail: str = ""                         # the limit lifted; "given" colours of a forced pair
    seq: int = 0
    fits: bool = True                        # False: it no longer fits the field and was not applied


@dataclass(frozen=True, slots=True)
class Draft:
    """A draw judges see and players do not. `seq` is its number, never used again."""

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


@dataclass(frozen=True, slots=True)
class Ban:
    """Two who are not to meet: `never` or `avoid`, in one round or (None) in all (5.3)."""

    players: frozenset[MemberId]
    strength: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class NoDraw:
    """The answer that no legal pairing exists for a round: why, and who blocks."""

    seq: int
    round: int
    code: str
    players: tuple[MemberId, ...]
    at: datetime


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
    dropped: Draft | None = None             # the draft that was last dropped, to say what changed
    stuck: NoDraw | None = None
    drop_at: datetime | None = None          # when it was dropped
    redraft_at: datetime | None = None       # joins come in bunches: not before this
    because: str = ""                        # what dropped the draft
    rules: Mapping[int, RoundRules] = field(default_factory=dict)
    bans: tuple[Ban, ...] = ()
    seed: str | None = None
    begun_at: datetime | None = None
    ended_at: datetime | None = None
    holds: tuple[tuple[datetime, datetime | None], ...] = ()
    hold_reason: str = ""
    touched: datetime | None = None          # when the newest settled result or posting came
    spread: Mapping[str, int] = field(default_factory=dict)   # judges' card -> how far it has been spread

    @property
    def held(self) -> bool:
        return bool(self.holds) and self.holds[-1][1] is None

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
        """Those who are in, not on the waiting list and not gone, in the order of the queue."""
        here = [p for p in self.standing_players() if p.standing is Standing.IN]
        limit = self.settings.limit
        if limit is None:
            return here
        numbered = sum(1 for p in here if p.number is not None)
        room = max(limit - numbered, 0)
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
