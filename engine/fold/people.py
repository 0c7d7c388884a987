"""Facts about players: who is in, who is away, ratings and penalties."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine import facts as f
from engine.facts import Entry
from engine.fold.common import drop, field_changed, in_round
from engine.model import MemberId, Player, Role, Stage, Standing, Tournament
from engine.scorebook import renumbers


def joined(t: Tournament, e: Entry, fact: f.Joined) -> Tournament:
    known = t.players.get(fact.player)
    if known is not None and known.standing is Standing.IN:
        return t
    first = 1 if t.stage is Stage.ENTRY or not t.rounds else t.next_round
    if known is not None and known.number is None:
        known = replace(known, first_round=first)
    late = e.at if t.rounds and not t.settings.weekly else None       # there everybody answers for each round
    placed = _judged(e, fact.player)
    player = (replace(known, standing=Standing.IN, queued=e.seq, late=late, placed=placed) if known else
              Player(fact.player, joined=e.seq, queued=e.seq, guest=fact.guest, rating=fact.rating,
                     title=fact.title, first_round=first, late=late, placed=placed))
    return field_changed(t, _placed(t, player), e, "joined")


def rated(t: Tournament, e: Entry, player: MemberId, **changes: Any) -> Tournament:
    """Rating and title; of who has a start number already he is told, and the judges are."""
    known = t.players.get(player)
    told = e.seq if e.role >= Role.JUDGE and known is not None and known.number is not None else 0
    return about_player(t, e, player, **changes, rerated=told)


def about_player(t: Tournament, e: Entry, player: MemberId, **changes: Any) -> Tournament:
    known = t.players.get(player)
    if known is None:
        return t
    changed = replace(t, players={**t.players, player: replace(known, **changes)})
    # a rating never changes start numbers once they are final (draughts.md section 12, D33; C.04.2 2.3)
    if "penalties" not in changes and not renumbers(t):
        return changed
    return drop(changed, e, "penalty" if "penalties" in changes else "rating")


def standing(t: Tournament, e: Entry, player: MemberId, standing: Standing) -> Tournament:
    known = t.players.get(player)
    if known is None or known.standing is standing:
        return t
    back = standing is Standing.IN
    moved = replace(known, standing=standing, queued=e.seq if back and known.number is None else known.queued,
                    objected=None, kept_out=False, placed=_judged(e, player) if back else 0)
    because = "joined" if back else "left"
    return field_changed(t, _placed(t if back else _unmissed(t, player), moved), e, because)


def _judged(e: Entry, player: MemberId) -> int:
    """The entry, if a judge decided it about somebody else, who is told; else 0."""
    return e.seq if e.role >= Role.JUDGE and e.by != player else 0


def _unmissed(t: Tournament, player: MemberId) -> Tournament:
    """Nobody is waited for at the open board of who goes: judges are asked about that board at once."""
    for posted in t.rounds:
        game = posted.game_of(player)
        if game is not None and game.absence is not None and game.absence.over is None:
            here = replace(game, absence=None)
            t = in_round(t, posted.number, games=tuple(here if old is game else old for old in posted.games))
    return t


def _placed(t: Tournament, player: Player) -> Tournament:
    """`t` with the player, who remembers whether he had to wait: who moves up is told."""
    placed = replace(t, players={**t.players, player.id: player})
    if t.settings.limit is None:
        return placed
    waits = any(other.id == player.id for other in placed.waiting())
    return replace(t, players={**t.players, player.id: replace(player, waited=waits)})


def objected(t: Tournament, e: Entry, player: MemberId) -> Tournament:
    known = t.players.get(player)
    if known is None or known.standing is not Standing.REMOVED or known.objected is not None:
        return t
    return replace(t, players={**t.players, player: replace(known, objected=e.at)})


def kept_out(t: Tournament, player: MemberId) -> Tournament:
    known = t.players.get(player)
    if known is None or known.objected is None or known.kept_out:
        return t
    return replace(t, players={**t.players, player: replace(known, kept_out=True)})


def deferred(t: Tournament, player: MemberId) -> Tournament:
    known = t.players.get(player)
    if known is None or known.late is None:
        return t
    return replace(t, players={**t.players, player: replace(known, late=None)})


def away(t: Tournament, e: Entry, player: MemberId, number: int, halves: int | None) -> Tournament:
    known = t.players.get(player)
    if known is None or (known.byes.get(number) == halves and (halves is None) == (number in known.present)):
        return t
    byes = {r: h for r, h in known.byes.items() if r != number}
    present = known.present - {number}
    if halves is None:
        present |= {number}
    else:
        byes[number] = halves
    excused = {r: seq for r, seq in known.excused.items() if r != number}
    if seq := _judged(e, player):
        excused[number] = seq
    changed = replace(known, byes=byes, present=present, excused=excused)
    if number > len(t.rounds) or halves is None:
        return field_changed(t, replace(t, players={**t.players, player: changed}), e, "bye")
    if e.role >= Role.JUDGE:                # also his own: the other judges are told
        changed = replace(changed, corrected={**known.corrected, number: e.seq})
    after = field_changed(t, replace(t, players={**t.players, player: changed}), e, "bye")
    return _corrected(after, e, changed, number, halves)


def _corrected(t: Tournament, e: Entry, player: Player, number: int, halves: int) -> Tournament:
    """A bye of a posted round gives something else: also what the next draw rests on, if he has a number."""
    if player.first_round <= number:
        t = in_round(t, number, byes={**t.rounds[number - 1].byes, player.id: halves})
    return drop(t, e, "bye") if player.number is not None else t
