"""Why this pair, why the bye: the reasons of a draw chosen for one question and put together, still as data.

`draw.reasons` tell the whole procedure in order. Here those are taken that answer a question; many of a
kind become one (`Tried`, `Stayed`, `Passed`, `Pairs`), and what they do not hold is added: in which round
two have met, from which list of section 8 an opponent came, the colours so far, the system's own article.
Players are start numbers, points halves; `code` and the one word of `why`, `order` or `rule` name the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from engine.model import Colour
from engine.pairing import dutch_explain, roundrobin
from engine.pairing.draughts import Rules, ends, halves, neighbours
from engine.pairing.fide_reasons import Allotted, Alternative, Bye, ByeScore, Downfloat, Failures, FideReason, Given
from engine.pairing.fide_reasons import Scoregroup as Bracket
from engine.pairing.field import Draw, Field, Pair
from engine.pairing.machine import MACHINE
from engine.pairing.reasons import (
    AvoidedAnyway,
    ByeGiven,
    ByePassed,
    Coloured,
    DownPassed,
    Group,
    Paired,
    Reason,
    Rejected,
    WentDown,
)

WHYS = ("met", "colours", "forbidden", "unkept")
"""What can stand against a pair, in the order in which it is told."""


@dataclass(frozen=True, slots=True)
class Met:
    """Two who would have been a pair have met, in this round. `leaders`: they head the classification."""

    player: int
    opponent: int
    round: int
    leaders: bool = False
    code: str = "met"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class Tried:
    """Opponents who came before the one he got. `why` as in `Rejected`; `rounds` of the games if `met`."""

    player: int
    opponents: tuple[int, ...]
    why: str
    rounds: tuple[int, ...] = ()
    code: str = "tried"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs that were not made, for one `why`; `rounds` of the games if `met`."""

    pairs: tuple[Pair, ...]
    why: str
    rounds: tuple[int, ...] = ()
    code: str = "pairs"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class InGroup:
    """The group in which a pair was made: its own players and those who came down to it."""

    points: int
    players: tuple[int, ...]
    came_down: tuple[int, ...]
    code: str = "in_group"
    article: str = "5.4.10.8"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which list of 8.2 the opponent is the first possible one of.

    `order`: `floater first`, `floater last` (step A), `lower`, `upper` (half), `rest` (both in the lower
    half), `next` (neighbours), `last` (ends).
    """

    player: int
    opponent: int
    order: str
    code: str = "chosen"
    article: str = "5.4.10.5.5"


@dataclass(frozen=True, slots=True)
class Stayed:
    """Who did not go down as the odd one though it was his turn; `why` as in `DownPassed`."""

    players: tuple[int, ...]
    why: str
    code: str = "stayed"
    article: str = "5.4.10.5.4"


@dataclass(frozen=True, slots=True)
class Passed:
    """Who was passed over for the bye, from the bottom upwards; `why` as in `ByePassed`."""

    players: tuple[int, ...]
    why: str
    code: str = "passed"
    article: str = "5.4.10.2"


@dataclass(frozen=True, slots=True)
class Classified:
    """What the round goes by.

    `order` of equal points (section 6): `number`, `number down`, `lot`, or a criterion's code; of a round
    robin `berger`, or `left to meet` where it completes a Swiss.
    """

    order: str
    code: str = "order"
    article: str = "5.4.10"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """What ordered the two of a board among equal points, in halves."""

    white: int
    black: int
    first: int
    second: int
    code: str = "coefficients"
    article: str = "5.4.10"


@dataclass(frozen=True, slots=True)
class History:
    """The colours of the games both have played, oldest first (section 9 looks at nothing else)."""

    white: int
    black: int
    whites: tuple[Colour, ...]
    blacks: tuple[Colour, ...]
    code: str = "history"
    article: str = ""


@dataclass(frozen=True, slots=True)
class Avoided:
    """Pairs to avoid that are made all the same, as there was no legal draw without any of them (5.3)."""

    pairs: tuple[Pair, ...]
    code: str = "avoided"
    article: str = "D35"


Told = (Reason | FideReason | Met | Tried | Pairs | InGroup | Chosen | Stayed | Passed | Classified | Coefficients
        | History | Avoided)


@dataclass(frozen=True, slots=True)
class _Articles:
    """Where a system's own text stands: round 1, pairs in a group, who goes down, order of equal points."""

    first: str
    pair: str
    down: str
    order: str


