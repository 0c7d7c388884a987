"""The draw, byes and late players: does what went wrong in other clubs go right here?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest

from bot.sandbox import Person
from engine import facts as f
from engine import judging
from engine.model import Actor, Game, MemberId, Refused, Result, Role, Stage, Tournament
from engine.standings import standings
from tests.evening import Evening


def numbers(t: Tournament) -> dict[MemberId, int]:
    return {p.id: p.number for p in t.players.values() if p.number is not None}


async def plays(evening: Evening, choose: Callable[[Game, dict[MemberId, int]], str]) -> None:
    """Every open board of the round that runs, all players at once; `choose` says how it ends."""
    t = await evening.tournament()
    assert t.round is not None
    await asyncio.gather(*(evening.says(game.board, choose(game, numbers(t)))
                           for game in t.round.games if game.result is None))
    await evening.rests()


def stronger(game: Game, number: dict[MemberId, int]) -> str:
    """The lower start number wins."""
    return "1-0" if number[game.white] < number[game.black] else "0-1"


async def other_judge(evening: Evening, name: str = "Dora") -> Person:
    dora = evening.sandbox.person(name)
    await evening.group.add(dora)
    await evening.group.promote(dora, by=evening.olga)
    await dora.start()
    await evening.rests()
    return dora


def lines(person: Person, number: int) -> list[str]:
    """All private lines of a round a person has ever been sent, first versions included."""
    return [message.text for message in person.reads() if message.text.startswith(f"Round {number}, board")]


async def test_c01_the_bye_never_comes_twice_to_one_player() -> None:
    async with Evening(7, rounds=5, speed=60) as evening:
        await evening.begins()
        for number in range(1, 6):
            if number > 1:
                await evening.approves()
            t = await evening.tournament()
            assert t.round is not None and t.round.pab is not None
            lucky = await evening.person(t.round.pab)
            line = await lucky.sees("You have the bye", after=0)
            assert line.text.startswith(f"Round {number}")
            assert "I won" not in str(line.buttons)
            await plays(evening, stronger)
        t = await evening.tournament()
        assert t.stage is Stage.FINISHED
        assert len({posted.pab for posted in t.rounds}) == 5
        weakest = next(member for member, n in numbers(t).items() if n == 7)
        assert [row.points for row in standings(t) if row.player == weakest] == [2]     # his bye, nothing else
        assert evening.sandbox.journal.refused() == []


async def test_c02_the_bye_goes_to_the_lowest_and_the_draw_says_why_if_it_does_not() -> None:
    async with Evening(5, rounds=4, speed=60) as evening:
        await evening.begins()
        await plays(evening, lambda game, number: "1-0")
        await evening.approves()
        await plays(evening, lambda game, number: "0-1" if game.board == 2 else "1-0")
        t = await evening.tournament()
        points = {row.player: row.points for row in standings(t)}
        lowest = [player for player in points if points[player] == min(points.values())]
        assert len(lowest) == 1
        last = lowest[0]
        assert all(posted.pab != last for posted in t.rounds)
        assert t.draft is not None and t.draft.pab == last
        card = await evening.olga.sees(buttons=["Approve"])
        assert f"Bye: {(await evening.person(last)).name}" in card.text

        met = {frozenset(game.players) for posted in t.rounds for game in posted.games}
        best = next(player for player in points if points[player] == max(points.values()))
        barred = [player for player in points
                  if player not in (best, last) and frozenset((best, player)) not in met]
        for player in barred:                             # now `last` is the only one `best` can still meet
            await act(evening, partial(forbidden, a=best, b=player))
        await evening.rests()
        t = await evening.tournament()
        assert t.draft is not None and t.draft.pab is not None and t.draft.pab != last
        card = await evening.olga.sees(buttons=["Approve"])
        assert "Made again because a pair was forbidden or allowed" in card.text
        await evening.olga.taps(card, "Why")
        why = await evening.olga.sees("Why these pairs?", buttons=["Bye:"])
        await evening.olga.taps(why, "Bye:")
        name, lucky = (await evening.person(last)).name, (await evening.person(t.draft.pab)).name
        passed = next(line for line in why.text.splitlines() if "others could not be paired" in line)
        assert name in passed and f"{lucky} has the bye" in why.text


def forbidden(t: Tournament, a: MemberId, b: MemberId) -> list[f.Fact]:
    return judging.forbid(t, judge(t), a, b, "never", reason="regulations")


def judge(t: Tournament) -> Actor:
    return Actor(t.opened_by, Role.CHIEF, "private")


async def act(evening: Evening, action: Callable[[Tournament], list[f.Fact]]) -> None:
    """A judge's act, straight into the ledger."""
    row = await evening.row()
    t = await evening.tournament()
    await evening.app.store.ledger.record(row.code, action, judge(t), f"test:{t.version}", evening.time.now())
    evening.app.clock.nudge(row.code)
    evening.app.board.touch(row.code)


