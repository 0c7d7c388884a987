"""Does the Dutch engine pair every round of the tournaments that approved programs have paired?

A second opinion in development was gacrux 1.11, FIDE's open checker: 372 tournaments made by
`python -m engine generate` (9 to 201 players, byes, forfeits, withdrawals, last rounds), 3,504 rounds, and
later 120 more (9 to 120 players, up to 97 % drawn), 1,110 rounds, checked with
`python -m gacrux.pairingchecker -i FILE -c -dT`: no difference. The one known error of an approved program
(bbpPairings 6.0.0, a second bye) is a test of `test_dutch_rules`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import checker, trf

FILES = sorted((Path(__file__).parent / "data" / "dutch").glob("*.trf"))


def test_the_collection_is_whole() -> None:
    assert len(FILES) == 80
    assert sum(trf.read(trf.decode(file.read_bytes())).paired for file in FILES) == 471


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_round_is_paired_as_expected(file: Path) -> None:
    report = trf.read(trf.decode(file.read_bytes()))
    assert report.warnings == ()
    for found in checker.check(report, checker.system_of(report)):
        assert (set(found.pairs), found.bye) == (set(found.expected), found.expected_bye), found.round
        assert found.agrees
