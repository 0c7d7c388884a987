"""Test cases of the draughts systems: tournaments and re-draws, one JSON object a line.

A line is read into a `Tournament` or a `Redraw`; both make a `Field` for a round. What a line
expects of a round (order, points, coefficients) is not looked at; pairs, bye and results of a round
are the history of the rounds after it. Points are 2 / 1 / 0, players are start numbers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.history import MISSED, Kind, Past, Record, entered
from engine.model import Colour
from engine.pairing import MACHINE, Field, Forced, Limit, NoLegalDraw, Pair, pair_field, pair_set
from engine.pairing.draughts import classify
from engine.pairing.lots import Entry, start_order
from engine.pairing.redraw import redraw
from engine.tiebreaks import DEFAULTS, figure

SPELLING = {"chess": "simple"}
"""Systems whose name in case files is another than ours."""

RESULTS: dict[str, tuple[Past, Past]] = {
    text: (Past(*white), Past(*black))
    for text, white, black in (
        ("1-0", (Kind.GAME, 2), (Kind.GAME, 0)),
        ("1/2", (Kind.GAME, 1), (Kind.GAME, 1)),
        ("0-1", (Kind.GAME, 0), (Kind.GAME, 2)),
        ("0-0", (Kind.GAME, 0), (Kind.GAME, 0)),
        ("+-", (Kind.FORFEIT_WIN, 2), (Kind.FORFEIT_LOSS, 0)),
        ("-+", (Kind.FORFEIT_LOSS, 0), (Kind.FORFEIT_WIN, 2)),
        ("--", (Kind.FORFEIT_LOSS, 0), (Kind.FORFEIT_LOSS, 0)),
    )
}


class BadCase(ValueError):
    """The line does not follow the format; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a case: what is laid down for its draw, and what came of it.

    `pairs` is None if none are given; `results` too if the round has not been played.
    """

    number: int
    absent: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()
    fixed: tuple[Forced, ...] = ()
    pots: tuple[tuple[int, ...], ...] = ()
    waive: frozenset[Limit] = frozenset()
    never: frozenset[frozenset[int]] = frozenset()
    avoid: frozenset[frozenset[int]] = frozenset()
    pairs: tuple[Pair, ...] | None = None
    bye: int | None = None
    results: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole tournament. `order` holds entry numbers by start number, made from entries and seed."""

    id: str
    system: str
    seed: str
    entries: tuple[Entry, ...]
    order: tuple[int, ...]
    rounds: tuple[Round, ...]

    def field(self, round: int) -> Field:
        """What the draw of a round depends on. Raises BadCase if its settings contradict each other."""
        return self.field_of(self.rounds[round - 1])

    def field_of(self, asked: Round) -> Field:
        try:
            return Field(
                asked.number, self._records(asked.number - 1, asked), self.seed, forced=asked.fixed,
                never=asked.never, avoid=asked.avoid, pots=asked.pots, lifted=asked.waive,
            )
        except ValueError as error:
            raise BadCase(f"round {asked.number}: {error}") from error

    @property
    def played(self) -> int:
        """How many rounds have pairs and results."""
        return sum(1 for round in self.rounds if round.pairs is not None and round.results is not None)

    def final(self) -> dict[str, list[Fraction]]:
        """Points and coefficients after the last round played, by start number (section 13)."""
        records = entered(self._records(self.played, None).values(), max(self.played, 1))
        policy = DEFAULTS[self.system][1]
        wanted = [("points", "PTS", policy), ("buchholz", "BH", policy)]
        if policy == "ru_draughts":
            wanted += [
                ("solkoff", "BH/C1", policy),
                ("buchholz_manual", "BH", "ru_draughts_manual"),
                ("solkoff_manual", "BH/C1", "ru_draughts_manual"),
            ]
        figures = {name: figure(code, records, policy) for name, code, policy in wanted}
        return {name: [values[number] for number in sorted(records)] for name, values in figures.items()}

    def _records(self, rounds: int, asked: Round | None) -> dict[int, Record]:
        """Everybody's record after so many rounds, and who is there for the round asked about."""
        past: dict[int, list[Past]] = {number: [] for number in range(1, len(self.order) + 1)}
        gone: set[int] = set()
        for round in self.rounds[:rounds]:
            gone |= round.withdrawn
            seen = {} if round.bye is None else {round.bye: Past(Kind.BYE, 2)}
            for (white, black), result in zip(round.pairs or (), round.results or (), strict=True):
                ours, theirs = RESULTS[result]
                seen[white] = Past(ours.kind, ours.points, black, Colour.WHITE)
                seen[black] = Past(theirs.kind, theirs.points, white, Colour.BLACK)
            for number, items in past.items():
                items.append(seen.get(number, MISSED))
        gone |= asked.withdrawn if asked else set()
        entries = [self.entries[entry - 1] for entry in self.order]
        return {
            number: Record(
                number, tuple(past[number]), entry.rating, entry.first_round, number in gone,
                asked is None or number not in asked.absent,
            )
            for number, entry in enumerate(entries, 1)
        }


