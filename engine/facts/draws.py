"""Facts about draws: drafts, postings, what judges ordered."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model import MemberId, Way


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draw for the judges. `pairs` are (White, Black) in board order; `seed` only in the first one."""

    round: int
    pairs: tuple[tuple[MemberId, MemberId], ...]
    pab: MemberId | None
    start_list: tuple[MemberId, ...]
    order: tuple[MemberId, ...]
    seed: str | None = None
    forced: tuple[MemberId, ...] = ()
    misfits: tuple[int, ...] = ()            # seqs of manual changes that no longer fit


@dataclass(frozen=True, slots=True)
class Redrafted:
    """A judge wants the draft made again from the facts as they are."""

    draft: int


@dataclass(frozen=True, slots=True)
class PutOff:
    """Not yet: the draft is not posted by time and does not escalate."""

    draft: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draft with this number is posted; its pairs are final (5.4.10.12).

    `elsewhere`: in the report file from which the tournament was taken over, on the `day` that it names
    (`2026/10/05`, or nothing); nobody is told of it anew.
    """

    round: int
    draft: int
    elsewhere: bool = False
    day: str = ""


@dataclass(frozen=True, slots=True)
class NoLegalDraw:
    """The law's engine found no legal pairing for this round."""

    round: int
    code: str
    players: tuple[MemberId, ...] = ()
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Lifted:
    """The chief referee lifts a limit (colour, plus) for one round (5.2)."""

    round: int
    limit: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two players change places in a draft; with each other as opponents, colours."""

    round: int
    a: MemberId
    b: MemberId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reordered:
    """The boards of a draft in another order: these, each named by its White, then the others as they were."""

    round: int
    boards: tuple[MemberId, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forced:
    """A pair ordered by a judge (5.4.10.9), with the colours as given or by the law."""

    round: int
    white: MemberId
    black: MemberId
    given: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Two are not to meet: never, avoid, or (empty) the ban is struck off (5.3)."""

    a: MemberId
    b: MemberId
    strength: str
    round: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Potted:
    """Pots for the draw of one round, the highest first; players in none form a last one. None: no pots (D25)."""

    round: int
    pots: tuple[tuple[MemberId, ...], ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """From this round on those who are left play a round robin to the end, in so many rounds in all.

    `meetings`: how often everybody is to have met everybody then.
    """

    round: int
    rounds: int
    meetings: int = 1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The boards of a posted round after a minimal re-draw, in board order, White first (5.4.10.12, section 12)."""

    round: int
    pairs: tuple[tuple[MemberId, MemberId], ...]
    pab: MemberId | None
    reason: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A late arrival plays in the running round against the bye player or another newcomer (section 4)."""

    round: int
    white: MemberId
    black: MemberId
