"""Makes `methods.json` out of the whole Bot API description: `python -m bot.sandbox.spec api.min.json`.

The description is the one of github.com/PaulSonOfLars/telegram-bot-api-spec (Bot API 10.1). The table
keeps, for the methods a bot of this house may call, each parameter as `[types, required, constant]`, and
the object types that can be nested inside them. A method that is missing here does not exist for the
sandbox: add its name to `METHODS`, make the table again and write its handler in `methods.py`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("methods.json")
PRIMITIVE = frozenset({"Integer", "Float", "String", "Boolean", "InputFile"})
METHODS = (
    "getMe", "getUpdates", "setWebhook", "deleteWebhook", "getWebhookInfo",
    "sendMessage", "sendDocument", "sendPhoto", "sendChatAction",
    "editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup", "deleteMessage",
    "pinChatMessage", "unpinChatMessage", "answerCallbackQuery",
    "getChat", "getChatMember", "getChatAdministrators", "getChatMemberCount", "leaveChat",
    "createForumTopic", "getFile",
    "setMyCommands", "getMyCommands", "deleteMyCommands",
    "setMyDescription", "getMyDescription", "setMyShortDescription", "getMyShortDescription",
)  # fmt: skip

_CONSTANT = re.compile(r"^(?:Scope type|Type of the (?:media|result)), must be (\w+)$")


def element(kind: str) -> str:
    """What an array is made of: `Array of Array of X` → `X`."""
    return kind.rsplit("Array of ", 1)[-1]


def reduce(api: dict[str, Any]) -> dict[str, Any]:
    """The table, from the whole description; a `KeyError` names a method or type it does not know."""
    types: dict[str, Any] = {}

    def fields(owner: dict[str, Any]) -> dict[str, list[Any]]:
        table = {}
        for field in owner.get("fields", []):
            for kind in field["types"]:
                visit(element(kind))
            found = _CONSTANT.match(field["description"])
            constant = found.groups() if found else ()
            table[field["name"]] = [field["types"], field["required"], *constant]
        return table

    def visit(name: str) -> None:
        if name in PRIMITIVE or name in types:
            return
        whole = api["types"][name]
        types[name] = {}  # before its fields: types may contain themselves
        if "subtypes" in whole:
            types[name] = whole["subtypes"]
            for subtype in whole["subtypes"]:
                visit(subtype)
        else:
            types[name] = fields(whole)

    methods = {name: fields(api["methods"][name]) for name in METHODS}
    return {"version": api["version"], "methods": methods, "types": dict(sorted(types.items()))}


def write(table: dict[str, Any], to: Path) -> None:
    """One line a method or type, so that a newer API is a short difference."""

    def section(name: str) -> str:
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in table[name].items())
        return f"{json.dumps(name)}: {{\n{lines}\n }}"

    to.write_text(
        f'{{"version": {json.dumps(table["version"])},\n {section("methods")},\n {section("types")}}}\n',
        encoding="utf-8",
    )


def main(arguments: list[str]) -> int:
    """Exit code 0, or 2 when not called with exactly one path."""
    if len(arguments) != 1:
        print("usage: python -m bot.sandbox.spec path/to/api.min.json", file=sys.stderr)
        return 2
    write(reduce(json.loads(Path(arguments[0]).read_text(encoding="utf-8"))), TABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
