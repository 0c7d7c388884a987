"""What button data have no room for – a typed reason, a pasted list – until its question is answered.

In the judges' chat it belongs to the chat and not to who typed it: there any judge may answer.
"""

from __future__ import annotations

from typing import Any

from bot.visit import Visit
from engine.model import Refused

MOST = 16
"""Questions of one chat that are kept; the oldest go first, and say then that they are out of date."""

NOBODY, NOWHERE, KIND = 0, 0, "kept"


async def keep(v: Visit, name: str, value: Any) -> None:
    """Keep this under a name that the answer knows; `value` is as JSON has it."""
    def added(before: dict[str, Any]) -> dict[str, Any]:
        others = [(key, old) for key, old in before.items() if key != name]
        return dict([*others[1 - MOST:], (name, value)])

    await v.office.store.dialogues.change(*_place(v), KIND, added, v.now)


async def kept(v: Visit, name: str) -> Any:
    """What was kept under this name. Refused("out_of_date") if it is there no more."""
    found = await v.office.store.dialogues.get(*_place(v))
    if found is None or name not in found.body:
        raise Refused("out_of_date")
    return found.body[name]


def _place(v: Visit) -> tuple[int, int]:
    """A person and a chat no open question has: of the judges' chat, or of the person's own."""
    return (NOBODY, v.chat) if v.place == "judges" else (v.person.id, NOWHERE)
