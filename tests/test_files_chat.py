"""/export and /import, in chat: what a judge is handed, and whether an event from elsewhere goes on here."""

from __future__ import annotations

import json
from string import Formatter

from bot.texts import words
from engine import checker, trf
from engine.facts import Cancelled
from engine.model import CLOCK, Stage, Tournament
from engine.pairing import pair_field
from engine.remarks import BYES, WORDS
from storage import Member
from tests.evening import Evening
from tests.test_trf_reading import line, text

RUNNING = text(
    "012 Autumn Open", "042 2026/10/05", "142 5", "152 W", "192 FIDE_DUTCH", "240 Z   3    5",
    line(1, "   3 w 1", "   2 b =", points="1.5", rank=2), line(2, "   4 b 1", "   1 w =", points="1.5", rank=1),
    line(3, "   1 b 0", "   5 w 1", points="1.0"), line(4, "   2 w 0", "0000 - U", points="1.0"),
    line(5, "0000 - H", "   3 b 0", points="0.5"),
)


async def chosen(evening: Evening, kind: str) -> bytes:
    """The file that comes after this button."""
    await evening.olga.taps(await evening.olga.sees(buttons=["TRF16", "CSV for Excel"]), kind)
    await evening.rests()
    return [message for message in evening.olga.reads() if message.media is not None][-1].media.data


async def known(evening: Evening) -> None:
    """The judge is known in her club: she has said something there."""
    await evening.olga.types(evening.group, "/help")
    await evening.rests()


async def test_an_event_is_exported_as_every_kind_of_file() -> None:
    async with Evening(5, rounds=3, system="individual", title="Thursday") as evening:
        await evening.begins()
        await evening.plays()
        await evening.olga.writes("/export")
        for kind in ("TRF16", "TRF26"):
            data = await chosen(evening, kind)
            assert b"\r\n" in data
            report = trf.read(data.decode())
            assert len(report.players) == 5 and report.rounds == 3 and report.warnings == ()
        assert "102 Olga\r\n" in data.decode() and "022 Chess club\r\n" in data.decode()
        assert "192 CUSTOM_SWISS" in data.decode() and "individual (5.4.10.5), no acceleration" in data.decode()
        plain = await chosen(evening, "CSV")
        marked = await chosen(evening, "CSV for Excel")
        assert marked == b"\xef\xbb\xbf" + plain
        assert "Tie-breaks" in plain.decode() and "Anna" in plain.decode()
        everything = await chosen(evening, "Everything (.jsonl)")
        assert json.loads(everything.decode().split("\n")[0])["format"] == "swissclub tournament 1"


async def test_only_judges_export_and_import() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        anna = evening.players[0]
        for words in ("/export", "/import"):
            await anna.writes(words)
            await anna.sees("judge")


async def test_a_running_tournament_goes_on_here() -> None:
    async with Evening(3) as evening:                       # nobody of the file is known in the club
        await known(evening)
        await evening.olga.writes("/import")
        await evening.olga.sees("Send me the file")
        await evening.olga.sends("open.trf", RUNNING.encode())
        card = await evening.olga.sees("5 players, 2 of 5 rounds", buttons=["Yes", "No"])
        assert "Announced for round 3: 1 player" in card.text
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        t = await evening.tournament()
        assert (t.settings.title, t.settings.system, len(t.rounds), len(t.players)) == ("Autumn Open", "dutch", 2, 5)
        field = checker.next_field(trf.read(RUNNING))
        expected = pair_field(field, "dutch")
        assert t.draft is not None
        number = {id: player.number for id, player in t.players.items()}
        assert [(number[a], number[b]) for a, b in t.draft.pairs] == list(expected.boards)
        assert (t.draft.pab and number[t.draft.pab]) == expected.bye
        told = [message.text for message in evening.group.chat.shown()]
        assert not any(words.startswith("Round 1") for words in told)
        await evening.olga.taps(await evening.olga.sees(buttons=["Approve"]), "Approve")
        await evening.group.sees("Round 3 of")