_ARTICLES = {
    "blind": _Articles("5.4.10.4", "5.4.10.4", "5.4.10.4", "5.4.10.4"),
    "individual": _Articles("5.4.10.5.2", "5.4.10.5.5", "5.4.10.5.4", "5.4.10.5.3"),
    "solkoff": _Articles("5.4.10.5.2", "5.4.10.5.5", "5.4.10.5.4", "5.4.10.6.2"),
    "buchholz": _Articles("5.4.10.7.2", "5.4.10.7.5", "5.4.10.7.4", "5.4.10.7.3"),
    "simple": _Articles("D30", "D30", "D30", "D30"),
}
_DOWN = {"left over": "D15", "floater": "D13"}
_AGAINST = {"forbidden": "D35", "unkept": "5.4.10.8"}


def about_board(field: Field, draw: Draw, system: str, a: int, b: int) -> tuple[Told, ...]:
    """Why these two meet, and why with these colours; nothing for two who are no pair of the draw."""
    if frozenset((a, b)) not in {frozenset(pair) for pair in draw.boards}:
        return ()
    if system == "dutch":
        return tuple(_dutch_board(field, draw, frozenset((a, b))))
    if system == "roundrobin":
        return tuple(each for each in draw.reasons if {a, b} <= _named(each))
    return (*_paired(field, draw, system, frozenset((a, b))), *_coloured(field, draw, system, frozenset((a, b))))


def about_bye(field: Field, draw: Draw, system: str) -> tuple[Told, ...]:
    """Why the bye is where it is, and who was passed over; nothing if there is none."""
    if draw.bye is None:
        return ()
    if system == "dutch":
        told: list[Told] = [each for each in draw.reasons if isinstance(each, ByeScore | Bye)]
        return (*told, replace(dutch_explain.alternative(field, (draw.bye,)), code="alternative_bye"))
    given = [each for each in draw.reasons if isinstance(each, ByeGiven)]
    return (*_passed(draw), *given, classified(field, system))


def overview(field: Field, draw: Draw, system: str) -> tuple[Told, ...]:
    """What was not plain in the whole draw: the leaders, the bye, who has met, who went down."""
    if system == "roundrobin":
        return (classified(field, system),)
    told: list[Told] = []
    avoided = tuple(pair for pair in draw.boards if frozenset(pair) in field.avoid)
    if any(isinstance(each, AvoidedAnyway) for each in draw.reasons) and avoided:
        told.append(Avoided(avoided))
    leaders = _leaders(field, draw, "2.1.1" if system == "dutch" else "5.4.10.2")
    told += leaders
    if system == "dutch":
        told += [each for each in draw.reasons if isinstance(each, ByeScore | Bye | Given | Downfloat)]
        return (*told, *(each for each in takewhile(lambda each: isinstance(each, Failures),
                                                    dutch_explain.explain(field, draw))
                         if isinstance(each, Failures) and each.missed))
    told += about_bye(field, draw, system)[:-1]
    told += _pairs(field, draw, {frozenset((met.player, met.opponent)) for met in leaders})
    for _, reasons in _steps(draw):
        told += _gone(reasons, system, {each.player for each in reasons if isinstance(each, WentDown)})
    return (*told, classified(field, system))


def meeting(field: Field, a: int, b: int) -> int:
    """The round in which two who have met did so."""
    return next(round for round, past in enumerate(field.records[a].past, 1) if past.played and past.opponent == b)


