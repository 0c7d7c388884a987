"""A tournament that somebody else's program began, as facts: from there on it is one of ours.

`plan` says what would be taken over, or refuses with the place in the file; `facts` are what is written.
Nothing is guessed: what a club's tournament cannot hold is refused (trf.md 6.4, 6.6). A file does not say
in which order its boards were published, so they stand in that of C.04.2 3.6; whose number leaves a gap
moves up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from engine import facts as f
from engine.checker import ROBINS, check, initial_colour, pairs_of, system_of
from engine.dates import date_of, round_dates, written
from engine.facts import Fact
from engine.letters import seen
from engine.model import Colour, MemberId, Result, Scoring, Settings
from engine.remarks import BadTrf
from engine.report import Cell, Player, Report, worth
from engine.reported import criteria, system
from engine.settings import LONGEST, MOST_PLAYERS, MOST_ROUNDS
from engine.tempo import encoded
from engine.tempo import written as spoken
from engine.tiebreaks import DEFAULTS
from engine.trf_fields import points_in
from engine.trf_spelling import TITLES

MOST_BANS = 5_000
"""Pairs who may not meet that a tournament takes over: each is a fact."""

_RESULTS = {
    ("1", "0"): Result.WHITE_WON, ("=", "="): Result.DRAW, ("0", "1"): Result.BLACK_WON,
    ("0", "0"): Result.BOTH_LOST, ("W", "L"): Result.WHITE_WON, ("D", "D"): Result.DRAW,
    ("L", "W"): Result.BLACK_WON, ("L", "L"): Result.BOTH_LOST, ("+", "-"): Result.WHITE_BY_FORFEIT,
    ("-", "+"): Result.BLACK_BY_FORFEIT, ("-", "-"): Result.NOBODY_CAME,
    # by decision of the arbiter: a draw, and what it gives beyond a loss off for the side that is given that
    ("=", "0"): Result.DRAW, ("0", "="): Result.DRAW, ("D", "L"): Result.DRAW, ("L", "D"): Result.DRAW,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What a file becomes. `played` rounds are in it; `open` boards of them have no result yet.

    `scale` halves of the file make one of ours: 2 for 2-1-0 and 3-1-0.
    """

    report: Report
    settings: Settings
    scale: int
    open: int

    @property
    def played(self) -> int:
        return self.report.paired

    @property
    def byes(self) -> tuple[tuple[int, int, str], ...]:
        """(round, start number, code) of what is announced for the rounds to come."""
        played = self.played
        found = {key: code for key, code in self.report.byes.items() if key[0] > played}
        found |= {(played + 1, number): "Z" for number in self.report.absent}
        for number, player in self.report.players.items():
            for round, cell in enumerate(player.cells[played:], played + 1):
                if cell is not None:
                    found[round, number] = cell.code
        return tuple((round, number, code) for (round, number), code in sorted(found.items())
                     if number in self.report.players and round <= self.settings.rounds)


def plan(report: Report, rounds: int | None = None) -> Plan:
    """What the file becomes; `rounds` where it does not say how many there are.

    Raises BadTrf: `no_rounds` if nobody says, and for everything a tournament of ours cannot hold.
    """
    if report.obstacle is not None:
        raise BadTrf.of(report.obstacle)
    length = report.rounds or rounds
    if length is None:
        raise BadTrf(0, 0, "no_rounds")
    length = max(length, report.paired)
    for code, number, most in (("too_many", len(report.players), MOST_PLAYERS),
                               ("too_many_rounds", length, MOST_ROUNDS)):
        if number > most:
            raise BadTrf(0, 0, code, count=number, most=most)
    if report.by_rank:
        raise BadTrf(0, 0, "by_rank")
    if any(any(points[report.paired:]) for points in report.virtual.values()):
        raise BadTrf(0, 0, "accelerated")
    scoring, scale = _scoring(report)
    chosen = _system(report, scoring, length)
    colour = report.colour or initial_colour(report)
    codes, policy, _ = criteria(report, chosen)
    usual, said = DEFAULTS[chosen], dict(report.records)
    settings = Settings(
        title=seen(said.get("012", ""))[:LONGEST], tempo=seen(_tempo(said))[:LONGEST],
        federation=seen(said.get("032", ""))[:LONGEST],
        game="draughts" if scoring == Scoring(unit=1) else "chess",
        system=chosen, rounds=length, scoring=scoring, tiebreaks=() if codes == usual[0] else codes,
        unplayed="" if policy == usual[1] else policy, cycles=ROBINS.get(report.system, 1),
        colour="lot" if colour is None else "white" if colour is Colour.WHITE else "black",
    )
    _bans(report, length)                                   # refused now rather than after Yes
    open = sum(_result(report, round, white, black) is None
               for round in range(1, report.paired + 1) for white, black in pairs_of(report, round)[0])
    return Plan(report, settings, scale, open)


