"""Which database the tests run on: SQLite, and PostgreSQL where a test or module asks for `databases`.

With `TEST_DATABASE=postgres` everything runs on PostgreSQL, but what is about files (`tests/onfiles.py`).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

import storage
from tests import memory, onfiles, server

CHOSEN = os.environ.get("TEST_DATABASE", "sqlite")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        server.announce()
        signal.signal(signal.SIGTERM, signal.default_int_handler)     # who is told to end takes the server along
    if CHOSEN not in ("sqlite", "postgres"):
        raise pytest.UsageError(f"TEST_DATABASE={CHOSEN}: sqlite or postgres")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        server.forget()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: more than half the time a test waits, for a process, a browser, the clock."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(2 * cores, 16)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHOSEN == "postgres":
        for item in items:
            if why := onfiles.reason(item.path.stem, item.name):
                item.add_marker(pytest.mark.skip(reason=f"about files: {why}"))


@pytest.fixture
def postgres() -> Iterator[None]:
    """`tests.memory.url` gives databases of a server. Skipped on a machine without PostgreSQL, but not in CI."""
    if server.programs() is None:
        if os.environ.get("CI"):
            pytest.fail("no PostgreSQL on this machine")
        pytest.skip("no PostgreSQL on this machine (apt-get install postgresql)")
    with memory.on_server():
        yield


@pytest.fixture(params=["sqlite", "postgres"] if CHOSEN == "sqlite" else ["postgres"])
def databases(request: pytest.FixtureRequest) -> None:
    """The test runs once on each."""
    if request.param == "postgres":
        request.getfixturevalue("postgres")


@pytest.fixture(autouse=True)
def _chosen(request: pytest.FixtureRequest) -> None:
    """In a run on PostgreSQL: for every test, and files are out of reach."""
    if CHOSEN == "postgres":
        request.getfixturevalue("postgres")
        request.getfixturevalue("monkeypatch").setattr(storage, "on_file", _no_file)


def _no_file(path: str) -> None:
    pytest.fail(f"{path}: a file in a run on PostgreSQL (tests/onfiles.py says what may)")
