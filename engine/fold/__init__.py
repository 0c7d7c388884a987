"""What the tournament is now: facts in, `Tournament` out. Nothing here refuses; what is written has happened.

A fact that finds nothing to stand on (its board was taken back, its player never joined) leaves the
tournament as it was. `judging.undoing` uses just this to see what goes along with an undone step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine import facts as f
from engine.facts import Entry
from engine.fold.boards import contest, reported, retract, ruled, settled, swap_colours
from engine.fold.common import BUNCH, drop, in_round, on_board
from engine.fold.draws import about_draft, drafted, drawn, numbered, ordered, redrawn, robin, seated, setting
from engine.fold.merging import claimed, merged
from engine.fold.people import about_player, away, deferred, joined, kept_out, objected, rated, standing
from engine.fold.weeks import called, closed, one_short
from engine.model import Absence, NoDraw, Stage, Standing, Tournament

__all__ = ["BUNCH", "apply", "evolve", "replay", "undone"]


def replay(code: str, entries: Iterable[Entry]) -> Tournament:
    """The tournament after these entries, in order, without the steps that an `Undone` names.

    Raises ValueError when there is no `Opened` among them.
    """
    known = list(entries)
    dead = undone(known)
    t: Tournament | None = None
    for entry in known:
        t = replace(numbered(t, entry), version=entry.seq) if t and entry.seq in dead else evolve(t, entry, code)
    if t is None:
        raise ValueError(f"{code}: no entries")
    return t


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The seqs of all entries of undone steps. An undone `Undone` undoes nothing."""
    known = list(entries)
    cause_of = {entry.seq: entry.cause for entry in known}
    dead_causes: set[str] = set()
    for entry in reversed(known):                # an Undone names only steps before it
        if isinstance(entry.fact, f.Undone) and entry.cause not in dead_causes:
            dead_causes |= {cause_of[seq] for seq in entry.fact.steps if seq in cause_of}
    return frozenset(entry.seq for entry in known if entry.cause in dead_causes)


def evolve(t: Tournament | None, e: Entry, code: str) -> Tournament:
    """The tournament after one more entry. The warning that matters: an `Undone` needs a `replay` of all."""
    if t is None:
        if not isinstance(e.fact, f.Opened):
            raise ValueError(f"{code}: the first fact must be Opened, not {type(e.fact).__name__}")
        return Tournament(code, e.fact.settings, opened_at=e.at, opened_by=e.by, version=e.seq,
                          seed=e.fact.settings.seed)
    return replace(numbered(apply(t, e), e), version=e.seq)


