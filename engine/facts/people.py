"""Facts about players: who is in, who is away, ratings, penalties."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model import MemberId


@dataclass(frozen=True, slots=True)
class Joined:
    """A player entered, himself or (a guest, or by a judge) through somebody else."""

    player: MemberId
    guest: bool = False
    rating: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """A player withdrew himself."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Removed:
    """A judge took a player out."""

    player: MemberId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Objected:
    """A player whom a judge took out says that he is still playing."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class KeptOut:
    """A judge has heard that and stays with it."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Merged:
    """Two entries were one person: everything of `gone` is `kept`'s."""

    gone: MemberId
    kept: MemberId


@dataclass(frozen=True, slots=True)
class Claimed:
    """A guest has turned out to be a member with an account, who plays on in his place."""

    guest: MemberId
    member: MemberId


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left, was removed or did not come is back."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Deferred:
    """A late arrival plays from the next round; judges are asked about him no more."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Away:
    """A player misses a round by notice, with so many halves of a point."""

    player: MemberId
    round: int
    halves: int = 0


@dataclass(frozen=True, slots=True)
class Present:
    """The notice for a round is taken back."""

    player: MemberId
    round: int


@dataclass(frozen=True, slots=True)
class StoodOut:
    """A player who did not come is out of the draws until he is back (noshow_policy pause)."""

    player: MemberId


@dataclass(frozen=True, slots=True)
class Rated:
    """A judge sets or estimates a rating and title."""

    player: MemberId
    rating: int | None
    title: str = ""
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Penalised:
    """Halves of a point are taken from a player's score from now on (D36)."""

    player: MemberId
    halves: int
    reason: str = ""
