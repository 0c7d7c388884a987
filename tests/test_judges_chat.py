"""With a judges' chat: do cards go there, signed, in the club's language, and do menus stay there?"""

from __future__ import annotations

from bot.sandbox import Group
from engine.facts import Ruled
from engine.model import Result
from tests.evening import Evening


async def judges_room(evening: Evening) -> Group:
    """A second group with Olga, Dora and the bot; the club's judges' chat."""
    dora = evening.sandbox.person("Dora", language="ru")
    await evening.group.add(dora)
    await evening.group.promote(dora, by=evening.olga)
    room = evening.sandbox.group("Judges", creator=evening.olga, members=[dora])
    await room.add_bot(evening.olga)
    await evening.rests()
    club = await evening.app.store.clubs.club_of_chat(evening.group.id)
    assert club is not None
    await evening.app.store.clubs.set_judges_chat(club.id, room.id)
    return room


async def test_cards_and_menus_stay_in_the_judges_chat_and_say_who_did_it() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        room = await judges_room(evening)
        dora = next(person for person in evening.sandbox.people.values() if person.name == "Dora")
        await evening.olga.types(evening.group, "/begin")
        card = await room.sees(buttons=["Approve", "Swap"])
        await dora.taps(card, "Swap")
        menu = await room.sees("Who changes places?")
        t = await evening.tournament()
        assert t.draft is not None
        for white, _ in t.draft.pairs:
            await dora.taps(menu, (await evening.person(white)).name)
        await dora.taps(menu, "A mistake")
        toast = await dora.taps(menu, "Yes")
        assert "меняются местами" in toast.text                        # her toast is in her own language
        await evening.rests()
        assert "change places" in menu.text and "Dora, " in menu.text  # the card in the club's
        evening.time.jump(3)
        await evening.olga.taps(await room.sees("Made again", buttons=["Approve"]), "Approve")
        await evening.rests()
        await evening.olga.types(room, "/rule 1 1-0")
        told = await room.sees("Board 1: ", buttons=["Undo"])
        assert "Olga, " in told.text
        await dora.types(room, "/undo")
        assert await room.sees("Take this back?", buttons=["Yes"])


async def test_everything_a_judge_reads_exists_in_russian() -> None:
    async with Evening(5, language="ru") as evening:
        await evening.olga.types(evening.group, "/new system=individual rounds=3")
        await evening.olga.taps(await evening.olga.sees(buttons=["Открыть запись"]), "Открыть запись")
        post = await evening.group.sees(buttons=["Участвую"])
        for player in evening.players:
            await player.taps(post, "Участвую")
        room = await judges_room(evening)
        await evening.olga.types(room, "/begin")
        card = await room.sees(buttons=["Утвердить"])
        await evening.olga.taps(card, "Почему")
        assert await room.sees("Почему")
        await evening.olga.taps(card, "Утвердить")
        await evening.rests()
        for typed in ("/rule", "/rule 1", "/rule 2 1-0", "/rule 2 0-1", "/draft", "/log", "/log 2", "/undo",
                      "/remove", "/hold", "/resume", "/guest Вера", "/swap", "/penalty Anna 1 опоздание"):
            sent = await evening.olga.types(room, typed)
            shown = await room.sees(after=sent)
            assert any("а" <= letter.lower() <= "я" for letter in shown.text), (typed, shown.text)
            assert "Take this" not in shown.text


async def test_a_typed_reason_belongs_to_the_question_whoever_of_the_judges_answers_it() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        room = await judges_room(evening)
        dora = next(person for person in evening.sandbox.people.values() if person.name == "Dora")
        await evening.olga.types(room, "/rule 1 ½ they agreed")
        first = await room.sees("Now: ", buttons=["Yes", "No"])
        await dora.types(room, "/rule 2 0-1 misread")
        second = await room.sees("misread", buttons=["Yes", "No"], after=first)
        await dora.taps(first, "Yes")
        await evening.olga.taps(second, "Yes")
        await evening.rests()
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        ruled = [(e.fact.result, e.fact.reason) for e in entries if isinstance(e.fact, Ruled)]
        assert ruled == [(Result.DRAW, "they agreed"), (Result.BLACK_WON, "misread")]
        assert first.text.startswith("Board 1: draw") and "Dora" in first.text


async def test_a_reason_is_never_taken_from_what_a_judge_happens_to_write_in_private() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        room = await judges_room(evening)
        t, code = await evening.tournament(), (await evening.row()).code
        player = min(t.players)
        await evening.olga.types(room, "/settings")
        menu = await room.sees(buttons=["Players"])
        await evening.olga.forges(menu, f"penal:{code}:{player}:2")
        assert "Why?" in menu.text
        await evening.olga.writes("good evening")
        await evening.rests()
        assert not (await evening.tournament()).players[player].penalties
        a, b = sorted(t.players)[:2]
        await evening.olga.types(room, "/pots r3\n" + (await evening.person(a)).name + "\n" + (await evening.person(b)).name)
        asked = await room.sees("Round 3 by pots", buttons=["A mistake"])
        dora = next(person for person in evening.sandbox.people.values() if person.name == "Dora")
        await dora.taps(asked, "A mistake")
        await evening.rests()
        assert (await evening.tournament()).rules[3].pots == ((a,), (b,)), "her tap, his list"


async def test_when_the_judges_chat_moves_what_waits_there_is_shown_in_the_new_one() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        room = await judges_room(evening)
        await evening.olga.types(evening.group, "/begin")
        waits = await room.sees(buttons=["Approve"])
        await room.migrate(evening.olga)
        card = await room.sees(buttons=["Approve"])
        assert card.chat.id != waits.chat.id and card.text == waits.text
        await evening.olga.taps(card, "Approve")
        await evening.group.sees("Round 1 of", buttons=["I won"])


async def test_who_judges_makes_the_judges_chat_of_a_group_that_is_there_for_it_also_as_a_mere_member_of_it() -> None:
    async with Evening(2) as evening:
        await evening.opens()
        anna, boris = evening.players
        await anna.types(evening.group, "/help")
        await evening.rests()
        await evening.olga.types(evening.group, "/judges Anna")
        await evening.olga.sees("Anna is a judge now")
        room = evening.sandbox.group("Judges", creator=boris, members=[anna])
        await room.add_bot(boris)
        await anna.types(room, "/judges here")
        assert await room.sees("come here now")
