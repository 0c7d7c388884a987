"""Checks a request against the table of methods and turns its strings into values.

Telegram forgives much: it ignores parameters it does not know and takes `yes` for a Boolean. The sandbox
forgives nothing, because every such parameter is a mistake of the bot. An unknown method is 404, all the
rest 400.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .refusal import Refusal, bad
from .spec import TABLE


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came in a part of a multipart request."""

    name: str
    data: bytes


Params: TypeAlias = dict[str, Any]
"""Parameters after the check: ints, bools, strings, lists, dicts, `Upload`s; what was left out is missing."""

_TABLE: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
_METHODS: dict[str, dict[str, Any]] = _TABLE["methods"]
_TYPES: dict[str, Any] = _TABLE["types"]
_BY_LOWER = {name.lower(): name for name in _METHODS}
_MISSING = {"chat_id": "chat_id is empty", "text": "message text is empty"}
_FILES = "attach://"


def method_named(name: str) -> str:
    """The method in its own spelling (the API is careless about capitals); 404 if there is none."""
    if name.lower() not in _BY_LOWER:
        raise Refusal(404, "Not Found: method not found")
    return _BY_LOWER[name.lower()]


def check(method: str, raw: Mapping[str, Any]) -> Params:
    """The parameters of one call.

    `raw` holds strings and `Upload`s (form, multipart) or JSON values (JSON body). Parts of a multipart
    request that another parameter names with `attach://part` are put under `attached`.
    """
    table = _METHODS[method]
    params: Params = {}
    attached: dict[str, Upload] = {}
    for name, value in raw.items():
        if name in table:
            params[name] = _parameter(name, table[name][0], value)
        elif isinstance(value, Upload):
            attached[name] = value
        else:
            raise bad(f'unknown parameter "{name}" of {method}')
    for name, (_, required, *_rest) in table.items():
        if required and name not in params:
            raise bad(_MISSING.get(name, f'parameter "{name}" is required'))
    for part in attached:
        if f"{_FILES}{part}" not in json.dumps([v for v in params.values() if not isinstance(v, Upload)]):
            raise bad(f'nothing in {method} names the attached file "{part}"')
    if attached:
        params["attached"] = attached
    return params


def _parameter(name: str, kinds: list[str], value: Any) -> Any:
    if isinstance(value, str):
        if "Integer" in kinds and value.removeprefix("-").isdecimal():
            return int(value)
        if kinds == ["Boolean"] and value in ("true", "false"):
            return value == "true"
        if not {"String", "InputFile"} & set(kinds):
            try:
                value = json.loads(value)
            except ValueError:
                raise bad(f'can\'t parse "{name}": not JSON of type {" or ".join(kinds)}') from None
    _match(name, kinds, value)
    return value


def _match(path: str, kinds: list[str], value: Any) -> None:
    """Refuses unless one of the kinds fits; of several objects the one that shares most keys speaks."""
    objects = [leaf for kind in kinds for leaf in _leaves(kind)]
    if isinstance(value, dict) and objects:
        _object(path, max(objects, key=lambda name: _likeness(name, value)), value)
    elif isinstance(value, list) and (arrays := [kind for kind in kinds if kind.startswith("Array of ")]):
        for position, item in enumerate(value):
            _match(f"{path}[{position}]", [kind.removeprefix("Array of ") for kind in arrays], item)
    elif not any(_plain(kind, value) for kind in kinds):
        raise bad(f'can\'t parse "{path}": {" or ".join(kinds)} expected')


def _leaves(kind: str) -> list[str]:
    if kind not in _TYPES:
        return []
    table = _TYPES[kind]
    return [kind] if isinstance(table, dict) else [leaf for sub in table for leaf in _leaves(sub)]


def _likeness(kind: str, value: dict[str, Any]) -> int:
    fields: dict[str, list[Any]] = _TYPES[kind]
    constants = sum(1 for name, field in fields.items() if field[2:] == [value.get(name)])
    return 100 * constants + len(fields.keys() & value.keys()) - len(value.keys() - fields.keys())


def _object(path: str, kind: str, value: dict[str, Any]) -> None:
    table = _TYPES[kind]
    for name, inner in value.items():
        if name not in table:
            raise bad(f'can\'t parse "{path}": {kind} has no field "{name}"')
        kinds, _, *constant = table[name]
        if constant and inner != constant[0]:
            raise bad(f'can\'t parse "{path}.{name}": must be {constant[0]}')
        _match(f"{path}.{name}", kinds, inner)
    for name, (_, required, *_rest) in table.items():
        if required and name not in value:
            raise bad(f'can\'t parse "{path}": Can\'t find field "{name}"')


def _plain(kind: str, value: Any) -> bool:
    match kind:
        case "Integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "Float":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case "String":
            return isinstance(value, str)
        case "Boolean":
            return isinstance(value, bool)
        case "InputFile":
            return isinstance(value, (str, Upload))
    return False
