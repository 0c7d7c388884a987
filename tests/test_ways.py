"""When no legal pairing exists, is every way out that is offered one that helps, and none forgotten?"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import judging
from engine.drafting import field_of, start_list
from engine.model import MemberId, Result, Way
from engine.ways import MOST, SETS, ways_out
from tests.noticed import JUDGE, Evening


def stuck(evening: Evening) -> tuple[Way, ...]:
    assert evening.t.stuck is not None
    return evening.t.stuck.ways


def played(players: int, rounds: int, **settings: object) -> Evening:
    """Rounds of draws until no legal draw is left."""
    evening = Evening(players, rounds=rounds, **settings)
    evening.act(JUDGE, judging.begin, sure=True)
    evening.act(JUDGE, judging.change, "rounds", str(rounds)).tick()
    while evening.t.draft is not None:
        evening.approved()
        for game in evening.t.rounds[-1].games:
            evening.says(game.board, Result.DRAW)
    return evening


def test_two_who_have_met_can_only_meet_again():
    assert stuck(played(2, 3)) == (Way("rematch", (MemberId(1), MemberId(2))), Way("robin"))


def take(evening: Evening, way: Way) -> None:
    if way.kind == "rematch":
        pairs = [*zip(way.players[::2], way.players[1::2], strict=True)]
        evening.act(JUDGE, judging.force_all, pairs, given=False, reason="no-pairing", sure=True)
    elif way.kind == "robin":
        evening.act(JUDGE, judging.robin, reason="no-pairing")
    else:
        evening.act(JUDGE, judging.lift, way.kind, reason="no-pairing")
    evening.tick()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("system", ["individual", "buchholz", "simple", "blind", "dutch"])
def test_each_way_leads_to_a_draft(players, system):
    first = stuck(played(players, 9, system=system))
    assert first and len(first) <= MOST + 3 and first[-1].kind == "robin"
    for way in first:
        evening = played(players, 9, system=system)
        take(evening, way)
        if way.kind not in ("rematch", "robin") and evening.t.stuck is not None:
            take(evening, stuck(evening)[0])           # a limit first, and then a rematch
        assert evening.t.draft is not None, "one tap, no loop"


@pytest.mark.parametrize("system", ["individual", "dutch"])
def test_rematches_come_in_the_smallest_sets_three_at_most(system):
    ways = [way.players for way in stuck(played(4, 9, system=system)) if way.kind == "rematch"]
    assert len(ways) == len({*ways}) == SETS
    assert all(sorted(players) == [1, 2, 3, 4] for players in ways), "all have met: two boards, two rematches"
    many = [way.players for way in stuck(played(8, 20, system=system)) if way.kind == "rematch"]
    assert len({len(players) for players in many}) == 1 and len(many) <= SETS


def test_a_ban_is_offered_only_if_striking_it_off_helps():
    evening = Evening(4, rounds=3)
    evening.act(JUDGE, judging.forbid, MemberId(1), MemberId(2), "never")
    evening.act(JUDGE, judging.begin).tick()
    field, _ = field_of(evening.t, start_list(evening.t, "demo"), "demo")
    order = start_list(evening.t, "demo")
    assert Way("strike", (MemberId(1), MemberId(2))) not in ways_out(
        replace(field, never=field.never | {frozenset({1, n}) for n in (2, 3, 4)}), "individual", order[::-1])
    blocked = replace(field, never=frozenset({frozenset({1, n}) for n in (2, 3, 4)}))
    assert [way.kind for way in ways_out(blocked, "individual", order)] == ["strike"] * 3


def test_limits_are_offered_only_if_lifting_them_helps():
    evening = played(3, 9)
    assert len(evening.t.rounds) == 3 and {way.kind for way in stuck(evening)} == {"plus", "robin"}
    take(evening, Way("plus"))
    assert {way.kind for way in stuck(evening)} == {"rematch", "robin"}
    take(evening, stuck(evening)[0])
    assert evening.t.draft is not None
