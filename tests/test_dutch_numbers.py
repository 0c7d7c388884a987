"""Who has which number, which half points and which draw in a FIDE event, from first joining to round 5?"""

from __future__ import annotations

import pytest

from engine import codec, entry, judging, scorebook
from engine import facts as f
from engine import settings as spelling
from engine.drafting import field_of, inspect, start_list
from engine.history import Kind
from engine.model import MemberId, Refused, Settings
from engine.pairing.fide import pairing_numbers
from tests.table import Table


def evening(players: int = 0, **more: object) -> Table:
    settings = {"system": "dutch", "rounds": 7, "colour": "white", **more}
    return Table(players, {n: 2400 - 10 * n for n in range(1, players + 1)}, **settings)


def order(table: Table) -> list[int]:
    return [int(player) for player in scorebook.start_list(table.t)]


def test_chess_is_dutch_until_somebody_chooses_otherwise() -> None:
    assert spelling.NEW.system == "dutch" and spelling.SYSTEMS[0] == "dutch"
    draughts = spelling.parse(spelling.NEW, "game", "draughts")
    assert (draughts.system, spelling.spell(draughts, "points")) == ("individual", "2-1-0")
    assert spelling.parse(spelling.NEW, "game", "other").system == "individual"
    assert spelling.parse(draughts, "game", "chess") == spelling.NEW
    robin = spelling.parse(spelling.NEW, "system", "roundrobin")
    assert spelling.parse(robin, "game", "draughts").system == "roundrobin"


def test_numbers_go_by_rating_then_title_then_name() -> None:
    table = evening()
    for number, rating in {1: 1900, 2: 2000, 3: 2000, 4: 2000, 5: 2000, 6: None, 7: 1900}.items():
        table.joins(number, rating)
    table.judge(entry.rate, MemberId(5), 2000, title="WIM")
    table.judge(entry.rate, MemberId(4), 2000, title="FM")
    table.names = {MemberId(n): name for n, name in enumerate(("яна", "zoe", "anna", "", "", "ada", "юрий"), 1)}
    table.begins()
    assert order(table) == [4, 5, 3, 2, 7, 1, 6]


def test_without_ratings_everybody_has_a_lot_that_stays() -> None:
    table = evening(8)
    table.judge(judging.change, "ratings", "unused")
    table.begins()
    first = order(table)
    assert first != sorted(first)
    table.plays_round()
    table.joins(9, 2500)
    table.approves()
    assert order(table) == [*first, 9]


def test_numbers_are_made_anew_until_round_4_is_posted_and_never_after() -> None:
    table = evening(8)
    table.begins()
    for _ in range(2):
        table.plays_round()
        table.approves()
    table.plays_round()
    table.joins(9, 2355)                                      # finds his place
    table.judge(entry.rate, MemberId(8), 2500)                # was entered wrongly
    table.approves()
    assert len(table.t.rounds) == 4
    assert order(table) == [8, 1, 2, 3, 4, 9, 5, 6, 7]
    table.plays_round()
    table.passes()
    draft = table.t.draft
    table.judge(entry.rate, MemberId(7), 2600)                # only for the report
    assert table.t.draft == draft
    table.joins(10, 2700)                                     # the next free number
    table.passes(11)
    table.approves()
    assert order(table) == [8, 1, 2, 3, 4, 9, 5, 6, 7, 10]


def test_who_has_not_been_paired_yet_is_not_counted() -> None:
    table = evening(5)
    table.judge(entry.excuse, MemberId(1))
    table.begins()
    order_of = scorebook.start_list(table.t)
    assert pairing_numbers(field_of(table.t, order_of, "demo")[0])[2] == 2        # now he is there
    game = next(game for game in table.t.rounds[0].games if MemberId(2) in game.players)
    assert game.white == 2                                    # number 2 was the first to be paired: odd, White