def classified(field: Field, system: str) -> Classified:
    """How this round orders equal points; a round robin goes by its table. KeyError for other systems."""
    if system == "roundrobin":
        return Classified("berger" if field.robin == 1 else "left to meet", article=roundrobin.LAW)
    rules, articles = MACHINE[system], _ARTICLES[system]
    if rules.lots and field.round >= 2:
        return Classified("lot", article=articles.order)
    if rules.coefficient and field.round >= 3:
        return Classified(rules.coefficient, article=articles.order)
    if rules.descending(field.round):
        return Classified("number down", article="5.4.10.5.3" if field.round == 2 else "5.4.10.5.6")
    return Classified("number", article=articles.order)


# ---- the draughts systems and the simple Swiss


def _steps(draw: Draw) -> list[tuple[Group | None, list[Reason | FideReason]]]:
    """The groups in order, each with what was decided in it; what comes before the first one stands under None."""
    steps: list[tuple[Group | None, list[Reason | FideReason]]] = [(None, [])]
    for reason in draw.reasons:
        if isinstance(reason, Group):
            steps.append((reason, []))
        else:
            steps[-1][1].append(reason)
    return steps


def _paired(field: Field, draw: Draw, system: str, pair: frozenset[int]) -> Iterator[Told]:
    """The way of both down the groups, and how they were put together."""
    rules, articles = MACHINE[system], _ARTICLES[system]
    for group, reasons in _steps(draw):
        made = next((r for r in reasons if isinstance(r, Paired) and {r.player, r.opponent} == pair), None)
        if made is None:
            for player in sorted(pair):
                yield from _tried(field, reasons, player)
            yield from _gone(reasons, system, pair)
            continue
        if group is None:                                # forced
            yield made
            return
        if field.round > 1:
            article = "D25" if field.pots else "5.4.10.8"
            yield InGroup(group.points, group.players, group.came_down, article=article)
        for player in (made.player, made.opponent):
            yield from _tried(field, reasons, player)
        order = _order(rules, group, reasons, made)
        article = articles.first if field.round == 1 else articles.down if made.how == "floater" else articles.pair
        yield Chosen(made.player, made.opponent, order, article=article)
        return


