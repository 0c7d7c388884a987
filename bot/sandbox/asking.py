"""Methods that ask: about the bot, chats, members, files; and the one that leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import wire
from .refusal import bad
from .schema import Params
from .state import Chat, Member
from .world import World

_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


def get_me(world: World, params: Params) -> Any:
    return wire.user(world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": False,
    }


def get_chat(world: World, params: Params) -> Any:
    chat = world.chat(params["chat_id"])
    body = wire.chat(chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(_GIFTS, False),
    }
    if chat.type != "private":
        may = not chat.silenced
        body["permissions"] = {"can_send_messages": may, "can_send_documents": may, "can_send_photos": may}
    if pinned := chat.pinned():
        body["pinned_message"] = wire.message(pinned[-1], world.users)
    return body


def get_chat_member(world: World, params: Params) -> Any:
    chat = world.chat(params["chat_id"])
    user = world.users.get(params["user_id"])
    if user is None:
        raise bad("PARTICIPANT_ID_INVALID")
    return wire.member(chat.member(user))


def get_chat_administrators(world: World, params: Params) -> Any:
    """All but other bots."""
    chat = world.chat(params["chat_id"])
    if chat.type == "private":
        raise bad("there are no administrators in the private chat")
    return [
        wire.member(it) for it in chat.present() if it.admin and (it.user is world.bot or not it.user.is_bot)
    ]


def get_chat_member_count(world: World, params: Params) -> Any:
    chat = world.chat(params["chat_id"])
    return 2 if chat.type == "private" else len(chat.present())


def leave_chat(world: World, params: Params) -> Any:
    chat = world.chat(params["chat_id"])
    if chat.type == "private":
        raise bad("chat member status can't be changed in private chats")
    leave(world, chat, chat.member(world.bot))
    return True


def leave(world: World, chat: Chat, member: Member) -> None:
    """Somebody goes by himself; the service message comes first, so that a bot that goes still hears it."""
    world.post(chat, member.user, service={"left_chat_member": wire.user(member.user)})
    world.set_member(chat, replace(member, status="left", rights=frozenset()), by=member.user)


def get_file(world: World, params: Params) -> Any:
    media = world.files.get(params["file_id"])
    if media is None:
        raise bad("invalid file_id")
    return {
        "file_id": media.id,
        "file_unique_id": f"u{media.id}",
        "file_size": len(media.data),
        "file_path": f"{media.kind}s/{media.id}",
    }
