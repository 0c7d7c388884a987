"""Do names, titles and reasons stay words, whatever is in them: in SQL, in HTML, in files and in their names?"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata

import pytest

from bot.sandbox import Message
from engine import trf
from engine.filing import report_of
from engine.model import MemberId
from tests.evening import Evening
from tests.table import Table

NASTY = (
    "'; DROP TABLE member; --", "\"quoted\" 'name'", "<b>Bold</b>", "<a href=\"tg://user?id=1\">Click</a>", "&lt;i&gt; &amp; {0} %s {name}",
    "\u202eevil\u202c\u2066x\u2069", "zero\u200b\u200dwidth\ufeff\u00ad", "🤡" * 64, "=HYPERLINK(\"http://x\")", "@SUM(1+1)", "Semi;=1+1", "＝1+1", "</u><3 & Co",
    "\t=1+1", "001    1 m GM Evil", "Line\n001    9 X\r\x85\u2028Y", "../../etc/passwd", "{\"fact\":\"Joined\"}\n{}", "\ud83d\ude00\x00\x07Null",
)
TITLE = "..\\../etc/\x00passwd\"'<b>T</u>`$(x)=1 <3"
REASON = "<i>late</u> '; DELETE FROM fact; -- \u202e{name}"

HIDDEN = "\u200b\ufeff\u00ad\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What turns the order of letters round, or cannot be seen."""


class Nasty(Evening):
    """The people are called like that."""

    @staticmethod
    def _name(number: int) -> str:
        return NASTY[number]


def everything(evening: Evening) -> list[Message]:
    """All that the bot has written anywhere."""
    bot = evening.sandbox.bot
    return [message for chat in evening.sandbox.world.chats.values() for message in chat.shown() if message.sender is bot]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_whole_evening_of_such_names_is_words_only(language: str) -> None:
    async with Nasty(len(NASTY), speed=60, language=language, rounds=2) as evening:
        await evening.olga.types(evening.group, "/new rounds=2 system=individual seed=x " + TITLE)
        card = await evening.olga.sees(buttons=["Open entry" if language == "en" else "Открыть запись"])
        await evening.olga.taps(card, "Open entry" if language == "en" else "Открыть запись")
        post = await evening.group.sees(buttons=["Join" if language == "en" else "Участвую"])
        for player in evening.players:
            await player.taps(post, "Join" if language == "en" else "Участвую")
        await evening.olga.types(evening.group, "/guest =cmd|' /C calc'!A0\n<script>x</script> 1500\nO'Neil \"Q\"")
        await evening.rests()
        assert len((await evening.tournament()).players) == len(NASTY) + 3
        for words in ("/penalty #1 1 " + REASON, "/forbid #2 #3 never " + REASON, "/begin", "/remove " + NASTY[0], "/rule <b>",
                      "/result '; --", "/judges " + NASTY[2], "/log", "/standings"):
            await evening.olga.writes(words)
        await evening.rests(60)
        await evening.olga.sees(buttons=["Approve" if language == "en" else "Утвердить"])
        code = (await evening.row()).code
        draft = (await evening.tournament()).draft
        assert draft is not None
        evening.time.jump(3)                          # a draft that has just changed wants a second look
        await evening.olga.forges(evening.olga.reads()[-1], f"approve:{code}:{draft.seq}")
        await evening.rests(60)
        first = (await evening.tournament()).rounds[0]
        for game in first.games:
            await evening.olga.forges(evening.olga.reads()[-1], f"rule:{code}:1:{game.white}:w:{game.moved}")
        for person in (evening.players[2], evening.players[7]):
            for words in ("/me", "/pairs", "/standings", "/rating", "/mydata", "<i>x</i> &amp;", "/start <b>x</b>"):
                await person.writes(words)
        for kind in ("trf16", "trf26", "latin16", "csv", "excel", "jsonl"):
            await evening.olga.forges(evening.olga.reads()[-1], f"export:{code}:{kind}")
        await evening.olga.forges(evening.olga.reads()[-1], f"logfile:{code}")
        await evening.rests(60)

        assert [call for call in evening.sandbox.journal.refused() if "pars" in str(call) or "entit" in str(call)] == []
        written = everything(evening)
        assert any("<b>Bold</b>" in message.text for message in written)
        for message in written:
            told = message.text + "".join(button.text for button in message.all_buttons())
            assert not {c for c in told if c != "\n" and (unicodedata.category(c) in ("Cc", "Cs") or c in HIDDEN)}, message
            assert not re.search(r"<a href=\"(?!https://t\.me/|tg://user\?id=\d{6,})", message.html), message.html
        _files(written, code, len(NASTY) + 2)               # one was removed before the start


