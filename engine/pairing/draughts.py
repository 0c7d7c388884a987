"""The draughts systems of 5.4.10: one procedure (draughts.md sections 5–10) and a table of differences.

`draw` answers a `Field`; the four systems and the simple chess Swiss differ only in their `Rules`. The
table is `draughts_rules`, the order of players `classification`, who meets whom `draughts_groups`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing import colours
from engine.pairing.classification import Ranked, classify
from engine.pairing.draughts_groups import make_pairs
from engine.pairing.draughts_rules import Rules
from engine.pairing.field import Draw, Field, Forced, Pair
from engine.pairing.reasons import Coloured, Paired


def draw(field: Field, rules: Rules) -> Draw:
    """Pair the round (section 15). Raises NoLegalDraw; gives up no requirement by itself."""
    ranked = classify(field, rules)
    forced = field.standing_pairs
    taken = {number for pair in forced for number in pair.players}
    made = make_pairs(field, rules, ranked, [n for n in ranked.order if n not in taken])
    free = [Forced(a, b, coloured=False) for a, b in made.pairs]
    boards, coloured = arrange(field, rules, ranked, [*forced, *free])
    told = [Paired(pair.white, pair.black, "forced", article="5.4.10.9") for pair in forced]
    return Draw(
        boards, made.bye, ranked.order, ranked.points, ranked.coefficients, (*told, *made.reasons, *coloured)
    )


def arrange(
    field: Field, rules: Rules, ranked: Ranked, pairs: Sequence[Forced], leader: int | None = None
) -> tuple[tuple[Pair, ...], tuple[Coloured, ...]]:
    """Colours (section 9) and board order (section 10) of finished pairs.

    `leader` is player m of 9.1 where it is already known; otherwise he is found among the pairs.
    """
    if field.round == 1 and leader is None and not rules.odd_white:
        open_pairs = [number for pair in pairs if not pair.coloured for number in pair.players]
        leader = ranked.sort(open_pairs)[0] if open_pairs else None

    def colour(pair: Forced) -> Coloured:
        hi, lo = ranked.sort(pair.players)
        if pair.coloured:
            return Coloured(pair.white, pair.black, "given", article="5.4.10.9")
        if field.round == 1:
            return colours.first_round(field, hi, lo, leader)
        return colours.later_round(field, hi, lo, balance_first=rules.balance_first)

    def board(coloured: Coloured) -> tuple[int, int, int, int]:
        hi, lo = ranked.sort((coloured.white, coloured.black))
        points = ranked.points[hi], ranked.points[lo]
        return ranked.pots[hi], -max(points), -sum(points), ranked.place[hi]

    done = tuple(sorted(map(colour, pairs), key=board))
    return tuple((each.white, each.black) for each in done), done
