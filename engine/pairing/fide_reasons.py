"""Why a FIDE draw is as it is: data with an article and numbers, never sentences (see `reasons`).

Players are start numbers, scores halves. Criteria are named as in C.04.3 article 2: "C1" ... "C21".
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ByeScore:
    """The lowest score with which the bye can be given and the round completed.

    `barred` are players of a lower or the same score who may not have it (C2).
    """

    score: int
    barred: tuple[int, ...]
    code: str = "bye_score"
    article: str = "2.3.1"


@dataclass(frozen=True, slots=True)
class Bye:
    """Who is left over and has the bye; `unplayed` is his number of rounds without a game (C9)."""

    player: int
    score: int
    unplayed: int
    code: str = "fide_bye"
    article: str = "1.9.1"


@dataclass(frozen=True, slots=True)
class Scoregroup:
    """A bracket is paired: its residents, the players moved down to it, and its exchanged residents.

    `missed` counts what the best candidate could not fulfil, as (criterion, number), C10 to C21.
    `direct` says that every criterion was met at its bound and no other candidate was ever considered.
    """

    score: int
    residents: tuple[int, ...]
    moved_down: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    missed: tuple[tuple[str, int], ...] = ()
    code: str = "bracket"
    article: str = "1.3.2"


@dataclass(frozen=True, slots=True)
class Downfloat:
    """A player leaves his bracket unpaired.

    `why`: `odd` (an odd number, and he is the first whose leaving costs least), `no opponent` (he may
    meet nobody of the bracket), `completion` (C4: the players below need him), `bye` (C5: the bye is
    here), `bracket` (the bracket cannot make more pairs).
    """

    player: int
    from_score: int
    to_score: int | None
    why: str
    code: str = "downfloat"
    article: str = "1.4.1"


@dataclass(frozen=True, slots=True)
class Allotted:
    """Who has White, by which article of C.04.3 5.2; `refused` are those who do not get their colour."""

    white: int
    black: int
    refused: tuple[int, ...] = ()
    code: str = "allotted"
    article: str = "5.2"


@dataclass(frozen=True, slots=True)
class Given:
    """The arbiter has ordered the pair, its colours or both."""

    white: int
    black: int
    code: str = "given"
    article: str = "C.04.2 4.4"


FideReason = ByeScore | Bye | Scoregroup | Downfloat | Allotted | Given