def facts(plan: Plan, ids: Mapping[int, MemberId], guests: Collection[MemberId], version: int) -> list[Fact]:
    """The facts after `Opened`. `ids` by start number; `version` is the ledger's seq before them.

    Drafts are known by their seq, so these facts must be written right behind that.
    """
    report, order = plan.report, tuple(report_ids(plan, ids))
    found: list[Fact] = [
        f.Joined(ids[number], ids[number] in guests, player.rating, title_of(player))
        for number, player in report.players.items()
    ]
    if report.paired:
        found.append(f.Begun(_day(dict(report.records).get("042", ""))))
    days = round_dates([body for code, body in report.records if code == "132"])
    for round in range(1, report.paired + 1):
        found += _round(plan, round, ids, order, version + len(found), days.get(round, ""))
    found += [f.Away(ids[number], round, _halves(plan, Cell(code=code))) for round, number, code in plan.byes]
    found += [f.Forbidden(ids[a], ids[b], "never", round) for a, b, round in _bans(report, plan.settings.rounds)]
    return found


def _day(text: str) -> str:
    date = date_of(text)
    return written(date) if date else ""


def report_ids(plan: Plan, ids: Mapping[int, MemberId]) -> Iterator[MemberId]:
    """Ids in order of start number."""
    return (ids[number] for number in plan.report.players)


def title_of(player: Player) -> str:
    """The title, empty for what is none of FIDE's."""
    return player.title if player.title in TITLES.values() else ""


