"""A tournament as a report file has it: what a federation, or another program, is given (trf.md 7.3).

The file names system, law, acceleration, tie-breaks and the policy for unplayed rounds (record 092, and
202 for the codes), says which byes are announced (240) and who is not to meet (260).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.checker import initial_colour
from engine.dates import in_columns
from engine.facts import Entry
from engine.history import Kind, Past
from engine.model import Colour, MemberId, Result, Role, Round, Scoring, Standing, Tournament
from engine.model import Player as Person
from engine.pairing import SYSTEMS
from engine.report import Cell, Player, Report
from engine.scorebook import records, start_list
from engine.standings import criteria, standings
from engine.tempo import encoded
from engine.trf_editions import scoring_162
from engine.trf_fields import points_in

PROGRAM = "swissclub"
CODES = {"dutch": "FIDE_DUTCH", "roundrobin": "FIDE_ROUNDROBIN"}
"""Record 192 by system; what is no system of FIDE is a `CUSTOM_SWISS` (5.4)."""

_CODE = {Kind.BYE: "U", Kind.FULL_BYE: "F", Kind.HALF_BYE: "H", Kind.ABSENT: "Z"}
_RESULT = {
    Result.WHITE_WON: ("1", "0"), Result.DRAW: ("=", "="), Result.BLACK_WON: ("0", "1"),
    Result.BOTH_LOST: ("0", "0"), Result.WHITE_BY_FORFEIT: ("+", "-"), Result.BLACK_BY_FORFEIT: ("-", "+"),
    Result.NOBODY_CAME: ("-", "-"),
}


ALWAYS = ("022", "032", "102", "122")
"""Records that a rating office asks for: blank where nobody has said what belongs there (7.3)."""


def arbiters(entries: Iterable[Entry], chief: MemberId | None = None) -> tuple[MemberId, ...]:
    """Who has acted as a judge, in order of his first act; the chief, if one is named, before all others."""
    judged = (entry.by for entry in entries if entry.by and entry.role >= Role.JUDGE)
    return tuple(dict.fromkeys((*(() if chief is None else (chief,)), *judged)))


def report_of(t: Tournament, names: Mapping[MemberId, str], *, place: str = "", judges: Sequence[MemberId] = ()
              ) -> Report:
    """The report of a tournament as it stands, in TRF26 records; an open board is a game without result.

    `names` by id, `place` the club, `judges` the chief arbiter and his deputies (`arbiters`). Before round 1
    is posted nobody has a start number and the report is of those who are in, in order of entry.
    """
    order = start_list(t) or tuple(p.id for p in t.entered())
    book = records(t, order)
    ranks = {row.player: row.place for row in standings(t)}
    players = {
        number: Player(
            number, _line(names.get(id, "")), t.players[id].rating,
            tuple(_cell(t, posted, id, order, past)
                  for posted, past in zip(t.rounds, book[number].past, strict=True)),
            _halves(book[number].score(), t.settings.scoring), ranks.get(id), title=t.players[id].title,
        )
        for number, id in enumerate(order, 1)
    }
    report = Report(players, rounds=t.settings.rounds)
    named = [names.get(id, "") for id in judges]
    return Report(players, tuple(_records(t, order, report, place, named)), t.settings.rounds)


def heading(t: Tournament) -> tuple[tuple[str, str], ...]:
    """(what, value) of everything a table must name (C.04.2 1.3), in English."""
    codes, policy = criteria(t)
    return (
        ("Tournament", t.settings.title), ("After round", f"{len(t.rounds)} of {t.settings.rounds}"),
        ("System", t.settings.system), ("Law", SYSTEMS[t.settings.system].law),
        ("Handling", t.settings.handling), ("Acceleration", "none"), ("Tie-breaks", ", ".join(codes)),
        ("Unplayed rounds", policy),
    )


def _halves(halves: int, scoring: Scoring) -> int:
    """Halves of our points in halves of the points of a file: 2-1-0 has twice as many."""
    return 2 * halves // scoring.unit


def _cell(t: Tournament, posted: Round, id: MemberId, order: tuple[MemberId, ...], past: Past) -> Cell:
    game = posted.game_of(id)
    if game is None:
        return Cell(None, None, _CODE.get(past.kind, "Z"))
    white = game.white == id
    code = _RESULT[game.result][0 if white else 1] if game.result else ""
    return Cell(order.index(game.opponent_of(id)) + 1, Colour.WHITE if white else Colour.BLACK, code)


def _records(t: Tournament, order: tuple[MemberId, ...], report: Report, place: str,
             judges: Sequence[str]) -> list[tuple[str, str]]:
    codes, policy = criteria(t)
    kind = "Round robin" if t.settings.system == "roundrobin" else "Swiss"
    what = f"{kind}: {t.settings.system} ({SYSTEMS[t.settings.system].law}), no acceleration, unplayed {policy}"
    days = [posted.day if posted.elsewhere else _day(posted.at, t) for posted in t.rounds]
    start = t.begun_on or _day(t.begun_at or t.opened_at, t)
    end = _day(t.ended_at, t) or next((day for day in reversed(days) if day), start)
    chief, *deputies = judges or ("",)
    colour = {"white": Colour.WHITE, "black": Colour.BLACK}.get(t.settings.colour)
    if colour is None and t.rounds:
        colour = initial_colour(report)
    found = [("012", _line(t.settings.title)), ("022", _line(place)), ("032", t.settings.federation),
             ("042", start), ("052", end),
             ("062", str(len(order))), ("072", str(sum(bool(t.players[id].rating) for id in order))), ("092", what),
             ("102", _line(chief)), *(("112", _line(name)) for name in deputies), ("122", t.settings.tempo)]
    if any(days):
        found.append(("132", in_columns(days)))
    found += [("142", str(t.settings.rounds)), ("XXR", str(t.settings.rounds))]
    if colour is not None:
        found.append(("152", colour.upper()))
    if t.settings.scoring != Scoring():
        scoring = t.settings.scoring
        values = (_halves(halves, scoring) for halves in
                  (scoring.win, scoring.draw, scoring.loss, scoring.pab, scoring.absent))
        found.append(("162", scoring_162(Scoring(*values))))
    system = CODES.get(t.settings.system, "CUSTOM_SWISS")
    if t.settings.system == "roundrobin" and t.settings.cycles == 2:
        system = "FIDE_DOUBLEROUNDROBIN"
    found += [("182", PROGRAM), ("192", system), ("202", ",".join(codes)), ("222", encoded(t.settings.tempo))]
    number = {id: n for n, id in enumerate(order, 1)}
    return [(code, body) for code, body in found if body or code in ALWAYS] + _lists(t, number)


def _lists(t: Tournament, number: Mapping[MemberId, int]) -> list[tuple[str, str]]:
    """Byes announced, pairs forbidden, points taken off."""
    found: list[tuple[str, str]] = []
    for round in range(t.next_round, t.settings.rounds + 1):
        away: dict[str, list[int]] = {}
        for id, n in number.items():
            if code := _away(t, t.players[id], round):
                away.setdefault(code, []).append(n)
        for code, numbers in sorted(away.items()):
            found.append(("240", f"{code} {round:>3} " + " ".join(f"{n:>4}" for n in numbers)))
    for ban in t.bans:
        if ban.strength == "never" and ban.players <= number.keys():
            first, last = (1, t.settings.rounds) if ban.round is None else (ban.round, ban.round)
            pair = " ".join(f"{n:>4}" for n in sorted(number[id] for id in ban.players))
            found.append(("260", f"{first:>3} {last:>3} {pair}"))
    for id, n in number.items():
        for round, halves in t.players[id].penalties:
            points = points_in(-_halves(halves, t.settings.scoring))
            found.append(("299", f"{'':9}{points:>4}  {max(round - 1, 1):>3} {n:>4}"))
    return found


def _away(t: Tournament, player: Person, round: int) -> str:
    """The code of a bye that is announced; who is out has a zero-point bye in the round to be paired."""
    if player.standing is not Standing.IN:
        return "Z" if round == t.next_round else ""
    halves = player.byes.get(round)
    if halves is None:
        return ""
    return "F" if halves >= t.settings.scoring.win else "H" if halves else "Z"


def _day(moment: datetime | None, t: Tournament) -> str:
    return moment.astimezone(ZoneInfo(t.settings.zone)).strftime("%Y/%m/%d") if moment else ""


def _line(text: str) -> str:
    return " ".join(text.split())


