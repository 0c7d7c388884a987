"""Does a picture know of everything it tells who has written it, whatever is written while it is made?"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import surroundings
from bot.surroundings import Surroundings
from bot.timing import Time
from engine.facts import Ruled
from engine.model import MemberId, Tournament
from tests.memory import hall, url


@pytest.mark.usefixtures("databases")
async def test_of_what_a_picture_tells_it_knows_who_has_written_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a judge would be told of his own correction, as if it were nobody's."""
    async with hall(url(tmp_path / "club.db")) as room:
        await room.posts_round()
        true, pictured = room.ledger.tournament, {}

        async def tournament(code: str) -> Tournament:
            await room.does(Ruled(1, room.players[0].member, "1/2"))             # a moment before it is read
            return await true(code)

        def wanted(t: Tournament, home: surroundings.Home, *_: object) -> list[object]:
            pictured.update(version=t.version, authors=home.authors)
            return []

        monkeypatch.setattr(room.ledger, "tournament", tournament)
        monkeypatch.setattr(surroundings.notices, "wanted", wanted)
        await Surroundings(room.store, Time(), "bot").picture(room.code)
        assert pictured["version"] == (await true(room.code)).version
        assert pictured["authors"].get(pictured["version"]) == room.judge.member != MemberId(0)