@dataclass(frozen=True, slots=True)
class Redraw:
    """A published round to be drawn again with as little change as possible (section 12)."""

    id: str
    state: Tournament
    now: Round
    pairs: tuple[Pair, ...]
    bye: int | None

    def field(self) -> Field:
        return self.state.field_of(self.now)


def read(text: str) -> Tournament | Redraw:
    """Read one line. Raises BadCase."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadCase(f"not JSON: {error}") from error
    except RecursionError as error:
        raise BadCase("not JSON: nested too deeply") from error
    if not isinstance(data, dict):
        raise BadCase("a case is a JSON object")
    if "kind" not in data:
        return _tournament(data, _text(data, "id"))
    if data["kind"] != "redraw":
        raise BadCase(f"unknown kind {data['kind']!r}")
    state = _get(data, "state", dict, "an object")
    tournament = _tournament(state, _text(data, "id"))
    number = _get(data, "round", int, "a number")
    if number != len(tournament.rounds) + 1 or tournament.played != len(tournament.rounds):
        raise BadCase(f"round {number} needs exactly the {number - 1} rounds before it, with results")
    published = _get(data, "published", dict, "an object")
    known = _known(len(tournament.order), number)
    pairs = _pairs(published, number, known)
    if pairs is None:
        raise BadCase("published: pairs are missing")
    bye = _bye(published, number, pairs, known)
    return Redraw(tournament.id, tournament, _round({**data, "pairs": None}, number, known), pairs, bye)


Known = Callable[[object], int]
"""Turns a value of the file into a start number, or raises BadCase."""


def _known(players: int, round: int) -> Known:
    def number(value: object) -> int:
        if type(value) is not int or not 1 <= value <= players:
            raise BadCase(f"round {round}: there is no player {value!r}")
        return value

    return number


def _tournament(data: Mapping[str, Any], id: str) -> Tournament:
    system = SPELLING.get(name := _text(data, "system"), name)
    if system not in MACHINE:
        raise BadCase(f"unknown system {name!r}")
    seed = _text(data, "seed")
    given = _get(data, "entries", list, "a list")
    entries = tuple(_entry(number, value) for number, value in enumerate(given, 1))
    order = tuple(start_order(entries, seed, system))
    rounds: list[Round] = []
    for number, value in enumerate(_get(data, "rounds", list, "a list"), 1):
        if not isinstance(value, dict):
            raise BadCase(f"round {number} is not an object")
        if value.get("round", number) != number:
            raise BadCase(f"round {number} is numbered {value['round']!r}")
        if rounds and rounds[-1].results is None:
            raise BadCase(f"round {number} comes after a round without pairs or results")
        rounds.append(_round(value, number, _known(len(entries), number)))
        for player in {n for pair in rounds[-1].pairs or () for n in pair} | {rounds[-1].bye} - {None}:
            first = entries[order[player - 1] - 1].first_round if player else 1
            if first > number:
                raise BadCase(f"round {number}: player {player} enters in round {first} only")
    return Tournament(id, system, seed, entries, order, tuple(rounds))


def _entry(number: int, value: object) -> Entry:
    first, rating = 1, value
    if isinstance(value, dict):
        first, rating = value.get("from_round", 1), value.get("rating")
    if rating is not None and type(rating) is not int:
        raise BadCase(f"entry {number}: the rating is not a whole number")
    if type(first) is not int or first < 1:
        raise BadCase(f"entry {number}: from_round is not a round")
    return Entry(number, rating, first)


def _round(data: Mapping[str, Any], number: int, known: Known) -> Round:
    pairs = _pairs(data, number, known)
    bye = _bye(data, number, pairs or (), known)
    results = _results(data, number, pairs)
    waive = _items(data, "waive", number)
    if unknown := [limit for limit in waive if limit not in list(Limit)]:
        raise BadCase(f"round {number}: unknown limit {unknown[0]!r}")
    return Round(
        number,
        frozenset(map(known, _items(data, "absent", number))),
        frozenset(map(known, _items(data, "withdrawn", number))),
        tuple(_fixed(item, number, known) for item in _items(data, "fixed", number)),
        tuple(tuple(map(known, _list(pot, f"round {number}: a pot"))) for pot in _items(data, "pots", number)),
        frozenset(Limit(limit) for limit in waive),
        pair_set(_two(item, f"round {number}: never", known) for item in _items(data, "never", number)),
        pair_set(_two(item, f"round {number}: avoid", known) for item in _items(data, "avoid", number)),
        pairs, bye, results,
    )


def _pairs(data: Mapping[str, Any], round: int, known: Known) -> tuple[Pair, ...] | None:
    if data.get("pairs") is None:
        return None
    return tuple(_two(item, f"round {round}: pairs", known) for item in _items(data, "pairs", round))


def _bye(data: Mapping[str, Any], round: int, pairs: Sequence[Pair], known: Known) -> int | None:
    """The bye, after a look whether everybody has one place only in the round."""
    bye = None if data.get("bye") is None else known(data["bye"])
    seated = [number for pair in pairs for number in pair] + ([] if bye is None else [bye])
    if twice := [number for number in seated if seated.count(number) > 1]:
        raise BadCase(f"round {round}: player {twice[0]} is there twice")
    return bye


def _results(data: Mapping[str, Any], round: int, pairs: tuple[Pair, ...] | None) -> tuple[str, ...] | None:
    if pairs is None or data.get("results") is None:
        return None
    results = tuple(_items(data, "results", round))
    if unknown := [result for result in results if not isinstance(result, str) or result not in RESULTS]:
        raise BadCase(f"round {round}: unknown result {unknown[0]!r}")
    if len(results) != len(pairs):
        raise BadCase(f"round {round}: {len(results)} results for {len(pairs)} pairs")
    return results


def _fixed(item: object, round: int, known: Known) -> Forced:
    if isinstance(item, list) and len(item) == 3 and item[2] is None:
        return Forced(*_two(item[:2], f"round {round}: fixed", known), coloured=False)
    return Forced(*_two(item, f"round {round}: fixed", known))


def _two(item: object, where: str, known: Known) -> Pair:
    if not isinstance(item, list) or len(item) != 2:
        raise BadCase(f"{where}: a pair is a list of two numbers")
    first, second = known(item[0]), known(item[1])
    if first == second:
        raise BadCase(f"{where}: player {first} against himself")
    return first, second


def _items(data: Mapping[str, Any], key: str, round: int) -> list[Any]:
    return _list(data.get(key) if data.get(key) is not None else [], f"round {round}: {key}")


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadCase(f"{where} is not a list")
    return value


def _get(data: Mapping[str, Any], key: str, kind: type, words: str) -> Any:
    if key not in data:
        raise BadCase(f"{key} is missing")
    if type(data[key]) is not kind:
        raise BadCase(f"{key} is not {words}")
    return data[key]


def _text(data: Mapping[str, Any], key: str) -> str:
    text = str(_get(data, key, str, "a text"))
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadCase(f"{key} holds half a character")
    return text


def answer(case: Tournament | Redraw) -> dict[str, object]:
    """What the engine says to a case, as JSON can hold it; `pairs` is None where no legal draw exists."""
    if isinstance(case, Redraw):
        try:
            again = redraw(case.field(), MACHINE[case.state.system], case.pairs, case.bye)
        except NoLegalDraw:
            return {"id": case.id, "pairs": None, "bye": None, "affected": None}
        return {"id": case.id, "pairs": again.draw.boards, "bye": again.draw.bye, "affected": len(again.affected)}
    rounds: list[dict[str, object]] = []
    for round in case.rounds:
        field = case.field(round.number)
        order = classify(field, MACHINE[case.system]).order
        try:
            draw = pair_field(field, case.system)
        except NoLegalDraw:
            rounds.append({"round": round.number, "order": order, "pairs": None, "bye": None})
        else:
            rounds.append({"round": round.number, "order": order, "pairs": draw.boards, "bye": draw.bye})
    final = {name: [_number(value) for value in values] for name, values in case.final().items()}
    return {"id": case.id, "start_order": case.order, "rounds": rounds, "final": final}


def _number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def says_no(answer: Mapping[str, Any]) -> bool:
    """Whether some round of an `answer` has no legal draw."""
    return any(round["pairs"] is None for round in answer.get("rounds", [answer]))
