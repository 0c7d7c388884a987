"""Does the bot read what people press and type, and survive everything else?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import parse, whom
from bot.parse import Press
from bot.whom import Known
from engine.model import Claim, MemberId, Result
from storage.names import clean

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
ANYTHING = st.text(st.characters(codec=None), max_size=80)
PEOPLE = [Known(MemberId(1), "Anna Petrova", 3, "anna"), Known(MemberId(2), "Anna Belova", 12),
          Known(MemberId(3), "Артём Ёлкин", 1), Known(MemberId(4), "Max")]


def test_button_data_go_both_ways():
    for data in ("join:KX4T", "res:KX4T:3:97:w", "rule:KX4T:3:17:bf:123", "chip:3:17:start:2026-12-03T19:00", "new",
                 "chip:3:17:points:1-½-0", "swap:KX4T:97", "swap:KX4T:97:3:4"):
        found = parse.unpress(data)
        assert found is not None
        assert parse.press(found.verb, *found.args) == data
    assert parse.unpress("chip:3:17:start:19:00") == Press("chip", ("3", "17", "start", "19:00"))
    assert parse.unpress("res:KX4T:3:97:w") == Press("res", ("KX4T", "3", "97", "w"))


@pytest.mark.parametrize("data", [
    "", "fly:KX4T", "join", "join:KX4T:1", "join:kx4t", "res:KX4T:x:97:w", "res:KX4T:3:97:x", "res:KX4T:3:97",
    "chip:3:17:title:" + "x" * 60, "rule:KX4T:3:17:+/-:1", "join:KX4T\n", "res:KX4T:٣:97:w"])
def test_forged_buttons_are_nothing(data):
    assert parse.unpress(data) is None


def test_a_button_too_long_is_a_mistake_of_ours():
    with pytest.raises(ValueError, match="no button data"):
        parse.press("chip", 3, 17, "title", "ю" * 40)


def test_links_come_back():
    assert parse.link("club_bot", "table", "KX4T", 3) == "https://t.me/club_bot?start=table-KX4T-3"
    assert parse.unlink("table-KX4T-3") == Press("table", ("KX4T", "3"))


@pytest.mark.parametrize(("text", "result"), [
    ("1-0", Result.WHITE_WON), ("1 : 0", Result.WHITE_WON), ("2-0", Result.WHITE_WON), ("0–1", Result.BLACK_WON),
    ("0-2", Result.BLACK_WON), ("½", Result.DRAW), ("1/2", Result.DRAW), ("½-½", Result.DRAW),
    ("1-1", Result.DRAW), ("0,5-0,5", Result.DRAW), ("+", Claim.WON), ("-", Claim.LOST), ("—", Claim.LOST),
    ("=", Claim.DRAW), ("+/-", None), ("0-0", None), ("1-2", None), ("", None), ("clear", None)])
def test_typed_scores(text, result):
    assert parse.score(text) == result


@pytest.mark.parametrize(("text", "result"), [
    ("+/-", Result.WHITE_BY_FORFEIT), ("-/+", Result.BLACK_BY_FORFEIT), ("-/-", Result.NOBODY_CAME),
    ("0-0", Result.BOTH_LOST), ("1-0", Result.WHITE_WON), ("CLEAR", "clear"), ("swap", "swap"), ("+", None)])
def test_a_judge_may_say_more(text, result):
    assert parse.ruling(text) == result


def test_every_result_has_a_spelling():
    for result in (*Result, None):
        assert parse.RESULTS[parse.spelled(result)] is result


def test_player_words():
    def found(text):
        return whom.find(text, PEOPLE)
    assert found("#12") == (2,)
    assert found("@ANNA") == (1,)
    assert found("anna") == (1, 2)
    assert found("anna b") == (2,)
    assert found("артем") == (3,)
    assert found("елкин") == (3,)
    assert found("#99") == found("@nobody") == found("Zoe") == found(" ") == ()


def test_names_of_several_words():
    assert whom.one_player(["Anna", "Belova", "r3", "½"], PEOPLE) == ((2,), ["r3", "½"])
    assert whom.one_player(["Zoe", "1"], PEOPLE) == ((), ["Zoe", "1"])
    assert whom.two_players(["anna", "b", "anna", "p"], PEOPLE) == ((2,), (1,))
    assert whom.two_players(["#1", "max"], PEOPLE) == ((3,), (4,))
    assert whom.two_players(["max"], PEOPLE) == ((), ())


def test_a_whole_name_wins_over_a_beginning():
    people = [Known(MemberId(1), "Max"), Known(MemberId(2), "Maxim")]
    assert whom.find("max", people) == (1,)


def test_words_of_new():
    assert parse.new_words("rounds=4 Thursday system=individual club approve=auto=10 E=mc2") == (
        {"rounds": "4", "system": "individual", "approve": "auto=10"}, "Thursday club E=mc2")


def test_local_times():
    berlin = ZoneInfo("Europe/Berlin")
    assert parse.moment("19:30", NOW, "Europe/Berlin") == datetime(2026, 11, 30, 19, 30, tzinfo=berlin)
    assert parse.moment("18:30", NOW, "Europe/Berlin") == datetime(2026, 12, 1, 18, 30, tzinfo=berlin)
    assert parse.moment("2027-07-01T19:00", NOW, "Europe/Berlin") == datetime(2027, 7, 1, 17, 0, tzinfo=UTC)
    assert parse.moment("3.12. 19:00", NOW, "Europe/Berlin") == datetime(2026, 12, 3, 18, 0, tzinfo=UTC)
    assert parse.moment("3.2. 19:00", NOW, "Europe/Berlin") == datetime(2027, 2, 3, 18, 0, tzinfo=UTC)
    for wrong in ("25:00", "31.2. 19:00", "soon", "", "19", "2026-13-01T10:00"):
        assert parse.moment(wrong, NOW, "Europe/Berlin") is None


def test_guests_one_a_line():
    text = "Anna 1620\n2. Борис Ёлкин (1500)\n\n Clara, 999\nMax 2\n1984\n;\n\u200b\n\u3164 1500\n3. \ufe0f\u034f"
    assert whom.guests(text) == [("Anna", 1620), ("Борис Ёлкин", 1500), ("Clara", 999), ("Max 2", None),
                                  ("1984", None)]


@pytest.mark.parametrize(("text", "unit", "halves"), [
    ("1", 2, 2), ("½", 2, 1), ("1½", 2, 3), ("0.5", 2, 1), ("1/2", 2, 1), ("1", 1, 1), ("½", 1, None),
    ("x", 2, None),
    ("", 2, None), ("2,5", 2, 5), (".", 2, None)])
def test_points(text, unit, halves):
    assert parse.points_word(text, unit) == halves


@given(ANYTHING)
def test_nothing_typed_or_forged_breaks_it(text):
    found = parse.unpress(text)
    assert found is None or parse.press(found.verb, *found.args) == text
    parse.unlink(text)
    parse.score(text)
    parse.ruling(text)
    parse.round_word(text)
    parse.points_word(text, 2)
    whom.find(text, PEOPLE)
    whom.one_player(text.split(), PEOPLE)
    whom.two_players(text.split(), PEOPLE)
    parse.new_words(text)
    assert all(clean(name) for name, _ in whom.guests(text))


@given(st.from_regex(r"\d{1,4}[-.]\d{1,2}[-.T ]\d{0,2}[ T.]?\d{1,2}:\d{2}", fullmatch=True), st.integers(0, 10**6))
def test_no_date_breaks_it(text, minutes):
    now = NOW + timedelta(minutes=minutes)
    found = parse.moment(text, now, "Europe/Berlin")
    assert found is None or found.tzinfo is not None


@given(st.from_regex(r"[a-z]{1,8}(:[A-Za-z0-9+½/-]{0,8}){0,6}", fullmatch=True))
def test_whatever_is_read_can_be_written(data):
    found = parse.unpress(data)
    assert found is None or parse.press(found.verb, *found.args) == data
