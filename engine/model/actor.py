"""Who acts, as what, and what it is when a rule says no."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NewType

MemberId = NewType("MemberId", int)
"""A person in a club: a player, guest or judge. Names belong to it elsewhere; facts hold only this."""


class Role(IntEnum):
    """As what somebody acts; handed down by the desk, checked by `rights`."""

    CLOCK = 0
    PERSON = 1
    HELPER = 2
    JUDGE = 3
    CHIEF = 4


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, as what, and in which kind of chat (`group`, `private`, `judges`, `clock`)."""

    member: MemberId
    role: Role
    place: str = "private"

    @property
    def is_judge(self) -> bool:
        return self.role >= Role.JUDGE


CLOCK = Actor(MemberId(0), Role.CLOCK, "clock")


class Refused(Exception):
    """A rule said no. `code` has words in both languages in the texts; `details` fill them.

    Nothing has been written when this is raised.
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        given = ", ".join(f"{key}={value}" for key, value in self.details.items())
        return f"{self.code}({given})"
