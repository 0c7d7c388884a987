"""Who is it: one person, one member of a club, one name, whatever was typed?"""

import asyncio
import json
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import storage
from storage import names, personal
from tests.memory import CHAT, claims, hall, url
from tests.table import START

pytestmark = pytest.mark.usefixtures("databases")


async def test_five_fast_taps_make_one_member(tmp_path: Path) -> None:          # C34
    async with hall(url(tmp_path / "club.db"), 0) as room, storage.open(url(tmp_path / "club.db")) as other:
        await room.store.people.seen(1, "Anna", "anna", "ru")
        made = await asyncio.gather(*(store.members.member(1, 1, "Anna") for store in (room.store, other) * 5))
        assert len(set(made)) == 1


async def test_a_name_is_fixed_in_the_club_until_somebody_changes_it() -> None:
    async with hall(players=0) as room:
        people, members = room.store.people, room.store.members
        await people.seen(1, "Anna", "anna", "ru")
        member = await members.member(1, 1, "Anna")
        person = await people.seen(1, "Queen of the Board", "anna", "en")
        assert person.name == "Queen of the Board" and person.hint == "en"
        assert (await members.member(1, 1, "Queen of the Board")).name == "Anna"
        assert await members.rename(member.id, " Anna \u202eK. ") == "Anna K."
        assert await members.memberships(1) == [(await members.members(1))[member.id]]
        with pytest.raises(ValueError, match="a name is needed"):
            await members.rename(member.id, "\u202e \ud800")


async def test_what_a_person_chose_outlives_what_telegram_says() -> None:
    async with hall(players=0) as room:
        people = room.store.people
        await people.seen(1, "Anna", "Anna", "ru")
        await people.set_language(1, "en")
        await people.set_reachable(1, True)
        await people.seen(1, "Anna", "ANNA_k", "ru")
        person = await people.person(1)
        assert person == storage.Person(1, "Anna", "ANNA_k", "en", "ru", True)
        assert await people.by_username("@anna_K") == person and await people.by_username("anna") is None
        assert await people.persons([1, 2]) == {1: person} and await people.person(2) is None
        await people.seen(2, "\u202e", "anna_k", None)
        assert await people.by_username("anna_k") is None
        assert (await people.persons([2]))[2].name == "2"


async def test_a_guest_typed_twice_is_one_and_a_second_one_when_asked_for() -> None:
    async with hall(players=0) as room:
        members = room.store.members
        one = await members.guest(1, "Семён Ёлкин")
        assert await members.guest(1, "семен  елкин") == one
        two = await members.guest(1, "Семён Ёлкин", second="tap:7")
        assert two != one and two.guest
        assert await members.guest(1, "Семён Ёлкин", second="tap:7") == two       # given again after a crash
        assert {m.id for m in await members.by_name(1, "Семен Елкин")} == {one.id, two.id}
        assert [m.id for m in await members.by_name(1, "Судя")] == [room.judge.member]
        with pytest.raises(ValueError, match="a name is needed"):
            await members.guest(1, "  ")


async def test_a_guest_is_remembered_by_his_name_until_it_is_somebodys() -> None:
    async with hall(players=1) as room:
        members, people = room.store.members, room.store.people
        guest = await members.guest(1, "Boris")
        await people.seen(5, "Boris B.", None, "ru")
        await claims(room.store, guest.id, 5)
        boris, = await members.memberships(5)
        assert (boris.name, boris.guest) == ("Boris", False) and boris.id != guest.id
        other = await members.guest(1, "Player One")
        await claims(room.store, other.id, 9001)
        mine = room.players[0].member
        assert await members.histories(mine) == {mine, other.id}
        assert [m.id for m in await members.by_name(1, "Boriss")] == [boris.id], "one record, not two"
        await members.rename(mine, "Anna")
        assert [m.id for m in await members.by_name(1, "player one")] == [mine], "the old name still means him"
        assert (await members.guest(1, "Player One")).id != other.id


