"""Does a whole evening in chat give the pairs and byes of a tournament that approved programs paired?"""

from __future__ import annotations

import asyncio

import pytest

from engine.model import Player, Result, Round, Stage, Standing
from engine.report import Report
from tests import dutch_file
from tests.evening import NAMES, Evening

PEOPLE = (*NAMES, "Quentin", "Rosa", "Stepan", "Tamara", "Ursula")
"""In the order of the alphabet: equal ratings keep the order of the file."""

WORDS = {Result.WHITE_WON: "1-0", Result.DRAW: "½-½", Result.BLACK_WON: "0-1", Result.BOTH_LOST: "0-0",
         Result.WHITE_BY_FORFEIT: "+/-", Result.BLACK_BY_FORFEIT: "-/+", Result.NOBODY_CAME: "-/-"}


async def misses(evening: Evening, report: Report, played: dutch_file.Round) -> None:
    """Who will not play the round: for good by /remove, for once by /bye, with half a point or without."""
    for player, halves in played.missing.items():
        name, gone = PEOPLE[player - 1], (await member(evening, player)).standing is not Standing.IN
        last = all((later := report.players[player].cell(number)) is None or later.code == "Z"
                   for number in range(played.number, report.paired + 1))
        if last and played.number > 1 and not gone:
            await evening.olga.writes(f"/remove {name}")
            await evening.olga.sees(f"{name} is out")
        elif not gone:
            sent = await evening.olga.writes(f"/bye {name} r{played.number}{' ½' if halves else ''}")
            told = await evening.olga.sees(name, after=sent)
            if any(key.text == "Yes" for key in told.all_buttons()):         # a draft waits, and would go
                await evening.olga.taps(told, "Yes")


async def member(evening: Evening, player: int) -> Player:
    """The player of this number in the file."""
    found, = await evening.app.store.members.by_name((await evening.row()).club, PEOPLE[player - 1])
    return (await evening.tournament()).players[found.id]


async def approved(evening: Evening, number: int) -> Round:
    """The round after Approve; a card that has just changed is looked at again."""
    async with asyncio.timeout(30):
        while True:
            evening.time.jump(20)
            await evening.rests()
            posted = (await evening.tournament()).round
            if posted is not None and posted.number == number:
                return posted
            card = await evening.olga.sees(f"Round {number}: draft", buttons=["Approve"])
            await evening.olga.taps(card, "Approve")


@pytest.mark.parametrize("name", ["0006", "0034", "0054"])
async def test_an_evening_in_chat_has_the_pairs_of_the_file(name: str) -> None:
    report = dutch_file.read(name)
    rounds = dutch_file.rounds(report)
    settings = {"system": "dutch", "rounds": len(rounds), "byes": 2, "colour": dutch_file.colour(report),
                "nudge": 0, "judges": 0}
    async with Evening(0, speed=60, **settings) as evening:
        await evening.opens()
        people = [f"{PEOPLE[number - 1]} {player.rating}" for number, player in report.players.items()]
        await evening.olga.writes("/guest " + "\n".join(reversed(people)))
        await evening.rests()
        number = {(await member(evening, player)).id: player for player in report.players}
        await misses(evening, report, rounds[0])
        await evening.olga.writes("/begin")
        for played, following in zip(rounds, [*rounds[1:], None], strict=True):
            posted = await approved(evening, played.number)
            pairs = {(number[game.white], number[game.black]) for game in posted.games}
            assert pairs == played.results.keys()
            assert posted.pab == (played.bye and next(id for id, n in number.items() if n == played.bye))
            for game in posted.games:
                result = WORDS[played.results[number[game.white], number[game.black]]]
                await evening.olga.writes(f"/rule {game.board} {result}")
            await evening.rests()
            if following is not None:
                await misses(evening, report, following)
        await evening.rests()
        assert (await evening.tournament()).stage is Stage.FINISHED
        assert "FIDE Handbook C.04.3 (2026)" in evening.group.posts[-1].text
        assert evening.sandbox.journal.refused() == []
