"""Are pairs, bans and pots ordered by tapping or with a pasted list, and do the players see by whom and why?"""

from __future__ import annotations

from engine.model import MemberId
from tests.evening import Evening
from tests.test_judging_chat import drafted, name


async def members(evening: Evening) -> dict[str, MemberId]:
    return {(await evening.person(player)).name: player for player in (await evening.tournament()).players}


async def test_a_pair_by_tapping_from_the_draft() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        draft = (await evening.tournament()).draft
        assert draft is not None
        who = await members(evening)
        pair = next((a, b) for a in who for b in who if a < b and {who[a], who[b]} not in map(set, draft.pairs))
        card = await evening.olga.sees(buttons=["Swap"])
        await evening.olga.taps(card, "Swap")
        menu = await evening.olga.sees("Who changes places?", buttons=["Force pair", "Forbid", "By hand"])
        await evening.olga.taps(menu, "Force pair")
        await evening.olga.taps(await evening.olga.sees("who has White?"), pair[0])
        await evening.olga.taps(await evening.olga.sees("plays White against whom?"), pair[1])
        shown = await evening.olga.sees("pairs set by hand:", buttons=["A mistake", "Colours by the rules"])
        assert f"{pair[0]} (White) – {pair[1]}" in shown.text
        await evening.olga.taps(shown, "The regulations")
        await evening.rests()
        post = await evening.approves()
        assert f"By hand: pair set by hand: {pair[0]} – {pair[1]} (Olga; the regulations)" in post.text


async def test_the_law_may_allot_the_colours() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        await evening.olga.writes("/pair Anna Boris")
        shown = await evening.olga.sees("Anna (White) – Boris")
        await evening.olga.taps(shown, "Colours by the rules")
        shown = await evening.olga.sees("Anna – Boris, colours by the rules", buttons=["Colours as named"])
        await evening.olga.taps(shown, "A mistake")
        await evening.rests()
        (change,) = (await evening.tournament()).rules[1].changes
        assert change.detail == "" and change.reason == "mistake"


async def test_a_pasted_list_for_a_later_round_with_a_reason_of_ones_own() -> None:
    async with Evening(6) as evening:
        await evening.enters()
        await evening.olga.writes("/pair r2\n1. Anna - Boris\n2. Clara – David")
        shown = await evening.olga.sees("Round 2, pairs set by hand:")
        assert "Anna (White) – Boris" in shown.text and "Clara (White) – David" in shown.text
        await evening.olga.writes("pupils of one teacher")
        assert await evening.olga.sees("2 pairs set by hand for round 2", buttons=["Undo"])
        changes = (await evening.tournament()).rules[2].changes
        assert [change.reason for change in changes] == ["pupils of one teacher"] * 2
        await evening.olga.writes("/settings")
        await evening.olga.taps(await evening.olga.sees(buttons=["By hand"]), "By hand")
        page = await evening.olga.sees("Round 1, by hand", buttons=["Round 2 ▶"])
        await evening.olga.taps(page, "Round 2 ▶")
        page = await evening.olga.sees("Round 2, by hand", buttons=["◀ Round 1"])
        assert "pair set by hand: Clara – David (Olga; pupils of one teacher)" in page.text


async def test_a_list_is_ordered_by_a_button_too() -> None:
    async with Evening(6) as evening:
        await evening.enters()
        await evening.olga.writes("/pair\nAnna - Boris\nClara - David")
        await evening.olga.taps(await evening.olga.sees("Round 1, pairs set by hand:"), "Colours by the rules")
        await evening.olga.taps(await evening.olga.sees("Clara – David, colours by the rules"), "The regulations")
        changes = (await evening.tournament()).rules[1].changes
        assert [(change.reason, change.detail) for change in changes] == [("regulations", "")] * 2


async def test_a_line_that_is_no_pair_is_shown_and_nothing_is_ordered() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        sent = await evening.olga.writes("/pair\nAnna - Boris\nClara David")
        assert await evening.olga.sees("“Clara David” is no pair", after=sent)
        sent = await evening.olga.writes("/pair\nAnna - Boris\nAnna - David")
        await evening.olga.sees("Anna has a pair set by hand for round 1 already", after=sent)
        assert not (await evening.tournament()).rules


