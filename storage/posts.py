"""What has been shown: one post for each notice, claimed before it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from storage.database import Database, Steps, ask, moment, written

_COLUMNS = "owner, key, chat, topic, digest, state, message, claimed_at, epoch"


class State(StrEnum):
    """How far a post is."""

    CLAIMED = "claimed"        # somebody is sending it; whether it arrived is not known
    SHOWN = "shown"            # `message` shows `digest`
    CLOSED = "closed"          # has had its last words: wanted again, it is a new message
    FAILED = "failed"          # Telegram refused this digest: not to be tried before another one
    GONE = "gone"              # its message can not be edited any more (deleted, group migrated)


@dataclass(frozen=True, slots=True)
class Post:
    """`owner` is a tournament's code, `club:ID` or `series:ID`; `message` is None until it was sent."""

    owner: str
    key: str
    chat: int
    topic: int | None
    digest: str
    state: State
    message: int | None
    claimed_at: datetime
    epoch: int

    @property
    def closed(self) -> bool:
        return self.state is State.CLOSED


class Posts:
    """All posts. Every change names owner and key; what is not there is left alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, owner: str) -> dict[str, Post]:
        """The posts of an owner by key, in the order of their claims."""
        found = await self._find("owner = ? ORDER BY claimed_at, key", owner)
        return {post.key: post for post in found}

    async def by_message(self, chat: int, message: int) -> Post | None:
        """The post a person is looking at; None if it is not (any more) one of ours."""
        found = await self._find("chat = ? AND message = ? AND state <> 'gone'", chat, message)
        return found[0] if found else None

    async def in_doubt(self) -> list[str]:
        """The owners of what has been claimed and perhaps sent."""
        def work() -> Steps[list[str]]:
            return [owner for (owner,) in (yield ask("SELECT DISTINCT owner FROM post WHERE state = 'claimed'"))]

        return await self._database.read(work)

    async def claim(self, owner: str, key: str, chat: int, topic: int | None, digest: str, at: datetime,
                    epoch: int, *, instead: Post | None = None) -> bool:
        """Take the key before sending; True if it is the caller's now, and then nobody else sends it.

        A key that nobody has, or whose post is closed, failed or gone, may be taken. `instead` takes over
        exactly the post the caller has seen: a claim of unknown outcome, or a message that was deleted.
        """
        seen = instead or Post(owner, key, chat, topic, digest, State.CLOSED, None, at, -1)

        def work() -> Steps[bool]:
            taken = yield ask(
                f"INSERT INTO post ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, 'claimed', NULL, ?, ?)"
                " ON CONFLICT (owner, key) DO UPDATE SET chat = excluded.chat, topic = excluded.topic,"
                " digest = excluded.digest, state = excluded.state, message = NULL,"
                " claimed_at = excluded.claimed_at, epoch = excluded.epoch"
                " WHERE post.state IN ('closed', 'failed', 'gone') OR (post.state = ? AND post.epoch = ?"
                " AND post.claimed_at = ? AND COALESCE(post.message, 0) = ?)"
                " RETURNING key",
                owner, key, chat, topic, digest, written(at), epoch,
                seen.state.value, seen.epoch, written(seen.claimed_at), seen.message or 0)
            return bool(taken)

        return await self._database.write(work)

    async def sent(self, owner: str, key: str, message: int) -> None:
        """It arrived, as this message."""
        await self._change("state = 'shown', message = ?", owner, key, message)

    async def changed(self, owner: str, key: str, digest: str) -> None:
        """Its message has been edited and shows this."""
        await self._change("state = 'shown', digest = ?", owner, key, digest)

    async def close(self, owner: str, key: str, digest: str | None = None) -> None:
        """It has had its last words, and shows this (None: what it showed)."""
        await self._change("state = 'closed', digest = COALESCE(?, digest)", owner, key, digest)

    async def failed(self, owner: str, key: str, digest: str) -> None:
        """Telegram refused this digest; the message, if there is one, shows what it showed."""
        await self._change("state = 'failed', digest = ?", owner, key, digest)

    async def gone(self, owner: str, key: str) -> None:
        """Its message can not be edited any more; it is sent again when it is to show something else."""
        await self._change("state = 'gone'", owner, key)

    async def release(self, owner: str, key: str) -> None:
        """Give a claim back: it certainly was not sent."""
        def work() -> Steps[None]:
            yield ask("DELETE FROM post WHERE owner = ? AND key = ? AND state = 'claimed'", owner, key)

        await self._database.write(work)

    async def retry(self, chat: int) -> None:
        """What was refused in this chat may be tried again: the bot is back, or may write again."""
        def work() -> Steps[None]:
            yield ask("DELETE FROM post WHERE chat = ? AND state = 'failed' AND message IS NULL", chat)
            yield ask("UPDATE post SET state = 'shown', digest = '' WHERE chat = ? AND state = 'failed'", chat)

        await self._database.write(work)

    async def replace(self, owner: str, key: str, chat: int, topic: int | None, message: int, at: datetime,
                      epoch: int) -> int | None:
        """This message has been sent, and the one that was shown before it (which, or None) is `unwanted` now."""
        def work() -> Steps[int | None]:
            before = yield ask("SELECT message FROM post WHERE owner = ? AND key = ? AND state = 'shown'",
                               owner, key)
            yield from give_up("owner = ? AND key = ?", owner, key)
            yield ask(f"INSERT INTO post ({_COLUMNS}) VALUES (?, ?, ?, ?, '', 'shown', ?, ?, ?)",
                      owner, key, chat, topic, message, written(at), epoch)
            return before[0][0] if before else None

        return await self._database.write(work)

    async def unwanted(self) -> dict[int, list[int]]:
        """Messages that are to be deleted, by chat; also what an earlier life has not come to."""
        def work() -> Steps[dict[int, list[int]]]:
            found: dict[int, list[int]] = {}
            for chat, message in (yield ask("SELECT chat, message FROM unwanted ORDER BY chat, message")):
                found.setdefault(chat, []).append(message)
            return found

        return await self._database.read(work)

    async def rid_of(self, chat: int, message: int) -> None:
        """It is deleted, or nobody can."""
        def work() -> Steps[None]:
            yield ask("DELETE FROM unwanted WHERE chat = ? AND message = ?", chat, message)

        await self._database.write(work)

    async def reopen(self, owner: str) -> bool:
        """Last words are to be said anew: a name in them has gone. False if nothing was ever shown."""
        def work() -> Steps[bool]:
            yield ask("UPDATE post SET state = 'shown', digest = '' WHERE owner = ? AND state = 'closed'"
                      " AND message IS NOT NULL", owner)
            return bool((yield ask("SELECT 1 FROM post WHERE owner = ? LIMIT 1", owner)))

        return await self._database.write(work)

    async def _find(self, condition: str, *values: object) -> list[Post]:
        def work() -> Steps[list[Post]]:
            rows = yield ask(f"SELECT {_COLUMNS} FROM post WHERE {condition}", *values)
            return [Post(owner, key, chat, topic, digest, State(state), message, moment(claimed_at), epoch)
                    for owner, key, chat, topic, digest, state, message, claimed_at, epoch in rows]

        return await self._database.read(work)

    async def _change(self, what: str, owner: str, key: str, *values: object) -> None:
        await self._database.write(partial(_update, what, owner, key, values))


def give_up(condition: str, *values: object) -> Steps[None]:
    """Posts that nobody needs to know any more; what is shown of them is to be deleted."""
    yield ask("INSERT INTO unwanted (chat, message) SELECT chat, message FROM post WHERE state = 'shown'"
              f" AND ({condition}) ON CONFLICT DO NOTHING", *values)
    yield ask(f"DELETE FROM post WHERE {condition}", *values)


def _update(what: str, owner: str, key: str, values: tuple[object, ...]) -> Steps[None]:
    yield ask(f"UPDATE post SET {what} WHERE owner = ? AND key = ?", *values, owner, key)