def apply(t: Tournament, e: Entry) -> Tournament:
    """`t` with the fact, or `t` itself when the fact finds nothing to stand on. `version` is not touched."""
    match e.fact:
        case f.Opened():
            return t
        case f.Changed(key, value, reason):
            return setting(t, e, key, value, reason)
        case f.Joined():
            return joined(t, e, e.fact)
        case f.Left(player):
            return standing(t, e, player, Standing.LEFT)
        case f.Removed(player):
            return standing(t, e, player, Standing.REMOVED)
        case f.Merged(gone, kept):
            return merged(t, e, gone, kept)
        case f.Claimed(guest, member):
            return claimed(t, e, guest, member)
        case f.Objected(player):
            return objected(t, e, player)
        case f.KeptOut(player):
            return kept_out(t, player)
        case f.StoodOut(player):
            return standing(t, e, player, Standing.OUT)
        case f.Deferred(player):
            return deferred(t, player)
        case f.Returned(player):
            return standing(t, e, player, Standing.IN)
        case f.Away(player, number, halves):
            return away(t, e, player, number, halves)
        case f.Present(player, number):
            return away(t, e, player, number, None)
        case f.Rated(player, rating, title, estimated):
            return rated(t, e, player, rating=rating, title=title, estimated=estimated)
        case f.Penalised(player, halves):
            known = t.players.get(player)
            return about_player(t, e, player, penalties=(*known.penalties, (t.next_round, halves))) if known else t
        case f.Begun(day):
            if t.stage is not Stage.ENTRY:
                return t
            return replace(t, stage=Stage.PLAYING, begun_at=e.at, begun_on=day)
        case f.Drafted():
            return drafted(t, e, e.fact)
        case f.Redrafted(draft) | f.PutOff(draft):
            return about_draft(t, e, draft)
        case f.Drawn():
            return drawn(t, e, e.fact)
        case f.NoLegalDraw(number, reason, players, ways):
            if number != t.next_round or t.stage is not Stage.PLAYING:
                return t
            return replace(t, draft=None, stuck=NoDraw(e.seq, number, reason, players, e.at, ways))
        case f.Lifted() | f.Swapped() | f.Reordered() | f.Forced() | f.Forbidden() | f.Potted():
            return ordered(t, e, e.fact)
        case f.RoundRobin():
            return robin(t, e, e.fact)
        case f.Redrawn():
            return redrawn(t, e, e.fact)
        case f.Seated(number, white, black):
            return seated(t, e, number, white, black)
        case f.Reported(number, side, result):
            return reported(t, e, number, side, result)
        case f.Retracted(number, side):
            return on_board(t, e, number, side, retract)
        case f.Settled(number, player, result, how):
            return settled(t, e, number, player, result, how)
        case f.Disputed(number, player):
            return on_board(t, e, number, player, lambda g: None if g.result or g.disputed else replace(
                g, disputed=player, disputed_at=e.at, absence=None))
        case f.Escalated(number, player):
            return on_board(t, e, number, player, lambda g: replace(g, escalated=True) if g.disputed else None)
        case f.Contested(number, player):
            return drop(on_board(t, e, number, player, lambda g: contest(g, e, player)), e, "contested", unless=t)
        case f.Upheld(number, player):
            return on_board(t, e, number, player, lambda g: replace(g, contested=None) if g.contested else None)
        case f.Ruled(number, player, result):
            return ruled(t, e, number, player, result)
        case f.ColoursSwapped(number, player):
            return drop(on_board(t, e, number, player, lambda g: swap_colours(g, e)), e, "result", unless=t)
        case f.Missed(number, missing):
            return on_board(t, e, number, missing, lambda g: None if g.result or g.absence else replace(
                g, absence=Absence(missing, e.by, e.at)))
        case f.CountdownOver(number, missing):
            return on_board(t, e, number, missing, lambda g: replace(
                g, absence=replace(g.absence, over=e.at)) if g.absence else None)
        case f.JudgeCalled(number, player):
            return on_board(t, e, number, player, lambda g: replace(g, called=e.at, called_by=player))
        case f.Nudged(number):
            sent = t.rounds[number - 1].nudges if 1 <= number <= len(t.rounds) else 0
            return in_round(t, number, nudged=e.at, nudges=sent + 1)
        case f.JudgesAsked(number):
            return in_round(t, number, asked=e.at)
        case f.Spread(card, level):
            return replace(t, spread={**t.spread, card: level})
        case f.Held(reason):
            return t if t.held else replace(t, holds=(*t.holds, (e.at, None)), hold_reason=reason)
        case f.Resumed():
            return replace(t, holds=(*t.holds[:-1], (t.holds[-1][0], e.at)), hold_reason="",
                           resumed=e.seq) if t.held else t
        case f.Called():
            return called(t, e, e.fact)
        case f.Closed(number):
            return closed(t, e, number)
        case f.OneShort(number):
            return one_short(t, e, number)
        case f.StartMissed(start):
            return replace(t, missed={**t.missed, start: e.at}) if t.stage is Stage.ENTRY else t
        case f.Finished():
            if t.stage is not Stage.PLAYING:
                return t
            return replace(t, stage=Stage.FINISHED, ended_at=e.at, ended=e.seq, draft=None, stuck=None)
        case f.Cancelled():
            if t.stage in (Stage.FINISHED, Stage.CANCELLED):
                return t
            return replace(t, stage=Stage.CANCELLED, ended_at=e.at, ended=e.seq, draft=None, stuck=None)
        case f.Undone():
            # its steps were skipped by replay; a draft made before it may rest on them
            return drop(t, e, "undo")
        case _:
            assert_never(e.fact)
