"""Undo: a step is taken back, later facts stay, what cannot stand goes along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine import facts as f
from engine import fold
from engine.facts import Entry, Fact
from engine.model import Actor, MemberId, Refused, Role, Tournament
from engine.rights import action

_REMADE = (f.Drafted, f.NoLegalDraw, f.Redrafted, f.PutOff, f.Spread)
"""What is about a draft alone, which the clock makes again by itself."""


@dataclass(frozen=True, slots=True)
class Step:
    """All facts of one cause. `seq` is the seq of its first entry and its name in `Undone`."""

    seq: int
    facts: tuple[Fact, ...]
    by: MemberId
    role: Role
    at: datetime
    place: str


def steps(entries: Iterable[Entry]) -> list[Step]:
    """The steps that stand, oldest first."""
    known = list(entries)
    dead = fold.undone(known)
    found: dict[str, Step] = {}
    for e in known:
        if e.seq in dead:
            continue
        if e.cause in found:
            found[e.cause] = replace(found[e.cause], facts=(*found[e.cause].facts, e.fact))
        else:
            found[e.cause] = Step(e.seq, (e.fact,), e.by, e.role, e.at, e.place)
    return list(found.values())


def offered(entries: Iterable[Entry]) -> Step | None:
    """The step `/undo` offers: the last one of a judge or of the clock that is more than a reminder."""
    reminder = f.Nudged | f.JudgesAsked | f.Spread | f.OneShort
    return next((step for step in reversed(steps(entries))
                 if step.role in (Role.CLOCK, Role.JUDGE, Role.CHIEF) and not _opens(step) and not _claims(step)
                 and not all(isinstance(fact, reminder) for fact in step.facts)), None)


def goes_along(entries: Sequence[Entry], step: int) -> tuple[int, ...]:
    """The names of the later steps that cannot stand without `step`, in order.

    Found by folding without the step and seeing which later facts find nothing to stand on that did
    find it before, or another board than they were about (a re-draw); a step with one such fact goes whole.
    """
    if any(e.seq == step and isinstance(e.fact, f.Opened) for e in entries):
        return ()                                    # without it there is nothing; `undo` refuses it
    gone = {step}
    usual = _footing(entries, frozenset())
    names = _names(entries)
    while True:
        now = _footing(entries, frozenset(gone))
        fallen = {names[seq] for seq, board in now.items()
                  if names[seq] > step and usual[seq] is not None and usual[seq] != board} - gone
        if not fallen:
            return tuple(sorted(gone - {step}))
        gone |= fallen


def _names(entries: Sequence[Entry]) -> dict[int, int]:
    first: dict[str, int] = {}
    return {e.seq: first.setdefault(e.cause, e.seq) for e in entries}


def _footing(entries: Sequence[Entry], without: frozenset[int]) -> dict[int, int | None]:
    """What living entries outside those steps stand on, by seq: a board (`Game.seq`), 0 for anything else.

    None: on nothing, the fact changes nothing in the fold.
    """
    names = _names(entries)
    dead = fold.undone(entries) | {seq for seq, name in names.items() if name in without}
    found: dict[int, int | None] = {}
    t: Tournament | None = None
    for e in entries:
        if e.seq in dead:
            continue
        if t is None:
            t = fold.evolve(None, e, "")
        elif isinstance(e.fact, f.Undone):
            t = fold.evolve(t, e, "")
        else:
            after = fold.apply(t, e)
            found[e.seq] = None if after is t else _board(t, e.fact)
            t = replace(after, version=e.seq)
    return found


def _board(t: Tournament, fact: Fact) -> int:
    """The board a fact is about, by its `Game.seq`; 0 if it is about none."""
    number = getattr(fact, "round", None)
    player = next((getattr(fact, name) for name in ("side", "player", "missing") if hasattr(fact, name)), None)
    if number is None or not 1 <= number <= len(t.rounds):
        return 0
    game = t.rounds[number - 1].game_of(player)
    return game.seq if game is not None else 0


@action
def undo(t: Tournament, who: Actor, *, entries: Sequence[Entry], step: int, along: tuple[int, ...]) -> list[Fact]:
    """Take back a step and what goes along with it; `along` is what the judge was shown, `entries` all of `t`'s.

    `Refused("undo_changed")` only if what would go along differs now, or cannot be told because `t` has
    an entry more. Taking back a draw, a posting or the start holds the clock, so that it does not do the
    same again at once.
    """
    standing = {s.seq: s for s in steps(entries)}
    if step not in standing:
        if step in _names(entries).values():
            return []                                # taken back already
        raise Refused("unknown_step")
    if _opens(standing[step]):
        raise Refused("undo_opening")
    if _claims(standing[step]):
        raise Refused("undo_claim")
    if entries[-1].seq < t.version or goes_along(entries, step) != along:
        raise Refused("undo_changed")                # a report that came this very moment might stand on it
    taken = [fact for seq in (step, *along) for fact in standing[seq].facts]
    undone: list[Fact] = [f.Undone((step, *along))]
    restarts = any(isinstance(fact, f.Drafted | f.Drawn | f.Begun | f.Closed | f.Finished) for fact in taken)
    if restarts and not t.held:
        undone.append(f.Held("undo"))
    return undone


@action
def unclaim(t: Tournament, who: Actor, *, entries: Sequence[Entry], guest: MemberId) -> list[Fact]:
    """A guest is not the member after all who has claimed him; nothing where he was not claimed.

    A draft is made again. `Refused("claim_rests", title)` if anything else stands on the claim, "undo_changed"
    if `t` has one entry more than `entries`.
    """
    standing = {step.seq: step.facts for step in steps(entries)}
    claimed = [seq for seq, facts in standing.items()
               if any(isinstance(fact, f.Claimed) and fact.guest == guest for fact in facts)]
    if not claimed:
        return []
    if entries[-1].seq < t.version:
        raise Refused("undo_changed")
    along = goes_along(entries, claimed[-1])
    if not all(isinstance(fact, _REMADE) for seq in along for fact in standing[seq]):
        raise Refused("claim_rests", title=t.settings.title or t.code)
    return [f.Undone((claimed[-1], *along))]


def _opens(step: Step) -> bool:
    return isinstance(step.facts[0], f.Opened)


def _claims(step: Step) -> bool:
    """A claim holds in the club, not in one tournament: it is taken back as a whole, by `unclaim`."""
    return any(isinstance(fact, f.Claimed) for fact in step.facts)
