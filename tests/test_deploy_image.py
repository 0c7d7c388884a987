"""Is what the container is made of all that the bot needs, and nothing else? Does its check of health say how it is?"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from bot.health import STANDING_BY
from tests.evening import Evening

ROOT = Path(__file__).parent.parent
IMAGE = (ROOT / "deploy" / "Dockerfile").read_text()
COMPOSE = (ROOT / "deploy" / "compose.yaml").read_text()


def copied() -> list[tuple[list[str], str]]:
    """What is copied, and where to below the work folder, in the order of the Dockerfile."""
    return [(words[:-1], words[-1]) for words in (line.split()[1:] for line in IMAGE.splitlines() if line.startswith("COPY "))]


def test_the_builder_is_given_what_is_copied_and_nothing_else() -> None:
    """Neither the token in deploy/.env nor a database, wherever somebody has let the bot run."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    first, *rest = lines
    given = [line[1:] for line in rest if line.startswith("!")]
    assert first == "*"
    assert sorted(given) == sorted(source for sources, _ in copied() for source in sources)
    assert rest[len(given):] == ["**/__pycache__", "**/*.db*"], "the last line that fits counts"
    assert all((ROOT / source).exists() for source in given)


def test_the_token_is_not_committed_by_mistake() -> None:
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


async def test_what_is_copied_is_the_whole_bot(tmp_path: Path) -> None:
    for sources, target in copied():
        for source in map(ROOT.joinpath, sources):
            if source.is_dir():
                shutil.copytree(source, tmp_path / target, ignore=shutil.ignore_patterns("__pycache__", "*.db*"))
            else:
                (tmp_path / target).mkdir(exist_ok=True)
                shutil.copy(source, tmp_path / target)
    command = json.loads(IMAGE.rpartition("\nCMD ")[2])
    assert command[0] == "python"
    async with Evening(2) as evening:
        await evening.stops()
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command[1:], cwd=tmp_path, env={**os.environ, "PYTHONPATH": "", **evening.environment})
        evening._exit.push_async_callback(evening.kills, process)
        await evening.players[0].writes("/help")
        await evening.players[0].sees("/mydata", timeout=60)
        process.terminate()
        assert await process.wait() == 0


@contextmanager
def well(status: int, text: str) -> Iterator[int]:
    """A bot that says this of itself; its port."""
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/healthz" else 404)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Nobody wants to read it."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def checks(port: int) -> bool:
    """Whether the check of the container finds the bot at this port well, also where a proxy is set for everybody."""
    found = re.search(r'test: \["CMD", "python", "-c", (".*")\]', COMPOSE)
    assert found is not None
    code = json.loads(found[1])
    assert code.count("9100") == 1 and "METRICS_LISTEN: 127.0.0.1:9100 " in COMPOSE
    done = subprocess.run([sys.executable, "-c", code.replace("9100", str(port))], capture_output=True,
                          env={**os.environ, "http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"})
    return done.returncode == 0


@pytest.mark.parametrize(("status", "text", "fine"), [
    (200, "ok\n", True), (503, f"{STANDING_BY}\n", True), (503, "not started yet\n", False),
    (503, "the database does not answer: Down\n", False), (404, "no such page\n", False)])
def test_the_container_is_well_if_the_bot_is_or_stands_by(status: int, text: str, fine: bool) -> None:
    with well(status, text) as port:
        assert checks(port) is fine


def test_the_container_is_not_well_if_nobody_answers() -> None:
    with well(200, "ok\n") as port:
        pass
    assert not checks(port)


def test_a_checkout_that_only_its_owner_may_read_makes_an_image_that_nobody_can_run() -> None:
    last = max(IMAGE.index(f"\nCOPY {source} ") for source in ("bot", "engine", "storage"))
    assert last < IMAGE.index("\nRUN chmod -R a+rX . ") < IMAGE.index("\nUSER ")


def test_a_stop_right_after_the_start_is_heard() -> None:
    """The first process of a container is sent no signal that it does not listen for, and importing takes a second."""
    assert "\n  init: true" in COMPOSE


def test_copies_are_kept_for_thirty_days_by_an_old_litestream_and_by_a_new_one() -> None:
    """0.3 knows only the one at the replica, 0.5 only the other, and neither says so of what it does not know."""
    lines = (ROOT / "deploy" / "litestream.yml").read_text().splitlines()
    assert any(line.startswith("snapshot: { interval: 24h, retention: 720h }") for line in lines)
    assert any(re.match(r" {8}retention: 720h\b", line) for line in lines)


def test_what_nobody_clears_away_stays_small() -> None:
    assert re.search(r"\n  logging: .*max-size: \d+m, max-file: ", COMPOSE)
