"""Why: how a draw came about, in the law's own reasons; the draft's for judges, his own board's for a player.

Reasons are not kept: the draw is made again from the facts as they were before the draft, which gives the
same. For what judges have changed by hand the law has no reason; that is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from bot.deed import sight, tongue
from bot.desk import button
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say
from bot.visit import Visit
from engine import fold
from engine.drafting import field_of
from engine.facts import Drafted
from engine.model import Change, MemberId, Refused, Tournament
from engine.pairing import Draw, pair_field
from engine.rights import allow

MOST = 40
"""Sentences in one answer."""

OVERVIEW = frozenset({"bye_passed", "bye", "avoid_dropped", "pair_rejected", "went_down",
                      "bye_score", "fide_bye", "downfloat"})
_PEOPLE = ("player", "opponent", "white", "black")
_POINTS = ("points", "from_points", "to_points", "score", "from_score", "to_score")


@dataclass(frozen=True, slots=True)
class Made:
    """A draw as the law makes it: its start list, and what judges have done to it by hand."""

    fact: Drafted
    before: Tournament
    changes: tuple[Change, ...]


@button("why")
async def why(v: Visit) -> None:
    """Of a draft to judges; of a posted round to each player about his own board, to a judge about all."""
    seq = int(v.args[1])
    t = await v.tournament()
    draft = t.draft if t.draft is not None and t.draft.seq == seq else None
    posted = next((posted for posted in t.rounds if posted.draft == seq), None)
    if draft is not None:
        allow("approve", v.actor)
    elif posted is None:
        raise Refused("out_of_date", round=t.next_round, board=0)
    me = v.actor.member
    own = posted is not None and (posted.game_of(me) is not None or posted.pab == me)
    if posted is not None and not own:
        allow("approve", v.actor)
    entries = [entry for entry in await v.office.store.ledger.entries(v.code) if entry.seq <= seq]
    fact = entries[-1].fact
    assert isinstance(fact, Drafted), "a draft is known by its entry"
    changes = draft.changes if draft else posted.changes if posted else ()
    made = Made(fact, fold.replay(v.code, entries[:-1]), changes)
    await v.at_length(_explain(v, made, me if own else None))


async def _explain(v: Visit, made: Made, me: MemberId | None) -> None:
    view, s = await sight(v), tongue(v)
    order = made.fact.start_list
    field, _ = field_of(made.before, order, made.before.seed or made.fact.seed or "")
    draw = await asyncio.to_thread(pair_field, field, made.before.settings.system)
    lines = list(_sentences(view, s, draw, order, _board_of(made.fact, me)))
    by_hand = [view.change(s, change) for change in made.changes if change.fits]
    head = s("why.head", round=made.fact.round)
    shown = text(head, *by_hand, *lines[:MOST]) if lines or by_hand else text(head, s("why.plain"))
    await v.answer(shown)


def _board_of(fact: Drafted, me: MemberId | None) -> frozenset[MemberId]:
    """The players whose board is asked about; empty: all."""
    if me is None:
        return frozenset()
    return next((frozenset(pair) for pair in fact.pairs if me in pair), frozenset({me}))


def _sentences(view: View, s: Say, draw: Draw, order: tuple[MemberId, ...], about: frozenset[MemberId]
               ) -> Iterator[Safe]:
    """The reasons in words, without repeating one; only those about these players, if any are named."""
    if about:
        yield from (s("why.points", name=view.short(player), points=view.points(draw.points[number]))
                    for number, player in enumerate(order, 1) if player in about and number in draw.points)
    said: set[str] = set()
    for reason in draw.reasons:
        named = {order[value - 1] for name in _PEOPLE if isinstance(value := getattr(reason, name, None), int)}
        if not (named & about if about else reason.code in OVERVIEW):
            continue
        words = _words(view, s, reason, order)
        if words and words not in said:
            said.add(words)
            yield words


def _words(view: View, s: Say, reason: Any, order: tuple[MemberId, ...]) -> Safe | None:
    """One reason; None for those that only say that nothing stood in the way."""
    kind = next((getattr(reason, name) for name in ("why", "rule") if hasattr(reason, name)), "")
    key = f"why.{reason.code}.{kind.replace(' ', '_')}" if kind else f"why.{reason.code}"
    if not s.has(key):
        return None
    values: dict[str, object] = {}
    for known in fields(reason):
        value = getattr(reason, known.name)
        if known.name in _PEOPLE:
            values[known.name] = view.short(order[value - 1])
        elif known.name in _POINTS:
            values[known.name] = "–" if value is None else view.points(value)
    return s("why.line", what=s(key, **values), article=reason.article)
