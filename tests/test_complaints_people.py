"""People: who leaves, who has no phone, who does not know whether he is in, who is in twice."""

from __future__ import annotations

import asyncio

from engine import facts as f
from engine.model import Result, Stage, Standing
from engine.standings import standings
from tests.evening import Evening


async def test_c27_who_leaves_is_out_of_the_next_draw_and_keeps_his_results() -> None:
    async with Evening(7, rounds=4, speed=60) as evening:
        await evening.begins()
        t = await evening.tournament()
        third = await evening.person(t.rounds[0].games[0].white)
        await evening.plays()
        await evening.sandbox.until(lambda: any("Round 2: draft" in it.text for it in evening.olga.reads()))
        told = len(evening.olga.reads())
        line = await third.sees("Round 1", buttons=["My event"])
        await third.taps(line, "My event")                                          # 1
        menu = await third.sees("You are in, number", buttons=["Leave: next round only", "Leave: for good"])
        toast = await third.taps(menu, "Leave: for good")                           # 2
        assert toast.text.startswith("You have left the event")
        await evening.olga.sees("somebody left", buttons=["Approve"])
        await evening.rests()
        cards = evening.olga.reads()[told:]
        assert len(cards) == 1, "judges are told once, by the new card"
        assert "Made again because somebody left" in cards[0].text
        assert f"No longer in the draw: {third.name}" in cards[0].text
        evening.time.jump(3)
        post = await evening.approves()
        assert third.name not in post.text
        t = await evening.tournament()
        member = next(p for p in t.players if t.rounds[0].games[0].white == p)
        assert t.players[member].standing is Standing.LEFT
        assert next(row.points for row in standings(t) if row.player == member) == 2
        assert t.rounds[1].game_of(member) is None and t.rounds[1].pab != member
        await evening.plays()
        table = await evening.group.sees("After round 2 of 4")
        assert f"{third.name} – 1 (has left)" in table.text
        assert evening.sandbox.journal.refused() == []


async def test_c27_skip_the_next_round_only() -> None:
    async with Evening(6, rounds=4, speed=60, language="ru") as evening:
        await evening.olga.types(evening.group, "/new rounds=4 system=individual")
        await evening.olga.taps(await evening.olga.sees(buttons=["Открыть запись"]), "Открыть запись")
        post = await evening.group.sees(buttons=["Участвую"])
        for player in evening.players:
            await player.taps(post, "Участвую")
        await evening.olga.writes("/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Утвердить"]), "Утвердить")
        third = evening.players[2]
        line = await third.sees(buttons=["Мой турнир"])
        await third.taps(line, "Мой турнир")
        menu = await third.sees(buttons=["Выйти: только следующий тур", "Выйти: насовсем"])
        toast = await third.taps(menu, "Выйти: только следующий тур")
        assert "2" in toast.text
        await evening.rests()
        t = await evening.tournament()
        me = next(p for p in t.players.values() if p.byes)
        assert dict(me.byes) == {2: 0} and me.standing is Standing.IN
        assert (await evening.person(me.id)) is third
        assert evening.sandbox.journal.refused() == []


async def test_c30_who_is_taken_out_is_told_and_objects_and_judges_hear_it() -> None:
    async with Evening(5, speed=60) as evening:
        await evening.begins()
        t = await evening.tournament()
        assert t.rounds[0].pab is not None
        gone = await evening.person(t.rounds[0].pab)                    # he has no board to be called to
        quiet = {player: len(player.reads()) for player in evening.players if player is not gone}
        await evening.olga.writes(f"/remove {gone.name}")
        told = await gone.sees("A judge has taken you out of the event", buttons=["I am still playing"])
        assert (await gone.taps(told, "I am still playing")).text.startswith("A judge has been called")
        card = await evening.olga.sees(f"{gone.name}, whom a judge has taken out, says: I am still playing.",
                                       buttons=["Bring back", "Stays out"])
        await evening.rests()
        assert "a judge will look at it" in told.text and not told.buttons
        assert (await evening.olga.taps(card, "Bring back")).text == f"{gone.name} is in again"
        await evening.rests()
        assert f"{gone.name} is in again" in card.text and not card.buttons
        assert (await evening.tournament()).players[t.rounds[0].pab].standing is Standing.IN
        assert {player: len(player.reads()) for player in quiet} == quiet
        assert evening.sandbox.journal.refused() == []


