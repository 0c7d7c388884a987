"""One person entered twice, as a guest and with an account: does one step make it one player, and undo two again?"""

from __future__ import annotations

import pytest

from engine import entry, fold, judging, play
from engine.judging.merging import merge
from engine.judging.undoing import goes_along
from engine.model import Claim, MemberId, Refused, Result
from engine.standings import standings
from tests.evening import Evening
from tests.table import JUDGE, Table

pytestmark = pytest.mark.usefixtures("databases")

GUEST, ACCOUNT = MemberId(9), MemberId(8)


def table(**settings: object) -> Table:
    """Four play, and the guest 9; round 1 is decided but for his board. Then 8 joins, who is the same."""
    table = Table(4, rounds=3, **settings)
    table.judge(entry.enter, GUEST, guest=True)
    table.judge(entry.enter, MemberId(10), guest=True)
    table.begins()
    table.joins(int(ACCOUNT), 1700)
    return table


def test_everything_of_the_guest_is_the_accounts_and_undo_parts_them_again() -> None:
    room = table()
    game = room.t.rounds[0].game_of(GUEST)
    assert game is not None
    number = room.t.players[GUEST].number
    before = room.t
    room.judge(merge, GUEST, ACCOUNT)
    t = room.t
    assert GUEST not in t.players and t.players[ACCOUNT].number == number and not t.players[ACCOUNT].guest
    assert t.players[ACCOUNT].rating == 1700 and t.players[ACCOUNT].first_round == 1
    mine = t.rounds[0].game_of(ACCOUNT)
    assert mine is not None and (mine.board, mine.seq) == (game.board, game.seq)
    room.player(int(ACCOUNT), play.report, Claim.WON)                       # with his own phone now
    room.plays_round(lambda game: Result.WHITE_WON)
    room.passes()
    assert room.t.draft is not None and ACCOUNT in room.t.draft.order
    assert len(standings(room.t)) == 6
    step = next(e.seq for e in room.entries if type(e.fact).__name__ == "Merged")
    along = goes_along(room.entries, step)
    room.judge(judging.undo, entries=tuple(room.entries), step=step, along=along)
    assert {GUEST, ACCOUNT} <= room.t.players.keys()
    again = room.t.rounds[0].game_of(GUEST)
    assert again is not None and again.players == game.players and before.players.keys() == room.t.players.keys()
    assert fold.replay("TEST", room.entries) == room.t


def test_before_round_1_the_earlier_place_is_kept_and_orders_follow() -> None:
    room = Table(3, rounds=3, limit=8)
    room.judge(entry.enter, GUEST, guest=True)
    room.judge(judging.forbid, MemberId(1), GUEST, "never")
    room.joins(8)
    queued = room.t.players[GUEST].queued
    room.judge(merge, ACCOUNT, GUEST)
    assert room.t.players[ACCOUNT].queued == queued and GUEST not in room.t.players
    assert [ban.players for ban in room.t.bans] == [{MemberId(1), ACCOUNT}]
    room.judge(judging.begin)
    room.passes()
    draft = room.t.draft
    assert draft is not None and not any({1, ACCOUNT} == {*pair} for pair in draft.pairs)


def test_two_people_are_never_made_one() -> None:
    room = table()
    for pair, code in (((1, 2), "two_accounts"), ((9, 10), "both_played"), ((9, 1), "both_played"),
                       ((9, 9), "same_player"), ((9, 77), "unknown_player")):
        with pytest.raises(Refused, match=code):
            merge(room.t, JUDGE, MemberId(pair[0]), MemberId(pair[1]))


async def test_a_judge_makes_two_entries_one_in_the_chat() -> None:
    async with Evening(4, speed=60) as evening:
        late = evening.players.pop()                                        # David
        await evening.enters()
        await evening.olga.writes("/guest Davit")
        await evening.rests()
        asked = [m for m in evening.olga.reads() if "Somebody else" in str(m.buttons)]
        if asked:
            await evening.olga.taps(asked[-1], "Somebody else")
        await evening.olga.writes("/begin")
        await evening.approves()
        await late.taps(await evening.group.sees(buttons=["Join"]), "Join")
        await evening.rests()
        await evening.olga.writes("/remove #1")                             # any way to a player's card
        await evening.rests()
        t = await evening.tournament()
        guest = next(p for p in t.players.values() if p.guest)
        account = next(p for p in t.players.values() if p.number is None)
        card = await evening.olga.sees()
        await evening.olga.forges(card, f"person:{t.code}:{guest.id}")
        await evening.rests()
        menu = await evening.olga.sees(buttons=["Same person as"])
        await evening.olga.taps(menu, "Same person as")
        assert menu.buttons[0] == [late.name], "the similar name first"
        await evening.olga.taps(menu, late.name)
        assert f"become one player, {late.name}" in menu.text and "Start number" in menu.text
        assert (await evening.olga.taps(menu, "Yes")).text == f"Davit and {late.name} are one player now: {late.name}"
        await evening.rests()
        line = await late.sees("Round 1, board", buttons=["I won"])
        assert (await late.taps(line, "I won")).text.startswith("Reported:")
        post = await evening.group.sees("Round 1 of")
        assert late.name in post.text and "Davit" not in post.text
        said = await evening.olga.writes(f"/log {late.name}")
        assert "are one person, entered as" in (await evening.olga.sees("Log", after=said)).text
        await evening.olga.taps(menu, "Undo")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        t = await evening.tournament()
        assert {guest.id, account.id} <= t.players.keys()
        assert evening.sandbox.journal.refused() == []
