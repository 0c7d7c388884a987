"""Does one tap say why: to judges the draft, every board, the bye and every place; to a player what is his?"""

from __future__ import annotations

import pytest

from bot.parse import press
from engine.model import MemberId, Tournament
from tests.evening import Evening
from tests.test_judging_chat import card, drafted, name
from tests.test_redraw_chat import two_alone


async def third_round(evening: Evening) -> Tournament:
    """Two rounds are played, the draft of the third waits."""
    await evening.begins()
    await evening.plays()
    await evening.approves()
    await evening.plays()
    return await evening.tournament()


async def test_c16_the_leaders_have_met_and_one_sentence_says_so() -> None:
    async with Evening(4) as evening:
        t = await third_round(evening)
        assert t.draft is not None
        await evening.olga.taps(await card(evening.olga, "Why"), "Why")
        answer = await evening.olga.sees("Why these pairs? Round 3")
        first, second = t.draft.order[:2]
        told = [line for line in answer.text.splitlines() if "have met already" in line]
        assert told[0].startswith(f"• The leaders {await name(evening, first)} and {await name(evening, second)} ")
        assert told[0].endswith(" (5.4.10.2)")


async def test_a_judge_goes_from_the_draft_to_a_board_to_the_bye_and_back() -> None:
    async with Evening(5, rounds=4) as evening:
        t = await third_round(evening)
        assert t.draft is not None and t.draft.pab is not None
        await evening.olga.taps(await card(evening.olga, "Why"), "Why")
        answer = await evening.olga.sees("Why these pairs? Round 3")
        bye = await name(evening, t.draft.pab)
        assert f"{bye} has the bye: from the bottom up the first who may have it (5.4.10.2)" in answer.text
        white, black = [await name(evening, player) for player in t.draft.pairs[0]]
        await evening.olga.taps(answer, f"1. {white} – {black}")
        await evening.olga.sees("Why this board? Round 3, board 1")
        assert answer.text.startswith("Why this board?")                  # the answer turns into it
        assert f"{white} has White: " in answer.text and "Colours so far: " in answer.text
        await evening.olga.taps(answer, "Back")
        await evening.olga.sees("Why these pairs? Round 3")
        await evening.olga.taps(answer, f"Bye: {bye}")
        await evening.olga.sees("Why the bye? Round 3")
        assert f"{bye} has the bye" in answer.text


@pytest.mark.parametrize(("language", "why", "title", "met"), [
    ("en", "Why", "Why this board? Round 3, board 1", "has met already: "),
    ("ru", "Почему", "Почему такая доска? Тур 3, доска 1", "уже сыграны партии – ")])
async def test_a_player_reads_why_of_his_own_board(language: str, why: str, title: str, met: str) -> None:
    async with Evening(4, language=language) as evening:
        if language == "ru":
            await evening.olga.types(evening.group, "/language ru")
        t = await played(evening, language)
        leader = t.draft.order[0] if t.draft is not None else MemberId(0)
        judge = await evening.olga.sees(buttons=["Approve" if language == "en" else "Утвердить"])
        await evening.olga.taps(judge, "Approve" if language == "en" else "Утвердить")
        await evening.rests()
        player = await evening.person(leader)
        line = await player.sees(buttons=[why])
        await player.taps(line, why)
        answer = await player.sees(title)
        assert f"{player.name}" in answer.text and met in answer.text
        assert answer.buttons and "Back" not in str(answer.buttons)


async def played(evening: Evening, language: str) -> Tournament:
    """As `third_round`, whatever the language of the buttons: results by a judge's command."""
    await evening.enters() if language == "en" else await enters_in_russian(evening)
    await evening.olga.types(evening.group, "/begin")
    for number in (1, 2):
        word = "Approve" if language == "en" else "Утвердить"
        await evening.olga.taps(await evening.olga.sees(buttons=[word]), word)
        await evening.rests()
        for game in (await evening.tournament()).rounds[number - 1].games:
            await evening.olga.writes(f"/rule {game.board} 1-0")
        await evening.rests()
    return await evening.tournament()


async def enters_in_russian(evening: Evening) -> None:
    await evening.olga.types(evening.group, "/new rounds=3 system=individual")
    shown = await evening.olga.sees(buttons=["Открыть запись"])
    await evening.olga.taps(shown, "Открыть запись")
    post = await evening.group.sees(buttons=["Участвую"])
    for player in evening.players:
        await player.taps(post, "Участвую")
    await evening.rests()


async def test_a_player_reads_why_of_his_place_opponent_by_opponent() -> None:
    async with Evening(4) as evening:
        await third_round(evening)
        await evening.approves()
        t = await evening.tournament()
        me = t.rounds[2].games[0].white
        anna = await evening.person(me)
        await anna.taps(await anna.sees("Round 3, board 1", buttons=["Why"]), "Why")
        answer = await anna.sees("Why this board?", buttons=["Why this place"])
        await anna.taps(answer, "Why this place")
        await anna.sees(f"Why this place? {anna.name}: place")
        others = [await name(evening, game.opponent_of(me)) for posted in t.rounds[:2]
                  if (game := posted.game_of(me)) is not None]
        sums = [line for line in answer.text.splitlines() if line.startswith(("Points: ", "Buchholz"))]
        assert len(sums) == 3 and all(" = " in line for line in sums)
        assert all(other in line for line in sums for other in others)
        assert "(round 3: no result yet)" in sums[0]


