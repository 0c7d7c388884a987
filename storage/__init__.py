"""The memory. Knows SQL; knows no Telegram.

    async with storage.open("sqlite:///club.db") as store:
        done = await store.ledger.record("KX4T", action, by=anna, cause="tap:1", at=now)
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from storage import audit
from storage.address import on_server, path_of
from storage.announcements import Announcement, Announcements
from storage.claims import Claims
from storage.clubs import Club, Clubs
from storage.database import Database, Down, Framed, Steps, StorageError, Work, ask, nothing
from storage.dialogues import Dialogue, Dialogues
from storage.entries import TournamentRow
from storage.inbox import Inbox, UpdateRef
from storage.leaderboards import Leaderboards
from storage.ledger import Ledger, Recorded, Unknown
from storage.lookups import Lookups
from storage.members import Member, Members, Taken
from storage.migrations import migrate
from storage.people import People, Person
from storage.posts import Post, Posts, State
from storage.ratings import rate
from storage.seasons import Season, Seasons
from storage.series import AllSeries, Series
from storage.sqlite import on_file
from storage.unsaid import AllUnsaid

__all__ = [
    "Announcement", "Club", "Dialogue", "Down", "Member", "Person", "Post", "Recorded", "Season", "Series", "State",
    "StorageError", "Store", "Taken", "TournamentRow", "Unknown", "UpdateRef", "open",
]

LEADERBOARDS = {2, 4}
"""The migrations after which what has been played before is to be told again."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open database, by what it remembers."""

    database: Lookups
    ledger: Ledger
    inbox: Inbox
    posts: Posts
    people: People
    clubs: Clubs
    members: Members
    dialogues: Dialogues
    leaderboards: Leaderboards
    seasons: Seasons
    series: AllSeries
    claims: Claims
    announcements: Announcements
    unsaid: AllUnsaid

    async def rehome(self, old: int, new: int) -> None:
        """A group has become a supergroup: everything that was in the old chat is in the new one.

        Messages shown there can not be edited any more, and their numbers are those of others here; topics of the
        old chat do not exist. All or nothing, and twice is once. If the new chat has become a club of its own
        meanwhile, it gives way.
        """
        def work() -> Steps[None]:
            for (club,) in (yield ask("SELECT id FROM club WHERE chat = ?", old)):
                yield from _give_way(new, club)
                yield ask("UPDATE club SET chat = ?, topic = NULL WHERE id = ?", new, club)
                yield ask("UPDATE series SET topic = NULL WHERE club = ?", club)
            yield ask("UPDATE club SET judges_chat = ? WHERE judges_chat = ?", new, old)
            yield ask("UPDATE tournament SET chat = ?, topic = NULL WHERE chat = ?", new, old)
            yield ask("UPDATE post SET chat = ?, topic = NULL, state = CASE WHEN state = 'shown' OR"
                      " (state = 'failed' AND message IS NOT NULL) THEN 'gone' ELSE state END,"
                      " message = CASE state WHEN 'closed' THEN NULL ELSE message END WHERE chat = ?", new, old)
            yield ask("DELETE FROM unwanted WHERE chat = ?", old)
            yield ask("UPDATE announcement SET chat = ? WHERE chat = ?", new, old)
            yield ask("DELETE FROM dialogue WHERE chat = ?", old)

        await self.database.write(work)


def _give_way(chat: int, club: int) -> Steps[None]:
    """Two updates about one migration may come in any order: join the club that was made too early to `club`."""
    for (early,) in (yield ask("SELECT id FROM club WHERE chat = ? AND id <> ?", chat, club)):
        yield ask("DELETE FROM administrator WHERE club = ?", early)
        yield ask("DELETE FROM announcement WHERE club = ?", early)
        yield ask("UPDATE tournament SET club = ? WHERE club = ?", club, early)
        yield ask("UPDATE member SET chief = FALSE, club = ? WHERE club = ? AND (person IS NULL OR person NOT IN"
                  " (SELECT person FROM member WHERE club = ? AND person IS NOT NULL))", club, early, club)
        yield ask("UPDATE member SET person = NULL, judge = FALSE, chief = FALSE, helper = FALSE, club = ?,"
                  " same_as = (SELECT other.id FROM member AS other"
                  " WHERE other.club = ? AND other.person = member.person) WHERE club = ?", club, club, early)
        yield ask("UPDATE member SET same_as = (SELECT twin.same_as FROM member AS twin"
                  " WHERE twin.id = member.same_as)"
                  " WHERE same_as IN (SELECT id FROM member WHERE club = ? AND same_as IS NOT NULL)", club)
        yield ask("DELETE FROM post WHERE owner = ? OR owner IN"
                  " (SELECT 'series:' || CAST(id AS TEXT) FROM series WHERE club = ?)", f"club:{early}", early)
        yield ask("DELETE FROM season WHERE club = ?", early)
        yield ask("DELETE FROM occurrence WHERE series IN (SELECT id FROM series WHERE club = ?)", early)
        yield ask("DELETE FROM regular WHERE series IN (SELECT id FROM series WHERE club = ?)", early)
        yield ask("DELETE FROM diary WHERE series IN (SELECT id FROM series WHERE club = ?)", early)
        yield ask("DELETE FROM series WHERE club = ?", early)
        yield ask("DELETE FROM club WHERE id = ?", early)
        yield from rate(club)


def connected(url: str, *, queue: bool = True) -> AbstractAsyncContextManager[Database]:
    """The database as it is, of whatever release, see `open`.

    Without `queue` its writers wait for no others on PostgreSQL: for single rows that look after themselves.
    """
    if not on_server(url):
        return on_file(path_of(url))
    try:
        from storage.postgres import postgres  # its driver is an extra
    except ModuleNotFoundError as missing:
        raise StorageError(f"PostgreSQL needs {missing.name}: pip install -e '.[postgres]'") from None
    return postgres(url, queue)


@asynccontextmanager
async def open(url: str, *, fence: Work[None] = nothing,
               before_commit: Work[None] = nothing) -> AsyncIterator[Store]:
    """Open the memory, brought up to this release. Close it with the block, or the interpreter hangs at exit.

    Every writing transaction begins with `fence`, that of a lease (`storage.leases`): who has lost it can
    write nothing. It ends with `before_commit`; a test hands in one that fails. Raises `StorageError`.
    """
    async with connected(url) as connection:
        database = Lookups(Framed(connection, fence, before_commit))
        if LEADERBOARDS & set(await migrate(database)):
            await audit.rebuild(database)
        inbox = Inbox(database)
        yield Store(database, Ledger(database, inbox), inbox, Posts(database), People(database),
                    Clubs(database), Members(database), Dialogues(database), Leaderboards(database),
                    Seasons(database), AllSeries(database), Claims(database), Announcements(database),
                    AllUnsaid(database))
