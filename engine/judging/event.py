"""Judges and the tournament as a whole: settings, hold and resume, finish, cancel."""

from __future__ import annotations

from engine import facts as f
from engine import settings as spelling
from engine.entry import still_open
from engine.facts import Fact
from engine.judging.results import rule, uphold
from engine.model import Actor, MemberId, Refused, Result, Stage, Tournament
from engine.rights import action

FIXED_AT_ROUND_1 = frozenset({
    "game", "system", "points", "ratings", "colour", "seed", "handling", "cycles", "pace",
})
"""What the law or fairness fixes once round 1 is posted (draughts.md sections 3, 4)."""

AFTERWARDS = frozenset({"title", "contest", "tiebreaks", "unplayed", "rated", "tempo", "federation"})
"""What may still change after the end: what the tables and files say of the event."""


@action
def change(t: Tournament, who: Actor, key: str, value: str, *, reason: str = "") -> list[Fact]:
    """Change a setting. The number of rounds, once round 1 is posted, only with a reason (shown to all)."""
    if t.stage is Stage.CANCELLED:
        raise Refused("cancelled")
    if t.stage is Stage.FINISHED and key not in AFTERWARDS:
        raise Refused("finished")
    changed = spelling.parse(t.settings, key, value)
    if changed == t.settings:
        return []
    if t.rounds and key in FIXED_AT_ROUND_1:
        raise Refused("fixed_setting", key=key)
    if key == "limit" and changed.limit is not None and changed.limit < len(t.entered()):
        raise Refused("limit_below", limit=changed.limit, count=len(t.entered()))
    if key == "rounds" and t.rounds:
        if changed.rounds < len(t.rounds):
            raise Refused("rounds_played", rounds=len(t.rounds))
        if not reason.strip():
            raise Refused("reason_needed")
    return [f.Changed(key, spelling.spell(changed, key), reason)]


@action
def hold(t: Tournament, who: Actor, *, reason: str = "") -> list[Fact]:
    """Stop the clock: no drafts, posts, nudges or countdowns until `resume`; deadlines shift."""
    still_open(t)
    return [] if t.held else [f.Held(reason)]


@action
def resume(t: Tournament, who: Actor) -> list[Fact]:
    """Let the clock go on."""
    still_open(t)
    return [f.Resumed()] if t.held else []


@action
def finish(t: Tournament, who: Actor) -> list[Fact]:
    """End the tournament. Open boards are named and each must be decided first (complaint C26)."""
    if t.stage is Stage.FINISHED:
        return []
    still_open(t)
    if not t.rounds:
        raise Refused("nothing_played")
    waiting = t.open_games()
    if waiting:
        raise Refused("open_boards", boards=tuple((game.round, game.board) for game in waiting))
    return [f.Finished(early=len(t.rounds) < t.settings.rounds)]


@action
def close(t: Tournament, who: Actor, round: int, player: MemberId, result: Result | None, *, moved: int
          ) -> list[Fact]:
    """Decide a board that is open at the end (None: its contested result stands).

    With the last one the event is over in the same step: no further round is drafted in between (C26).
    """
    facts = (uphold(t, who, round, player, moved=moved) if result is None
             else rule(t, who, round, player, result, moved=moved))
    others = [game for game in t.open_games() if game.round != round or player not in game.players]
    if facts and not others and t.stage is Stage.PLAYING:
        facts.append(f.Finished(early=len(t.rounds) < t.settings.rounds))
    return facts


@action
def cancel(t: Tournament, who: Actor) -> list[Fact]:
    """Call the tournament off; nothing counts."""
    if t.stage is Stage.CANCELLED:
        return []
    if t.stage is Stage.FINISHED:
        raise Refused("finished")
    return [f.Cancelled()]
