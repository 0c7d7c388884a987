"""A minimal re-draw of the round that runs, by a judge's reasoned decision (draughts.md section 12, D27, D33).

The program never begins one by itself, and a no-show is by itself no reason for one. Boards that have a
result stay; of the others as many as the law lets stay. `preview` shows what would come of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import drafting, scorebook
from engine import facts as f
from engine.entry import still_open
from engine.facts import Fact
from engine.judging.draws import needs_reason
from engine.model import Actor, MemberId, Player, Refused, Round, Tournament
from engine.pairing import Field, NoLegalDraw, Pair
from engine.pairing.machine import MACHINE, list_boards, redraw_field
from engine.rights import action

Boards = tuple[tuple[MemberId, MemberId], ...]


@dataclass(frozen=True, slots=True)
class Redraw:
    """The boards of a round as a re-draw would leave them, in board order, White first, and the bye."""

    round: int
    pairs: Boards
    pab: MemberId | None


def preview(t: Tournament) -> Redraw:
    """What a minimal re-draw of the round that runs would give.

    `Refused`: "no_round_yet", "round_over" (every board has a result), "no_redraw" (a system without it),
    "redraw_impossible" (no legal pairing), "redraw_needless" (everything can stay).
    """
    still_open(t)
    if t.round is None:
        raise Refused("no_round_yet")
    if t.system not in MACHINE:
        raise Refused("no_redraw")
    posted = t.round
    if all(game.result is not None for game in posted.games):
        raise Refused("round_over", round=posted.number)
    new = _comers(t)
    order = (*scorebook.start_list(t), *(player.id for player in new))
    number = scorebook.numbers(order)
    players = {**t.players, **{player.id: replace(player, first_round=posted.number) for player in new}}
    field, _ = drafting.field_of(replace(t, rounds=t.rounds[:-1], players=players), order, t.seed or "")
    published = [(number[game.white], number[game.black]) for game in posted.games]
    done = [pair for pair, game in zip(published, posted.games, strict=True) if game.result is not None]
    try:
        drawn = redraw_field(_with(field, done, takes_part=False), t.system, published,
                             None if posted.pab is None else number[posted.pab]).draw
    except NoLegalDraw:
        raise Refused("redraw_impossible", round=posted.number) from None
    boards = list_boards(_with(field, done, takes_part=True), t.system, [*done, *drawn.boards])
    pairs = tuple((order[white - 1], order[black - 1]) for white, black in boards)
    found = Redraw(posted.number, pairs, None if drawn.bye is None else order[drawn.bye - 1])
    if not _differs(posted, found):
        raise Refused("redraw_needless", round=posted.number)
    return found


@action
def redraw(t: Tournament, who: Actor, *, round: int, reason: str) -> list[Fact]:
    """Draw the round that runs again, touching as few as possible; see `preview` for what is refused."""
    if t.round is None or round != t.round.number:
        raise Refused("out_of_date", round=round, board=0)
    found = preview(t)
    needs_reason(reason)
    return [f.Redrawn(found.round, found.pairs, found.pab, reason)]


def _comers(t: Tournament) -> list[Player]:
    """Late arrivals about whom judges are still asked: they take part in the round from now on."""
    new = [p for p in t.entered() if p.number is None and p.late is not None]
    return sorted(new, key=lambda p: p.joined)


def _with(field: Field, done: Iterable[Pair], *, takes_part: bool) -> Field:
    """The field in which those whose board has a result take part in the round, or do not."""
    changed = {n: replace(field.records[n], present=takes_part, withdrawn=False) for pair in done for n in pair}
    return replace(field, records={**field.records, **changed})


def _differs(posted: Round, found: Redraw) -> bool:
    return {game.players for game in posted.games} != {*found.pairs} or posted.pab != found.pab
