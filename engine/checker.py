"""From a report file to a field, and every round of a file paired again.

A round that is in the file is paired with the records before it and with those who were paired in it;
the round after the last one with those for whom the file says nothing of that round (trf.md 6.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import SYSTEMS, Field, NoLegalDraw, Pair, pair_field, pair_set
from engine.pairing.fide import entrants
from engine.remarks import BadTrf
from engine.report import Cell, Player, Report, worth
from engine.trf_fields import PLAYED

ROBINS = {"FIDE_ROUNDROBIN": 1, "BERGER_ROUNDROBIN": 1, "FIDE_DOUBLEROUNDROBIN": 2, "BERGER_DOUBLEROUNDROBIN": 2}
"""How often everybody meets everybody, by the code of the file."""

CODES = {
    **dict.fromkeys(("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026"), "dutch"),
    **dict.fromkeys(ROBINS, "roundrobin"),
}
"""Systems by their code in records 192 and 092; 2025 is what the 2026 edition was first called."""

KINDS = {
    "+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS, "U": Kind.BYE, "F": Kind.FULL_BYE, "H": Kind.HALF_BYE,
    "": Kind.GAME, **dict.fromkeys(PLAYED, Kind.GAME),
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A round paired again: what our engine makes and whether the file says the same.

    `pairs` are (White, Black) in publication order; with `failure` there is no legal pairing.
    """

    round: int
    pairs: tuple[Pair, ...]
    bye: int | None
    agrees: bool
    expected: tuple[Pair, ...]
    expected_bye: int | None
    failure: NoLegalDraw | None = None


def system_of(report: Report, asked: str | None = None) -> str:
    """The system to pair with: as asked, as records 192 or 092 say, else Dutch.

    Raises BadTrf if the file names a system that does not exist here; it is never paired by another.
    """
    if asked is not None:
        return asked
    if report.system in ("", "CUSTOM_SWISS"):
        return named_by_us(report) or "dutch"
    if report.system not in CODES:
        raise BadTrf(0, 0, "no_system", system=report.system)
    return CODES[report.system]


def named_by_us(report: Report) -> str:
    """The system as our own files name it where it has no code (092 "Swiss: individual …"); else empty."""
    said = (re.search(r"\bSwiss: (\w+)", body) for code, body in report.records if code in ("092", "192"))
    return next((own[1] for own in said if own and own[1] in SYSTEMS), "")


def next_field(report: Report, seed: str = "") -> Field:
    """The round to be paired. Raises BadTrf if the file does not say enough for it (or says too much)."""
    round = report.paired + 1
    if report.rounds is None:
        raise BadTrf(0, 0, "no_rounds")
    if round > report.rounds:
        raise BadTrf(0, 0, "all_paired", rounds=report.rounds)
    if report.obstacle is not None:
        raise BadTrf.of(report.obstacle)
    colour = report.colour or initial_colour(report)
    if colour is None and round == 1:
        raise BadTrf(0, 0, "no_colour")
    here = {
        number for number, player in report.players.items()
        if player.cell(round) is None and number not in report.absent and (round, number) not in report.byes
    }
    return _field(report, round, report.rounds, here, colour, seed)


def past_field(report: Report, round: int, seed: str = "") -> Field:
    """A round that is in the file, as it was before it was paired.

    A file that does not say how many rounds there are has as many as it has round columns.
    """
    colour = report.colour or initial_colour(report)
    rounds = report.rounds or max(len(player.cells) for player in report.players.values())
    return _field(report, round, rounds, _paired_in(report, round), colour, seed)


def _paired_in(report: Report, round: int) -> set[int]:
    return {n for n, player in report.players.items() if (cell := player.cell(round)) and cell.paired}


def _field(
    report: Report, round: int, rounds: int, here: set[int], colour: Colour | None, seed: str
) -> Field:
    if report.by_rank:
        raise BadTrf(0, 0, "by_rank")
    records = {
        number: Record(
            number, tuple(_past(player, earlier, report) for earlier in range(1, round)), player.rating,
            present=number in here,
            penalties=tuple((given + 1, -halves) for given, halves in report.awards.get(number, ())),
        )
        for number, player in report.players.items()
    }
    never = pair_set(
        (a, b) for first, last, players in report.forbidden if first <= round <= last
        for a in players for b in players if a < b
    )
    return Field(
        round, records, seed, rounds, never=never, first_colour=colour, scoring=report.scoring,
        virtual=report.virtual, cycles=ROBINS.get(report.system, 1),
    )


def _past(player: Player, round: int, report: Report) -> Past:
    cell = player.cell(round)
    if cell is None and (code := report.byes.get((round, player.number))):
        cell = Cell(code=code)
    points = worth(cell, report.scoring)
    if cell is None:
        return Past(Kind.ABSENT, points)
    return Past(KINDS.get(cell.code, Kind.ABSENT), points, cell.opponent, cell.colour)


def initial_colour(report: Report) -> Colour | None:
    """The initial-colour as round 1 shows it, games before forfeits; None if no pair shows it (5.2.5)."""
    if report.paired == 0:
        return None
    field = _field(report, 1, report.rounds or 1, _paired_in(report, 1), Colour.WHITE, "")
    ranked = entrants(field, field.playing)
    place = {each.number: i for i, each in enumerate(ranked)}
    shown: dict[bool, Colour] = {}
    for each in ranked:
        cell = report.players[each.number].cell(1)
        if cell and cell.opponent and cell.colour and place[each.number] < place[cell.opponent]:
            colour = cell.colour if each.tpn % 2 else cell.colour.other
            shown.setdefault(cell.code in ("+", "-"), colour)
    return shown.get(False, shown.get(True))


def check(report: Report, system: str, seed: str = "") -> Iterator[Checked]:
    """Pair every round of the file again, in order."""
    for round in range(1, report.paired + 1):
        expected, expected_bye = pairs_of(report, round)
        try:
            draw = pair_field(past_field(report, round, seed), system)
        except NoLegalDraw as none:
            yield Checked(round, (), None, False, expected, expected_bye, none)
        else:
            same = set(draw.boards) == set(expected) and draw.bye == expected_bye
            yield Checked(round, draw.boards, draw.bye, same, expected, expected_bye)


def pairs_of(report: Report, round: int) -> tuple[tuple[Pair, ...], int | None]:
    """The pairs of a round in the file and who had the bye; the lower number first where no colour is given."""
    pairs, bye = [], None
    for number, player in report.players.items():
        cell = player.cell(round)
        if cell is not None and cell.code == "U":
            bye = number
        elif cell is not None and cell.opponent is not None:
            back = report.players[cell.opponent].cell(round)
            white = cell.colour is Colour.WHITE or (
                cell.colour is None and number < cell.opponent and (back is None or back.colour is not Colour.WHITE)
            )
            if white:
                pairs.append((number, cell.opponent))
    return tuple(pairs), bye