@pytest.mark.parametrize(("byes", "kind", "halves"), [(0, Kind.ABSENT, 0), (1, Kind.HALF_BYE, 1)])
def test_c09_a_late_entry_has_one_half_point_bye_where_the_club_gives_any(byes: int, kind: Kind, halves: int) -> None:
    table = evening(7, byes=byes)
    table.begins()
    table.plays_round()
    table.approves()
    table.plays_round()
    table.joins(8, 2000)
    table.approves()
    posted = table.t.rounds[2]
    assert len(posted.games) == 4 and posted.pab is None
    record = scorebook.records(table.t, scorebook.start_list(table.t), after=2)[8]
    assert [past.kind for past in record.past] == [kind, Kind.ABSENT]
    assert record.score() == halves
    if byes:
        with pytest.raises(Refused, match="half_bye_limit"):
            table.player(8, entry.bye, round=5, halves=1)


def test_who_is_seated_in_round_1_has_missed_nothing() -> None:
    table = evening(5, byes=1)
    table.begins()
    table.joins(6)
    table.judge(judging.seat, MemberId(6), MemberId(5))
    table.plays_round()
    table.player(6, entry.bye, round=3, halves=1)
    assert table.t.players[MemberId(6)].byes == {3: 1}


def test_half_point_byes_have_their_limits() -> None:
    table = evening(6, byes=1)
    table.player(1, entry.bye, round=2, halves=1)
    with pytest.raises(Refused, match="half_bye_limit"):
        table.player(1, entry.bye, round=3, halves=1)
    with pytest.raises(Refused, match="half_bye_last"):
        table.judge(entry.excuse, MemberId(2), round=7, halves=1)
    draughts = Table(4, system="individual", rounds=5, byes=1)
    with pytest.raises(Refused, match="half_bye_system"):
        draughts.player(1, entry.bye, round=2, halves=1)


def test_a_third_game_with_one_colour_is_asked_about() -> None:
    table = evening(8)
    table.begins()
    table.plays_round()
    table.approves()
    colours = {p: [g.colour_of(p) for r in table.t.rounds for g in r.games if p in g.players] for p in table.t.players}
    table.plays_round()
    twice = next((p for p, had in colours.items() if had[0] is had[1]), None)
    once = MemberId(1)
    for white in filter(None, (twice, once)):
        black = next(p for p in table.t.players if p != white)
        had = colours[white]
        seen = inspect(table.t, ((white, black),), None, {white})
        assert (white in seen.fourth_colour) == (had == ["w", "w"])


def test_orders_of_a_judge_hold_in_the_dutch_draw() -> None:
    table = evening(8)
    table.judge(judging.forbid, MemberId(1), MemberId(5), "never")
    table.judge(judging.force, MemberId(7), MemberId(2), reason="regulations")
    table.begins()
    pairs = [game.players for game in table.t.rounds[0].games]
    assert (MemberId(7), MemberId(2)) in pairs
    assert {1, 5} not in map(set, pairs)
    assert [change.kind for change in table.t.rounds[0].changes] == ["forbid", "force"]


def test_the_same_facts_give_the_same_start_list_without_names() -> None:
    table = evening(6)
    table.names = {MemberId(n): chr(122 - n) for n in range(1, 7)}
    for number in range(1, 7):
        table.judge(entry.rate, MemberId(number), 2000)
    table.judge(judging.begin)
    table.passes()
    assert table.t.draft is not None
    assert table.t.draft.start_list == (6, 5, 4, 3, 2, 1)
    assert start_list(table.t, "demo") == (1, 2, 3, 4, 5, 6)          # names are not in the facts
    table.now = table.now.replace(hour=22)
    table.judge(judging.approve, table.t.draft.seq, now=table.now)
    assert order(table) == [6, 5, 4, 3, 2, 1]                         # but the draft carries what they gave


def test_settings_are_in_the_first_fact_whole() -> None:
    body = codec.encode(f.Opened(Settings()))[1]
    assert all(f'"{name}":' in body for name in Settings.__dataclass_fields__)