@pytest.mark.parametrize(("players", "games", "bye"), [(5, 2, False), (6, 2, True)])
async def test_c03_a_bye_asked_for_is_taken_out_before_odd_and_even(players: int, games: int, bye: bool) -> None:
    async with Evening(players, rounds=4, speed=60) as evening:
        await evening.enters()
        second = evening.players[1]
        await second.writes("/bye 1")
        await second.sees("you miss round 1 (points: 0)")
        await evening.olga.types(evening.group, "/begin")
        post = await evening.approves()
        t = await evening.tournament()
        assert t.round is not None
        assert len(t.round.games) == games and (t.round.pab is not None) == bye
        assert f"Not playing this round: {second.name} (points: 0)" in post.text
        assert "You miss this round. Points for it: 0" in (await second.sees("You miss this round")).text
        assert evening.sandbox.journal.refused() == []


async def test_c03_in_a_fide_system_the_bye_asked_for_is_half_a_point() -> None:
    async with Evening(6, speed=60, language="ru") as evening:
        await evening.olga.types(evening.group, "/new system=dutch rounds=4 byes=1")
        await evening.olga.taps(await evening.olga.sees(buttons=["Открыть запись"]), "Открыть запись")
        post = await evening.group.sees(buttons=["Участвую"])
        for player in evening.players:
            await player.taps(post, "Участвую")
        second = evening.players[1]
        await second.writes("/bye 1 ½")
        await evening.rests()
        assert "½" in second.last().text
        await second.writes("/bye 2 ½")                                     # one is all there is
        await evening.rests()
        await evening.olga.writes("/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Утвердить"]), "Утвердить")
        await evening.group.sees(buttons=["Я выиграл"])
        t = await evening.tournament()
        assert t.round is not None and len(t.round.games) == 2 and t.round.pab is not None
        assert list(t.round.byes.values()) == [1]
        assert next(row.points for row in standings(t) if row.player in t.round.byes) == 1       # halves
        assert "½" in (await second.sees("Тур 1")).text
        assert [dict(p.byes) for p in t.players.values() if p.byes] == [{1: 1}]
        assert evening.sandbox.journal.refused() == []


async def test_c09_somebody_who_comes_after_round_1_is_in_the_next_draw() -> None:
    async with Evening(8, rounds=4, speed=60) as evening:
        late = evening.players.pop()
        await evening.begins()
        entry = await evening.group.sees("Late entry: until")
        await plays(evening, stronger)
        assert (await late.taps(entry, "Join")).text == "You are in from round 2, 8"
        await evening.rests()
        card = await evening.olga.sees("somebody joined or came back", buttons=["Approve"])
        assert late.name in card.text and "Bye:" not in card.text
        evening.time.jump(3)                              # time to look at what has just changed
        await evening.approves()
        t = await evening.tournament()
        assert t.round is not None and len(t.round.games) == 4 and t.round.pab is None
        newcomer = next(member for member, n in numbers(t).items() if n == 8)
        assert (await evening.person(newcomer)) is late
        assert next(row.points for row in standings(t) if row.player == newcomer) == 0
        assert "Round 2, board" in (await late.sees("You play")).text
        await evening.olga.writes("/settings")
        assert "byes" not in (await evening.olga.sees(buttons=["Finish"])).text      # no half points in this system


