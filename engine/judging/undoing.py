"""Undo (PRODUCT.md section 6): a step is taken back, later facts stay, what cannot stand goes along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine import facts as f
from engine import fold
from engine.facts import Entry, Fact
from engine.model import Actor, MemberId, Refused, Role, Tournament
from engine.rights import action


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
    return next((step for step in reversed(steps(entries))
                 if step.role in (Role.CLOCK, Role.JUDGE, Role.CHIEF) and not _opens(step)
                 and not all(isinstance(fact, f.Nudged | f.JudgesAsked | f.Spread) for fact in step.facts)), None)


def goes_along(entries: Sequence[Entry], step: int) -> tuple[int, ...]:
    """The names of the later steps that cannot stand without `step`, in order.

    Found by folding without the step and seeing which later facts find nothing to stand on that did
    find it before; a step with one such fact goes whole.
    """
    if any(e.seq == step and isinstance(e.fact, f.Opened) for e in entries):
        return ()                                    # without it there is nothing; `undo` refuses it
    gone = {step}
    usual = _resting(entries, frozenset())
    names = _names(entries)
    while True:
        fallen = {names[seq] for seq in _resting(entries, frozenset(gone)) - usual if names[seq] > step} - gone
        if not fallen:
            return tuple(sorted(gone - {step}))
        gone |= fallen


def _names(entries: Sequence[Entry]) -> dict[int, int]:
    first: dict[str, int] = {}
    return {e.seq: first.setdefault(e.cause, e.seq) for e in entries}


def _resting(entries: Sequence[Entry], without: frozenset[int]) -> set[int]:
    """The seqs of living entries, outside those steps, whose facts change nothing in the fold."""
    names = _names(entries)
    dead = fold.undone(entries) | {seq for seq, name in names.items() if name in without}
    found: set[int] = set()
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
            if after is t:
                found.add(e.seq)
            t = replace(after, version=e.seq)
    return found


@action
def undo(t: Tournament, who: Actor, *, entries: Sequence[Entry], step: int, along: tuple[int, ...]) -> list[Fact]:
    """Take back a step and what goes along with it; `along` is what the judge was shown.

    `Refused("out_of_date")` only if what would go along differs now. Taking back a draw, a posting or
    the start holds the clock, so that it does not do the same again at once.
    """
    standing = {s.seq: s for s in steps(entries)}
    if step not in standing:
        if step in _names(entries).values():
            return []                                # taken back already
        raise Refused("unknown_step")
    if _opens(standing[step]):
        raise Refused("undo_opening")
    if goes_along(entries, step) != along:
        raise Refused("undo_changed")
    taken = [fact for seq in (step, *along) for fact in standing[seq].facts]
    undone: list[Fact] = [f.Undone((step, *along))]
    restarts = any(isinstance(fact, f.Drafted | f.Drawn | f.Begun | f.Finished) for fact in taken)
    if restarts and not t.held:
        undone.append(f.Held("undo"))
    return undone


def _opens(step: Step) -> bool:
    return isinstance(step.facts[0], f.Opened)
