"""Is everything a rating office asks for in the file, and does it stand there again after a way through a file?"""

from __future__ import annotations

import pytest

from engine import dates, takeover, tempo, trf
from engine.facts import Entry, Joined, Opened
from engine.filing import arbiters, report_of
from engine.model import MemberId, Role, Settings
from tests.test_takeover import NOW, names, taken
from tests.test_trf_reading import line, text

MINIMUM = {"012", "022", "032", "042", "052", "062", "072", "092", "102", "122", "132", "142", "XXR", "152", "182", "192",
           "202", "222"}
"""Section 7.3 for 1-½-0 and nobody away."""

ABROAD = text(
    "012 Autumn Open", "032 GER", "042 2026/10/05", "052 2026/10/19", f"132 {'':87}26/10/05            26/10/19",
    "142 5", "152 W", "192 FIDE_DUTCH", "122 90 min + 30 s", "222 5400+30",
    line(1, "   2 w 1", "   3 b =", "0000 - U", points="2.5", rank=1),
    line(2, "   1 b 0", "0000 - U", "   3 w 1", points="2.0", rank=2),
    line(3, "0000 - U", "   1 w =", "   2 b 0", points="1.5", rank=3),
)


def test_what_the_format_asks_for_is_there_and_comes_back() -> None:
    report = trf.read(ABROAD)
    called = {**names(report), MemberId(7): "Olga", MemberId(8): "Pavel"}
    filed = report_of(taken(report), called, place="Lübeck", judges=[MemberId(7), MemberId(8)])
    said = dict(filed.records)
    assert said.keys() >= MINIMUM
    assert (said["032"], said["122"], said["222"]) == ("GER", "90 min + 30 s", "5400+30")
    assert (said["102"], said["112"], said["022"]) == ("Olga", "Pavel", "Lübeck")
    assert (said["042"], said["052"]) == ("2026/10/05", "2026/10/19")
    assert said["132"].split() == ["26/10/05", "26/10/19"]              # of round 2 the file did not say it
    written = trf.write(filed.players.values(), filed.records)
    again = trf.read(written)
    refiled = report_of(taken(again), called, place="Lübeck", judges=[MemberId(7), MemberId(8)])
    assert trf.write(refiled.players.values(), refiled.records) == written
    assert again.warnings == ()


def test_what_nobody_has_said_is_left_blank() -> None:
    filed = report_of(taken(trf.read(text(line(1, "   2 w 1"), line(2, "   1 b 0"))), 5), {})
    records = dict(filed.records)
    assert {code: records[code] for code in ("022", "032", "102", "122")} == dict.fromkeys(("022", "032", "102", "122"), "")
    assert not {"112", "222"} & records.keys()
    assert "\r\n032\r\n" in trf.write(filed.players.values(), filed.records)


def test_who_has_judged_is_an_arbiter_the_chief_first() -> None:
    entries = [
        Entry(seq, fact, NOW, MemberId(by), role, str(seq), 0)
        for seq, (fact, by, role) in enumerate([
            (Opened(Settings()), 3, Role.JUDGE), (Joined(MemberId(5)), 5, Role.PERSON),
            (Joined(MemberId(6)), 4, Role.JUDGE), (Joined(MemberId(7)), 3, Role.JUDGE), (Joined(MemberId(8)), 0, Role.CLOCK),
        ], 1)]
    assert arbiters(entries) == (3, 4)
    assert arbiters(entries, MemberId(9)) == (9, 3, 4)
    assert arbiters(entries, MemberId(4)) == (4, 3)


@pytest.mark.parametrize(("written", "code"), [
    ("90+30", "5400+30"), ("15", "900"), ("5 min + 3 sec", "300+3"), ("90' + 30\"", "5400+30"), ("15 мин + 10 с", "900+10"),
    ("40/100+30, 15+30", "40/6000+30:900+30"), ("40/120, 60", "40/7200:3600"),
    ("90 min/40 moves", ""), ("long", ""), ("", ""), ("0", ""),
])
def test_a_time_control_is_encoded(written: str, code: str) -> None:
    assert tempo.encoded(written) == code
    if code:
        assert tempo.encoded(tempo.written(code)) == code


@pytest.mark.parametrize(("code", "written"), [("W300-B240", ""), ("90+1", ""), ("", ""), ("40/6000:900", "40/100, 15")])
def test_a_time_control_is_told(code: str, written: str) -> None:
    assert tempo.written(code) == written


@pytest.mark.parametrize(("records", "said"), [
    (("122 an hour", "222 5400+30"), "90+30"), (("122 an hour",), "an hour"), (("222 W300-B240",), ""),
    (("122 unequal", "222 W300-B240"), "unequal"), ((), ""),
])
def test_the_time_control_of_a_file_is_taken_over(records: tuple[str, ...], said: str) -> None:
    report = trf.read(text("142 5", *records, line(1, "   2 w 1"), line(2, "   1 b 0")))
    assert takeover.plan(report).settings.tempo == said


@pytest.mark.parametrize(("bodies", "days"), [
    ([f"{'':87}26/10/05  26/10/12"], {1: "2026/10/05", 2: "2026/10/12"}),
    ([f"{'':87}          26/10/12"], {2: "2026/10/12"}),
    (["05.10.2026", "12.10.2026"], {1: "2026/10/05", 2: "2026/10/12"}),
    (["2026-10-05 2026-10-12"], {1: "2026/10/05", 2: "2026/10/12"}), ([], {}), (["soon"], {}),
])
def test_the_days_of_the_rounds(bodies: list[str], days: dict[int, str]) -> None:
    assert dates.round_dates(bodies) == days
