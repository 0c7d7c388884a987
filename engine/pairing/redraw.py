"""A minimal re-draw: as few participants as possible get another pair (draughts.md section 12, D27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model import Colour
from engine.pairing.bits import bits, mask_of
from engine.pairing.classification import Ranked, classify
from engine.pairing.draughts import arrange
from engine.pairing.draughts_groups import make_pairs
from engine.pairing.draughts_rules import Rules
from engine.pairing.field import Draw, Field, Forced, Limit, NoLegalDraw, Pair
from engine.pairing.legality import legal_pair, opponents, streak
from engine.pairing.matching import Matching
from engine.pairing.reasons import Coloured, Paired


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The new round, and who was drawn anew in it."""

    draw: Draw
    affected: frozenset[int]


def redraw(field: Field, rules: Rules, published: Sequence[Pair], bye: int | None) -> Redrawn:
    """Draw again with the field as it stands now, keeping all that can be kept of what was published.

    `published` is in board order, White first; forced pairs are treated like any published pair.
    Raises NoLegalDraw if those taking part now cannot be paired.
    """
    ranked = classify(field, rules)
    possible = [pair for pair in published if _may_stay(field, pair)]
    same_bye = bye is not None and len(ranked.order) % 2 == 1 and bye in ranked.place and _may_have(field, bye)
    kept, kept_bye = _most_kept(field, ranked, possible, bye if same_bye else None)
    stays = {number for pair in kept for number in pair} | {kept_bye}
    affected = [number for number in ranked.order if number not in stays]
    no_bye = frozenset({bye}) if same_bye and bye is not None else frozenset()
    made = make_pairs(field, rules, ranked, affected, no_bye)

    free = [Forced(a, b, coloured=False) for a, b in made.pairs]
    boards, coloured = arrange(
        field, rules, ranked, [*(Forced(w, b) for w, b in kept), *free], leader(field, rules, published)
    )
    told = tuple(
        Coloured(c.white, c.black, "kept", article="5.4.10.8") if (c.white, c.black) in kept else c
        for c in coloured
    )
    stood = tuple(Paired(w, b, "kept", article="5.4.10.8") for w, b in kept)
    return Redrawn(
        Draw(
            boards, kept_bye if kept_bye is not None else made.bye, ranked.order, ranked.points,
            ranked.coefficients, (*stood, *made.reasons, *told),
        ),
        frozenset(affected),
    )


def _may_stay(field: Field, pair: Pair) -> bool:
    """Step 1: both take part, it is legal, and its colours make no fourth game running with one colour."""
    white, black = pair
    return (
        field.takes_part(white) and field.takes_part(black)
        and legal_pair(field, white, black)
        and streak(field.records[white]) is not Colour.WHITE
        and streak(field.records[black]) is not Colour.BLACK
    )


def _may_have(field: Field, number: int) -> bool:
    """Whether the player may get the bye (requirement 3)."""
    return Limit.PLUS in field.lifted or not field.records[number].won_without_play


def _most_kept(
    field: Field, ranked: Ranked, possible: Sequence[Pair], bye: int | None
) -> tuple[list[Pair], int | None]:
    """Steps 2 and 3: the fewest affected, then board 1, board 2 … kept.

    A pair that is not kept costs two participants, another bye one; a cheapest matching of everybody
    (with the bye as one more player) affects the fewest. `bye` is the published one if it can stay.
    """
    players = ranked.order
    place = {number: i for i, number in enumerate(players)}
    legal = opponents(field, players, avoid=False)
    kept = [0] * len(players)
    for white, black in possible:
        kept[place[white]] |= 1 << place[black]
        kept[place[black]] |= 1 << place[white]
    rows = [{0: same, 2: mask & ~same} for same, mask in zip(kept, legal, strict=True)]
    if len(players) % 2:
        nobody = 1 << len(players)
        candidates = mask_of([place[n] for n in players if n != bye and _may_have(field, n)])
        stays = 0 if bye is None else 1 << place[bye]
        rows.append({0: stays, 1: candidates})
        for i in bits(stays | candidates):
            rows[i] = {cost: rows[i].get(cost, 0) for cost in (0, 1, 2)}
            rows[i][0 if stays >> i & 1 else 1] |= nobody
    matching = Matching(rows)
    if not matching.solve():
        names = ([players[i] for i in bits(mask) if i < len(players)] for mask in matching.blocked)
        raise NoLegalDraw("no_pairing", *names)
    boards = [pair for pair in possible if matching.keep(place[pair[0]], place[pair[1]])]
    return boards, bye if bye is not None and matching.keep(len(players), place[bye]) else None


def leader(field: Field, rules: Rules, published: Sequence[Pair]) -> int | None:
    """Player m of a published round 1 (9.1), even if he does not play now (section 12, step 4)."""
    if field.round > 1 or rules.odd_white:
        return None
    given = {pair.players for pair in field.forced if pair.coloured}
    numbers = [number for pair in published if frozenset(pair) not in given for number in pair]
    return min(numbers, key=lambda number: (field.pot(number), number), default=None)
