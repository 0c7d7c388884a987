"""What judges do: results, people, draws, the tournament as a whole, and undo."""

from engine.judging.draws import approve, begin, lift, put_off, redraft, reorder, robin, swap
from engine.judging.event import cancel, change, close, finish, hold, resume
from engine.judging.merging import claim, merge
from engine.judging.orders import forbid, force, force_all, pots
from engine.judging.people import bring_back, defer, keep_out, penalise, remove, seat
from engine.judging.redrawing import redraw
from engine.judging.results import accept_pending, no_show, nudge, rule, swap_colours, uphold
from engine.judging.undoing import Step, goes_along, steps, unclaim, undo

__all__ = [
    "Step",
    "accept_pending",
    "approve",
    "begin",
    "bring_back",
    "cancel",
    "change",
    "claim",
    "close",
    "defer",
    "finish",
    "forbid",
    "force",
    "force_all",
    "goes_along",
    "hold",
    "keep_out",
    "lift",
    "merge",
    "no_show",
    "nudge",
    "penalise",
    "pots",
    "put_off",
    "redraft",
    "redraw",
    "remove",
    "reorder",
    "resume",
    "robin",
    "rule",
    "seat",
    "steps",
    "swap",
    "swap_colours",
    "unclaim",
    "undo",
    "uphold",
]
