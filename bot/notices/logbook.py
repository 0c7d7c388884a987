"""What happened, in words: one line for every fact, for /log and /undo."""

from __future__ import annotations

from bot.notices.view import View, wall
from bot.texts import Safe, Say
from engine import facts as f
from engine.facts import Entry, Fact
from engine.model import MemberId

_PEOPLE = ("player", "side", "missing", "a", "b", "white", "black")


def line(v: View, s: Say, entry: Entry) -> Safe:
    """A line of the log: number, time, who, what, and why if a reason was given."""
    said = told(v, s, entry.fact, entry.seq)
    reason = getattr(entry.fact, "reason", "")
    if reason:
        said = s("log.with_reason", what=said, reason=v.reason(s, reason))
    if isinstance(entry.fact, f.Ruled) and _own_board(v, entry.fact, entry.by):
        said = s("log.own_board", what=said)
    who = v.whole(entry.by) if entry.by else s.plain("the_clock")
    return s("log.line", seq=entry.seq, time=v.clock(s, entry.at), who=who, what=said)


def told(v: View, s: Say, fact: Fact, seq: int = 0) -> Safe:
    """A fact in words; `seq` is its entry's, by which a draft is known."""
    values: dict[str, object] = {"seq": seq}
    for name in fact.__slots__:
        value = getattr(fact, name)
        values[name] = v.whole(value) if name in _PEOPLE else value
    match fact:
        case f.Changed(key, value):
            values |= {"setting": s.plain(f"setting.{key}"), "value": value}
        case f.Away(_, _, halves) | f.Penalised(_, halves):
            values["points"] = v.points(halves)
        case f.Rated(_, rating):
            values["rating"] = "—" if rating is None else rating
        case f.Lifted(_, limit):
            values["limit"] = s(f"limit.{limit}")
        case f.Forced(_, white, black) | f.Seated(_, white, black):
            values |= {"a": v.whole(white), "b": v.whole(black)}
        case f.Forbidden(_, _, strength):
            if not strength:
                return s("log.Unforbidden", **values)
            values["strength"] = s(f"strength.{strength}")
        case f.Reported(_, side, result):
            values |= {"player": v.whole(side), "score": wall(result)}
        case f.Retracted(_, side):
            values["player"] = v.whole(side)
        case f.Settled(_, _, result, how):
            values |= {"score": wall(result), "how": s(f"settled.{how}")}
        case f.Ruled(_, _, result):
            values["score"] = wall(result) if result else s("result.none")
        case f.Missed(_, missing) | f.CountdownOver(_, missing):
            values["player"] = v.whole(missing)
        case f.Undone(steps):
            values["steps"] = ", ".join(map(str, steps))
        case _:
            pass
    return s(f"log.{type(fact).__name__}", **values)


def _own_board(v: View, fact: f.Ruled, by: MemberId) -> bool:
    posted = v.t.rounds[fact.round - 1] if 1 <= fact.round <= len(v.t.rounds) else None
    game = posted.game_of(fact.player) if posted else None
    return game is not None and by in game.players
