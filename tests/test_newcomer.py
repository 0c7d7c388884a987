"""Does somebody who has never seen the bot understand what it says, and is he led on where he has typed too little?"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from bot.refusal import details
from bot.sandbox import Message
from bot.texts import plain, words
from engine import play
from engine.model import Claim, Refused, Result
from engine.ratings import Change, Rating
from tests.evening import Evening
from tests.noticed import START
from tests.noticed import Evening as Table
from tests.test_judging_chat import card, name
from tests.test_redraw_chat import leaves


def the(asked: Message, name: str) -> str:
    """The button with somebody's name and start number."""
    return next(key.text for key in asked.all_buttons() if key.text.endswith(name))


async def test_how_many_are_in_is_said_in_words() -> None:
    async with Evening(2) as evening:
        post = await evening.opens()
        for number, player in enumerate(evening.players, 1):
            await player.taps(post, "Join")
            await player.writes("/me")
            await player.sees(f"You are in, {number} player{'s' if number > 1 else ''} so far.")


async def test_a_command_without_a_name_offers_the_players() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        sent = await evening.olga.writes("/penalty")
        asked = await evening.olga.sees("From whom are points taken?", after=sent)
        await evening.olga.taps(asked, the(asked, "David"))
        await evening.olga.sees("How many points are taken from David?")
        sent = await evening.olga.writes("/bye")
        asked = await evening.olga.sees("Who misses round 2?", after=sent)
        await evening.olga.taps(asked, the(asked, "Anna"))
        await evening.rests()
        away, = (p.id for p in (await evening.tournament()).players.values() if 2 in p.byes)
        assert await name(evening, away) == "Anna"
        gone = next(player for game in (await evening.tournament()).rounds[0].games for player in game.players
                    if player != away)
        await leaves(evening, gone)
        sent = await evening.olga.writes("/back")
        asked = await evening.olga.sees("Who is back?", after=sent)
        assert len(list(asked.all_buttons())) == 2, "who has left, and who misses the next round"
        await evening.olga.taps(asked, the(asked, "Anna"))
        await evening.olga.sees("Anna is in again")
        sent = await evening.olga.writes("/back")
        only, = (await evening.olga.sees("Who is back?", after=sent)).all_buttons()
        assert await name(evening, gone) in only.text


async def test_who_waits_for_a_place_has_no_round_to_miss() -> None:
    async with Evening(3, limit=2) as evening:
        post = await evening.opens()
        for player in evening.players:
            await player.taps(post, "Join")
        await evening.olga.writes("/bye")
        asked = await evening.olga.sees("Who misses round 1?")
        assert [key.text for key in asked.all_buttons()] == ["Anna", "Boris"]


async def test_a_rating_with_a_question_mark_does_not_become_part_of_a_name() -> None:
    async with Evening(0) as evening:
        await evening.opens()
        await evening.olga.writes("/guest Walter 1600\nXenia 1400?")
        await evening.olga.sees("“Xenia 1400?”: type the rating without “?”")
        assert not (await evening.tournament()).players
        await evening.olga.writes("/guest Who am I?")
        await evening.olga.sees("Entered: Who am I?")


async def test_a_player_who_types_no_name_means_himself() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.players[0].writes("/bye")
        await evening.players[0].sees("you miss round 2")


async def test_of_rounds_that_are_not_there_nobody_is_told_to_choose_one() -> None:
    async with Evening(4, rounds=1) as evening:
        await evening.begins()
        missed = "Round 2 is not possible: there is no such round"
        for who, typed, said in ((evening.olga, "/pairs 9", "Round 9 is not possible: only round 1 is"),
                                 (evening.olga, "/bye", missed), (evening.players[0], "/bye", missed)):
            sent = await who.writes(typed)
            assert (await who.sees(after=sent)).text == said


@pytest.mark.parametrize(("among", "en", "ru"), [
    ((2, 4), "choose 2 to 4", "можно от 2 до 4"), ((1, 1), "only round 1 is", "можно только тур 1"),
    ((4, 3), "there is no such round", "такого тура нет")])
def test_which_rounds_there_are_to_choose_from_is_said_as_it_is(among: tuple[int, int], en: str, ru: str) -> None:
    refused = Refused("bad_round", round=9, among=among)
    said = [words(it).plain("refused.bad_round", **details(refused, {}, words(it))) for it in ("en", "ru")]
    assert said == [f"Round 9 is not possible: {en}", f"Тур 9 не подходит: {ru}"]


async def test_a_half_point_bye_is_refused_by_what_it_is_where_a_draw_is_a_point() -> None:
    async with Evening(4, points="2-1-0") as evening:
        await evening.begins()
        for who, typed in ((evening.players[0], "/bye ½"), (evening.olga, "/bye Anna ½"), (evening.olga, "/bye Anna r2 1/2")):
            sent = await who.writes(typed)
            await who.sees("Half points for a missed round exist in FIDE systems only", after=sent)
        sent = await evening.players[0].writes("/bye soon")
        await evening.players[0].sees("“soon” is no round", after=sent)


