"""Results: two who disagree, buttons that lie, judges who overrule, an end that is too early."""

from __future__ import annotations

import re

import pytest

from bot.sandbox import Message, Person
from engine import facts as f
from engine import fold
from engine.model import Game, Result, Stage
from engine.standings import standings
from tests.evening import Evening


async def seats(evening: Evening, board: int) -> tuple[Person, Person]:
    """White and Black of a board."""
    game = await evening.game(board)
    return await evening.person(game.white), await evening.person(game.black)


async def points(evening: Evening) -> list[int]:
    return [row.points for row in standings(await evening.tournament())]


def pressed(message: Message, label: str) -> str:
    """What a button sends; for fingers that press it after it has gone."""
    return next(button.data or "" for button in message.all_buttons() if button.text.startswith(label))


async def test_c17_two_opposite_reports_go_to_the_judges() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        white, black = await seats(evening, 1)
        others = [player for player in evening.players if player not in (white, black)]
        before = {player: len(player.reads()) for player in others}
        toast = await white.taps(post, "I won")
        assert toast.text == f"Reported: {white.name} won (1-0). Waiting for {black.name}"
        asked = await black.sees(f"{white.name} says: {white.name} won (1-0)", buttons=["Confirm", "Not so"])
        assert "Is that right?" in asked.text
        await evening.rests()
        assert f"1-0? {black.name} to confirm" in post.text
        line = await black.sees("You play Black", buttons=["Confirm", "Not so"])
        assert await points(evening) == [0, 0, 0, 0]
        toast = await black.taps(post, "Draw")
        assert toast.text == f"You say: draw (½-½). That is not what {white.name} says, so a judge decides"
        card = await evening.olga.sees("The reports do not agree", buttons=["1-0", "½-½", "0-1"])
        assert f"{white.name} says: {white.name} won (1-0)" in card.text
        assert f"{black.name} says: draw (½-½)" in card.text
        assert [button.text.split(" ", 1)[0] for button in card.all_buttons()] == ["1-0", "½-½", "0-1"]
        assert white.name in card.buttons[0][0] and black.name in card.buttons[0][2]
        await evening.rests()
        assert await points(evening) == [0, 0, 0, 0]
        assert "1-0" not in post.text and "a judge decides" in post.text, "claims are not told in the group"
        assert {player: len(player.reads()) for player in others} == before
        await evening.olga.taps(card, "½-½")
        await evening.rests()
        assert (await evening.game(1)).result is Result.DRAW
        assert not card.buttons and "Olga" in card.text
        assert "Confirm" not in str(asked.buttons) and "Confirm" not in str(line.buttons)
        for player in (white, black):
            assert "draw (½-½)" in (await player.sees("Result: ")).text
        assert evening.sandbox.journal.refused() == []


async def test_c17_in_russian_and_agreement_closes_the_card() -> None:
    async with Evening(4, speed=60, language="ru") as evening:
        await evening.olga.writes("/start")
        greeting = await evening.group.sees(buttons=["Новый турнир"])
        await evening.olga.taps(greeting, "Новый турнир")
        await evening.olga.taps(await evening.olga.sees(buttons=["Открыть запись"]), "Открыть запись")
        post = await evening.group.sees(buttons=["Участвую"])
        for player in evening.players:
            await player.taps(post, "Участвую")
        await evening.olga.taps(await evening.olga.sees(buttons=["Начать"]), "Начать")
        await evening.olga.taps(await evening.olga.sees(buttons=["Утвердить"]), "Утвердить")
        post = await evening.group.sees(buttons=["Я выиграл"])
        white, black = await seats(evening, 1)
        await white.taps(post, "Я выиграл")
        asked = await black.sees(white.name, buttons=["Подтвердить", "Не так"])
        await black.taps(post, "Ничья")
        card = await evening.olga.sees("½-½", buttons=["1-0", "½-½", "0-1"])
        words = re.sub("|".join(person.name for person in evening.players), "", card.text)
        assert not re.search("[A-Za-z]{2,}", words), words
        await white.taps(post, "Ничья")
        await evening.rests()
        assert (await evening.game(1)).result is Result.DRAW
        assert not card.buttons and not asked.buttons
        assert evening.sandbox.journal.refused() == []


