"""Facts to JSON and back, driven by the dataclasses themselves.

A fact's class name is its kind on disk for ever. Fields that are missing take their default, so
a new field needs one; `UPCASTS` holds one line for each field or kind that was renamed.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.facts import Fact

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Fact)}

UPCASTS: dict[str, Callable[[dict[str, Any]], tuple[str, dict[str, Any]]]] = {}
"""kind on disk -> (kind now, body now), for what was renamed since it was written."""


class BadFact(ValueError):
    """What is written can not be read as a fact; the message says which part."""


def encode(fact: Fact) -> tuple[str, str]:
    """The kind (class name) and the compact JSON body of a fact; its own defaults are left out.

    What it holds is written whole: `Opened` has all settings, so a change of defaults changes no event.
    """
    return type(fact).__name__, json.dumps(_plain(fact, whole=False), ensure_ascii=False, separators=(",", ":"))


def decode(kind: str, body: str) -> Fact:
    """The fact that `encode` wrote; raises `BadFact` for an unknown kind or a body that does not fit."""
    try:
        raw = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadFact(f"{kind}: not JSON ({error})") from None
    if not isinstance(raw, dict):
        raise BadFact(f"{kind}: not an object")
    if kind in UPCASTS:
        kind, raw = UPCASTS[kind](raw)
    if kind not in KINDS:
        raise BadFact(f"unknown kind of fact: {kind}")
    fact: Fact = _build(KINDS[kind], raw, kind)
    return fact


def _plain(value: Any, *, whole: bool = True) -> Any:
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)
                if whole or f.default is MISSING or getattr(value, f.name) != f.default}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else value


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _build(kind: type[Any], raw: Any, where: str) -> Any:
    if not isinstance(raw, dict):
        raise BadFact(f"{where}: an object is needed")
    hints = _hints(kind)                                     # type: ignore[arg-type]
    values = {name: _read(hint, raw[name], f"{where}.{name}") for name, hint in hints.items() if name in raw}
    missing = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING
               and f.name not in values]
    if missing:
        raise BadFact(f"{where}: missing {', '.join(missing)}")
    unknown = raw.keys() - hints.keys()
    if unknown:
        raise BadFact(f"{where}: unknown {', '.join(sorted(unknown))}")
    return kind(**values)


def _read(hint: Any, raw: Any, where: str) -> Any:
    if hasattr(hint, "__supertype__"):                       # NewType
        return _read(hint.__supertype__, raw, where)
    origin = get_origin(hint)
    if origin in (types.UnionType, Union):
        if raw is None:
            return None
        return _read(next(arm for arm in get_args(hint) if arm is not type(None)), raw, where)
    if origin is tuple:
        return _read_tuple(get_args(hint), raw, where)
    if is_dataclass(hint):
        return _build(hint, raw, where)                      # type: ignore[arg-type]
    try:
        if hint is datetime:
            return datetime.fromisoformat(raw)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return hint(raw)
    except (ValueError, TypeError):
        raise BadFact(f"{where}: {raw!r} is no {hint.__name__}") from None
    if type(raw) is not hint:                                # bool is no int here
        raise BadFact(f"{where}: {raw!r} is no {hint.__name__}")
    return raw


def _read_tuple(arms: tuple[Any, ...], raw: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise BadFact(f"{where}: a list is needed")
    if len(arms) == 2 and arms[1] is Ellipsis:
        return tuple(_read(arms[0], item, where) for item in raw)
    if len(raw) != len(arms):
        raise BadFact(f"{where}: {len(arms)} values are needed")
    return tuple(_read(arm, item, where) for arm, item in zip(arms, raw, strict=True))
