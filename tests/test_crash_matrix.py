"""Killed before or after any commit and any call of Telegram: does the evening end as if nothing had been?

Evenings from the bot's coming into the group to the final table, by a real process: on a file, on PostgreSQL, and on a
file with updates that Telegram brings. Killed at one of its points, started again, it must end with the same facts in the
same order, the same table, every message once – or once more with its mark – and with everything that was thanked for
already on disk when the process died. In every run some of the points, those of the day, on the other grounds for one
of the evenings; all of them with LONG_SEARCHES=1.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

import pytest

from bot.sandbox import bringing
from tests.conftest import CHOSEN
from tests.ground import Doorstep, Ground
from tests.mortal import Midwife
from tests.nights import Judged, Night

LONG = bool(os.environ.get("LONG_SEARCHES"))
SEED = int(os.environ.get("CASES_SEED", date.today().strftime("%Y%m%d")))
LANES = 4 if LONG else 1
SOME, ALL = 10.0, 24 * 3600.0
"""Seconds of real time, in which as many points as there is time for are tried."""

SECONDS = ALL if LONG else SOME
FIRST, *OTHERS = ("file", "server", "webhook") if CHOSEN == "sqlite" else ("server", "webhook")
GROUNDS = [FIRST, *OTHERS] if LONG else [FIRST]

Choice = Callable[[int], Iterable[tuple[int, ...]]]
"""Of so many points: those at which the first lives of an evening end."""


@pytest.fixture
def ground(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Ground]:
    if request.param == "server":
        request.getfixturevalue("postgres")
    monkeypatch.setattr(bringing, "LONGEST_PAUSE", 0.1)         # what a dead bot was to get need not wait for long
    return Doorstep if request.param == "webhook" else Ground


async def _compared(ground: type[Ground], kind: type[Night], tmp_path: Path, choose: Choice,
                    seconds: float = SECONDS) -> list[str]:
    """Evenings whose process dies at chosen points (of so many) while there is time; what was wrong with any."""
    wrong: list[str] = []
    async with Midwife() as midwife:
        async with kind(ground, midwife, tmp_path / "undisturbed") as night:
            undisturbed, points = await night.passes(), night.lives[0].points
        print(f"CASES_SEED={SEED}, {points} points")
        until = time.monotonic() + seconds
        for deaths in choose(points):
            if time.monotonic() > until:
                break
            async with kind(ground, midwife, tmp_path / str(deaths), *deaths) as night:
                try:
                    found = (await night.passes()).differs(undisturbed, len(deaths))
                except (AssertionError, TimeoutError) as error:
                    found = repr(error)
            print(end=f"{deaths} ", flush=True)
            if found:
                wrong.append(f"{deaths}, {[life.where for life in night.lives]}: {found}")
                print(wrong[-1], flush=True)
    return wrong


def those_of_the_day(points: int) -> Iterable[tuple[int, ...]]:
    return ((death,) for death in random.Random(SEED).sample(range(1, points), points - 1))


def twice(points: int) -> Iterable[tuple[int, ...]]:
    """Twice, not three times: the third kill by the same update sets it aside."""
    dice = random.Random(SEED)
    return ((dice.randrange(1, points), dice.randrange(1, 100)) for _ in range(100))


@pytest.mark.timeout(SECONDS + 110)
@pytest.mark.parametrize("ground", GROUNDS, indirect=True)
@pytest.mark.parametrize("kind", [Night, Judged])
@pytest.mark.parametrize("lane", range(LANES))
async def test_whenever_it_is_killed_the_evening_ends_as_if_nothing_had_been(
        lane: int, kind: type[Night], ground: type[Ground], tmp_path: Path) -> None:
    def one_after_another(points: int) -> Iterable[tuple[int, ...]]:
        return ((death,) for death in range(1 + lane, points, LANES))

    assert await _compared(ground, kind, tmp_path, one_after_another if LONG else those_of_the_day) == []


@pytest.mark.timeout(SECONDS + 110)
@pytest.mark.parametrize("ground", GROUNDS, indirect=True)
async def test_killed_again_while_it_puts_right_what_the_first_kill_left(ground: type[Ground], tmp_path: Path) -> None:
    assert await _compared(ground, Night, tmp_path, twice) == []


@pytest.mark.parametrize("ground", OTHERS, indirect=True)
async def test_on_the_other_grounds_each_day_one_of_the_three(
        ground: type[Ground], request: pytest.FixtureRequest, tmp_path: Path) -> None:
    turn = SEED + OTHERS.index(request.node.callspec.params["ground"])
    kind, choose = ((Night, those_of_the_day), (Judged, those_of_the_day), (Night, twice))[turn % 3]
    assert await _compared(ground, kind, tmp_path, choose, SOME) == []
