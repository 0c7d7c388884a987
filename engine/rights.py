"""Who may do what: one table, asked by every action before anything else.

Whether the board, the report or the place is one's own is asked by the action itself; here it is
only as what somebody comes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from engine.facts import Fact
from engine.model import Actor, Refused, Role

_EVERYBODY = frozenset({Role.PERSON, Role.HELPER, Role.JUDGE, Role.CHIEF})
_JUDGES = frozenset({Role.JUDGE, Role.CHIEF})
_CHIEF = frozenset({Role.CHIEF})

RIGHTS: dict[str, frozenset[Role]] = {
    # before play, about oneself
    "join": _EVERYBODY, "leave": _EVERYBODY, "back": _EVERYBODY, "bye": _EVERYBODY, "late": _EVERYBODY,
    # at the tables
    "report": _EVERYBODY, "retract": _EVERYBODY, "confirm": _EVERYBODY, "not_so": _EVERYBODY,
    "missing": _EVERYBODY, "call_judge": _EVERYBODY, "object_to": _EVERYBODY,
    # judges: people
    "enter": _JUDGES, "rate": _JUDGES, "remove": _JUDGES, "bring_back": _JUDGES, "excuse": _JUDGES,
    "penalise": _JUDGES, "seat": _JUDGES, "defer": _JUDGES, "keep_out": _JUDGES, "merge": _JUDGES,
    "claim": _JUDGES, "unclaim": _JUDGES,
    # judges: results
    "rule": _JUDGES, "swap_colours": _JUDGES, "uphold": _JUDGES, "accept_pending": _JUDGES,
    "no_show": _JUDGES, "nudge": _JUDGES,
    # judges: draws
    "begin": _JUDGES, "approve": _JUDGES, "put_off": _JUDGES, "redraft": _JUDGES, "swap": _JUDGES,
    "force": _JUDGES, "force_all": _JUDGES, "forbid": _JUDGES, "pots": _JUDGES, "lift": _CHIEF,
    "reorder": _JUDGES, "redraw": _JUDGES, "robin": _JUDGES,
    # judges: the tournament
    "change": _JUDGES, "hold": _JUDGES, "resume": _JUDGES, "finish": _JUDGES, "close": _JUDGES, "cancel": _JUDGES,
    "undo": _JUDGES,
    # a series: judges, and time alone
    "call_round": _JUDGES | {Role.CLOCK}, "bring_regulars": _JUDGES | {Role.CLOCK},
}
"""Action -> the roles that may. Every judge comes as CHIEF where the club has named no chief."""

_P = ParamSpec("_P")


def allow(name: str, who: Actor) -> None:
    """Raise `Refused("not_judge" | "not_chief" | "not_allowed")` unless `who` may do this."""
    roles = RIGHTS[name]
    if who.role in roles:
        return
    if Role.PERSON in roles:
        raise Refused("not_allowed")
    raise Refused("not_chief" if roles == _CHIEF and who.is_judge else "not_judge")


def action(function: Callable[_P, list[Fact]]) -> Callable[_P, list[Fact]]:
    """Mark a public action `(t, who, …) -> facts`: its right is checked before its body runs."""
    name = function.__name__
    if name not in RIGHTS:
        raise LookupError(f"no right is given for {name}")

    @wraps(function)
    def checked(*args: _P.args, **kwargs: _P.kwargs) -> list[Fact]:
        who = args[1] if len(args) > 1 else kwargs["who"]
        if not isinstance(who, Actor):
            raise TypeError(f"{name} needs the Actor second")
        allow(name, who)
        return function(*args, **kwargs)

    checked.is_action = True                     # type: ignore[attr-defined]
    return checked
