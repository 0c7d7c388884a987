"""What Telegram tells about chats: the bot added or removed, rights changed, a group that has moved."""

from __future__ import annotations

import logging

from telegram import ChatMember, ChatMemberAdministrator, ChatMemberUpdated, Message
from telegram.constants import ChatType

from bot import logs
from bot.home import CLUB
from bot.notices.notice import Button, Notice
from bot.notices.series import owner
from bot.office import Office
from bot.parse import press
from bot.texts import words
from engine.model import Stage
from storage import Club

log = logging.getLogger(__name__)

_GONE = (ChatMember.LEFT, ChatMember.BANNED)


async def changed(office: Office, change: ChatMemberUpdated, *, own: bool) -> None:
    """A `my_chat_member` (own) or `chat_member` update."""
    chat, status = change.chat, change.new_chat_member.status
    if chat.type == ChatType.PRIVATE:
        await office.store.people.set_reachable(chat.id, status not in _GONE)
        await touch_all_of(office, chat.id)
    elif chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
        if own and status in _GONE:
            logs.say(log, logging.WARNING, "removed from a group", chat=chat.id)
        elif own:
            if change.old_chat_member.status in _GONE:
                await _greet(office, change)
            await _written_again(office, chat.id)
            if _may_pin(change.new_chat_member) and not _may_pin(change.old_chat_member):
                await _pin_posts(office, chat.id)
        else:
            club = await office.store.clubs.club_of_chat(chat.id)
            if club is not None:
                if {status, change.old_chat_member.status} & {ChatMember.ADMINISTRATOR, ChatMember.OWNER}:
                    await office.administrators.changed(club)
                if status == ChatMember.BANNED:
                    await _thrown_out(office, club, change.new_chat_member.user.id)
                await touch_all_of(office, change.new_chat_member.user.id)


async def told(office: Office, message: Message) -> bool:
    """A service message about the chat itself; False for any other message."""
    chat = message.chat
    if message.migrate_to_chat_id is not None:
        await moved(office, chat.id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await moved(office, message.migrate_from_chat_id, chat.id)
    elif message.new_chat_title is not None:
        club = await office.store.clubs.club_of_chat(chat.id)
        if club is not None:
            await office.store.clubs.set_title(club.id, message.new_chat_title)
    elif message.left_chat_member is not None:            # also where the bot is no administrator
        club = await office.store.clubs.club_of_chat(chat.id)
        if club is not None and message.from_user is not None and message.from_user != message.left_chat_member:
            await _thrown_out(office, club, message.left_chat_member.id)
    else:
        return False
    return True


async def _thrown_out(office: Office, club: Club, person: int) -> None:
    """Whoever is put out of the group is named as nothing any more: he could go on judging in private."""
    members = (await office.store.members.members(club.id)).values()
    known = next((member for member in members if member.person == person), None)
    if known is not None and (known.judge or known.chief or known.helper):
        await office.store.members.set_role(known.id, judge=False, chief=False, helper=False)
        logs.say(log, logging.INFO, "thrown out: named as nothing any more", club=club.id, member=known.id)
        await touch_clubs(office, {club.id})


async def moved(office: Office, old: int, new: int) -> None:
    """A group has become a supergroup: everything of it is in the new chat, and what is wanted is shown there."""
    await office.store.rehome(old, new)
    logs.say(log, logging.INFO, "a group has moved", old=old, new=new)
    await _shown_again(office, new)


async def _written_again(office: Office, chat: int) -> None:
    """The bot is back in a chat, or has other rights there: what it could not show before is shown now."""
    club = await office.store.clubs.club_of_chat(chat)
    if club is not None:
        await office.administrators.changed(club)
    await _shown_again(office, chat)


async def _shown_again(office: Office, chat: int) -> None:
    """What was refused in a chat is tried again, and all that its club wants, or who judges in it, is looked at."""
    clubs = office.store.clubs
    await office.store.posts.retry(chat)
    club = await clubs.club_of_chat(chat)
    judged = {club.id for club in await clubs.clubs_judged_in(chat)}
    await touch_clubs(office, judged | ({club.id} if club is not None else set()))


def _may_pin(member: ChatMember) -> bool:
    return isinstance(member, ChatMemberAdministrator) and bool(member.can_pin_messages)


async def _pin_posts(office: Office, chat: int) -> None:
    """The right to pin has come late: the entry post that stands in the chat, and a vote, are pinned now."""
    for row in await office.store.ledger.running(office.time.now()):
        if row.chat == chat and row.stage in (Stage.ENTRY, Stage.PLAYING):
            posts = await office.store.posts.of(row.code)
            for key, post in sorted(posts.items()):              # the vote last: it is on top then
                if (key == "entry" or key.startswith("vote/")) and post.message is not None and not post.closed:
                    await office.telling.out(chat, office.answers.pin(chat, post.message))


async def touch_all_of(office: Office, person: int) -> None:
    """Somebody can be written to, or no longer: his tournaments show it."""
    await touch_clubs(office, {member.club for member in await office.store.members.memberships(person)})


async def touch_clubs(office: Office, clubs: set[int]) -> None:
    """What runs in these clubs, or has ended lately, is put right, and what they show besides."""
    for club in clubs:
        office.board.touch(f"{CLUB}{club}")
    if clubs:
        for row in await office.store.ledger.running(office.time.now()):
            if row.club in clubs:
                office.board.touch(row.code)
        await _touch_series(office, clubs)


async def _touch_series(office: Office, clubs: set[int]) -> None:
    for series in await office.store.series.running():
        if series.club in clubs:
            office.board.touch(owner(series.id))


async def _greet(office: Office, change: ChatMemberUpdated) -> None:
    """Added to a group: a club, and one greeting in the language of who added the bot."""
    language = words(change.from_user.language_code).language
    club = await office.store.clubs.make_club(change.chat.id, change.chat.title or "", language)
    say = words(club.language)
    await office.administrators.changed(club)
    stamp = int(change.date.timestamp())
    await office.announce(club.id, Notice(
        f"greeting/{stamp}", club.chat, say("greeting.group", bot=office.username),
        ((Button(say.plain("button.new"), press("new")),),)))
