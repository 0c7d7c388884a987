"""Do the service and the container run as nobody, with one folder they can write to?"""

from __future__ import annotations

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

DEPLOY = Path(__file__).parent.parent / "deploy"
SERVICE = (DEPLOY / "swissclub.service").read_text()
IMAGE = (DEPLOY / "Dockerfile").read_text()
COMPOSE = (DEPLOY / "compose.yaml").read_text()


@pytest.mark.parametrize("line", [
    "DynamicUser=yes", "StateDirectory=swissclub", "ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes",
    "PrivateTmp=yes", "PrivateDevices=yes", "CapabilityBoundingSet=", "UMask=0077", "RestrictNamespaces=yes",
    "ProtectKernelTunables=yes", "SystemCallFilter=@system-service", "MemoryDenyWriteExecute=yes"])
def test_the_service_is_shut_in(line: str) -> None:
    assert line in SERVICE.splitlines()


def test_the_service_writes_to_one_folder_and_its_secret_is_in_no_unit() -> None:
    settings = dict(line.split("=", 1) for line in SERVICE.splitlines() if "=" in line and not line.startswith("#"))
    assert settings["StateDirectory"] in settings["Environment"]
    assert not {"ReadWritePaths", "User", "AmbientCapabilities"} & settings.keys()
    assert "EnvironmentFile" in settings and "TOKEN" not in "".join(settings.values())


def test_systemd_finds_little_exposed(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None or " --offline" not in subprocess.run([program, "--help"], capture_output=True, text=True).stdout:
        pytest.skip("no systemd-analyze that reads files")
    said = subprocess.run([program, "security", "--offline=true", "--no-pager", str(DEPLOY / "swissclub.service")],
                          capture_output=True, text=True).stdout
    found = re.search(r"Overall exposure level .*: ([\d.]+)", said)
    assert found is not None and float(found[1]) < 2.0, said


def test_the_container_runs_as_nobody() -> None:
    made = re.search(r"^RUN useradd --uid (\d{5}) .* && install -d -o club -g club -m 700 /data$", IMAGE, re.MULTILINE)
    last = [line.split()[1] for line in IMAGE.splitlines() if line.startswith("USER ")][-1]
    assert made is not None and last == made[1], "a number: who forbids root looks at that"
    assert IMAGE.index("\nUSER ") < IMAGE.index("\nCMD ")
    assert "VOLUME /data" in IMAGE
    assert not re.search(r"TOKEN|PASSWORD|SECRET", IMAGE)


def test_the_container_writes_to_its_folder_only() -> None:
    bot = COMPOSE[COMPOSE.index("x-bot: &bot"):COMPOSE.index("\nservices:")]
    for line in ("read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]', 'volumes: ["club:/data"]'):
        assert line in bot
    services = COMPOSE[COMPOSE.index("\nservices:"):]
    assert "bot: *bot" in services and services.count("<<: *bot") == 1
    assert " SQLITE_TMPDIR=/data " in IMAGE, "there is no /tmp it could write to"
    assert not re.search(r"privileged|network_mode|pid: host|docker\.sock", COMPOSE)


def test_everything_that_is_installed_is_pinned() -> None:
    for path in DEPLOY.glob("requirements*.txt"):
        for line in path.read_text().splitlines():
            wanted = line.split("#")[0].strip()
            if wanted and not wanted.startswith(("-r ", "certifi")):
                assert re.fullmatch(r"[\w.\-\[\]]+==[\w.]+", wanted), (path.name, wanted)


@contextmanager
def vulnerabilities(status: int, *reported: str) -> Iterator[str]:
    """A service that reports `reported` for httpx, and nothing for the rest; its address."""
    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            found = [{"vulns": [{"id": one} for one in reported]} if it["package"]["name"] == "httpx" and reported else {}
                     for it in queries]
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps({"results": found}).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Nobody wants to read it."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("status", "reported", "code", "said"), [
    (200, ("PYSEC-1", "GHSA-2"), 1, "httpx 0.28.1: PYSEC-1, GHSA-2"), (200, (), 0, "no vulnerability is known"),
    (503, ("PYSEC-1",), 0, "nothing is known")])
def test_the_audit_fails_for_what_is_known_and_not_because_a_service_is_away(
        status: int, reported: tuple[str, ...], code: int, said: str) -> None:
    with vulnerabilities(status, *reported) as address:
        done = subprocess.run([sys.executable, DEPLOY / "audit"], env={**os.environ, "OSV_URL": address},
                              capture_output=True, text=True)
    assert (done.returncode, said in done.stdout) == (code, True), done


def test_ci_audits_what_it_installs() -> None:
    assert "deploy/audit" in (DEPLOY.parent / ".ci" / "run").read_text()