async def test_a_judge_chooses_whose_place() -> None:
    async with Evening(4) as evening:
        t = await third_round(evening)
        await evening.olga.taps(await card(evening.olga, "Why"), "Why")
        answer = await evening.olga.sees("Why these pairs?")
        await evening.olga.taps(answer, "Places")
        await evening.olga.sees("Whose place after round 2?")
        last = t.draft.order[-1] if t.draft is not None else MemberId(0)
        await evening.olga.taps(answer, f"4. {await name(evening, last)}")
        await evening.olga.sees(f"Why this place? {await name(evening, last)}: place 4 after round 2")
        assert "Ahead: " in answer.text and "Behind: " not in answer.text


async def test_why_names_what_a_judge_has_changed() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        t = await evening.tournament()
        assert t.draft is not None
        (a, c), (b, d) = t.draft.pairs
        await evening.olga.writes(f"/swap {await name(evening, a)} {await name(evening, b)}")
        menu = await evening.olga.sees("Why? Players will see the reason.")
        await evening.olga.taps(menu, "A mistake")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        shown = await evening.olga.sees("Made again because", buttons=["Why"])
        await evening.olga.taps(shown, "Why")
        answer = await evening.olga.sees("Why these pairs?")
        assert "change places (Olga; a mistake)" in answer.text
        assert "Changed by hand, not as the rules have it: boards 1, 2" in answer.text
        await evening.olga.taps(answer, "1. ")
        await evening.olga.sees("Why this board? Round 1, board 1")
        assert "By the rules it would have been: " in answer.text
        assert all([await name(evening, player) in answer.text for player in (a, b, c, d)])


async def test_a_seated_late_arrival_and_colours_changed_afterwards() -> None:
    async with Evening(5, rounds=3) as evening:
        await evening.begins()
        t = await evening.tournament()
        game = t.rounds[0].games[0]
        await evening.olga.writes("/rule 1 swap")
        await evening.rests()
        white = await evening.person(game.white)
        await white.taps(await white.sees("Round 1, board 1", buttons=["Why"]), "Why")
        answer = await white.sees("Why this board? Round 1, board 1")
        assert "The colours were changed after the draw" in answer.text
        assert f"{white.name} has White" in answer.text                   # as it was drawn
        zoe = evening.sandbox.person("Zoe", started=True)
        await evening.group.add(zoe)
        await zoe.start()
        await zoe.types(evening.group, "/join")
        await evening.rests()
        bye = await name(evening, t.rounds[0].pab)
        ask = await evening.olga.sees(buttons=[f"Pair with {bye}"])
        await evening.olga.taps(ask, f"Pair with {bye}")
        await evening.rests()
        await zoe.taps(await zoe.sees("board 3", buttons=["Why"]), "Why")
        answer = await zoe.sees("Why this board? Round 1, board 3")
        assert "late arrival seated" in answer.text and "Made after the draw, by a judge" in answer.text


async def test_who_may_not_ask() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        t = await evening.tournament()
        assert t.draft is not None
        anna = evening.players[0]
        any_message = await evening.group.sees(buttons=["Join"])
        seq = t.draft.seq
        toast = await anna.forges(any_message, press("why", t.code, seq))
        assert toast.text.startswith("Only judges may do that")
        toast = await anna.forges(any_message, press("place", t.code))
        assert toast.text.startswith("No round has been posted yet")
        await evening.approves()
        t = await evening.tournament()
        people = {player: await evening.person(player) for game in t.rounds[0].games for player in game.players}
        other = next(game for game in t.rounds[0].games if anna not in [people[one] for one in game.players])
        toast = await anna.forges(any_message, press("why", t.code, seq, other.white))
        assert toast.text.startswith("Only judges may do that")
        toast = await evening.olga.forges(any_message, press("why", t.code, 3))
        assert toast.text.startswith("This has changed meanwhile")
        toast = await evening.olga.forges(any_message, press("why", t.code, seq, 99999))
        assert toast.text.startswith("This has changed meanwhile")
        toast = await evening.olga.forges(any_message, press("place", t.code))
        assert toast.text.startswith("You are not playing")


async def test_a_board_of_a_re_draw_says_so_and_a_kept_one_is_explained_as_it_was_drawn() -> None:
    async with Evening(6) as evening:
        one, _ = await two_alone(evening)
        kept = await evening.game(3)
        await evening.olga.writes("/rule r1")
        menu = await evening.olga.sees("Which board?", buttons=["Minimal re-draw"])
        await evening.olga.taps(menu, "Minimal re-draw")
        await evening.olga.taps(await evening.olga.sees(buttons=["A mistake"]), "A mistake")
        await evening.olga.taps(await evening.olga.sees("Reason: a mistake", buttons=["Yes"]), "Yes")
        await evening.rests()
        white, other = await evening.person(one.white), await evening.person(kept.white)
        await white.taps(await white.sees("Round 1, board", buttons=["Why"]), "Why")
        answer = await white.sees("Why this board? Round 1")
        assert "a mistake" in answer.text and "as few as possible get another opponent (5.4.10.8)" in answer.text
        await other.taps(await other.sees("Round 1, board", buttons=["Why"]), "Why")
        answer = await other.sees("Why this board? Round 1")
        assert "half" in answer.text and "another opponent" not in answer.text
