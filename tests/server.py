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
from functools import cache
from pathlib import Path
from uuid import uuid4

VARIABLE = "TESTS_POSTGRES"


def programs() -> Path | None:
    """The folder with initdb and pg_ctl; None on a machine without them."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    found = shutil.which("initdb")
    return debian[-1].parent if debian else Path(found).parent if found else None


def announce() -> None:
    """Give this run's server its name."""
    os.environ[VARIABLE] = f"{tempfile.gettempdir()}/swissclub-{os.getpid()}"


def fresh() -> str:
    """The address of a new and empty memory: a schema of its own, which is made a hundred times faster."""
    _running()
    name = f"t{uuid4().hex}"
    asks(address(), f"CREATE SCHEMA {name}")
    return f"{address()}&search_path={name}"


def address() -> str:
    return f"postgresql:///postgres?host={_folder()}&user=club"


def asks(url: str, *statements: str) -> None:
    """From outside, beside whatever runs."""
    plain, _, path = url.partition("&search_path=")
    commands = [f"--command={statement}" for statement in (f"SET search_path TO {path or 'public'}", *statements)]
    _run("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={plain}", *commands)


@cache
def _running() -> None:
    """Whoever comes first starts it; the others wait for him."""
    folder = _folder()
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "data" / "postmaster.pid").exists():
            folder.mkdir()
            if (uid := _who()) is not None:
                os.chown(folder, uid, -1)
            _run("initdb", "--auth=trust", "--username=club", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", _data())
            restart()


def restart() -> None:
    """Start the server, or stop it at once and start it again, as after a crash."""
    # without fsync: what is tried here is our program, not the disk
    options = f"-k {_folder()} -c listen_addresses='' -c fsync=off -c max_connections=200"
    _run("pg_ctl", "restart", "--mode=immediate", "--wait", f"--log={_folder()}/log", f"--options={options}", _data())


def stop() -> None:
    """At the end of the run."""
    if (_folder() / "data").exists():
        _run("pg_ctl", "stop", "--mode=immediate", _data())
    shutil.rmtree(_folder(), ignore_errors=True)
    Path(f"{_folder()}.lock").unlink(missing_ok=True)


def _folder() -> Path:
    return Path(os.environ[VARIABLE])


def _data() -> str:
    return f"--pgdata={_folder()}/data"


def _who() -> int | None:
    """PostgreSQL refuses to run as root: then as its own user, or as nobody."""
    if os.geteuid() != 0:
        return None
    users = {user.pw_name: user.pw_uid for user in pwd.getpwall()}
    return users.get("postgres", users["nobody"])


def _run(program: str, *arguments: str) -> None:
    bin = programs()
    assert bin is not None, "no PostgreSQL on this machine"
    done = subprocess.run([str(bin / program), *arguments], user=_who(), extra_groups=[] if _who() is not None else None, cwd="/",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
