"""Reading a line of a case file. Everything is looked at; what does not fit is a `BadCase` with the place."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.cases import RESULTS, SPELLING, BadCase, Redraw, Round, Tournament
from engine.pairing import Forced, Limit, Pair, pair_set
from engine.pairing.lots import Entry, start_order
from engine.pairing.machine import MACHINE


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
