"""The handling rules of C.04.2 in their two editions: one frozen set of switches for each.

A tournament names a preset (`handling = fide-2026 | fide-2017`); a switch is never set alone by a club.
Source: C.04.1 and C.04.2 (2026) and the same as in force until 31 January 2026.

Corrections are no switch: C.04.2 4.3 and the older D.8 are the same three steps. A corrected result counts
for the pairings not yet made and changes none that is. The third step, a table that keeps the old result of
a round before the last one, is for federations: the table of a club is right however late somebody is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Handling:
    """What the editions decide differently; each field is one sentence of the law.

    `bye_bar`: who may not have the bye (C.04.1 article 4; 2017: C.04.1 d).
    `unplayed_float`: which unplayed rounds are a downfloat (C.04.3 1.4.3; 2017: A.4 b).
    `colour_exceptions`: in which rounds the colour limits may yield (C.04.1 articles 6 and 7; 2017: f, g).
    `no_show`: what a missed round without notice means (2017: C.04.2 D).
    `published_change`: when a published pairing may be changed (C.04.2 4.4).
    `board_order`: by pairing or by standings score under an acceleration (C.04.2 3.6).
    `unplayed_tiebreaks`: the policy of the tie-breaks for rounds without a game (C.07).
    """

    name: str
    bye_bar: Literal["unplayed_win_value", "bye_or_forfeit_win"] = "unplayed_win_value"
    unplayed_float: Literal["scored_only", "always"] = "scored_only"
    colour_exceptions: Literal["per_system", "last_round"] = "per_system"
    no_show: Literal["arbiter_asks", "withdraw"] = "arbiter_asks"
    published_change: Literal["five_cases", "rematch_only"] = "five_cases"
    board_order: Literal["pairing", "standings"] = "pairing"
    unplayed_tiebreaks: Literal["dummy", "virtual"] = "dummy"

    def colours_may_yield(self, round: int, rounds: int | None) -> bool:
        """Whether the arbiter may lift the colour limits for a round of so many, when no pairing keeps them.

        The exceptions of a system's own text (topscorers, C.04.3 1.8) are of the last round in both editions.
        """
        return self.colour_exceptions == "per_system" or round == rounds


FIDE_2026 = Handling("fide-2026")
FIDE_2017 = Handling(
    "fide-2017", bye_bar="bye_or_forfeit_win", unplayed_float="always", colour_exceptions="last_round",
    no_show="withdraw", published_change="rematch_only", board_order="standings",
    unplayed_tiebreaks="virtual",
)

HANDLINGS: dict[str, Handling] = {each.name: each for each in (FIDE_2026, FIDE_2017)}
