"""Criteria for places, and the coefficients by which some systems pair.

The table `FIGURES` says of every code (tiebreaks.md section 13) where it comes from (a section of
tiebreaks.md, which restates C.07, or an article of the draughts rules), what it is made of, and under
which policies for unplayed rounds it can be computed; `UNDONE` what is not done, and why. The names in
both languages are `tiebreak.<code>` in bot/texts. All figures are exact; they use the records up to now,
so the table after any round and the coefficients of a draw come from the same code. Every figure is made
of `Term`s (`explain`), so what the bot shows as a sum is what was computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.history import Record
from engine.model import Scoring
from engine.tiebreaks import own, ratings, sums
from engine.tiebreaks.codes import BadCode, Code, read
from engine.tiebreaks.direct import direct
from engine.tiebreaks.opponents import POLICIES, ROBIN
from engine.tiebreaks.order import Line, ordered
from engine.tiebreaks.terms import Cut, Term, Terms, Why, mean, total

__all__ = [
    "DEFAULTS", "FIGURES", "POLICIES", "ROBIN", "UNDONE", "BadCode", "Code", "Cut", "Figure", "Line", "Term", "Why",
    "direct", "explain", "figure", "in_points", "order", "parse",
]

_ALL = (*POLICIES, ROBIN)
Made = Callable[[Code, Mapping[int, Record], str, Scoring], dict[int, Terms]]


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    `carries` are the letters of the modifiers it may have. `how` its terms become the figure: "sum",
    "mean", "rating" (a mean, rounded), "TPR", "PTP", "group" (DE, only inside a group). `power` is the
    unit: 1 halves, 2 their squares, 0 counts and ratings. `missing` says why it is not done; empty: done.
    """

    code: str
    article: str
    name: str
    carries: str = ""
    how: str = "sum"
    power: int = 0
    made: Made | None = None
    policies: tuple[str, ...] = _ALL


FIGURES: dict[str, Figure] = {
    line.code: line
    for line in (
        Figure("PTS", "draughts.md 2", "points", "R", power=1, made=own.given),
        Figure("DE", "9", "direct encounter", "P", "group"),
        Figure("WIN", "7.2", "rounds won", "R", made=own.rounds_counted),
        Figure("WON", "7.3", "games won", "PR", made=own.rounds_counted),
        Figure("BPG", "7.4", "games with Black", "PR", made=own.rounds_counted),
        Figure("BWG", "7.5", "games won with Black", "PR", made=own.rounds_counted),
        Figure("PS", "7.6", "progressive score", "CR", power=1, made=own.progressive),
        Figure("REP", "7.7", "rounds one elected to play", "PR", made=own.rounds_counted),
        Figure("STD", "7.8", "standard points", "R", made=own.standard),
        Figure("TPN", "7.9", "pairing number", "R", made=own.given),
        Figure("RTNG", "7.10", "rating", "R", made=own.given),
        Figure("BH", "7.11, 5.4.10.7.6", "Buchholz, Solkoff", "CMPFR", power=1, made=sums.buchholz),
        Figure("BH/C1", "7.11, 5.4.10.6.2", "Buchholz cut 1, truncated Solkoff", power=1),
        Figure("BH/C2", "7.11", "Buchholz cut 2", power=1),
        Figure("BH/M1", "7.11", "median Buchholz", power=1),
        Figure("BH/M2", "7.11", "median Buchholz 2", power=1),
        Figure("FB", "7.12", "fore Buchholz", "CMPR", power=1, made=sums.buchholz),
        Figure("AOB", "7.13", "average of opponents' Buchholz", "CMPFR", "mean", 1,
               sums.opponents_buchholz),
        Figure("SB", "7.14", "Sonneborn-Berger", "CMPFR", power=2, made=sums.sonneborn_berger),
        Figure("SB/C1", "7.14", "Sonneborn-Berger cut 1", power=2),
        Figure("KS", "7.15", "Koya", "LPR", power=1, made=sums.koya),
        Figure("ARO", "7.16", "average rating of opponents", "CMPR", "rating",
               made=ratings.average_rating),
        Figure("ARO/C1", "7.16", "average rating of opponents cut 1"),
        Figure("TPR", "7.17", "performance rating", "PR", "TPR", made=ratings.average_rating),
        Figure("PTP", "7.18", "perfect performance", "PR", "PTP", made=ratings.average_rating),
        Figure("APRO", "7.19", "average performance of opponents", "CMPR", "rating",
               made=ratings.opponents_performance),
        Figure("APPO", "7.19", "average perfect performance of opponents", "CMPR", "rating",
               made=ratings.opponents_performance),
    )
}