async def test_c20_a_button_of_settings_that_are_over_stores_nothing() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        white, black = await seats(evening, 1)
        line = await white.sees("Round 1, board 1", buttons=["I won"])
        old, old_line = pressed(post, "I won"), pressed(line, "Draw")
        await evening.olga.writes("/settings")
        for label in ("More", "Results:", "judges enter them"):
            await evening.olga.taps(await evening.olga.sees(buttons=[label]), label)
        await evening.rests()
        assert (await evening.tournament()).settings.confirm == "judge"
        assert "I won" not in str(post.buttons) and "I won" not in str(line.buttons)
        for person, message, data in ((white, post, old), (black, post, old), (white, line, old_line)):
            assert (await person.forges(message, data)).text == (
                "In this event judges enter the results. Press Call judge")
        assert all(not game.reports for game in (await evening.tournament()).rounds[0].games)
        await white.writes("/result 1-0")
        await white.sees("In this event judges enter the results")
        assert (await white.taps(post, "Call judge")).text == "A judge has been called to your board"


async def test_c21_a_judge_takes_out_one_of_twenty_and_the_receipt_names_him() -> None:
    async with Evening(20, speed=60) as evening:
        await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        await evening.rests()
        seventh = evening.players[6]
        await evening.olga.writes("/remove")
        menu = await evening.olga.sees("Who is out?")
        rows = [row for row in menu.buttons if seventh.name in str(row)]
        assert rows == [[seventh.name]], "one big button a row"
        toast = await evening.olga.taps(menu, seventh.name)
        assert toast.text == f"{seventh.name} is out"
        await evening.sandbox.until(lambda: "Undo" in str(menu.buttons))
        assert f"{seventh.name} is out" in menu.text
        await seventh.sees("A judge has taken you out", buttons=["I am still playing"])
        evening.time.jump(11)                       # the draft without him would go along with what is taken back
        await evening.rests()
        t = await evening.tournament()
        assert len(t.entered()) == 19
        await evening.olga.taps(menu, "Undo")
        sure = await evening.olga.sees("Take this back?", buttons=["Yes"])
        assert seventh.name in sure.text
        await evening.olga.taps(sure, "Yes")
        await evening.rests()
        t = await evening.tournament()
        assert len(t.entered()) == 20
        assert "I am still playing" not in str([message.buttons for message in seventh.reads()])
        await evening.olga.writes(f"/remove {seventh.name}")
        await evening.olga.sees(f"{seventh.name} is out", after=menu)
        await evening.olga.writes(f"/back {seventh.name}")
        await evening.olga.sees(f"{seventh.name} is in again", buttons=["Undo"], after=menu)
        assert len((await evening.tournament()).entered()) == 20
        assert evening.sandbox.journal.refused() == []


async def test_c22_a_judge_enters_what_players_may_not() -> None:
    async with Evening(6, speed=60) as evening:
        post = await evening.begins()
        white, black = await seats(evening, 2)
        line = await white.sees("Round 1, board 2", buttons=["I won"])
        assert not re.search(r"\+/-|-/\+|-/-", str(post.buttons) + str(line.buttons))
        for word in ("+/-", "-/+", "-/-"):
            await white.writes(f"/result {word}")
        for person in (white, black):
            for result in ("wf", "bf", "nn", "0"):
                data = pressed(line, "I won").rsplit(":", 1)[0] + f":{result}"
                assert "I do not know this button" in (await person.forges(post, data)).text
        assert (await evening.game(2)).reports == () and (await evening.game(2)).result is None
        await evening.olga.writes("/rule")
        menu = await evening.olga.sees("Which board?")
        await evening.olga.taps(menu, "2.")
        await evening.sandbox.until(lambda: "Swap colours" in str(menu.buttons))
        labels = str(menu.buttons)
        for label in ("1-0", "½-½", "0-1", "+/-", "-/+", "-/-", "0-0"):
            assert label in labels
        toast = await evening.olga.taps(menu, "+/-")
        assert toast.text == f"Board 2: {white.name} wins by forfeit (+/-)"
        await evening.rests()
        t = await evening.tournament()
        assert t.rounds[0].games[1].result is Result.WHITE_BY_FORFEIT
        assert not t.rounds[0].games[1].result.played
        assert f"2. {white.name} – {black.name}  +/-" in post.text
        rulings: tuple[tuple[str, Result | None], ...] = (
            ("-/+", Result.BLACK_BY_FORFEIT), ("-/-", Result.NOBODY_CAME), ("clear", None),
            ("1-0", Result.WHITE_WON), ("swap", Result.BLACK_WON), ("½", Result.DRAW))
        for words, wanted in rulings:
            said = await evening.olga.writes(f"/rule 2 {words}")
            before = (await evening.game(2)).result
            if before is not None:                                       # what stands changes only after a look
                sure = await evening.olga.sees("Then:", buttons=["Yes"], after=said)
                await evening.olga.taps(sure, "Yes")
            await evening.rests()
            assert (await evening.game(2)).result == wanted, words
        assert (await evening.game(2)).white != (t.rounds[0].games[1]).white
        assert evening.sandbox.journal.refused() == []


