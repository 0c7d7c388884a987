"""A notice: a message the chat should show now, and what it takes to write one.

Everything here is plain data. Who makes it true is `bot.noticeboard`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.model import MemberId
from engine.ratings import Change
from engine.summary import Remark
from storage.people import Wishes
from storage.seasons import Seasonal

Buttons = tuple[tuple["Button", ...], ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button below a message: either `data` (at most 64 bytes) or a `url`, never both."""

    text: str
    data: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """One message. `key` names it for ever; the same key in another state is an edit, not a message.

    `first` is the text of the first sending where it differs (mentions, which only ring once). One to `pin`
    is pinned when it is sent; last words to `unpin` are those of such a one that is not to stay on top.
    `weighty` notices are rounds and tables: judges are told when Telegram will not take one. A `silent`
    one comes without a sound; an edit makes none anyway. A `past` one is kept right where it is shown, and
    not sent any more; a `stale` one is news of long ago, for nobody who has not had it before.
    """

    key: str
    chat: int
    text: str
    buttons: Buttons = ()
    topic: int | None = None
    pin: bool = False
    unpin: bool = False
    first: str | None = None
    weighty: bool = False
    silent: bool = False
    past: bool = False
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Home:
    """Where a tournament lives: its club, chats and people, all that facts do not hold.

    `accounts` maps a member to his Telegram id, which is also his private chat; guests have none.
    `reachable` are the members who have pressed Start. `judges` are all judges of the club.
    `authors` says who wrote an entry, by its seq: cards tell who decided. `history` counts the
    games two members had in earlier tournaments as seen by the first of them: (won, drawn, lost).
    `rated` is what the tournament, once it has ended, did to the club's ratings, `season` how
    things stand after it in the season it counts for, `remarks` what is worth saying of it.
    `wishes` are by Telegram id, of those who have any. `shown` is the version of the tournament of which
    everything has been shown: news of an earlier entry that was not sent by then comes too late.
    """

    club: int
    chat: int
    topic: int | None
    language: str
    zone: str
    bot: str
    names: Mapping[MemberId, str]
    accounts: Mapping[MemberId, int]
    reachable: frozenset[MemberId]
    languages: Mapping[MemberId, str]
    judges: tuple[MemberId, ...]
    chief: MemberId | None
    judges_chat: int | None
    code: str
    title: str
    authors: Mapping[int, MemberId] = field(default_factory=dict)
    history: Mapping[tuple[MemberId, MemberId], tuple[int, int, int]] = field(default_factory=dict)
    rated: Mapping[MemberId, Change] = field(default_factory=dict)
    season: Seasonal | None = None
    remarks: tuple[Remark, ...] = ()
    wishes: Mapping[int, Wishes] = field(default_factory=dict)
    shown: int = 0
