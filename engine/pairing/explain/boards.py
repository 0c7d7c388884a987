"""Why these two meet, and why with these colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.pairing import dutch_explain
from engine.pairing.draughts_rules import Rules, ends, halves, neighbours
from engine.pairing.explain.groups import gone, meeting, steps, tried
from engine.pairing.explain.laws import ARTICLES
from engine.pairing.explain.told import Chosen, Coefficients, History, InGroup, Told, Tried
from engine.pairing.fide_reasons import Allotted, Downfloat, Given
from engine.pairing.fide_reasons import Scoregroup as Bracket
from engine.pairing.field import Draw, Field
from engine.pairing.machine import MACHINE
from engine.pairing.reasons import Coloured, Group, Paired, WentDown


def about_board(field: Field, draw: Draw, system: str, a: int, b: int) -> tuple[Told, ...]:
    """Why these two meet, and why with these colours; nothing for two who are no pair of the draw."""
    if frozenset((a, b)) not in {frozenset(pair) for pair in draw.boards}:
        return ()
    if system == "dutch":
        return tuple(_dutch_board(field, draw, frozenset((a, b))))
    if system == "roundrobin":
        return tuple(each for each in draw.reasons if {a, b} <= _named(each))
    return (*_paired(field, draw, system, frozenset((a, b))), *_coloured(field, draw, system, frozenset((a, b))))


def _named(reason: object) -> set[object]:
    return {getattr(reason, name, None) for name in ("player", "opponent", "white", "black")}


# ---- the draughts systems and the simple Swiss


def _paired(field: Field, draw: Draw, system: str, pair: frozenset[int]) -> Iterator[Told]:
    """The way of both down the groups, and how they were put together."""
    rules, articles = MACHINE[system], ARTICLES[system]
    for group, reasons in steps(draw):
        made = next((r for r in reasons if isinstance(r, Paired) and {r.player, r.opponent} == pair), None)
        if made is None:
            for player in sorted(pair):
                yield from tried(field, reasons, player)
            yield from gone(reasons, system, pair)
            continue
        if group is None:                                # forced
            yield made
            return
        if field.round > 1:
            article = "D25" if field.pots else "5.4.10.8"
            yield InGroup(group.points, group.players, group.came_down, article=article)
        for player in (made.player, made.opponent):
            yield from tried(field, reasons, player)
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


def _coloured(field: Field, draw: Draw, system: str, pair: frozenset[int]) -> Iterator[Told]:
    colours = next(r for r in draw.reasons if isinstance(r, Coloured) and {r.white, r.black} == pair)
    white, black = colours.white, colours.black
    if draw.coefficients:
        yield Coefficients(white, black, draw.coefficients[white], draw.coefficients[black],
                           article=ARTICLES[system].order)
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
