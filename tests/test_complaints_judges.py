"""What judges hear complaints about: pairs, late people, waiting boards, disputes, no-shows, who may do what."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bot.sandbox import Person
from engine import drafting, entry
from engine import facts as f
from engine.model import Game, MemberId, Result, Stage, Standing
from engine.pairing.classification import classify
from engine.pairing.machine import MACHINE
from engine.standings import standings
from tests.evening import Evening
from tests.table import Table
from tests.test_dutch_literal import Nothing as NothingDutch
from tests.test_dutch_literal import slow as dutch_by_the_book
from tests.test_pairing_literal import Nothing
from tests.test_pairing_literal import slow as by_the_book


def law(table: Table) -> tuple[set[frozenset[MemberId]], MemberId | None] | None:
    """The next round as a slow and literal reading of the law pairs it; None where it finds no legal draw."""
    t = table.t
    seed = t.seed or "f" * 32
    order = t.draft.start_list if t.draft else drafting.start_list(t, seed)
    field, _ = drafting.field_of(t, order, seed)
    try:
        if t.system == "dutch":
            pairs, bye = dutch_by_the_book(field)
        else:
            pairs, bye = by_the_book(field, t.system, list(classify(field, MACHINE[t.system]).order))
    except (Nothing, NothingDutch):
        return None
    return {frozenset(order[n - 1] for n in pair) for pair in pairs}, None if bye is None else order[bye - 1]


def drawn(table: Table) -> tuple[set[frozenset[MemberId]], MemberId | None] | None:
    """The same as the draft has it; None if there is none and judges are told so."""
    if table.t.stuck is not None:
        return None
    assert table.t.draft is not None
    return {frozenset(pair) for pair in table.t.draft.pairs}, table.t.draft.pab


def goes_on(table: Table, choose: Callable[[Game], Result]) -> None:
    table.plays_round(choose)
    table.passes()


def met(table: Table) -> list[frozenset[MemberId]]:
    return [frozenset(game.players) for posted in table.t.rounds for game in posted.games
            if game.result is not None and game.result.played]


async def seats(evening: Evening, board: int) -> tuple[Person, Person]:
    game = await evening.game(board)
    return await evening.person(game.white), await evening.person(game.black)


async def logged(evening: Evening, about: str, *words: str) -> None:
    """The judge reads these words in the log of a board or player."""
    said = await evening.olga.writes(f"/log {about}")
    text = (await evening.olga.sees("Log", after=said)).text
    assert all(word in text for word in words), text


# the draw

def test_c04_a_half_point_bye_draws_nobody_together() -> None:
    table = Table(9, {n: 2000 - 50 * n for n in range(1, 10)}, system="dutch", rounds=4, byes=1)
    for player in (2, 6):
        table.judge(entry.excuse, MemberId(player), round=1, halves=1)
    table.begins()
    chance = random.Random(4)
    for _ in (2, 3):
        goes_on(table, lambda game: chance.choice([Result.WHITE_WON, Result.DRAW, Result.BLACK_WON]))
        assert drawn(table) == law(table)
        table.approves()
    assert dict(table.t.rounds[0].byes) == {2: 1, 6: 1}


@pytest.mark.parametrize(("players", "rounds", "runs"), [(8, 7, 12), (6, 5, 12)])
@pytest.mark.parametrize("system", ["individual", "dutch"])
def test_c05_nobody_meets_twice_and_no_draw_only_where_the_law_has_none(
    system: str, players: int, rounds: int, runs: int
) -> None:
    for run in range(runs):
        chance = random.Random(f"{system} {players} {run}")
        table = Table(players, system=system, rounds=rounds)
        table.begins()
        while len(table.t.rounds) < rounds:
            goes_on(table, lambda game: chance.choice([*Result][:3]))              # noqa: B023
            assert drawn(table) == law(table), (run, len(table.t.rounds))
            if table.t.stuck is not None:
                break
            table.approves()
        assert len(met(table)) == len(set(met(table)))


@pytest.mark.parametrize("system", ["individual", "solkoff", "buchholz", "dutch"])
def test_c06_the_whole_round_is_looked_at_not_pair_by_pair(system: str) -> None:
    table = Table(10, {n: 2000 - 50 * n for n in range(1, 11)}, system=system, rounds=5)
    table.begins()
    for _ in range(4):
        goes_on(table, lambda game: Result.WHITE_WON if game.white < game.black else Result.BLACK_WON)
        assert drawn(table) == law(table) is not None
        table.approves()


@pytest.mark.parametrize("system", ["individual", "dutch"])
def test_c07_half_points_make_groups_like_any_other(system: str) -> None:
    table = Table(12, {n: 2000 - 50 * n for n in range(1, 13)}, system=system, rounds=5)
    table.begins()
    goes_on(table, lambda game: Result.WHITE_WON)
    table.approves()
    goes_on(table, lambda game: Result.DRAW if game.board <= 4 else Result.WHITE_WON)
    points = {row.player: row.points for row in standings(table.t)}
    assert 3 in points.values()
    assert drawn(table) == law(table) is not None


async def test_c08_two_who_are_never_to_meet_block_the_round_by_name_and_one_tap_leads_on() -> None:
    async with Evening(4, rounds=3, speed=60) as evening:
        await evening.enters()
        await evening.olga.writes("/forbid Anna Boris never")
        await evening.rests()
        await evening.olga.writes("/begin")
        for _ in (1, 2):
            await evening.approves()
            await evening.plays()
        card = await evening.olga.sees("cannot be drawn", buttons=["Lift: ", "Finish now"])
        assert "Forbidden pair: Anna, Boris" in card.text
        assert (await evening.tournament()).stuck is not None, "it says so and does not hang"
        await evening.olga.taps(card, "Lift: Anna – Boris")
        await evening.rests()
        await evening.olga.sees("Round 3: draft", buttons=["Approve"])
        await logged(evening, "Anna", "Boris")
        assert evening.sandbox.journal.refused() == []


async def test_c08_the_weaker_strength_gives_way_by_itself() -> None:
    async with Evening(4, rounds=3, speed=60) as evening:
        await evening.enters()
        await evening.olga.writes("/forbid Anna Boris avoid")
        await evening.rests()
        await evening.olga.writes("/begin")
        for _ in (1, 2, 3):
            await evening.approves()
            await evening.plays()
        t = await evening.tournament()
        anna, boris = (next(p.id for p in t.players.values() if p.number == n) for n in sorted(
            p.number for p in t.players.values() if p.number and p.id in next(iter(t.bans)).players))
        assert [posted.number for posted in t.rounds for game in posted.games if {*game.players} == {anna, boris}] == [3]


# people

async def test_c10_a_newcomer_plays_the_bye_player_and_no_other_board_is_touched() -> None:
    async with Evening(7, speed=60) as evening:
        post = await evening.begins()
        await evening.says(1, "1-0")
        t = await evening.tournament()
        posted = t.rounds[0]
        assert posted.pab is not None
        free = await evening.person(posted.pab)
        late = evening.sandbox.person("Walter")
        await evening.group.add(late)
        await late.start()
        await late.taps(await evening.group.sees(buttons=["Join"]), "Join")
        card = await evening.olga.sees("Walter has come late", buttons=[f"Pair with {free.name}"])
        await evening.olga.taps(card, f"Pair with {free.name}")
        await evening.rests()
        now = (await evening.tournament()).rounds[0]
        assert now.games[:3] == (await evening.tournament()).rounds[0].games[:3] == (*posted.games,)
        assert now.pab is None and len(now.games) == 4 and now.games[0].result is Result.WHITE_WON
        assert (await late.sees("Round 1, board 4", buttons=["I won"])).text.count(free.name) >= 1
        await free.sees("Round 1, board 4", buttons=["I won"])
        assert "4. " in post.text and "Walter" in post.text
        await logged(evening, "Walter", "late arrival seated")
        assert evening.sandbox.journal.refused() == []


async def test_c28_who_was_dropped_by_mistake_is_back_at_his_board() -> None:
    async with Evening(8, speed=60) as evening:
        post = await evening.begins()
        game = await evening.game(3)
        victim, other = await seats(evening, 3)
        await evening.olga.writes(f"/remove {victim.name}")
        menu = await evening.olga.sees("What becomes of it?")
        await evening.olga.taps(menu, "Opponent wins by forfeit")
        told = await victim.sees("A judge has taken you out")
        await evening.olga.taps(menu, "Undo")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        again = await evening.game(3)
        assert (again.result, again.players) == (None, game.players)
        assert (await evening.tournament()).players[game.white].standing is Standing.IN
        assert not told.buttons, "what is no longer true has no buttons"
        await victim.sees("Round 1, board 3", buttons=["I won"])
        await other.sees("Round 1, board 3", buttons=["I won"])
        assert f"3. {victim.name} – {other.name}" in post.text
        await logged(evening, victim.name, "taken back")


async def test_c29_the_missing_one_is_called_then_one_tap_and_he_is_out_till_he_says_he_is_back() -> None:
    async with Evening(6, rounds=3, speed=60) as evening:
        post = await evening.begins()
        game = await evening.game(2)
        here, gone = await seats(evening, 2)
        await here.taps(post, "Not here")
        called = await gone.sees("10 min")
        assert here.name in called.text
        evening.time.jump(601)
        card = await evening.olga.sees(buttons=["0 and out till back", "0 only"])
        await evening.olga.taps(card, "0 and out till back")
        await evening.rests()
        assert (await evening.game(2)).result is Result.WHITE_BY_FORFEIT
        await gone.sees(buttons=["I'm back"])
        await evening.plays()
        draft = (await evening.tournament()).draft
        assert draft is not None and game.black not in {p for pair in draft.pairs for p in pair} | {draft.pab}
        await gone.writes("/back")
        await evening.rests()
        evening.time.jump(12)
        await evening.olga.sees("Made again", buttons=["Approve"])
        draft = (await evening.tournament()).draft
        assert draft is not None and game.black in {p for pair in draft.pairs for p in pair} | {draft.pab}
        await logged(evening, "r1 2", "+/-")
        assert evening.sandbox.journal.refused() == []


# boards that wait

async def test_c18_seven_of_ten_reports_are_accepted_at_once() -> None:
    async with Evening(20, speed=60, settle=3600, nudge=0, judges=0) as evening:
        post = await evening.begins()
        for board in range(1, 8):
            await (await seats(evening, board))[0].taps(post, "I won")
        await evening.olga.writes("/draft")
        shown = await evening.olga.sees("10 boards without a result", buttons=["Accept all pending"])
        await evening.olga.taps(shown, "Accept all pending")
        assert shown.text.count(" says: ") == 7
        assert (await evening.olga.taps(shown, "Yes")).text == "7 reports accepted"
        await evening.rests()
        t = await evening.tournament()
        assert [game.result is not None for game in t.rounds[0].games] == [True] * 7 + [False] * 3
        entries = await evening.app.store.ledger.entries(t.code)
        assert sum(isinstance(e.fact, f.Ruled) for e in entries) == 7
        said = await evening.olga.writes("/log")
        assert (await evening.olga.sees("Log", after=said)).text.count("→ 1-0") == 7
        await evening.olga.taps(shown, "Undo")
        await evening.olga.taps(shown, "Yes")
        assert all(game.result is None for game in (await evening.tournament()).rounds[0].games)


@pytest.mark.parametrize("off", [False, True])
async def test_c19_a_silent_board_is_reminded_of_once_and_judges_once(off: bool) -> None:
    spans = {"nudge": 0, "judges": 0} if off else {}
    async with Evening(4, speed=60, cards=0, **spans) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        silent, done = await seats(evening, 2), await seats(evening, 1)
        before = {player: len(player.reads()) for player in (*silent, *done, evening.olga)}
        for minutes in (29, 2, 10, 60, 60, 60):
            evening.time.jump(60 * minutes)
            await evening.rests()
        new = {player: len(player.reads()) - count for player, count in before.items()}
        expected = 0 if off else 1
        assert [new[player] for player in silent] == [expected] * 2
        assert [new[player] for player in done] == [0, 0]
        assert new[evening.olga] == expected
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        assert sum(isinstance(e.fact, f.Nudged) for e in entries) == expected
        assert sum(isinstance(e.fact, f.JudgesAsked) for e in entries) == expected


async def test_c23_a_result_can_be_contested_for_a_day_and_then_by_a_judge_only() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        await evening.begins()
        white, black = await seats(evening, 1)
        await evening.plays()
        line = await black.sees("Round 1, board 1", buttons=["Not so"])
        data = next(key.data or "" for key in line.all_buttons() if key.text == "Not so")
        evening.time.jump(25 * 3600)
        await evening.rests()
        toast = await black.forges(line, data)
        assert "over" in toast.text and "judge" in toast.text, toast
        assert (await evening.tournament()).stage is Stage.FINISHED
        await evening.olga.writes("/rule 1 0-1 misread")
        await evening.olga.taps(await evening.olga.sees("Now: ", buttons=["Yes"]), "Yes")
        await evening.rests()
        assert (await evening.game(1)).result is Result.BLACK_WON
        final = await evening.group.sees("Final table")
        assert black.name in final.text and "orrected" in final.text
        for player in (white, black):
            await player.sees(f"Olga has changed the result of this board: {black.name} won (0-1)")
        await logged(evening, "r1 1", "→ 0-1", "misread")


# Telegram

async def test_c38_a_group_that_changes_its_id_in_mid_round_is_the_same_club() -> None:
    async with Evening(4, rounds=2, speed=60) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.group.migrate(evening.olga)
        await evening.rests()
        await evening.says(2, "0-1")
        await evening.approves()
        await evening.plays()
        await evening.group.sees("Final table")
        assert (await evening.row()).chat == evening.group.id, "one event, and it has moved"
        assert [m.text for m in evening.group.posts if m.text.startswith("Round 2")] != []
        former = evening.group.former
        assert former is not None
        assert not any("Round 2" in m.text for m in former.shown()), "nothing goes to the old chat"


async def test_e04_everything_stays_in_its_topic_and_judges_hear_when_it_is_gone() -> None:
    async with Evening(4, rounds=2, speed=60) as evening:
        forum = evening.sandbox.group("Forum", creator=evening.olga, members=evening.players, forum=True)
        await forum.add_bot(evening.olga, admin=True)
        topic = await forum.topic("Swiss", evening.olga)
        await evening.olga.types(forum, "/new rounds=2 system=individual", topic=topic)
        await evening.olga.taps(await evening.olga.sees(buttons=["Open entry"]), "Open entry")
        opened = await forum.sees(buttons=["Join"])
        for player in evening.players:
            await player.taps(opened, "Join")
        await evening.olga.types(forum, "/begin", topic=topic)
        await evening.olga.taps(await evening.olga.sees(buttons=["Approve"]), "Approve")
        post = await forum.sees(buttons=["I won"])
        shown = [await forum.sees(after=await evening.players[0].types(forum, typed, topic=topic))
                 for typed in ("/pairs", "/standings", "/help", "/me")]
        assert {message.topic for message in (opened, post, *shown)} == {topic.id}
        await forum.delete_topic(topic)
        await evening.olga.writes("/rule 1 1-0")
        await evening.olga.writes("/rule 2 1-0")
        card = await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        await evening.olga.taps(card, "Approve")
        again = await forum.sees("Round 2 of", buttons=["I won"])
        assert again.topic is None
        await evening.rests()
        assert len([m for m in evening.olga.reads() if "topic" in m.text.casefold()]) == 1


async def test_e05_eighty_long_names_fit_into_the_table() -> None:
    async with Evening(2, rounds=1, speed=60) as evening:
        await evening.opens()
        names = [f"Guest {n:02} " + "абвгдежзик" * 3 for n in range(80)]
        for part in range(0, 80, 20):
            await evening.olga.writes("/guest " + "\n".join(names[part:part + 20]))
            await evening.rests()
        assert len((await evening.tournament()).entered()) == 80
        await evening.olga.writes("/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Approve"]), "Approve")
        await evening.rests()
        posted = [m.text for m in evening.group.posts if "Guest" in m.text and "–" in m.text]
        assert len(posted) >= 2 and all(len(text) <= 4096 for text in posted)
        t = await evening.tournament()
        assert sum(text.count(" – ") for text in posted) >= len(t.rounds[0].games) == 40
        for board in range(1, 41):
            await evening.olga.writes(f"/rule {board} 1-0")
        await evening.rests()
        await evening.group.sees("Final table")
        await evening.rests()
        said = await evening.olga.writes("/standings")

        def unread() -> list[str]:
            shown = "\n".join(message.text for message in evening.olga.reads() if message.id > said.id)
            return [name for name in names if name not in shown]

        await evening.sandbox.until(lambda: not unread(), what="in private every name is whole")
        assert evening.sandbox.journal.refused() == []


async def test_e11_judges_are_named_and_an_anonymous_administrator_hears_what_to_do() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.enters()
        await evening.group.promote(evening.olga, evening.olga, anonymous=True)
        await evening.olga.types(evening.group, "/begin")
        told = await evening.group.sees("Remain anonymous")
        assert (await evening.tournament()).stage is Stage.ENTRY
        assert told.text
        anna = evening.players[0]
        await evening.olga.writes(f"/judges {anna.name}")
        await evening.rests()
        await anna.writes("/begin")
        card = await anna.sees("Round 1: draft", buttons=["Approve"])
        await anna.taps(card, "Approve")
        await evening.rests()
        t = await evening.tournament()
        entries = await evening.app.store.ledger.entries(t.code)
        drawn = next(e for e in entries if isinstance(e.fact, f.Drawn))
        assert (await evening.person(drawn.by)) is anna, "what a judge does bears his own name"
        await logged(evening, "", anna.name)
