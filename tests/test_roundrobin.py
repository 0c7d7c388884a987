"""Does a round robin follow the Berger tables, from 2 players to 20, once and twice, and end a stuck Swiss well?"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from engine import entry, judging
from engine.history import MISSED, Kind, Past, Record
from engine.model import Colour, Game, MemberId, Refused, Result, Stage, Standing
from engine.pairing import Field, pair_field
from engine.pairing.roundrobin import MOST_LEFT, berger, rest, rounds
from tests.table import Table

SIX = (((1, 6), (2, 5), (3, 4)), ((6, 4), (5, 3), (1, 2)), ((2, 6), (3, 1), (4, 5)),
       ((6, 5), (1, 4), (2, 3)), ((3, 6), (4, 2), (5, 1)))
"""Annex 1 to C.05, five or six players."""

EIGHT = (((1, 8), (2, 7), (3, 6), (4, 5)), ((8, 5), (6, 4), (7, 3), (1, 2)), ((2, 8), (3, 1), (4, 7), (5, 6)),
         ((8, 6), (7, 5), (1, 4), (2, 3)), ((3, 8), (4, 2), (5, 1), (6, 7)), ((8, 7), (1, 6), (2, 5), (3, 4)),
         ((4, 8), (5, 3), (6, 2), (7, 1)))
"""Annex 1 to C.05, seven or eight players."""


def test_the_tables_are_those_of_the_handbook() -> None:
    assert berger(2) == (((1, 2),),)
    assert berger(4) == (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    assert berger(6) == SIX and berger(8) == EIGHT


def field(players: int, number: int, cycles: int = 1) -> Field:
    return Field(number, {n: Record(n, (MISSED,) * (number - 1)) for n in range(1, players + 1)}, cycles=cycles)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("players", range(2, 21))
def test_everybody_meets_everybody_as_often_as_said(players: int, cycles: int) -> None:
    met: Counter[tuple[int, int]] = Counter()
    colours: dict[int, list[str]] = {n: [] for n in range(1, players + 1)}
    for number in range(1, rounds(players, cycles) + 1):
        draw = pair_field(field(players, number, cycles), "roundrobin")
        seated = [n for pair in draw.boards for n in pair]
        assert len(seated) == len(set(seated)) and len(seated) >= players - 1 and draw.bye is None
        for white, black in draw.boards:
            met[white, black] += 1
            colours[white].append("w")
            colours[black].append("b")
    wanted = 1 if cycles == 2 else 0
    for a, b in combinations(range(1, players + 1), 2):
        assert met[a, b] + met[b, a] == cycles and min(met[a, b], met[b, a]) == wanted
    for own in colours.values():
        assert abs(own.count("w") - own.count("b")) <= (0 if cycles == 2 else 1)
        assert not any(x == y == z for (x, y), (_, z) in pairwise(pairwise(own)))


def test_the_number_of_rounds_follows_from_who_is_there_when_round_1_is_drawn() -> None:
    table = Table(5, system="roundrobin")
    table.judge(judging.begin)
    table.passes()
    assert table.t.draft is not None and table.t.settings.rounds == 5
    table.joins(6)
    table.passes(20)
    assert table.t.settings.rounds == 5 and len(table.t.draft.pairs) == 3
    table.player(6, entry.leave)
    table.player(5, entry.leave)
    table.passes(20)
    assert table.t.settings.rounds == 3


@pytest.mark.parametrize(("players", "cycles", "length"),
                         [(2, 1, 1), (2, 2, 2), (3, 1, 3), (3, 2, 6), (4, 2, 6), (5, 1, 5)])
def test_an_evening_to_its_end(players: int, cycles: int, length: int) -> None:
    table = Table(players, system="roundrobin", cycles=cycles)
    table.begins()
    while table.t.stage is Stage.PLAYING:
        table.plays_round()
        table.passes()
        if table.t.draft is not None:
            table.approves()
    assert len(table.t.rounds) == table.t.settings.rounds == length
    met = Counter(frozenset(game.players) for posted in table.t.rounds for game in posted.games)
    assert len(met) == players * (players - 1) // 2 and set(met.values()) == {cycles}
    assert all(posted.pab is None and len(posted.free) == players % 2 for posted in table.t.rounds)


def test_only_the_free_line_of_an_odd_table_is_for_a_late_arrival() -> None:
    table = Table(5, system="roundrobin")
    table.begins()
    free = table.t.rounds[0].free[0]
    table.joins(6)
    for late in (7, 8):
        with pytest.raises(Refused, match="robin_full"):
            table.joins(late)
    table.plays_round()
    table.approves()
    assert table.t.rounds[1].free == () and len(table.t.rounds[1].games) == 3
    assert table.t.players[MemberId(6)].number == 6 and table.t.settings.rounds == 5
    assert table.t.rounds[0].free == (free,)
    even = Table(4, system="roundrobin")
    even.begins()
    with pytest.raises(Refused, match="robin_full"):
        even.joins(5)


def test_who_leaves_before_round_1_without_a_line_finds_none_later() -> None:
    table = Table(5, system="roundrobin")
    table.player(5, entry.leave)
    table.begins()
    for back in (lambda: table.judge(judging.bring_back, MemberId(5)), lambda: table.player(5, entry.back)):
        with pytest.raises(Refused, match="robin_full"):
            back()


def test_who_leaves_keeps_his_boards_and_his_opponents_win_by_forfeit() -> None:
    table = Table(4, system="roundrobin")
    table.begins()
    table.plays_round()
    table.player(4, entry.leave)
    table.approves()
    game = next(game for game in table.t.rounds[1].games if MemberId(4) in game.players)
    table.judge(judging.no_show, 2, MemberId(4), out=False)
    assert table.game(game.board).result in (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)


def test_who_does_not_come_once_is_at_his_next_board_all_the_same() -> None:
    table = Table(4, system="roundrobin")
    table.begins()
    absent = table.game(1).black
    table.judge(judging.no_show, 1, absent, out=True)
    table.plays_round()
    table.approves()
    assert table.t.players[absent].standing is Standing.IN and table.t.rounds[1].game_of(absent) is not None


def test_the_table_leaves_nothing_to_change_by_hand() -> None:
    table = Table(4, system="roundrobin")
    table.begins()
    a, b, c = MemberId(1), MemberId(2), MemberId(3)
    table.plays_round()
    table.passes()
    assert table.t.draft is not None
    for act in (lambda: table.judge(judging.swap, table.t.draft.seq, a, b, reason="x"),   # type: ignore[union-attr]
                lambda: table.judge(judging.force, a, c, reason="x"),
                lambda: table.judge(judging.forbid, a, c, "never", reason="x"),
                lambda: table.player(1, entry.bye)):
        with pytest.raises(Refused, match="robin_table"):
            act()


def draws(game: Game) -> Result:
    return Result.DRAW


def stuck(players: int, length: int) -> Table:
    """A Swiss of drawn games, up to the round for which there is no legal draw."""
    table = Table(players, rounds=length)
    table.judge(judging.begin, sure=True)
    table.passes()
    if table.t.settings.rounds < length:
        table.judge(judging.change, "rounds", str(length))
    while True:
        table.passes()
        if table.t.draft is None:
            return table
        table.approves()
        table.plays_round(draws)


@pytest.mark.parametrize("players", range(3, MOST_LEFT + 1))
def test_a_stuck_swiss_goes_on_until_all_have_met(players: int) -> None:
    table = stuck(players, 9)
    assert table.t.stuck is not None, "nine rounds are too many for so few"
    played = len(table.t.rounds)
    table.judge(judging.robin, reason="no-pairing")
    assert table.t.robin == played + 1 and table.t.system == "roundrobin" and table.t.settings.system == "individual"
    before = Counter(frozenset(game.players) for posted in table.t.rounds for game in posted.games)
    complete = len(before) == players * (players - 1) // 2
    while table.t.stage is Stage.PLAYING:
        table.passes()
        if table.t.draft is not None:
            table.approves()
            table.plays_round(draws)
    met = Counter(frozenset(game.players) for posted in table.t.rounds for game in posted.games)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) <= ({1, 2} if complete else {1})
    assert table.t.stage is Stage.FINISHED and len(table.t.rounds) == table.t.settings.rounds
    assert any(change.kind == "robin" and change.reason == "no-pairing"
               for change in table.t.rounds[played].changes)


def test_what_is_left_takes_the_fewest_rounds() -> None:
    """Two triangles: nobody of one has met anybody of his own; three rounds, one board of each."""
    halves = [(1, 4), (2, 5), (3, 6)], [(1, 5), (2, 6), (3, 4)], [(1, 6), (2, 4), (3, 5)]
    past: dict[int, list[Past]] = {n: [] for n in range(1, 7)}
    for boards in halves:
        for white, black in boards:
            past[white].append(Past(Kind.GAME, 1, black, Colour.WHITE))
            past[black].append(Past(Kind.GAME, 1, white, Colour.BLACK))
    left = rest(Field(4, {n: Record(n, tuple(rounds)) for n, rounds in past.items()}, robin=4))
    assert left.met == 0 and len(left.rounds) == 3 and all(len(boards) == 2 for boards in left.rounds)


def test_rematches_change_colours() -> None:
    table = stuck(4, 5)
    table.judge(judging.robin, reason="no-pairing")
    table.approves()
    first = {frozenset(game.players): game.white for posted in table.t.rounds[:3] for game in posted.games}
    for game in table.t.rounds[3].games:
        assert first[frozenset(game.players)] == game.black
    assert table.t.settings.rounds == 5


def test_nobody_turns_a_running_swiss_into_a_round_robin() -> None:
    table = Table(4, rounds=3)
    table.begins()
    with pytest.raises(Refused, match="not_stuck"):
        table.judge(judging.robin)


def test_the_turn_can_be_taken_back() -> None:
    table = stuck(4, 5)
    table.judge(judging.robin, reason="no-pairing")
    step = table.entries[-1].seq
    table.judge(judging.undo, entries=table.entries, step=step, along=judging.goes_along(table.entries, step))
    assert table.t.robin is None and table.t.settings.rounds == 5
