"""What a series shows: the entry post "In this week?", the vote for a round, the call for one more, the deadline."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.notices import last_words, logbook
from bot.notices.view import View
from bot.texts import plain, words
from engine import entry, judging, weeks
from engine.facts import Fact
from engine.model import CLOCK, Actor, MemberId, Result, Role, Stage
from tests.noticed import JUDGE, START, Evening, data, labels

HOUR = timedelta(hours=1)


def evening(players: int, **settings: object) -> Evening:
    """Everybody up to `players` is in; start in three hours, entry closes an hour earlier."""
    return Evening(players, **{"series": 7, "system": "dutch", "byes": 1, "start": START + 3 * HOUR,
                               "closes": START + 2 * HOUR, **settings})


def weekly(players: int, **settings: object) -> Evening:
    return Evening(players, **{"series": 7, "pace": "weekly", "system": "dutch", "byes": 1, "rounds": 5, **settings})


def calls(shown: Evening) -> Evening:
    return shown.act(CLOCK, weeks.call_round, closes=shown.now + 2 * HOUR, starts=shown.now + 3 * HOUR,
                     until=shown.now + timedelta(days=7))


def second_round(players: int = 6, **settings: object) -> Evening:
    """A weekly tournament whose second round is asked about."""
    shown = calls(weekly(players, **settings)).tick(3 * 3600).approved()
    for game in shown.t.rounds[0].games:
        shown.says(game.board, Result.WHITE_WON)
    return calls(shown)


def test_the_entry_post_of_a_series_asks_who_is_in_this_week() -> None:
    shown = evening(4, limit=4)
    shown.act(2, weeks.late).act(3, weeks.late, halves=1)
    shown.home = replace(shown.home, names={**shown.home.names, MemberId(5): "Eve"})
    shown.act(5, entry.join)
    post = shown.one("entry")
    assert plain(post.text).splitlines() == [
        "In this week? Thursday", "Thursday, 3 December, 22:00", "Entry for round 1 closes: 21:00.",
        "Chess · Swiss, FIDE Dutch · 3 rounds", "In: 4/4", "From round 1 (2): Anna, Dan", "Half-point bye (1): Clara",
        "From round 2 (1): Boris", "Waiting list: 1. Eve", "Late entry: until round 2 is posted."]
    assert labels(post)[:4] == ["Join", "Late", "Half-point bye", "Leave"]
    assert data(post, "Late") == "late:KX4T:1" and data(post, "Half-point bye") == "late:KX4T:1:1"


def test_the_vote_is_pinned_while_it_is_open_and_comes_after_the_table_of_the_round_before() -> None:
    shown = second_round()
    assert shown.one("vote/2").pin
    here = [key for key, notice in shown.shows().items() if notice.chat == shown.home.chat]
    assert here == ["entry", f"round/1.{shown.t.rounds[0].draft}", "standings/1", "vote/2"]
    assert last_words("vote/2", shown.t, shown.home, shown.now, words).unpin
    assert not last_words("standings/1", shown.t, shown.home, shown.now, words).unpin


@pytest.mark.parametrize(("title", "head"), [
    ("Thursday, 3 December", "In this week?"), ("Blitz & tea, Thursday, 3 December", "In this week? Blitz & tea"),
    ("Thursday, 10 December", "In this week? Thursday, 10 December")])
def test_the_day_is_said_once(title: str, head: str) -> None:
    post = evening(4, title=title).one("entry")
    assert plain(post.text).splitlines()[:2] == [head, "Thursday, 3 December, 22:00"]


def test_after_the_close_it_says_from_which_round_one_plays() -> None:
    shown = evening(6).tick(2 * 3600)
    post = shown.one("entry")
    assert "Entry for round 1 is over; who joins now plays from round 2." in plain(post.text)
    assert labels(post)[:2] == ["Join", "Leave"]


@pytest.mark.parametrize("settings", [{"system": "individual"}, {"byes": 0}])
def test_half_points_are_offered_only_where_there_are_such_byes(settings: dict[str, object]) -> None:
    assert "Half-point bye" not in labels(evening(4, **settings).one("entry"))


def test_an_event_of_no_series_has_its_plain_entry_post() -> None:
    post = Evening(4).one("entry")
    assert labels(post)[:2] == ["Join", "Leave"] and "In this week" not in post.text


def test_the_vote_of_a_week_counts_who_is_in_out_and_silent() -> None:
    shown = second_round()
    shown.act(1, entry.join).act(2, entry.join).act(3, entry.bye).act(4, weeks.late, halves=1)
    post = shown.one("vote/2")
    assert plain(post.text).splitlines() == [
        "Round 2 of 5: in this week? Thursday", "Friday, 4 December, 01:00", "Answer until 00:00.",
        "Who says nothing is not in: half a point as long as he has half-point byes, then 0.",
        "In (2): Anna, Boris", "Half-point bye (1): Dan", "Not this week (1): Clara", "No answer yet (2): Eve, Fay"]
    assert labels(post) == ["Join", "Late", "Half-point bye", "Leave", "Private messages"]
    assert data(post, "Leave") == "bye:KX4T:2:0"
    shown.act(5, entry.join).act(6, entry.join).tick(2 * 3600)
    assert "vote/2" not in shown.shows()
    assert shown.farewell("vote/2").splitlines() == [
        "Round 2: the vote is over.", "In: 4 · Half-point bye: 1 · Not this week: 1"]


def test_the_vote_speaks_russian() -> None:
    shown = second_round(system="individual")
    shown.home = replace(shown.home, language="ru")
    post = shown.one("vote/2")
    assert plain(post.text).splitlines()[0] == "Тур 2 из 5: кто играет на этой неделе? Thursday"
    assert "Кто промолчит, тот не играет: 0 очков." in plain(post.text)
    assert labels(post)[:3] == ["Участвую", "Позже", "Выйти"]


def test_in_the_last_round_nobody_comes_later_or_has_half_a_point() -> None:
    assert labels(second_round(rounds=2).one("vote/2")) == ["Join", "Leave", "Private messages"]


def test_a_vote_that_is_taken_back_says_so() -> None:
    shown = second_round()
    step = judging.steps(shown.entries)[-1].seq
    shown.act(JUDGE, judging.undo, entries=shown.entries, step=step, along=())
    assert "vote/2" not in shown.shows() and "taken back" in shown.farewell("vote/2")


def test_one_more_is_looked_for_once_in_the_last_hour() -> None:
    shown = evening(5, closes=None).tick(2 * 3600 - 1)
    assert not [key for key in shown.shows() if key.startswith("short")]
    shown.tick(1)
    call = shown.one("short/1")
    assert "5 are in: one more is needed, or somebody has no opponent. Start at 22:00." in plain(call.text)
    assert labels(call) == ["Join"]
    shown.act(1, entry.leave)
    assert plain(shown.one("short/1").text) == "4 are in: everybody has an opponent."
    assert shown.one("short/1").buttons == ()
    shown.act(2, entry.leave)
    assert "Only 3 are in so far: who else comes?" in plain(shown.one("short/1").text)
    shown.act(2, entry.join).tick(3600)
    assert shown.t.stage is Stage.PLAYING and "short/1" not in shown.shows()
    assert shown.farewell("short/1") == "The call for one more is over."


def test_the_call_ends_when_it_is_full() -> None:
    shown = evening(3, closes=None, limit=5).tick(2 * 3600)
    shown.home = replace(shown.home, names={**shown.home.names, MemberId(4): "Dan", MemberId(5): "Eve"})
    shown.act(4, entry.join).act(5, entry.join)
    assert plain(shown.one("short/1").text) == "5 are in: it is full." and not shown.one("short/1").buttons


def test_a_call_made_too_late_is_not_shown() -> None:
    shown = evening(3, closes=None)
    shown.now += 4 * HOUR
    shown.tick()
    assert shown.t.short and "short/1" not in shown.shows() and shown.one("few")


def test_a_missed_start_asks_the_judges() -> None:
    shown = evening(4)
    shown.now += 6 * HOUR
    shown.tick()
    card = shown.one("overdue/")
    assert plain(card.text).splitlines()[0] == "The start was missed: Thursday, 3 December, 22:00 · Thursday"
    assert labels(card) == ["Begin", "Cancel event"]
    shown.act(JUDGE, judging.begin).tick()
    assert not [key for key in shown.shows() if key.startswith("overdue")]
    assert shown.farewell(card.key)


def test_boards_of_a_week_say_until_when_they_are_to_be_played() -> None:
    shown = calls(weekly(4)).tick(3 * 3600).approved()
    until = "To be played by Thursday, 10 December, 19:00."
    assert until in plain(shown.one("round/1.").text)
    assert until in plain(next(n for key, n in shown.shows().items() if key.startswith("dm/1.")).text)
    shown.says(1, Result.DRAW)
    line = next(n for key, n in shown.shows().items() if key.startswith(f"dm/1.{shown.board(1).seq}/"))
    assert "To be played" not in plain(line.text)


def test_who_moves_up_from_the_waiting_list_is_told_by_himself() -> None:
    shown = evening(16, limit=16)
    shown.home = replace(shown.home, names={**shown.home.names, 17: "Quentin", 18: "Rosa"},
                         accounts={**shown.home.accounts, 17: 1017, 18: 1018},
                         reachable=shown.home.reachable | {17, 18})
    for late in (17, 18):
        shown.act(Actor(MemberId(late), Role.PERSON), entry.join)
    assert "Waiting list: 1. Quentin, 2. Rosa" in plain(shown.one("entry").text)
    shown.act(3, entry.leave)
    assert shown.one("up/17").chat == 1017
    assert "In: 16/16" in plain(shown.one("entry").text)
    shown.home = replace(shown.home, reachable=shown.home.reachable - {17})
    call = shown.one("here/17")                                # to whom the bot cannot write, in the group
    assert call.chat == shown.home.chat and "tg://user?id=1017" in call.text
    shown.act(17, entry.leave)
    assert call.key not in shown.shows() and shown.farewell(call.key) == "Somebody has moved up from the waiting list."


def test_an_hour_of_another_day_than_the_start_has_its_day() -> None:
    post = evening(2, start=START + 26 * HOUR, closes=START + 3 * HOUR).one("entry")
    assert "Entry for round 1 closes: Thursday, 3 December, 22:00." in plain(post.text)


def test_the_log_tells_answers_calls_and_closing() -> None:
    shown = second_round().act(1, entry.join).act(2, entry.bye).act(2, entry.join).tick(3600).tick(3600)
    view = View(shown.t, shown.home, shown.now, words)
    told = [plain(line.what) for line in logbook.read(view, words("en"), shown.entries)]
    at = next(place for place, line in enumerate(told) if line.startswith("who is in for round 2 was asked"))
    assert told[at:] == [
        "who is in for round 2 was asked: until 00:00, start 01:00, to be played by Thursday, 10 December, 22:00",
        "Anna is in for round 2", "Boris misses round 2 (points: 0)", "Boris plays round 2 after all",
        "the group was told that round 2 needs one more",
        "the entry for round 2 closed", *(f"{name} misses round 2 (points: ½)" for name in ("Clara", "Dan", "Eve", "Fay"))]


def half(*about: object) -> list[Fact]:
    return weeks.late(*about, halves=1)              # type: ignore[arg-type]


def test_all_lists_of_a_large_club_fit_into_one_message() -> None:
    shown = calls(weekly(0, limit=160, rounds=9, byes=3))
    names = {MemberId(n): f"Konstantin Konstantinov {n}" for n in range(1, 181)}
    shown.home = replace(shown.home, names=names)
    for member in names:
        shown.act(Actor(member, Role.PERSON), entry.join)
    for member in range(1, 41):
        shown.act(member, weeks.late, halves=member % 2)
    assert plain(shown.one("entry").text).count(" more") == 4
    shown.tick(3 * 3600).approved()
    for game in shown.t.rounds[0].games:
        shown.says(game.board, Result.DRAW)
    calls(shown)
    for member in range(1, 121):
        shown.act(member, half if member < 41 else entry.bye if member < 81 else entry.join)
    assert plain(shown.one("vote/2").text).count(" more") >= 4
