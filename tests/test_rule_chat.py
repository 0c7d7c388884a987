"""Can a judge set, change and clear any result, and does he see first what that changes?"""

from __future__ import annotations

from tests.evening import Evening
from tests.test_judging_chat import name


async def test_an_open_board_gets_its_result_with_one_command() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.olga.types(evening.group, "/rule 2 +/-")
        told = await evening.olga.sees("wins by forfeit (+/-)", buttons=["Undo"])
        game = await evening.game(2)
        assert game.result == "+/-"
        assert told.text == f"Board 2: {await name(evening, game.white)} wins by forfeit (+/-)"


async def test_an_earlier_result_is_corrected_in_four_taps_with_a_preview_and_the_draft_is_made_again() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        await evening.approves()
        await evening.plays()
        old = (await evening.tournament()).draft
        assert old is not None and old.round == 3
        await evening.olga.writes("/rule")
        menu = await evening.olga.sees("A result of which round?", buttons=["Round 1 (2/2)"])
        await evening.olga.taps(menu, "Round 1")                                       # 1
        await evening.olga.taps(menu, "2. ")                                           # 2
        game = (await evening.tournament()).rounds[0].games[1]
        black = await name(evening, game.black)
        await evening.olga.taps(menu, f"0-1 {black}")                                  # 3
        assert f"{black} won (0-1)" in menu.text and "Now: " in menu.text and " → " in menu.text
        assert "Later rounds stay as they were drawn." in menu.text
        assert "The draft of round 3 is made again." in menu.text
        assert (await evening.tournament()).rounds[0].games[1].result == "1-0"
        await evening.olga.taps(menu, "Yes")                                           # 4
        await evening.rests()
        t = await evening.tournament()
        assert t.rounds[0].games[1].result == "0-1" and menu.buttons == [["Undo"]]
        assert t.draft is not None and t.draft.seq != old.seq
        assert await evening.olga.sees("Made again because a result has changed", buttons=["Approve"])


async def test_the_preview_says_points_before_and_after() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.plays()
        game = (await evening.tournament()).rounds[0].games[0]
        await evening.olga.writes("/rule 1 ½ they agreed")
        menu = await evening.olga.sees("Now: ", buttons=["Yes", "No"])
        white, black = await name(evening, game.white), await name(evening, game.black)
        assert f"{white}: 1 → ½" in menu.text and f"{black}: 0 → ½" in menu.text
        await evening.olga.taps(menu, "Yes")
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        assert [entry.fact.reason for entry in entries if type(entry.fact).__name__ == "Ruled"] == ["they agreed"]


async def test_a_preview_is_out_of_date_only_when_its_board_has_changed() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        await evening.rests()
        await evening.olga.writes("/rule 1 0-1")
        menu = await evening.olga.sees("Now: ", buttons=["Yes"])
        await evening.says(2, "1-0")                                                   # another board: no matter
        await evening.rests()
        await evening.olga.writes("/rule 1 -/-")
        other = await evening.olga.sees("nobody came", buttons=["Yes"])
        await evening.olga.taps(menu, "Yes")
        toast = await evening.olga.taps(other, "Yes")
        assert toast.text.startswith("This has changed meanwhile")
        assert (await evening.tournament()).rounds[0].games[0].result == "0-1"


async def test_every_ruling_can_be_typed_and_bad_ones_say_what_to_type() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        for typed, result in (("1-0", "1-0"), ("½", "1/2"), ("0:1", "0-1"), ("-/+", "-/+"), ("-/-", "-/-"),
                              ("0-0", "0-0"), ("clear", None)):
            sent = await evening.olga.writes(f"/rule 1 {typed}")
            told = await evening.olga.sees(after=sent)
            if "Yes" in str(told.buttons):
                await evening.olga.taps(told, "Yes")
            assert (await evening.game(1)).result == result, typed
        before = await evening.game(1)
        sent = await evening.olga.writes("/rule r1 1 swap")
        await evening.olga.sees("colours changed", after=sent)
        after = await evening.game(1)
        assert (after.white, after.black) == (before.black, before.white)
        for typed, words in (("/rule 1 3-0", "“3-0” is no result"), ("/rule 9 1-0", "There is no board 9"),
                             ("/rule r7 1 1-0", "Round 7 is not possible"),
                             ("/rule Nobody 1-0", "I do not know this")):
            sent = await evening.olga.writes(typed)
            assert await evening.olga.sees(words, after=sent)


