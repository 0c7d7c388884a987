"""Methods about chats and people, taps and files; and what the bot says about itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import wire
from .formatting import units
from .refusal import bad
from .schema import Params
from .state import Chat, Member
from .world import Toast, World

MOST_TOAST = 200
MOST_COMMANDS = 100
_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
_OLD = "query is too old and response timeout expired or query ID is invalid"


def get_me(world: World, params: Params) -> Any:
    return wire.user(world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": False,
    }


def answer_callback_query(world: World, params: Params) -> Any:
    query = world.queries.get(params["callback_query_id"])
    if query is None or query.answer.done() or world.now() - query.born > world.tap_life:
        raise bad(_OLD)
    toast = Toast(params.get("text", ""), params.get("show_alert", False), params.get("url", ""))
    if units(toast.text) > MOST_TOAST:
        raise bad("MESSAGE_TOO_LONG")
    if toast.url and not toast.url.startswith((f"https://t.me/{world.bot.username}?", "tg://")):
        raise bad("URL_INVALID")  # anything else is for games only
    query.answer.set_result(toast)
    world.events.emit(
        "toast", query.chat.id, user=query.user.id, text=toast.text, alert=toast.alert, url=toast.url
    )
    return True


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


def set_my_commands(world: World, params: Params) -> Any:
    commands: list[dict[str, str]] = params["commands"]
    if len(commands) > MOST_COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for it in commands:
        name = it["command"].removeprefix("/")
        if not (1 <= len(name) <= 32 and name.isascii() and name == name.lower()):
            raise bad("BOT_COMMAND_INVALID")
        if not name.replace("_", "a").isalnum():
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(it["description"]) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    world.profile.commands[_scope(world, params)] = commands
    return True


def get_my_commands(world: World, params: Params) -> Any:
    return world.profile.commands.get(_scope(world, params), [])


def delete_my_commands(world: World, params: Params) -> Any:
    world.profile.commands.pop(_scope(world, params), None)
    return True


def _scope(world: World, params: Params) -> tuple[str, str]:
    """The key of a menu: the scope as `type`, `type:chat` or `type:chat:user`, and the language."""
    scope = params.get("scope", {"type": "default"})
    if "chat_id" in scope:
        world.chat(scope["chat_id"])
    parts = (scope["type"], scope.get("chat_id"), scope.get("user_id"))
    language: str = params.get("language_code", "")
    if language and not (len(language) == 2 and language.isalpha() and language.islower()):
        raise bad("invalid language code specified")
    return ":".join(str(part) for part in parts if part is not None), language


def set_my_description(world: World, params: Params) -> Any:
    return _describe(world.profile.description, params, "description", 512)


def set_my_short_description(world: World, params: Params) -> Any:
    return _describe(world.profile.short_description, params, "short_description", 120)


def get_my_description(world: World, params: Params) -> Any:
    return {"description": world.profile.description.get(params.get("language_code", ""), "")}


def get_my_short_description(world: World, params: Params) -> Any:
    return {"short_description": world.profile.short_description.get(params.get("language_code", ""), "")}


def _describe(texts: dict[str, str], params: Params, name: str, most: int) -> bool:
    text = params.get(name, "")
    if len(text) > most:
        raise bad("BOT_DESCRIPTION_TOO_LONG" if most == 512 else "BOT_SHORT_DESCRIPTION_TOO_LONG")
    texts[params.get("language_code", "")] = text
    return True
