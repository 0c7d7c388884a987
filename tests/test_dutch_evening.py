"""Does a tournament played through facts draw every round as the approved programs did?

What differs from `test_dutch_cases`: nothing is read as a pairing system needs it. Players join, miss
rounds by notice, get results by judges; start numbers, records and the field are the tournament's own.
"""

from __future__ import annotations

import pytest

from engine import entry, judging
from engine.model import MemberId, Stage
from engine.report import Report
from tests import dutch_file
from tests.table import Table


def playable(report: Report) -> bool:
    """No half-point bye in the last round, which a bot refuses; no full-point byes at all."""
    cells = [(number, cell) for player in report.players.values() for number, cell in enumerate(player.cells, 1)]
    last = report.rounds or report.paired
    return not any(cell and (cell.code == "F" or (cell.code == "H" and number == last)) for number, cell in cells)


REPORTS = {file.stem: dutch_file.read(file.stem) for file in dutch_file.FILES}
PLAYABLE = [name for name, report in REPORTS.items() if playable(report)]
LARGEST = 24
"""Of players; more is tried in `test_dutch_cases`."""


def test_most_of_the_collection_can_be_played() -> None:
    assert len(PLAYABLE) > 60


@pytest.mark.parametrize("name", [name for name in PLAYABLE if len(REPORTS[name].players) <= LARGEST])
def test_every_round_of_a_file_is_drawn_from_facts(name: str) -> None:
    report = REPORTS[name]
    rounds = dutch_file.rounds(report)
    table = Table(system="dutch", rounds=report.rounds or report.paired, scoring=report.scoring, byes=20,
                  colour=dutch_file.colour(report))
    for number in sorted(report.players, key=lambda n: n * 7919 % 104729):       # joined in no order
        table.joins(number, report.players[number].rating)
        table.names[MemberId(number)] = report.players[number].name.casefold()
    for played in rounds:
        for player, halves in played.missing.items():
            table.judge(entry.excuse, MemberId(player), round=played.number, halves=halves)
        if played.number == 1:
            table.judge(judging.begin, sure=True)
        table.approves()
        posted = table.t.rounds[-1]
        assert {game.players for game in posted.games} == played.results.keys(), played.number
        assert posted.pab == played.bye, played.number
        for game in posted.games:
            table.judge(judging.rule, played.number, game.white, played.results[game.players])
    table.passes()
    assert (table.t.stage is Stage.FINISHED) == (len(rounds) == table.t.settings.rounds)
