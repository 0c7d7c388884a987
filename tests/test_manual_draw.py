"""Are the coefficients those of a manual draw where a club says so, in every table (draughts.md section 13)?"""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine import entry, judging
from engine.model import Game, MemberId, Refused, Result, Stage
from engine.standings import criteria, standings
from tests.table import Table

GONE = 4


def lower_wins(game: Game) -> Result:
    return Result.WHITE_WON if game.white < game.black else Result.BLACK_WON


def evening(system: str, unplayed: str) -> Table:
    """Six players, three rounds; one withdraws after the first."""
    table = Table(6, rounds=3, system=system, unplayed=unplayed)
    table.begins()
    table.plays_round(lower_wins)
    table.player(GONE, entry.leave)
    for _ in (2, 3):
        table.approves()
        table.plays_round(lower_wins)
    table.passes()
    assert table.t.stage is Stage.FINISHED
    return table


def games(table: Table) -> list[tuple[MemberId, MemberId]]:
    return [game.players for posted in table.t.rounds for game in posted.games]


def buchholz(table: Table, after: int) -> dict[int, Fraction]:
    place = criteria(table.t)[0].index("BH")
    return {int(row.player): row.values[place] for row in standings(table.t, after=after)}


@pytest.mark.parametrize("system", ["buchholz", "solkoff", "individual"])
def test_who_withdrew_counts_with_what_he_might_still_have_made(system: str) -> None:
    computer, manual = evening(system, ""), evening(system, "ru_draughts_manual")
    assert games(computer) == games(manual), "the draw itself does not change"
    opponent = int(next(game.opponent_of(MemberId(GONE)) for game in manual.t.rounds[0].games
                        if MemberId(GONE) in game.players))
    first = {int(row.player): row for row in standings(manual.t, after=1)}
    stood_with = [row for row in first.values() if row.points == first[GONE].points and row.player != GONE]
    for after in (2, 3):
        now = {row.player: row.points for row in standings(manual.t, after=after)}
        later = [now[row.player] - row.points for row in stood_with]
        credit = Fraction(sum(later), len(later))
        assert credit > 0
        difference = {player: value - buchholz(computer, after)[player]
                      for player, value in buchholz(manual, after).items()}
        assert difference.pop(opponent) == credit
        assert not any(difference.values()), "only games really played against him are concerned"


def test_it_is_a_setting_like_others() -> None:
    table = evening("buchholz", "")
    assert criteria(table.t)[1] == "ru_draughts"
    table.judge(judging.change, "unplayed", "ru_draughts_manual")
    assert criteria(table.t)[1] == "ru_draughts_manual", "also after the end, as the criteria"
    table.judge(judging.change, "unplayed", "law")
    assert criteria(table.t)[1] == "ru_draughts"
    with pytest.raises(Refused, match="bad_setting"):
        table.judge(judging.change, "unplayed", "guess")
