"""Is there a name, a text or the token in the log of an evening in which everything goes wrong, at any level?"""

from __future__ import annotations

import io
import logging
import sqlite3
from collections.abc import Iterator

import pytest

from bot import logs
from bot.desk import COMMANDS, command
from bot.visit import Visit
from tests.evening import NAMES, Evening, toys

TOKEN = "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What `python -m bot` with LOG_LEVEL=DEBUG would write to stderr."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    quiet = {name: logging.getLogger(name).level for name in logs._QUIET}
    logs.configure("DEBUG", TOKEN)
    stream = io.StringIO()
    handler, = root.handlers
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
    assert "KeyError" in text and "ValueError" in text and text.count("RuntimeError\n") == 3
    assert anna not in text and boris not in text and TOKEN not in text
