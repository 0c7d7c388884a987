"""Does every public action ask who acts, and say no to everybody who may not?"""

import inspect
from datetime import UTC, datetime

import pytest

from engine import entry, play, weeks
from engine.judging import draws, event, merging, orders, people, redrawing, results, undoing
from engine.model import Actor, MemberId, Refused, Role
from engine.rights import RIGHTS
from tests.table import Table

MODULES = (entry, weeks, play, results, people, merging, draws, orders, redrawing, event, undoing)
NOT_ACTIONS = {"open_entry", "check_rating", "member_of", "still_open", "board_of", "open_boards", "steps",
               "offered", "goes_along", "has_line", "needs_reason", "by_hand", "silent", "check", "preview",
               "rounds_of_few", "welcome", "present_again", "check_half", "comes_later", "missed", "is_silent"}


def public() -> dict[str, object]:
    return {name: thing for module in MODULES for name, thing in vars(module).items()
            if inspect.isfunction(thing) and not name.startswith("_") and thing.__module__ == module.__name__
            and name not in NOT_ACTIONS}


def test_every_public_action_is_in_the_table_and_marked() -> None:
    found = public()
    assert found.keys() == RIGHTS.keys()
    assert all(getattr(function, "is_action", False) for function in found.values())


def fill(function: object) -> dict[str, object]:
    """Plausible values for the parameters after `t` and `who`."""
    values = {"player": MemberId(1), "a": MemberId(1), "b": MemberId(2), "white": MemberId(1), "black": MemberId(2),
              "newcomer": MemberId(1), "other": MemberId(2), "absent": MemberId(1), "round": 1, "seq": 1,
              "draft": 1, "step": 1, "claim": play.Claim.WON, "result": None, "now": datetime.now(UTC),
              "reason": "x", "rating": 1, "halves": 2, "key": "limit", "value": "8", "limit": "colour",
              "strength": "never", "out": True, "entries": (), "along": (), "pairs": (), "pots": (),
              "moved": 0, "boards": (), "guest": MemberId(1), "member": MemberId(2), "closes": datetime.now(UTC),
              "starts": datetime.now(UTC), "until": datetime.now(UTC), "regulars": ()}
    parameters = list(inspect.signature(function).parameters.values())[2:]        # type: ignore[arg-type]
    return {p.name: values[p.name] for p in parameters if p.default is inspect.Parameter.empty}


@pytest.mark.parametrize("name", sorted(RIGHTS))
@pytest.mark.parametrize("role", list(Role))
def test_who_may_not_is_refused_before_anything_else(name: str, role: Role) -> None:
    table = Table(4)
    function = public()[name]
    who = Actor(MemberId(3), role)
    codes = {"not_judge", "not_chief", "not_allowed"}
    try:
        function(table.t, who, **fill(function))                                  # type: ignore[operator]
        code = ""
    except Refused as no:
        code = no.code
    if role in RIGHTS[name]:
        assert code not in codes
    else:
        assert code in codes
