"""Is somebody whom the club knows taken for himself, however he comes: by a list, by hand, after a claim? (C34)"""

from __future__ import annotations

import pytest

from tests.evening import Evening
from tests.memory import claims

pytestmark = pytest.mark.usefixtures("databases")


async def test_a_listed_name_that_is_like_somebodys_is_asked_about_after_yes() -> None:
    async with Evening(3, speed=60) as evening:
        await evening.enters()
        store = evening.app.store
        ivan = await store.members.guest(1, "Ivan Petrov")
        await evening.olga.writes("/import\nIvan Petrow 1700\nNina\nBoriss")
        card = await evening.olga.sees("3 players on the list", buttons=["Yes", "No"])
        assert "2 names are like somebody's in the club" in card.text and "Ivan Petrow, Boriss" in card.text
        await evening.olga.taps(card, "Yes")
        await evening.olga.sees("1 player of the list is in, 4 in all")
        question = await evening.olga.sees("“Ivan Petrow” looks like", buttons=["Same person: Ivan Petrov"])
        await evening.olga.taps(question, "Same person")
        question = await evening.olga.sees("“Boriss” looks like", buttons=["Same person: Boris"])
        await evening.olga.taps(question, "Somebody else")
        await evening.rests()
        t = await evening.tournament()
        assert len(t.players) == 6 and t.players[ivan.id].rating == 1700
        boriss = next(m for m in (await store.members.members(1)).values() if m.name == "Boriss")
        assert boriss.guest and boriss.id in t.players
        boris = evening.players[1]
        post = await evening.group.sees(buttons=["Join"])
        await boris.taps(post, "Leave")
        await boris.taps(post, "Join")
        await evening.rests()
        assert not [m for m in boris.chat.shown() if "knows a guest" in m.text], "the judge has said who he is not"


async def test_the_name_of_a_claimed_guest_means_the_account() -> None:
    async with Evening(2, speed=60) as evening:
        await evening.enters()
        store = evening.app.store
        gregor = await store.members.guest(1, "Gregor")
        anna = evening.players[0]
        await claims(store, gregor.id, anna.id, at=evening.time.now())
        await evening.olga.writes("/import\nGregor 1650")
        card = await evening.olga.sees("1 player on the list", buttons=["Yes", "No"])
        assert "1 name is known in the club" in card.text
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        await evening.olga.writes("/guest Gregorr")
        await evening.olga.sees("“Gregorr” looks like", buttons=["Same person: Anna"])
        t = await evening.tournament()
        assert len(t.players) == 2 and sorted(p.rating or 0 for p in t.players.values()) == [0, 1650]


async def test_who_is_made_one_with_a_guest_is_asked_about_the_guests_past() -> None:
    async with Evening(3, speed=60) as evening:
        await evening.enters()
        store = evening.app.store
        await evening.olga.writes("/guest Zora")
        await evening.olga.sees("Entered: Zora")
        zora = await store.members.guest(1, "Zora")
        mine, = await store.members.memberships(evening.players[0].id)
        t = await evening.tournament()
        card = await evening.olga.sees()
        await evening.olga.forges(card, f"merge:{t.code}:{zora.id}:{mine.id}:yes")
        question = await evening.players[0].sees("knows a guest by the name of Zora", buttons=["Yes"])
        await evening.players[0].taps(question, "Yes")
        card = await evening.olga.sees("Is Anna the guest Zora?", buttons=["Yes"])
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        assert await store.members.histories(mine.id) == {mine.id, zora.id}
        assert evening.sandbox.journal.refused() == []
