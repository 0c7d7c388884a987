"""Undo: the last step of a judge or of the clock in words, with what goes along; Yes takes it back."""

from __future__ import annotations

from bot.deed import mark, sight, told, tongue
from bot.desk import button, command
from bot.notices import logbook
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press
from bot.picking import paged
from bot.texts import Safe, Say, plain
from bot.visit import Visit
from bot.voice import cut
from engine import facts as f
from engine.facts import Entry
from engine.judging import goes_along, steps, undoing
from engine.judging import undo as take_back
from engine.model import Refused
from engine.rights import allow
from storage import Recorded

ALONG = 12
"""So many steps that go along are named; of the rest the number."""

LABEL = 60


@command("undo")
async def undo(v: Visit) -> None:
    """What would be taken back."""
    allow("undo", v.actor)
    step = undoing.offered(await _entries(v))
    if step is None:
        raise Refused("nothing_to_undo")
    await _preview(v, step.seq)


@button("undo")
async def undo_step(v: Visit) -> None:
    """A step to be taken back: shown first; Yes does it if it would still be the same."""
    allow("undo", v.actor)
    if len(v.args) < 2:
        return await undo(v)
    step, entries = int(v.args[1]), await _entries(v)
    along = goes_along(entries, step)
    if len(v.args) < 3:
        return await _preview(v, step)
    if v.args[2] != mark(along) and any(one.seq == step for one in steps(entries)):
        await v.receipt("refused.undo_changed")
        return await _preview(v, step)
    done = await v.record(lambda t: take_back(t, v.actor, entries=entries, step=step, along=along))
    return await _told(v, done, step)


@button("steps")
async def all_steps(v: Visit) -> None:
    """Show all: every step that stands, newest first."""
    allow("undo", v.actor)
    view, s, entries = await sight(v), tongue(v), await _entries(v)
    whats = _whats(view, s, entries)
    times = {entry.seq: view.clock(s, entry.at) for entry in entries}
    items = [Button(cut(f"{times[step.seq]} {plain(whats[step.seq])}", LABEL), press("undo", v.code, step.seq))
             for step in reversed(steps(entries)) if not isinstance(step.facts[0], f.Opened)]
    if not items:
        raise Refused("nothing_to_undo")
    await v.show(s("undo.all"), paged(items, int(v.args[1]), lambda page: press("steps", v.code, page)))


async def _entries(v: Visit) -> tuple[Entry, ...]:
    return await v.office.store.ledger.entries(v.code)


async def _preview(v: Visit, step: int) -> None:
    """The step in words, what goes along, and Yes; for one taken back already who did that."""
    view, s, entries = await sight(v), tongue(v), await _entries(v)
    standing = {one.seq for one in steps(entries)}
    along = goes_along(entries, step)
    # the rule says what cannot be taken back at all; nothing is written here
    if not take_back(view.t, v.actor, entries=entries, step=step, along=along):
        return await _told(v, Recorded(view.t, ()), step)
    whats = _whats(view, s, entries)
    lines: list[str] = [s("ask.undo", step=_line(view, s, entries, step, whats))]
    if along:
        lines.append(s("undo.along"))
        lines += [_line(view, s, entries, one, whats) for one in along[:ALONG] if one in standing]
    if len(along) > ALONG:
        lines.append(s("table.more", n=len(along) - ALONG))
    yes, no = labelled(s, "yes", "undo", v.code, step, mark(along)), labelled(s, "no", "drop")
    return await v.show(text(*lines), ((yes, no), (labelled(s, "all", "steps", v.code, 0),)))


async def _told(v: Visit, done: Recorded, step: int) -> None:
    """What was taken back, with Resume if the clock was stopped for it; or who had done it before."""
    view, s = await sight(v, done.tournament), tongue(v)
    held = any(isinstance(entry.fact, f.Held) for entry in done.entries)
    key = "did.undone_held" if held else "did.undone" if done.entries else "toast.already_undone"
    await told(v, done, key, what=_whats(view, s, await _entries(v))[step],
               same=lambda fact: isinstance(fact, f.Undone) and step in fact.steps,
               rows=((labelled(s, "resume", "resume", v.code),),) if done.tournament.held else ())


def _whats(view: View, s: Say, entries: tuple[Entry, ...]) -> dict[int, Safe]:
    """Every step in words, by the seq of its first entry."""
    found: dict[str, list[logbook.Line]] = {}
    for line in logbook.read(view, s, entries):
        found.setdefault(line.entry.cause, []).append(line)
    return {lines[0].entry.seq: logbook.several(s, [line.what for line in lines]) for lines in found.values()}


def _line(view: View, s: Say, entries: tuple[Entry, ...], step: int, whats: dict[int, Safe]) -> Safe:
    entry = next(entry for entry in entries if entry.seq == step)
    return logbook.signed(view, s, entry, whats[step])
