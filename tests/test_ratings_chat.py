"""What does the chat say of ratings: after an evening, when an old result is corrected, and to who asks? (C24)"""

from __future__ import annotations

import re

from engine.model import Result, Stage
from engine.ratings import Period, bouts, follow
from tests import test_files_chat as files
from tests.evening import Evening
from tests.test_claim_chat import link_for, opened, with_guest


async def plays_whole(evening: Evening) -> str:
    """An evening of one round, White wins everywhere; its code."""
    await evening.enters()
    await evening.olga.types(evening.group, "/begin")
    await evening.olga.taps(await evening.olga.sees(buttons=["Approve"]), "Approve")
    post = await evening.group.sees("Round 1 of", buttons=["I won"])
    row, = (row for row in await evening.app.store.ledger.running() if row.stage is Stage.PLAYING)
    for game in (await evening.app.store.ledger.tournament(row.code)).rounds[0].games:
        await (await evening.person(game.white)).taps(post, "I won")
        await (await evening.person(game.black)).taps(post, "I lost")
    await evening.rests()
    return row.code


async def test_the_final_table_tells_what_ratings_have_gained() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        await plays_whole(evening)
        table = await evening.group.sees("Final table")
        lines = re.findall(r"^\d+\. (\w+) – [01] · (\S+) \((\S+)\)$", table.text, re.MULTILINE)
        assert sorted(line[1:] for line in lines) == [("1490?", "-10"), ("1490?", "-10"), ("1510?", "+10"),
                                                      ("1510?", "+10")]
        winner = next(p for p in evening.players if p.name == lines[0][0])
        await winner.writes("/rating")
        ratings = await winner.sees("Club ratings, chess")
        assert f"1. {winner.name} – 1510? (you)" in ratings.text
        await winner.sees("1500? → 1510?. Scored 1 of 1, expected 0.5; K 40; performance 2300")
        await winner.writes("/me")
        me = await winner.sees("Against whom, chess")
        assert "1 won, 0 drawn, 0 lost" in me.text and "Your rating, chess: 1510?" in me.text
        assert evening.sandbox.journal.refused() == []


async def test_c24_a_correction_of_the_first_evening_moves_the_ratings_of_the_second() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        one = await plays_whole(evening)
        game = (await evening.app.store.ledger.tournament(one)).rounds[0].games[0]
        loser = await evening.person(game.black)
        line = await loser.sees("Round 1", buttons=["Not so"])
        evening.time.jump(3600)
        two = await plays_whole(evening)
        table = await evening.group.sees("Final table")
        before = table.text
        await loser.taps(line, "Not so")
        await evening.olga.taps(await evening.olga.sees(buttons=["It stays"]), "0-1")
        await evening.rests()
        ledger, boards = evening.app.store.ledger, evening.app.store.leaderboards
        assert (await ledger.tournament(one)).rounds[0].games[0].result is Result.BLACK_WON
        changes = follow([Period(code, bouts(await ledger.tournament(code))) for code in (one, two)], {})
        assert [it.change for it in await boards.history(1)] == changes
        assert table.text != before
        for change in changes:
            if change.code == two:
                name = (await evening.person(change.member)).name
                assert re.search(rf"^\d\. {name} – [01] · {re.escape(f'{change.after} ({change.gain:+})')}$",
                                 table.text, re.MULTILINE)
        assert evening.sandbox.journal.refused() == []


async def test_a_judge_corrects_an_event_of_last_week_by_answering_its_table() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        one = await plays_whole(evening)
        table = await evening.group.sees("Final table")
        evening.time.jump(7 * 86_400)
        two = await plays_whole(evening)
        said = await evening.olga.types(evening.group, "/rule 1 0-1", reply_to=table)
        shown = await evening.olga.sees("Then: ", buttons=["Yes"], after=said)
        title = (await evening.app.store.ledger.tournament(one)).settings.title
        assert shown.text.startswith(f"{title}\nRound 1, board 1"), "which of the two it is about"
        await evening.olga.taps(shown, "Yes")
        await evening.rests()
        results = [(await evening.app.store.ledger.tournament(code)).rounds[0].games[0].result for code in (one, two)]
        assert results == [Result.BLACK_WON, Result.WHITE_WON]
        assert evening.sandbox.journal.refused() == []


