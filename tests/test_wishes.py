"""Is everybody told what he wishes to be told, where and when; and nothing of what is over? (complaint E13)"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.notices import next_moment, wanted
from bot.notices.notice import Notice
from bot.notices.reminders import hushed, reminded_at, softened
from bot.texts import Safe, plain, words
from engine import entry, judging, play
from engine.model import Claim, MemberId, Result
from storage import personal
from storage.people import Wishes
from tests.memory import hall
from tests.noticed import GROUP, JUDGE, START, Evening, data
from tests.test_vote_notices import second_round

NIGHT, BERLIN = Wishes(quiet=(22, 8)), "Europe/Berlin"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(("quiet", "hour", "is_quiet"), [
    ((22, 8), 21, False), ((22, 8), 22, True), ((22, 8), 0, True), ((22, 8), 7, True), ((22, 8), 8, False),
    ((1, 5), 0, False), ((1, 5), 1, True), ((1, 5), 5, False), (None, 3, False)])
def test_quiet_hours_are_of_the_clubs_clock(quiet: tuple[int, int] | None, hour: int, is_quiet: bool) -> None:
    moment = at("2026-12-03 23:30") + timedelta(hours=hour)                       # in Berlin half past `hour`
    assert hushed(Wishes(quiet=quiet), moment, BERLIN) is is_quiet


@pytest.mark.parametrize(("wishes", "start", "told"), [
    (Wishes(lead=60), "2026-12-03 18:00", "2026-12-03 17:00"),
    (Wishes(lead=1440), "2026-12-03 18:00", "2026-12-02 18:00"),
    (Wishes(), "2026-12-03 18:00", None),
    (Wishes("group", 60), "2026-12-03 18:00", None),
    (Wishes("none", 60), "2026-12-03 18:00", None),
    (Wishes("private", 15), "2026-12-03 18:00", "2026-12-03 17:45"),
    (replace(NIGHT, lead=60), "2026-12-03 07:30", "2026-12-03 07:00"),             # half past 7 there: at 8
    (replace(NIGHT, lead=60), "2026-12-03 07:00", None),                           # begins when the quiet ends
    (replace(NIGHT, lead=60), "2026-12-03 21:30", "2026-12-03 20:30"),             # half past 9 is not quiet yet
    (replace(NIGHT, lead=60), "2026-12-03 22:30", None),                           # quiet until it has begun
    (replace(NIGHT, lead=1440), "2026-12-04 22:00", "2026-12-04 07:00"),           # 23:00 the day before: at 8
    (Wishes(lead=60, quiet=(0, 3)), "2026-03-29 02:00", "2026-03-29 01:00"),       # the night has no hour from 2 to 3
    (Wishes(lead=1440, quiet=(1, 4)), "2026-10-26 01:30", "2026-10-25 03:00"),     # and this one has it twice
])
def test_when_somebody_is_reminded(wishes: Wishes, start: str, told: str | None) -> None:
    assert reminded_at(wishes, at(start), BERLIN) == (told and at(told))


def wishing(players: int = 4, *, unreachable: int | None = None, **wishes: Wishes) -> Evening:
    """An evening; `p2=Wishes(…)` are those of player 2."""
    evening = Evening(players, rounds=3)
    reachable = evening.home.reachable - {MemberId(unreachable)} if unreachable else evening.home.reachable
    evening.home = replace(evening.home, reachable=reachable,
                           wishes={1000 + int(name[1:]): it for name, it in wishes.items()})
    return evening


def private_of(evening: Evening, number: int) -> dict[str, bool]:
    """Keys of what a player sees in private, and whether it is silent."""
    return {key: notice.silent for key, notice in evening.shows().items() if notice.chat == 1000 + number}


def mentioned(evening: Evening) -> set[int]:
    first = next(notice for key, notice in evening.shows().items() if key.startswith("round/")).first or ""
    return {number for number in range(1, 9) if f"tg://user?id={1000 + number}" in first}


def test_lines_and_mentions_are_as_chosen() -> None:
    evening = wishing(8, unreachable=5, p2=Wishes("group"), p3=Wishes("none"), p4=Wishes("private")).starts()
    lined = {number for number in range(1, 9) if private_of(evening, number)}
    assert lined == {1, 4, 6, 7, 8} and mentioned(evening) == {2, 5}
    post = next(notice for key, notice in evening.shows().items() if key.startswith("round/"))
    assert plain(Safe(post.first or "")).splitlines()[-2:] == [
        "Your boards are above: Boris", "Please press “Private messages”, I cannot write to you: Eve"]
    evening = wishing(8, unreachable=4, p4=Wishes("private")).starts()
    assert mentioned(evening) == set(), "who wishes private only is never mentioned"


@pytest.mark.parametrize("way", ["group", "none"])
def test_what_asks_for_a_decision_comes_all_the_same_without_a_sound(way: str) -> None:
    evening = wishing(4, p2=Wishes(way)).starts()
    game = next(game for game in evening.t.rounds[0].games if 2 in game.players)
    rival = game.opponent_of(MemberId(2))
    evening.act(rival, play.report, Claim.WON)
    (key, silent), = private_of(evening, 2).items()
    assert key.startswith("ask/1.") and silent
    evening.act(JUDGE, judging.remove, MemberId(2), board="open")
    assert private_of(evening, 2).get("removed/2") is True
    assert not any(private_of(evening, rival).values())


def test_a_corrected_result_too() -> None:
    evening = wishing(4, p2=Wishes("none")).starts()
    game = next(game for game in evening.t.rounds[0].games if 2 in game.players)
    evening.says(game.board, Result.DRAW)
    evening.act(JUDGE, judging.rule, 1, game.white, Result.WHITE_WON)
    (key, silent), = private_of(evening, 2).items()
    assert key.startswith("corrected/1.") and silent
    assert [silent for key, silent in private_of(evening, game.opponent_of(MemberId(2))).items()
            if key.startswith("corrected/")] == [False]


def test_in_quiet_hours_only_the_private_chat_of_who_wishes_it_is_silent() -> None:
    evening = wishing(4, p2=Wishes(quiet=(18, 23))).starts()                 # 19:00 in Berlin
    shown = list(evening.shows().values())
    assert {notice.chat for notice in shown if notice.silent} == {1002}
    assert all(notice.silent for notice in shown if notice.chat == 1002)
    assert not any(notice.silent for notice in shown if notice.chat == GROUP)
    evening.now += timedelta(hours=4)
    assert not any(notice.silent for notice in evening.shows().values())


def test_a_reminder_is_of_what_is_ahead_and_goes_with_the_start() -> None:
    start = START + timedelta(hours=2)
    evening = wishing(6, p1=Wishes(lead=60), p2=Wishes(lead=15), p3=Wishes("group", 60))
    evening.act(JUDGE, judging.change, "start", start.isoformat())
    assert evening.t.settings.start == start
    assert next_moment(evening.t, evening.home, evening.now) == start - timedelta(hours=1)
    assert not any(key.startswith("remind/") for key in evening.shows())
    evening.now = start - timedelta(hours=1)
    reminder = evening.one("remind/")
    assert reminder.key == f"remind/{int(start.timestamp())}/1" and reminder.chat == 1001
    assert "Thursday, 3 December, 21:00" in reminder.text
    assert next_moment(evening.t, evening.home, evening.now) == start - timedelta(minutes=15)
    evening.now = start - timedelta(minutes=15)
    assert {key.split("/")[-1] for key in evening.shows() if key.startswith("remind/")} == {"1", "2"}
    evening.act(1, entry.leave)
    assert {key.split("/")[-1] for key in evening.shows() if key.startswith("remind/")} == {"2"}
    evening.now = start
    assert not any(notice.key.startswith("remind/") for notice in wanted(evening.t, evening.home, evening.now, words))
    evening.tick(60)
    assert evening.farewell(reminder.key) == "The hour of the start is past."


def test_nobody_on_the_waiting_list_is_reminded() -> None:
    evening = Evening(3, rounds=3, limit=2, start=START + timedelta(minutes=30))
    evening.home = replace(evening.home, wishes=dict.fromkeys((1001, 1002, 1003), Wishes(lead=60)))
    assert {key.split("/")[-1] for key in evening.shows() if key.startswith("remind/")} == {"1", "2"}



def test_a_round_of_the_week_is_reminded_of_to_who_is_in_for_it() -> None:
    evening = second_round(6)
    evening.home = replace(evening.home, wishes=dict.fromkeys((1001, 1002, 1003), Wishes(lead=60)))
    evening.act(1, entry.join).act(2, entry.bye, round=2)                      # 3 has not said anything
    start = evening.now + timedelta(hours=3)
    assert next_moment(evening.t, evening.home, start - timedelta(hours=1, minutes=5)) == start - timedelta(hours=1)
    evening.now = start - timedelta(hours=1)
    reminder = evening.one("remind/")
    assert reminder.chat == 1001 and "round 2" in reminder.text and data(reminder, "Leave") == "bye:KX4T:2:0"
    evening.act(1, entry.bye, round=2)
    assert evening.farewell(reminder.key) == "This message is out of date."


@pytest.mark.usefixtures("databases")
async def test_wishes_are_kept_handed_over_and_forgotten() -> None:
    async with hall(players=1) as room:
        people = room.store.people
        assert (await people.persons([9001]))[9001].wishes == Wishes()
        await people.set_wishes(9001, Wishes("group", 60, (22, 8)))
        await people.seen(9001, "Another", None, "en")
        assert (await people.persons([9001]))[9001].wishes == Wishes("group", 60, (22, 8))
        told = (await personal.about(room.store.database, 9001))["person"][0]
        assert (told["told"], told["remind"], told["quiet_from"], told["quiet_until"]) == ("group", 60, 22, 8)
        await people.set_wishes(9001, Wishes())
        assert (await people.persons([9001]))[9001].wishes == Wishes()
        await people.set_wishes(9001, Wishes("none"))
        await people.forget(9001)
        assert (await people.seen(9001, "Again", None, "en")).wishes == Wishes()


def test_the_same_for_whatever_else_a_club_shows() -> None:
    evening = wishing(2, p2=Wishes(quiet=(18, 23)))
    told = softened(evening.home, START, [Notice("trouble/1@2", 1002, "…"), Notice("trouble/1@1", 1001, "…")])
    assert [notice.silent for notice in told] == [True, False]
