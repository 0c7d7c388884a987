"""The members a fact speaks of, found by the types of its fields, and the same fact about other numbers."""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.facts import Fact, Spread
from engine.model import MemberId

Number = Callable[[MemberId], MemberId]

_BOARD_CARD = re.compile(r"(\w+/\d+/)(\d+)(\.\d+)")     # see engine.cards: kind/round/White.seq


def renumbered(fact: Fact, number: Number) -> Fact:
    """The fact with `number(member)` for every member in it."""
    if isinstance(fact, Spread):
        card = _BOARD_CARD.sub(lambda m: f"{m[1]}{number(MemberId(int(m[2])))}{m[3]}", fact.card)
        return replace(fact, card=card)
    kind: Any = type(fact)
    hints = _hints(kind)
    return replace(fact, **{name: _mapped(hint, getattr(fact, name), number) for name, hint in hints.items()})


def members_in(fact: Fact) -> frozenset[MemberId]:
    """Every member the fact speaks of."""
    found: set[MemberId] = set()

    def keep(member: MemberId) -> MemberId:
        found.add(member)
        return member

    renumbered(fact, keep)
    return frozenset(found)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _mapped(hint: Any, value: Any, number: Number) -> Any:
    if hint is MemberId:
        return number(value)
    arms = get_args(hint)
    if get_origin(hint) in (types.UnionType, Union):
        return None if value is None else _mapped(arms[0], value, number)
    if get_origin(hint) is tuple:
        each = [arms[0]] * len(value) if arms[-1] is Ellipsis else arms
        return tuple(_mapped(arm, item, number) for arm, item in zip(each, value, strict=True))
    return value