async def test_c11_players_see_only_the_draft_that_was_approved() -> None:
    async with Evening(8, rounds=3, speed=60) as evening:
        await evening.begins()
        await plays(evening, stronger)
        t = await evening.tournament()
        assert t.draft is not None
        before = {player: len(player.reads()) for player in evening.players}
        posts = len(evening.group.posts)
        swapped = 0
        for one, other in combinations(range(4), 2):        # two boards edited: two swaps that the law allows
            t = await evening.tournament()
            assert t.draft is not None
            a, b = t.draft.pairs[one][1], t.draft.pairs[other][1]
            try:
                judging.swap(t, judge(t), t.draft.seq, a, b, reason="mistake", sure=True)
            except Refused as refused:                      # they have met: another two
                assert refused.code == "have_met"
                continue
            card = await evening.olga.sees(buttons=["Approve", "Swap"])
            await evening.olga.taps(card, "Swap")
            await evening.olga.sees("Who changes places?")
            for label in ((await evening.person(a)).name, (await evening.person(b)).name, "A mistake", "Yes"):
                await evening.olga.taps(await evening.olga.sees(buttons=[label]), label)
            await evening.rests()
            swapped += 1
            if swapped == 2:
                break
        assert swapped == 2
        assert all(len(player.reads()) == before[player] for player in evening.players), "a draft has leaked"
        assert len(evening.group.posts) == posts
        post = await evening.approves()
        t = await evening.tournament()
        assert t.round is not None
        assert post.text.count("change places (Olga; a mistake)") == 2
        for game in t.round.games:
            for member in game.players:
                player = await evening.person(member)
                assert len(lines(player, 2)) == 1
                assert (await evening.person(game.opponent_of(member))).name in lines(player, 2)[0]
        assert evening.sandbox.journal.refused() == []


async def test_c12_the_next_round_waits_for_every_board() -> None:
    async with Evening(8, rounds=3, speed=60) as evening:
        await evening.begins()
        for board in (1, 2, 4):
            await evening.says(board, "1-0")
        await evening.rests()
        assert (await evening.tournament()).draft is None
        await evening.players[0].writes("/draft")
        await evening.players[0].sees("Only judges may do that")
        await evening.olga.writes("/draft")
        card = await evening.olga.sees("1 board without a result")
        game = await evening.game(3)
        white, black = await evening.person(game.white), await evening.person(game.black)
        assert f"3. {white.name} – {black.name}" in card.text
        assert (await evening.tournament()).draft is None and len((await evening.tournament()).rounds) == 1
        await evening.olga.taps(card, "3:")
        await evening.sandbox.until(lambda: "½-½ draw" in str(card.buttons))
        await evening.olga.taps(card, "½-½ draw")
        await evening.rests()
        assert (await evening.tournament()).draft is not None
        await evening.olga.sees("Round 2: draft", buttons=["Approve"])


async def test_c13_the_last_result_the_clock_and_a_judge_at_once_make_one_round() -> None:
    async with Evening(4, rounds=3, speed=10, approve="auto=1") as evening:
        await evening.olga.start()
        dora = await other_judge(evening)
        await evening.enters()
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.sees("Round 1: draft")
        evening.time.jump(61)                                     # a tap lives for 150 s only
        post = await evening.group.sees("Round 1 of 3", buttons=["I won"])
        await evening.rests()
        await evening.says(1, "1-0")
        game = await evening.game(2)
        white, black = await evening.person(game.white), await evening.person(game.black)
        await white.taps(post, "I won")
        evening.sandbox.updates.hold()
        taps = [black.tap(post, "I lost") for _ in range(20)]
        for _ in range(10):
            await evening.olga.writes("/draft")
            await dora.writes("/draft")
        evening.sandbox.updates.release()
        evening.time.jump(61)
        await asyncio.gather(*(tap.toast() for tap in taps))
        cards = [await it.sees("Round 2", buttons=["Approve"]) for it in (evening.olga, dora)]
        approvals = [it.tap(card, "Approve") for it, card in zip((evening.olga, dora), cards, strict=True)]
        evening.time.jump(61)
        await asyncio.gather(*(tap.toast() for tap in approvals))
        await evening.rests()
        entries = await evening.app.store.ledger.entries((await evening.row()).code)
        facts = [entry.fact for entry in entries]
        assert sum(isinstance(fact, f.Drafted) and fact.round == 2 for fact in facts) == 1
        assert sum(isinstance(fact, f.Drawn) and fact.round == 2 for fact in facts) == 1
        assert sum(isinstance(fact, f.Settled) and fact.player in game.players for fact in facts) == 1
        assert len([it for it in evening.group.posts if it.text.startswith("Round 2 of 3")]) == 1
        assert all(len(lines(player, 2)) == 1 for player in evening.players)
        assert evening.sandbox.journal.refused() == []


