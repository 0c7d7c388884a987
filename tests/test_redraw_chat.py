"""Does a judge see a re-draw before it happens, and does everybody it touches hear of it, and nobody else?"""

from __future__ import annotations

from engine import entry
from engine.model import Actor, Game, MemberId, Role
from tests.evening import Evening
from tests.test_judging_chat import name


async def leaves(evening: Evening, player: MemberId) -> None:
    who = Actor(player, Role.PERSON)
    await evening.app.store.ledger.record((await evening.row()).code, lambda t: entry.leave(t, who), who,
                                          f"test:leave:{player}", evening.time.now())
    evening.app.board.touch((await evening.row()).code)
    await evening.rests()


async def two_alone(evening: Evening) -> tuple[Game, Game]:
    """The opponents of two players have gone before play."""
    await evening.begins()
    one, two = await evening.game(1), await evening.game(2)
    await leaves(evening, one.black)
    await leaves(evening, two.black)
    return one, two


async def test_before_after_reason_yes_and_everybody_concerned_is_told() -> None:
    async with Evening(6) as evening:
        one, two = await two_alone(evening)
        third = await evening.game(3)
        white, other = await evening.person(one.white), await evening.person(two.white)
        untouched = await evening.person(third.white)
        old = await white.sees("Round 1, board 1")
        await evening.olga.writes("/rule r1")
        menu = await evening.olga.sees("Which board?", buttons=["Minimal re-draw"])
        await evening.olga.taps(menu, "Minimal re-draw")
        names = await name(evening, one.white), await name(evening, two.white)
        shown = await evening.olga.sees("minimal re-draw", buttons=["A mistake", "The regulations"])
        now, then = shown.text.split("Then:")
        assert await name(evening, one.black) in now and all(each in then for each in names)
        assert "1 board stays as it is." in shown.text
        heard = untouched.last()
        await evening.olga.taps(shown, "The regulations")
        sure = await evening.olga.sees("Reason: the regulations", buttons=["Yes", "No"])
        yes = next(key.data for key in sure.all_buttons() if key.text == "Yes")
        toast = await evening.olga.taps(sure, "Yes")
        assert toast.text.startswith("Round 1 has new pairs: ")
        await evening.rests()
        again = await evening.olga.forges(sure, yes or "")
        assert "Done before: Olga" in again.text
        new = await white.sees(f"against {other.name}", buttons=["I won"], after=old)
        assert "Your place in round 1 has changed" in old.text and not old.buttons and new is not old
        post = await evening.round_post()
        assert "By hand: new pairs: " in post.text and "the regulations" in post.text
        assert untouched.last() is heard


async def test_a_reason_of_ones_own_is_typed_with_the_command() -> None:
    async with Evening(6) as evening:
        await two_alone(evening)
        await evening.olga.writes("/draft redraw a burst pipe in the side room")
        sure = await evening.olga.sees("Reason: a burst pipe", buttons=["Yes"])
        await evening.olga.taps(sure, "Yes")
        await evening.rests()
        assert "a burst pipe in the side room" in (await evening.round_post()).text


async def test_a_preview_that_is_out_of_date_is_shown_anew() -> None:
    async with Evening(6) as evening:
        await two_alone(evening)
        await evening.olga.writes("/draft redraw mistake")
        sure = await evening.olga.sees("Reason: a mistake", buttons=["Yes"])
        third = await evening.game(3)
        await leaves(evening, third.black)
        toast = await evening.olga.taps(sure, "Yes")
        assert "has changed meanwhile" in toast.text
        posted = (await evening.tournament()).round
        assert posted is not None and not posted.changes


async def test_nothing_is_drawn_again_without_need_or_right() -> None:
    async with Evening(6) as evening:
        await evening.begins()
        sent = await evening.olga.writes("/draft redraw mistake")
        assert await evening.olga.sees("every board can stay", after=sent)
        sent = await evening.players[0].writes("/draft redraw mistake")
        assert await evening.players[0].sees("Only judges may do that", after=sent)


async def test_who_cannot_be_written_to_is_called_in_the_group() -> None:
    async with Evening(6, started=False) as evening:
        one, two = await two_alone(evening)
        await evening.olga.writes("/draft redraw mistake")
        await evening.olga.taps(await evening.olga.sees("Reason: a mistake", buttons=["Yes"]), "Yes")
        await evening.rests()
        call = await evening.group.sees("Round 1 has new pairs")
        assert await name(evening, one.white) in call.text and await name(evening, two.white) in call.text


async def test_the_log_tells_old_and_new_boards_and_undo_puts_them_back() -> None:
    async with Evening(6) as evening:
        one, two = await two_alone(evening)
        await evening.olga.writes("/draft redraw mistake")
        await evening.olga.taps(await evening.olga.sees("Reason: a mistake", buttons=["Yes"]), "Yes")
        await evening.rests()
        await evening.olga.writes("/log")
        log = await evening.olga.sees("round 1, new pairs: ")
        white, black = await name(evening, one.white), await name(evening, one.black)
        assert f"{white} – {black}" in log.text and "(a mistake)" in log.text
        await evening.olga.writes("/undo")
        ask = await evening.olga.sees("Take this back?", buttons=["Yes"])
        assert "new pairs" in ask.text
        await evening.olga.taps(ask, "Yes")
        await evening.rests()
        posted = (await evening.tournament()).round
        assert posted is not None and posted.games[0].players == one.players and posted.games[1].players == two.players
