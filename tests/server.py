"""A PostgreSQL server for the tests: one for the whole run, started by the first test that wants it.

It listens on a socket in a folder of its own and nowhere else, so no port is taken. The folder's name
is in the environment, where every worker and every process it starts finds it.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from uuid import uuid4

VARIABLE = "TESTS_POSTGRES"


def programs() -> Path | None:
    """The folder with initdb, pg_ctl and psql; None on a machine without them."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    found = shutil.which("initdb")
    return debian[-1].parent if debian else Path(found).parent if found else None


@dataclass(frozen=True, slots=True)
class Server:
    """Everything of it is in the folder."""

    folder: Path

    @property
    def made(self) -> bool:
        return (self.folder / "data").exists()

    def make(self, *, fsync: bool = False) -> None:
        """New, and started. Without `fsync`, because what is tried here is our program and not the disk."""
        self.folder.mkdir()
        if (uid := _who()) is not None:
            os.chown(self.folder, uid, -1)
        _run("initdb", f"--pgdata={self.folder}/data", "--auth=trust", "--username=club", "--encoding=UTF8",
             "--locale=C", "--no-sync")
        with (self.folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(f"unix_socket_directories = '{self.folder}'\nlisten_addresses = ''\n"
                           f"max_connections = 200\nfsync = {'on' if fsync else 'off'}\n")
        self.start()

    def start(self) -> None:
        self._control("start", "--wait", f"--log={self.folder}/log")

    def stop(self) -> None:
        """At once, as in a crash."""
        self._control("stop", "--mode=immediate")

    def remove(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def fresh(self) -> str:
        """The address of a new and empty memory: a schema of its own, which is made faster than a database."""
        name = f"t{uuid4().hex}"
        address = f"postgresql:///postgres?host={self.folder}&user=club"
        asks(address, f"CREATE SCHEMA {name}")
        return f"{address}&search_path={name}"

    def drop(self, address: str) -> None:
        """The memory of this address, whoever is still connected to it."""
        asks(address, f"DROP SCHEMA {address.partition('&search_path=')[2]} CASCADE")

    def _control(self, *arguments: str) -> None:
        _run("pg_ctl", f"--pgdata={self.folder}/data", *arguments)


def announce() -> None:
    """Give this run's server its name."""
    os.environ[VARIABLE] = f"{tempfile.gettempdir()}/swissclub-{os.getpid()}"


def forget() -> None:
    """At the end of the run."""
    Server(Path(os.environ[VARIABLE])).remove()
    Path(f"{os.environ[VARIABLE]}.lock").unlink(missing_ok=True)


@cache
def shared() -> Server:
    """The server of this run. Whoever comes first starts it; the others wait for him."""
    server = Server(Path(os.environ[VARIABLE]))
    with open(f"{server.folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not server.made:
            server.make()
    return server


def asks(url: str, *statements: str) -> None:
    """From outside, beside whatever runs."""
    plain, _, path = url.partition("&search_path=")
    commands = [f"--command={statement}" for statement in (f"SET search_path TO {path or 'public'}", *statements)]
    _run("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={plain}", *commands)


def _who() -> int | None:
    """PostgreSQL refuses to run as root: then as its own user, or as nobody."""
    if os.geteuid() != 0:
        return None
    users = {user.pw_name: user.pw_uid for user in pwd.getpwall()}
    return users.get("postgres", users["nobody"])


def _run(program: str, *arguments: str) -> None:
    bin = programs()
    assert bin is not None, "no PostgreSQL on this machine"
    done = subprocess.run([str(bin / program), *arguments], user=_who(), cwd="/", stdin=subprocess.DEVNULL,
                          extra_groups=[] if _who() is not None else None,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
