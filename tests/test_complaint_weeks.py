"""Complaint C31: eight weeks, twelve members of whom three to five miss each one, two join late, one is a guest.

What should come out is kept beside the engine, in plain lists: who is in, who has met, who has had the bye,
what everybody has earned. Nothing is done by hand but approvals. 40 evenings of each with LONG_SEARCHES=1.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta

import pytest

from engine import checker, crosstable, entry, filing, play, trf, trf_writing, weeks
from engine import facts as f
from engine.model import CLOCK, MemberId, Result, Round, Stage, Standing
from engine.standings import standings
from engine.weeks import Regular
from tests.table import JUDGE, Table

MEMBERS, LATE, GUEST, GOES = [*range(1, 13)], {3: 13, 5: 14}, MemberId(15), 6
WEEKS, BYES = 8, 2
DAY = 86400
RESULTS = (Result.WHITE_WON, Result.DRAW, Result.BLACK_WON)


class Books:
    """What a careful secretary would write down, in halves of a point."""

    def __init__(self, system: str) -> None:
        self.fide = system == "dutch"
        self.points: Counter[int] = Counter()
        self.halves: Counter[int] = Counter()
        self.met: set[frozenset[int]] = set()
        self.pab: set[int] = set()
        self.colours: dict[int, str] = {}

    def misses(self, player: int, number: int, *, asked: bool) -> None:
        """Half a point for a bye that was asked for, and for silence, while there are any; never in the last round."""
        if asked and self.fide and number < WEEKS and self.halves[player] < BYES:
            self.halves[player] += 1
            self.points[player] += 1

    def posts(self, posted: Round, inside: Iterable[int]) -> None:
        """Exactly those who are in have a board, one of them the bye; nobody meets twice or has a second bye."""
        pairs = [game.players for game in posted.games]
        seated = [player for pair in pairs for player in pair] + ([] if posted.pab is None else [posted.pab])
        assert sorted(seated) == sorted(inside)
        assert not self.met & {frozenset(pair) for pair in pairs}
        self.met |= {frozenset(pair) for pair in pairs}
        assert (posted.pab is not None) == (len(seated) % 2 == 1) and posted.pab not in self.pab
        if posted.pab is not None:
            self.pab.add(posted.pab)
            self.points[posted.pab] += 2
        for pair in pairs:
            for player, colour in zip(pair, "wb", strict=True):
                self.colours[player] = self.colours.get(player, "") + colour
                self.has_fair_colours(self.colours[player], posted.number)

    def has_fair_colours(self, had: str, number: int) -> None:
        """No fourth game with one colour (5.4.10.2); C.04.1 6 and 7: no third, no difference of three."""
        assert had[-4:] not in ("wwww", "bbbb")
        if self.fide and number < WEEKS:
            assert had[-3:] not in ("www", "bbb") and abs(had.count("w") - had.count("b")) <= 2

    def ends(self, posted: Round) -> None:
        for game in posted.games:
            for player, halves in zip(game.players, {"1-0": (2, 0), "1/2": (1, 1), "0-1": (0, 2)}[str(game.result)],
                                      strict=True):
                self.points[player] += halves


@pytest.mark.parametrize("system", ["dutch", "individual"])
@pytest.mark.parametrize("seed", range(40 if os.environ.get("LONG_SEARCHES") else 2))
def test_eight_weeks_need_no_hand_but_approvals(system: str, seed: int) -> None:
    chance, books = random.Random(f"{system} {seed}"), Books(system)
    table = Table(0, series=1, pace="weekly", system=system, rounds=WEEKS, byes=BYES)
    people: list[int] = []
    for number in range(1, WEEKS + 1):
        start = table.now + timedelta(days=6)
        table.does(CLOCK, lambda t, start=start: weeks.call_round(      # type: ignore[misc]
            t, CLOCK, closes=start - timedelta(hours=3), starts=start, until=start + timedelta(days=7),
            regulars=[Regular(GUEST)] if GUEST in t.players else []))
        if number == 1:
            table.judge(entry.enter, GUEST, guest=True)
            people = [GUEST]
        inside = answer(table, books, chance, number, people)
        if number > 1:
            play_on(table, chance)
            books.ends(table.t.rounds[-1])
        table.passes((start - table.now).total_seconds())
        table.approves()
        books.posts(table.t.rounds[-1], inside)
    play_on(table, chance)
    books.ends(table.t.rounds[-1])
    assert table.t.stage is Stage.FINISHED
    assert {row.player: row.points for row in standings(table.t)} == {
        player: books.points[player] for player in (*MEMBERS, *LATE.values(), GUEST)}
    by_hand = [type(e.fact) for e in table.entries if e.by == JUDGE.member]
    assert Counter(by_hand) == {f.Opened: 1, f.Joined: 1, f.Present: 1, f.Drawn: WEEKS}
    is_filed(table, books)


def answer(table: Table, books: Books, chance: random.Random, number: int, people: list[int]) -> list[int]:
    """Everybody says in, out, half a point, or nothing, in any order; who is in."""
    coming = [*MEMBERS] if number == 1 else [player for player in people if player != GUEST]
    out = {*chance.sample(MEMBERS, chance.randint(3, 5)), *([GOES] if number in (4, 5) else [])}
    if number in LATE:
        coming.append(LATE[number])
    chance.shuffle(coming)
    for player in coming:
        table.passes(chance.randrange(3600))
        known = MemberId(player) in table.t.players
        if player == GOES and number == 4:
            table.player(player, entry.leave)                # gone until he plays again: nothing for that time
        elif player in out and known and table.t.players[MemberId(player)].standing is Standing.LEFT:
            continue
        elif player not in out:
            table.player(player, entry.join)
            if not known and number > 1:
                books.misses(player, 1, asked=True)          # C.04.2 3.3: one of his half-point byes
        elif not known:
            table.player(player, weeks.late)
        else:
            stays_away(table, books, chance, player, number)
    people.extend(player for player in coming if player not in people)
    return [GUEST, *(player for player in coming if player not in out)]


def stays_away(table: Table, books: Books, chance: random.Random, player: int, number: int) -> None:
    in_already = number in table.t.players[MemberId(player)].present       # he came late last week: silence is in
    match chance.choice(["silent", "out", "half", "in and out"]):
        case "silent" if not in_already:
            books.misses(player, number, asked=True)
        case "half" if books.fide and number < WEEKS and books.halves[player] < BYES:
            table.player(player, weeks.late, halves=1)
            books.misses(player, number, asked=True)
        case "in and out":
            table.player(player, entry.join)
            table.player(player, entry.bye)
        case _:
            table.player(player, entry.bye)


def play_on(table: Table, chance: random.Random) -> None:
    """The week's boards, at all hours: both report, or one does and the other lets it settle."""
    for game in table.t.rounds[-1].games:
        result = chance.choice(RESULTS)
        sides = [player for player in game.players if player != GUEST]
        for side in sides[:chance.randint(1, 2)]:
            table.player(side, play.report, result)
        table.passes(chance.randrange(DAY // 4))
    table.passes(DAY)


def is_filed(table: Table, books: Books) -> None:
    """The report file says the same: byes with their codes, and in FIDE Dutch each round as the law draws it."""
    names = {player: f"Player {player}" for player in table.t.players}
    report = filing.report_of(table.t, names)
    again = trf.read(trf_writing.write(report.players.values(), report.records))
    codes = Counter(cell.code for player in again.players.values() for cell in player.cells if cell)
    assert codes["H"] == books.halves.total() and codes["U"] == len(books.pab) and codes["Z"] > 0
    assert len(crosstable.of_tournament(table.t, names).rows()) == 1 + 15
    if books.fide:
        assert all(checked.agrees for checked in checker.check(again, "dutch"))
