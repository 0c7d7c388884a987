"""Can a helper, and nobody else, report for a guest?"""

from engine.model import Result
from tests.evening import Evening


async def test_a_helper_reports_a_guests_board_and_the_opponent_confirms() -> None:
    async with Evening(3, rounds=2, speed=60) as evening:
        anna, boris, clara = evening.players
        await evening.opens()
        await evening.olga.types(evening.group, "/guest Old Pete")
        post = await evening.group.sees(buttons=["Join"])
        for player in evening.players:
            await player.taps(post, "Join")
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        posted = (await evening.tournament()).round
        assert posted is not None
        guest = next(p.id for p in (await evening.tournament()).players.values() if p.guest)
        board = posted.game_of(guest)
        assert board is not None
        opponent = await evening.person(board.opponent_of(guest))
        helper = next(player for player in (anna, boris, clara) if player is not opponent)
        await helper.writes(f"/result {board.board} 1-0")
        await helper.sees("not your board")
        await evening.olga.types(evening.group, f"/judges helper {helper.name}")
        await evening.rests()
        await helper.writes(f"/result {board.board} 1-0")
        await helper.sees("Reported:")
        await evening.rests()
        await opponent.taps(await opponent.sees(buttons=["Confirm"]), "Confirm")
        await evening.rests()
        game = (await evening.game(board.board))
        assert game.result is Result.WHITE_WON and game.how == "agreed"
        other = next(g for g in posted.games if g.board != board.board)
        await helper.writes(f"/result {other.board} 1-0")
        await helper.sees("not your board")
        await helper.writes("/result 77 1-0")
        await helper.sees("77")
        assert evening.sandbox.journal.refused() == []