async def test_who_meets_again_is_told_how_it_stands() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        await plays_whole(evening)
        evening.time.jump(3600)
        await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Approve"]), "Approve")
        await evening.rests()
        told = {(await player.sees("Round 1", buttons=["I won"])).text.splitlines()[2] for player in evening.players}
        assert told == {"Your earlier games: 1 won, 0 drawn, 0 lost.", "Your earlier games: 0 won, 0 drawn, 1 lost."}


async def test_in_the_group_only_a_hint_and_nothing_before_the_first_evening() -> None:
    async with Evening(2, speed=60) as evening:
        anna = evening.players[0]
        await anna.writes("/rating")
        await anna.sees("There are no rated games yet")
        await anna.types(evening.group, "/rating")
        hint = await evening.group.sees("This comes in private")
        assert "Club ratings" not in hint.text


async def test_a_judge_says_that_guests_are_not_rated_and_a_claim_rates_them_from_the_first_game() -> None:
    async with Evening(3, rounds=1, speed=60) as evening:
        guest = await with_guest(evening)
        boards = evening.app.store.leaderboards
        rated = await boards.history(1)
        assert len(rated) == 4
        said = await evening.olga.writes("/rating")
        chip = await evening.olga.sees("For judges of Chess club", buttons=["Guests are rated: yes"], after=said)
        await evening.olga.taps(chip, "Guests are rated: yes")
        assert "2 ratings change: " in chip.text and "→ –" in chip.text
        await evening.olga.taps(chip, "No")
        assert chip.text == "Guests are rated like anybody." and await boards.history(1) == rated
        await evening.olga.taps(chip, "Guests are rated: yes")
        assert (await evening.olga.taps(chip, "Yes")).text.startswith("Guests are not rated")
        await evening.rests()
        assert chip.buttons == [["Guests are rated: no"]]
        left = await boards.history(1)
        assert len(left) == 2 and guest not in {it.change.member for it in left}
        table = await evening.group.sees("Final table")
        assert len(re.findall(r"\([+-]\d+\)", table.text)) == 2, "put right in the chat"
        anna = evening.players[0]
        said = await anna.writes("/rating")
        await anna.sees("games against a guest count for nobody", after=said)
        assert "For judges" not in "".join(m.text for m in anna.chat.shown())
        toast = await anna.forges(await anna.sees("Club ratings"), "rated:1:yes:x")
        assert "Only judges" in toast.text

        grisha = evening.sandbox.person("Grisha", started=True, language="en")
        await grisha.taps(await opened(evening, grisha, await link_for(evening, "Gregor")), "Yes")
        card = await evening.olga.sees("Is Grisha")
        assert "Guests are not rated in this club: with Yes the games of Gregor count from" in card.text
        assert "The rating of 1 other changes: " in card.text
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        mine, = await evening.app.store.members.memberships(grisha.id)
        assert [(it.change.member, it.change.after) for it in await boards.history(1)] == sorted(
            (mine.id if it.change.member == guest else it.change.member, it.change.after) for it in rated)
        assert len(re.findall(r"\([+-]\d+\)", table.text)) == 4
        assert evening.sandbox.journal.refused() == []


async def test_ratings_of_a_file_are_where_the_clubs_begin_unless_it_knows_better() -> None:
    async with Evening(2, speed=60) as evening:
        await files.known(evening)
        club, = await evening.app.store.clubs.clubs_of(evening.olga.id)
        known = await evening.app.store.members.guest(club.id, "Player 1")
        await evening.app.store.members.rate(known.id, 1650)
        await evening.olga.sends("open.trf", files.RUNNING.encode())
        await evening.olga.taps(await evening.olga.sees("Autumn Open", buttons=["Yes", "No"]), "Yes")
        await evening.olga.sees("goes on here")
        await evening.rests()
        kept = {member.name: member.rating for member in await files.members(evening) if member.name != "Olga"}
        assert kept == {"Player 1": 1650, "Player 2": 1998, "Player 3": 1997, "Player 4": 1996, "Player 5": 1995}
