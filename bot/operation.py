"""What has to be done so that the chat shows what it should: the difference between notices and posts.

Pure: the same notices and posts give the same operations.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.budget import Kind
from bot.notices.notice import Notice
from storage.posts import Post, State


@dataclass(frozen=True, slots=True)
class Picture:
    """What an owner (a tournament, a club) wants to show now.

    `last_words` makes the text of a post that is shown but no longer wanted; without it such posts
    stay as they are, and so does one for which it has none. `moment` is when the picture changes by time alone.
    """

    notices: Sequence[Notice]
    last_words: Callable[[str], Notice | None] | None = None
    version: int = 0
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One send or edit. `message` is what is edited, None for a send; `again` marks a second sending (↻)."""

    owner: str
    kind: Kind
    notice: Notice
    digest: str
    post: Post | None                  # as it was when this was planned
    chat: int
    message: int | None = None
    last: bool = False                 # these are last words: the post is closed afterwards
    again: bool = False
    not_before: datetime | None = None

    @property
    def key(self) -> str:
        return self.notice.key


def digest(notice: Notice) -> str:
    """What a post looks like, short. The first letter says whether it has buttons."""
    look = repr((notice.text, notice.buttons))
    return ("b" if notice.buttons else "p") + hashlib.sha256(look.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def operations(owner: str, picture: Picture, posts: Mapping[str, Post], busy: Collection[str], *,
               epoch: int, claim_retry: Callable[[str], timedelta]) -> list[Operation]:
    """The operations of one owner in the order of its notices, last words first; of edits the newest table first.

    Edits of a group go out seconds apart, and people look at the last round and the final table.

    Keys in `busy` are being worked at right now and left alone. A claim without a message has an
    unknown outcome: of this life it is sent again after the `claim_retry` of its key, of an earlier one at once.
    """
    wanted = {notice.key: notice for notice in picture.notices}
    found: list[Operation] = []
    if picture.last_words is not None:
        for key, post in posts.items():
            if key not in wanted and key not in busy and post.message is not None:
                last = picture.last_words(key)
                found += _closing(owner, replace(last, key=key, buttons=()), post) if last is not None else []
    for key, notice in wanted.items():
        if key not in busy:
            found += [one for one in _showing(owner, notice, posts.get(key), epoch, claim_retry(key))
                      if one.message is not None or not (notice.past or (notice.stale and key not in posts))]
    urgent = [one for one in found if one.kind is Kind.EDIT and one.notice.weighty]
    return [*reversed(urgent), *(one for one in found if one.kind is not Kind.EDIT or not one.notice.weighty)]


def moot(picture: Picture, posts: Mapping[str, Post], busy: Collection[str]) -> list[str]:
    """Keys that were claimed or refused, never seen by anybody, and are no longer wanted."""
    wanted = {notice.key for notice in picture.notices}
    return [key for key, post in posts.items()
            if key not in wanted and key not in busy and post.message is None and not post.closed
            and picture.last_words is not None]


def _closing(owner: str, last: Notice, post: Post) -> list[Operation]:
    look = digest(last)
    if post.state in (State.SHOWN, State.FAILED) and post.digest != look:
        return [Operation(owner, Kind.CLOSING, last, look, post, post.chat, post.message, last=True)]
    return []


def _showing(owner: str, notice: Notice, post: Post | None, epoch: int,
             claim_retry: timedelta) -> list[Operation]:
    look = digest(notice)
    send = Operation(owner, Kind.SEND, notice, look, post, notice.chat)
    if post is None or post.closed:
        return [send]
    if post.state is State.CLAIMED:
        due = post.claimed_at + claim_retry if post.epoch == epoch else None
        return [replace(send, again=True, not_before=due)]
    if post.digest == look and not (post.state is State.GONE and notice.buttons):
        return []
    if post.state is State.GONE or post.message is None:
        return [send]
    return [_edit(send, post)]


def _edit(send: Operation, post: Post) -> Operation:
    bare = post.digest.startswith("b") and not send.notice.buttons
    return replace(send, kind=Kind.CLOSING if bare else Kind.EDIT, chat=post.chat, message=post.message)
