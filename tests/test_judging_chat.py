"""Can judges run drafts, boards and the clock from their phones, two of them at once?"""

from __future__ import annotations

import asyncio
from typing import Any

from bot.sandbox import Message, Person
from tests.evening import Evening


async def second_judge(evening: Evening) -> Person:
    """Dora, another administrator who has pressed Start."""
    dora = evening.sandbox.person("Dora")
    await evening.group.add(dora)
    await evening.group.promote(dora, by=evening.olga)
    await dora.start()
    await evening.rests()
    return dora


async def drafted(evening: Evening) -> str:
    """Round 1 waits for Approve; the code."""
    await evening.enters()
    await evening.olga.types(evening.group, "/begin")
    await evening.rests()
    return (await evening.row()).code


async def disagree(evening: Evening, board: int = 1) -> None:
    """Both report a win."""
    post, game = await evening.group.sees(buttons=["I won"]), await evening.game(board)
    for player in game.players:
        await (await evening.person(player)).taps(post, "I won")
    await evening.rests()


async def card(person: Person, *buttons: str, text: str = "") -> Message:
    return await person.sees(text, buttons=buttons)


async def name(evening: Evening, member: Any) -> str:
    return (await evening.person(member)).name


async def test_two_judges_approve_at_once_and_the_second_hears_who_did() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        dora = await second_judge(evening)
        cards = [await card(judge, "Approve") for judge in (evening.olga, dora)]
        toasts = await asyncio.gather(evening.olga.taps(cards[0], "Approve"), dora.taps(cards[1], "Approve"))
        await evening.rests()
        texts = [toast.text for toast in toasts]
        assert sum("Round 1 is being posted" in text for text in texts) == 2
        assert sum("Done before: " in text for text in texts) == 1
        assert len((await evening.tournament()).rounds) == 1
        assert len([post for post in evening.group.posts if "White – Black" in post.text]) == 1
        who = next(text for text in texts if "Done before" in text).split("Done before: ")[1].split(",")[0]
        assert all(shown.text.endswith(f": {who}.") and not shown.buttons for shown in cards)


async def test_not_yet_waits_and_draw_again_gives_the_same_pairs() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        before = (await evening.tournament()).draft
        first = await card(evening.olga, "Not yet")
        await evening.olga.taps(first, "Not yet")
        await evening.rests()
        await evening.olga.taps(first, "Draw again")
        again = await evening.olga.sees("The pairs are the same as before", buttons=["Approve"])
        await evening.rests()
        after = (await evening.tournament()).draft
        assert before is not None and after is not None and before.pairs == after.pairs
        assert again.id != first.id and not first.buttons
        late = await evening.olga.forges(first, f"approve:{(await evening.row()).code}:{before.seq}")
        assert late.text.startswith("This draft is out of date")


async def test_a_conflict_is_settled_with_one_tap_and_the_second_judge_hears_it() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        dora = await second_judge(evening)
        await disagree(evening)
        game = await evening.game(1)
        white = await name(evening, game.white)
        mine, hers = await card(evening.olga, f"1-0 {white}"), await card(dora, f"1-0 {white}")
        data = next(button.data for button in mine.all_buttons() if button.text.startswith("1-0"))
        toast = await evening.olga.taps(mine, "1-0")
        assert toast.text == f"Board 1: {white} won (1-0)"
        late = await dora.forges(hers, data.replace(":w:", ":b:"))
        assert f"{white} won (1-0)" in late.text and "Done before: Olga" in late.text
        await evening.rests()
        assert (await evening.game(1)).result == "1-0"
        assert f"{white} won (1-0)" in hers.text and not hers.buttons


async def test_a_contested_result_stays_with_one_tap() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        game = await evening.game(1)
        loser = await evening.person(game.black)
        await loser.taps(await loser.sees(buttons=["Not so"]), "Not so")
        question = await card(evening.olga, "It stays")
        toast = await evening.olga.taps(question, "It stays")
        assert toast.text == f"Board 1: the result stays, {await name(evening, game.white)} won (1-0)"
        await evening.rests()
        assert (await evening.game(1)).contested is None


async def test_a_no_show_costs_two_taps() -> None:
    async with Evening(4) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        await (await evening.person(game.white)).taps(post, "Not here")
        evening.time.jump(601)
        question = await card(evening.olga, "0 and out till back")
        toast = await evening.olga.taps(question, "0 and out")
        black = await name(evening, game.black)
        assert toast.text.endswith(f"{black} is out of the draws till back")
        await evening.rests()
        t = await evening.tournament()
        assert (t.rounds[0].games[0].result, t.players[game.black].standing) == ("+/-", "out")


