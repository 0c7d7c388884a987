"""Does one tap say why these pairs were made, to judges the draft and to a player his own board?"""

from __future__ import annotations

from engine.model import Result
from tests.evening import Evening
from tests.test_judging_chat import card, drafted, name


async def test_a_judge_reads_why_the_bye_and_who_has_met() -> None:
    async with Evening(5, rounds=4) as evening:
        await evening.begins()
        await evening.plays()
        await evening.approves()
        await evening.plays()
        shown = await card(evening.olga, "Why")
        await evening.olga.taps(shown, "Why")
        answer = await evening.olga.sees("Why these pairs? Round 3")
        t = await evening.tournament()
        assert t.draft is not None and t.draft.pab is not None
        had = await name(evening, t.rounds[0].pab)
        bye = await name(evening, t.draft.pab)
        assert f"{bye} has the bye: the lowest who may have it (5.4.10.2)" in answer.text
        assert f"{had} has had a win without play, so no bye" in answer.text or "have met already" in answer.text


async def test_a_player_reads_why_the_leaders_do_not_meet_again() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        await evening.approves()
        await evening.plays()
        post = await evening.approves()
        t = await evening.tournament()
        assert "Round 3" in post.text
        met = {frozenset(game.players) for game in (*t.rounds[0].games, *t.rounds[1].games)
               if game.result is not Result.NOBODY_CAME}
        me = t.rounds[2].games[0].white
        other = next(iter(next(pair for pair in met if me in pair) - {me}))
        anna = await evening.person(me)
        line = await anna.sees("Round 3, board 1", buttons=["Why"])
        await anna.taps(line, "Why")
        answer = await anna.sees("Why these pairs? Round 3")
        assert "have met already" in answer.text and await name(evening, other) in answer.text
        assert "has White" in answer.text


async def test_why_names_what_a_judge_has_changed() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        t = await evening.tournament()
        assert t.draft is not None
        (a, _), (b, _) = t.draft.pairs
        await evening.olga.writes(f"/swap {await name(evening, a)} {await name(evening, b)}")
        menu = await evening.olga.sees("Why? Players will see the reason.")
        await evening.olga.taps(menu, "A mistake")
        await evening.olga.taps(menu, "Yes")
        await evening.rests()
        shown = await evening.olga.sees("Made again because", buttons=["Why"])
        await evening.olga.taps(shown, "Why")
        answer = await evening.olga.sees("Why these pairs?")
        assert "change places (Olga; a mistake)" in answer.text


async def test_players_do_not_read_why_of_a_draft() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        t = await evening.tournament()
        assert t.draft is not None
        anna = evening.players[0]
        any_message = await evening.group.sees(buttons=["Join"])
        toast = await anna.forges(any_message, f"why:{t.code}:{t.draft.seq}")
        assert toast.text.startswith("Only judges may do that")
        toast = await evening.olga.forges(any_message, f"why:{t.code}:3")
        assert toast.text.startswith("This has changed meanwhile")