@pytest.mark.parametrize("half", ["\ud800", "\udfff\udfff", "\x00"])
async def test_half_a_character_in_whatever_is_typed_or_pressed_stumbles_nobody(
        half: str, caplog: pytest.LogCaptureFixture) -> None:
    async with Evening(4, speed=60) as evening:
        await evening.enters()
        code, olga = (await evening.row()).code, evening.olga
        for words in ("/new title", "/guest", "/penalty #1 1", "/import Anna", "/series", "/log", "/remove", "/judges", "/season new",
                      "/rule", "/swap", "/pots", "/pair", "/draft redraw", "/", "/start ", "/language", ""):
            read = len(olga.reads())
            await olga.writes(f"{words} {half}" if words != "/" else f"/{half}")
            await evening.rests()
            assert len(olga.reads()) > read, words
        for data in (half, f"do:{half}:x", f"do:{code}:penalty #1 1 {half}", f"set:{code}:title:{half}", f"join:{half}"):
            assert "went wrong" not in (await olga.forges(olga.reads()[-1], data)).text
        await evening.group.rename(f"Club {half}", olga)
        other = evening.sandbox.person(f"Nora{half}", username=f"n{half}", started=True, language=f"e{half}")
        await evening.group.add(other)
        await other.types(evening.group, "/join")
        await evening.rests()
        assert len((await evening.tournament()).players) == 6, "the guest and Nora too"
        assert not [record for record in caplog.records if record.getMessage() in ("a handler failed", "set aside", "a task failed")]


def _files(written: list[Message], code: str, players: int) -> None:
    files = {message.media.name: message.media.data for message in written if message.media is not None}
    for name in files:
        assert re.fullmatch(r"[\w-]+\.(trf|csv|jsonl|json|txt)", name), name
    own = {name: data for name, data in files.items() if code in name}
    assert {name.rsplit(".")[-1] for name in own} == {"trf", "csv", "jsonl", "txt"}
    for name, data in own.items():
        text = data.decode("utf-8-sig")
        if name.endswith("trf"):
            assert sum(line.startswith("001 ") for line in text.splitlines()) == players
            assert len(trf.read(text).players) == players
        elif name.endswith("csv"):
            cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
            parted = [part for cell in cells for part in cell.split(";")]         # as some spreadsheets do
            assert not [cell for cell in parted if cell[:1] in ("=", "＝", "@", "\t", "\r") or re.match(r"[+-](?![\d½]|$)", cell)]
        elif name.endswith("jsonl"):
            lines = [json.loads(line) for line in text.split("\n") if line]
            assert all(isinstance(line, dict) for line in lines) and len(lines) > players


@pytest.mark.parametrize("name", ["A\n001    9 X", "A\r001    9 X", "A\x85001    9 X", "A\u2028001    9 X", "A\x0b001    9 X", "001    1 X", "A" * 500])
def test_no_name_makes_a_record_of_a_report_file(name: str) -> None:
    table = Table(4, rounds=3)
    names = {player: f"Player {player}" for player in table.t.players} | {MemberId(1): name}
    made = report_of(table.t, names, place=name)
    text = trf.write(made.players.values(), made.records)
    again = trf.read(text)
    assert len(again.players) == 4
    assert sum(line[:4] == "001 " for line in text.splitlines()) == 4
    assert len(text.splitlines()) == len(text.split("\r\n")) - 1
