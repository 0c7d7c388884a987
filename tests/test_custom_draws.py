"""Are pairs, bans and pots that judges order kept for their round, on record, and drawn as the law says?"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import entry, judging
from engine.drafting import field_of, start_list
from engine.model import MemberId, Refused, Result, RoundRules
from engine.pairing import pair_field
from tests.table import JUDGE, Table


def drafted(table: Table) -> set[frozenset[int]]:
    table.passes(20)
    assert table.t.draft is not None
    return {frozenset(map(int, pair)) for pair in table.t.draft.pairs}


def started(players: int = 8, **settings: object) -> Table:
    table = Table(players, rounds=5, **settings)
    table.begins()
    return table


def m(*numbers: int) -> tuple[MemberId, ...]:
    return tuple(MemberId(number) for number in numbers)


def pairs(*boards: tuple[int, int]) -> list[tuple[MemberId, MemberId]]:
    return [(MemberId(white), MemberId(black)) for white, black in boards]


def test_a_list_of_pairs_is_one_step_and_kept_by_every_remake() -> None:
    table = Table(8, rounds=5)
    table.judge(judging.force_all, pairs((1, 2), (3, 4)), reason="regulations")
    assert len({e.cause for e in table.entries[-2:]}) == 1
    table.judge(judging.begin)
    assert {frozenset({1, 2}), frozenset({3, 4})} <= drafted(table)
    table.player(8, entry.leave)
    assert {frozenset({1, 2}), frozenset({3, 4})} <= drafted(table)
    table.approves()
    told = [(c.kind, c.players, c.by, c.reason) for c in table.t.rounds[0].changes]
    assert told == [("force", m(1, 2), 1000, "regulations"), ("force", m(3, 4), 1000, "regulations")]
    assert [game.forced for game in table.t.rounds[0].games].count(True) == 2


def test_a_pair_for_a_later_round_waits_for_it() -> None:
    table = Table(8, rounds=5)
    table.judge(judging.begin)
    draft = drafted(table)
    free = next((a, b) for a in range(1, 9) for b in range(a + 1, 9) if frozenset({a, b}) not in draft)
    before = table.t.draft
    table.judge(judging.force, *m(*free), round=2, reason="regulations")
    assert table.t.draft == before, "the draft of round 1 is not touched"
    table.approves()
    table.plays_round()
    assert frozenset(free) in drafted(table)
    white = next(pair[0] for pair in table.t.draft.pairs if set(pair) == set(free))   # type: ignore[union-attr]
    assert white == free[0], "colours as given"


def test_a_pair_that_meets_before_its_round_no_longer_fits_and_is_named() -> None:
    table = started()
    one, two = table.game(1).white, table.game(2).white
    table.judge(judging.force, one, two, round=3, reason="mistake")
    table.plays_round()
    table.judge(judging.force, one, two, reason="other")
    table.approves()
    table.plays_round()
    table.passes(20)
    assert table.t.draft is not None
    assert [change.fits for change in table.t.draft.changes if change.kind == "force"] == [False]
    table.approves()
    assert table.t.rounds[2].changes == ()


def test_what_the_law_does_not_allow_is_refused() -> None:
    table = started()
    game = table.game(1)
    a, b, c = m(*[player for player in range(1, 9) if player not in game.players][:3])
    table.plays_round()
    cases = [
        ("have_met", lambda: judging.force(table.t, JUDGE, *game.players, reason="x")),
        ("same_player", lambda: judging.force(table.t, JUDGE, a, a, reason="x")),
        ("bad_round", lambda: judging.force(table.t, JUDGE, a, b, round=1, reason="x")),
        ("bad_round", lambda: judging.force(table.t, JUDGE, a, b, round=6, reason="x")),
        ("unknown_player", lambda: judging.force(table.t, JUDGE, a, MemberId(99), reason="x")),
        ("paired_already", lambda: judging.force_all(table.t, JUDGE, [(a, game.white), (game.black, a)], reason="x")),
        ("in_two_pots", lambda: judging.pots(table.t, JUDGE, [[a, b], [c, a]], reason="x")),
        ("reason_needed", lambda: judging.pots(table.t, JUDGE, [[a, b], [c]])),
        ("reason_needed", lambda: judging.forbid(table.t, JUDGE, a, game.white, "never")),
    ]
    for code, act in cases:
        with pytest.raises(Refused, match=code):
            act()
    table.judge(judging.forbid, a, game.white, "never", reason="regulations")
    with pytest.raises(Refused, match="pair_forbidden"):
        judging.force(table.t, JUDGE, a, game.white, reason="x")


def test_a_ban_of_one_round_ends_with_it() -> None:
    table = started()
    table.plays_round()
    pair = next(iter(drafted(table)))
    table.judge(judging.forbid, *m(*pair), "never", round=2, reason="regulations")
    assert pair not in drafted(table)
    table.approves()
    assert [(c.kind, c.detail) for c in table.t.rounds[1].changes] == [("forbid", "never")]
    field, _ = field_of(table.t, start_list(table.t, "demo"), "demo")
    assert not field.never, "in round 3 they may meet"


def test_a_ban_is_told_once_and_so_is_its_end() -> None:
    table = started()
    table.judge(judging.forbid, *m(1, 2), "avoid", reason="other")
    table.judge(judging.forbid, *m(1, 2), "", reason="other")
    assert table.t.bans == () and table.t.rules[2].changes == (), "nobody has seen it, nobody hears of it"
    table.judge(judging.forbid, *m(1, 2), "avoid", reason="other")
    table.plays_round()
    table.approves()
    assert [c.detail for c in table.t.rounds[1].changes] == ["avoid"]
    table.judge(judging.forbid, *m(1, 2), "", reason="mistake")
    table.plays_round()
    table.approves()
    assert [(c.detail, c.reason) for c in table.t.rounds[2].changes] == [("", "mistake")]


POTS: Sequence[Sequence[MemberId]] = [m(1, 2, 3, 4), m(5, 6)]


@pytest.mark.parametrize("system", ["individual", "buchholz", "solkoff", "blind", "simple"])
def test_pots_are_the_laws_own(system: str) -> None:
    """Players named in none form a last pot, and whoever is drawn across pots came down from the one above."""
    table = Table(8, rounds=5, system=system)
    table.judge(judging.pots, POTS)
    table.judge(judging.begin)
    assert drafted(table) == {frozenset(pair) for pair in drafted(table)}
    pot = {p: 0 if p <= 4 else 1 if p <= 6 else 2 for p in range(1, 9)}
    assert all(len({pot[player] for player in pair}) == 1 for pair in drafted(table))
    order = start_list(table.t, "demo")
    field, _ = field_of(table.t, order, "demo")
    named = [[int(order[number - 1]) for number in each] for each in field.pots]
    assert [sorted(each) for each in named] == [[1, 2, 3, 4], [5, 6]]
    assert pair_field(field, system).boards


def test_pots_are_for_their_round_and_can_be_changed_and_taken_away() -> None:
    table = Table(8, rounds=5)
    table.judge(judging.pots, POTS, round=2, reason="regulations")
    table.begins()
    assert not table.t.rounds[0].changes and table.t.rules[2].pots == tuple(POTS)
    table.plays_round()
    table.passes()
    table.judge(judging.pots, [m(1, 2), m(3, 4)], reason="mistake")
    table.judge(judging.pots, (), reason="mistake")
    assert table.t.rules[2].pots == () and [c.detail for c in table.t.rules[2].changes] == ["off"]
    table.approves()
    table.plays_round(lambda game: Result.DRAW)
    assert table.t.rules.get(3, RoundRules()).pots == ()


def test_a_round_of_pots_can_be_undone() -> None:
    table = Table(8, rounds=5)
    table.judge(judging.pots, POTS)
    step = table.entries[-1].seq
    table.judge(judging.undo, entries=table.entries, step=step, along=judging.goes_along(table.entries, step))
    assert not table.t.rules


def test_fide_systems_and_round_robins_know_no_pots() -> None:
    for system in ("dutch", "roundrobin"):
        table = Table(4, rounds=3, system=system)
        with pytest.raises(Refused, match="no_pots"):
            table.judge(judging.pots, POTS)
