"""Who administers a group, remembered for at most a minute, and who is in it: asked from Telegram."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.error import TelegramError

from bot import logs
from bot.config import Config
from bot.timing import Time
from storage import Club, Store

log = logging.getLogger(__name__)

ANONYMOUS = 1087968824
"""GroupAnonymousBot: every anonymous administrator of every group. It gives no rights."""

WAIT = 3.0


class Administrators:
    """The lists, of all clubs."""

    def __init__(self, bot: Bot, store: Store, config: Config, time: Time) -> None:
        self._bot = bot
        self._store = store
        self._span = timedelta(seconds=config.administrators)
        self._time = time
        self._asking: dict[int, asyncio.Lock] = {}

    async def of(self, club: Club) -> frozenset[int] | None:
        """The persons who administer the club's group now; None if Telegram does not say.

        None means that nobody is known to be one: who asks for a judge's right is told to try again.
        """
        async with self._asking.setdefault(club.id, asyncio.Lock()):
            known, at = await self._store.clubs.administrators(club.id)
            if at is not None and at <= self._time.now() < at + self._span:
                return known
            return await self._ask(club)

    async def changed(self, club: Club) -> None:
        """Somebody's rights have changed: the list is asked for anew."""
        async with self._asking.setdefault(club.id, asyncio.Lock()):
            await self._ask(club)

    async def has_in_group(self, club: Club, person: int) -> bool:
        """Whether Telegram says that somebody is in the club's group; what it does not say counts as no."""
        try:
            member = await self._bot.get_chat_member(
                club.chat, person, read_timeout=WAIT, connect_timeout=WAIT, pool_timeout=WAIT)
        except TelegramError as error:
            logs.say(log, logging.INFO, "a member is unknown", club=club.id, error=type(error).__name__)
            return False
        if isinstance(member, ChatMemberRestricted):
            return member.is_member
        return member.status not in (ChatMember.LEFT, ChatMember.BANNED)

    async def _ask(self, club: Club) -> frozenset[int] | None:
        at = self._time.now()
        try:
            members = await self._bot.get_chat_administrators(
                club.chat, read_timeout=WAIT, connect_timeout=WAIT, pool_timeout=WAIT)
        except TelegramError as error:
            logs.say(log, logging.WARNING, "administrators unknown", club=club.id, error=type(error).__name__)
            return None
        people = [member for member in members if not member.user.is_bot]
        for member in people:
            await self._met(club, member)
        persons = frozenset(member.user.id for member in people)
        await self._store.clubs.set_administrators(club.id, persons, at)
        return persons

    async def _met(self, club: Club, member: ChatMember) -> None:
        """An administrator is a member of the club, so that cards can go to him."""
        user = member.user
        name = user.full_name or ""                       # a deleted account has none
        if await self._store.people.person(user.id) is None:
            await self._store.people.seen(user.id, name, user.username, user.language_code)
        await self._store.members.member(club.id, user.id, name)