async def test_c22_a_forfeit_is_no_game_in_the_table() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.olga.writes("/rule 2 +/-")
        await evening.rests()
        t = await evening.tournament()
        by_forfeit = t.rounds[0].games[1]
        assert by_forfeit.result is Result.WHITE_BY_FORFEIT
        rows = {row.player: row for row in standings(t)}
        played = t.rounds[0].games[0]
        assert rows[by_forfeit.white].points == rows[played.white].points == 2
        assert t.draft is not None
        entries = await evening.app.store.ledger.entries(t.code)
        assert any(isinstance(entry.fact, f.Drafted) and entry.fact.round == 2 for entry in entries)
        await evening.olga.sees("Round 2: draft", buttons=["Approve"])


async def test_c25_the_log_says_who_did_what_and_gives_the_same_table_again() -> None:
    async with Evening(6, speed=60) as evening:
        await evening.begins()
        white, black = await seats(evening, 3)
        post = await evening.group.sees(buttons=["I won"])
        await white.taps(post, "I won")                                              # report
        asked = await black.sees(buttons=["Confirm", "Not so"])
        await black.taps(asked, "Not so")                                            # dispute
        await evening.rests()
        await evening.olga.writes("/rule 3 0-1 illegal move")                        # override
        await evening.rests()
        assert (await evening.game(3)).result is Result.BLACK_WON
        await evening.olga.writes("/undo")
        sure = await evening.olga.sees("Take this back?", buttons=["Yes"])
        await evening.olga.taps(sure, "Yes")                                         # undo
        await evening.rests()
        assert (await evening.game(3)).result is None
        said = await evening.olga.writes("/log board 3")
        log = await evening.olga.sees("Log", after=said)
        lines = log.text.splitlines()[1:]
        assert len(lines) == 4, lines
        reported, disputed, ruled, undone = lines
        assert f"{white.name} (in the group): " in reported and "reports 1-0" in reported
        assert f"{black.name} (in private): " in disputed and "says not so" in disputed
        assert "Olga (in private): " in ruled and "→ 0-1" in ruled and "illegal move" in ruled
        assert "taken back" in ruled
        assert "Olga (in private): " in undone and "taken back" in undone
        assert [int(line.split(".")[0]) for line in lines] == sorted(int(line.split(".")[0]) for line in lines)
        t = await evening.tournament()
        entries = await evening.app.store.ledger.entries(t.code)
        assert fold.replay(t.code, entries) == t
        assert standings(fold.replay(t.code, entries)) == standings(t)
        said = await white.writes("/log 3")
        await white.sees("Only judges may do that", after=said)
        assert evening.sandbox.journal.refused() == []


@pytest.mark.parametrize(("choice", "result"), [("Draw game", Result.DRAW), ("Void", Result.NOBODY_CAME)])
async def test_c26_an_early_end_asks_about_every_open_board(choice: str, result: Result) -> None:
    async with Evening(8, speed=60, rounds=1) as evening:
        await evening.begins()
        for board in (1, 2, 3):
            await evening.says(board, "1-0")
        await evening.rests()
        game: Game = await evening.game(4)
        white, black = await seats(evening, 4)
        await evening.olga.writes("/finish")
        asked = await evening.olga.sees("is open", buttons=["Wait", "Draw game", "Void"])
        assert white.name in asked.text and black.name in asked.text and "4" in asked.text
        assert (await evening.tournament()).stage is Stage.PLAYING
        assert (await evening.game(4)).result is None, "never silently absent"
        await evening.olga.taps(asked, choice)
        await evening.rests()
        t = await evening.tournament()
        assert t.rounds[0].games[3].result is result
        assert t.stage is Stage.FINISHED
        await evening.group.sees("Final table")
        entries = await evening.app.store.ledger.entries(t.code)
        ruled = [entry for entry in entries if isinstance(entry.fact, f.Ruled)]
        assert len(ruled) == 1 and ruled[0].by == t.opened_by and game.board == 4
        assert evening.sandbox.journal.refused() == []


async def test_c26_wait_changes_nothing() -> None:
    async with Evening(4, speed=60, rounds=1) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        await evening.olga.writes("/finish")
        asked = await evening.olga.sees("is open", buttons=["Wait"])
        version = (await evening.tournament()).version
        await evening.olga.taps(asked, "Wait")
        await evening.rests()
        t = await evening.tournament()
        assert t.version == version and t.stage is Stage.PLAYING
        assert not asked.buttons
        await evening.says(2, "0-1")
        await evening.rests()
        assert (await evening.tournament()).stage is Stage.FINISHED
