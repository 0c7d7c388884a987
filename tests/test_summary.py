"""Is what is said of an evening true, worth saying, and still true after a correction?"""

from __future__ import annotations

import threading
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.notices import summary as words_of
from bot.notices.view import View
from bot.surroundings import Surroundings
from bot.texts import plain, words
from bot.timing import Time
from engine import summary
from engine.facts import Ruled
from engine.model import MemberId, Result, Stage, Tournament
from engine.ratings import Bout, Change, Rating
from engine.standings import standings
from engine.summary import (
    MOST,
    Earlier,
    FirstWin,
    Form,
    Jubilee,
    Newcomers,
    Remark,
    Series,
    Upset,
    Victory,
    remarks,
)
from storage import Season, past
from storage.seasons import Seasons
from tests.evening import Evening
from tests.memory import CHAT, claims, hall, seated
from tests.noticed import Evening as Noticed
from tests.table import Table
from tests.test_leaderboards import B, D, W, meets, room_of, writes

A, E = MemberId(1), MemberId(99)


def ended(*results: Result, ratings: dict[int, int] | None = None, **settings: object) -> Tournament:
    """An evening of one round with these results, board after board."""
    table = Table(2 * len(results), ratings, rounds=1, **settings)
    table.begins()
    table.plays_round(lambda game: results[game.board - 1])
    table.passes()
    assert table.t.stage is Stage.FINISHED
    return table.t


def change(member: MemberId, before: int, *, games: int = 6, played: int = 1, scored: int = 2,
           expected: Fraction = Fraction(1, 2)) -> Change:
    rating = Rating(10 * before, games)
    return Change("TEST", member, rating, replace(rating, games=games + played), scored, expected, 40, 2000)


def first_of(found: tuple[Remark, ...], kind: type) -> Remark | None:
    return next((it for it in found if isinstance(it, kind)), None)


def pair(t: Tournament, board: int = 1) -> tuple[MemberId, MemberId]:
    return t.rounds[0].games[board - 1].players


def test_who_is_first_and_by_how_much() -> None:
    t = ended(W, D)
    winner, _ = pair(t)
    assert remarks(t, {}, Earlier()) == (Victory((winner,), 2, 2, 1),)
    shared = ended(D, D)
    assert remarks(shared, {}, Earlier()) == (Victory(tuple(sorted(shared.players)), 1, 2, 0),)


def test_a_tie_break_that_decides_is_said() -> None:
    table = Table(6, rounds=2)
    table.begins()
    for top in (W, D):
        table.plays_round(lambda game, top=top: top if game.board == 1 else W)  # type: ignore[misc]
        if top is W:
            table.approves()
    table.passes()
    first, second, third = standings(table.t)[:3]
    assert (first.points, first.place, second.place) == (second.points, 1, 2) and third.points < second.points
    assert remarks(table.t, {}, Earlier()) == (Victory((first.player,), first.points, 4, 0, (second.player,)),)


@pytest.mark.parametrize(("lower", "games", "given", "told"), [
    (1500, 6, False, True), (1501, 6, False, False), (1500, 5, False, False), (1500, 0, True, True)])
def test_an_upset_needs_ratings_that_say_something(lower: int, games: int, given: bool, told: bool) -> None:
    t = ended(B, W, ratings=dict.fromkeys((1, 2, 3, 4), lower) if given else None)
    loser, winner = pair(t)
    changes = {winner: change(winner, lower, games=games), loser: change(loser, 1600, games=9)}
    found = first_of(remarks(t, changes, Earlier()), Upset)
    assert found == (Upset(1, winner, Rating(10 * lower, games), loser, Rating(16000, 9)) if told else None)


def test_the_biggest_upset_is_told() -> None:
    t = ended(W, W, W)
    changes = {}
    for board, higher in ((1, 1700), (2, 1900), (3, 1800)):
        winner, loser = pair(t, board)
        changes |= {winner: change(winner, 1500), loser: change(loser, higher)}
    upset = first_of(remarks(t, changes, Earlier()), Upset)
    assert isinstance(upset, Upset) and (upset.winner, upset.loser) == pair(t, 2)
    assert first_of(remarks(t, {}, Earlier()), Upset) is None, "an unrated evening has no ratings to tell"


def test_form_is_what_was_scored_above_what_the_ratings_expected() -> None:
    t = ended(W, W)
    one, two = pair(t)[0], pair(t, 2)[0]
    changes = {one: change(one, 1600, played=5, scored=7, expected=Fraction(5, 2)),
               two: change(two, 1500, played=5, scored=8, expected=Fraction(5, 2))}
    assert first_of(remarks(t, changes, Earlier()), Form) == Form(two, 8, 5, Fraction(5, 2), 2000)
    few = {one: change(one, 1600, played=2, scored=4, expected=Fraction(1, 2))}
    less = {one: change(one, 1600, played=5, scored=6, expected=Fraction(21, 10))}
    newcomer = {one: change(one, 1500, games=0, played=5, scored=8, expected=Fraction(5, 2))}
    for changes in (few, less, newcomer):
        assert first_of(remarks(t, changes, Earlier()), Form) is None