async def test_roles_and_one_chief() -> None:
    async with hall(players=2) as room:
        members = room.store.members
        anna, boris = (who.member for who in room.players)
        await members.set_role(anna, judge=True, chief=True)
        await members.set_role(boris, judge=True, chief=True, helper=True)
        now = await members.members(1)
        assert (now[anna].judge, now[anna].chief) == (True, False)
        assert (now[boris].judge, now[boris].chief, now[boris].helper) == (True, True, True)
        await members.set_role(boris, judge=False, chief=False)
        gone = await members.get(boris)
        assert gone is not None and not gone.judge and not gone.chief and gone.helper
        await members.rate(anna, 1800, "CM", estimated=True)
        rated = await members.get(anna)
        assert rated is not None and (rated.rating, rated.title, rated.estimated) == (1800, "CM", True)
        assert await members.get(room.judge.member) == now[room.judge.member]


async def test_what_is_stored_about_somebody_is_told_alike_on_every_database() -> None:
    async with hall() as room:
        store, (anna, *_) = room.store, room.players
        for key in ("round/3", "entry", "draft/2"):
            await store.posts.claim(room.code, key, 9001, None, "d1", START, 1)
        for game in ("draughts", "chess"):
            await store.members.rate(anna.member, 1800, "CM", estimated=True, game=game)
        told = await personal.about(store.database, 9001)
        assert [post["key"] for post in told["private_messages"]] == ["draft/2", "entry", "round/3"]
        assert [start["game"] for start in told["start_ratings"]] == ["chess", "draughts"]
        record, = told["members"]
        assert [json.dumps(record[flag]) for flag in ("estimated", "judge", "chief", "helper")] == ["true"] + ["false"] * 3
        assert json.dumps(told["person"][0]["reachable"]) == "false"


async def test_a_forgotten_person_is_nowhere_and_the_games_stay(tmp_path: Path) -> None:
    async with hall(url(tmp_path / "club.db"), 4) as room:
        store = room.store
        await room.posts_round()
        other = await store.members.guest(1, "Player 1 before")
        await claims(store, other.id, 9001)
        await store.dialogues.put(9001, CHAT, "rename", {"name": "Player 1"}, START)
        await store.clubs.set_administrators(1, [9001], START)
        before = await store.ledger.tournament(room.code)
        await store.people.forget(9001)
        assert await store.people.person(9001) is None
        members = await store.members.members(1)
        assert members[room.players[0].member].name == members[other.id].name == ""
        assert "Player 1" not in "\n".join(await store.ledger.export(room.code))
        assert await store.ledger.tournament(room.code) == before
        await store.people.seen(9001, "Player 1", None, None)
        assert (await store.members.member(1, 9001, "Player 1")).id not in members


