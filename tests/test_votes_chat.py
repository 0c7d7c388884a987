"""In this week? in the chat: one tap to be in, late, half a point or out; the cut-off; a round a week."""

from __future__ import annotations

import pytest

from bot.sandbox import Message
from engine.calendar import DAY, Rhythm
from engine.model import Stage, Tournament
from tests.test_series_chat import Club

THURSDAYS = Rhythm(3, 19 * 60, DAY, 60)
"""19:00, entry from the evening before, until an hour before."""


async def running(club: Club) -> Tournament:
    row, = await club.live()
    return await club.app.store.ledger.tournament(row.code)


async def toast(club: Club, who: int, post: Message, label: str) -> str:
    return (await club.players[who].taps(post, label)).text


@pytest.mark.usefixtures("databases")
async def test_an_evening_of_a_series_from_the_first_tap_to_the_draft() -> None:
    async with Club(8, speed=60) as club:
        await club.has_series(THURSDAYS, system="dutch", rounds="3", byes="1", limit="6")
        await club.goes_to("2026-11-11 19:01")
        post = await club.group.sees("In this week?", buttons=["Join", "Late", "Half-point bye", "Leave"])
        assert await toast(club, 0, post, "Join") == "You are in, 1/6"
        assert await toast(club, 0, post, "Join") == "You are in already, 1/6"
        assert await toast(club, 1, post, "Late") == "Noted: you come later and are in from round 2"
        assert "a half-point bye for round 1" in await toast(club, 2, post, "Half-point bye")
        for who in (3, 4, 5):
            await club.players[who].taps(post, "Join")
        assert "number 1 on the waiting list" in await toast(club, 6, post, "Join")
        await club.rests()
        assert "From round 2 (1): Boris" in post.text and "Half-point bye (1): Clara" in post.text
        assert "Waiting list: 1. Greta" in post.text
        await club.players[3].taps(post, "Leave")
        await club.players[6].sees("moved up from the waiting list")
        assert await toast(club, 1, post, "Join") == "You are in, 6/6"
        await club.goes_to("2026-11-12 17:01")
        call = await club.group.sees("5 are in: one more is needed", buttons=["Join"])
        assert await toast(club, 2, call, "Join") == "You are in, 6/6"
        await club.rests()
        assert call.text == "6 are in: everybody has an opponent." and call.buttons == []
        await club.goes_to("2026-11-12 18:01")
        assert "Entry for round 1 is over; who joins now plays from round 2." in post.text
        await club.players[2].taps(post, "Leave")
        assert await toast(club, 7, post, "Join") == "You are in from round 2, 6/6"
        await club.goes_to("2026-11-12 19:01")
        draft = await club.olga.sees(buttons=["Approve"])
        assert "Henry" in draft.text and (await running(club)).stage is Stage.PLAYING
        assert club.sandbox.journal.refused() == []


@pytest.mark.usefixtures("databases")
async def test_a_week_goes_by_vote_cut_off_draw_and_deadline() -> None:
    async with Club(6, speed=60) as club:
        await club.has_series(THURSDAYS, system="dutch", rounds="3", byes="1", pace="weekly")
        await club.goes_to("2026-11-11 19:01")
        post = await club.group.sees("In this week?", buttons=["Join"])
        for player in club.players:
            assert "You are in for round 1" in (await player.taps(post, "Join")).text
        await club.goes_to("2026-11-12 19:01")
        round_post = await club.approves()
        assert "To be played by Thursday, 19 November, 19:00." in round_post.text
        await club.players[0].sees("To be played by Thursday, 19 November")
        await club.plays()
        assert (await running(club)).draft is None
        await club.goes_to("2026-11-18 19:01")
        vote = await club.group.sees("Round 2 of 3: in this week?", buttons=["Join", "Late", "Half-point bye", "Leave"])
        assert club.group.pinned == [post, vote]                         # the newest is on top
        assert await toast(club, 0, vote, "Join") == "You are in for round 2. In: 1"
        assert await toast(club, 1, vote, "Join") == "You are in for round 2. In: 2"
        assert "half-point bye for round 2" in await toast(club, 2, vote, "Half-point bye")
        assert await toast(club, 3, vote, "Leave") == "Noted: you miss round 2 (points: 0)"
        assert "a half-point bye" in await toast(club, 2, vote, "Half-point bye")
        assert await toast(club, 4, vote, "Late") == "Noted: you come later and are in from round 3"
        await club.rests()
        assert "In (2): Anna, Boris" in vote.text and "No answer yet (1): Fedor" in vote.text
        asked = await club.players[5].writes("/me")
        mine = await club.players[5].sees("Round 2: you have not said yet whether you are in.", buttons=["Join"],
                                          after=asked)
        await club.players[5].taps(mine, "Join")
        await club.rests()
        assert "Round 2: you are in." in mine.text
        await club.players[5].taps(mine, "Bye")
        await club.rests()
        assert "Round 2: you are not in." in mine.text
        await club.goes_to("2026-11-19 18:01")
        assert vote.text.startswith("Round 2: the vote is over.") and vote.buttons == []
        assert club.group.pinned == [post]
        told = await club.players[3].forges(vote, f"join:{(await running(club)).code}")
        assert told.text == "Too late: the entry for round 2 is over. A judge can still let you in"
        await club.goes_to("2026-11-19 19:01")
        await club.approves()
        posted = (await running(club)).rounds[-1]
        assert len(posted.games) == 1 and sorted(posted.byes.values()) == [0, 0, 0, 1]
        assert club.sandbox.journal.refused() == []