async def test_a_member_of_the_club_is_himself_in_the_file() -> None:
    async with Evening(2) as evening:
        await evening.enters()                              # Anna and Boris have been here
        code = (await evening.row()).code
        anna, = [m for m in (await members(evening)) if m.name == "Anna"]
        await finish(evening, code)
        renamed = RUNNING.replace("Player 1 ", "Anna     ")
        await evening.olga.sends("open.trf", renamed.encode(), caption="/import")
        card = await evening.olga.sees("1 name is known", buttons=["Yes", "Yes, all as guests"])
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        t = next(t for t in await tournaments(evening) if t.settings.title == "Autumn Open")
        assert t.players[anna.id].number == 1 and not t.players[anna.id].guest


async def test_a_file_without_its_length_asks_once() -> None:
    async with Evening(2) as evening:
        await known(evening)
        await evening.olga.sends("open.trf", RUNNING.replace("142 5\n", "").encode())
        card = await evening.olga.sees("How many?", buttons=["3", "5"])
        await evening.olga.taps(card, "5")
        await evening.rests()
        assert (await evening.tournament()).settings.rounds == 5


async def test_a_bad_file_is_refused_with_its_line_in_both_languages() -> None:
    for language, told in (("en", "player 2 does not name player 1"), ("ru", "не называет соперником игрока 1")):
        async with Evening(2, language=language) as evening:
            await known(evening)
            bad = text("142 5", line(1, "   2 w 1"), line(2))
            await evening.olga.sends("open.trf", bad.encode())
            refusal = await evening.olga.sees(told)
            assert "2:92" in refusal.text
            assert await tournaments(evening) == []


async def test_a_list_in_an_old_code_page_goes_into_the_running_event() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        listed = "Фамилия;Рейтинг\r\nИльин Лев;1750\r\n=Ким;\r\nAnna;1600\r\n".encode("cp1251")
        await evening.olga.sends("players.csv", listed, caption="/import")
        card = await evening.olga.sees("3 players on the list, 2 with a rating", buttons=["Yes", "No"])
        assert "1 name is known" in card.text
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        t = await evening.tournament()
        assert len(t.players) == 4
        assert {m.name for m in await members(evening) if m.id in t.players} == {"Anna", "Boris", "Ильин Лев", "=Ким"}
        assert sorted(p.rating or 0 for p in t.players.values()) == [0, 0, 1600, 1750]


async def test_a_pasted_list_can_be_dropped() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        await evening.olga.writes("/import\nLev 1700\nNina")
        card = await evening.olga.sees("2 players on the list", buttons=["No"])
        await evening.olga.taps(card, "No")
        await evening.olga.sees("Nothing was imported")
        assert len((await evening.tournament()).players) == 2


async def members(evening: Evening) -> list[Member]:
    club, = await evening.app.store.clubs.clubs_of(evening.olga.id)
    return list((await evening.app.store.members.members(club.id)).values())


async def tournaments(evening: Evening) -> list[Tournament]:
    ledger = evening.app.store.ledger
    return [await ledger.tournament(row.code) for row in await ledger.running(evening.time.now())]


async def finish(evening: Evening, code: str) -> None:
    """The event is cancelled by its judge."""
    await evening.olga.types(evening.group, "/settings")
    await evening.olga.taps(await evening.olga.sees(buttons=["Cancel event"]), "Cancel event")
    await evening.olga.taps(await evening.olga.sees(buttons=["Yes", "No"]), "Yes")
    await evening.rests()
    assert (await evening.app.store.ledger.tournament(code)).stage is Stage.CANCELLED