async def test_last_words_of_a_question_stay_true_when_the_judge_has_decided() -> None:
    async with Evening(4) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        white, black = await evening.person(game.white), await evening.person(game.black)
        await white.taps(post, "I won")
        asked = await black.sees("Is that right?", buttons=["Confirm"], after=await black.sees("You play Black"))
        await black.taps(post, "Draw")
        await evening.rests()
        assert "a judge was asked" in asked.text and "at once" not in asked.text


async def test_who_has_no_private_line_hears_of_a_way_that_he_has() -> None:
    async with Evening(4, started=False) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        white, black = await evening.person(game.white), await evening.person(game.black)
        await white.taps(post, "I won")
        await black.taps(post, "I lost")
        await evening.rests()
        assert "or Call judge" in (await black.taps(post, "Draw")).text
        assert "judge has been called" in (await black.taps(post, "Call judge")).text


async def test_a_change_of_a_draft_that_has_been_posted_says_so() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        await evening.olga.taps(await evening.olga.sees(buttons=["Begin"]), "Begin")
        draft = await card(evening.olga, "Approve")
        t = await evening.tournament()
        assert t.draft is not None
        first, second = (game[0] for game in t.draft.pairs[:2])
        await evening.olga.taps(draft, "Swap")
        swap = await evening.olga.sees("Who changes places?")
        await evening.olga.taps(draft, "Approve")
        await evening.rests()
        toast = await evening.olga.forges(swap, f"swap:{t.code}:{t.draft.seq}:{first}:{second}:mistake")
        assert toast.text == "Round 1 is posted from this draft already. To take it back: /undo"


async def test_a_preview_of_a_redraw_has_no_heading_without_a_line() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.writes("/guest Walter")
        await evening.olga.sees("Entered: Walter")
        await evening.olga.writes("/draft redraw")
        shown = await evening.olga.sees("minimal re-draw")
        assert "Now:" not in shown.text and "Bye: Walter" in shown.text.split("Then:")[1]
        assert shown.text.count("Players") == 1


@pytest.mark.parametrize(("language", "lines"), [
    ("en", ["Thursday, 3 December, 20:00", "Chess · Swiss, FIDE Dutch · 3 rounds"]),
    ("ru", ["Четверг, 3 декабря, 20:00", "Шахматы · швейцарская, ФИДЕ (голландская) · 3 тура"]),
])
def test_a_line_begins_with_a_capital_letter(language: str, lines: list[str]) -> None:
    evening = Table(2, start=START + timedelta(hours=1), system="dutch")
    evening.home = replace(evening.home, language=language)
    shown = plain(evening.one("entry").text).split("\n")
    assert [line for line in shown if line in lines or line[:1].islower()] == lines


@pytest.mark.parametrize(("gain", "shown"), [(0, "1500 (±0)"), (7, "1507 (+7)"), (-7, "1493 (-7)")])
def test_a_rating_that_stays_has_not_gained_plus_nothing(gain: int, shown: str) -> None:
    evening = Table(4, rounds=1).starts().says(1, Result.DRAW).says(2, Result.DRAW)
    first = evening.t.rounds[0].games[0].white
    before, after = Rating(15000, 30), Rating(15000 + 10 * gain, 31)
    change = Change("KX4T", first, before, after, 1, Fraction(1, 2), 24, 1500)
    evening.home = replace(evening.home, rated={first: change})
    assert f" – ½ · {shown}\n" in plain(evening.one("final").text)


@pytest.mark.parametrize(("key", "values", "wrong"), [
    ("refused.rounds_played", {"rounds": 1}, "1 rounds"), ("refused.no_more_rounds", {"rounds": 1}, "1 rounds"),
    ("import.report_open", {"title": "T", "players": 4, "played": 1, "system": "S"}, "1 rounds"),
    ("refused.too_few", {"count": 0}, "0 is"),
])
def test_one_is_not_said_as_many(key: str, values: dict[str, object], wrong: str) -> None:
    assert wrong not in words("en").plain(key, **values)


@pytest.mark.parametrize(("names", "rows"), [
    (("Anna Berg", "Boris Lee"), [3]), (("Anastasia Konstantinova", "Bo Li"), [1, 1, 1])])
def test_a_long_name_has_a_row_of_its_own_for_a_phone_would_cut_it(names: tuple[str, str], rows: list[int]) -> None:
    evening = Table(4, rounds=1).starts()
    game = evening.t.rounds[0].games[0]
    evening.home = replace(evening.home, names={**evening.home.names, **dict(zip(game.players, names, strict=True))})
    evening.act(game.white, play.report, Claim.WON)
    evening.act(game.black, play.report, Claim.DRAW)
    shown = evening.one("conflict/").buttons
    assert [len(row) for row in shown] == rows
    assert [key.text for row in shown for key in row] == [f"1-0 {names[0]}", "½-½ Draw", f"0-1 {names[1]}"]


async def test_the_card_of_a_round_robin_says_when_somebody_may_come_late() -> None:
    async with Evening(0) as evening:
        await evening.group.sees(buttons=["New event"])
        await evening.olga.types(evening.group, "/new system=roundrobin Four")
        await evening.olga.sees("3 rounds for 3 or 4", buttons=["Late entry: while the number of players is odd"])
        await evening.olga.types(evening.group, "/new system=roundrobin late=0 Four")
        await evening.olga.sees(buttons=["Late entry: no late entry"])