async def test_c30_a_judge_who_has_heard_it_may_stay_with_it() -> None:
    async with Evening(4, speed=60) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        gone = await evening.person(game.white)
        await evening.olga.writes(f"/remove {gone.name}")
        asked = await evening.olga.sees("open board", buttons=["Opponent wins by forfeit"])
        await evening.olga.taps(asked, "Opponent wins by forfeit")
        told = await gone.sees("A judge has taken you out", buttons=["I am still playing"])
        data = next(button.data or "" for button in told.all_buttons())
        await gone.taps(told, "I am still playing")
        card = await evening.olga.sees("says: I am still playing.", buttons=["Stays out"])
        assert (await evening.olga.taps(card, "Stays out")).text == f"{gone.name} stays out"
        await gone.sees("A judge has heard that you object and stays with it")
        await evening.rests()
        assert f"{gone.name} stays out" in card.text and not card.buttons
        assert (await gone.forges(told, data)).text.startswith("A judge has heard you and stays with it")
        assert f"1. {gone.name}" in post.text and "-/+" in post.text
        said = await evening.olga.writes(f"/log {gone.name}")
        log = await evening.olga.sees("Log", after=said)
        assert "still playing" in log.text and "stays out" in log.text
        assert evening.sandbox.journal.refused() == []


async def test_c32_one_keeps_the_score_for_guests_and_two_play_with_phones() -> None:
    async with Evening(2, rounds=3, speed=60, confirm="judge") as evening:
        post = await evening.enters()
        await evening.olga.writes("/guest Uwe 1800\nVera\nWalter 1650\nXenia\nYuri\nZoe 1500")
        guests = ("Uwe", "Vera", "Walter", "Xenia", "Yuri", "Zoe")
        await evening.olga.sees("Entered: Uwe, Vera, Walter, Xenia, Yuri, Zoe. Now in: 8")
        await evening.rests()
        assert all(name in post.text for name in ("Uwe", "Zoe", "Anna", "Boris"))
        await evening.olga.writes("/begin")
        for number in (1, 2, 3):
            card = await evening.olga.sees(f"Round {number}: draft", buttons=["Approve"])
            await evening.olga.taps(card, "Approve")
            shown = await evening.group.sees(f"Round {number} of 3")
            await evening.rests()
            assert "I won" not in str(shown.buttons)
            for board in range(1, 5):
                await evening.olga.writes(f"/rule {board} {'1-0' if board % 2 else '½'}")
            await evening.rests()
        t = await evening.tournament()
        assert t.stage is Stage.FINISHED
        final = await evening.group.sees("Final table")
        assert all(name in final.text for name in (*guests, "Anna", "Boris"))
        assert all(game.how == "judge" for posted in t.rounds for game in posted.games)
        assert evening.sandbox.journal.refused() == []


async def test_c32_the_opponent_of_a_guest_reports_for_both() -> None:
    async with Evening(3, rounds=3, speed=20) as evening:
        await evening.enters()
        await evening.olga.writes("/guest Uwe")
        await evening.olga.sees("Entered: Uwe")
        await evening.olga.writes("/begin")
        post = await evening.approves()
        t = await evening.tournament()
        guest = next(p.id for p in t.players.values() if p.guest)
        game = t.rounds[0].game_of(guest)
        assert game is not None
        opponent = await evening.person(game.opponent_of(guest))
        toast = await opponent.taps(post, "I lost")
        assert "Uwe won" in toast.text and "Undo is in your private line" in toast.text
        line = await opponent.sees("Uwe", buttons=["Undo"])
        await opponent.taps(line, "Undo")
        await evening.rests()
        assert (await evening.game(game.board)).reports == ()
        await opponent.taps(post, "Draw")
        evening.time.jump(61)
        await evening.sandbox.until(lambda: "Result: draw (½-½)" in line.text)
        assert (await evening.game(game.board)).result is Result.DRAW
        assert (await evening.game(game.board)).how == "guest"
        assert evening.sandbox.journal.refused() == []


