"""Does everybody get what the README's table grants him, and nobody more? Every action, command and button."""

from __future__ import annotations

import asyncio

import pytest

from bot.app import load_handlers
from bot.desk import BUTTONS, COMMANDS
from bot.sandbox.state import User
from bot.texts import words
from engine.model import Role
from engine.rights import RIGHTS
from tests.evening import Evening
from tests.everybody import ARGUMENTS, QUIET, STAGES, Club, gather, granted

load_handlers()
TABLE = granted()
JUDGES = TABLE["judge"]["buttons"]
PLAYERS = TABLE["player"]["buttons"]
CHIEFS = TABLE["chief"]["buttons"]

NO = {code: words("en").plain(f"refused.{code}") for code in (
    "not_judge", "not_chief", "not_of_club", "no_tournament", "unknown_button")}
NOT_JUDGE = {NO["not_judge"], NO["not_of_club"]}

LAST = ("cancel", "finish", "close")
"""Pressed at the end: after them little is left to be done."""

TYPED = {
    "new": "rounds=3", "settings": "", "begin": "yes", "guest": "Zora", "remove": "#1", "back": "#1", "bye": "#1",
    "rule": "1 1-0", "draft": "", "swap": "#1 #2", "pair": "#1 #2", "forbid": "#1 #2 never mistake", "pots": "",
    "penalty": "#1 1 late", "hold": "", "resume": "", "undo": "", "log": "", "export": "", "import": "Anna;1500",
    "finish": "yes", "series": "", "judges": "helper Member", "season": "new",
}
"""A judge's command -> words with which it would do something."""


def test_the_table_names_every_action_command_and_button_once() -> None:
    for column, known in (("actions", RIGHTS), ("commands", COMMANDS), ("buttons", BUTTONS)):
        names = [name for row in TABLE.values() for name in row[column]]
        assert {name.split()[0] for name in names} == set(known), column
        assert len(names) == len(set(names)), column


def test_the_table_grants_what_the_engine_checks() -> None:
    for name, roles in RIGHTS.items():
        least = min(role for role in roles if role is not Role.CLOCK)
        row = next(who for who, columns in TABLE.items() if name in columns["actions"])
        wanted = {"member": Role.PERSON, "player": Role.PERSON, "judge": Role.JUDGE, "chief": Role.CHIEF,
                  "judge or the clock": Role.JUDGE}[row]
        assert wanted is least and (row == "judge or the clock") is (Role.CLOCK in roles), name


def test_there_is_a_press_and_a_word_for_everything_that_is_tried() -> None:
    assert ARGUMENTS.keys() == BUTTONS.keys()
    assert TYPED.keys() == {name.split()[0] for name in TABLE["judge"]["commands"]}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("stage", STAGES)
async def test_every_button_as_everybody(stage: str) -> None:
    async with Evening(5, speed=60, **QUIET) as evening:
        club = await gather(evening, stage)
        known = await club.known()
        before = await club.remembered(known)
        below = {kind: person for kind, person in club.people.items() if kind not in ("judge", "chief")}
        refused = await asyncio.gather(*(_presses(club, kind, n) for n, kind in enumerate(below)))
        for kind, answers in zip(below, refused, strict=True):
            wrong = {verb: told for verb, told in answers.items() if told not in NOT_JUDGE}
            assert not wrong, kind
        for verb in JUDGES | CHIEFS | PLAYERS:
            club.pressed_by_nobody(verb, evening.group.posts[-1])
        for kind in ("member", "helper", "dismissed", "judge elsewhere", "stranger"):
            for verb in PLAYERS:
                told = await club.answers(below[kind], verb, below[kind].reads()[-1])
                assert told, (kind, verb)
        await evening.rests(60)
        assert await club.remembered(known) == before

        ordered = [*sorted(JUDGES - set(LAST)), *LAST]
        for kind, extra in (("judge", CHIEFS), ("chief", CHIEFS)):
            person = club.people[kind]
            for verb in (*extra, *ordered):
                told = await club.answers(person, verb, person.reads()[-1])
                may = kind == "chief" or verb not in CHIEFS
                assert (told not in NO.values()) is may, (kind, verb, told)
                assert may or told == NO["not_chief"]
        assert await club.remembered(known) != before


async def _presses(club: Club, kind: str, n: int) -> dict[str, str]:
    """Each judge's button, in private and in the group in turns; a stranger is in no group."""
    person, told = club.people[kind], {}
    for place, verb in enumerate(sorted(JUDGES | CHIEFS), n):
        private = kind == "stranger" or place % 2
        message = person.reads()[-1] if private else club.evening.group.posts[-1]
        told[verb] = await club.answers(person, verb, message)
    return told


@pytest.mark.timeout(300)
@pytest.mark.parametrize("stage", STAGES)
async def test_every_judges_command_as_everybody(stage: str) -> None:
    async with Evening(5, speed=60, **QUIET) as evening:
        club = await gather(evening, stage)
        known = await club.known()
        before = await club.remembered(known)
        await evening.group.promote(club.people["dismissed"], evening.olga)
        await evening.group.demote(club.people["dismissed"], evening.olga)
        below = {kind: person for kind, person in club.people.items() if kind not in ("judge", "chief")}
        for kind, person in below.items():
            read = len(person.reads())
            for command, rest in TYPED.items():
                await person.writes(f"/{command} {rest}")
            await evening.rests(60)
            assert len(person.reads()) >= read + len(TYPED), kind
        elsewhere = evening.sandbox.group("A channel", creator=below["member"])
        robot = User(6_000_000_000, "Robot", "robot_bot", is_bot=True)
        evening.sandbox.world.users[robot.id] = robot
        await evening.group.promote(club.people["judge"], evening.olga, anonymous=True)
        for command, rest in TYPED.items():
            if command in ("back", "bye"):
                continue
            await below["member"].types(evening.group, f"/{command} {rest}", as_chat=elsewhere)
            await club.people["judge"].types(evening.group, f"/{command} {rest}")
            evening.sandbox.world.post(evening.group.chat, robot, f"/{command} {rest}", ())
        await evening.rests(60)
        assert await club.remembered(known) == before
