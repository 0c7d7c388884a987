"""Is there a name, a text or the token in the log of an evening in which everything goes wrong, at any level?"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator

import pytest

from bot import logs
from bot.desk import COMMANDS, command
from bot.visit import Visit
from tests.evening import NAMES, Evening, toys
from tests.hooked import SECRET, URL, Hooked

TOKEN = "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi"


@pytest.fixture(params=["plain", "json"])
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What `python -m bot` with LOG_LEVEL=DEBUG would write to stderr."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    quiet = {name: logging.getLogger(name).level for name in logs._QUIET}
    logs.configure("DEBUG", TOKEN, SECRET, form=request.param)
    stream = io.StringIO()
    handler = root.handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in quiet.items():
        logging.getLogger(name).setLevel(before)


async def test_no_name_no_text_and_no_token_whatever_goes_wrong(written: io.StringIO) -> None:
    with toys():
        COMMANDS.pop("me")

        @command("me")
        async def stumbles(v: Visit) -> None:
            raise LookupError(f"{v.person.name} of {v.text}")

        async with Evening(4, speed=60) as evening:
            evening.sandbox.faults.add(400, "sendMessage", text="You play", description="Bad Request: entity <Anna>")
            post = await evening.begins()
            await evening.players[0].writes("/me Secretville")
            await evening.players[0].sees("went wrong")
            await evening.players[1].forges(post, "é:Anna")
            await evening.says(1, "1-0")
            await evening.rests()
            token = evening.sandbox.token
    text = written.getvalue()
    assert "a handler failed" in text and "LookupError" in text and "test_logs.py" in text
    for secret in (*NAMES[:4], "Olga", "Chess club", "Secretville", token):
        assert secret.casefold() not in text.casefold(), secret


async def test_a_whole_evening_is_told_by_causes_a_line_an_update_and_nothing_of_people(
        written: io.StringIO, request: pytest.FixtureRequest) -> None:
    async with Hooked(4, speed=60, rounds=2, config={"webhook_url": URL}) as evening:
        for player in evening.players:
            player.user.username = f"{player.name}_plays".lower()
        evening.sandbox.faults.add(429, "sendMessage", times=2)
        evening.sandbox.faults.add(500, "editMessageText", times=2)
        await evening.begins()
        await evening.olga.types(evening.group, "/guest Xaver Unheard 1800")
        await evening.olga.types(evening.group, "/penalty Anna 1 Telephone rang loudly")
        await evening.players[0].writes("what shall I do")
        await evening.plays()
        await evening.approves()
        await evening.plays()
        assert await evening.posts(b"{}", secret="Knock_knock") == 403 and await evening.posts(b"{}") == 400
        await evening.rests()
        accounts = [str(person) for person in evening.sandbox.people]
        token, texts = evening.sandbox.token, [call.text for call in evening.sandbox.journal if len(call.text) > 30]
    lines = written.getvalue().splitlines()
    updates = [line for line in lines if "bot.intake" in line and "receipt" in line]
    assert len(updates) > 20 and all(re.search(r"""cause\W+(tap|msg|raw):.*kind\W+\w+.*receipt\W+\w.*ms\W+\d""", line)
                                     for line in updates)
    if "json" in request.node.name:
        assert all(json.loads(line)["what"] for line in lines)
    text = written.getvalue().casefold()
    for secret in (*NAMES[:4], "_plays", "Olga", "Chess club", "Xaver", "Unheard", "Telephone", "what shall", "Knock",
                   *accounts, token, SECRET, "club.example", *texts):
        assert secret.casefold() not in text, secret


def test_lines_of_trouble_are_kept_for_a_report(written: io.StringIO) -> None:
    for number in range(logs.KEPT + 1):
        logs.say(logging.getLogger("bot"), logging.WARNING, f"trouble {number} {TOKEN}", cause="tap:1")
        logs.say(logging.getLogger("bot"), logging.INFO, "no trouble")
    kept = logs.trouble()
    assert len(kept) == logs.KEPT and kept[0].endswith("WARNING bot trouble 1 [token] cause=tap:1")


def test_an_error_of_the_machine_is_told_and_one_that_may_quote_people_is_not(written: io.StringIO) -> None:
    log, (anna, boris) = logging.getLogger("bot"), NAMES[:2]
    for error in (sqlite3.OperationalError("database or disk is full"), KeyError(anna), ValueError(TOKEN)):
        try:
            try:
                raise error
            except Exception as inner:
                raise RuntimeError(boris) from inner
        except RuntimeError:
            log.exception("gone wrong")
    text = written.getvalue()
    assert "sqlite3.OperationalError: database or disk is full" in text
    assert "KeyError" in text and "ValueError" in text and len(re.findall(r'RuntimeError["\n]', text)) == 3
    assert anna not in text and boris not in text and TOKEN not in text


async def test_what_others_say_is_told_without_what_they_put_into_it(written: io.StringIO) -> None:
    """The library quotes an answer it cannot read, asyncio the error of a task that nobody waited for."""
    anna, loop = NAMES[0], asyncio.get_running_loop()
    logging.getLogger("telegram.request").error('Can not load invalid JSON data: "%s"', f"{{{anna}")
    loop.call_exception_handler({"message": "Task exception was never retrieved", "exception": KeyError(anna),
                                 "future": loop.create_future()})
    loop.call_exception_handler({"message": "once more", "exception": KeyError(anna), "task": anna})
    text = written.getvalue()
    assert "Can not load invalid JSON data" in text and "Task exception was never retrieved" in text and "KeyError" in text
    assert anna not in text
