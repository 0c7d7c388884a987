"""Why not otherwise? What the best pairing without a certain pair, or with another bye, would break.

The round is paired again with the pair forbidden; in the first bracket where the two differ, their
candidates are compared criterion by criterion (C.04.3 3.8.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.pairing.dutch import Descent, descend
from engine.pairing.dutch_costs import failures
from engine.pairing.fide_reasons import Alternative, Failures
from engine.pairing.field import Draw, Field, NoLegalDraw


def explain(field: Field, draw: Draw) -> Iterator[Failures | Alternative]:
    """What each bracket could not fulfil, then the alternative to every pair and to the bye."""
    made, _ = descend(field, _free(field))
    players = made.players
    for bracket, candidate in made.steps:
        broken = failures(players, made.completion.legal, bracket, candidate) or {}
        missed = tuple(
            (name, sum(numbers)) for name, numbers in broken.items() if sum(numbers) and int(name[1:3]) >= 10
        )
        score = players.scores[bracket.residents.bit_length() - 1]
        yield Failures(score, missed)
    for pair in made.pairs:
        yield alternative(field, pair, made)
    if draw.bye is not None:
        yield alternative(field, (draw.bye,), made)


def alternative(field: Field, players: tuple[int, ...], made: Descent | None = None) -> Alternative:
    """The best pairing without the pair `players`, or (one player) in which he has not the bye.

    Raises KeyError for players who are not paired by the rules: absent, or in a forced pair.
    """
    free = _free(field)
    made = made or descend(field, free)[0]
    for number in players:
        made.players.place[number]
    never = field.never | {frozenset(players)} if len(players) == 2 else field.never
    try:
        other, _ = descend(
            replace(field, never=never, forced=()), free, frozenset(players if len(players) == 1 else ())
        )
    except NoLegalDraw:
        return Alternative(players, (), "C4", article="2.2.1")
    partner = {a: b for pair in other.pairs for a, b in (pair, pair[::-1])}
    opponents = tuple(partner.get(number, 0) for number in players)
    if made.bye_score is not None and other.bye_score != made.bye_score:
        scores = (made.bye_score,), (other.bye_score or 0,)
        return Alternative(players, opponents, "C5", *scores, article="2.3.1")
    for (bracket, ours), (_, theirs) in zip(made.steps, other.steps, strict=True):
        if {frozenset(pair) for pair in ours.pairs} == {frozenset(pair) for pair in theirs.pairs}:
            continue
        mine = failures(made.players, made.completion.legal, bracket, ours) or {}
        his = failures(made.players, made.completion.legal, bracket, theirs) or {}
        for name, numbers in mine.items():
            if numbers != his[name]:
                return Alternative(players, opponents, name.split()[0], numbers, his[name])
        return Alternative(players, opponents, "order", article="4")
    raise AssertionError("without one of its pairs a round is another one")


def _free(field: Field) -> list[int]:
    """Those whom the rules pair: all who take part but the forced pairs."""
    taken = {number for pair in field.standing_pairs for number in pair.players}
    return [number for number in field.playing if number not in taken]
