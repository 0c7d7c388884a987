"""What is to be said of a report file: why it is refused, and what was taken otherwise than it stands there.

The engine has no language: a remark is a code with details. The words here are those of the command
line; a chat has its own for the same codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

REFUSALS = {
    "empty": "there is no player record 001",
    "too_long": "more than {limit} letters",
    "long_line": "more than {limit} letters in a line",
    "many_rounds": "more than {limit} rounds",
    "many_lists": "more than {limit} records of bans, acceleration and points",
    "many_pairs": "more than {limit} pairs who may not meet",
    "no_blank": "a blank is missing after the record code",
    "misspelt": "record {record} looks like a misspelt player record 001",
    "not_number": "{text} is not a number",
    "not_points": "{text} is not a number of points",
    "number_used": "start number {number} is already used in line {other}",
    "result": "unknown result {text}",
    "colour": "unknown colour {text}",
    "shifted": "the columns of the round blocks are shifted",
    "symbol": "unknown symbol {text} of the scoring system",
    "first_colour": "the initial colour is W or B, not {text}",
    "own_opponent": "player {player} is his own opponent",
    "no_player": "there is no player {player}",
    "one_sided": "player {other} does not name player {player} in round {round}",
    "results": "results {ours} and {theirs} do not fit",
    "equal_colours": "equal colours in round {round}",
    "bye_opponent": "{bye} in round {round} is a bye, yet player {opponent} is named as the opponent",
    # of what is read, but can be neither paired nor taken over
    "halves": "{text} is not a whole number of half points",
    "whole": "{text} points, where the scoring has whole points only",
    "scoring_parts": "{name} has another value than what it belongs to",
    "points": "the results of player {player} give {results} points, the points column says {said}",
    "no_system": "the file asks for {system}, which is not available",
    "no_rounds": "the number of rounds is missing (record 142 or XXR)",
    "all_paired": "all rounds have been paired ({rounds})",
    "no_colour": "the initial colour is missing (record 152 or XXC)",
    "by_rank": "XXC rank: pairing by rank instead of start number is not available",
    "no_seed": "the system blind needs the seed of the tournament (--seed)",
    "no_round": "the file has no round {round}",
    "too_many": "{count} players; at most {most}",
    "too_many_rounds": "{count} rounds; at most {most}",
    "robin_table": "a round robin by another table than that of C.05 Annex 1",
    "accelerated": "the rounds to come are accelerated, which is not available",
    # of lists of players
    "nobody": "there is no name in it",
    "no_table": "the quotes of the line do not fit",
    "rating": "{rating} is no rating; at most {highest}",
    # of what is taken over
    "awarded": "results {ours} and {theirs} of an unplayed game of round {round} cannot be kept",
}
"""Why a file is not read, paired or taken over. All or nothing (trf.md 6.4)."""

ADJUSTMENTS = {
    "code_page": "not UTF-8, read as {page}",
    "cr_only": "the lines end with CR alone",
    "repeated": "record {record} is repeated, the last one counts",
    "columns": "the columns are shifted by {by}, read where they stand",
    "words": "the rounds are read as words, not by column",
    "comma": "a comma in the points is read as a point",
    "lone": "round {round}: the result {text} has no opponent, read as {code}",
    "letter": "round {round}: a letter alone, without 0000 and hyphen, read as {code}",
    "blank_bye": "the blank bye of round {round} is read as {code}",
    "star": "no result yet in round {round}",
    "pending": "a result on one side only in round {round}: awaited",
    "colour_given": "the colour of round {round} is that which the opponent leaves",
    "colour_unknown": "the colours of round {round} are not known",
    "as_awarded": "an unplayed game of round {round} with results {ours} and {theirs}: as awarded",
    "count": "record 062 says {said} players, there are {found}",
    "long": "there are {found} rounds, {said} are announced",
    "two_rounds": "records 142 and XXR differ ({first} and {second} rounds), 142 counts",
    "two_colours": "records 152 and XXC differ, 152 counts",
    "date": "the date {text} is read as {read}",
    "no_date": "{text} is no date, kept as it stands",
    "round_dates": "the dates of the rounds are kept as they stand (lines: {n})",
    "count_text": "of {text} the number counts: {read}",
    "sex": "sex {text} is read as {read} (players: {n})",
    "title": "title {text} is read as {read} (players: {n})",
    "name_late": "the name begins late (players: {n})",
    "birth": "the date of birth is not written YYYY/MM/DD, kept as it stands (players: {n})",
    "two_scorings": "records 162 and XXS or BB* differ, 162 counts",
    "stranger": "there is no player {player}, who is named in a list",
}
"""What was read all the same, and how (trf.md 6.5)."""

WORDS = {**REFUSALS, **ADJUSTMENTS}

BYES = {"U": "pairing-allocated bye (U)", "H": "half-point bye (H)", "F": "full-point bye (F)",
        "Z": "zero-point bye (Z)"}
"""What the detail `code` of a remark means."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One of `WORDS` about a line and column of a file (from 1; 0: the whole file or line)."""

    code: str
    line: int = 0
    column: int = 0
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        bye = {"code": BYES[str(self.details["code"])]} if "code" in self.details else {}
        return WORDS[self.code].format(**{**self.details, **bye})

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}: {self.reason}" if self.line else self.reason


class BadTrf(ValueError):
    """The file cannot be read, or not be used: `remark` says where and why. Nothing of it was taken."""

    def __init__(self, line: int, column: int, code: str, **details: object) -> None:
        self.remark = Remark(code, line, column, details)
        super().__init__(str(self.remark))

    @classmethod
    def of(cls, remark: Remark) -> BadTrf:
        return cls(remark.line, remark.column, remark.code, **remark.details)

    @property
    def line(self) -> int:
        return self.remark.line

    @property
    def column(self) -> int:
        return self.remark.column