async def test_a_vote_that_is_open_when_the_right_to_pin_comes_is_pinned_above_the_entry_post() -> None:
    async with Club(2, speed=60) as club:
        await club.group.add_bot(club.olga, admin=True, can_pin=False)
        await club.has_series(THURSDAYS, system="individual", rounds="3", pace="weekly")
        await club.goes_to("2026-11-11 19:01")
        post = await club.group.sees("In this week?", buttons=["Join"])
        for player in club.players:
            await player.taps(post, "Join")
        await club.goes_to("2026-11-12 19:01")
        await club.approves()
        await club.plays()
        await club.goes_to("2026-11-18 19:01")
        vote = await club.group.sees("Round 2 of 3: in this week?", buttons=["Join"])
        assert club.group.pinned == []
        await club.group.add_bot(club.olga, admin=True, can_pin=True)
        await club.sandbox.until(lambda: club.group.pinned == [post, vote])


async def test_one_round_a_week_to_the_end_of_the_season_by_approvals_only() -> None:
    """Complaint C31 in short: three weeks, who is in differs, one joins in the last."""
    async with Club(6, speed=60) as club:
        await club.has_series(THURSDAYS, system="individual", rounds="3", pace="weekly")
        late = club.players[5]
        for week, out in enumerate(({4}, {0}, {1, 2})):
            day = 11 + 7 * week
            await club.goes_to(f"2026-11-{day} 19:01")
            vote = await club.group.sees("in this week?" if week else "In this week?", buttons=["Join"])
            for who, player in enumerate(club.players):
                if who not in out and (player is not late or week == 2):
                    await player.taps(vote, "Join")
            await club.goes_to(f"2026-11-{day + 1} 19:01")
            await club.approves()
            posted = (await running(club)).rounds[-1]
            assert 2 * len(posted.games) + (posted.pab is not None) == 4
            await club.plays()
        await club.group.sees("Final table")
        assert await club.live() == []
        assert club.sandbox.journal.refused() == []


async def test_a_judge_sees_when_a_week_is_drawn_and_need_not_wait() -> None:
    async with Club(4, speed=60) as club:
        await club.has_series(THURSDAYS, system="individual", rounds="3", pace="weekly")
        await club.goes_to("2026-11-11 19:01")
        post = await club.group.sees("In this week?", buttons=["Join"])
        for player in club.players:
            await player.taps(post, "Join")
        await club.goes_to("2026-11-12 19:01")
        await club.approves()
        await club.plays()
        asked = await club.olga.writes("/draft")
        await club.olga.sees("Nobody has been asked yet who is in for round 2", after=asked)
        await club.goes_to("2026-11-18 19:01")
        asked = await club.players[0].writes("/help")
        await club.players[0].sees("Round 2: say in the group whether you are in this week", after=asked)
        asked = await club.players[0].writes("/help rules")
        await club.players[0].sees("Silence is a round missed by notice: 0 points", after=asked)
        asked = await club.olga.writes("/guest Walter")
        await club.olga.sees("Walter", after=asked)
        asked = await club.olga.writes("/settings")
        card = await club.olga.sees("Pace: one round a week", buttons=["Players"], after=asked)
        await club.presses(card, "Players")
        david = next(label for row in card.buttons for label in row if "David" in label)
        await club.presses(card, david, "In for round 2")
        assert "David is in for round 2" in card.text
        for player in club.players[:3]:
            await player.writes("/join")
        asked = await club.olga.writes("/draft")
        card = await club.olga.sees("Round 2 is drawn at its start: Thursday, 19 November, 19:00", after=asked)
        assert (await club.olga.taps(card, "Begin")).text == "Entry for round 2 is over: it is being drawn"
        await club.approves()
        assert len((await running(club)).rounds) == 2
        assert club.sandbox.journal.refused() == []


async def test_the_hour_at_which_entry_closes_is_a_setting() -> None:
    async with Club(4, speed=60) as club:
        await club.rests()
        await club.olga.types(club.group, "/new rounds=3 start=21:00 closes=20:30 Thursday")
        card = await club.olga.sees("Entry closes: Thursday, 5 November, 20:30", buttons=["Open entry"])
        await club.olga.taps(card, "Open entry")
        post = await club.group.sees("Entry for round 1 closes: 20:30", buttons=["Join"])
        asked = await club.olga.writes("/settings")
        card = await club.olga.sees(buttons=["More"], after=asked)
        await club.presses(card, "More", "Entry closes: Thursday, 5 November, 20:30", "Thursday, 5 November, 20:45")
        await club.rests()
        assert "Entry for round 1 closes: 20:45" in post.text
        await club.olga.types(club.group, "/new pace=weekly")
        await club.olga.sees("One round a week is set in /series")


@pytest.mark.usefixtures("databases")
async def test_a_bot_that_was_away_at_the_start_asks_the_judges_first() -> None:
    async with Club(4, speed=60) as club:
        await club.has_series(THURSDAYS, system="individual", rounds="2")
        await club.goes_to("2026-11-11 19:01")
        post = await club.group.sees("In this week?", buttons=["Join"])
        for player in club.players:
            await player.taps(post, "Join")
        await club.rests()
        await club.stops()
        club.time.jump(26.5 * 3600)
        await club.starts()
        await club.rests()
        card = await club.olga.sees("The start was missed: Thursday, 12 November, 19:00", buttons=["Begin", "Cancel event"])
        assert (await running(club)).stage is Stage.ENTRY
        await club.olga.taps(card, "Begin")
        await club.approves()
        assert card.buttons == [] and (await running(club)).stage is Stage.PLAYING
