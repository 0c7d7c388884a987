"""What if a made-up client sends anything at all: other numbers, huge ones, half of them, none, old ones, again?"""

from __future__ import annotations

import os
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parse import LONGEST, VERBS, press, unlink, unpress
from bot.sandbox import Person
from tests.evening import Evening
from tests.everybody import QUIET, Club, gather, granted

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
LONG = "LONG_SEARCHES" in os.environ
PRESSES = 2000 if LONG else 150

NUMBERS = ("0", "1", "2", "3", "7", "20", "-1", "-0", "00", "999", "2147483648", "999999999999999", "-999999999999999")
ODD = ("", "x", "1.5", "1e9", "٣", "²", "½", "\x00", "\n", "\ud83d\ude00", "\u202e", "'", "--", "%s", "{0}", "../..", "9" * 16, ":")
WORDS = {
    "claim": ("w", "d", "l"), "result": ("w", "d", "b", "0", "wf", "bf", "nn", "c"), "halves": ("0", "1", "2"),
    "how": ("yes", "no", "out", "only", "all", "good", "next", "off", "x", "new", "end"), "sure": ("yes", "x", "0", "1,2", "why"),
    "word": ("x", "GM", "mistake", "other", "rounds", "limit", "never", "colour", "open", "begin", "judge", "chess", "..", "title"),
    "text": ("x", "5", "a:b", "99999", "{code}", "\u202e", "'; --", "24"),
}


def made_up(chance: Random, codes: tuple[str, ...]) -> str:
    """Data of a known verb, its arguments of the right kind or not, too few or too many; now and then nonsense."""
    if chance.random() < 0.05:
        return "".join(chance.choice(ODD + NUMBERS + codes) for _ in range(chance.randrange(5)))
    verb = chance.choice(sorted(VERBS))
    parts = [verb]
    for kind in VERBS[verb].split():
        if kind.endswith("?") and chance.random() < 0.3:
            break
        pool = {"code": codes, "number": NUMBERS}.get(kind.rstrip("?")) or WORDS[kind.rstrip("?")]
        parts.append(chance.choice(ODD if chance.random() < 0.05 else pool))
    if chance.random() < 0.05:
        parts = parts[:-1] or parts
    return ":".join(parts)


@given(st.text(max_size=80))
def test_any_text_is_a_press_that_can_be_written_again_or_none(text: str) -> None:
    found = unpress(text)
    assert found is None or press(found.verb, *found.args) == text
    assert unlink(text) is None or unlink(text) == unpress(text.replace("-", ":"))


@given(st.sampled_from(sorted(VERBS)), st.lists(st.sampled_from(NUMBERS + ODD + ("KX4T", "w", "yes")), max_size=7))
def test_a_press_has_arguments_of_the_kinds_its_verb_asks_for(verb: str, args: list[str]) -> None:
    found = unpress(":".join((verb, *args)))
    kinds = VERBS[verb].split()
    if found is not None:
        assert sum(not kind.endswith("?") for kind in kinds) <= len(found.args) <= len(kinds)
        assert all(int(arg) < 10**15 for arg, kind in zip(found.args, kinds, strict=False) if kind.startswith("number"))


def test_data_longer_than_telegrams_are_none() -> None:
    assert unpress("lang:" + "é" * 30) is None
    assert unpress("set:KX4T:title:" + "x" * (LONGEST - 15)) is not None
    assert unpress("set:KX4T:title:" + "x" * (LONGEST - 14)) is None
    assert unpress("set:KX4T:title:\ud800") is not None


async def _forges(club: Club, person: Person, made: list[str]) -> list[tuple[str, str]]:
    message = person.reads()[-1]
    return [(data, (await person.forges(message, data, timeout=60)).text) for data in made]


@pytest.mark.timeout(900 if LONG else 240)
@pytest.mark.parametrize("stage", ["entry", "draft", "round"])
async def test_made_up_data_are_answered_never_stumbled_over_and_give_no_rights(
        stage: str, caplog: pytest.LogCaptureFixture) -> None:
    chance = Random(f"{SEED}/{stage}")
    print(f"CASES_SEED={SEED}")
    table = granted()
    own = frozenset().union(*(table[who]["buttons"] for who in ("anybody", "member", "player")))
    async with Evening(5, speed=60, **QUIET) as evening:
        club = await gather(evening, stage)
        known = await club.known()
        codes = (club.numbers["code"], club.numbers["code"], club.numbers["code"], "ZZZZ", "KX4")
        made = [made_up(chance, codes) for _ in range(PRESSES)]
        before: dict[str, Any] = await club.remembered(known)
        for data, told in await _forges(club, club.people["member"],
                                        [it for it in made if it.split(":")[0] not in own]):
            assert told, data
        await evening.rests(60)
        assert await club.remembered(known) == before
        await _forges(club, club.people["judge"], made)
        await evening.rests(60)
        assert not [record for record in caplog.records if record.getMessage() in ("a handler failed", "set aside", "a task failed")]


@pytest.mark.parametrize("data", ["first:{code}:-1", "first:{code}:0", "rated:{club}:all", "rated:{club}:x:y"])
async def test_what_made_up_data_have_found(data: str) -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        row = await evening.row()
        told = await evening.olga.forges(await evening.olga.sees(), data.format(code=row.code, club=row.club))
        assert told.text and "went wrong" not in told.text


async def test_the_same_press_by_another_and_once_more_after_the_end_does_nothing_more() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        code = (await evening.row()).code
        game = await evening.game(1)
        white, other = await evening.person(game.white), await evening.person((await evening.game(2)).white)
        data = white.finds(await white.sees(buttons=["I won"]), "I won").data or ""
        await other.forges(post, data)
        t = await evening.tournament()
        assert t.round is not None and t.round.games[0].report_of(game.white) is None
        await white.forges(post, data)
        await white.forges(post, data)
        t = await evening.tournament()
        assert t.round is not None and t.round.games[0].report_of(game.white) is not None
        count = t.version
        await white.forges(post, data)
        assert (await evening.tournament()).version == count
        for board in (1, 2):
            await evening.olga.types(evening.group, f"/rule {board} 1-0")
        await evening.rests()
        await evening.olga.types(evening.group, "/finish yes")
        await evening.rests()
        over = await evening.store.ledger.tournament(code)
        assert over.ended_at is not None
        for person in (white, other):
            assert (await person.forges(post, data)).text
        await evening.rests()
        assert (await evening.store.ledger.tournament(code)).version == over.version
