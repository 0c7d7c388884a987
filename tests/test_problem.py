"""Does a problem report say what is needed to find the fault, and nothing of people?"""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from bot import __version__, logs
from bot.desk import COMMANDS, command
from bot.problem import FORMAT, TYPED
from bot.texts import words
from bot.visit import Visit
from engine import facts
from engine.model import Settings
from tests.evening import NAMES, SEED, Evening, toys

CHOSEN = {"how", "day", "code", "limit", "strength", "key", "value", "card", "game", "system", "tiebreaks", "unplayed",
          "confirm", "colour", "noshow_policy", "handling", "language", "zone", "pace"}
"""Fields of facts and settings whose words are the program's own; `value` is that of a `key`."""


@pytest.fixture(autouse=True)
def logged() -> Iterator[None]:
    """As in `python -m bot`."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    logs.configure("INFO", "none")
    assert isinstance(root.handlers[0], logging.StreamHandler)
    root.handlers[0].setStream(io.StringIO())
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


async def reported(evening: Evening, label: str) -> tuple[str, str]:
    """The judge asks for it: name and text of the file."""
    await evening.olga.writes("/export")
    await evening.olga.taps(await evening.olga.sees(buttons=[label]), label)
    await evening.rests()
    media = [message for message in evening.olga.reads() if message.media is not None][-1].media
    return media.name, media.data.decode()


async def test_a_judge_gets_a_report_of_what_went_wrong_and_nobody_is_in_it() -> None:
    with toys():
        COMMANDS.pop("me")

        @command("me")
        async def stumbles(v: Visit) -> None:
            raise LookupError(f"{v.person.name} of {v.text}")

        async with Evening(4, rounds=2, title="Xavers") as evening:
            for player in evening.players:
                player.user.username = f"{player.name}_plays".lower()
            await evening.begins()
            await evening.olga.types(evening.group, "/guest Walter Unheard 1800")
            await evening.olga.types(evening.group, "/penalty Anna 1 Telephone rang loudly")
            await evening.olga.forges(await evening.olga.sees(), f"set:{(await evening.row()).code}:tempo:Hurriedly")
            await evening.players[0].writes("/me Secretville")
            await evening.players[0].sees("went wrong")
            evening.sandbox.faults.add(400, "sendMessage", text="Round 1", description="Bad Request: entity <Anna>")
            await evening.plays()
            name, text = await reported(evening, "Problem report")
            t = await evening.tournament()
            assert name == f"problem-{t.code}.json"
            told = json.loads(text)
            assert told["format"] == FORMAT and told["versions"]["swissclub"] == __version__
            assert (told["database"], told["updates"]) == (evening.url.partition(":")[0], "polling")
            assert any("a handler failed" in line and "on=me" in line and "LookupError" in line for line in told["trouble"])
            assert (told["event"]["code"], told["event"]["stage"]) == (t.code, t.stage)
            assert told["event"]["settings"]["rounds"] == 2
            assert [fact["seq"] for fact in told["facts"]] == list(range(1, t.version + 1))
            assert {"Opened", "Joined", "Drafted", "Drawn", "Reported", "Penalised", "Changed"} <= {fact["kind"] for fact in told["facts"]}
            posts = {post["key"]: post for post in told["posts"]}
            assert posts["entry"]["chat"] == "group" and {post["state"] for post in told["posts"]} <= {"shown", "closed"}
            asked = [line for line in told["trouble"] if "on=me" in line][-1]
            assert re.search(r"cause=msg:~[0-9a-f]{16}:\d+", asked)
            for secret in (*(str(abs(one)) for one in (evening.group.id, *evening.sandbox.people)), *NAMES[:4], "_plays", "Olga", "Chess club", "Xavers", "Walter", "Unheard", "Telephone",
                           "Hurriedly", "Secretville", SEED, evening.sandbox.token, evening.url):
                assert secret.casefold() not in text.casefold(), secret


async def test_of_an_event_with_nobody_in_it_too_and_in_russian() -> None:
    async with Evening(2, language="ru") as evening:
        await evening.olga.types(evening.group, "/new title=Секретный seed=Шляпа")
        await evening.olga.taps(await evening.olga.sees(buttons=["Открыть запись"]), "Открыть запись")
        await evening.rests()
        name, text = await reported(evening, "Отчёт о сбое")
        assert name.startswith("problem-") and "Opened" in text
        assert "Секретный" not in text and "Шляпа" not in text
        told = await evening.olga.forges(evening.olga.reads()[-1], f"export:{(await evening.row()).code}:csv")
        assert told.text == words("ru").plain("refused.export_nobody")


def test_of_every_fact_it_is_said_whether_its_words_are_typed_by_somebody() -> None:
    spelled = {field.name for kind in (*get_args(facts.Fact), Settings) for field in fields(kind)
             if "str" in str(get_type_hints(kind)[field.name])}
    assert spelled == TYPED | CHOSEN
