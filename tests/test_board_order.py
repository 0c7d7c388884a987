"""Can a judge put the boards of a draft in another order, and is it kept, told, and named when it no longer fits?"""

from __future__ import annotations

import pytest

from engine import entry, judging
from engine.model import MemberId, Refused
from engine.origin import origin
from tests.evening import Evening
from tests.table import JUDGE, Table
from tests.test_judging_chat import card, drafted, name


def waiting(players: int = 8) -> Table:
    table = Table(players, rounds=5)
    table.judge(judging.begin)
    table.passes(20)
    return table


def whites(table: Table) -> list[MemberId]:
    assert table.t.draft is not None
    return [white for white, _ in table.t.draft.pairs]


def order(table: Table, *boards: MemberId, reason: str = "regulations") -> None:
    assert table.t.draft is not None
    table.judge(judging.reorder, table.t.draft.seq, boards, reason=reason)
    table.passes(20)


def test_listed_boards_come_first_and_the_pairs_stay() -> None:
    table = waiting()
    assert table.t.draft is not None
    before, (a, b, c, d) = table.t.draft.pairs, whites(table)
    order(table, c, a)
    assert whites(table) == [c, a, b, d]
    assert set(table.t.draft.pairs) == set(before)
    table.approves()
    assert [game.white for game in table.t.rounds[0].games] == [c, a, b, d]
    assert [(x.kind, x.players, x.reason) for x in table.t.rounds[0].changes] == [("order", (c, a), "regulations")]


def test_a_swap_before_and_after_keeps_its_place_in_the_sequence() -> None:
    table = waiting()
    a, b, c, d = whites(table)
    order(table, c)
    assert table.t.draft is not None
    table.judge(judging.swap, table.t.draft.seq, c, a, reason="mistake", sure=True)
    table.passes(20)
    assert whites(table) == [a, c, b, d]
    assert table.t.draft is not None
    assert origin(table.t.code, table.entries, table.t.draft.seq) is not None, "the draft is explained"


def test_an_order_that_no_longer_fits_is_named() -> None:
    table = waiting()
    last = whites(table)[-1]
    order(table, last)
    table.player(last, entry.leave)
    table.passes(20)
    assert table.t.draft is not None
    assert [change.fits for change in table.t.draft.changes] == [False]
    assert last not in whites(table)


def test_undo_brings_the_old_order_back() -> None:
    table = waiting()
    before = whites(table)
    order(table, before[2])
    step = next(e.seq for e in table.entries if type(e.fact).__name__ == "Reordered")
    table.judge(judging.undo, entries=table.entries, step=step, along=judging.goes_along(table.entries, step))
    table.passes(20)
    assert whites(table) == before


def test_what_cannot_be_ordered_is_refused() -> None:
    table = waiting()
    assert table.t.draft is not None
    seq, (first, black) = table.t.draft.seq, table.t.draft.pairs[0]
    for boards, reason, code in (((black,), "x", "not_in_draft"), ((first, first), "x", "same_player"),
                                 ((whites(table)[1],), " ", "reason_needed")):
        with pytest.raises(Refused) as no:
            judging.reorder(table.t, JUDGE, seq, boards, reason=reason)
        assert no.value.code == code
    with pytest.raises(Refused) as no:
        judging.reorder(table.t, JUDGE, seq - 1, (first,), reason="x")
    assert no.value.code == "stale_draft"
    assert judging.reorder(table.t, JUDGE, seq, (first,), reason="x") == []


async def test_five_taps_and_the_players_see_it() -> None:
    async with Evening(8) as evening:
        await drafted(evening)
        before = (await evening.tournament()).draft
        assert before is not None
        white = await name(evening, before.pairs[3][0])
        shown = await card(evening.olga, "Swap")
        await evening.olga.taps(shown, "Swap")                                                  # 1
        menu = await evening.olga.sees("Who changes places?", buttons=["Board order"])
        await evening.olga.taps(menu, "Board order")                                            # 2
        await evening.olga.taps(menu, f"4. {white} – {await name(evening, before.pairs[3][1])}")  # 3
        assert "to which place?" in menu.text
        await evening.olga.taps(menu, "2")                                                      # 4
        assert "board 4 → board 2" in menu.text
        again = next(key.data for key in menu.all_buttons() if key.text == "A mistake")
        toast = await evening.olga.taps(menu, "A mistake")                                      # 5
        assert toast.text == f"Board of {white} moved to place 2"
        second = await evening.olga.forges(menu, again or "")
        assert "Done before: Olga" in second.text
        await evening.rests()
        after = (await evening.tournament()).draft
        a, b, c, d = before.pairs
        assert after is not None and after.pairs == (a, d, b, c)
        post = await evening.approves()
        assert "By hand: board order changed (Olga; a mistake)" in post.text


async def test_a_reason_of_ones_own_and_the_log() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        before = (await evening.tournament()).draft
        assert before is not None
        await evening.olga.taps(await card(evening.olga, "Swap"), "Swap")
        menu = await evening.olga.sees("Who changes places?")
        await evening.olga.taps(menu, "Board order")
        first, second = [await name(evening, player) for player in before.pairs[1]]
        await evening.olga.taps(menu, f"2. {first} – {second}")
        await evening.olga.taps(menu, "1")
        sent = await evening.olga.writes("the wheelchair cannot get round")
        assert await evening.olga.sees(f"Board of {first} moved to place 1", buttons=["Undo"], after=sent)
        await evening.rests()
        after = (await evening.tournament()).draft
        assert after is not None and after.pairs == before.pairs[::-1]
        sent = await evening.olga.writes("/log")
        assert await evening.olga.sees("board order changed, White from board 1 on", after=sent)