async def test_c33_everybody_hears_whether_he_is_in_and_who_moves_up_is_told() -> None:
    async with Evening(18, limit=16, speed=60) as evening:
        post = await evening.opens()
        toasts = [(await player.taps(post, "Join")).text for player in evening.players]
        assert toasts[:16] == [f"You are in, {n}/16" for n in range(1, 17)]
        assert toasts[16:] == [f"It is full: you are number {n} on the waiting list" for n in (1, 2)]
        await evening.rests()
        first, second = evening.players[16:]
        assert "In: 16/16\n" in post.text
        assert f"Waiting list: 1. {first.name}, 2. {second.name}" in post.text
        quiet = {player: len(player.reads()) for player in evening.players}
        await evening.players[0].taps(post, "Leave")
        await first.sees("you have moved up from the waiting list and are in now")
        await evening.rests()
        assert len(first.reads()) == quiet[first] + 1
        assert all(len(player.reads()) == quiet[player] for player in evening.players if player is not first)
        assert f"Waiting list: 1. {second.name}" in post.text and "In: 16/16" in post.text
        again = await evening.players[0].taps(post, "Join")
        assert again.text == "It is full: you are number 2 on the waiting list"
        assert (await first.taps(post, "Join")).text.startswith("You are in already")
        assert (await second.taps(post, "Leave")).text.startswith("You are out")
        await evening.rests()
        assert f"Waiting list: 1. {evening.players[0].name}" in post.text
        assert not evening.sandbox.limits.exceeded
        assert evening.sandbox.journal.refused() == []


async def test_c34_one_entry_a_person_however_often_and_by_whom() -> None:
    async with Evening(2, speed=60) as evening:
        anna = evening.players[0]
        post = await evening.opens()
        taps = [anna.tap(post, "Join") for _ in range(5)]
        await anna.types(evening.group, "/join")
        await anna.writes("/join")
        toasts = [toast.text for toast in await asyncio.gather(*(tap.toast() for tap in taps))]
        assert sorted(toasts) == ["You are in already, 1"] * 4 + ["You are in, 1"]
        for word in ("Anna", "anna", "Аnna", "Anny"):                              # the third has a Cyrillic А
            said = await evening.olga.writes(f"/guest {word}")
            question = await evening.olga.sees("The same person?", buttons=["Somebody else"], after=said)
            await evening.olga.taps(question, "Same person: Anna")
            await evening.olga.sees("In already: Anna. Now in: 1", after=said)
        await evening.olga.writes("/guest Anna 1500")                             # her name: sets the rating
        await evening.olga.sees("Rating set: Anna 1500. Now in: 1")
        assert len((await evening.tournament()).players) == 1
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        assert sum(isinstance(entry.fact, f.Joined) for entry in entries) == 1
        assert [p.rating for p in (await evening.tournament()).players.values()] == [1500]


async def test_c34_an_explicit_somebody_else_is_somebody_else() -> None:
    async with Evening(2, speed=60) as evening:
        anna = evening.players[0]
        post = await evening.opens()
        await anna.taps(post, "Join")
        await evening.olga.writes("/guest Anna")
        question = await evening.olga.sees("“Anna” looks like somebody of the club", buttons=["Somebody else"])
        await evening.olga.taps(question, "Somebody else")
        await evening.rests()
        t = await evening.tournament()
        assert len(t.players) == 2 and [p.guest for p in t.players.values()] == [False, True]
        shown = next(line for line in post.text.splitlines() if "Anna" in line)
        assert len(set(shown.split(", "))) == 2, f"two who look the same: {shown}"