def test_every_remark_on_a_file_has_words_in_both_languages() -> None:
    for code, english in WORDS.items():
        assert words("en").has(f"trf.{code}") and words("ru").has(f"trf.{code}"), code
        filled = {name: 1 for _, name, _, _ in Formatter().parse(english) if name}
        assert words("en")(f"trf.{code}", **filled) == english.format(**filled)
        assert words("ru")(f"trf.{code}", **filled)
    for code, english in BYES.items():
        assert words("en")(f"trf.bye.{code}") == english and words("ru").has(f"trf.bye.{code}")


async def test_all_can_be_taken_as_guests() -> None:
    async with Evening(2) as evening:
        await evening.enters()
        await evening.olga.writes("/import\nAnna 1500\nNina")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes, all as guests"]), "Yes, all as guests")
        await evening.rests()
        t = await evening.tournament()
        assert len(t.players) == 4 and sum(player.guest for player in t.players.values()) == 2


async def test_a_list_needs_a_running_event_and_a_file_its_place() -> None:
    async with Evening(2) as evening:
        await known(evening)
        await evening.olga.writes("/import\nLev 1700\nNina")
        await evening.olga.sees("No event is running")
        await evening.opens()
        await evening.olga.sends("open.trf", RUNNING.encode())
        await evening.olga.taps(await evening.olga.sees("Autumn Open", buttons=["Yes", "No"]), "Yes")
        await evening.rests()
        assert [t.settings.title == "Autumn Open" for t in await tournaments(evening)] == [False]


async def test_an_import_can_be_taken_back() -> None:
    async with Evening(2) as evening:
        await known(evening)
        await evening.olga.sends("open.trf", RUNNING.encode())
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes", "No"]), "Yes")
        done = await evening.olga.sees("goes on here", buttons=["Undo"])
        await evening.rests()
        told = [message.text for message in evening.group.chat.shown() if "Autumn Open" in message.text]
        assert len(told) == 2                               # the post of the event, and the table as it stands
        await evening.olga.taps(done, "Undo")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        await evening.rests()
        assert (await evening.tournament()).players == {}


async def test_the_judges_chat_takes_and_gets_files_and_the_group_does_not() -> None:
    async with Evening(2) as evening:
        room = evening.sandbox.group("Judges", creator=evening.olga, members=[])
        await room.add_bot(evening.olga, admin=True)
        await known(evening)
        await evening.olga.types(room, "/judges here")
        await evening.rests()
        for message in room.chat.shown():
            if any(button.text.startswith("Chess club") for button in message.all_buttons()):
                await evening.olga.taps(message, "Chess club")
        await evening.olga.sends("open.trf", RUNNING.encode(), caption="/import", group=room)
        await evening.olga.taps(await room.sees("5 players, 2 of 5 rounds", buttons=["Yes", "No"]), "Yes")
        await room.sees("goes on here")
        await evening.olga.types(room, "/export")
        await evening.olga.taps(await room.sees(buttons=["TRF16"]), "TRF16")
        await evening.rests()
        assert any(message.media is not None and message.sender.is_bot for message in room.chat.shown())
        assert not any(message.media is not None for message in evening.group.chat.shown())


async def test_what_was_corrected_elsewhere_is_not_told_once_more_here() -> None:
    async with Evening(4, rounds=2, speed=60) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.olga.writes("/rule 1 0-1 <misread>")
        await evening.olga.taps(await evening.olga.sees("0-1", buttons=["Yes"]), "Yes")
        await evening.rests()
        row, ledger = await evening.row(), evening.app.store.ledger
        lines = await ledger.export(row.code)
        await ledger.record(row.code, lambda t: [Cancelled()], CLOCK, "cancelled", evening.time.now())
        evening.app.board.touch(row.code)
        await evening.rests()
        last = max(message.id for message in evening.olga.reads())
        code = await ledger.import_(lines, chat=evening.group.id)
        evening.app.board.touch(code)
        await evening.group.sees("Round 1 of 2", after=evening.group.posts[-1])
        await evening.rests()
        assert not any("0-1" in message.text for message in evening.olga.reads() if message.id > last)