def test_series_go_over_evenings_and_end_now() -> None:
    t = ended(W, D)
    (winner, loser), (white, _) = pair(t), pair(t, 2)
    four = tuple(Bout(winner, E, W) for _ in range(4))
    assert first_of(remarks(t, {}, Earlier(four)), Series) == Series(winner, 5, unbeaten=False)
    assert first_of(remarks(t, {}, Earlier(four[1:])), Series) is None
    assert first_of(remarks(t, {}, Earlier((*four, Bout(E, winner, D)))), Series) is None
    many = tuple(Bout(E, white, (D, B)[n % 2]) for n in range(9))
    assert first_of(remarks(t, {}, Earlier(many)), Series) == Series(white, 10, unbeaten=True)
    assert first_of(remarks(t, {}, Earlier((*many, Bout(E, white, W)))), Series) is None
    lost = tuple(Bout(loser, E, W) for _ in range(20))
    assert first_of(remarks(t, {}, Earlier(lost)), Series) is None, "it has just ended"


def test_a_first_win_after_three_games_without() -> None:
    t = ended(W, D)
    winner, loser = pair(t)
    past_games = (Bout(loser, winner, W), Bout(winner, loser, D), Bout(loser, winner, W))
    assert first_of(remarks(t, {}, Earlier(past_games)), FirstWin) == FirstWin(winner, loser, 3)
    assert first_of(remarks(t, {}, Earlier(past_games[1:])), FirstWin) is None
    assert first_of(remarks(t, {}, Earlier((Bout(loser, winner, B), *past_games))), FirstWin) is None


def test_newcomers_but_not_in_the_first_evening_of_all() -> None:
    t = ended(W, W)
    assert first_of(remarks(t, {}, Earlier()), Newcomers) is None
    newcomer = pair(t)[1]
    found = first_of(remarks(t, {}, Earlier(seen=frozenset(t.players) - {newcomer})), Newcomers)
    assert found == Newcomers(((newcomer, 3),))
    assert first_of(remarks(t, {}, Earlier(seen=frozenset(t.players))), Newcomers) is None


def test_a_jubilee_when_it_is_reached_and_not_afterwards() -> None:
    t = ended(D, D)
    player = pair(t)[0]
    games = tuple(Bout(player, E, B) for _ in range(49))
    assert first_of(remarks(t, {}, Earlier(games)), Jubilee) == Jubilee(player, 50)
    assert first_of(remarks(t, {}, Earlier((*games, games[0]))), Jubilee) is None


def test_a_claimed_guest_has_the_history_of_who_claimed_him_and_five_lines_are_all() -> None:
    t = ended(W, W)
    guest, loser = pair(t)
    past_games = tuple(Bout(E, other, W) for other in (loser, MemberId(50), MemberId(50), MemberId(50)))
    games = (*past_games, *(Bout(E, MemberId(50), W) for _ in range(45)))
    known = frozenset({E, loser})
    found = remarks(t, {}, Earlier(games, known, {guest: E}))
    assert Series(guest, 50, unbeaten=False) in found and Jubilee(guest, 50) in found
    newcomers = first_of(found, Newcomers)
    assert isinstance(newcomers, Newcomers) and guest not in dict(newcomers.places)
    changes = {player: change(player, 1500 if player in (guest, pair(t, 2)[0]) else 1700, played=5, scored=8)
               for player in t.players}
    assert len(remarks(t, changes, Earlier(games, known, {guest: E}))) == MOST


@pytest.mark.usefixtures("databases")
async def test_what_was_before_is_of_the_club_the_game_and_the_time() -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        one = await meets(room, 1, W, D)
        await meets(room, 2, B, B, game="draughts")
        two = await meets(room, 3, B, B)
        await meets(room, 4, D, D)
        a, b, c, d = (who.member for who in room.players)
        earlier = await past.before(room.store.database, await room.ledger.tournament(two))
        assert earlier == Earlier((Bout(a, b, W), Bout(c, d, D)), frozenset({a, b, c, d}), {})
        assert await past.before(room.store.database, await room.ledger.tournament(one)) == Earlier()
        guest = await room.store.members.guest(1, "Gregor")
        await claims(room.store, guest.id, 9001)
        assert (await past.before(room.store.database, await room.ledger.tournament(two))).real == {guest.id: a}
        await writes(room, one, 5, Ruled(1, a, D))
        corrected = await past.before(room.store.database, await room.ledger.tournament(two))
        assert corrected.bouts[0] == Bout(a, b, D)
        other = await seated(room.store, 2, CHAT - 1, (await room.ledger.tournament(one)).settings)
        assert await past.before(room.store.database, await room.ledger.tournament(other.code)) == Earlier()