UNDONE: dict[str, str] = dict.fromkeys(
    ("MPVGP", "ESB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "BC", "TBR",
     "BBE", "SSSC"), "a tie-break of team events (tiebreaks.md section 12); there are no teams here",
)
"""Code -> why it is not done."""

_DRAUGHTS = (("BH/C1", "BH"), "ru_draughts")

DEFAULTS: dict[str, tuple[tuple[str, ...], str]] = {
    "blind": _DRAUGHTS,
    "individual": _DRAUGHTS,
    "solkoff": _DRAUGHTS,
    "buchholz": (("BH", "BH/C1"), "ru_draughts"),
    "simple": (("BH",), "played"),
    "dutch": (("BH/C1", "BH", "SB", "DE", "WIN"), "fide2026"),
    "roundrobin": (("DE", "WIN", "SB", "KS"), ROBIN),
}
"""System -> (criteria after points, policy) where the regulations are silent (tiebreaks.md 11.4, D32)."""


def parse(text: str) -> Code:
    """A code of the table from its spelling. Raises BadCode and says why."""
    code = read(text)
    if code.name not in FIGURES:
        raise BadCode(text, UNDONE.get(code.name, "unknown criterion"))
    if wrong := sorted(code.modifiers - set(FIGURES[code.name].carries)):
        raise BadCode(text, f"{code.name} takes no /{wrong[0]}")
    return code


def explain(
    code: str, records: Mapping[int, Record], number: int, policy: str, scoring: Scoring | None = None
) -> list[Term]:
    """The terms of one player's figure, in order of rounds, the cut ones marked.

    Added up, or averaged, as `Figure.how` says they are the figure. Of TPR and PTP they are the ratings
    met, of DE there are none. Raises BadCode, and ValueError for an unknown policy.
    """
    made = FIGURES[parse(code).name].made
    return list(made(parse(code), records, policy, scoring or Scoring())[number]) if made else []


def figure(
    code: str, records: Mapping[int, Record], policy: str, scoring: Scoring | None = None
) -> dict[int, Fraction]:
    """A criterion by start number, in the unit of the table. Who has no such figure is not in it.

    Raises BadCode for a code that is not in the table, ValueError for an unknown policy or for DE, which
    exists only inside a group of equals (`order`).
    """
    wanted, points = parse(code), scoring or Scoring()
    line = FIGURES[wanted.name]
    if line.made is None:
        raise ValueError(f"{code} is no figure of a single player")
    found: dict[int, Fraction | int | None] = {}
    for number, terms in line.made(wanted, records, policy, points).items():
        match line.how:
            case "mean":
                found[number] = mean(terms)
            case "rating":
                average = mean(terms)
                found[number] = None if average is None else ratings.rounded(average)
            case "TPR" | "PTP":
                performance = ratings.tournament_performance if line.how == "TPR" else ratings.perfect_performance
                found[number] = performance(terms, ratings.results(terms, records, number, points))
            case _:
                found[number] = total(terms) if terms or wanted.name != "RTNG" else None
    return {number: Fraction(value) for number, value in found.items() if value is not None}


def order(
    records: Mapping[int, Record], codes: Sequence[str], policy: str, scoring: Scoring | None = None
) -> list[Line]:
    """The table by points and these criteria, shared places included (11.2, 11.3). Raises as `figure`."""
    points = scoring or Scoring()
    wanted = [parse(code) for code in codes]
    return ordered(records, [
        (code, None if code.name == "DE" else figure(str(code), records, policy, points)) for code in wanted
    ], policy, points)


def in_points(code: str, value: Fraction, scoring: Scoring) -> Fraction:
    """A figure in the event's own points (BH, SB …); counts and ratings as they are."""
    power: int = FIGURES[parse(code).name].power
    return value / Fraction(scoring.unit**power)
