"""Which database the tests run on: SQLite, and PostgreSQL where a test or module asks for `databases`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from tests import memory, server


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        server.announce()
        signal.signal(signal.SIGTERM, signal.default_int_handler)     # who is told to end takes the server along


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        server.forget()


@pytest.fixture
def postgres() -> Iterator[None]:
    """`tests.memory.url` gives databases of a server. Skipped on a machine without PostgreSQL, but not in CI."""
    if server.programs() is None:
        if os.environ.get("CI"):
            pytest.fail("no PostgreSQL on this machine")
        pytest.skip("no PostgreSQL on this machine (apt-get install postgresql)")
    with memory.on_server():
        yield


@pytest.fixture(params=["sqlite", "postgres"])
def databases(request: pytest.FixtureRequest) -> None:
    """The test runs once on each."""
    if request.param == "postgres":
        request.getfixturevalue("postgres")
