"""What a bot says about itself: menus of commands, descriptions; and the methods that set them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .refusal import bad
from .schema import Params

if TYPE_CHECKING:
    from .world import World

MOST_COMMANDS = 100


@dataclass(slots=True, eq=False)
class Profile:
    """Commands by scope and language, descriptions by language."""

    commands: dict[tuple[str, str], list[dict[str, str]]] = field(default_factory=dict)
    description: dict[str, str] = field(default_factory=dict)
    short_description: dict[str, str] = field(default_factory=dict)


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