async def test_players_are_never_offered_forfeits_but_a_judges_menu_has_them() -> None:
    async with Evening(4) as evening:
        post = await evening.begins()
        assert not [label for row in post.buttons for label in row if "/" in label]
        await evening.olga.writes("/rule 1")
        menu = await evening.olga.sees("Round 1, board 1",
                                       buttons=["1-0", "0-1", "+/-", "-/+", "-/-", "0-0", "½-½"])
        await evening.olga.taps(menu, "-/+")
        assert (await evening.game(1)).result == "-/+"


async def test_accept_all_pending_lists_them_accepts_them_and_can_be_undone() -> None:
    async with Evening(8, settle=3600) as evening:
        post = await evening.begins()
        for board in (1, 2, 3):
            game = await evening.game(board)
            await (await evening.person(game.white)).taps(post, "I won")
        await evening.olga.writes("/draft")
        shown = await evening.olga.sees("4 boards without a result", buttons=["Accept all pending"])
        await evening.olga.taps(shown, "Accept all")
        assert shown.text.count(" says: ") == 3
        toast = await evening.olga.taps(shown, "Yes")
        assert toast.text == "3 reports accepted"
        await evening.rests()
        t = await evening.tournament()
        assert [game.result for game in t.rounds[0].games] == ["1-0", "1-0", "1-0", None]
        entries = await evening.app.store.ledger.entries(t.code)
        assert sum(type(entry.fact).__name__ == "Ruled" for entry in entries) == 3
        await evening.olga.taps(shown, "Undo")
        assert "Take this back?" in shown.text
        await evening.olga.taps(shown, "Yes")
        t = await evening.tournament()
        assert [game.result for game in t.rounds[0].games] == [None] * 4
        assert all(game.reports for game in t.rounds[0].games[:3])


async def test_accept_all_is_asked_again_when_another_report_has_come() -> None:
    async with Evening(6, settle=3600) as evening:
        post = await evening.begins()
        await (await evening.person((await evening.game(1)).white)).taps(post, "I won")
        await evening.olga.writes("/draft")
        shown = await evening.olga.sees(buttons=["Accept all pending"])
        await evening.olga.taps(shown, "Accept all")
        await (await evening.person((await evening.game(2)).white)).taps(post, "I lost")
        toast = await evening.olga.taps(shown, "Yes")
        await evening.rests()
        assert toast.text.startswith("This has changed meanwhile") and shown.text.count(" says: ") == 2
        await evening.olga.taps(shown, "Yes")
        assert [(await evening.game(board)).result for board in (1, 2, 3)] == ["1-0", "0-1", None]


async def test_a_judge_who_plays_rules_on_his_own_board_and_the_log_says_so() -> None:
    async with Evening(3) as evening:
        post = await evening.enters()
        await evening.olga.taps(post, "Join")
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        t = await evening.tournament()
        me = (await evening.app.store.members.memberships(evening.olga.id))[0].id
        game = t.rounds[0].game_of(me)
        assert game is not None
        sent = await evening.olga.writes(f"/rule {game.board} 1-0")
        assert "It is your own board, and the log says so" in (await evening.olga.sees("won", after=sent)).text
        sent = await evening.olga.writes(f"/log {game.board}")
        assert "(own board)" in (await evening.olga.sees("Log", after=sent)).text
