"""What every change of the fold needs: reach a board, and drop a draft whose facts have changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from engine.facts import Entry
from engine.model import Game, MemberId, Tournament

BUNCH = timedelta(seconds=10)
"""Joins and departures within this time make one new draft, not many."""


def drop(t: Tournament, e: Entry, because: str, *, unless: Tournament | None = None, bunch: bool = False
          ) -> Tournament:
    """Take away a draft, or the answer that there is none, because the facts under it have changed."""
    if t is unless:
        return t
    if t.draft is None and t.stuck is None:
        return t
    return replace(t, draft=None, stuck=None, dropped=t.draft or t.dropped, because=because, drop_at=e.at,
                   redraft_at=e.at + BUNCH if bunch else None)


def _field(t: Tournament) -> set[MemberId]:
    return {p.id for p in t.entered() if p.first_round <= t.next_round and t.next_round not in p.byes}


def field_changed(before: Tournament, after: Tournament, e: Entry, because: str) -> Tournament:
    """The tournament after a change of people, without the draft if the field has changed."""
    if _field(before) == _field(after):
        return after
    return drop(after, e, because, bunch=True)


def in_round(t: Tournament, number: int, **changes: Any) -> Tournament:
    if not 1 <= number <= len(t.rounds):
        return t
    posted = replace(t.rounds[number - 1], **changes)
    return replace(t, rounds=(*t.rounds[:number - 1], posted, *t.rounds[number:]))


def on_board(t: Tournament, e: Entry, number: int, player: MemberId,
             change: Callable[[Game], Game | None]) -> Tournament:
    """`t` with one board changed; `t` itself if there is no such board or `change` gives None."""
    if not 1 <= number <= len(t.rounds):
        return t
    posted = t.rounds[number - 1]
    game = posted.game_of(player)
    changed = change(game) if game else None
    if game is None or changed is None:
        return t
    changed = replace(changed, moved=e.seq, moved_at=e.at)
    return in_round(t, number, games=tuple(changed if old is game else old for old in posted.games))
