"""Can a judge swap two players of a draft in five taps, and does he hear what it would break?"""

from __future__ import annotations

from engine.model import MemberId
from tests.evening import Evening
from tests.test_judging_chat import card, drafted, name

Pairs = tuple[tuple[MemberId, MemberId], ...]


async def test_swap_takes_five_taps_and_players_see_the_reason() -> None:
    async with Evening(6) as evening:
        await drafted(evening)
        before = (await evening.tournament()).draft
        assert before is not None
        (a, _), (b, _) = before.pairs[0], before.pairs[1]
        first = await card(evening.olga, "Swap")
        await evening.olga.taps(first, "Swap")                                         # 1
        menu = await evening.olga.sees("Who changes places?")
        assert [len(row) for row in menu.buttons[:3]] == [2, 2, 2]
        await evening.olga.taps(menu, await name(evening, a))                          # 2
        assert f"{await name(evening, a)} changes places with whom?" in menu.text
        await evening.olga.taps(menu, await name(evening, b))                          # 3
        assert "Why? Players will see the reason." in menu.text
        await evening.olga.taps(menu, "A mistake")                                     # 4
        yes = next(key.data for key in menu.all_buttons() if key.text == "Yes")
        toast = await evening.olga.taps(menu, "Yes")                                   # 5
        again = await evening.olga.forges(menu, yes or "")                             # a second tap does nothing
        assert again.text.startswith(toast.text) and "Done before: Olga" in again.text
        assert toast.text == f"{await name(evening, a)} and {await name(evening, b)} change places"
        await evening.rests()
        assert menu.buttons == [["Undo"]]
        after = (await evening.tournament()).draft
        assert after is not None and after.pairs[0][0] == b and after.pairs[1][0] == a
        post = await evening.approves()
        assert "change places (Olga; a mistake)" in post.text


async def test_swap_can_be_typed() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        before = (await evening.tournament()).draft
        assert before is not None
        a, b = before.pairs[0][0], before.pairs[1][1]
        await evening.olga.types(evening.group, f"/swap {await name(evening, a)} {await name(evening, b)}")
        menu = await evening.olga.sees("Why? Players will see the reason.")
        await evening.olga.taps(menu, "The regulations")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        after = (await evening.tournament()).draft
        assert after is not None and after.pairs[0][0] == b


async def test_a_swap_that_makes_a_rematch_is_refused_before_anything_is_asked() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        t = await evening.tournament()
        assert t.draft is not None
        met = {frozenset(game.players) for game in t.rounds[0].games}
        (_, b1), (w2, b2) = t.draft.pairs
        # of the two other ways to pair four players one was round 1
        bad, = [other for other in (w2, b2)
                if met & {frozenset(pair) for pair in swapped(t.draft.pairs, b1, other)}]
        await evening.olga.taps(await card(evening.olga, "Swap"), "Swap")
        menu = await evening.olga.sees("Who changes places?")
        await evening.olga.taps(menu, await name(evening, b1))
        toast = await evening.olga.taps(menu, await name(evening, bad))
        assert "have met already" in toast.text
        assert "changes places with whom?" in menu.text                 # and another can be chosen


def swapped(pairs: Pairs, a: MemberId, b: MemberId) -> Pairs:
    other = {a: b, b: a}
    return tuple((other.get(white, white), other.get(black, black)) for white, black in pairs)


async def test_a_swap_of_an_old_draft_is_out_of_date() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        old = (await evening.tournament()).draft
        shown = await card(evening.olga, "Swap")
        await evening.olga.taps(shown, "Swap")
        menu = await evening.olga.sees("Who changes places?")
        await evening.olga.types(evening.group, "/guest Walter")
        await evening.rests()
        evening.time.jump(15)
        await evening.rests()
        new = (await evening.tournament()).draft
        assert old is not None and new is not None and old.seq != new.seq
        toast = await evening.olga.taps(menu, await name(evening, old.pairs[0][0]))
        assert toast.text.startswith("This draft is out of date")


async def test_the_bye_is_swapped_with_a_warning_for_a_second_one() -> None:
    async with Evening(5, rounds=4) as evening:
        await evening.begins()
        await evening.plays()
        t = await evening.tournament()
        had = t.rounds[0].pab
        assert t.draft is not None and t.draft.pab is not None and had is not None
        shown = await card(evening.olga, "Swap")
        await evening.olga.taps(shown, "Swap")
        menu = await evening.olga.sees("Who changes places?")
        await evening.olga.taps(menu, await name(evening, t.draft.pab))
        await evening.olga.taps(menu, await name(evening, had))
        assert f"{await name(evening, had)} has had a win without play already" in menu.text
        await evening.olga.taps(menu, "Another reason")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        after = (await evening.tournament()).draft
        assert after is not None and after.pab == had
