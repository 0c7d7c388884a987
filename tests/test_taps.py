"""Does what people do in the middle of an evening take no more taps than the product promises (section 5)?

Every act is played with a thumb that counts; typed is only the command that calls the menu up.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.sandbox import Message, Person
from engine.model import Result, Standing
from tests.evening import Evening
from tests.test_judging_chat import disagree, name


class Thumb:
    """Counts what is tapped with it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.taps = 0

    async def on(self, person: Person, shown: Message, *labels: str) -> None:
        """One tap after the other on the same message."""
        for label in labels:
            self.taps += 1
            await person.taps(shown, label)
            await self.evening.rests()


Act = Callable[[Evening, Thumb], Awaitable[None]]


async def menu(evening: Evening, command: str, *buttons: str) -> Message:
    sent = await evening.olga.writes(command)
    return await evening.olga.sees(buttons=buttons, after=sent)


async def swap(evening: Evening, thumb: Thumb) -> None:
    await evening.plays()
    draft = (await evening.tournament()).draft
    assert draft is not None
    card = await evening.olga.sees("Round 2: draft", buttons=["Swap"])
    await thumb.on(evening.olga, card, "Swap")
    first, second = [await name(evening, pair[0]) for pair in draft.pairs[:2]]
    asked = await evening.olga.sees("Who changes places?")
    await thumb.on(evening.olga, asked, first, second, "The regulations", "Yes")
    after = (await evening.tournament()).draft
    assert after is not None and after.changes[0].kind == "swap"


async def board_order(evening: Evening, thumb: Thumb) -> None:
    await evening.plays()
    draft = (await evening.tournament()).draft
    assert draft is not None
    card = await evening.olga.sees("Round 2: draft", buttons=["Swap"])
    await thumb.on(evening.olga, card, "Swap")
    asked = await evening.olga.sees("Who changes places?")
    await thumb.on(evening.olga, asked, "Board order", "3. ", "1", "The regulations")
    after = (await evening.tournament()).draft
    assert after is not None and after.pairs[0] == draft.pairs[2]


async def correction_of_an_earlier_round(evening: Evening, thumb: Thumb) -> None:
    await evening.plays()
    await evening.approves()
    shown = await menu(evening, "/rule", "Round 1 (3/3)")
    await thumb.on(evening.olga, shown, "Round 1 (3/3)", "1. ", "½-½ draw", "Yes")
    assert (await evening.tournament()).rounds[0].games[0].result is Result.DRAW


async def undo(evening: Evening, thumb: Thumb) -> None:
    shown = await menu(evening, "/rule 1 1-0", "Undo")
    await thumb.on(evening.olga, shown, "Undo", "Yes")
    assert (await evening.game(1)).result is None


async def no_show(evening: Evening, thumb: Thumb) -> None:
    white = await evening.person((await evening.game(1)).white)
    await thumb.on(white, await white.sees(buttons=["Not here"]), "Not here")
    evening.time.jump(601)
    await evening.rests()
    await thumb.on(evening.olga, await evening.olga.sees(buttons=["0 and out till back"]), "0 and out till back")
    assert (await evening.game(1)).result is Result.WHITE_BY_FORFEIT


async def conflict(evening: Evening, thumb: Thumb) -> None:
    await disagree(evening)
    await thumb.on(evening.olga, await evening.olga.sees(buttons=["½-½ Draw"]), "½-½ Draw")
    assert (await evening.game(1)).result is Result.DRAW


async def late_arrival(evening: Evening, thumb: Thumb) -> None:
    walter = evening.sandbox.person("Walter", started=True)
    await evening.group.add(walter)
    await thumb.on(walter, await evening.group.sees(buttons=["Join"]), "Join")
    free = (await evening.tournament()).rounds[0].pab
    assert free is not None
    card = await evening.olga.sees("Walter has come late")
    await thumb.on(evening.olga, card, f"Pair with {await name(evening, free)}")
    await evening.rests()
    assert (await evening.tournament()).rounds[0].pab is None


async def leaving(evening: Evening, thumb: Thumb) -> None:
    one = await evening.person((await evening.game(1)).white)
    await thumb.on(one, await one.sees(buttons=["My event"]), "My event")
    await thumb.on(one, await one.sees(buttons=["Leave: for good"]), "Leave: for good")
    await evening.rests()
    assert Standing.LEFT in {p.standing for p in (await evening.tournament()).players.values()}


async def report_and_confirm(evening: Evening, thumb: Thumb) -> None:
    white, black = [await evening.person(player) for player in (await evening.game(1)).players]
    await thumb.on(white, await white.sees(buttons=["I won"]), "I won")
    await evening.rests()
    await thumb.on(black, await black.sees(buttons=["Confirm"]), "Confirm")
    assert (await evening.game(1)).result is Result.WHITE_WON


async def remove_and_bring_back(evening: Evening, thumb: Thumb) -> None:
    await evening.plays()
    shown = await menu(evening, "/remove", "#1 ")
    await thumb.on(evening.olga, shown, "#1 ", "Undo", "Yes")
    assert {p.standing for p in (await evening.tournament()).players.values()} == {Standing.IN}


@pytest.mark.parametrize(("act", "players", "most"), [
    (swap, 6, 5), (board_order, 6, 5), (correction_of_an_earlier_round, 6, 4), (undo, 4, 2), (no_show, 4, 2),
    (conflict, 4, 1), (late_arrival, 5, 3), (leaving, 4, 2), (report_and_confirm, 4, 2), (remove_and_bring_back, 4, 3),
], ids=lambda value: value.__name__ if callable(value) else "")
async def test_no_more_taps_than_promised(act: Act, players: int, most: int) -> None:
    async with Evening(players) as evening:
        await evening.begins()
        thumb = Thumb(evening)
        await act(evening, thumb)
        assert 0 < thumb.taps <= most