async def test_a_rating_that_changes_while_a_picture_is_made_is_in_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(rounds=1) as room:
        await room_of(room)
        low, high = (who.member for who in room.players[:2])
        await room.store.members.rate(low, 1000)
        await room.store.members.rate(high, 2000)
        for week in range(1, 7):
            await meets(room, week, B, D)
        t = await room.ledger.tournament(await meets(room, 7, W, D))
        around, counting = Surroundings(room.store, Time(), "club_bot"), Seasons.counting

        async def meanwhile(self: Seasons, code: str) -> Season | None:
            await room.store.members.rate(high, 1500)
            return await counting(self, code)

        monkeypatch.setattr(Seasons, "counting", meanwhile)
        await around.picture(t.code)
        monkeypatch.undo()
        changes = await room.store.leaderboards.changes(t.code)
        found = first_of(await around._remarks(t), Upset)
        assert found is not None and found.higher == changes[high].before


ALL: tuple[Remark, ...] = (
    Victory((MemberId(1),), 5, 6, 1), Victory((MemberId(1), MemberId(2)), 4, 6, 0),
    Victory((MemberId(1),), 4, 6, 0, (MemberId(2),)), Upset(2, MemberId(1), Rating(15120, 4), MemberId(2), Rating(17440, 9)),
    Form(MemberId(1), 9, 5, Fraction(214, 100), 1843), Series(MemberId(1), 21, unbeaten=False),
    Series(MemberId(2), 12, unbeaten=True), FirstWin(MemberId(1), MemberId(2), 3),
    Newcomers(((MemberId(3), 2), (MemberId(4), 4))), Jubilee(MemberId(1), 100))


@pytest.mark.parametrize(("language", "said"), [
    ("en", ["In short", "First: Anna, 2½ of 3; lead: ½.", "First place is shared: Anna, Boris, 2 of 3.",
            "First on tie-break: Anna, 2 of 3; as many points: Boris.",
            "Upset of round 2: Anna (1512?) beats Boris (1744).",
            "In form: Anna, 4½ of 5 where the ratings expected 2.1; performance 1843.",
            "Winning series: Anna, 21 games in a row.", "Unbeaten: Boris, for 12 games.",
            "First win: Anna against Boris, after 3 games without one.",
            "For the first time here: Clara (place 2), Dan (place 4).", "Jubilee: Anna, 100 games in the club."]),
    ("ru", ["Коротко о турнире", "1-е место: Anna, 2½ из 3, отрыв ½.", "1-е место делят Anna, Boris: 2 из 3.",
            "1-е место: Anna, 2 из 3. Столько же очков – Boris, решили дополнительные показатели.",
            "Сенсация 2-го тура: Anna (1512?) выигрывает партию, где фаворит – Boris (1744).",
            "В ударе: Anna, 4½ из 5 при ожидании 2,1; перфоманс 1843.",
            "Победная серия: Anna, 21 партия подряд.", "Без поражений: Boris, 12 партий подряд.",
            "Первая победа: Anna – Boris. До неё 3 партии без побед.",
            "Впервые в клубе: Clara (2-е место), Dan (4-е место).", "Юбилей: Anna, 100 партий в клубе."])])
def test_every_remark_has_words(language: str, said: list[str]) -> None:
    evening = Noticed(4)
    view = View(evening.t, replace(evening.home, remarks=ALL, language=language), evening.now, words)
    assert [plain(line) for line in words_of.lines(view)] == said
    assert words_of.lines(View(evening.t, evening.home, evening.now, words)) == []


async def test_the_history_of_a_club_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()

    def watched(t: Tournament, *known: Any) -> Any:
        threads.add(threading.current_thread())
        return remarks(t, *known)

    monkeypatch.setattr(summary, "remarks", watched)
    async with Evening(4, rounds=1, speed=60) as evening:
        await evening.begins()
        await evening.plays()
        await evening.group.sees("In short")
    assert threads and threading.main_thread() not in threads


async def test_the_evening_ends_with_summary_and_season_in_one_message_then_the_final_table() -> None:
    async with Evening(4, rounds=1, speed=60) as evening:
        said = await evening.olga.types(evening.group, "/season new best=8 Autumn")
        await evening.begins()
        post = await evening.round_post()
        await evening.plays()
        final = await evening.group.sees("Final table", after=said)
        unasked = [m for m in evening.group.messages if m.id > post.id and m.sender.id == evening.sandbox.bot.id]
        assert [m.text.splitlines()[0] for m in unasked[:1]] == ["In short"] and unasked[-1].id == final.id
        assert len(unasked) == 2, [m.text for m in unasked]
        assert "Autumn (chess) after 1 event" in unasked[0].text
        assert "First place is shared" in unasked[0].text
        code = (await evening.row()).code
        game = (await evening.tournament()).rounds[0].games[0]
        board = await evening.olga.types(evening.group, "/rule r1 1 ½-½")
        card = await evening.olga.sees(buttons=["Yes"], after=board)
        await evening.olga.taps(card, "Yes")
        await evening.rests()
        assert (await evening.app.store.ledger.tournament(code)).rounds[0].games[0].result is Result.DRAW
        assert game.result is W and "First place is shared" not in unasked[0].text
        assert unasked[0].text.splitlines()[1].startswith("First: "), unasked[0].text
        assert evening.sandbox.journal.refused() == []
