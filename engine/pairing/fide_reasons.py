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
    """A bracket is paired: its residents, the players moved down to it, the pairs made of them."""

    score: int
    residents: tuple[int, ...]
    moved_down: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    code: str = "bracket"
    article: str = "1.3.2"


@dataclass(frozen=True, slots=True)
class Downfloat:
    """A player leaves his bracket unpaired; `to_score` is that of the next one.

    `why`: `no opponent` (he may meet nobody of the bracket), `odd` (their number is odd, and he is the
    one whose leaving breaks least), or `rest` (the bracket or the players below cannot be paired with
    fewer leaving it, C4 and C6).
    """

    player: int
    from_score: int
    to_score: int
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


@dataclass(frozen=True, slots=True)
class Failures:
    """What the pairing of a bracket could not fulfil: (criterion, number), only those above 0, C10 to C21."""

    score: int
    missed: tuple[tuple[str, int], ...]
    code: str = "failures"
    article: str = "2.4"


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best pairing of the round without one pair, or in which somebody else has the bye.

    `players` are the pair, or the one with the bye; `opponents` whom they would have instead (0: the
    bye). `broken` is the first criterion by which it is worse, with both numbers: "C4" if the round
    cannot be completed without, "order" if it fulfils all as well but comes later (article 4).
    """

    players: tuple[int, ...]
    opponents: tuple[int, ...]
    broken: str
    has: tuple[int, ...] = ()
    would_have: tuple[int, ...] = ()
    code: str = "alternative"
    article: str = "3.8.1"


FideReason = ByeScore | Bye | Scoregroup | Downfloat | Allotted | Given | Failures | Alternative