async def test_hold_stops_the_clock_and_resume_lets_it_go_on() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.types(evening.group, "/hold fire alarm")
        told = await evening.olga.sees("The clock is stopped. Resume lets it go on", buttons=["Undo"])
        assert told.buttons == [["Undo"]]                                   # Resume is on the card of its own
        told = await evening.olga.sees("fire alarm", buttons=["Resume"])
        assert (await evening.tournament()).hold_reason == "fire alarm"
        toast = await evening.olga.taps(told, "Resume")
        assert toast.text == "The event goes on"
        assert not (await evening.tournament()).held
        await evening.rests()
        assert "goes on since" in told.text and "Olga" in told.text and not told.buttons


async def test_draft_names_the_open_boards_with_a_button_for_each() -> None:
    async with Evening(6) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        await evening.olga.writes("/draft")
        shown = await evening.olga.sees("2 boards without a result")
        labels = [button.text for button in shown.all_buttons()]
        assert [label[:2] for label in labels[:2]] == ["2:", "3:"]
        assert labels[2:] == ["Nudge now", "Close the round"]
        await evening.olga.taps(shown, "2:")
        assert "Round 1, board 2" in shown.text
        await evening.olga.taps(shown, "1-0")
        assert (await evening.game(2)).result == "1-0"


async def test_draft_shows_the_draft_again_and_its_buttons_work() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        first = await card(evening.olga, "Approve")
        await evening.olga.writes("/draft")
        copy = await evening.olga.sees("Round 1: draft", buttons=["Approve"], after=first)
        await evening.olga.taps(copy, "Approve")
        await evening.rests()
        assert copy.text.startswith("Round 1 is being posted") and "Round 1 was posted" in first.text


async def test_only_judges_do_judges_work() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        t = await evening.tournament()
        assert t.draft is not None
        anna, code, draft = evening.players[0], t.code, t.draft.seq
        entry = await evening.group.sees(buttons=["Join"]) if not t.rounds else None
        assert entry is not None
        for data in (f"approve:{code}:{draft}", f"later:{code}:{draft}", f"swap:{code}:{draft}", f"undo:{code}",
                     f"log:{code}:0:all", f"people:{code}:out", f"why:{code}:{draft}", f"rounds:{code}",
                     f"hold:{code}", f"see:{code}", f"steps:{code}:0", f"boards:{code}:1"):
            toast = await anna.forges(entry, data)
            assert toast.text.startswith("Only judges may do that"), (data, toast.text)
        for data in ("approve:ZZZZ:1", f"rule:{code}:9:1:w:1", f"put:{code}:1:999999:w:1", f"undo:{code}:99999",
                     f"log:{code}:0:drop", f"person:{code}:-5", f"seat:{code}:1:2"):
            toast = await evening.olga.forges(entry, data)
            assert toast.text and "went wrong" not in toast.text, (data, toast.text)
        assert (await evening.tournament()).version == t.version


async def test_a_judge_nobody_can_reach_sees_the_card_by_a_link_and_the_group_never_sees_pairs() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        await evening.olga.blocks()
        await evening.olga.types(evening.group, "/begin")
        public = await evening.group.sees("The pairings of round 1 are ready", buttons=["Approve", "See it"])
        assert not any(player.name in public.text for player in evening.players)
        await evening.olga.taps(public, "See it")                    # opens the bot, and that is Start
        seen = await evening.olga.sees("Round 1: draft", buttons=["Approve", "Swap"])
        await evening.rests()
        assert "Anna" in seen.text and "Approve" not in str(public.buttons)
        toast = await evening.olga.taps(seen, "Approve")
        assert toast.text == "Round 1 is being posted"


async def test_a_draft_outdated_by_a_correction_is_not_approved_and_the_new_card_says_why() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        old = await card(evening.olga, "Approve")
        t = await evening.tournament()
        assert t.draft is not None
        await evening.olga.writes("/rule 1 0-1")
        await evening.olga.taps(await evening.olga.sees("Now: ", buttons=["Yes"]), "Yes")
        toast = await evening.olga.forges(old, f"approve:{t.code}:{t.draft.seq}")
        assert toast.text.startswith("This draft is out of date")
        new = await evening.olga.sees("Made again because a result has changed", buttons=["Approve"], after=old)
        await evening.rests()
        assert "out of date because a result has changed" in old.text and not old.buttons
        early = await evening.olga.taps(new, "Approve")
        assert early.text.startswith(("The draft has just changed", "Round 2 is being posted"))