def _scoring(report: Report) -> tuple[Scoring, int]:
    """The scoring in our halves, and how many of the file's make one. Halves under 2-1-0 are refused (6.6)."""
    scoring = report.scoring
    values = (scoring.win, scoring.draw, scoring.loss, scoring.pab, scoring.absent)
    whole = scoring.win > 2 and not any(value % 2 for value in values)
    if scoring.win == 4 and not whole:
        raise BadTrf(0, 0, "whole", text=points_in(next(value for value in values if value % 2)))
    for number, awards in report.awards.items() if whole else ():
        if odd := [halves for _, halves in awards if halves % 2]:
            raise BadTrf(report.players[number].line, 81, "whole", text=points_in(odd[0]))
    if whole:
        win, draw, loss, pab, absent = (value // 2 for value in values)
        return Scoring(win, draw, loss, pab, absent, unit=1), 2
    return scoring, 1


def _system(report: Report, scoring: Scoring, length: int) -> str:
    own = system(report)
    if own == "roundrobin" and report.paired < length and not _says_robin(report):
        own = "dutch"                                       # that everybody has met so far proves nothing
    if report.system in ROBINS or own == "roundrobin":
        if report.paired == length or all(found.agrees for found in check(report, "roundrobin")):
            return "roundrobin"
        raise BadTrf(0, 0, "robin_table")
    if report.system in ("", "CUSTOM_SWISS"):
        return "individual" if own == "dutch" and scoring == Scoring(unit=1) else own
    return system_of(report)


def _tempo(said: Mapping[str, str]) -> str:
    """The time control as record 122 words it, unless 222 says something else."""
    words, code = said.get("122", "").strip(), said.get("222", "").strip()
    return words if not code or encoded(words) == code else spoken(code) or words


def _says_robin(report: Report) -> bool:
    said = (body for code, body in report.records if code in ("092", "192"))
    return any(re.search(r"round.?robin|berger", body, re.IGNORECASE) for body in said)


def _halves(plan: Plan, cell: Cell | None) -> int:
    """What a round without a board gives; nothing of its own where the scoring gives it for an absence."""
    if cell is None or cell.code == "Z":
        return 0
    return worth(cell, plan.report.scoring) // plan.scale


def _result(report: Report, round: int, white: int, black: int) -> Result | None:
    """The result of a board, None if it is awaited. Raises BadTrf for one that we cannot hold."""
    ours, theirs = (cell.code if (cell := report.players[n].cell(round)) else "" for n in (white, black))
    if not ours:
        return None
    if (ours, theirs) not in _RESULTS:
        line, column = report.players[white].line, 99 + 10 * (round - 1)
        raise BadTrf(line, column, "awarded", ours=repr(ours), theirs=repr(theirs), round=round)
    return _RESULTS[ours, theirs]


def _round(plan: Plan, round: int, ids: Mapping[int, MemberId], order: tuple[MemberId, ...], version: int,
           day: str) -> list[Fact]:
    report = plan.report
    before = {n: sum(worth(player.cell(earlier), report.scoring) for earlier in range(1, round))
              for n, player in report.players.items()}
    pairs = sorted(pairs_of(report, round)[0], key=lambda pair: _board(before, pair))
    bye = next((n for n, player in report.players.items() if (c := player.cell(round)) and c.code == "U"), None)
    seated = {number for pair in pairs for number in pair} | {bye}
    found: list[Fact] = [
        f.Away(ids[number], round, _halves(plan, player.cell(round)))        # a second bye is one by notice
        for number, player in report.players.items() if number not in seated
    ]
    ranked = sorted((n for n in report.players if n in seated), key=lambda n: (-before[n], n))
    boards = tuple((ids[white], ids[black]) for white, black in pairs)
    found.append(f.Drafted(round, boards, None if bye is None else ids[bye], order, tuple(ids[n] for n in ranked)))
    found.append(f.Drawn(round, version + len(found), elsewhere=True, day=day))
    for white, black in pairs:
        result = _result(report, round, white, black)
        if result is not None:
            found.append(f.Ruled(round, ids[white], result))
        if result is Result.DRAW:
            scoring = plan.settings.scoring
            found += [f.Penalised(ids[n], scoring.draw - scoring.loss) for n in (white, black)
                      if report.players[n].cell(round) and _code(report, n, round) in ("0", "L")]
    for number in report.players:
        found += [f.Penalised(ids[number], -halves // plan.scale)
                  for given, halves in report.awards.get(number, ()) if given == round]
    return found


def _code(report: Report, number: int, round: int) -> str:
    cell = report.players[number].cell(round)
    return cell.code if cell else ""


def _board(before: Mapping[int, int], pair: tuple[int, int]) -> tuple[int, int, int]:
    """C.04.2 3.6: the higher score, the sum of both, the number of the higher ranked."""
    (high, number), (low, _) = sorted(((before[n], n) for n in pair), key=lambda each: (-each[0], each[1]))
    return -high, -high - low, number


def _bans(report: Report, length: int) -> dict[tuple[int, int, int | None], None]:
    """(one, the other, round) who are not to meet in the rounds to come; None: in all of them. In order."""
    first_left = report.paired + 1
    found: dict[tuple[int, int, int | None], None] = {}
    for first, last, players in report.forbidden:
        whole = first <= first_left and last >= length
        rounds: list[int | None] = [None] if whole else list(range(max(first, first_left), min(last, length) + 1))
        for pair in combinations(sorted(players), 2):
            found |= dict.fromkeys((*pair, round) for round in rounds)
            if len(found) > MOST_BANS:
                raise BadTrf(0, 0, "many_pairs", limit=MOST_BANS)
    return found


__all__ = ["Plan", "facts", "plan", "title_of"]