async def test_two_are_kept_apart_by_tapping_and_the_players_see_it() -> None:
    async with Evening(4) as evening:
        await drafted(evening)
        draft = (await evening.tournament()).draft
        assert draft is not None
        a, b = [await name(evening, player) for player in draft.pairs[0]]
        await evening.olga.writes("/forbid")
        await evening.olga.taps(await evening.olga.sees("who is not to meet somebody?"), a)
        await evening.olga.taps(await evening.olga.sees(f"whom is {a} not to meet?"), b)
        await evening.olga.taps(await evening.olga.sees("are not to meet", buttons=["Never", "Avoid"]), "Never")
        await evening.rests()
        post = await evening.approves()
        assert "By hand: not to meet: " in post.text and "(Olga)" in post.text
        assert f"{a} – {b}" not in post.text and f"{b} – {a}" not in post.text


async def test_after_round_1_a_ban_needs_a_reason() -> None:
    async with Evening(6) as evening:
        await evening.begins()
        one, two = [await name(evening, (await evening.game(board)).white) for board in (1, 2)]
        await evening.olga.writes(f"/forbid {one} {two} avoid")
        await evening.olga.taps(await evening.olga.sees("Why? Players will see the reason."), "The regulations")
        sent = await evening.olga.writes(f"/forbid {one} {two} never r2 they share a flat")
        assert await evening.olga.sees("will not meet", buttons=["Undo"], after=sent)
        bans = (await evening.tournament()).bans
        assert [(ban.strength, ban.round) for ban in bans] == [("avoid", None), ("never", 2)]
        await evening.plays()
        post = await evening.approves()
        assert "they share a flat" in post.text


async def test_pots_by_tapping_and_by_a_pasted_list() -> None:
    async with Evening(8) as evening:
        await evening.enters()
        await evening.olga.writes("/pots")
        await evening.olga.taps(await evening.olga.sees("Pots for round 1", buttons=["Pots: 2"]), "Pots: 2")
        shown = await evening.olga.sees("Round 1 by pots:", buttons=["Yes"])
        assert "Pot 1: Anna, Boris, Clara, David" in shown.text
        await evening.olga.taps(shown, "Yes")
        assert [len(pot) for pot in (await evening.tournament()).rules[1].pots] == [4, 4]
        await evening.olga.writes("/pots r1\nPot 1: Greta, Henry\nAnna, Boris, Clara, David")
        await evening.olga.taps(await evening.olga.sees("Pot 1: Greta, Henry", buttons=["Yes"]), "Yes")
        await evening.olga.types(evening.group, "/begin")
        post = await evening.approves()
        who = await members(evening)
        assert {who["Greta"], who["Henry"]} in [{*game.players} for game in (await evening.tournament()).rounds[0].games]
        assert "By hand: drawn by pots (Olga)" in post.text
        await evening.olga.writes("/pots")
        asked = await evening.olga.sees("Pots for round 2")
        await evening.olga.taps(asked, "Pots: 2")
        await evening.olga.sees("Round 2 by pots:", buttons=["The regulations"])
        await evening.olga.writes("juniors and seniors")
        await evening.olga.sees("Round 2 is drawn by pots")
        await evening.olga.writes("/pots off")
        await evening.olga.taps(await evening.olga.sees("drawn without pots again"), "A mistake")
        assert (await evening.tournament()).rules[2].pots == ()


async def test_names_in_pots_must_be_clear() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        for typed, words in (("/pots\nAnna, Nobody", "“Nobody” names nobody"),
                             ("/pots\nAnna, Boris\nAnna", "Anna is named twice")):
            sent = await evening.olga.writes(typed)
            assert await evening.olga.sees(words, after=sent)


async def test_only_judges_order() -> None:
    async with Evening(4) as evening:
        await evening.enters()
        for typed in ("/pair Anna Boris", "/forbid Anna Boris", "/pots 2", "/pair", "/forbid"):
            sent = await evening.players[0].writes(typed)
            assert await evening.players[0].sees("Only judges may do that", after=sent)
        assert not (await evening.tournament()).rules and not (await evening.tournament()).bans
