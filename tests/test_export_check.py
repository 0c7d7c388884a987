"""Is a file our export wrote read by `check` as the system it is, and every round of it found right?"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import judging, trf
from engine.__main__ import main
from engine.filing import report_of
from engine.model import MemberId, Result, Scoring
from engine.pairing import SYSTEMS
from engine.trf_editions import EDITIONS, in_edition, players_in
from tests.table import Table

RESULTS = (Result.WHITE_WON, Result.DRAW, Result.BLACK_WON, Result.WHITE_BY_FORFEIT)


def played(system: str, players: int, rounds: int, **settings: object) -> Table:
    """An evening of all its rounds, in which somebody leaves after the first one."""
    table = Table(players, {n: 2400 - n for n in range(1, players + 1)}, system=system, rounds=rounds, **settings)
    table.begins()
    for number in range(1, rounds + 1):
        if number > 1:
            table.approves()
        for game in table.t.rounds[-1].games:
            table.judge(judging.rule, number, game.white, RESULTS[(game.board + number) % len(RESULTS)])
        if number == 1 and system != "roundrobin":
            table.judge(judging.remove, MemberId(players - 1))
    return table


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("system", "players", "rounds", "settings"), [
    *((name, 9, 4, {}) for name in SYSTEMS if name != "roundrobin"),
    ("individual", 9, 4, {"game": "draughts", "scoring": Scoring(unit=1)}),
    ("roundrobin", 5, 5, {}), ("roundrobin", 4, 6, {"cycles": 2}), ("roundrobin", 5, 10, {"cycles": 2}),
])
def test_an_exported_file_is_checked_as_what_it_is(
    system: str, players: int, rounds: int, settings: dict[str, object], edition: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = played(system, players, rounds, **settings)
    made = report_of(table.t, {MemberId(n): f"Player {n}" for n in range(1, players + 1)})
    filed = trf.read(trf.write(made.players.values(), made.records))
    path = tmp_path / "exported.trf"
    path.write_bytes(trf.encode(trf.write(players_in(filed, edition), in_edition(filed, edition))))
    lots = ["--seed", table.t.settings.seed or ""] if system == "blind" else []
    code = main(["check", str(path), *lots])
    told = capsys.readouterr()
    assert (code, told.out, told.err) == (0, f"{rounds} rounds, 0 differ\n", "")
