"""Does a report file become a tournament of ours that says the same and goes on as the file would?"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine import checker, facts, fold, takeover, trf
from engine.drafting import make_draft
from engine.facts import Drafted, Entry, Fact
from engine.filing import report_of
from engine.model import MemberId, Result, Role, Scoring, Settings, Stage, Tournament
from engine.pairing import pair_field
from engine.report import Report, worth
from engine.scorebook import records, start_list
from engine.settings import parse
from tests.test_trf_reading import FOUR, line, text

DATA = Path(__file__).parent / "data"
NOW = datetime(2026, 10, 6, 18, tzinfo=UTC)
OURS = sorted((DATA / "dutch").glob("*.trf"))


def taken(report: Report, rounds: int | None = None) -> Tournament:
    """The tournament after the import; ids are start numbers plus 100."""
    plan = takeover.plan(report, rounds)
    ids = {number: MemberId(number + 100) for number in report.players}
    found: list[Fact] = [facts.Opened(plan.settings), *takeover.facts(plan, ids, set(ids.values()), 1)]
    return fold.replay("KX4T", [Entry(seq, fact, NOW, MemberId(1), Role.CHIEF, "import", seq)
                                for seq, fact in enumerate(found, 1)])


def names(report: Report) -> dict[MemberId, str]:
    return {MemberId(number + 100): player.name for number, player in report.players.items()}


@pytest.mark.parametrize("path", OURS[:6], ids=lambda path: path.name)
def test_a_whole_tournament_says_the_same(path: Path) -> None:
    report = trf.read(path.read_text())
    t = taken(report, report.paired)
    filed = report_of(t, names(report))
    again = trf.read(trf.write(filed.players.values(), filed.records))
    assert [(p.name, p.rating, p.cells, p.points) for p in again.players.values()] == [
        (p.name, p.rating, p.cells, p.points) for p in report.players.values()]
    assert again.warnings == () and again.rounds == report.paired
    assert again.colour is (report.colour or checker.initial_colour(report))
    assert takeover.plan(again).settings.system == "dutch"


def test_a_tournament_in_mid_event_goes_on_as_the_file_would() -> None:
    report = trf.read(trf.decode((DATA / "trf" / "mid-event.trf").read_bytes()))
    t = taken(report)
    assert (len(t.rounds), t.settings.rounds, t.settings.colour, t.stage) == (2, 5, "black", Stage.PLAYING)
    assert all(posted.elsewhere for posted in t.rounds)
    assert {id: dict(p.byes) for id, p in t.players.items() if p.byes} == {103: {3: 1}, 106: {3: 0}}
    assert [set(ban.players) for ban in t.bans] == [{101, 104}]
    draft, = make_draft(t, fresh_seed="seed", keys={})
    assert isinstance(draft, Drafted)
    expected = pair_field(checker.next_field(report), "dutch")
    number = {id: n for n, id in enumerate(draft.start_list, 1)}
    assert tuple((number[a], number[b]) for a, b in draft.pairs) == expected.boards
    assert (draft.pab and number[draft.pab]) == expected.bye


def test_history_is_that_of_the_checker() -> None:
    """Kinds, opponents, colours and points of every round, as `check` sees the same file."""
    report = trf.read(text("142 5", "152 W", line(1, "   2 w +", "0000 - F", "0000 - Z"), line(2, "   1 b -", "   3 w 1"),
                           line(3, "0000 - H", "   2 b 0", "0000 - U")))
    t = taken(report)
    ours, theirs = records(t, start_list(t)), checker.next_field(report).records
    assert {n: record.past for n, record in ours.items()} == {n: record.past for n, record in theirs.items()}


def test_points_of_draughts_and_football_are_held_in_our_halves() -> None:
    draughts = trf.read(text("142 3", line(1, "   2 w 1", points="2.0"), line(2, "   1 b 0", points="0.0")))
    assert takeover.plan(draughts).settings.scoring == Scoring(unit=1)
    assert (takeover.plan(draughts).settings.game, takeover.plan(draughts).settings.system) == ("draughts", "individual")
    football = trf.read(text("142 3", line(1, "   2 w =", points="1.0"), line(2, "   1 b =", points="1.0"),
                             line(3, "   4 w 1", points="3.0"), line(4, "   3 b 0", points="0.0")))
    assert takeover.plan(football).settings.scoring == Scoring(3, 1, 0, 3, unit=1)
    filed = report_of(taken(football), names(football))
    assert [player.points for player in filed.players.values()] == [2, 2, 6, 0]


@pytest.mark.parametrize("scoring", ["162  W 3.0    D 2.0    L 1.0    A 0.0    P 3.0", "162  W 1.0    D 0.5    L 0.0    A 0.5"])
def test_a_loss_and_staying_away_give_what_the_file_says(scoring: str) -> None:
    cells = (("   2 w +", "   3 w 0", "   4 w 0"), ("   1 b -", "   4 w -", "   3 w ="),
             ("   4 w 1", "   1 b 0", "   2 b 0"), ("   3 b 0", "   2 b -", "   1 b 1"))
    report = trf.read(text("142 5", "152 W", scoring, *(line(n, *each) for n, each in enumerate(cells, 1))))
    halves = {n: sum(worth(cell, report.scoring) for cell in player.cells) for n, player in report.players.items()}
    filed = report_of(taken(report), names(report))
    assert {n: player.points for n, player in filed.players.items()} == halves
    assert trf.read(trf.write(filed.players.values(), filed.records)).obstacle is None


def test_decisions_penalties_and_open_boards() -> None:
    report = trf.read(text(
        "142 4", "152 W", "299          -1.0    1    3", line(1, "   2 w =", "   3 w  ", points="0.5"),
        line(2, "   1 b 0", points="0.0"), line(3, "0000 - U", "   1 b  ", points="0.0")))
    assert report.warnings == ()
    plan = takeover.plan(report)
    assert plan.open == 1
    t = taken(report)
    assert t.rounds[0].games[0].result is Result.DRAW and t.rounds[1].games[0].result is None
    assert {n: record.score() for n, record in records(t, start_list(t)).items()} == {1: 1, 2: 0, 3: 0}


def test_a_second_bye_of_a_round_is_one_by_notice() -> None:
    report = trf.read(text("142 4", line(1, "0000 - U", points="1.0"), line(2, "0000 - U", points="1.0")))
    t = taken(report)
    assert t.rounds[0].pab == 101
    assert {n: record.score() for n, record in records(t, start_list(t)).items()} == {1: 2, 2: 2}


def test_our_own_files_name_their_system() -> None:
    report = trf.read(text("142 3", line(1, "   2 w 1", points="2.0"), line(2, "   1 b 0", points="0.0")))
    t = taken(report)
    filed = report_of(t, names(report), place="Club")
    said = dict(filed.records)
    assert said["192"] == "CUSTOM_SWISS" and said["022"] == "Club"
    assert said["092"] == "Swiss: individual (5.4.10.5), no acceleration, unplayed ru_draughts"
    again = takeover.plan(trf.read(trf.write(filed.players.values(), filed.records)))
    assert again.settings.system == "individual" and again.settings.scoring == Scoring(unit=1)


@pytest.mark.parametrize(("records_", "cells", "code"), [
    ((), ("   2 w 1", "   1 b 0"), "no_rounds"), (("142 21",), ("   2 w 1", "   1 b 0"), "too_many_rounds"),
    (("142 5", "192 FIDE_DUBOV"), ("   2 w 1", "   1 b 0"), "no_system"),
    (("142 5", "XXC rank"), ("   2 w 1", "   1 b 0"), "by_rank"),
    (("142 5", "250       1.0   1   3    1    2"), ("   2 w 1", "   1 b 0"), "accelerated"),
    (("142 5",), ("   2 w +", "   1 b +"), "awarded"), (("142 5", "092 Round robin"), ("   2 b 1", "   1 w 0"), "robin_table"),
])
def test_what_we_cannot_hold_is_refused(records_: tuple[str, ...], cells: tuple[str, str], code: str) -> None:
    third = (line(3, "0000 - U"),) if code == "robin_table" else ()
    report = trf.read(text(*records_, *(line(n, cell) for n, cell in enumerate(cells, 1)), *third))
    with pytest.raises(trf.BadTrf) as bad:
        takeover.plan(report)
    assert bad.value.remark.code == code


@pytest.mark.parametrize(("records_", "points", "where"), [
    (("162  W 2.0    D 1.0", "299          -0.5    1    2"), ("2.0", "-0.5"), (4, 81)),
    (("162  W 2.0    D 1.0    L 0.5",), ("2.0", "0.5"), (0, 0)),
])
def test_halves_under_2_1_0_are_refused(records_: tuple[str, ...], points: tuple[str, str], where: tuple[int, int]) -> None:
    """trf.md 6.6: they would be lost without a word."""
    report = trf.read(text(*records_, line(1, "   2 w 1", points=points[0]), line(2, "   1 b 0", points=points[1])))
    with pytest.raises(trf.BadTrf, match="whole points only") as bad:
        takeover.plan(report, 3)
    assert (bad.value.line, bad.value.column) == where


def test_bans_are_taken_over_once_and_there_are_not_too_many() -> None:
    players = [line(number) for number in range(1, 120)]
    some = trf.read(text("142 5", "XXP 1 2 3", "260   1   5    3    2", "260   2   3    1    4", *players))
    bans = [(sorted(ban.players), ban.round) for ban in taken(some).bans]
    assert bans == [([101, 102], None), ([101, 103], None), ([102, 103], None), ([101, 104], 2), ([101, 104], 3)]
    many = trf.read(text("142 5", "XXP " + " ".join(map(str, range(1, 120))), *players))
    with pytest.raises(trf.BadTrf, match="5000 pairs"):
        takeover.plan(many)


def test_points_that_do_not_fit_are_refused_with_their_line() -> None:
    report = trf.read(text("142 5", line(1, "   2 w 1", points="7.5"), line(2, "   1 b 0", points="0.0")))
    with pytest.raises(trf.BadTrf, match="line 2, column 81"):
        takeover.plan(report)


def test_what_is_not_seen_or_turns_letters_round_is_in_no_title() -> None:
    """A title typed in the chat is cleaned where it is typed; this one comes from a file."""
    said = "Cup \u202e\u2066of\x07\x00  <b>Evil"
    made = takeover.plan(trf.read(text(f"012 {said}", f"032 {said}", f"122 {said}", *FOUR)), 3).settings
    assert {made.title, made.federation, made.tempo} == {"Cup of <b>Evil"}
    assert takeover.plan(trf.read(text("012 \u200d\u3164\ufe0f", *FOUR)), 3).settings.title == ""
    assert parse(Settings(), "tempo", said).tempo == "Cup of <b>Evil"
    assert parse(Settings(), "tempo", "é \u0645\u06cc\u200c\u062e").tempo == "é \u0645\u06cc\u200c\u062e"