async def test_c14_taking_a_player_out_closes_his_board() -> None:
    async with Evening(4, rounds=3, speed=60) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        game = await evening.game(2)
        gone, other = await evening.person(game.white), await evening.person(game.black)
        await evening.olga.types(evening.group, f"/remove {gone.name}")
        asked = await evening.olga.sees("open board", buttons=["Opponent wins by forfeit", "Leave the board open"])
        assert gone.name in asked.text
        toast = await evening.olga.taps(asked, "Opponent wins by forfeit")
        assert toast.text == f"{gone.name} is out"
        await evening.rests()
        assert (await evening.game(2)).result is Result.BLACK_BY_FORFEIT
        await evening.olga.sees("Round 2: draft", buttons=["Approve"])
        assert f"{other.name} wins by forfeit (-/+)" in (await other.sees("Result:")).text
        await gone.sees("A judge has taken you out of the event", buttons=["I am still playing"])


async def test_c14_an_open_board_of_one_who_was_removed_does_not_wait_for_ever() -> None:
    async with Evening(4, rounds=3, speed=60) as evening:
        await evening.begins()
        await evening.says(1, "1-0")
        game = await evening.game(2)
        gone = await evening.person(game.white)
        await evening.olga.writes(f"/remove {gone.name}")
        asked = await evening.olga.sees("open board", buttons=["Leave the board open"])
        await evening.olga.taps(asked, "Leave the board open")
        await evening.rests()
        card = await evening.olga.sees(f"{gone.name} has left; the board is open.", buttons=["-/+"])
        await evening.olga.taps(card, "-/+")
        await evening.rests()
        assert (await evening.game(2)).result is Result.BLACK_BY_FORFEIT
        await evening.olga.sees("Round 2: draft", buttons=["Approve"])


async def test_c15_every_refusal_to_start_has_its_own_named_reason() -> None:
    async with Evening(5, rounds=3, speed=60) as evening:
        olga = evening.olga
        await evening.opens()
        await olga.writes("/begin")
        nobody = await olga.sees("At least 2 players are needed, in so far: 0")
        post = await evening.group.sees(buttons=["Join"])
        await evening.players[0].taps(post, "Join")
        await olga.writes("/begin")
        await olga.sees("At least 2 players are needed, in so far: 1. Wait for Join, or add people with /guest",
                        after=nobody)
        await olga.writes(f"/guest {evening.players[0].name}")                      # a duplicate
        twice = await olga.sees("looks like somebody of the club", buttons=["Same person", "Somebody else"])
        await olga.taps(twice, "Same person")
        await evening.rests()
        assert len((await evening.tournament()).players) == 1
        for player in evening.players[1:4]:
            await player.taps(post, "Join")
        await olga.writes("/begin")
        await evening.approves()
        await evening.says(1, "1-0")
        await olga.writes("/draft")
        missing = await olga.sees("1 board without a result")                       # a missing result
        game = await evening.game(2)
        assert (await evening.person(game.white)).name in missing.text
        await olga.writes("/finish")
        end = await olga.sees("Round 1, board 2 is open", buttons=["Wait", "Draw game", "Void"])
        assert (await evening.person(game.black)).name in end.text
        late = evening.players[4]
        entry = await evening.group.sees("Late entry: until")
        await late.taps(entry, "Join")                                              # one without an opponent
        await late.writes("/result 1-0")
        await late.sees("You have no board in round 1. /me shows your rounds")
        assert evening.sandbox.journal.refused() == []