def _order(rules: Rules, group: Group, reasons: Iterable[object], made: Paired) -> str:
    """The list of the table in 8.2 from which the opponent came; the halves as they were made there (D14)."""
    if made.how == "floater":
        return "floater last" if rules.floaters_from_end else "floater first"
    if rules.choice in (neighbours, ends):
        return "next" if rules.choice is neighbours else "last"
    assert rules.choice is halves, "a choice that has words"
    out = {r.opponent for r in reasons if isinstance(r, Paired) and r.how == "floater"}
    out |= {r.player for r in reasons if isinstance(r, WentDown) and r.why == "odd"}
    rest = [n for n in group.players if n not in out]
    upper = rest[:len(rest) // 2]
    if made.player not in upper:
        return "rest"
    return "upper" if made.opponent in upper else "lower"


def _tried(field: Field, reasons: Iterable[object], player: int) -> Iterator[Told]:
    """Whom he could not have here: tried for him, or he for somebody above (where that says something of him)."""
    found: dict[str, list[int]] = {why: [] for why in WHYS}
    for each in reasons:
        if isinstance(each, Rejected) and player == each.player:
            found[each.why].append(each.opponent)
        elif isinstance(each, Rejected) and player == each.opponent and each.why != "unkept":
            found[each.why].append(each.player)
    for why, opponents in found.items():
        opponents = list(dict.fromkeys(opponents))
        if why == "met" and len(opponents) == 1:
            yield Met(player, opponents[0], meeting(field, player, opponents[0]))
        elif opponents:
            rounds = tuple(meeting(field, player, n) for n in opponents) if why == "met" else ()
            yield Tried(player, tuple(opponents), why, rounds, article=_AGAINST.get(why, "5.4.10.2"))


def _gone(reasons: Iterable[object], system: str, players: Iterable[int]) -> Iterator[Told]:
    """Who of these goes down here and why; before the odd one, who stays though it was his turn."""
    stayed = [each for each in reasons if isinstance(each, DownPassed)]
    for each in reasons:
        if not isinstance(each, WentDown) or each.player not in players:
            continue
        for why in ("no opponent", "rest") if each.why == "odd" else ():
            if names := tuple(s.player for s in stayed if s.why == why and s.player != each.player):
                yield Stayed(names, why, article="D12" if why == "no opponent" else "5.4.10.8")
        article = _DOWN.get(each.why, _ARTICLES[system].down)
        turn = " from top" if each.why == "odd" and MACHINE[system].odd_from_top else ""
        yield replace(each, why=each.why + turn, article=article)


def _passed(draw: Draw) -> Iterator[Told]:
    for why in ("won without play", "rest"):
        players = tuple(r.player for r in draw.reasons if isinstance(r, ByePassed) and r.why == why)
        if players:
            yield Passed(players, why, article="5.4.10.2" if why == "won without play" else "D8")


def _pairs(field: Field, draw: Draw, told: set[frozenset[int]]) -> Iterator[Told]:
    """Every pair that was not made, by what stood against it."""
    for why in WHYS:
        tried = dict.fromkeys(tuple(sorted((r.player, r.opponent))) for r in draw.reasons
                              if isinstance(r, Rejected) and r.why == why)
        pairs = [(pair[0], pair[1]) for pair in tried if frozenset(pair) not in told]
        if pairs:
            rounds = tuple(meeting(field, *pair) for pair in pairs) if why == "met" else ()
            yield Pairs(tuple(pairs), why, rounds, article=_AGAINST.get(why, "5.4.10.2"))


def _leaders(field: Field, draw: Draw, article: str) -> list[Met]:
    """The two at the head of the classification, if they have met: what everybody asks about (complaint C16)."""
    if len(draw.order) < 2:
        return []
    a, b = draw.order[:2]
    if b not in field.records[a].met:
        return []
    return [Met(a, b, meeting(field, a, b), leaders=True, article=article)]


def _coloured(field: Field, draw: Draw, system: str, pair: frozenset[int]) -> Iterator[Told]:
    colours = next(r for r in draw.reasons if isinstance(r, Coloured) and {r.white, r.black} == pair)
    white, black = colours.white, colours.black
    if draw.coefficients:
        yield Coefficients(white, black, draw.coefficients[white], draw.coefficients[black],
                           article=_ARTICLES[system].order)
    if colours.rule == "round 1" and MACHINE[system].odd_white:
        colours = replace(colours, rule="round 1 numbers")
    elif colours.rule == "balance" and MACHINE[system].balance_first:
        colours = replace(colours, rule="balance first")
    yield colours
    if field.round > 1:
        yield History(white, black, field.records[white].colours, field.records[black].colours)


# ---- the Dutch system


def _dutch_board(field: Field, draw: Draw, pair: frozenset[int]) -> Iterator[Told]:
    white, black = next(board for board in draw.boards if frozenset(board) == pair)
    ordered = pair in {forced.players for forced in field.standing_pairs}
    if ordered:
        yield Given(white, black)
    for each in draw.reasons:
        if isinstance(each, Downfloat) and each.player in pair:
            yield each
        elif isinstance(each, Bracket) and pair in {frozenset(made) for made in each.pairs}:
            if field.round > 1:
                yield each
            for player in sorted(pair):
                met = tuple(n for n in (*each.moved_down, *each.residents) if n in field.records[player].met)
                if met:
                    yield Tried(player, met, "met", tuple(meeting(field, player, n) for n in met), article="2.1.1")
    if not ordered:
        yield dutch_explain.alternative(field, tuple(sorted(pair)))
    yield from (each for each in draw.reasons if isinstance(each, Allotted) and {each.white, each.black} == pair)
    if field.round > 1:
        yield History(white, black, field.records[white].colours, field.records[black].colours)


def _named(reason: object) -> set[object]:
    return {getattr(reason, name, None) for name in ("player", "opponent", "white", "black")}


__all__ = ["Alternative", "Told", "about_board", "about_bye", "classified", "meeting", "overview"]
