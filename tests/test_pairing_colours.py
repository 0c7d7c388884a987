"""Are colours, lots and start numbers those of sections 3, 4 and 9?"""

from __future__ import annotations

from itertools import count

import pytest

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Field, Forced, Limit, pair_field
from engine.pairing.colours import later_round
from engine.pairing.legality import breaches, colour_legal, has_met, legal_pair
from engine.pairing.lots import Entry, first_colour, lot, start_order


@pytest.mark.parametrize(("label", "n", "begins", "ends"), [
    ("start", 1, "2653ac47f2be", "df07c30a4c2"), ("start", 2, "4fe582872979", "06eab042edf"),
    ("round-2", 7, "0d7082946b13", "96265f2e51f"), ("colour", 1, "8f9fba93dc8b", "2592b02d31a"),
])
def test_lots_have_the_check_values_of_the_law(label: str, n: int, begins: str, ends: str) -> None:
    assert lot("demo", label, n).startswith(begins)
    assert lot("demo", label, n).endswith(ends)


def test_start_numbers_go_by_rating_then_lot_then_lateness() -> None:
    entries = [
        Entry(1, 1500), Entry(2), Entry(3, 1900), Entry(4, 2500, first_round=3), Entry(5, late=True), Entry(6),
    ]
    unrated = sorted((2, 6), key=lambda n: lot("demo", "start", n))
    assert start_order(entries, "demo", "individual") == [3, 1, *unrated, 5, 4]
    everybody = sorted((1, 2, 3, 6), key=lambda n: lot("demo", "start", n))
    assert start_order(entries, "demo", "blind") == [*everybody, 5, 4]
    assert start_order(entries, "demo", "solkoff", ratings_used=False) == [*everybody, 5, 4]


def seed_with(colour: Colour) -> str:
    return next(seed for seed in map(str, count()) if first_colour(seed) is colour)


def first_round(system: str, size: int, missing: set[int], **extra: object) -> list[tuple[int, int]]:
    records = {n: Record(n, present=n not in missing) for n in range(1, size + 1)}
    return list(pair_field(Field(1, records, **extra), system).boards)      # type: ignore[arg-type]


def test_round_one_keeps_to_the_number_also_with_gaps() -> None:
    white = seed_with(Colour.WHITE)
    assert first_round("individual", 10, {1, 4}, seed=white) == [(2, 7), (8, 3), (9, 5), (6, 10)]
    assert first_round("blind", 10, {1, 4}, seed=white) == [(3, 2), (5, 6), (7, 8), (9, 10)]
    black = seed_with(Colour.BLACK)
    assert first_round("individual", 4, set(), seed=black) == [(3, 1), (2, 4)]
    assert first_round("individual", 4, set(), seed=black, first_colour=Colour.WHITE) == [(1, 3), (4, 2)]


def test_forced_pairs_with_colours_do_not_lead_round_one() -> None:
    seed = seed_with(Colour.WHITE)
    given = first_round("individual", 6, set(), seed=seed, forced=(Forced(4, 1),))
    assert given == [(4, 1), (2, 5), (6, 3)]
    open_colours = first_round("individual", 6, set(), seed=seed, forced=(Forced(4, 1, coloured=False),))
    assert open_colours == [(1, 4), (5, 2), (3, 6)]


def with_colours(number: int, text: str) -> Record:
    """A player who had these colours, a dot for an unplayed round."""
    past = [
        Past(Kind.ABSENT) if c == "." else Past(Kind.GAME, 1, 90 + i, Colour(c.lower())) for i, c in enumerate(text)
    ]
    return Record(number, tuple(past))


@pytest.mark.parametrize(("hi", "lo", "chess", "white", "rule"), [
    ("WWW", "BWB", False, 2, "absolute"),
    ("BWB", "BBB", False, 2, "absolute"),
    ("BBB", "WWW", False, 1, "absolute"),
    ("BBB", "BBB", False, 1, "higher place"),            # only with the limit lifted
    ("...", "...", False, 1, "no games yet"),
    ("..B", "...", False, 1, "alternation"),
    ("...", "..B", False, 2, "alternation"),
    ("BWB", "WBW", False, 1, "alternation"),
    (".WW", "WBW", False, 2, "longer run"),
    ("WBW", ".WW", False, 1, "longer run"),
    ("W.B", "BWB", False, 2, "balance"),
    ("BWBBW", "BBWBW", False, 1, "earlier game"),
    (".WB", "W.B", False, 1, "higher place"),
    ("WB.", "..B", True, 2, "balance"),
    ("WB.", "...", True, 1, "alternation"),
    ("BWBBW", "BBWBW", True, 1, "earlier game"),
])
def test_the_first_rule_that_decides_is_used(hi: str, lo: str, chess: bool, white: int, rule: str) -> None:
    field = Field(len(hi) + 1, {1: with_colours(1, hi), 2: with_colours(2, lo)})
    told = later_round(field, 1, 2, balance_first=chess)
    assert (told.white, told.black, told.rule) == (white, 3 - white, rule)


def test_a_pair_is_told_what_stands_against_it() -> None:
    records = {n: with_colours(n, "WWW") for n in (1, 2, 3)}
    met = Past(Kind.GAME, 2, 3, Colour.WHITE)
    unmet = Past(Kind.FORFEIT_WIN, 2, 2, Colour.WHITE)
    records[1] = Record(1, (met, unmet, *records[1].past[:2]))
    records[2] = Record(2, (Past(Kind.FORFEIT_LOSS, 0, 1, Colour.BLACK), *records[2].past))
    records[3] = Record(3, (Past(Kind.ABSENT), *records[3].past))
    field = Field(5, records, avoid=frozenset({frozenset({1, 2})}))
    assert has_met(field, 1, 3) and not has_met(field, 1, 2)
    assert not colour_legal(field, 1, 2)
    assert breaches(field, 1, 3) == ("met", "colours")
    assert breaches(field, 1, 2, avoid=True) == ("forbidden", "colours")
    lifted = Field(5, records, lifted=frozenset({Limit.COLOUR}))
    assert legal_pair(lifted, 1, 2)


@pytest.mark.parametrize("wrong", [
    {"round": 2}, {"forced": (Forced(1, 9),)}, {"forced": (Forced(1, 2), Forced(2, 3))}, {"pots": ((1,), (1, 2))},
    {"forced": (Forced(1, 2),), "never": frozenset({frozenset({1, 2})})}, {"avoid": frozenset({frozenset({1})})},
])
def test_a_field_that_contradicts_itself_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"player|pots|pair"):
        Field(**{"round": 1, "records": {n: Record(n) for n in (1, 2, 3)}, **wrong})    # type: ignore[arg-type]