async def test_a_forgotten_name_is_in_no_file_of_the_memory(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    async with hall(f"sqlite:///{file}", 4) as room:
        store = room.store
        await store.people.seen(9001, "Zwetschgenmus", "zwetschge", "en")
        member = await store.members.member(1, 9001, "Zwetschgenmus")
        await store.members.rename(member.id, "Zwetschgenmus II")
        await store.people.seen(9001, "Zwetschgenmus the Longer", "zwetschge", "en")
        assert found(file)
        await store.people.forget(9001)
        assert found(file) == [], "the bot still runs"


def found(file: Path) -> list[str]:
    """The files of this memory with the name in them."""
    return [it.name for it in file.parent.glob(f"{file.name}*") if b"Zwetschge" in it.read_bytes()
            or b"zwetschge" in it.read_bytes()]


async def test_a_club_is_a_chat_with_its_settings() -> None:
    async with hall(players=0) as room:
        clubs = room.store.clubs
        assert (await clubs.make_club(CHAT, "other", "en")).title == "Клуб «Ладья»"
        await clubs.set_title(1, "Rook\u202e!")
        await clubs.set_language(1, "en")
        await clubs.set_zone(1, "Europe/Berlin")
        await clubs.set_topic(1, 4)
        await clubs.leave(1, 5)                          # another one
        await clubs.set_judges_chat(1, -9)
        await clubs.set_defaults(1, {"rounds": "4", "title": "Четверг"})
        club = await clubs.club(1)
        assert club == storage.Club(1, CHAT, "Rook!", "en", "Europe/Berlin", 4, -9,
                                    {"rounds": "4", "title": "Четверг"})
        assert await clubs.clubs_judged_in(-9) == [club] and await clubs.clubs_judged_in(-8) == []
        assert await clubs.clubs_of(9001) == []
        await room.store.people.seen(9001, "Anna", None, None)
        await room.store.members.member(1, 9001, "Anna")
        assert await clubs.clubs_of(9001) == [club]
        assert await clubs.administrators(1) == (frozenset(), None)
        await clubs.set_administrators(1, [1, 2, 2], START)
        await clubs.set_administrators(1, [2, 3], START)
        assert await clubs.administrators(1) == (frozenset({2, 3}), START)
        await clubs.leave(1, 4)
        assert (await clubs.club(1)) == replace(club, topic=None)


async def test_one_open_question_for_each_person_and_chat() -> None:
    async with hall(players=0) as room:
        dialogues = room.store.dialogues
        await dialogues.put(1, 5, "card", {"rounds": 4}, START)
        await dialogues.put(1, 5, "rule", {"board": 3, "имя": "Ё"}, START)
        assert await dialogues.get(1, 5) == storage.Dialogue(1, 5, "rule", {"board": 3, "имя": "Ё"}, START)
        assert await dialogues.get(2, 5) is None
        await dialogues.drop(1, 5)
        assert await dialogues.get(1, 5) is None


@pytest.mark.parametrize(("typed", "kept"), [
    ("Е\u0308лкин", "Ёлкин"), ("  Anna \t\n K ", "Anna K"), ("\u202eannA\u202c", "annA"), ("\ud83d", ""),
    ("a\x00b", "ab"), ("<b>Max", "<b>Max"), ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"), ("\u200d\u200c", ""),
    ("Đặng", "Đặng"), ("x" * 80, "x" * 64), ("❤\ufe0f", "❤\ufe0f"), ("한\u3164글", "한\u3164글"), ("\u034f \ufe0f", ""),
    ("\u3164\u115f\u1160\uffa0", ""), ("\u2800 \u180b\U000e0100", ""), ("\ufe0f" * 64 + "Anna", ""),
])
def test_names_are_cleaned(typed: str, kept: str) -> None:
    assert names.clean(typed) == kept


def test_a_name_that_nobody_sees_is_not_that_of_whoever_has_none() -> None:
    assert names.key("\u3164") == "\u3164" and not names.similar("\u3164", "")


def test_what_nobody_sees_in_a_name_makes_it_neither_another_nor_the_same() -> None:
    assert names.key("Anna\ufe0f") == names.key("An\u3164na") == "anna"
    assert not names.similar("❤\ufe0f", "☀\ufe0f")


@given(st.text(st.characters(codec=None)))
def test_any_text_is_cleaned_to_something_that_can_be_kept(text: str) -> None:
    clean = names.clean(text)
    assert names.clean(clean) == clean
    assert unicodedata.normalize("NFC", clean) == clean
    clean.encode()
    names.similar(text, clean)


@pytest.mark.parametrize(("a", "b", "alike"), [
    ("Semyon Elkin", "semyon-elkin", True), ("Ёлкин", "елкин", True), ("Иванов", "Иваноv", True),
    ("Петров", "Петрова", True), ("Anna", "Ana", False), ("Ян", "Ия", False), ("Marina", "Mairna", True),
    ("Elkin Semyon", "Semyon Elkin", True), ("Anna K", "Anna M", False), ("Max", "Max", True),
    ("Ivanov", "Petrov", False), ("Ivanov Ivan", "Ivanov", False), ("!!!", "???", False),
])
def test_similar_names_are_asked_about(a: str, b: str, alike: bool) -> None:
    assert names.similar(a, b) is names.similar(b, a) is alike
