"""A request: who has typed something or pressed a button, where, with which words, about which tournament.

It only knows and reads. What can be done for it is a `bot.visit`.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime
from typing import Any

from telegram import Document

from bot.home import home_of, language_of
from bot.notices.notice import Home
from bot.office import Office
from bot.parse import Press
from bot.texts import Say, words
from engine.model import Actor, MemberId, Refused, Role, Tournament
from storage import Club, Member, Person, TournamentRow


class Several(Exception):
    """More than one tournament may be meant; the desk asks with buttons."""

    def __init__(self, rows: list[TournamentRow]) -> None:
        super().__init__([row.code for row in rows])
        self.rows = rows


@dataclass(eq=False, repr=False)                # names and words are for no log
class Request:
    """See the module. Made and filled by the desk; `person` of an anonymous administrator is no one."""

    office: Office
    _: KW_ONLY
    now: datetime
    cause: str
    person: Person
    chat: int
    topic: int | None
    message: int                           # what was typed, or the card that was pressed
    tap: str | None = None                 # the callback id
    anonymous: bool = False
    text: str = ""                         # the words behind the command, line breaks kept
    press: Press | None = None
    command: str = ""
    args: tuple[str, ...] = field(init=False)
    club: Club | None = None
    rows: list[TournamentRow] = field(default_factory=list)         # the tournaments that can be meant
    member: Member | None = None
    role: Role = Role.PERSON
    doubtful: bool = False                 # Telegram did not say who the administrators are
    document: Document | None = None       # what was sent, or what the message is a reply to
    dialogue: dict[str, Any] = field(default_factory=dict)          # kept with the question that is answered now
    asked: datetime | None = None          # and when it was asked

    def __post_init__(self) -> None:
        self.args = self.press.args if self.press else tuple(self.text.split())

    # who and where

    @property
    def place(self) -> str:
        """`private`, `judges` or `group`."""
        if self.chat > 0:
            return "private"
        here = self.club is not None and self.chat == self.club.judges_chat and self.chat != self.club.chat
        return "judges" if here else "group"

    @property
    def actor(self) -> Actor:
        """Who acts in the tournament's club. Refused where no club or no real person is known."""
        if self.anonymous:
            raise Refused("anonymous")
        if self.member is None or self.member.club != self.row.club:
            raise Refused("no_club")
        return Actor(self.member.id, self.role, self.place)

    @property
    def is_judge(self) -> bool:
        """Whether he may see what is for judges."""
        return self.role >= Role.JUDGE

    @property
    def may_call_up(self) -> bool:
        """Whether he may call up a judges' card; what is pressed on it is checked as the one who presses."""
        return self.is_judge or self.anonymous

    @property
    def say(self) -> Say:
        """The words of the person's language."""
        if self.anonymous:
            return self.club_say
        return words(language_of(self.person, self.club))

    @property
    def club_say(self) -> Say:
        return words(self.club.language) if self.club else words(self.person.language or self.person.hint)

    # which tournament

    @property
    def row(self) -> TournamentRow:
        """The tournament that is meant; Refused("no_tournament"), or a question back if there are several."""
        if not self.rows:
            raise Refused("no_tournament" if self.club or self.chat > 0 else "no_club")
        if len(self.rows) > 1:
            raise Several(self.rows)
        return self.rows[0]

    @property
    def code(self) -> str:
        return self.row.code

    async def tournament(self) -> Tournament:
        """The tournament that is meant, as it stands."""
        return await self.office.store.ledger.tournament(self.code)

    async def home(self) -> Home:
        """Where it lives: names, languages, judges."""
        return await home_of(self.office.store, self.row, self.office.username)

    async def members(self) -> dict[MemberId, Member]:
        """The members of the club."""
        return await self.office.store.members.members(self.the_club.id)

    @property
    def the_club(self) -> Club:
        """The club; Refused("no_club") where none is known."""
        if self.club is None:
            raise Refused("no_club")
        return self.club
