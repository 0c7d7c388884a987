"""Are settings spelled back as they are read, and is nonsense refused with what would be right?"""

import pytest

from engine.model import Refused, Settings
from engine.settings import KEYS, fewest_rounds, parse, spell, warnings

SPELLED = {
    "title": "Thursday", "game": "draughts", "system": "blind", "rounds": "7", "points": "3-1-0",
    "tiebreaks": "BH,BH/C1", "limit": "24", "start": "2026-12-03T19:00:00+01:00", "closes": "2026-12-03T18:30:00+01:00", "pace": "weekly", "approve": "auto=5",
    "confirm": "none", "settle": "90s", "nudge": "0", "judges": "45", "cards": "2", "noshow": "15", "late": "2",
    "byes": "1", "ratings": "unused", "colour": "white", "seed": "demo", "noshow_policy": "keep",
    "handling": "fide-2017", "cycles": "2", "unplayed": "ru_draughts_manual", "contest": "48h", "rated": "no", "language": "ru", "zone": "Europe/Moscow",
    "tempo": "90+30", "federation": "GER",
}


@pytest.mark.parametrize("key", sorted(KEYS))
def test_what_is_read_is_spelled_back(key: str) -> None:
    settings = parse(Settings(), key, SPELLED[key])
    assert settings != Settings()
    assert spell(settings, key) == SPELLED[key]
    assert parse(Settings(), key, spell(Settings(), key)) == Settings()


@pytest.mark.parametrize(("key", "text"), [
    ("rounds", "0"), ("rounds", "21"), ("rounds", "five"), ("rounds", "²"), ("limit", "1"), ("limit", "301"),
    ("system", "swiss"), ("settle", "soon"), ("settle", "-5"), ("approve", "auto=x"), ("points", "2-1-1"),
    ("zone", "Mars/Base"), ("zone", "../etc/passwd"), ("start", "tomorrow"), ("title", "x" * 65), ("rated", "maybe"),
])
def test_nonsense_is_refused_and_what_is_allowed_is_named(key: str, text: str) -> None:
    with pytest.raises(Refused) as no:
        parse(Settings(), key, text)
    assert no.value.code == "bad_setting" and no.value.details["key"] == key and no.value.details["allowed"]


def test_an_unknown_key_lists_the_known_ones() -> None:
    with pytest.raises(Refused, match="unknown_setting"):
        parse(Settings(), "round", "5")


def test_draughts_brings_its_points() -> None:
    assert spell(parse(Settings(), "game", "draughts"), "points") == "2-1-0"


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5)])
def test_fewest_rounds(players: int, rounds: int) -> None:
    assert fewest_rounds(players) == rounds


def test_the_card_warns() -> None:
    assert warnings(Settings(rounds=3), 24) == [("few_rounds", 5)]
    assert warnings(Settings(rounds=5), 6) == [("many_rounds", 6), ("robin", 6)]
    assert warnings(Settings(rounds=4, system="simple"), 12) == [("even_rounds", 5)]
    assert warnings(Settings(rounds=2, system="roundrobin"), 6) == []
    assert warnings(Settings(system="roundrobin", cycles=2), 12) == [("robin_long", 22)]
