"""Do the table of methods, the handlers and python-telegram-bot agree with each other?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from telegram import (
    Bot,
    Chat,
    ChatFullInfo,
    ChatMember,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    TelegramObject,
    Update,
    User,
)

from bot.sandbox import Sandbox
from bot.sandbox.methods import METHODS
from bot.sandbox.schema import check
from bot.sandbox.spec import METHODS as NAMES
from bot.sandbox.spec import TABLE, main, reduce, write


def test_every_method_has_a_handler_and_a_place_in_the_table() -> None:
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    assert list(table["methods"]) == list(NAMES)
    assert METHODS.keys() | {"getUpdates"} == set(NAMES)


def test_the_table_is_made_from_a_description(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    field = {"name": "x", "types": ["Array of Y"], "required": True, "description": ""}
    kind = {"name": "type", "types": ["String"], "required": True, "description": "Scope type, must be chat"}
    itself = {"name": "y", "types": ["Y"], "required": False, "description": ""}
    api = {
        "version": "10.1",
        "methods": {name: {"fields": [field] if name == "getMe" else []} for name in NAMES},
        "types": {"Y": {"subtypes": ["Z"]}, "Z": {"fields": [kind, itself]}},
    }
    table = reduce(api)
    assert table["methods"]["getMe"] == {"x": [["Array of Y"], True]}
    assert table["types"] == {"Y": ["Z"], "Z": {"type": [["String"], True, "chat"], "y": [["Y"], False]}}
    write(table, tmp_path / "methods.json")
    assert json.loads((tmp_path / "methods.json").read_text()) == table
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("scope", "error"),
    [
        ({"type": "chat", "chat_id": 5}, ""),
        ({"type": "chat"}, 'Can\'t find field "chat_id"'),
        ({"type": "somewhere"}, "must be"),
        ({"type": "default", "chat_id": 5}, 'has no field "chat_id"'),
    ],
)
def test_of_several_objects_the_one_that_is_meant_is_checked(scope: dict[str, Any], error: str) -> None:
    params = {"commands": json.dumps([{"command": "a", "description": "b"}]), "scope": json.dumps(scope)}
    if not error:
        assert check("setMyCommands", params)["scope"] == scope
    else:
        with pytest.raises(Exception, match=error):
            check("setMyCommands", params)


def strangers(it: Any) -> list[str]:
    """Fields that python-telegram-bot did not know, anywhere inside."""
    if isinstance(it, (tuple, list)):
        return [name for one in it for name in strangers(one)]
    if not isinstance(it, TelegramObject):
        return []
    inner = [getattr(it, name, None) for name in it._get_attrs_names(include_private=False)]
    return [*it.api_kwargs, *strangers(inner)]


async def test_all_the_sandbox_says_is_understood() -> None:
    async with Sandbox() as sandbox, Bot(sandbox.token, base_url=sandbox.base_url) as bot:
        olga, anna = sandbox.person("Olga"), sandbox.person("Anna", username="anna")
        keys = InlineKeyboardMarkup([[InlineKeyboardButton("Join", callback_data="j")]])
        await bot.get_updates(allowed_updates=Update.ALL_TYPES)
        group = sandbox.group("Chess club", creator=olga, members=[anna])
        await sandbox.add_bot(group, by=olga, admin=True)
        await group.promote(anna, by=olga)
        await group.rename("Draughts club", by=olga)
        await olga.start()
        await olga.sends("a.json", b"{}")
        await olga.blocks()
        await group.migrate(by=olga, forum=True)
        topic = await group.topic("Blitz", by=olga)
        await anna.types(group, "hello #1", topic=topic)
        sent = await bot.send_message(
            group.id, f'<a href="tg://user?id={anna.id}">x</a> <code>y</code>', "HTML"
        )
        await bot.pin_chat_message(group.id, sent.message_id)
        await bot.edit_message_text("Entry", group.id, sent.message_id, reply_markup=keys)
        anna.tap(group.last(), "Join")
        said: list[Any] = [
            sent,
            await bot.get_me(),
            await bot.get_chat(group.id),
            await bot.get_chat_administrators(group.id),
            await bot.get_chat_member(group.id, olga.id),
            *await bot.get_updates(),
        ]
        assert {type(it) for it in said} >= {Message, User, ChatFullInfo, Update}
        assert len(said) > 18
        assert strangers(said) == []
        assert isinstance(said[4], ChatMember) and isinstance(sent.chat, Chat)
