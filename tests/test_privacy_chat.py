"""Is a person given all that is stored about him, and forgotten when he asks for it?"""

from __future__ import annotations

import json
import logging

import pytest

from engine.standings import standings
from storage import audit
from tests.evening import Evening

pytestmark = pytest.mark.usefixtures("databases")


async def test_the_file_has_everything_about_me_and_no_name_of_others() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        await evening.begins()
        await evening.plays()
        anna = evening.players[0]
        said = await anna.writes("/mydata")
        card = await anna.sees("Stored about you", buttons=["All of it as a file", "Erase me"], after=said)
        await anna.taps(card, "All of it as a file")
        sent = await anna.sees("All that is stored about you", after=card)
        assert sent.media is not None
        data = sent.media.data
        found = json.loads(data)
        assert found["person"][0]["name"] == "Anna" and found["members"][0]["name"] == "Anna"
        (event,) = found["tournaments"].values()
        assert {"Joined", "Reported"} <= {fact["what"] for fact in event["facts"]} and event["ratings"]
        assert "Boris" not in data.decode() and "Clara" not in data.decode()


@pytest.mark.parametrize(("language", "former"), [("en", "former member"), ("ru", "бывший участник")])
async def test_who_is_forgotten_is_a_former_member_everywhere(
        language: str, former: str, caplog: pytest.LogCaptureFixture) -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        await evening.begins()
        await evening.plays()
        table = await evening.group.sees("Final table")
        evening.time.jump(90_000)                              # private lines have had their last words
        await evening.rests()
        anna, *others = evening.players
        asked = await anna.types(evening.group, "/pairs 1")
        looked_up = await evening.group.sees("1. ", after=asked)
        assert "Anna" in looked_up.text
        assert any("Anna" in message.text for other in others for message in other.reads())
        row = await evening.row()
        store = evening.app.store
        await store.clubs.set_language(row.club, language)
        before = [(line.place, line.player, line.points) for line in standings(await evening.tournament())]
        await anna.writes("/mydata")
        card = await anna.sees("Stored about you", buttons=["Erase me"])
        await anna.taps(card, "Erase me")
        await evening.rests()
        assert "Erase you?" in card.text
        await anna.taps(card, "No")
        await evening.rests()
        assert card.text == "Nothing was erased." and "Anna" in table.text
        said = await anna.writes("/mydata")
        card = await anna.sees("Stored about you", buttons=["Erase me"], after=said)
        await anna.taps(card, "Erase me")
        with caplog.at_level(logging.INFO):
            await anna.taps(card, "Yes")
            await evening.rests()
        evening.time.jump(60)
        await evening.rests()
        assert card.text == "Done: the bot does not know you any more." and looked_up.deleted
        posts = [message.text for message in evening.group.posts if message.sender is evening.sandbox.bot]
        assert any(former in text for text in posts) and not any("Anna" in text for text in posts)
        assert not any("Anna" in message.text for person in (evening.olga, *others) for message in person.reads())
        assert await store.people.person(anna.id) is None and await store.members.memberships(anna.id) == []
        assert not any("Anna" in line for line in await store.ledger.export(row.code))
        assert [(line.place, line.player, line.points) for line in standings(await evening.tournament())] == before
        logged = [record for record in caplog.records if record.getMessage() == "somebody was forgotten"]
        assert len(logged) == 1
        assert not any("Anna" in record.getMessage() or str(anna.id) in str(record.__dict__.get("values", ""))
                       for record in logged)
        assert await audit.check(store.database) == []
        refusals = {str(call.refusal) for call in evening.sandbox.journal.refused()}
        assert all("not modified" in refusal for refusal in refusals), "last words without a name stay as they are"


async def test_who_is_forgotten_keeps_nobody_waiting_while_telegram_deletes_nothing() -> None:
    async with Evening(4, rounds=1, speed=60, config={"patience": 600.0, "request": 600.0, "drain": 0.0}) as evening:
        await evening.begins()
        await evening.plays()
        evening.time.jump(90_000)
        await evening.rests()
        anna, boris, *_ = evening.players
        asked = await anna.types(evening.group, "/pairs 1")
        looked_up = await evening.group.sees("1. ", after=asked)
        said = await anna.writes("/mydata")
        card = await anna.sees("Stored about you", buttons=["Erase me"], after=said)
        await anna.taps(card, "Erase me")
        hung = evening.sandbox.faults.add("timeout_before", "deleteMessage")
        await anna.taps(await anna.sees("Erase you?", buttons=["Yes"]), "Yes")
        await anna.sees("Done: the bot does not know you any more.")
        await evening.sandbox.until(lambda: hung.struck)
        said = await boris.writes("/me")
        await boris.sees(after=said)
        assert not looked_up.deleted
