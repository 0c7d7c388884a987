"""Who may run: one life of the program at a time.

On SQLite the lease is a lock of the operating system on a file beside the database. It dies with
the process, so nothing is waited for after a crash, and a second process is stopped at once.

On PostgreSQL it is a row with an end, which the leader moves on. A second process stands by and takes
over when the end has passed. It touches nothing else before: the row's table is made here and by no
migration, so that a newer release can wait for an older one.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import storage
from storage.address import on_server, path_of
from storage.database import Database, Down, Overtaken, Steps, StorageError, Work, ask, nothing

RENEWALS, LOOKS = 6, 12
"""So many times within its span a lease is moved on, and looked for by who stands by."""


Sleep = Callable[[float], Awaitable[None]]


class Held(StorageError):
    """Another process has this database in use."""


class Lost(StorageError):
    """Another process has taken over."""


class Lease:
    """The right to run. `lost` is done when another process has taken over.

    `fence` begins every writing transaction: it raises `Overtaken` from that moment on.
    """

    fence: Work[None] = staticmethod(nothing)

    def __init__(self, lost: asyncio.Future[None]) -> None:
        self.lost = lost


class Row(Lease):
    """A lease in a row of PostgreSQL, by the server's clock. `span` is in seconds."""

    def __init__(self, database: Database, span: float, sleep: Sleep) -> None:
        self.holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._database = database
        self._span = span
        self._sleep = sleep

    def fence(self) -> Steps[None]:
        if not (yield ask("SELECT 1 FROM leader WHERE name = 'bot' AND holder = ?", self.holder)):
            raise Overtaken("another process leads now")

    async def take(self, stand_by: Callable[[str], None]) -> None:
        """Wait until nobody else holds it; `stand_by` is told who does, whenever that changes."""
        await self._database.write(_table)
        try:
            await self._stand_by(stand_by)
        except asyncio.CancelledError:            # in the very moment it has won, perhaps
            await self._let_go()
            raise
        self.lost = asyncio.create_task(self._keep())

    async def give_back(self) -> None:
        """Whoever stands by need not wait."""
        self.lost.cancel()
        await self._let_go()

    async def _stand_by(self, stand_by: Callable[[str], None]) -> None:
        told = None
        while (leader := await self._leader()) != self.holder:
            if leader != told:
                stand_by(leader)
            told = leader
            await self._sleep(self._span / LOOKS)

    async def _let_go(self) -> None:
        def work() -> Steps[None]:
            yield ask("DELETE FROM leader WHERE name = 'bot' AND holder = ?", self.holder)

        with contextlib.suppress(Down):           # then it ends by itself
            await self._database.write(work)

    async def _keep(self) -> None:
        while await self._moved_on():
            await self._sleep(self._span / RENEWALS)

    async def _leader(self) -> str:
        """Who holds it now: this one, if nobody did. While the database is down: nobody."""
        def work() -> Steps[str]:
            yield ask(
                "INSERT INTO leader (name, holder, until)"
                " VALUES ('bot', ?, clock_timestamp() + ? * INTERVAL '1 second')"
                " ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until"
                " WHERE leader.until < clock_timestamp()", self.holder, self._span)
            ((holder,),) = yield ask("SELECT holder FROM leader WHERE name = 'bot'")
            return str(holder)

        try:
            return await self._database.write(work)
        except Down:
            return ""

    async def _moved_on(self) -> bool:
        """Whether it is still this one's. While the database is down nobody else can take it."""
        def work() -> Steps[bool]:
            return bool((yield ask("UPDATE leader SET until = clock_timestamp() + ? * INTERVAL '1 second'"
                                   " WHERE name = 'bot' AND holder = ? RETURNING holder", self._span, self.holder)))

        try:
            return await self._database.write(work)
        except Down:
            return True


@asynccontextmanager
async def held(url: str, span: float, sleep: Sleep, stand_by: Callable[[str], None]) -> AsyncIterator[Lease]:
    """Hold the lease of this database for as long as the block runs.

    On SQLite it raises `Held` at once while another process has it. On PostgreSQL it waits; `stand_by` is
    told who leads (nobody is known to while the database is down). `span` is in seconds.
    """
    if not on_server(url):
        with sole(path_of(url)):
            yield Lease(asyncio.get_running_loop().create_future())
        return
    async with storage.connected(url, queue=False) as database:       # a long write must cost nobody the lease
        row = Row(database, span, sleep)
        await row.take(stand_by)
        try:
            yield row
        finally:
            await row.give_back()


@contextmanager
def sole(path: str) -> Iterator[None]:
    """Hold the lock beside the database file, by whatever link it is called, while the block runs. Raises `Held`.

    In a folder that can not be written it raises `StorageError`. The file stays: removing it would let a
    third process lock another file of the same name.
    """
    if path == ":memory:":
        yield
        return
    try:
        lock = open(f"{os.path.realpath(path)}.lock", "a+", encoding="ascii")  # noqa: SIM115 - the block below closes it
    except OSError as error:
        raise StorageError(f"{path} can not be written: {error.strerror}") from None
    with lock as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise Held(f"{path} is in use by process {file.read().strip() or 'unknown'}") from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


async def new_epoch(database: Database) -> int:
    """The number of this life: greater than that of every life before it. Claims of posts carry it."""
    def work() -> Steps[int]:
        rows = yield ask("UPDATE lease SET epoch = epoch + 1 WHERE name = 'bot' RETURNING epoch")
        epoch: int = rows[0][0]
        return epoch

    return await database.write(work)


def _table() -> Steps[None]:
    yield ask(
        "CREATE TABLE IF NOT EXISTS leader ("
        " name TEXT NOT NULL PRIMARY KEY,"       # two processes can not both lead
        " holder TEXT NOT NULL, until TIMESTAMPTZ NOT NULL)")
