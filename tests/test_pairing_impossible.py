"""When no legal draw exists: is that said, proved, and is it known what lifting a limit would do (5.2)?"""

from __future__ import annotations

import pytest

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Field, Limit, NoLegalDraw, pair_field, pair_set, remedies
from engine.pairing.machine import colour_pair, redraw_field


def played(size: int, *rounds: dict[int, int], byes: tuple[int, ...] = ()) -> dict[int, Record]:
    """Records after rounds given as White -> Black, all drawn; who is in none got the bye or was away."""
    past: dict[int, list[Past]] = {n: [] for n in range(1, size + 1)}
    for round in rounds:
        for white, black in round.items():
            past[white].append(Past(Kind.GAME, 1, black, Colour.WHITE))
            past[black].append(Past(Kind.GAME, 1, white, Colour.BLACK))
        for n in set(past) - {*round, *round.values()}:
            past[n].append(Past(Kind.BYE, 2) if n in byes else Past(Kind.ABSENT))
    return {n: Record(n, tuple(items)) for n, items in past.items()}


def test_all_have_met_all() -> None:
    field = Field(4, played(4, {1: 2, 3: 4}, {1: 3, 2: 4}, {4: 1, 3: 2}))
    with pytest.raises(NoLegalDraw) as none:
        pair_field(field, "individual")
    assert none.value.code == "no_pairing"
    assert none.value.crowd and none.value.few == ()
    assert remedies(field, "individual") == ()


def test_everybody_has_had_the_bye() -> None:
    field = Field(2, {n: Record(n, (Past(Kind.BYE, 2),)) for n in (1, 2, 3)})
    with pytest.raises(NoLegalDraw) as none:
        pair_field(field, "blind")
    assert none.value.code == "no_bye"
    assert remedies(field, "blind") == (frozenset({Limit.PLUS}),)
    lifted = Field(2, field.records, lifted=frozenset({Limit.PLUS}))
    assert pair_field(lifted, "individual").bye == 1     # the last in the order of round 2


def test_a_player_whom_all_others_may_not_meet_blocks() -> None:
    field = Field(1, {n: Record(n) for n in range(1, 7)}, never=pair_set([(6, n) for n in range(1, 6)]))
    with pytest.raises(NoLegalDraw) as none:
        pair_field(field, "solkoff")
    assert (none.value.crowd, none.value.few) == ((6,), ())
    assert remedies(field, "solkoff") == ()
    assert pair_field(Field(1, field.records, avoid=field.never), "solkoff").reasons[0].code == "avoid_dropped"


def test_two_who_need_the_same_colour() -> None:
    past = tuple(Past(Kind.GAME, 1, n, Colour.WHITE) for n in (3, 4, 5))
    records = {n: Record(n, past) for n in (1, 2)} | {
        n: Record(n, (Past(Kind.ABSENT),) * 3, withdrawn=True) for n in (3, 4, 5)
    }
    field = Field(4, records)
    assert remedies(field, "buchholz") == (frozenset({Limit.COLOUR}),)
    lifted = Field(4, records, lifted=frozenset({Limit.COLOUR}))
    assert pair_field(lifted, "buchholz").boards == ((2, 1),)


def test_a_redraw_that_cannot_be_made_says_so() -> None:
    records = {n: Record(n) for n in (1, 2)}
    field = Field(1, records, never=pair_set([(1, 2)]))
    with pytest.raises(NoLegalDraw):
        redraw_field(field, "individual", [(1, 2)], None)


def test_a_newcomer_is_seated_by_the_colours_of_the_posted_round() -> None:
    field = Field(1, {n: Record(n) for n in range(1, 7)}, first_colour=Colour.WHITE)
    posted = [(1, 3), (4, 2)]
    assert colour_pair(field, "individual", 5, 6, posted).white == 5
    assert colour_pair(field, "individual", 6, 5, [(2, 4)]).white == 6
    assert colour_pair(field, "blind", 4, 6).white == 4


def test_nobody_at_all_is_an_empty_round() -> None:
    draw = pair_field(Field(1, {1: Record(1, present=False)}), "simple")
    assert (draw.boards, draw.bye, draw.order) == ((), None, ())
