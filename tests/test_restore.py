"""Is a copy of a running bot one moment of it, and does the evening go on from it on a fresh machine?"""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.model import Stage
from storage.__main__ import main
from tests.evening import Evening
from tests.memory import url


async def storage(where: str, *command: str) -> int:
    """`python -m storage …` beside the bot."""
    return await asyncio.to_thread(main, list(command), where)


async def test_copies_made_while_everybody_taps_are_whole(tmp_path: Path) -> None:
    async with Evening(16, speed=60) as evening:
        post = await evening.opens()
        taps = [player.tap(post, "Join") for player in evening.players]
        for number in range(4):
            assert await storage(evening.url, "backup", str(tmp_path / f"{number}.db")) == 0
        for tap in taps:
            assert (await tap.toast()).text
        for number in range(4):
            assert await storage(url(tmp_path / f"{number}.db"), "check") == 0


async def test_a_copy_made_in_mid_round_goes_on_in_a_fresh_folder(tmp_path: Path) -> None:
    async with Evening(4, speed=60, rounds=2) as evening:
        first = await evening.begins()
        await evening.says(1, "1-0")
        game = await evening.game(2)
        await (await evening.person(game.white)).taps(first, "Draw")
        await evening.rests()
        then, shown = await evening.tournament(), first.text
        copy = tmp_path / "fresh.db"
        assert await storage(evening.url, "backup", str(copy)) == 0
        await evening.stops()                                       # and that machine is never seen again
        evening.url = url(copy)
        await evening.starts()
        assert await evening.tournament() == then
        await evening.rests()
        assert first.text == shown and sum("Round 1 of 2 ·" in post.text for post in evening.group.posts) == 1
        await (await evening.person(game.black)).taps(first, "Draw")
        await evening.approves()
        await evening.plays()
        final = await evening.group.sees("Final table")
        assert all(player.name in final.text for player in evening.players)
        assert (await evening.tournament()).stage is Stage.FINISHED
        assert not [post for post in evening.group.posts if post.text.startswith("↻")]
