"""The command menus: one for each scope and language, from the words of the catalogues."""

from __future__ import annotations

import logging

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    BotCommandScopeChatAdministrators,
)
from telegram.error import TelegramError

from bot import logs
from bot.desk import COMMANDS
from bot.texts import LANGUAGES, Say, words

log = logging.getLogger(__name__)

_PLAYER = ("join", "leave", "back", "bye", "result", "pairs", "standings")
_JUDGE = ("new", "settings", "begin", "guest", "remove", "rule", "draft", "swap", "pair", "forbid", "pots",
          "penalty", "hold", "resume", "undo", "log", "finish", "judges", "series")

_FILES = ("export", "import")

PRIVATE = ("start", "help", *_PLAYER, "me", "rating", "season", "mydata", "language")
GROUP = ("help", *_PLAYER)
ADMINISTRATORS = ("help", *_PLAYER, *_JUDGE, *_FILES, "language")
"""Command names by scope, in the order they are shown."""


async def set_up(bot: Bot) -> None:
    """Tell Telegram all menus; what fails is said in the log, a menu is no reason not to start."""
    scopes: tuple[tuple[BotCommandScope, tuple[str, ...]], ...] = (
        (BotCommandScopeAllPrivateChats(), PRIVATE),
        (BotCommandScopeAllGroupChats(), GROUP),
        (BotCommandScopeAllChatAdministrators(), ADMINISTRATORS),
    )
    for language in LANGUAGES:
        # the first language is also the one for everybody who speaks none of ours
        for code in ("", language) if language == LANGUAGES[0] else (language,):
            for scope, names in scopes:
                await _set(bot, scope, names, language, code)
            await _describe(bot, language, code)


async def set_up_chat(bot: Bot, chat: int, language: str) -> None:
    """The menus of one group in its club's language, whatever its members have set."""
    await _set(bot, BotCommandScopeChat(chat), GROUP, language, "")
    await _set(bot, BotCommandScopeChatAdministrators(chat), ADMINISTRATORS, language, "")


async def _set(bot: Bot, scope: BotCommandScope, names: tuple[str, ...], language: str, code: str) -> None:
    say = words(language)
    commands = [BotCommand(name, _line(say, name)) for name in names if name in COMMANDS]
    try:
        await bot.set_my_commands(commands, scope=scope, language_code=code)
    except TelegramError as error:
        logs.say(log, logging.WARNING, "a menu was not set", error=type(error).__name__)


def _line(say: Say, name: str) -> str:
    """What a command does; in a menu with players' commands it is said whose it is."""
    what = say.plain(f"command.{name}")
    return say.plain("menu.judge", what=what[:1].lower() + what[1:]) if name in (*_JUDGE, *_FILES) else what


async def _describe(bot: Bot, language: str, code: str) -> None:
    """What a chat that was never started says, and what the bot's profile says."""
    say = words(language)
    try:
        await bot.set_my_description(say.plain("about.long"), language_code=code)
        await bot.set_my_short_description(say.plain("about.short"), language_code=code)
    except TelegramError as error:
        logs.say(log, logging.WARNING, "the description was not set", error=type(error).__name__)
